/**
 * The log every change goes through: stored first, then applied to the document in memory.
 *
 * Invariant: a live document holds what the log holds and nothing else. An update is applied in the
 * turn its commit ends, in the order of the log, whoever sent it and whether or not they are still
 * there; so whatever a client can see or be told is durable.
 */

import { crc32 } from 'node:zlib';
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { keepPairs } from '../../shared/document/pairs.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { MAX_DISCUSSION_BYTES } from '../../shared/protocol/limits.ts';
import { ProcessorClock } from '../access/processor-clock.ts';
import { TokenBucket } from '../access/rates.ts';
import { onDocument } from '../current-document.ts';
import type { Log } from '../log.ts';
import { meter } from '../meter.ts';
import {
  goesOnFrom,
  type LogMark,
  type LogPosition,
  type NewUpdate,
  type SharedStorage,
  type Storage,
  StorageDamaged,
  type StoredLog,
  sharedOf,
} from '../storage/storage.ts';
import { tracer, type Way, type WayHere } from '../way.ts';
import { calledIn } from './called-people.ts';
import { countConflicts } from './conflict-meter.ts';
import { TalkLimit } from './discussion-gate.ts';
import { MAX_WEIGHT, weightOf } from './document-weight.ts';
import { encodeState } from './encode-state.ts';
import { HistoryThinner } from './history-thinner.ts';
import { type Inspection, inspect } from './inspect-update.ts';
import { LogMender } from './log-mender.ts';
import { memoryOf } from './open-documents.ts';
import { restFrom } from './rest.ts';
import { fill, MAX_STEPS, withoutUnwritableValues } from './stored-document.ts';
import { Writers } from './writers.ts';

/** A document in memory; Hocuspocus' documents are such. */
export interface LiveDocument extends Y.Doc {
  readonly name: DocumentName;
}

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
/**
 * From the beginning of one transaction to the next, where somebody comes then; a timer may be a millisecond
 * later. It costs about the same for one update as for many, and whoever types alone never waits for it.
 * After one that the disk took longer for, those who came meanwhile have waited enough.
 */
const BETWEEN_WRITES_MS = 1.4;
/**
 * One that takes so long where the store keeps the thread waiting has kept everybody else from it, too:
 * whatever takes several turns would wait for as many writes.
 */
const LONG_WRITE_MS = 4;
/** Updates that share a transaction; the next ones share another, and others get their turn between. */
const MAX_SHARED = 1_000;
/** Bytes that may wait for a store that does not answer, over all documents. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** A document that goes out of memory with this share of a full log is compacted before. */
const FOLD_ON_UNLOAD_SHARE = 0.2;
/** Updates that take this much, and twice what is compacted, are compacted, however few they are. */
const COMPACT_BYTES = 4 * 1024 * 1024;
const COMPACT_BYTES_SHARE = 2;
/** One that takes so much is compacted before in any case: it is opened much faster from one piece. */
const LONG_DOCUMENT_BYTES = 64 * 1024;
/** Bytes of what waits for something that is not there yet. Yjs goes through all of it again and again. */
const MAX_AHEAD_BYTES = 512 * 1024;
const MAX_DELETIONS_AHEAD_BYTES = 64 * 1024;
/** A range of deletions, with its client and its clocks, takes at most so much. */
const DELETION_BYTES = 24;
/** What is taken from a document that took more than that. */
const FEW_STEPS = 100_000;
/** Measuring a full document takes as long as writing it out. */
const MEASURE_AT_ONCE = 5;
const MEASURE_PER_SECOND = 0.2;
/**
 * Long after a document was deleted nothing of it is left in memory that could still be written: it
 * goes when it has been idle, and nobody is let in any more.
 */
const REMEMBER_DELETED_MS = 60 * 60_000;
/** What an item takes of an update at the least, about. */
const BYTES_OF_LIGHT_ITEM = 8;
/** Rows that are kept while one before them is read: the others are read with it. */
const MAX_AHEAD_ROWS = 5_000;
/** Updates of a document that are tried on a copy, whoever sends them. */
const TRIALS_AT_ONCE = 20;
const TRIALS_PER_SECOND = 1;

const NOBODY: ReadonlySet<string> = new Set();
const NO_WAYS: readonly never[] = [];

/** An update as it is handed over, with what `inspect` said of its weight and its cuts. */
type OfferedUpdate = Omit<NewUpdate, 'name' | 'receivedAt'> & {
  weight?: number;
  cuts?: number;
  /** Is told how many milliseconds of the processor it took to apply it. */
  charge?: (ms: number) => void;
  /** Is told how far it is, where somebody traces it. */
  way?: Way | null;
};

interface Waiting {
  /** When it came, by a steady clock. */
  since: number;
  update: NewUpdate & {
    weight: number;
    cuts: number;
    charge?: (ms: number) => void;
    way?: Way | null;
  };
  document: LiveDocument;
  resolve: () => void;
  reject: (error: CatalogueError) => void;
}

/** An update that is in the log now. */
interface Stored {
  sequence: number;
  /** Null where it is left out of the document. */
  bytes: Uint8Array | null;
  /** Of the row, null where it is not known. */
  crc: number | null;
  /** Who waits for it here; null where another server stored it. */
  waiting: Waiting | null;
}

