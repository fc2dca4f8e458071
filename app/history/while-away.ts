/**
 * What one document became while its reader was away: what they have seen of it, and what others
 * changed since. A store that React components subscribe to.
 *
 * What was seen is kept as a copy on this device, and as one number with the library, for the linked
 * devices. It goes on while one is really there, at rests, and where everything is on the server.
 *
 * Invariant: a snapshot is never changed in place. What was not seen stays news until somebody has
 * gone through it or said that all is seen; nothing is compared or kept while somebody types.
 */
import * as Y from 'yjs';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import type { HistoryEntry } from '../../shared/protocol/history.ts';
import { sameBytes } from '../../shared/same-bytes.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import { keepSeen, noteSeen, readSeen, type SeenCopy } from '../replica/seen-copies.ts';
import { ownScript } from '../ui/trusted-types.ts';
import { fetchHistory } from './history-api.ts';
import type { News } from './news.ts';
import type { NewsAnswer } from './news-worker.ts';
import workerAddress from './news-worker.ts?worker&url';

/** What changed is taken for seen when it has rested so long, ms. */
const RESTS_MS = 4000;
/** Whoever has done nothing for so long is not there, ms. */
const THERE_FOR_MS = 120_000;
/** When to begin, where nothing is idle before, ms. */
const BEGINS_WITHIN_MS = 2000;
/** What somebody at the page does. */
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/** How far somebody has seen a document, on any of their devices. */
export interface SharedSeen {
  read: () => { sequence: number; at: number } | null;
  write: (seen: { sequence: number; at: number }) => void;
  subscribe: (listener: () => void) => () => void;
}

export interface WhileAwaySnapshot {
  /** In the order to look at it. */
  news: readonly News[];
  /** When the document was seen before all of it, ms since 1970. */
  since: number;
  /** Of those, what somebody has been through. */
  done: ReadonlySet<number>;
  /** Which is looked at. */
  at: number;
  /** Somebody goes through it. */
  isWalking: boolean;
}

const NOTHING: WhileAwaySnapshot = {
  news: [],
  since: 0,
  done: new Set(),
  at: 0,
  isWalking: false,
};

export interface WhileAwayOptions {
  docId: DocId;
  secret: Secret;
  doc: Y.Doc;
  /** Id of the person at this device. */
  me: () => string;
  shared: SharedSeen;
}

export class WhileAway {
  readonly #options: WhileAwayOptions;
  readonly #listeners = new Set<() => void>();
  #snapshot = NOTHING;
  #replica: Replica | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #lastAct = Date.now();
  /** It was compared: what is shown is either news or seen. */
  #isLooked = false;
  /** It was compared with all that the server has. Not any more once the network was gone. */
  #isLookedOnline = false;
  #isLooking = false;
  /** Something came while nobody was there. */
  #hasMissed = false;
  /** Something changed since a copy was kept. */
  #isChanged = true;
  /** Somebody said that all is seen, which is kept as soon as all of it is on the server. */
  #isOwed = false;
  /** Somebody else's words came since the library was told. */
  #isUntold = false;
  #checkedAt: number | null = null;
  /** Up to which row the document is here as it is now; null where that is not known. */
  #sequence: number | null = null;
  /** Up to which row, at least, the kept copy goes. */
  #keptUpTo = 0;
  /** Up to which row what is told as news goes. */
  #newsUpTo = 0;
  readonly #noted = new Set<number>();

