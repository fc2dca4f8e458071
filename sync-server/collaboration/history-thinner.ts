/**
 * Keeps the history of a document from growing without end.
 *
 * Invariant: only rows that a checkpoint holds are touched, a slice at a time, so that others get
 * their turn in between; and where it ends half-way, what is there is history as before.
 */
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { onDocument } from '../current-document.ts';
import type { Log } from '../log.ts';
import type { HistoryRow, Storage } from '../storage/storage.ts';
import {
  type Deletions,
  deletionsOf,
  type ThinRow,
  thin,
  withoutText,
} from '../storage/thin-history.ts';
import { countConflicts } from './conflict-meter.ts';
import { type KeptMoments, keptMomentsOf, minus, NO_MOMENTS, stretchAt } from './kept-moments.ts';
import { restFrom } from './rest.ts';
import { stateOf, withoutUnwritableValues } from './stored-document.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older than this, what a person wrote in a minute is one row. */
const BY_MINUTE_AFTER_MS = 7 * DAY_MS;
/** Older than this, what a person wrote in an hour. */
const BY_HOUR_AFTER_MS = 90 * DAY_MS;
/** The history of a short document, and of a long one in sizes of the document. */
export const MAX_HISTORY_BYTES = 8 * 1024 * 1024;
const MAX_HISTORY_SHARE = 4;
/** Once it is too much it is made half of that, so that it is not gone through all the time. */
const ENOUGH_SHARE = 0.5;
/** What is read, thinned and written in one turn. */
const SLICE_BYTES = 64 * 1024;
/** Steps walked to find places, for a document as it was once. */
const MAX_STEPS = 1_000_000;

interface HistoryThinnerOptions {
  storage: Storage;
  log: Log;
  clock: () => number;
  /** What the history of a short document may take. */
  maxBytes?: number | undefined;
  /** Whether nothing of this log is to be written any more. */
  isOver: (name: DocumentName) => boolean;
}

/** Which of the oldest rows the document as it was is put in the place of. */
interface Absorbing {
  /** Asked of each in order, up to the first that is not. */
  isWanted: (row: HistoryRow) => boolean;
  /** Where it would take more, all rows go, and the document as it is takes their place. */
  mostBytes?: number;
  /** Those that were left out of the document go, too. */
  evenQuarantined?: boolean;
  /** What of the past stays nevertheless. */
  moments?: KeptMoments;
}

export class HistoryThinner {
  readonly #options: HistoryThinnerOptions;
  readonly #waiting = new Set<DocumentName>();
  #working: Promise<void> = Promise.resolve();
  #now: { name: DocumentName; done: Promise<void> } | null = null;

  constructor(options: HistoryThinnerOptions) {
    this.#options = options;
  }