interface LogState {
  /** At least what its items take in memory, in items of plain text. */
  weight: number;
  /** Steps walked to find places, since it is in memory. */
  steps: number;
  /** At least what the document takes: its exact size once, and all updates since. */
  bytes: number;
  /** What is on its way into the store, and not yet in `bytes` and `weight`. */
  readonly offered: { bytes: number; weight: number };
  /** Sequence up to which `bytes` is exact. */
  measuredAt: number;
  measurements: TokenBucket;
  trials: TokenBucket;
  rowsSinceCompaction: number;
  bytesSinceCompaction: number;
  lastSequence: number;
  /** Of the row with that sequence, null where it is not known. */
  lastCrc: number | null;
  /** An update threw half-way through: what is in memory is no longer what the log says. */
  broken: boolean;
  /** What is in the log behind a row that is not here yet, by its sequence. */
  ahead: Map<number, Stored>;
  /** What other servers trace of what is not here yet, by its sequence. */
  traced: Map<number, WayHere>;
  /** The log is at least that long. */
  heardOf: number;
  isReading: boolean;
}

interface UpdateLogOptions {
  storage: Storage;
  log: Log;
  compactAfterUpdates: number;
  maxDocumentBytes: number;
  /** Origin of the Yjs transactions that apply logged updates. */
  origin: unknown;
  /** The time, by which history grows old. */
  now?: () => number;
  /** What the history of a short document may take on disk. */
  maxHistoryBytes?: number;
  /** How long is looked for what a damaged document was when it was last whole. */
  hangLimitMs: number;
  /** Whether the disk has too little room for more. */
  isDiskLow?: () => boolean;
  /** The document in memory is not to be trusted any more and must be loaded again. */
  onBroken: (document: LiveDocument) => void;
  /** Everything of one transaction is applied to the document, and not yet confirmed. */
  onApplied: (document: LiveDocument) => void;
  /** `healthy` is another than before. */
  onHealth: (healthy: boolean) => void;
  /** Something is in the log that other servers on the same store may want to hear of. */
  onAppended?: (name: DocumentName, sequence: number, bytes: Uint8Array, way: Way | null) => void;
  onCompacted?: (name: DocumentName, upTo: number) => void;
  /** Something is said, and stored here, that is for these people. Not asked where it is not there. */
  onCalled?: ((docId: DocId, people: ReadonlySet<string>) => void) | undefined;
  /** The log is not what is in memory any more: shorter, or gone. */
  onGone?: (document: LiveDocument) => void;
}

export class UpdateLog {
  readonly writers = new Writers();
  readonly talk = new TalkLimit();
  readonly #options: UpdateLogOptions;
  readonly #clock = new ProcessorClock();
  #queue: Waiting[] = [];
  #waitingBytes = 0;
  /** The next transaction, after a while or in this turn. */
  #timer: NodeJS.Timeout | null = null;
  #turn: NodeJS.Immediate | null = null;
  #writing: Promise<void> | null = null;
  #retryMs = FIRST_RETRY_MS;
  /** Before this the next transaction does not begin. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #failing = false;
  #closed = false;
  readonly #states = new WeakMap<LiveDocument, LogState>();
  /** Where others write into the store, too. */
  readonly #shared: SharedStorage | null;
  /** Documents that are in memory or about to be; where the store is shared. */
  readonly #live = new Map<DocumentName, LiveDocument>();
  /** How long the log of a document was said to be while it was read. */
  readonly #heardWhileLoading = new Map<DocumentName, number>();
  readonly #idleListeners = new Set<() => void>();
  /** Those that are under way. */
  readonly #compactions = new Map<LiveDocument, Promise<void>>();
  /** Long documents, compacted one after the other: those written in as much get long together. */
  readonly #long = new Set<LiveDocument>();
  #isCompactingLong = false;
  /** Documents that were deleted not long ago, and when. */
  readonly #forbidden = new Map<string, number>();
  readonly #thinner: HistoryThinner;
  readonly #mender: LogMender;

  constructor(options: UpdateLogOptions) {
    this.#options = options;
    this.#shared = sharedOf(options.storage);
    const { storage, log, now = Date.now, maxHistoryBytes: maxBytes } = options;
    const isOver = (name: string) => this.#closed || this.#isForbidden(name);
    this.#thinner = new HistoryThinner({ storage, log, clock: now, isOver, maxBytes });
    this.#mender = new LogMender(options);
  }

  /** False while the store refuses what must be written. */
  get healthy(): boolean {
    return !this.#failing;
  }