  constructor(options: WhileAwayOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get = (): WhileAwaySnapshot => this.#snapshot;

  /** From now on; returns how to stop. */
  start(): () => void {
    const { docId, secret, doc, shared } = this.#options;
    const replica = openReplica({ name: docId, secret });
    this.#replica = replica;
    this.#lastAct = Date.now();
    doc.on('update', this.#onUpdate);
    for (const act of ACTS) addEventListener(act, this.#onAct, { passive: true, capture: true });
    document.addEventListener('visibilitychange', this.#onVisible);
    addEventListener('pagehide', this.#onLeave);
    const stops = [replica.status.subscribe(this.#onStatus), shared.subscribe(this.#onShared)];
    // From then on the library can ask what came since.
    if (shared.read() === null) this.#isUntold = true;
    const stopWaiting = whenIdle(this.#onStatus, BEGINS_WITHIN_MS);
    return () => {
      stopWaiting();
      clearTimeout(this.#rest);
      this.#onLeave();
      doc.off('update', this.#onUpdate);
      for (const act of ACTS) removeEventListener(act, this.#onAct, { capture: true });
      document.removeEventListener('visibilitychange', this.#onVisible);
      removeEventListener('pagehide', this.#onLeave);
      for (const stop of stops) stop();
      this.#replica = null;
      void replica.close();
    };
  }

  /** Begins to go through the news, or goes on by one; says whether there are any. */
  go(by: 1 | -1): boolean {
    const { news, done, isWalking } = this.#snapshot;
    if (news.length === 0) return false;
    let { at } = this.#snapshot;
    if (isWalking)
      do at = (at + by + news.length) % news.length;
      while (done.has(at));
    this.#set({ at, isWalking: true });
    return true;
  }

  /** No longer goes through them; what was not looked at is news as before. */
  rest(): void {
    this.#set({ isWalking: false });
  }

  /** These are kept, or taken back: on to the next, and when they were the last, all is seen. */
  finish(which: readonly number[] = [this.#snapshot.at]): void {
    const { news, at } = this.#snapshot;
    const done = new Set([...this.#snapshot.done, ...which]);
    if (done.size >= news.length) {
      this.allSeen();
      return;
    }
    let next = at;
    while (done.has(next)) next = (next + 1) % news.length;
    this.#set({ done, at: next });
  }

  allSeen(): void {
    this.#set(NOTHING);
    this.#hasMissed = false;
    this.#isUntold = true;
    this.#isChanged = true;
    this.#isOwed = true;
    this.#keep();
  }

  readonly #onUpdate = (
    _update: Uint8Array,
    _origin: unknown,
    doc: Y.Doc,
    { local }: Y.Transaction,
  ) => {
    this.#isChanged = true;
    this.#sequence = null;
    if (local) this.#noteWriter(doc.clientID);
    else {
      this.#isUntold = true;
      if (document.visibilityState === 'hidden' || !this.#isThere()) this.#hasMissed = true;
    }
    this.#keepSoon();
  };

  /** What this device writes is nobody's news, also where the page ends before it is kept. */
  #noteWriter(client: number): void {
    if (this.#noted.has(client)) return;
    this.#noted.add(client);
    noteSeen(this.#options.docId, (facts) => ({
      ...facts,
      writers: [...new Set([...facts.writers, client])],
    })).catch(tellFailure);
  }

  readonly #onAct = () => {
    this.#lastAct = Date.now();
    if (!this.#hasMissed || this.#snapshot.isWalking) return;
    this.#hasMissed = false;
    void this.#look();
  };

  readonly #onVisible = () => {
    if (document.visibilityState === 'hidden') this.#onLeave();
  };

  readonly #onLeave = () => {
    clearTimeout(this.#rest);
    if (this.#isThere()) this.#keep();
  };

  readonly #onStatus = () => {
    const status = this.#replica?.status.get();
    if (!status) return;
    const { server, checkedAt, checkedSequence } = status;
    const isOnline = server === 'synced';
    // What others wrote while this device had no network comes at once, like what one was away from.
    if (server === 'offline' || server === 'connecting') this.#isLookedOnline = false;
    const isUnderWay = this.#snapshot.isWalking || this.#snapshot.done.size > 0;
    if (isOnline ? !this.#isLookedOnline && !isUnderWay : server === 'offline' && !this.#isLooked)
      void this.#look();
    if (this.#isOwed && isOnline && status.unconfirmed === 0) whenIdle(() => this.#keep());
    if (checkedAt === this.#checkedAt) return;
    this.#checkedAt = checkedAt;
    this.#sequence = checkedSequence;
    // A server that was restored from a backup counts from there.
    if (checkedSequence !== null) this.#keptUpTo = Math.min(this.#keptUpTo, checkedSequence);
    // It was kept before it was known up to where it goes.
    if (checkedSequence !== null && !this.#isChanged && this.#snapshot.news.length === 0) {
      const { docId } = this.#options;
      this.#keptUpTo = checkedSequence;
      noteSeen(docId, (facts) => ({ ...facts, sequence: checkedSequence })).catch(tellFailure);
      this.#tellLibrary();
    }
    this.#keepSoon();
  };

  /** On another device all was seen that is news here. */
  readonly #onShared = () => {
    const seen = this.#options.shared.read();
    if (this.#snapshot.news.length === 0 || !seen || this.#newsUpTo === 0) return;
    if (seen.sequence >= this.#newsUpTo) this.allSeen();
  };

  #isThere(): boolean {
    return Date.now() - this.#lastAct < THERE_FOR_MS;
  }

  #keepSoon(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (document.visibilityState === 'visible' && this.#isThere()) whenIdle(() => this.#keep());
    }, RESTS_MS);
  }

  /** What is shown is what was seen, if nothing of it is news, and all of it is on the server. */
  #keep(): void {
    if (!this.#isLookedOnline || this.#isLooking || this.#hasMissed) return;
    if (!this.#isChanged || this.#snapshot.news.length > 0) return;
    const status = this.#replica?.status.get();
    if (status?.server !== 'synced' || status.unconfirmed > 0) return;
    const { docId, doc } = this.#options;
    this.#isChanged = false;
    this.#isOwed = false;
    this.#noted.clear();
    this.#keptUpTo = this.#sequence ?? this.#keptUpTo;
    const copy: SeenCopy = {
      at: Date.now(),
      sequence: this.#keptUpTo,
      writers: [],
      state: Y.encodeStateAsUpdate(doc),
    };
    keepSeen(docId, copy).catch((error: unknown) => {
      // It is tried again with the next change.
      this.#isChanged = true;
      tellFailure(error);
    });
    this.#tellLibrary();
  }

  #tellLibrary(): void {
    if (!this.#isUntold || this.#sequence === null || this.#sequence === 0) return;
    this.#isUntold = false;
    this.#options.shared.write({ sequence: this.#sequence, at: Date.now() });
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const isOnline = this.#replica?.status.get().server === 'synced';
    try {
      const told = await this.#askWhatIsNew();
      if (told) this.#set({ ...NOTHING, ...told });
    } catch (error) {
      console.error('What others changed cannot be told.', error);
    }
    this.#isLooking = false;
    this.#isLooked = true;
    this.#isLookedOnline = isOnline;
    this.#keepSoon();
    // It may have become so meanwhile.
    if (!isOnline) this.#onStatus();
  }

  async #askWhatIsNew(): Promise<Pick<WhileAwaySnapshot, 'news' | 'since'> | null> {
    const { docId, doc, me, shared } = this.#options;
    const kept = await readSeen(docId);
    const elsewhere = shared.read();
    if (!kept && !elsewhere) return null;
    const now = Y.encodeStateAsUpdate(doc);
    if (kept && sameBytes(kept.state, now)) {
      this.#isChanged = false;
      return null;
    }
    const after = kept?.sequence ?? 0;
    this.#keptUpTo = after;
    const entries = await this.#entriesBehind(after);
    // Without the rows nobody knows what the other device has seen.
    if (!kept && !entries) return null;
    const isElsewhere = entries !== null && elsewhere !== null && elsewhere.sequence > after;
    const news = await ask({
      before: kept?.state ?? Y.encodeStateAsUpdate(new Y.Doc()),
      now,
      entries: entries ?? [],
      upTo: isElsewhere ? elsewhere.sequence : 0,
      me: me(),
      own: kept?.writers ?? [],
      deleted: this.#replica?.unconfirmedDeletions() ?? new Map(),
    });
    this.#newsUpTo = entries?.at(-1)?.sequence ?? 0;
    if (!news || news.length === 0) return null;
    return { news, since: isElsewhere || !kept ? elsewhere!.at : kept.at };
  }

  /** Null where the server does not tell them, or cannot be reached. */
  async #entriesBehind(sequence: number): Promise<HistoryEntry[] | null> {
    const { docId, secret } = this.#options;
    if (this.#replica?.status.get().server !== 'synced') return null;
    try {
      const all: HistoryEntry[] = [];
      for (let after: number | null = sequence; after !== null; ) {
        const { entries, next } = await fetchHistory(docId, secret, after);
        all.push(...entries);
        after = next;
      }
      return all;
    } catch (error) {
      console.info('Who changed what is not known here.', error);
      return null;
    }
  }

  #set(change: Partial<WhileAwaySnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** In a worker that ends with its answer. */
function ask(question: Parameters<typeof import('./news.ts').newsOf>[0]): Promise<News[] | null> {
  const worker = new Worker(ownScript(workerAddress), { type: 'module' });
  return new Promise<News[] | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<NewsAnswer>) => {
      if ('news' in data) resolve(data.news);
      else reject(new Error(data.problem));
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}

function tellFailure(error: unknown): void {
  console.info('What was seen of the document cannot be kept on this device.', error);
}