  /** Has it looked at, when those before it are done, whether there is too much history of a log. */
  look(name: DocumentName): void {
    if (this.#waiting.has(name)) return;
    this.#waiting.add(name);
    this.#working = this.#working.then(() => {
      this.#waiting.delete(name);
      const began = performance.now();
      this.#now = { name, done: this.#tryToThin(name) };
      return this.#now.done.then(() => restFrom(began));
    });
  }

  /**
   * Has it forgotten, when what was asked for before is done, who wrote what before a time: of that the
   * document as it was then is kept. Resolves when it is done, or when nothing can be done now.
   */
  forget(name: DocumentName, before: number): Promise<void> {
    this.#working = this.#working.then(() => {
      this.#now = { name, done: this.#tryToForget(name, before) };
      return this.#now.done;
    });
    return this.#working;
  }

  async #tryToForget(name: DocumentName, before: number): Promise<void> {
    try {
      await this.#forget(name, before);
    } catch (error) {
      // It is asked for again with the next look at all documents.
      this.#options.log.warn('history not forgotten', { document: name, error });
    } finally {
      this.#now = null;
    }
  }

  async #forget(name: DocumentName, before: number): Promise<void> {
    const { storage, log, isOver } = this.#options;
    if (isOver(name)) return;
    const stored = await storage.loadLog(name);
    let { checkpoint } = stored;
    const [next] = await storage.historyPart(name, checkpoint?.upTo ?? 0, 1, 'all');
    if (next !== undefined && next.receivedAt < before) {
      const state = onDocument(name, () => stateOf(withoutUnwritableValues(name, stored, log)));
      if (state === null) throw new Error(`${name} cannot be made of its log`);
      if (isOver(name)) return;
      checkpoint = { upTo: stored.lastSequence, state };
      await storage.compact(name, checkpoint.upTo, state, this.#options.clock());
    }
    if (checkpoint === null) return;
    log.info('history forgotten', { document: name, before });
    const isWanted = ({ receivedAt }: HistoryRow) => receivedAt < before;
    const moments = this.#momentsOf(name, checkpoint.state);
    await this.#begin(name, checkpoint, { isWanted, evenQuarantined: true, moments });
  }

  /** Resolves when all that was asked for so far is done. */
  idle(): Promise<void> {
    return this.#working;
  }

  /** Resolves when nothing is written any more of logs that are over. */
  async ended(): Promise<void> {
    if (this.#now !== null && this.#options.isOver(this.#now.name)) await this.#now.done;
  }

  async #tryToThin(name: DocumentName): Promise<void> {
    try {
      if (!this.#options.isOver(name)) await this.#thin(name);
    } catch (error) {
      // There is more of it than there need be; the next compaction tries again.
      this.#options.log.warn('history not thinned', { document: name, error });
    } finally {
      this.#now = null;
    }
  }

  async #thin(name: DocumentName): Promise<void> {
    const { storage, log } = this.#options;
    const now = this.#options.clock();
    const size = await storage.historySize(name);
    if (size === null) return;
    const { maxBytes = MAX_HISTORY_BYTES } = this.#options;
    const most = Math.max(maxBytes, MAX_HISTORY_SHARE * size.stateBytes);
    // By a clock that was ahead it was done later than now, which would put it off for as long.
    const isDue = Math.abs(now - size.thinnedAt) >= DAY_MS;
    if (!isDue && !(await this.#isMoreThan(name, most))) return;
    const { checkpoint } = await storage.loadLog(name);
    if (checkpoint === null) return;
    const moments = this.#momentsOf(name, checkpoint.state);
    if (isDue) {
      if (await this.#hasOld(name, now)) {
        await this.#pass(name, (row) => periodByAge(row, now), null, moments);
      }
      if (this.#options.isOver(name)) return;
      await storage.noteThinned(name, now);
    }
    if (!(await this.#isMoreThan(name, most))) return;
    log.info('history thinned', { document: name, bytes: size.bytes, most });
    const enough = most * ENOUGH_SHARE;
    await this.#pass(name, ({ receivedAt }) => Math.floor(receivedAt / MINUTE_MS), null, moments);
    if (!(await this.#isMoreThan(name, enough))) return;
    const deleted = onDocument(name, () => minus(deletionsOf(checkpoint.state), moments.maybe));
    for (const period of [MINUTE_MS, HOUR_MS, DAY_MS]) {
      await this.#pass(name, ({ receivedAt }) => Math.floor(receivedAt / period), deleted, moments);
      if (!(await this.#isMoreThan(name, enough))) return;
    }
    let left = (await storage.historySize(name))?.bytes ?? 0;
    const isWanted = ({ bytes }: HistoryRow) => {
      // What it becomes takes room, too.
      if (left <= enough / 2) return false;
      left -= bytes.length;
      return true;
    };
    await this.#begin(name, checkpoint, { isWanted, mostBytes: enough });
  }

  #momentsOf(name: DocumentName, state: Uint8Array): KeptMoments {
    return onDocument(name, () => keptMomentsOf(state));
  }

  async #isMoreThan(name: DocumentName, bytes: number): Promise<boolean> {
    const { storage, isOver } = this.#options;
    return !isOver(name) && ((await storage.historySize(name))?.bytes ?? 0) > bytes;
  }

  /** Whether its first row may be old enough: one that says it is of the future may be of any time. */
  async #hasOld(name: DocumentName, now: number): Promise<boolean> {
    const [first] = await this.#options.storage.historyPart(name, 0, 1);
    if (first === undefined) return false;
    return first.receivedAt > now || periodByAge(first, now) !== null;
  }

  /** Goes through all of it once. */
  async #pass(
    name: DocumentName,
    periodOf: (row: HistoryRow) => number | null,
    deleted: Deletions | null,
    moments: KeptMoments,
  ): Promise<void> {
    const { storage } = this.#options;
    let after = 0;
    while (!this.#options.isOver(name)) {
      const began = performance.now();
      const rows = await storage.historyPart(name, after, SLICE_BYTES);
      if (rows.length === 0) return;
      after = rows.at(-1)!.sequence;
      const thinned = onDocument(name, () =>
        thin(rows, {
          periodOf,
          deleted,
          kept: moments.alive,
          stretchOf: ({ receivedAt }) => stretchAt(moments, receivedAt),
        }),
      );
      if (thinned.length > 0) await storage.thinHistory(name, thinned);
      await restFrom(began);
    }
  }

  /** Puts the document as it was once in the place of the oldest rows. */
  async #begin(
    name: DocumentName,
    checkpoint: { state: Uint8Array; upTo: number },
    {
      isWanted,
      mostBytes = Number.POSITIVE_INFINITY,
      evenQuarantined = false,
      moments = NO_MOMENTS,
    }: Absorbing,
  ): Promise<void> {
    const { storage, log } = this.#options;
    // What was never part of the document stays, as a rule, for whoever looks into it.
    const stays = ({ quarantined }: HistoryRow) => quarantined !== null && !evenQuarantined;
    // What there was at a moment that is kept may be deleted since.
    const document = new Y.Doc({ gc: moments.alive.size === 0 });
    const absorbed: HistoryRow[] = [];
    let bytes: Uint8Array | null = null;
    try {
      let steps = 0;
      let after = 0;
      for (let goesOn = true; goesOn && !this.#options.isOver(name); ) {
        const began = performance.now();
        const rows = await storage.historyPart(name, after, SLICE_BYTES);
        const stop = rows.findIndex((row) => !stays(row) && !isWanted(row));
        goesOn = stop === -1 && rows.length > 0;
        for (const row of stop === -1 ? rows : rows.slice(0, stop)) {
          if (stays(row)) continue;
          absorbed.push(row);
          if (row.quarantined !== null) continue;
          if (row.isDamaged) throw new Error(`update ${row.sequence} is damaged`);
          const apply = () => applyUpdate(document, row.bytes);
          steps += onDocument(name, () => countConflicts(MAX_STEPS - steps, apply));
        }
        after = rows.at(-1)?.sequence ?? after;
        await restFrom(began);
      }
      bytes = onDocument(name, () => {
        const all = Y.encodeStateAsUpdate(document);
        return moments.alive.size > 0 ? withoutText(all, null, moments.alive) : all;
      });
    } catch (error) {
      // The checkpoint holds all of it and was written out before.
      log.warn('history begins anew', { document: name, error });
    } finally {
      document.destroy();
    }
    if (this.#options.isOver(name)) return;
    if (bytes === null || bytes.length > mostBytes) {
      const all = await storage.historyPart(name, 0, Number.MAX_SAFE_INTEGER);
      if (all.at(-1)?.sequence !== checkpoint.upTo) return;
      absorbed.length = 0;
      absorbed.push(...all.filter((row) => !stays(row)));
      bytes = checkpoint.state;
    }
    if (absorbed.every(({ isBeginning }) => isBeginning)) return;
    await storage.thinHistory(name, [asBeginning(absorbed, bytes)]);
  }
}

/** Nobody's: who wrote what in it is not known any more. */
function asBeginning(rows: readonly HistoryRow[], bytes: Uint8Array): ThinRow {
  const last = rows.at(-1)!;
  return {
    replaces: rows.map(({ sequence }) => sequence),
    row: {
      sequence: last.sequence,
      since: rows[0]!.since,
      receivedAt: last.receivedAt,
      person: null,
      standsFor: rows.reduce((sum, { standsFor }) => sum + standsFor, 0),
      isBeginning: true,
      bytes,
    },
  };
}

/** Minutes and hours of one age never have the number of one another: hours count downwards. */
function periodByAge({ receivedAt }: HistoryRow, now: number): number | null {
  const age = now - receivedAt;
  if (age > BY_HOUR_AFTER_MS) return -Math.floor(receivedAt / HOUR_MS) - 1;
  return age > BY_MINUTE_AFTER_MS ? Math.floor(receivedAt / MINUTE_MS) : null;
}
