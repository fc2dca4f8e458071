/**
 * A document made of what is stored of it.
 *
 * Invariant: what is stored is only read here; a document is made of all of it, or it is said that
 * this cannot be done and which part stands in the way.
 */
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { withoutUnwritable } from '../../shared/protocol/scan-update.ts';
import type { Log } from '../log.ts';
import type { HistoryRow, StoredLog } from '../storage/storage.ts';
import { countConflicts } from './conflict-meter.ts';
import { MOST_STEPS } from './inspect-update.ts';

/** Steps walked to find places, in all updates of a document since it was loaded, and to load it. */
export const MAX_STEPS = 8_000_000;

/** The log without values that nobody could write out again, which older versions took in. */
export function withoutUnwritableValues(
  name: DocumentName,
  { checkpoint, rows, lastSequence }: StoredLog,
  log: Log,
): StoredLog {
  const without = (bytes: Uint8Array, sequence: number): Uint8Array => {
    // What cannot be read at all is found when it is applied.
    const writable = withoutUnwritable(bytes) ?? bytes;
    if (writable !== bytes) log.error('value left out', { document: name, sequence });
    return writable;
  };
  return {
    checkpoint: checkpoint && {
      ...checkpoint,
      state: without(checkpoint.state, checkpoint.upTo),
    },
    rows: rows.map(({ sequence, bytes }) => ({ sequence, bytes: without(bytes, sequence) })),
    lastSequence,
  };
}

/**
 * In one transaction: half the time of one for each row. Returns the steps that were walked; throws
 * if that would be too many.
 */
export function fill(document: Y.Doc, { checkpoint, rows }: StoredLog, origin: unknown): number {
  return countConflicts(MAX_STEPS, () =>
    document.transact(() => {
      if (checkpoint !== null) Y.applyUpdate(document, checkpoint.state);
      for (const { bytes } of rows) applyUpdate(document, bytes);
    }, origin),
  );
}

/** Whether a document can be made of this state, and written out again. */
export function canFill(state: Uint8Array): boolean {
  const document = new Y.Doc();
  try {
    countConflicts(MAX_STEPS, () => Y.applyUpdate(document, state));
    Y.encodeStateAsUpdate(document);
    return true;
  } catch {
    // Whatever it throws, it would throw for whoever opens it.
    return false;
  } finally {
    document.destroy();
  }
}

/** Each in a transaction of its own, so that it is known which one it was. */
export function firstThatThrows(
  checkpoint: StoredLog['checkpoint'],
  rows: StoredLog['rows'],
): { sequence: number; error: unknown } | null {
  const document = new Y.Doc();
  // As it is for whoever has the document open: what changes is written out.
  document.on('update', () => undefined);
  let stepsLeft = MAX_STEPS;
  if (checkpoint !== null) {
    stepsLeft -= countConflicts(stepsLeft, () => Y.applyUpdate(document, checkpoint.state));
  }
  for (const { sequence, bytes } of rows) {
    try {
      const most = Math.min(stepsLeft, MOST_STEPS);
      stepsLeft -= countConflicts(most, () => applyUpdate(document, bytes));
    } catch (error) {
      return { sequence, error };
    }
  }
  return null;
}

/** The state of the document that is made of it, or null if none can be. */
export function stateOf(stored: StoredLog): Uint8Array | null {
  const document = new Y.Doc();
  try {
    fill(document, stored, null);
    return Y.encodeStateAsUpdate(document);
  } catch {
    // Whatever it throws, it would throw for whoever opens it.
    return null;
  } finally {
    document.destroy();
  }
}

/** Whether the rows that a checkpoint holds are all there, as they were written or thinned. */
export function isAllThere(history: readonly HistoryRow[], upTo: number): boolean {
  const compacted = history.filter(({ sequence }) => sequence <= upTo);
  const stood = compacted.reduce((sum, { standsFor }) => sum + standsFor, 0);
  return stood === upTo && compacted.every(({ isDamaged }) => !isDamaged);
}

/**
 * The document as it was before the first row that is not sound: the checkpoint, if it is good, or
 * what can be made again of the rows it held, with the rows behind it; null where there is neither.
 */
export function lastGoodOf(
  history: readonly HistoryRow[],
  checkpoint: StoredLog['checkpoint'],
): { state: Uint8Array; upTo: number } | null {
  const compacted = history.filter((row) => row.compacted);
  const good = checkpoint && goodStateOf(checkpoint.state);
  const upTo = good ? checkpoint.upTo : (compacted.at(-1)?.sequence ?? 0);
  const sound = ({ quarantined }: HistoryRow): boolean => quarantined === null;
  const old = good ? [] : compacted.filter(sound);
  if (!good && !isAllThere(history, upTo)) return null;
  const rows: HistoryRow[] = [];
  let last = upTo;
  for (const row of history) {
    if (row.sequence <= upTo) continue;
    if (row.sequence !== last + 1 || row.isDamaged) break;
    last = row.sequence;
    if (sound(row)) rows.push(row);
  }
  if (last === 0) return null;
  const made = (from: readonly HistoryRow[]) =>
    stateOf({
      checkpoint: good ? { upTo, state: good } : null,
      rows: [...old, ...from],
      lastSequence: last,
    });
  const all = made(rows);
  if (all !== null) return { state: all, upTo: last };
  const state = upTo === 0 ? null : made([]);
  return state && { state, upTo };
}

function goodStateOf(state: Uint8Array): Uint8Array | null {
  const writable = withoutUnwritable(state);
  return writable !== null && canFill(writable) ? writable : null;
}
