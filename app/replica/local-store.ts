/**
 * A document's copy in this browser's IndexedDB, kept by y-indexeddb (imported only here).
 *
 * Invariant: `saved` is said only when everything written so far is on the disk. A browser calls a
 * transaction complete when it has handed it to the system, which survives the browser's end and not
 * the power's, so a strict one follows (https://w3c.github.io/IndexedDB/#transaction-durability-hint).
 * y-indexeddb opens, loads and compacts; it drops the outcome of its own writes, so updates are
 * written here, into the same store and in the same form, where the outcome is seen.
 */
import { IndexeddbPersistence, PREFERRED_TRIM_SIZE, storeState } from 'y-indexeddb';
import * as Y from 'yjs';
import { LastWords } from './last-words.ts';
import type { FactStore } from './ledger.ts';
import { loadQuietly } from './quiet-loading.ts';
import { wasRemoved } from './removed.ts';
import type { DeviceProblem, DeviceState } from './status.ts';

const UPDATES = 'updates';
const FACTS = 'custom';
const STORES = [UPDATES, FACTS];
/** The fact that takes what was written before it to the disk. */
const ON_DISK = 'onDisk';

/** How long the database may take to open before the person is told, ms. */
const OPEN_WITHIN_MS = 1500;
/** How long reading it may take before the person is told, ms. */
const LOAD_WITHIN_MS = 10_000;
/** How long other tabs may take to let go of a database that is to be removed, ms. */
const ERASE_WITHIN_MS = 5000;
/** How long the rest of a removal may take in another tab, ms. */
const REMOVED_WITHIN_MS = 10_000;
const COMPACT_AFTER_MS = 1000;
/** So many items cut in two by rows take a moment each time the document is opened from them. */
const MANY_HALVES = 2_000;
/** How long a compaction may keep waiting whoever replaces what is stored, ms. */
const COMPACTED_WITHIN_MS = 5000;
/** A disk takes its time, and the battery's: whoever writes on has it asked for no more often, ms. */
const ON_DISK_AFTER_MS = 250;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

const UNREADABLE: DeviceProblem = { reason: 'unreadable' };

/** Why storage could not do what was asked; the catalogue has words for the reason. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly reason: DeviceProblem['reason'];

  constructor(reason: DeviceProblem['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

export interface DeviceStatus {
  state: DeviceState;
  problem: DeviceProblem | null;
}

export interface LocalStoreListeners {
  /** `status` is another one than before. */
  changed: () => void;
  /** The stored document and facts have been read: at once, or when a failing storage recovers. */
  loaded: (facts: ReadonlyMap<string, unknown>) => void;
}

/** For developers: people read the reason, in words of the catalogue. */
const report = (cause: unknown) => console.error('The storage of this browser failed.', cause);

type Merge = (stored: unknown) => unknown;

/** What to do when a write has ended. */
interface Outcome {
  done(): void;
  /** Makes all of it due again. */
  failed(): void;
}

export class LocalStore implements FactStore {
  /** Resolves when the document is loaded, or it is clear that it cannot be for now. */
  readonly whenLoaded: Promise<void>;
  readonly #name: string;
  readonly #doc: Y.Doc;
  readonly #listeners: LocalStoreListeners;
  #settleLoaded: () => void = () => {};
  #status: DeviceStatus = { state: 'opening', problem: null };

  #persistence: IndexeddbPersistence | null = null;
  /** The handle to write to; null while there is none that works. */
  #db: IDBDatabase | null = null;
  /** Counts attempts to open, so that an answer to an abandoned one is not taken for the present. */
  #attempt = 0;
  #isOpening = false;
  #isLoaded = false;
  #isClosed = false;
  /** Why nothing can be kept now; gone as soon as a write succeeds. */
  #failure: DeviceProblem | null = null;
  /** Something stored is unreadable, which no later write mends. */
  #damage: DeviceProblem | null = null;

