/**
 * The log every change goes through: stored first, then applied to the document in memory.
 *
 * Invariant: a live document holds what the log holds and nothing else. An update is applied in the
 * turn its commit ends, in the order of the log, whoever sent it and whether or not they are still
 * there; so whatever a client can see or be told is durable.
 */
import * as Y from 'yjs';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { TokenBucket } from '../access/rates.ts';
import type { Log } from '../log.ts';
import {
  type NewUpdate,
  type Storage,
  StorageDamaged,
  type StoredLog,
} from '../storage/storage.ts';
import { parseDocumentName } from './authorise.ts';

/** A document in memory; Hocuspocus' documents are such. */
export interface LiveDocument extends Y.Doc {
  readonly name: string;
}

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
/**
 * From the end of one transaction to the next: it costs about the same for one update as for many,
 * and whoever types alone never waits for it.
 */
const BETWEEN_WRITES_MS = 2;
/** Bytes that may wait for a store that does not answer, over all documents. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** A document that goes out of memory with this share of a full log is folded before. */
const FOLD_ON_UNLOAD_SHARE = 0.2;
/** One that takes so much is folded before in any case: it is opened much faster from one piece. */
const LONG_DOCUMENT_BYTES = 64 * 1024;
/** Measuring a full document takes as long as writing it out. */
const MEASURE_AT_ONCE = 5;
const MEASURE_PER_SECOND = 0.2;

interface Waiting {
  update: NewUpdate;
  document: LiveDocument;
  resolve: () => void;
  reject: (error: CatalogueError) => void;
}

/** An update that is in the log now. */
interface Stored {
  waiting: Waiting;
  sequence: number;
}

interface LogState {
  /** At least what the document takes: its exact size once, and all updates since. */
  bytes: number;
  /** Sequence up to which `bytes` is exact. */
  measuredAt: number;
  measurements: TokenBucket;
  rowsSinceFold: number;
  lastSequence: number;
  folding: boolean;
  /** An update threw half-way through: what is in memory is no longer what the log says. */
  broken: boolean;
}

export interface UpdateLogOptions {
  storage: Storage;
  log: Log;
  compactAfterUpdates: number;
  maxDocumentBytes: number;
  /** Origin of the Yjs transactions that apply logged updates. */
  origin: unknown;
  /** The document in memory is not to be trusted any more and must be loaded again. */
  onBroken: (document: LiveDocument) => void;
  /** Everything of one transaction is applied to the document, and not yet confirmed. */
  onApplied: (document: LiveDocument) => void;
  /** `healthy` is another than before. */
  onHealth: (healthy: boolean) => void;
}

export class UpdateLog {
  private readonly options: UpdateLogOptions;
  private queue: Waiting[] = [];
  private waitingBytes = 0;
  private scheduled: NodeJS.Immediate | NodeJS.Timeout | null = null;
  private writing: Promise<void> | null = null;
  private retryMs = FIRST_RETRY_MS;
  private wroteAt = Number.NEGATIVE_INFINITY;
  private failing = false;
  private closed = false;
  private readonly states = new WeakMap<LiveDocument, LogState>();
  private readonly idleListeners = new Set<() => void>();
  private readonly folds = new Set<Promise<void>>();
  /** Documents that were deleted. */
  private readonly forbidden = new Set<string>();

  constructor(options: UpdateLogOptions) {
    this.options = options;
  }

  /** False while the store refuses what must be written. */
  get healthy(): boolean {
    return !this.failing;
  }