  /**
   * Fills an empty document from the log. Throws `document_damaged` or `storage_failed` unless it can
   * be filled whole; rows that stood in the way are quarantined then, so that the next one can be.
   * `onRead` is given what is stored before it is filled with that, which takes much longer, and
   * `charge` is then told how many milliseconds.
   */
  async load(
    document: LiveDocument,
    onRead?: (stored: StoredLog) => void,
    charge?: (ms: number) => void,
  ): Promise<void> {
    const { storage, log, origin, onApplied } = this.#options;
    const { name } = document;
    if (this.#shared !== null) this.#heardWhileLoading.set(name, 0);
    try {
      const found = await storage.loadLog(name);
      const stored = onDocument(name, () => withoutUnwritableValues(name, found, log));
      onRead?.(stored);
      keepPairs(document);
      let steps: number;
      const since = this.#clock.start();
      try {
        steps = onDocument(name, () => fill(document, stored, origin));
        // Before anybody is there: the first one would be sent all of it once more.
        onApplied(document);
      } catch (error) {
        if (await this.#mender.mend(name, stored, error)) throw error;
        throw new StorageDamaged(`${name} cannot be made of its log`, { cause: error });
      } finally {
        charge?.(this.#clock.since(since));
      }
      const { checkpoint, rows, lastSequence } = stored;
      this.#states.set(document, {
        weight: weightOf(document),
        steps,
        bytes: rows.reduce((sum, row) => sum + row.bytes.length, checkpoint?.state.length ?? 0),
        offered: { bytes: 0, weight: 0 },
        measuredAt: rows.length === 0 ? lastSequence : -1,
        measurements: new TokenBucket(MEASURE_AT_ONCE, MEASURE_PER_SECOND, performance.now()),
        trials: new TokenBucket(TRIALS_AT_ONCE, TRIALS_PER_SECOND, performance.now()),
        rowsSinceCompaction: rows.length,
        bytesSinceCompaction: rows.reduce((sum, row) => sum + row.bytes.length, 0),
        lastSequence,
        lastCrc: found.lastCrc ?? null,
        broken: false,
        ahead: new Map(),
        traced: new Map(),
        heardOf: this.#heardWhileLoading.get(name) ?? 0,
        isReading: false,
      });
      if (this.#shared !== null) this.#follow(document);
      this.#compactIfLong(document);
    } catch (error) {
      log.error('document not loaded', { document: document.name, error });
      const code = error instanceof StorageDamaged ? 'document_damaged' : 'storage_failed';
      throw new CatalogueError(code, { cause: error });
    } finally {
      this.#heardWhileLoading.delete(name);
    }
  }

  #follow(document: LiveDocument): void {
    const { name } = document;
    this.#live.set(name, document);
    document.on('destroy', () => {
      if (this.#live.get(name) === document) this.#live.delete(name);
      // What is still behind rows of other servers is not applied to this one any more.
      this.#forget(document);
    });
    this.#advance(document);
  }

  /** Another server appended a row, which is not in the document here unless it was read meanwhile. */
  appendedElsewhere(name: DocumentName, sequence: number, bytes: Uint8Array | null): void {
    const loading = this.#heardWhileLoading.get(name);
    if (loading !== undefined) this.#heardWhileLoading.set(name, Math.max(loading, sequence));
    const document = this.#live.get(name);
    const state = document && this.#states.get(document);
    if (document === undefined || state === undefined || state.broken) return;
    if (sequence <= state.lastSequence) {
      // In a store that was put back another row may stand there by now.
      if (bytes !== null && sequence > 0 && lacks(document, bytes))
        this.#options.onGone?.(document);
      return;
    }
    state.heardOf = Math.max(state.heardOf, sequence);
    if (bytes !== null && !state.ahead.has(sequence) && state.ahead.size < MAX_AHEAD_ROWS) {
      state.ahead.set(sequence, { sequence, bytes, crc: crc32(bytes), waiting: null });
    }
    const since = performance.now();
    this.#advance(document);
    if (state.lastSequence >= sequence) meter.heard(performance.now() - since);
  }

  /** Another server traces a row that it appended, and tells of next. */
  tracedElsewhere(name: DocumentName, sequence: number, way: WayHere): void {
    const document = this.#live.get(name);
    const state = document && this.#states.get(document);
    if (state === undefined || sequence <= state.lastSequence) return;
    if (state.traced.size < MAX_AHEAD_ROWS) state.traced.set(sequence, way);
  }

  /** Another server made one piece of the log up to there. */
  compactedElsewhere(name: DocumentName, upTo: number): void {
    const document = this.#live.get(name);
    const state = document && this.#states.get(document);
    if (state === undefined || upTo > state.lastSequence) return;
    state.rowsSinceCompaction = Math.min(state.rowsSinceCompaction, state.lastSequence - upTo);
  }

  /** How far the log is by the store's word, which was asked when it was at `before` here. */
  isAt(document: LiveDocument, position: LogPosition, before: LogMark): void {
    const state = this.#states.get(document);
    if (state === undefined || state.broken) return;
    // A store that was put back to an earlier time has less, or something else by now.
    if (!goesOnFrom(before, position)) {
      this.#options.onGone?.(document);
      return;
    }
    const { lastSequence } = position;
    if (lastSequence <= state.lastSequence) return;
    state.heardOf = Math.max(state.heardOf, lastSequence);
    this.#advance(document);
  }

  /** Applies what is next in the log, and reads what is missing. */
  #advance(document: LiveDocument): void {
    const state = this.#states.get(document);
    if (state === undefined || state.broken || document.isDestroyed) return;
    const next: Stored[] = [];
    for (let at = state.lastSequence + 1; ; at++) {
      const stored = state.ahead.get(at);
      if (stored === undefined) break;
      state.ahead.delete(at);
      next.push(stored);
    }
    if (next.length > 0) {
      this.#applyAll(document, next);
      this.#tellIdle();
    }
    if (state.heardOf > state.lastSequence) void this.#readMissing(document, state);
  }

  async #readMissing(document: LiveDocument, state: LogState): Promise<void> {
    if (this.#shared === null || state.isReading) return;
    state.isReading = true;
    let wait = FIRST_RETRY_MS;
    try {
      // Messages of several servers come in any order: the one that is missing may be the next.
      if (!this.#standsBehind(document)) await pause(BETWEEN_WRITES_MS);
      while (state.heardOf > state.lastSequence && this.#isFollowed(document, state)) {
        const before = state.lastSequence;
        try {
          const missing = await this.#shared.rowsAfter(document.name, before);
          if (!this.#isFollowed(document, state)) return;
          if (missing === null) {
            this.#options.onGone?.(document);
            return;
          }
          this.#takeMissing(document, state, missing);
        } catch (error) {
          const { log } = this.#options;
          log.warn('what others wrote was not read', { document: document.name, error });
        }
        if (state.lastSequence > before) continue;
        await pause(wait);
        wait = Math.min(2 * wait, LONGEST_RETRY_MS);
      }
    } finally {
      state.isReading = false;
    }
    if (state.heardOf > state.lastSequence) this.#advance(document);
  }

  #isFollowed(document: LiveDocument, state: LogState): boolean {
    return !this.#closed && !document.isDestroyed && !state.broken;
  }

  #takeMissing(
    document: LiveDocument,
    state: LogState,
    { checkpoint, rows, lastSequence }: StoredLog,
  ): void {
    const found = new Map(rows.map(({ sequence, bytes }) => [sequence, bytes]));
    const of = (bytes: Uint8Array | null = null) => ({ bytes, crc: bytes && crc32(bytes) });
    let at = state.lastSequence + 1;
    if (checkpoint !== null && checkpoint.upTo >= at) {
      // Rows up to there are in it, and not there one by one any more.
      for (; at < checkpoint.upTo; at++) this.#expect(state, at, of());
      this.#expect(state, at, { bytes: checkpoint.state, crc: null });
      at += 1;
    }
    for (; at <= lastSequence; at++) this.#expect(state, at, of(found.get(at)));
    state.heardOf = Math.max(state.heardOf, lastSequence);
    this.#advance(document);
  }

  /** What the store says of a row; who waits for it here goes on waiting. */
  #expect(
    { ahead }: LogState,
    sequence: number,
    { bytes, crc }: Pick<Stored, 'bytes' | 'crc'>,
  ): void {
    const waiting = ahead.get(sequence)?.waiting ?? null;
    ahead.set(sequence, { sequence, bytes: bytes ?? waiting?.update.bytes ?? null, crc, waiting });
  }