  /** Updates that no transaction holds yet. */
  #queue: Uint8Array[] = [];
  /** Whether the whole document has to be written, because some of it may be missing. */
  #isWholeDue = false;
  /** What was written here that no transaction has ended with, or no other tab has heard of. */
  #unkept: Uint8Array[] = [];
  readonly #lastWords: LastWords;
  #stopLastWords = () => {};
  /** Whether other tabs hear, from somebody else, of what is written here. */
  #isTold = false;
  /** Whether what is stored has to go with that, because the document no longer says it. */
  #isReplaceDue = false;
  #facts = new Map<string, () => unknown>();
  #merges = new Map<string, Merge>();
  /** Writes of which the browser has not told yet what became of them. */
  readonly #inFlight = new Set<Outcome>();
  /** Transactions that read before they write, and so end only in a page that lives. */
  readonly #reading = new Set<IDBTransaction>();
  #isScheduled = false;
  #idle: (() => void)[] = [];
  /** How many writes of updates there were, and the last one that the disk has. */
  #writes = 0;
  #onDisk = 0;
  #isDiskDue = false;
  #diskTimer: ReturnType<typeof setTimeout> | null = null;

  #retryTimer: ReturnType<typeof setTimeout> | null = null;
  #retryMs = FIRST_RETRY_MS;
  /** Items that were cut in two by what is stored in rows, or will be. */
  #halves = 0;
  #compactTimer: ReturnType<typeof setTimeout> | null = null;
  #compaction: Promise<void> = Promise.resolve();

  /** @param name of the database; `start` opens or makes it and loads the document into `doc` */
  constructor(name: string, doc: Y.Doc, listeners: LocalStoreListeners) {
    this.#name = name;
    this.#lastWords = new LastWords(name);
    this.#doc = doc;
    this.#listeners = listeners;
    this.whenLoaded = new Promise((resolve) => {
      this.#settleLoaded = resolve;
    });
  }

