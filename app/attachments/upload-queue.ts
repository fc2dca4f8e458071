/**
 * Sends to the server what was added on this device, when it can be reached.
 *
 * Invariant: what waits is in the store until the server has confirmed it or refused it for good,
 * so a reload forgets nothing; of several tabs one sends, and another one goes on where that sleeps or
 * is stuck; what is there already is not sent. That it is there is asked again, not remembered
 * (`doubt`). What cannot be sent holds up nothing else: a proxy on the way may take no file as large as
 * one of them.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import type { AttachmentId } from '../../shared/document/attachments.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import {
  CatalogueError,
  ERRORS,
  type ErrorCode,
  type NextStep,
} from '../../shared/protocol/errors.ts';
import { inOneTab } from '../replica/one-tab.ts';
import type { AttachmentApi } from './attachment-api.ts';
import type { AttachmentStore, Use } from './attachment-store.ts';

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
const LOCK = 'driftless-attachments';
/** Sending less than this costs no more than asking whether it is there. */
const ASK_FROM_BYTES = 64 * 1024;
/** After so many in a row that found no server there is none. */
const MOST_FAILURES = 2;
/** What is done about refusals that are about the link. */
const ABOUT_LINKS: ReadonlySet<NextStep> = new Set([
  'ask-for-link',
  'ask-for-password',
  'read-only',
]);

interface UploadQueueOptions {
  store: AttachmentStore;
  api: AttachmentApi;
  /** What opens a document, or null if this device does not have it. */
  secretOf: (docId: DocId) => Secret | null;
}

export class UploadQueue {
  readonly #options: UploadQueueOptions;
  readonly #listeners = new Set<() => void>();
  #running: Promise<void> | null = null;
  #isDueAgain = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #retryMs = FIRST_RETRY_MS;
  #isClosed = false;
  /** The one on its way now. */
  #sending: { docId: DocId; id: AttachmentId } | null = null;
  #isReachable = true;
  /** What found no server the last time comes after what was not tried yet. */
  readonly #late = new Set<string>();

