/**
 * Documents that nobody came to for a long time, removed where whoever runs the server asked for it.
 *
 * Invariant: none is removed to which anybody came within that time, or is connected now; and what is
 * removed leaves nothing behind that would keep a device from bringing it again.
 */
import type { DocId } from '../../shared/access/ids.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
/** A server that stood still for longer starts to count anew. */
const MOST_GAP_MS = DAY_MS;
/** Removed at a time: others are served between them, and the rest is left for the next look. */
const MOST_AT_A_TIME = 200;

interface AbandonedDocumentsOptions {
  storage: Storage;
  /** 0 for never. */
  afterDays: number;
  /** Whether somebody is connected with the document, or it is in memory. */
  isInUse: (docId: DocId) => boolean;
  /** All of which that is so; other servers on the same store have to know it, too. */
  docIdsInUse?: () => Iterable<DocId>;
  removeAttachments: (docId: DocId) => Promise<void>;
  log: Log;
  now?: () => number;
}

export class AbandonedDocuments {
  readonly #options: AbandonedDocumentsOptions;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: AbandonedDocumentsOptions) {
    this.#options = options;
  }

  /** Looks now, and from now on every hour. */
  start(): void {
    const look = () => {
      this.#looking = this.look().then(
        () => undefined,
        (error: unknown) => this.#options.log.warn('abandoned documents not looked for', { error }),
      );
    };
    look();
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
  }

  /** Resolves when nothing is removed any more. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#looking;
  }

  /** Removes what has been abandoned by now; resolves with what that was. */
  async look(): Promise<DocId[]> {
    const { storage, afterDays, isInUse, removeAttachments, log, now = Date.now } = this.#options;
    if (afterDays === 0) return [];
    const at = now();
    const since = at - afterDays * DAY_MS;
    if (storage.isShared) {
      for (const docId of this.#options.docIdsInUse?.() ?? [])
        await storage.touchDocument(docId, at);
    }
    // Where no server ran, nobody could come.
    if ((await storage.noteLook('abandoned', at, MOST_GAP_MS)) > since) return [];
    const removed: DocId[] = [];
    for (const docId of await storage.abandoned(since, MOST_AT_A_TIME)) {
      // Who is let in meanwhile has been noted before, and the store looks at that itself.
      if (isInUse(docId) || !(await storage.removeAbandoned(docId, since))) continue;
      await removeAttachments(docId);
      log.info('abandoned document removed', { docId });
      removed.push(docId);
    }
    return removed;
  }
}