  /**
   * Begins: to keep what changes, and to load. Whoever must hear of a change before this store
   * reports it listens to the document first.
   */
  start(): void {
    this.#doc.on('update', this.#onUpdate);
    this.#doc.on('afterTransaction', this.#onTransaction);
    this.#stopLastWords = this.#lastWords.onOthers(() => {
      if (this.#isLoaded) this.#takeLastWords();
    });
    void this.#open();
  }

  get status(): DeviceStatus {
    return this.#status;
  }

  /** Whether a transaction's origin says that it came from this device's storage. */
  isOrigin(origin: unknown): boolean {
    return origin instanceof IndexeddbPersistence;
  }

  put(key: string, make: () => unknown): void {
    this.#facts.set(key, make);
    this.#schedule();
  }

  merge(key: string, merge: Merge): void {
    this.#merges.set(key, merge);
    this.#schedule();
  }

  /**
   * Hands everything to the browser now and resolves when it is on the disk or has failed; `status`
   * tells which. Resolves at once while there is no storage.
   */
  flush(): Promise<void> {
    this.#askDisk();
    this.#write();
    if (this.#inFlight.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /**
   * As `flush`, in a page that may not live to hear the browser's next answer. What waits for one gives
   * way and is done later: what was written behind it would be gone with the page.
   */
  leave(): void {
    for (const transaction of this.#reading) {
      try {
        transaction.abort();
      } catch {
        // It has ended, and its event is on the way.
      }
    }
    void this.flush();
    this.#keepLastWords();
  }

  /** Other tabs hear by now, from somebody else, of all that was written here and will be. */
  noteTold(): void {
    this.#isTold = true;
    this.#dropKept();
  }

  /** Has what is stored replaced by the document as it is after `change`, which may take back what it knew. */
  async replace(change: () => void): Promise<void> {
    if (this.#compactTimer) clearTimeout(this.#compactTimer);
    this.#compactTimer = null;
    // It would bring back what is stored; of one that never ends nothing is to be feared.
    const inVain = new Promise((resolve) => setTimeout(resolve, COMPACTED_WITHIN_MS));
    await Promise.race([this.#compaction, inVain]);
    change();
    // It would take back the change, or do to what stands under these ids by now what it meant before.
    this.#forgetKept();
    this.#isWholeDue = true;
    this.#isReplaceDue = true;
    this.#schedule();
    this.#report();
  }

  /** Tries again now instead of at the next planned time. */
  retry(): void {
    if (this.#failure === null || this.#isClosed) return;
    this.#clearRetry();
    // Where there was no room, the handle is good; after anything else it may be the trouble.
    if (this.#db && this.#failure.reason === 'quota') this.#write();
    else void this.#open();
  }

  /** Writes what is left and lets go of the database. The document stays in memory. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    // The page may go before the database has it, or the document be read anew.
    if (!this.#isWritten) this.#keepLastWords();
    // What was written before there was a handle waits for one, or for word that there is none.
    if (this.#isOpening && this.#isWholeDue) await this.whenLoaded;
    await this.flush();
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#doc.off('update', this.#onUpdate);
    this.#doc.off('afterTransaction', this.#onTransaction);
    this.#stopLastWords();
    this.#clearRetry();
    if (this.#compactTimer) clearTimeout(this.#compactTimer);
    if (this.#diskTimer) clearTimeout(this.#diskTimer);
    this.#settleLoaded();
    await this.#letGo();
  }

  /**
   * Closes and removes everything stored.
   *
   * @throws Error if the browser refuses, or another tab holds on to the database.
   */
  async erase(): Promise<void> {
    await this.close();
    this.#lastWords.forget();
    const factory = findFactory();
    if (!factory) return;
    await new Promise<void>((resolve, reject) => {
      const request = factory.deleteDatabase(this.#name);
      const timer = setTimeout(() => reject(new StorageError('blocked')), ERASE_WITHIN_MS);
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        then();
      };
      request.onsuccess = () => settle(resolve);
      request.onerror = () =>
        settle(() => reject(new StorageError('unknown', { cause: request.error })));
    });
  }

  // Opening

  async #open(): Promise<void> {
    const attempt = ++this.#attempt;
    const isCurrent = (): boolean => attempt === this.#attempt && !this.#isClosed;
    const failAfter = (ms: number): ReturnType<typeof setTimeout> =>
      setTimeout(() => {
        if (isCurrent()) this.#fail(this.#isLoaded ? 'closed' : 'blocked');
      }, ms);
    let deadline = failAfter(OPEN_WITHIN_MS);
    this.#isOpening = true;
    try {
      await this.#letGo();
      // y-indexeddb cannot say that opening failed, so a handle of our own goes first, and stays
      // open until y-indexeddb has its own.
      const probe = await openDatabase(this.#name);
      if (!isCurrent()) {
        probe.close();
        return;
      }
      loadQuietly(this.#doc, (origin) => this.isOrigin(origin));
      const persistence = new IndexeddbPersistence(this.#name, this.#doc);
      this.#doc.off('update', persistence._storeUpdate);
      this.#persistence = persistence;
      let db: IDBDatabase;
      try {
        db = await persistence._db;
      } finally {
        probe.close();
      }
      clearTimeout(deadline);
      if (!isCurrent()) return;
      deadline = failAfter(LOAD_WITHIN_MS);
      // Nothing but a removal deletes a database, and nothing makes it a newer one.
      db.addEventListener('versionchange', () => this.#lose(persistence, true));
      db.addEventListener('close', () => this.#lose(persistence, this.#wasRemoved()));
      const { facts, rows } = await readAfterLoading(db, persistence);
      if (!isCurrent()) return;
      this.#damage = rows && this.#recover(persistence, rows) > 0 ? UNREADABLE : null;
      this.#db = db;
      this.#failure = null;
      this.#clearRetry();
      this.#isLoaded = true;
      this.#listeners.loaded(facts);
      this.#takeLastWords();
      this.#settleLoaded();
      this.#write();
      if (this.#cutMuch) this.#planCompaction();
      this.#report();
    } catch (error) {
      if (isCurrent()) this.#fail(reasonOf(error), error);
    } finally {
      clearTimeout(deadline);
      if (attempt === this.#attempt) this.#isOpening = false;
    }
  }

  /** Applies what can be read after y-indexeddb gave up on all of it; how many rows cannot. */
  #recover(persistence: IndexeddbPersistence, rows: readonly unknown[]): number {
    let unreadable = 0;
    for (const row of rows) {
      try {
        if (!(row instanceof Uint8Array)) throw new TypeError('A stored row is no update.');
        Y.applyUpdate(this.#doc, row, persistence);
      } catch (error) {
        unreadable++;
        console.error('A stored update could not be read.', error);
      }
    }
    return unreadable;
  }

  /** Written here, as far as anybody knows, and sent by nobody yet. */
  #takeLastWords(): void {
    const { store } = this.#doc;
    this.#lastWords.read((update) => {
      Y.applyUpdate(this.#doc, update, this.#lastWords);
      // Nobody is told of what builds on something that is not here, and it is no change yet.
      if (store.pendingStructs || store.pendingDs) this.#queue.push(update);
    });
    this.#schedule();
    this.#dropKept();
  }

  #keepLastWords(): void {
    // Where no database is to be had, nobody would ever take them off again.
    if (this.#failure?.reason !== 'unavailable' && !this.#wasRemoved())
      this.#lastWords.keep(this.#unkept.splice(0));
  }

  #wasRemoved(): boolean {
    return wasRemoved(this.#name.slice(this.#name.indexOf(':') + 1));
  }

  /** The handle is of no use: another tab removes the database, or the browser closed it. */
  #lose(persistence: IndexeddbPersistence, isRemoved: boolean): void {
    if (this.#isClosed || this.#persistence !== persistence) return;
    this.#db = null;
    this.#isWholeDue = true;
    this.#report();
    if (!isRemoved) {
      void this.#open();
      return;
    }
    // Whoever shows it lets go of it when the library says so; what was removed stays removed.
    void this.#letGo();
    this.#clearRetry();
    this.#retryTimer = setTimeout(() => void this.#open(), REMOVED_WITHIN_MS);
  }

  async #letGo(): Promise<void> {
    const persistence = this.#persistence;
    this.#persistence = null;
    this.#db = null;
    // A handle that the browser closed may never tell what became of them: they are due again.
    for (const { failed } of this.#inFlight) failed();
    this.#inFlight.clear();
    this.#settleIdle();
    if (!persistence) return;
    // Ended half-way, a compaction would drop what other tabs wrote.
    await this.#compaction;
    await persistence.destroy();
  }

  // Writing

  readonly #onUpdate = (
    update: Uint8Array,
    origin: unknown,
    _doc: Y.Doc,
    { local }: Y.Transaction,
  ): void => {
    if (this.isOrigin(origin)) return;
    // Where a document begins as a copy of another one, that has no origin.
    if (local || origin === null) this.#unkept.push(update);
    if (this.#db && !this.#isWholeDue) this.#queue.push(update);
    else this.#isWholeDue = true;
    this.#schedule();
    this.#report();
  };

  readonly #onTransaction = ({ _mergeStructs }: Y.Transaction): void => {
    this.#halves += _mergeStructs.length;
  };

  /** Rows are read by y-indexeddb as Yjs reads them: for each half all of a client's items are moved. */
  get #cutMuch(): boolean {
    return this.#halves >= MANY_HALVES;
  }

  /** Everything of one turn goes into one transaction, and what comes meanwhile into the next. */
  #schedule(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#inFlight.size === 0 && this.#failure === null) this.#write();
    });
  }

  #write(): void {
    const persistence = this.#persistence;
    const db = this.#db;
    if (!db || !persistence || this.#isClosed) return;
    try {
      if (this.#isWholeDue || this.#queue.length > 0 || this.#facts.size > 0) {
        this.#writeUpdates(db, persistence);
      }
      if (this.#merges.size > 0) this.#writeMerges(db);
    } catch {
      // The handle was closed without an event; some browsers do that to pages that slept.
      this.#lose(persistence, this.#wasRemoved());
    }
  }

  /** Throws, with everything still due, if the handle is closed. */
  #writeUpdates(db: IDBDatabase, persistence: IndexeddbPersistence): void {
    const isStrict = this.#isDiskDue;
    const durability = isStrict ? 'strict' : 'relaxed';
    const transaction = db.transaction(STORES, 'readwrite', { durability });
    const updates = this.#isWholeDue ? [Y.encodeStateAsUpdate(this.#doc)] : this.#queue;
    const isReplaced = this.#isReplaceDue;
    const facts = this.#facts;
    this.#isWholeDue = false;
    this.#isReplaceDue = false;
    this.#queue = [];
    this.#facts = new Map();
    this.#isDiskDue = false;
    if (updates.length > 0) this.#writes++;
    const writes = this.#writes;
    this.#follow(transaction, {
      done: () => {
        if (isStrict) this.#onDisk = writes;
        this.#planDisk();
        persistence._dbsize += updates.length;
        if (persistence._dbsize >= PREFERRED_TRIM_SIZE || this.#cutMuch) this.#planCompaction();
      },
      failed: () => {
        if (updates.length > 0) {
          this.#queue = [];
          this.#isWholeDue = true;
        }
        this.#isReplaceDue ||= isReplaced;
        this.#facts = new Map([...facts, ...this.#facts]);
        this.#isDiskDue ||= isStrict;
      },
    });
    try {
      if (isReplaced) transaction.objectStore(UPDATES).clear();
      for (const update of updates) transaction.objectStore(UPDATES).add(update);
      for (const [key, make] of facts) {
        const value = make();
        if (value === undefined) transaction.objectStore(FACTS).delete(key);
        else transaction.objectStore(FACTS).put(value, key);
      }
      // Without waiting for the page, which may be about to go away.
      transaction.commit();
    } catch (error) {
      report(error);
      transaction.abort();
    }
  }

  #planDisk(): void {
    if (this.#onDisk === this.#writes) return;
    this.#diskTimer ??= setTimeout(() => {
      this.#askDisk();
      this.#write();
    }, ON_DISK_AFTER_MS);
  }

  /** The next write goes to the disk, and all those before it: there is one even if nothing is due. */
  #askDisk(): void {
    if (this.#diskTimer) clearTimeout(this.#diskTimer);
    this.#diskTimer = null;
    if (this.#onDisk === this.#writes && this.#queue.length === 0 && !this.#isWholeDue) return;
    this.#isDiskDue = true;
    this.#facts.set(ON_DISK, Date.now);
  }

  /** Apart from the updates, because it reads first, which a page that goes away does not live to see. */
  #writeMerges(db: IDBDatabase): void {
    const transaction = this.#reads(db.transaction(FACTS, 'readwrite'));
    const merges = this.#merges;
    this.#merges = new Map();
    this.#follow(transaction, {
      done: () => {},
      failed: () => {
        this.#merges = new Map([...merges, ...this.#merges]);
      },
    });
    const store = transaction.objectStore(FACTS);
    for (const [key, merge] of merges) {
      const stored: IDBRequest<unknown> = store.get(key);
      stored.onsuccess = () => {
        const merged = merge(stored.result);
        if (merged === undefined) store.delete(key);
        else store.put(merged, key);
      };
    }
  }

  /** Has it give way to a page that goes, as long as it has not ended. */
  #reads(transaction: IDBTransaction): IDBTransaction {
    this.#reading.add(transaction);
    const end = () => this.#reading.delete(transaction);
    for (const event of ['complete', 'abort']) transaction.addEventListener(event, end);
    return transaction;
  }

  #follow(transaction: IDBTransaction, outcome: Outcome): void {
    const isReading = this.#reading.has(transaction);
    this.#inFlight.add(outcome);
    transaction.oncomplete = () => {
      // Of a handle that was let go: it counts as failed already.
      if (!this.#inFlight.delete(outcome)) return;
      this.#failure = null;
      this.#clearRetry();
      this.#retryMs = FIRST_RETRY_MS;
      outcome.done();
      this.#dropKept();
      this.#report();
      this.#schedule();
      this.#settleIdle();
    };
    transaction.onabort = () => {
      if (!this.#inFlight.delete(outcome)) return;
      outcome.failed();
      if (isReading && transaction.error === null) this.#schedule();
      else this.#fail(reasonOf(transaction.error), transaction.error);
      this.#settleIdle();
    };
  }

  /** What the database has, and every tab, needs to be kept nowhere else. */
  #dropKept(): void {
    if (this.#isTold && this.#isWritten) this.#forgetKept();
  }

  #forgetKept(): void {
    this.#unkept = [];
    this.#lastWords.drop();
  }

  /** Whether there is nothing that no transaction has ended with. */
  get #isWritten(): boolean {
    return this.#inFlight.size === 0 && this.#queue.length === 0 && !this.#isWholeDue;
  }

  #settleIdle(): void {
    if (this.#inFlight.size > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Lets y-indexeddb fold many rows into one, once nothing was written for a moment. */
  #planCompaction(): void {
    if (this.#compactTimer) clearTimeout(this.#compactTimer);
    this.#compactTimer = setTimeout(() => {
      this.#compactTimer = null;
      const persistence = this.#persistence;
      if (!persistence || !this.#db || this.#isClosed || this.#failure) return;
      const { db } = persistence;
      // It begins its one transaction at once, and tells nobody which that is.
      const begin: IDBDatabase['transaction'] = (...of) => this.#reads(db!.transaction(...of));
      persistence.db = { transaction: begin } as IDBDatabase;
      this.#compaction = storeState(persistence, this.#cutMuch).catch((error: unknown) => {
        // Nothing is lost: the rows are still there, and a later write tries again.
        report(error);
      });
      this.#halves = 0;
      persistence.db = db;
    }, COMPACT_AFTER_MS);
  }

  // Status

  #report(): void {
    const problem = this.#failure ?? this.#damage;
    if (problem) {
      this.#setStatus('failed', problem);
      return;
    }
    if (!this.#isLoaded) {
      this.#setStatus('opening', null);
      return;
    }
    const isSaved = this.#db !== null && this.#isWritten && this.#onDisk === this.#writes;
    this.#setStatus(isSaved ? 'saved' : 'saving', null);
  }

  #setStatus(state: DeviceState, problem: DeviceProblem | null): void {
    if (this.#isClosed) return;
    if (state === this.#status.state && problem === this.#status.problem) return;
    this.#status = { state, problem };
    this.#listeners.changed();
  }

  #fail(reason: DeviceProblem['reason'], cause?: unknown): void {
    if (cause !== undefined) report(cause);
    if (this.#failure?.reason !== reason) this.#failure = { reason };
    this.#report();
    this.#settleLoaded();
    if (this.#retryTimer || this.#isClosed) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      // An open request that hangs goes on by itself as soon as it can.
      if (!this.#isOpening) this.retry();
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }

  #clearRetry(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
  }
}

/** The browser's IndexedDB, or null where there is none. */
function findFactory(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    // Some browsers throw at the mere name where storage is forbidden.
    return null;
  }
}

