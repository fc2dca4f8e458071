/**
 * Where the blocks of an editor ask for their pictures and files.
 *
 * Invariant: a block may ask before the part that knows them has been loaded, and is told once it
 * has; until then nothing is known of any.
 */
import type { AttachmentId } from '../../../shared/document/attachments.ts';
import type { Attachment, Attachments } from './attachments.ts';

const NOTHING_KNOWN: Attachment = { url: null, words: null, isProblem: false };

interface Watch {
  id: AttachmentId;
  show: boolean;
  listener: () => void;
  stop: (() => void) | null;
}

export class AttachmentSource {
  #attachments: Attachments | null = null;
  readonly #watches = new Set<Watch>();
  #waiting: ((attachments: Attachments) => void)[] = [];

  /** Gives it what knows the pictures and files, or takes it away. */
  set(attachments: Attachments | null): void {
    if (attachments === this.#attachments) return;
    for (const watch of this.#watches) watch.stop?.();
    this.#attachments = attachments;
    for (const watch of this.#watches) {
      watch.stop = attachments?.watch(watch.id, watch.show, watch.listener) ?? null;
      watch.listener();
    }
    if (attachments) for (const resolve of this.#waiting.splice(0)) resolve(attachments);
  }

  get(id: AttachmentId): Attachment {
    return this.#attachments?.get(id) ?? NOTHING_KNOWN;
  }

  watch(id: AttachmentId, show: boolean, listener: () => void): () => void {
    const stop = this.#attachments?.watch(id, show, listener) ?? null;
    const watch: Watch = { id, show, listener, stop };
    this.#watches.add(watch);
    return () => {
      if (this.#watches.delete(watch)) watch.stop?.();
    };
  }

  /** Resolves once there is what knows them: at once, but for the first moments of a page. */
  ready(): Promise<Attachments> {
    if (this.#attachments) return Promise.resolve(this.#attachments);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
