/**
 * Tells whoever has a document open what it says here, as a digest, whenever it has been quiet for a
 * moment: so that a device that shows something else finds out.
 *
 * Invariant: a digest is of what everybody was sent before it, and nobody waits for one: it is made a
 * little at a time, and not at all of a document that changes meanwhile.
 */
import { digestInSteps } from '../../shared/document/digest.ts';
import { onDocument } from '../current-document.ts';
import type { Log } from '../log.ts';
import type { LiveDocument } from './update-log.ts';

/** Without a change for so long. */
const QUIET_MS = 2_000;
/** Between two of a document, so many times what one takes. */
const SHARE_OF_TIME = 50;

interface State {
  timer: NodeJS.Timeout | null;
  /** Changes so far. */
  changes: number;
  made: { changes: number; digest: string; sequence: number } | null;
  notBefore: number;
}

interface DigestsOptions {
  log: Log;
  /** Sends it to everybody who has the document open and has not heard it. */
  tell: (document: LiveDocument, digest: string, sequence: number) => void;
  /** Of the last row of its log. */
  sequenceOf: (document: LiveDocument) => number;
}

export class Digests {
  readonly #options: DigestsOptions;
  readonly #states = new WeakMap<LiveDocument, State>();

  constructor(options: DigestsOptions) {
    this.#options = options;
  }

  /** The document is another one than before. */
  changed(document: LiveDocument): void {
    this.#stateOf(document).changes += 1;
    this.asked(document);
  }

  /** Somebody was sent all of the document. */
  asked(document: LiveDocument): void {
    const state = this.#stateOf(document);
    if (state.timer !== null) {
      state.timer.refresh();
      return;
    }
    const wait = Math.max(QUIET_MS, state.notBefore - performance.now());
    state.timer = setTimeout(() => {
      state.timer = null;
      if (state.made?.changes === state.changes) this.#tell(document, state.made);
      else this.#make(document, state);
    }, wait);
    state.timer.unref();
  }

  #make(document: LiveDocument, state: State): void {
    const { changes } = state;
    const sequence = this.#options.sequenceOf(document);
    const steps = digestInSteps(document);
    let spent = 0;
    const go = (): void => {
      // Whoever changed it has begun to wait again.
      if (document.isDestroyed || state.changes !== changes) return;
      try {
        const since = performance.now();
        const { done, value } = onDocument(document.name, () => steps.next());
        spent += performance.now() - since;
        if (!done) {
          setImmediate(go);
          return;
        }
        state.made = { changes, digest: value, sequence };
        state.notBefore = performance.now() + SHARE_OF_TIME * spent;
        this.#tell(document, state.made);
      } catch (error) {
        this.#options.log.error('no digest', { document: document.name, error });
      }
    };
    go();
  }

  #tell(document: LiveDocument, { digest, sequence }: NonNullable<State['made']>): void {
    if (!document.isDestroyed) this.#options.tell(document, digest, sequence);
  }

  #stateOf(document: LiveDocument): State {
    let state = this.#states.get(document);
    if (state === undefined) {
      state = { timer: null, changes: 0, made: null, notBefore: 0 };
      this.#states.set(document, state);
    }
    return state;
  }
}