/** Opens the database in the shape that y-indexeddb gives it. */
function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const factory = findFactory();
    if (!factory) {
      reject(new DOMException('There is no storage.', 'SecurityError'));
      return;
    }
    const request = factory.open(name);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(UPDATES, { autoIncrement: true });
      request.result.createObjectStore(FACTS);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = () => db.close();
      if (STORES.every((store) => db.objectStoreNames.contains(store))) {
        resolve(db);
      } else {
        db.close();
        reject(new DOMException('The database has another shape.', 'NotFoundError'));
      }
    };
  });
}

/**
 * The facts; and the rows, if y-indexeddb could not read them. Its reading began in a transaction
 * on the same store before, so when this one gets its turn that one has ended, well or not.
 */
function readAfterLoading(
  db: IDBDatabase,
  persistence: IndexeddbPersistence,
): Promise<{ facts: Map<string, unknown>; rows: unknown[] | null }> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORES, 'readwrite');
    const keys = transaction.objectStore(FACTS).getAllKeys();
    const values = transaction.objectStore(FACTS).getAll();
    let rows: IDBRequest<unknown[]> | null = null;
    values.onsuccess = () => {
      if (!persistence.synced) rows = transaction.objectStore(UPDATES).getAll();
    };
    transaction.onabort = () => reject(transaction.error);
    transaction.oncomplete = () => {
      const facts = new Map<string, unknown>();
      for (const [index, key] of keys.result.entries()) {
        if (typeof key === 'string') facts.set(key, values.result[index]);
      }
      resolve({ facts, rows: rows?.result ?? null });
    };
  });
}

function reasonOf(error: unknown): DeviceProblem['reason'] {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'quota';
  // Private windows of several browsers answer with one of these.
  if (name === 'SecurityError' || name === 'InvalidStateError') return 'unavailable';
  return 'unknown';
}