  /** What a document that cannot be loaded was when it was last whole, or null. */
  lastGood(name: DocumentName): Promise<Uint8Array | null> {
    return this.#mender.lastGood(name);
  }

  /**
   * Stores an update and applies it to the document; resolves when both are done. While the store
   * fails it is tried again and again, and nothing is applied. Rejects with `storage_failed` when
   * the log is closed or too much waits, with `update_invalid` if Yjs cannot apply it, with
   * `document_deleted` if nothing of the document is to be stored any more.
   */
  append(document: LiveDocument, update: OfferedUpdate): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#forbidden.has(update.docId)) {
        reject(new CatalogueError('document_deleted'));
        return;
      }
      if (this.#closed || this.#waitingBytes + update.bytes.length > MAX_WAITING_BYTES) {
        reject(new CatalogueError('storage_failed'));
        return;
      }
      const called = this.#calledIn(document, update.bytes);
      update.way?.offered(update.bytes.length);
      this.#waitingBytes += update.bytes.length;
      const { weight = 1 } = update;
      const offered = this.#states.get(document)?.offered ?? { bytes: 0, weight: 0 };
      const offer = (sign: 1 | -1) => {
        offered.bytes += sign * update.bytes.length;
        offered.weight += sign * weight;
      };
      offer(1);
      this.#queue.push({
        since: performance.now(),
        update: { cuts: 0, ...update, weight, name: document.name, receivedAt: Date.now() },
        document,
        resolve: () => {
          offer(-1);
          resolve();
          if (called.size > 0) this.#options.onCalled?.(update.docId, called);
        },
        reject: (error) => {
          offer(-1);
          reject(error);
        },
      });
      this.#schedule();
    });
  }

  #calledIn(document: LiveDocument, update: Uint8Array): ReadonlySet<string> {
    if (!this.#options.onCalled || !parseDocumentName(document.name)?.isDiscussion) return NOBODY;
    return onDocument(document.name, () => calledIn(document, update));
  }

  /** Sequence of the last update that the document in memory holds. */
  sequenceOf(document: LiveDocument): number {
    return this.#states.get(document)?.lastSequence ?? 0;
  }

  /** How far the document in memory is in its log. */
  markOf(document: LiveDocument): LogMark {
    const { lastSequence: sequence = 0, lastCrc: crc = null } = this.#states.get(document) ?? {};
    return { name: document.name, sequence, crc };
  }

  /** Bytes that the document takes written out, at the most. */
  bytesOf(document: LiveDocument): number {
    return this.#states.get(document)?.bytes ?? 0;
  }

  /** Bytes of memory that the document takes, about. */
  memoryOf(document: LiveDocument): number {
    const state = this.#states.get(document);
    return state === undefined ? 0 : memoryOf(state);
  }

  get #isDiskLow(): boolean {
    return this.#options.isDiskLow?.() === true;
  }

  /**
   * Why an update that is new is not taken in; null if it is.
   *
   * @param share of the room, what whoever sent it cannot go beyond
   */
  obstacleTo(
    document: LiveDocument,
    update: Uint8Array,
    looked: Inspection,
    share = 1,
  ): ErrorCode | null {
    const { pendingStructs, pendingDs } = document.store;
    if (looked.deletionsAhead > 0) {
      const ahead = (pendingDs?.length ?? 0) + looked.deletionsAhead * DELETION_BYTES;
      if (ahead > MAX_DELETIONS_AHEAD_BYTES) return 'document_full';
    }
    if (looked.isAhead) {
      const ahead = (pendingStructs?.update.length ?? 0) + update.length;
      if (ahead > MAX_AHEAD_BYTES) return 'document_full';
    }
    const state = this.#states.get(document);
    if (state === undefined) return null;
    if (looked.steps + looked.cuts > FEW_STEPS && state.steps > MAX_STEPS) return 'document_full';
    if (looked.verdict === 'deletions') return null;
    const more = { bytes: update.length, weight: looked.weight, share };
    return this.#hasRoomFor(document, state, more) ? null : 'document_full';
  }

  /** Takes one from the updates of this document that may be tried on a copy of it. */
  mayTry(document: LiveDocument): boolean {
    return this.#states.get(document)?.trials.take(performance.now()) ?? true;
  }

  /** Whether this document still fits after so much more. */
  #hasRoomFor(
    document: LiveDocument,
    state: LogState,
    { bytes, weight, share }: { bytes: number; weight: number; share: number },
  ): boolean {
    const { maxDocumentBytes } = this.#options;
    const isDiscussion = parseDocumentName(document.name)?.isDiscussion === true;
    const most = isDiscussion ? Math.min(maxDocumentBytes, MAX_DISCUSSION_BYTES) : maxDocumentBytes;
    const { offered } = state;
    const fits = () =>
      state.bytes + offered.bytes + bytes <= most * share &&
      state.weight + offered.weight + weight <= MAX_WEIGHT * share;
    if (fits()) return true;
    // The log is longer than what it amounts to, most of all after deletions: measure.
    if (state.measuredAt !== state.lastSequence && state.measurements.take(performance.now())) {
      state.bytes = encodeState(document, state.bytes).length;
      state.weight = weightOf(document);
      state.measuredAt = state.lastSequence;
    }
    return fits();
  }

  /** Resolves when nothing of this document waits to be stored and applied. */
  async settled(document: LiveDocument): Promise<void> {
    while (this.waits(document)) await this.#nextWrite();
  }

  /** Whether something of this document is on its way into the store, or from there into memory. */
  waits(document: LiveDocument): boolean {
    if (this.#closed) return false;
    return this.waitsForStore(document) || this.#standsBehind(document);
  }

  /** Resolves when nothing of this document waits to be stored; some of it may not be applied yet. */
  async stored(document: LiveDocument): Promise<void> {
    while (this.waitsForStore(document)) await this.#nextWrite();
  }

  /** Whether something of this document is on its way into the store. */
  waitsForStore(document: LiveDocument): boolean {
    if (this.#closed) return false;
    return this.#writing !== null || this.#queue.some((waiting) => waiting.document === document);
  }

  /** Whether something of it is stored and waits for rows of other servers, to be applied after them. */
  #standsBehind(document: LiveDocument): boolean {
    const ahead = this.#states.get(document)?.ahead.values() ?? [];
    return [...ahead].some(({ waiting }) => waiting !== null);
  }

  /**
   * Stores nothing of a document, its discussion and its drafts any more: what waits is refused. Resolves when
   * nothing of them is on its way into the store either.
   */
  async forbid(docId: DocId): Promise<void> {
    const now = (this.#options.now ?? Date.now)();
    for (const [before, at] of this.#forbidden) {
      if (now - at < REMEMBER_DELETED_MS) break;
      this.#forbidden.delete(before);
    }
    // To the end: they are forgotten from the beginning.
    this.#forbidden.delete(docId);
    this.#forbidden.set(docId, now);
    const dropAll = () =>
      this.#dropWaiting(({ update }) => update.docId === docId, 'document_deleted');
    for (const [name, document] of [...this.#live])
      if (parseDocumentName(name)?.docId === docId) this.#forget(document, 'document_deleted');
    dropAll();
    while (this.#writing !== null) {
      await this.#writing;
      // A batch that failed waits again.
      dropAll();
    }
    for (const [{ name }, compaction] of this.#compactions) {
      if (this.#isForbidden(name)) await compaction;
    }
    await this.#thinner.ended();
  }

  /** What waits for the store: updates, and their bytes. */
  get waiting(): { updates: number; bytes: number } {
    return { updates: this.#queue.length, bytes: this.#waitingBytes };
  }

  /** How many deleted documents are remembered here. */
  get remembered(): number {
    return this.#forbidden.size;
  }

  /** It is not deleted after all. */
  allow(docId: DocId): void {
    this.#forbidden.delete(docId);
  }

  /** Resolves when no update waits for the store. */
  async written(): Promise<void> {
    while (!this.#closed && (this.#queue.length > 0 || this.#writing !== null)) {
      await this.#nextWrite();
    }
  }

  /** Resolves when no update waits, and no long document to be compacted, either. */
  async idle(): Promise<void> {
    await this.written();
    for (const document of this.#long) await this.#compactLong(document);
    await Promise.all(this.#compactions.values());
  }

  /** Has it forgotten who wrote what before a time. Resolves when it is, or cannot be now. */
  forgetHistory(name: DocumentName, before: number): Promise<void> {
    return this.#isDiskLow ? Promise.resolve() : this.#thinner.forget(name, before);
  }

  /** Resolves when the history is as short as it is to be. */
  thinned(): Promise<void> {
    return this.#thinner.idle();
  }

  /** Compacts what is worth it before the document goes out of memory. */
  async unload(document: LiveDocument): Promise<void> {
    this.#long.delete(document);
    await this.#compactions.get(document);
    const state = this.#states.get(document);
    if (state === undefined) return;
    if (this.#isLong(state) || this.#isWorthCompacting(state)) await this.#compact(document, state);
  }

  /** Compacts what is worth it among documents that are to go out of memory, until a time. */
  async unloadAll(documents: Iterable<LiveDocument>, deadline: number): Promise<void> {
    for (const document of documents) {
      if (Date.now() > deadline) return;
      await this.unload(document);
    }
  }

  /** The next one to open it reads one piece instead of many. */
  #isWorthCompacting({ rowsSinceCompaction, bytes }: LogState): boolean {
    if (rowsSinceCompaction === 0) return false;
    const share = bytes >= LONG_DOCUMENT_BYTES ? 0 : FOLD_ON_UNLOAD_SHARE;
    return rowsSinceCompaction >= this.#options.compactAfterUpdates * share;
  }

  /** Gives up on what still waits: it is refused, and so never confirmed. */
  close(): void {
    this.#closed = true;
    this.#unschedule();
    for (const waiting of this.#queue.splice(0)) {
      waiting.reject(new CatalogueError('storage_failed'));
    }
    this.#tellIdle();
  }

  /**
   * Everything that arrives until then shares one transaction: at least that of this turn. Whoever comes
   * when the time is up does not wait for the timer.
   */
  #schedule(): void {
    if (this.#turn !== null || this.#writing !== null) return;
    const wait = this.#failing ? this.#retryMs : Math.ceil(this.#restsUntil - performance.now());
    if (wait > 0) this.#timer ??= setTimeout(() => this.#write(), wait);
    else {
      this.#unschedule();
      this.#turn = setImmediate(() => this.#write());
    }
  }

  #unschedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#turn !== null) clearImmediate(this.#turn);
    this.#timer = null;
    this.#turn = null;
  }

  #write(): void {
    this.#unschedule();
    if (this.#writing !== null || this.#queue.length === 0 || this.#closed) return;
    const began = performance.now();
    this.#restsUntil = began + BETWEEN_WRITES_MS;
    this.#writing = this.#writeQueue().finally(() => {
      this.#writing = null;
      const now = performance.now();
      if (this.#shared === null && now - began >= LONG_WRITE_MS)
        this.#restsUntil = now + BETWEEN_WRITES_MS;
      if (this.#queue.length > 0 && !this.#closed) this.#schedule();
      this.#tellIdle();
    });
  }

  async #writeQueue(): Promise<void> {
    const batch = this.#queue.splice(0, MAX_SHARED);
    if (tracer !== null) for (const { update } of batch) update.way?.storing();
    let sequences: (number | null)[];
    try {
      if (this.#isDiskLow) throw new Error('the disk has too little room');
      sequences = await this.#options.storage.append(batch.map(({ update }) => update));
    } catch (error) {
      meter.storeFailed('append');
      this.#queue = [...batch, ...this.#queue];
      if (this.#failing) {
        this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
        return;
      }
      this.#options.log.error('store does not take updates', { error });
      this.#retryMs = FIRST_RETRY_MS;
      this.#failing = true;
      this.#options.onHealth(false);
      return;
    }
    if (this.#failing) {
      this.#options.log.info('store takes updates again');
      this.#failing = false;
      this.#options.onHealth(true);
    }
    const byDocument = new Map<LiveDocument, Stored[]>();
    batch.forEach((waiting, index) => {
      this.#waitingBytes -= waiting.update.bytes.length;
      const sequence = sequences[index] ?? null;
      meter.durable(performance.now() - waiting.since);
      if (sequence === null) {
        waiting.reject(new CatalogueError('document_deleted'));
        return;
      }
      const { name, bytes, way = null } = waiting.update;
      way?.stored(batch.length);
      this.#options.onAppended?.(name, sequence, bytes, way);
      const stored = { sequence, bytes, crc: this.#shared === null ? null : crc32(bytes), waiting };
      const others = byDocument.get(waiting.document);
      if (others === undefined) byDocument.set(waiting.document, [stored]);
      else others.push(stored);
    });
    for (const [document, stored] of byDocument) this.#take(document, stored);
  }

  /** What was appended here is next in the log, unless others appended something before it. */
  #take(document: LiveDocument, stored: readonly Stored[]): void {
    const state = this.#states.get(document);
    if (this.#shared === null || state === undefined) {
      this.#applyAll(document, stored);
      return;
    }
    if (state.broken) {
      for (const { waiting } of stored) waiting?.reject(new CatalogueError('storage_failed'));
      return;
    }
    let isAnother = false;
    for (const each of stored) {
      if (each.sequence > state.lastSequence) {
        state.ahead.set(each.sequence, each);
        state.heardOf = Math.max(state.heardOf, each.sequence);
      } else if (each.sequence > 0 && each.bytes !== null && lacks(document, each.bytes)) {
        // A store that was put back has it in the place of a row that it has lost, and that is here.
        isAnother = true;
        each.waiting?.reject(new CatalogueError('storage_failed'));
      } else {
        // It was sent again, and has come from the store meanwhile, or comes with a checkpoint.
        each.waiting?.resolve();
      }
    }
    if (isAnother) {
      this.#options.log.error('document is another one in the store', { document: document.name });
      this.#giveUp(document);
      return;
    }
    this.#advance(document);
  }

  /** Applies them as one change, so that everybody else hears of them in one frame. */
  #applyAll(document: LiveDocument, stored: readonly Stored[]): void {
    onDocument(document.name, () => this.#applyNow(document, stored));
  }

  #applyNow(document: LiveDocument, stored: readonly Stored[]): void {
    const state = this.#states.get(document);
    const ways = tracer === null ? NO_WAYS : waysOf(stored, state?.traced);
    const thrown = new Map<Stored, unknown>();
    const since = this.#clock.start();
    for (const way of ways) way.applying();
    let steps = 0;
    try {
      document.transact(() => {
        for (const each of stored) {
          try {
            const { bytes } = each;
            if (bytes === null) continue;
            steps += countConflicts(MAX_STEPS, () => applyUpdate(document, bytes));
          } catch (error) {
            thrown.set(each, error);
          }
        }
      }, this.#options.origin);
      for (const way of ways) way.applied(stored.length);
      this.#options.onApplied(document);
      for (const way of ways) way.sent();
    } catch (error) {
      this.#options.log.error('document failed', { document: document.name, error });
      this.#giveUp(document);
    }
    this.#charge(stored, this.#clock.since(since));
    if (state !== undefined) state.steps += steps;
    for (const each of stored) {
      const { waiting, sequence } = each;
      if (thrown.has(each)) {
        this.#quarantine(document, each, thrown.get(each));
        continue;
      }
      if (state !== undefined) {
        const bytes = each.bytes?.length ?? 0;
        state.lastSequence = sequence;
        state.lastCrc = each.crc;
        state.rowsSinceCompaction += 1;
        state.bytesSinceCompaction += bytes;
        state.bytes += bytes;
        state.steps += waiting?.update.cuts ?? 0;
        state.weight += waiting?.update.weight ?? Math.ceil(bytes / BYTES_OF_LIGHT_ITEM);
      }
      waiting?.resolve();
    }
    // Of several servers that have it open, one compacts: the one that appended the last row.
    if (stored.at(-1)?.waiting !== null) this.#compactIfLong(document);
  }

  /** What they took together, each for its size. */
  #charge(stored: readonly Stored[], ms: number): void {
    const bytes = stored.reduce((sum, each) => sum + (each.bytes?.length ?? 0), 0);
    for (const { waiting } of stored) {
      waiting?.update.charge?.((ms * waiting.update.bytes.length) / bytes);
    }
  }

  /** An update that threw half-way: the document in memory is not what the log says any more. */
  #quarantine(document: LiveDocument, { sequence, waiting }: Stored, error: unknown): void {
    this.#options.log.error('update set aside', { document: document.name, sequence, error });
    this.#options.storage
      .quarantine(document.name, sequence, String(error))
      .catch((failure: unknown) => {
        // The next load finds it throwing again and quarantines it then.
        this.#options.log.warn('update not marked', { document: document.name, error: failure });
      });
    waiting?.reject(new CatalogueError('update_invalid', { cause: error }));
    this.#giveUp(document);
  }

  #giveUp(document: LiveDocument): void {
    this.#forget(document);
    this.#drop(document);
    this.#options.onBroken(document);
  }

  /** Whoever waits for what is in the log already comes again, and finds it there. */
  #forget(document: LiveDocument, code: ErrorCode = 'storage_failed'): void {
    const state = this.#states.get(document);
    if (state === undefined) return;
    state.broken = true;
    for (const { waiting } of state.ahead.values()) {
      waiting?.reject(new CatalogueError(code));
    }
    state.ahead.clear();
    this.#tellIdle();
  }

  /** Takes a document for one that is not what the log says. */
  giveUp(document: LiveDocument): void {
    this.#giveUp(document);
  }

  /** What still waits for a document that is given up: its clients offer it to the next one. */
  #drop(document: LiveDocument): void {
    this.#dropWaiting((waiting) => waiting.document === document, 'storage_failed');
  }

  #dropWaiting(isMeant: (waiting: Waiting) => boolean, code: ErrorCode): void {
    const dropped = this.#queue.filter(isMeant);
    this.#queue = this.#queue.filter((waiting) => !isMeant(waiting));
    for (const { update, reject } of dropped) {
      this.#waitingBytes -= update.bytes.length;
      reject(new CatalogueError(code));
    }
  }

  #compactIfLong(document: LiveDocument): void {
    const state = this.#states.get(document);
    if (state === undefined || !this.#isLong(state)) return;
    if (this.#compactions.has(document)) return;
    this.#long.add(document);
    if (!this.#isCompactingLong) void this.#compactAllLong();
  }

  async #compactAllLong(): Promise<void> {
    this.#isCompactingLong = true;
    for (const document of this.#long) {
      // After the turn, so that the confirmations of this batch do not wait for it.
      await new Promise((resolve) => setImmediate(resolve));
      const began = performance.now();
      await this.#compactLong(document);
      await restFrom(began);
    }
    this.#isCompactingLong = false;
  }

  async #compactLong(document: LiveDocument): Promise<void> {
    const state = this.#states.get(document);
    // Who waits for all of them, or lets go of this one, did not wait for its turn.
    if (this.#long.delete(document) && state !== undefined) await this.#compact(document, state);
  }

  #isLong({ rowsSinceCompaction, bytesSinceCompaction, bytes }: LogState): boolean {
    if (rowsSinceCompaction >= this.#options.compactAfterUpdates) return true;
    const compacted = Math.max(0, bytes - bytesSinceCompaction);
    return bytesSinceCompaction >= Math.max(COMPACT_BYTES, COMPACT_BYTES_SHARE * compacted);
  }

  #isForbidden(name: string): boolean {
    return this.#forbidden.has(parseDocumentName(name)?.docId ?? '');
  }

  /** Never rejects: the log is whole without it, and the next update tries again. */
  #compact(document: LiveDocument, state: LogState): Promise<void> {
    const underWay = this.#compactions.get(document);
    if (underWay !== undefined) return underWay;
    const compaction = this.#tryToCompact(document, state).finally(() => {
      this.#compactions.delete(document);
    });
    this.#compactions.set(document, compaction);
    return compaction;
  }

  async #tryToCompact(document: LiveDocument, state: LogState): Promise<void> {
    const isOver = () => state.broken || document.isDestroyed || this.#closed;
    if (isOver() || this.#isForbidden(document.name) || this.#isDiskLow) return;
    if (this.#shared !== null) {
      const isStillStored = await this.#isStillStored(this.#shared, document);
      if (!isStillStored || isOver() || this.#isForbidden(document.name)) return;
    }
    // Between two turns the document holds exactly the log up to its last sequence.
    const upTo = state.lastSequence;
    const { rowsSinceCompaction: rows, bytesSinceCompaction, bytes: bytesBefore } = state;
    try {
      const bytes = onDocument(document.name, () => encodeState(document, bytesBefore));
      await this.#options.storage.compact(document.name, upTo, bytes, Date.now());
      state.rowsSinceCompaction -= rows;
      state.bytesSinceCompaction -= bytesSinceCompaction;
      // It may have been measured meanwhile.
      state.bytes = bytes.length + state.bytesSinceCompaction;
      state.measuredAt = upTo;
      this.#options.onCompacted?.(document.name, upTo);
      this.#options.log.debug('log compacted', {
        document: document.name,
        upTo,
        bytes: bytes.length,
      });
    } catch (error) {
      this.#options.log.warn('log not compacted', { document: document.name, error });
      return;
    }
    this.#thinner.look(document.name);
  }

  /** Whether the log still has what is here; what others put in its place would be lost. */
  async #isStillStored(shared: SharedStorage, document: LiveDocument): Promise<boolean> {
    const mark = this.markOf(document);
    try {
      const position = (await shared.positions([mark])).get(document.name);
      return position !== undefined && goesOnFrom(mark, position);
    } catch (error) {
      this.#options.log.warn('log not compacted', { document: document.name, error });
      return false;
    }
  }

  #nextWrite(): Promise<void> {
    return new Promise((resolve) => this.#idleListeners.add(resolve));
  }

  #tellIdle(): void {
    for (const listener of this.#idleListeners) listener();
    this.#idleListeners.clear();
  }
}

