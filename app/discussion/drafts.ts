/**
 * What somebody is about to say, kept on this device until it is said.
 *
 * Invariant: it is kept at every change, a reload loses nothing of it, and it never leaves the device.
 * It goes with the document. All tabs have the same, so what was said in one of them waits in no other
 * to be said once more; what was written while it was being said waits on.
 */
import type { DocId } from '../../shared/access/ids.ts';
import { ThreadAnchor } from '../../shared/discussion/anchor.ts';
import { ThreadId } from '../../shared/discussion/keys.ts';
import { parseUnsaidText } from '../../shared/discussion/message-text.ts';
import type { Inline } from '../../shared/document/schema.ts';
import type { ThreadTarget } from '../editor/threads/thread-target.ts';
import { storeWords } from '../replica/last-words.ts';
import { draftPrefix } from '../ui/stored-drafts.ts';

/** Stands for the thread that is not there yet. */
export const NEW_THREAD = 'new';

const EMPTY: readonly Inline[] = [];

export class Drafts {
  readonly #prefix: string;
  /** Also where the browser keeps nothing. */
  readonly #known = new Map<string, readonly Inline[]>();
  readonly #listeners = new Set<() => void>();

  constructor(docId: DocId) {
    this.#prefix = draftPrefix(docId);
    addEventListener('storage', this.#onStorage);
  }

  /** Hears no more of other tabs. */
  end(): void {
    removeEventListener('storage', this.#onStorage);
  }

  /** Another tab wrote it, or said it. */
  readonly #onStorage = ({ key }: StorageEvent) => {
    // Without a key all of it was emptied, which takes nothing from a page that is open.
    if (!key?.startsWith(this.#prefix)) return;
    this.#known.delete(key.slice(this.#prefix.length));
    for (const listener of this.#listeners) listener();
  };

  /** One object as long as it stays the same. */
  read(of: string): readonly Inline[] {
    const known = this.#known.get(of);
    if (known) return known;
    const stored = this.#parsed(of, (value) => parseUnsaidText(value)) ?? EMPTY;
    this.#known.set(of, stored);
    return stored;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  has(of: string): boolean {
    return this.read(of).length > 0;
  }

  /** The threads in which something is about to be said. */
  threads(): ThreadId[] {
    const names = new Set(this.#known.keys());
    try {
      for (const name of Object.keys(localStorage))
        if (name.startsWith(this.#prefix)) names.add(name.slice(this.#prefix.length));
    } catch {
      // No storage: what is known is all there is.
    }
    return [...names].filter(
      (of): of is ThreadId => ThreadId.safeParse(of).success && this.has(of),
    );
  }

  /** @param stored what a page that is loaded finds, where that is not the same */
  write(of: string, text: readonly Inline[], stored = text): void {
    this.#known.set(of, text);
    this.#store(of, stored.length > 0 ? stored : null);
    if (of === NEW_THREAD && text.length === 0) this.keepTarget(null);
    for (const listener of this.#listeners) listener();
  }

  /**
   * This was said. What was written behind it meanwhile is still to be said, and where it reads
   * otherwise by now, all of it.
   *
   * @param next where that waits, if not here
   */
  said(of: string, text: readonly Inline[], next = of): void {
    const left = behind(this.read(of), text);
    if (next !== of) this.write(of, EMPTY);
    this.write(next, left);
  }

  /** What the new thread is to be about. */
  keepTarget(target: ThreadTarget | null): void {
    this.#store('target', target);
  }

  target(): ThreadTarget | null {
    return this.#parsed('target', (value) => {
      const { anchor, quote } = value as { anchor: unknown; quote: unknown };
      return { anchor: ThreadAnchor.parse(anchor), quote: typeof quote === 'string' ? quote : '' };
    });
  }

  #store(of: string, value: unknown): void {
    try {
      if (value === null) localStorage.removeItem(this.#prefix + of);
      else storeWords(this.#prefix + of, JSON.stringify(value));
    } catch {
      // No storage, or none left: it lasts as long as the page.
    }
  }

  #parsed<T>(of: string, parse: (value: unknown) => T): T | null {
    try {
      const stored = localStorage.getItem(this.#prefix + of);
      return stored === null ? null : parse(JSON.parse(stored));
    } catch {
      // Another version's, or no storage: nothing is known of it.
      return null;
    }
  }
}

/** What stands behind a beginning; all of it where it begins otherwise. */
function behind(all: readonly Inline[], beginning: readonly Inline[]): readonly Inline[] {
  const at = beginning.length - 1;
  const [last, now] = [beginning[at], all[at]];
  if (!last || !now || !isSame(all.slice(0, at), beginning.slice(0, at))) return all;
  const rest = all.slice(at + 1);
  if (isSame(now, last)) return rest;
  const goesOn =
    'text' in last &&
    'text' in now &&
    isSame({ ...now, text: now.text.slice(0, last.text.length) }, last);
  return goesOn ? [{ ...now, text: now.text.slice(last.text.length) }, ...rest] : all;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