  constructor(options: UploadQueueOptions) {
    this.#options = options;
    globalThis.addEventListener?.('online', this.#onOnline);
  }

  /** Whether the last attempt found a server, for each of those that wait. */
  get isReachable(): boolean {
    return this.#isReachable;
  }

  isSending(docId: DocId, id: AttachmentId): boolean {
    return this.#sending?.docId === docId && this.#sending.id === id;
  }

  /** Calls `listener` when what is sent, or whether it can be, changed; returns how to stop it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends what waits; resolves when that is done or has to wait for another time. */
  send(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#running) {
      // What was added meanwhile must not wait for the next occasion.
      this.#isDueAgain = true;
      return this.#running;
    }
    this.#clearTimer();
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Asks the server what it has of a document, and sends what it has not any more: a backup was
   * restored, a disk lost, or another server answers at this address. So does what it refused because
   * of the link, since another one opens the document by now, or the link allows more. Only for whoever
   * may add to it.
   */
  async doubt(docId: DocId): Promise<void> {
    const { api, store, secretOf } = this.#options;
    const secret = secretOf(docId);
    const doubted = (await store.uses()).filter(
      (use) => use.docId === docId && (use.server === 'stored' || isAboutLink(use.refusal)),
    );
    if (secret === null || doubted.length === 0 || this.#isClosed) return;
    let there: ReadonlySet<AttachmentId>;
    try {
      there = await api.list(docId, secret);
    } catch (error) {
      if (error instanceof Unreachable) return;
      if (!(error instanceof CatalogueError)) throw error;
      // It knows nothing of the document, and so has nothing of it either.
      if (error.code !== 'document_unknown') return;
      there = new Set();
    }
    for (const use of doubted) {
      const isThere = use.server === 'stored' && there.has(use.id);
      if (!isThere && (await store.find(use.id))) await store.note(use, 'waiting');
    }
    await this.send();
  }

  close(): void {
    this.#isClosed = true;
    this.#clearTimer();
    this.#listeners.clear();
    globalThis.removeEventListener?.('online', this.#onOnline);
  }

  readonly #onOnline = (): void => {
    this.#retryMs = FIRST_RETRY_MS;
    void this.send();
  };

  async #run(): Promise<void> {
    do {
      this.#isDueAgain = false;
      if ((await this.#waiting()).length === 0) break;
      let isDone = false;
      try {
        await inOneTab(LOCK, async (isOver) => {
          isDone = await this.#sendAll(isOver);
        });
      } catch (error) {
        // The storage of this browser fails; what was sent and not noted is found there next time.
        console.error('Sending pictures and files was interrupted.', error);
      }
      if (!isDone) {
        this.#planRetry();
        return;
      }
    } while (this.#isDueAgain && !this.#isClosed);
    this.#retryMs = FIRST_RETRY_MS;
  }

  async #waiting(): Promise<Use[]> {
    return (await this.#options.store.uses()).filter(({ server }) => server === 'waiting');
  }

  /** False where something has to be tried again later. */
  async #sendAll(isOver: () => boolean): Promise<boolean> {
    let isDone = true;
    let areAllReachable = true;
    let failures = 0;
    const isLate = (use: Use) => Number(this.#late.has(nameOf(use)));
    // Read again: another tab may have sent some of it meanwhile.
    for (const use of (await this.#waiting()).sort((a, b) => isLate(a) - isLate(b))) {
      if (this.#isClosed) return true;
      if (isOver()) return false;
      const secret = this.#options.secretOf(use.docId);
      if (secret === null) continue;
      const outcome = await this.#sendOne(use, secret);
      this.#setSending(null, outcome !== 'unreachable');
      if (outcome === 'unreachable') {
        this.#late.add(nameOf(use));
        areAllReachable = false;
        if (++failures === MOST_FAILURES) return false;
        continue;
      }
      failures = 0;
      this.#late.delete(nameOf(use));
      if (outcome === 'later') isDone = false;
      else if (outcome === 'sent') await this.#options.store.note(use, 'stored');
      else await this.#options.store.note(use, 'refused', outcome.refused);
    }
    if (!areAllReachable) this.#setSending(null, false);
    return isDone && areAllReachable;
  }

  async #sendOne(
    { docId, id, bytes }: Use,
    secret: Secret,
  ): Promise<'sent' | 'later' | 'unreachable' | { refused: ErrorCode }> {
    const { api, store } = this.#options;
    this.#setSending({ docId, id }, this.#isReachable);
    let blob: Blob | null;
    try {
      blob = await store.read(id);
    } catch (error) {
      console.error('A picture or file on this device cannot be read now.', error);
      return 'later';
    }
    // Without its bytes there is nothing to send: the browser threw them away.
    if (blob === null) return { refused: 'not_found' };
    try {
      if (bytes >= ASK_FROM_BYTES && (await api.has(docId, secret, id))) return 'sent';
      await api.send(docId, secret, id, blob);
      return 'sent';
    } catch (error) {
      if (error instanceof Unreachable) return 'unreachable';
      if (!(error instanceof CatalogueError)) throw error;
      // A document that has not come to the server yet will.
      const isPassing = error.code === 'document_unknown' || ERRORS[error.code].next === 'retry';
      return isPassing ? 'later' : { refused: error.code };
    }
  }

  #setSending(sending: { docId: DocId; id: AttachmentId } | null, isReachable: boolean): void {
    this.#sending = sending;
    this.#isReachable = isReachable;
    for (const listener of [...this.#listeners]) listener();
  }

  #planRetry(): void {
    if (this.#isClosed) return;
    this.#clearTimer();
    this.#timer = setTimeout(() => void this.send(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }

  #clearTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Whether the server would take it of somebody with another link. */
function isAboutLink(refusal: ErrorCode | null): boolean {
  return refusal !== null && ABOUT_LINKS.has(ERRORS[refusal].next);
}

function nameOf({ docId, id }: Use): string {
  return `${docId} ${id}`;
}