/** Who is to be told of these: what came here, and what other servers told of. */
function waysOf(stored: readonly Stored[], heard?: Map<number, WayHere>): WayHere[] {
  return stored.flatMap(({ sequence, waiting }) => {
    const way = waiting?.update.way ?? heard?.get(sequence) ?? [];
    heard?.delete(sequence);
    return way;
  });
}

/** Whether a document is without what an update says, and does not keep it for later either. */
function lacks(document: LiveDocument, update: Uint8Array): boolean {
  const { verdict, isAhead, deletionsAhead, writes } = inspect(document, update);
  if (verdict === 'nothing-new' || verdict === 'invalid') return false;
  return !isAhead && deletionsAhead === 0 && !keeps(document, writes);
}

/**
 * Whether Yjs keeps for later what comes next of each of these clients. Of what waits behind something
 * else that waits it may not see that all it is built on is there by now.
 */
function keeps({ store }: LiveDocument, clients: ReadonlySet<number>): boolean {
  if (store.pendingStructs === null || clients.size === 0) return false;
  const kept = new Set<number>();
  for (const struct of Y.decodeUpdateV2(store.pendingStructs.update).structs) {
    const { client, clock } = struct.id;
    const next = Y.getState(store, client);
    if (struct instanceof Y.Skip || clock > next || clock + struct.length <= next) continue;
    kept.add(client);
  }
  return [...clients].every((client) => kept.has(client));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