  /**
   * Fills an empty document from the log. Throws `document_damaged` or `storage_failed` unless it can
   * be filled whole; rows that stood in the way are set aside then, so that the next one can be.
   * `onRead` is given what is stored before it is filled with that, which takes much longer.
   */
  async load(document: LiveDocument, onRead?: (stored: StoredLog) => void): Promise<void> {
    const { storage, log, origin, onApplied } = this.options;
    try {
      const stored = await storage.loadLog(document.name);
      onRead?.(stored);
      try {
        fill(document, stored, origin);
      } catch (error) {
        await this.setAsideWhatThrows(document.name, stored);
        throw error;
      }
      // Before anybody is there: the first one would be sent all of it once more.
      onApplied(document);
      const { checkpoint, rows, lastSequence } = stored;
      this.states.set(document, {
        bytes: rows.reduce((sum, row) => sum + row.bytes.length, checkpoint?.state.length ?? 0),
        measuredAt: rows.length === 0 ? lastSequence : -1,
        measurements: new TokenBucket(MEASURE_AT_ONCE, MEASURE_PER_SECOND, performance.now()),
        rowsSinceFold: rows.length,
        lastSequence,
        folding: false,
        broken: false,
      });
      this.foldIfLong(document);
    } catch (error) {
      log.error('document not loaded', { document: document.name, error });
      const code = error instanceof StorageDamaged ? 'document_damaged' : 'storage_failed';
      throw new CatalogueError(code, { cause: error });
    }
  }

  /** What throws was never part of the document: a client that has it will offer it again. */
  private async setAsideWhatThrows(name: string, { checkpoint, rows }: StoredLog): Promise<void> {
    let rest = rows;
    for (let found = firstThatThrows(checkpoint, rest); found !== null; ) {
      const { sequence, error } = found;
      this.options.log.error('update set aside', { document: name, sequence, error });
      await this.options.storage.quarantine(name, sequence, String(error));
      rest = rest.filter((row) => row.sequence !== sequence);
      found = firstThatThrows(checkpoint, rest);
    }
  }

  /**
   * Stores an update and applies it to the document; resolves when both are done. While the store
   * fails it is tried again and again, and nothing is applied. Rejects with `storage_failed` when
   * the log is closed or too much waits, with `update_invalid` if Yjs cannot apply it, with
   * `document_deleted` if nothing of the document is to be stored any more.
   */
  append(document: LiveDocument, update: Omit<NewUpdate, 'name' | 'receivedAt'>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.forbidden.has(update.docId)) {
        reject(new CatalogueError('document_deleted'));
        return;
      }
      if (this.closed || this.waitingBytes + update.bytes.length > MAX_WAITING_BYTES) {
        reject(new CatalogueError('storage_failed'));
        return;
      }
      this.waitingBytes += update.bytes.length;
      this.queue.push({
        update: { ...update, name: document.name, receivedAt: Date.now() },
        document,
        resolve,
        reject,
      });
      this.schedule();
    });
  }

  /** Sequence of the last update that the document in memory holds. */
  sequenceOf(document: LiveDocument): number {
    return this.states.get(document)?.lastSequence ?? 0;
  }

  /** Whether this document still fits after so many more bytes. */
  hasRoomFor(document: LiveDocument, bytes: number): boolean {
    const state = this.states.get(document);
    const most = this.options.maxDocumentBytes;
    if (state === undefined || state.bytes + bytes <= most) return true;
    // The log is longer than what it amounts to, most of all after deletions: measure.
    if (state.measuredAt !== state.lastSequence && state.measurements.take(performance.now())) {
      state.bytes = Y.encodeStateAsUpdate(document).length;
      state.measuredAt = state.lastSequence;
    }
    return state.bytes + bytes <= most;
  }

  /** Resolves when nothing of this document waits to be stored. */
  async settled(document: LiveDocument): Promise<void> {
    while (this.waits(document)) await this.nextWrite();
  }

  /** Whether something of this document is on its way into the store. */
  waits(document: LiveDocument): boolean {
    if (this.closed) return false;
    return this.writing !== null || this.queue.some((waiting) => waiting.document === document);
  }

  /**
   * Stores nothing of a document and its discussion any more: what waits is refused. Resolves when
   * nothing of them is on its way into the store either.
   */
  async forbid(docId: string): Promise<void> {
    this.forbidden.add(docId);
    const dropAll = () =>
      this.dropWaiting(({ update }) => update.docId === docId, 'document_deleted');
    dropAll();
    while (this.writing !== null) {
      await this.writing;
      // A batch that failed waits again.
      dropAll();
    }
    await Promise.all(this.folds);
  }

  /** It is not deleted after all. */
  allow(docId: string): void {
    this.forbidden.delete(docId);
  }

  /** Resolves when nothing waits at all. */
  async idle(): Promise<void> {
    while (!this.closed && (this.queue.length > 0 || this.writing !== null)) {
      await this.nextWrite();
    }
    await Promise.all(this.folds);
  }

  /** Folds what is worth it before the document goes out of memory. */
  async unload(document: LiveDocument): Promise<void> {
    await Promise.all(this.folds);
    const state = this.states.get(document);
    if (state === undefined || state.folding || this.closed) return;
    if (this.isWorthFolding(state)) await this.fold(document, state);
  }

  /** Folds what is worth it among documents that are to go out of memory, until a time. */
  async unloadAll(documents: Iterable<LiveDocument>, deadline: number): Promise<void> {
    for (const document of documents) {
      if (Date.now() > deadline) return;
      await this.unload(document);
    }
  }

  /** The next one to open it reads one piece instead of many. */
  private isWorthFolding({ rowsSinceFold, bytes }: LogState): boolean {
    if (rowsSinceFold === 0) return false;
    const share = bytes >= LONG_DOCUMENT_BYTES ? 0 : FOLD_ON_UNLOAD_SHARE;
    return rowsSinceFold >= this.options.compactAfterUpdates * share;
  }

  /** Gives up on what still waits: it is refused, and so never confirmed. */
  close(): void {
    this.closed = true;
    if (this.scheduled !== null) {
      clearImmediate(this.scheduled as NodeJS.Immediate);
      clearTimeout(this.scheduled as NodeJS.Timeout);
      this.scheduled = null;
    }
    for (const waiting of this.queue.splice(0)) {
      waiting.reject(new CatalogueError('storage_failed'));
    }
    this.tellIdle();
  }

  /** Everything that arrives until then shares one transaction: at least that of this turn. */
  private schedule(): void {
    if (this.scheduled !== null || this.writing !== null) return;
    const wait = this.failing
      ? this.retryMs
      : BETWEEN_WRITES_MS - Math.floor(performance.now() - this.wroteAt);
    this.scheduled =
      wait > 0 ? setTimeout(() => this.write(), wait) : setImmediate(() => this.write());
  }

  private write(): void {
    this.scheduled = null;
    if (this.writing !== null || this.queue.length === 0 || this.closed) return;
    this.writing = this.writeQueue().finally(() => {
      this.writing = null;
      this.wroteAt = performance.now();
      if (this.queue.length > 0 && !this.closed) this.schedule();
      this.tellIdle();
    });
  }

  private async writeQueue(): Promise<void> {
    const batch = this.queue;
    this.queue = [];
    let sequences: number[];
    try {
      sequences = await this.options.storage.append(batch.map(({ update }) => update));
    } catch (error) {
      this.queue = [...batch, ...this.queue];
      if (this.failing) {
        this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
        return;
      }
      this.options.log.error('store does not take updates', { error });
      this.retryMs = FIRST_RETRY_MS;
      this.failing = true;
      this.options.onHealth(false);
      return;
    }
    if (this.failing) {
      this.options.log.info('store takes updates again');
      this.failing = false;
      this.options.onHealth(true);
    }
    const byDocument = new Map<LiveDocument, Stored[]>();
    batch.forEach((waiting, index) => {
      this.waitingBytes -= waiting.update.bytes.length;
      const stored = { waiting, sequence: sequences[index]! };
      const others = byDocument.get(waiting.document);
      if (others === undefined) byDocument.set(waiting.document, [stored]);
      else others.push(stored);
    });
    for (const [document, stored] of byDocument) this.applyAll(document, stored);
  }

  /** Applies them as one change, so that everybody else hears of them in one frame. */
  private applyAll(document: LiveDocument, stored: readonly Stored[]): void {
    const thrown = new Map<Stored, unknown>();
    try {
      document.transact(() => {
        for (const each of stored) {
          try {
            Y.applyUpdate(document, each.waiting.update.bytes);
          } catch (error) {
            thrown.set(each, error);
          }
        }
      }, this.options.origin);
      this.options.onApplied(document);
    } catch (error) {
      this.options.log.error('document failed', { document: document.name, error });
      this.giveUp(document);
    }
    const state = this.states.get(document);
    for (const each of stored) {
      const { waiting, sequence } = each;
      if (thrown.has(each)) {
        this.setAside(waiting, sequence, thrown.get(each));
        continue;
      }
      if (state !== undefined) {
        state.lastSequence = sequence;
        state.rowsSinceFold += 1;
        state.bytes += waiting.update.bytes.length;
      }
      waiting.resolve();
    }
    this.foldIfLong(document);
  }

  /** An update that threw half-way: the document in memory is not what the log says any more. */
  private setAside({ document, reject }: Waiting, sequence: number, error: unknown): void {
    this.options.log.error('update set aside', { document: document.name, sequence, error });
    this.options.storage
      .quarantine(document.name, sequence, String(error))
      .catch((failure: unknown) => {
        // The next load finds it throwing again and sets it aside then.
        this.options.log.warn('update not marked', { document: document.name, error: failure });
      });
    reject(new CatalogueError('update_invalid', { cause: error }));
    this.giveUp(document);
  }

  private giveUp(document: LiveDocument): void {
    const state = this.states.get(document);
    if (state !== undefined) state.broken = true;
    this.drop(document);
    this.options.onBroken(document);
  }

  /** What still waits for a document that is given up: its clients offer it to the next one. */
  private drop(document: LiveDocument): void {
    this.dropWaiting((waiting) => waiting.document === document, 'storage_failed');
  }

  private dropWaiting(isMeant: (waiting: Waiting) => boolean, code: ErrorCode): void {
    const dropped = this.queue.filter(isMeant);
    this.queue = this.queue.filter((waiting) => !isMeant(waiting));
    for (const { update, reject } of dropped) {
      this.waitingBytes -= update.bytes.length;
      reject(new CatalogueError(code));
    }
  }

  private foldIfLong(document: LiveDocument): void {
    const state = this.states.get(document);
    if (state === undefined || state.folding || state.broken) return;
    if (state.rowsSinceFold < this.options.compactAfterUpdates) return;
    state.folding = true;
    const folding = new Promise<void>((resolve) => {
      // After the turn, so that the confirmations of this batch do not wait for it.
      setImmediate(() => {
        this.fold(document, state)
          .finally(() => {
            state.folding = false;
          })
          .then(resolve, resolve);
      });
    });
    this.folds.add(folding);
    folding.then(() => this.folds.delete(folding));
  }

  private async fold(document: LiveDocument, state: LogState): Promise<void> {
    if (state.broken || document.isDestroyed || this.closed) return;
    if (this.forbidden.has(parseDocumentName(document.name)?.docId ?? '')) return;
    // Between two turns the document holds exactly the log up to its last sequence.
    const upTo = state.lastSequence;
    const { rowsSinceFold: rows, bytes: bytesBefore } = state;
    const bytes = Y.encodeStateAsUpdate(document);
    try {
      await this.options.storage.compact(document.name, upTo, bytes, Date.now());
      state.rowsSinceFold -= rows;
      state.bytes += bytes.length - bytesBefore;
      state.measuredAt = upTo;
      this.options.log.debug('log folded', { document: document.name, upTo, bytes: bytes.length });
    } catch (error) {
      // The log is whole without it; the next update tries again.
      this.options.log.warn('log not folded', { document: document.name, error });
    }
  }

  private nextWrite(): Promise<void> {
    return new Promise((resolve) => this.idleListeners.add(resolve));
  }

  private tellIdle(): void {
    for (const listener of this.idleListeners) listener();
    this.idleListeners.clear();
  }
}

/** In one transaction: half the time of one for each row. */
function fill(document: Y.Doc, { checkpoint, rows }: StoredLog, origin: unknown): void {
  document.transact(() => {
    if (checkpoint !== null) Y.applyUpdate(document, checkpoint.state);
    for (const { bytes } of rows) Y.applyUpdate(document, bytes);
  }, origin);
}

/** Each in a transaction of its own, so that it is known which one it was. */
function firstThatThrows(
  checkpoint: StoredLog['checkpoint'],
  rows: StoredLog['rows'],
): { sequence: number; error: unknown } | null {
  const document = new Y.Doc();
  if (checkpoint !== null) Y.applyUpdate(document, checkpoint.state);
  for (const { sequence, bytes } of rows) {
    try {
      Y.applyUpdate(document, bytes);
    } catch (error) {
      return { sequence, error };
    }
  }
  return null;
}
