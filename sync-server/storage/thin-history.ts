/**
 * History with less in it: rows of one person become one, and text that is deleted becomes its place.
 *
 * Invariant: what is left stands for the same rows and for the same characters of each client, so a
 * document made of it is the one that was made of the rows.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { scanUpdate } from '../../shared/protocol/scan-update.ts';
import type { HistoryRow } from './storage.ts';

/** Of an update, or of several that become one: more take so long that others would wait. */
const MAX_STRUCTS = 10_000;

/** Rows of one person that are next to each other in time, as one. */
export interface ThinRow {
  /** Those it stands in the place of. */
  readonly replaces: readonly number[];
  readonly row: Omit<HistoryRow, 'compacted' | 'quarantined' | 'isDamaged'>;
}

export interface Thinning {
  /** Rows of one person for which this is the same become one; null leaves a row alone. */
  periodOf: (row: HistoryRow) => number | null;
  /** Of what is deleted here the text is let go, too; null if only of what the row itself deletes. */
  deleted: Deletions | null;
  /** Of what is here the text is never let go. */
  kept?: Deletions;
  /** Rows for which this differs never become one. */
  stretchOf?: (row: HistoryRow) => number;
}

export interface Range {
  clock: number;
  len: number;
}

/** Ranges of clocks that are deleted, by client, in order. */
export type Deletions = ReadonlyMap<number, readonly Range[]>;

/** What is to be put in the place of which of these rows. Those that are quarantined or damaged stay. */
export function thin(
  rows: readonly HistoryRow[],
  { periodOf, deleted, kept, stretchOf = () => 0 }: Thinning,
): ThinRow[] {
  const groups = new Map<string, HistoryRow[]>();
  for (const row of rows) {
    const period = isSound(row) ? periodOf(row) : null;
    if (period === null) continue;
    const key = JSON.stringify([period, row.person, row.isBeginning, stretchOf(row)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const result: ThinRow[] = [];
  for (const group of groups.values()) {
    const bytes = asOne(group, deleted, kept);
    if (bytes === null) continue;
    const last = group.at(-1)!;
    result.push({
      replaces: group.map(({ sequence }) => sequence),
      row: {
        sequence: last.sequence,
        since: Math.min(...group.map(({ since }) => since)),
        receivedAt: Math.max(...group.map(({ receivedAt }) => receivedAt)),
        person: last.person,
        standsFor: group.reduce((sum, { standsFor }) => sum + standsFor, 0),
        isBeginning: last.isBeginning,
        bytes,
      },
    });
  }
  return result;
}

/** Whether a row says what somebody wrote. */
export function isSound({ quarantined, isDamaged }: HistoryRow): boolean {
  return quarantined === null && !isDamaged;
}

/** What a state says is deleted. */
export function deletionsOf(state: Uint8Array): Deletions {
  return Y.decodeUpdate(state).ds.clients;
}

/** The rows' updates as one, or null if nothing is won by it, or it cannot be done. */
function asOne(
  group: readonly HistoryRow[],
  deleted: Deletions | null,
  kept?: Deletions,
): Uint8Array | null {
  const pieces = group.map(({ bytes }) => bytes);
  if (pieces.length === 1 && deleted === null) return null;
  const structs = pieces.reduce((sum, bytes) => sum + (scanUpdate(bytes)?.structs ?? 0), 0);
  if (structs > MAX_STRUCTS) return null;
  try {
    const merged = pieces.length === 1 ? pieces[0]! : Y.mergeUpdates(pieces);
    const bytes = withoutText(merged, deleted, kept);
    // Whatever went wrong on the way, the rows are the better history.
    if (!saysTheSame(merged, bytes)) return null;
    const isLess = bytes.length < pieces.reduce((sum, { length }) => sum + length, 0);
    return isLess || pieces.length > 1 ? bytes : null;
  } catch {
    // A value that cannot be written out again, or an update that cannot be read: left as it is.
    return null;
  }
}

/**
 * The update in which what is deleted, by itself or by `deleted`, has a length and no content, but for
 * what is `kept`.
 */
export function withoutText(
  update: Uint8Array,
  deleted: Deletions | null,
  kept?: Deletions,
): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(update);
  const byClient = new Map<number, (Y.Item | Y.GC | Y.Skip)[]>();
  for (const struct of structs) {
    const { client } = struct.id;
    let list = byClient.get(client);
    if (list === undefined) {
      list = [];
      byClient.set(client, list);
    }
    if (struct instanceof Y.Item && mayGo(struct.content)) {
      for (const piece of withoutDeleted(struct, [ds.clients, deleted], kept)) list.push(piece);
    } else list.push(struct);
  }
  const encoder = new Y.UpdateEncoderV1();
  const { restEncoder } = encoder;
  encoding.writeVarUint(restEncoder, byClient.size);
  for (const [client, list] of byClient) {
    encoding.writeVarUint(restEncoder, list.length);
    encoder.writeClient(client);
    encoding.writeVarUint(restEncoder, list[0]!.id.clock);
    for (const struct of list) struct.write(encoder, 0);
  }
  encoding.writeVarUint(restEncoder, ds.clients.size);
  for (const [client, ranges] of ds.clients) {
    encoding.writeVarUint(restEncoder, client);
    encoding.writeVarUint(restEncoder, ranges.length);
    for (const { clock, len } of ranges) {
      encoding.writeVarUint(restEncoder, clock);
      encoding.writeVarUint(restEncoder, len);
    }
  }
  return encoder.toUint8Array();
}

/** Others stand in a shared type by its name: it stays, and is small. */
function mayGo(content: Y.Item['content']): boolean {
  return !(content instanceof Y.ContentType || content instanceof Y.ContentDeleted);
}

function withoutDeleted(
  item: Y.Item,
  sets: readonly (Deletions | null)[],
  kept?: Deletions,
): Y.Item[] {
  const { client, clock } = item.id;
  const end = clock + item.length;
  const isGone = goneIn(item, sets, kept);
  if (isGone === null) return [item];
  const pieces: Y.Item[] = [];
  for (let from = clock; from < end; ) {
    let to = from + 1;
    while (to < end && isGone(to) === isGone(from)) to++;
    const content = isGone(from)
      ? new Y.ContentDeleted(to - from)
      : part(item.content, from - clock, to - clock);
    const isFirst = from === clock;
    pieces.push(
      new Y.Item(
        Y.createID(client, from),
        null,
        isFirst ? item.origin : Y.createID(client, from - 1),
        null,
        item.rightOrigin,
        isFirst ? item.parent : null,
        isFirst ? item.parentSub : null,
        content,
      ),
    );
    from = to;
  }
  return pieces;
}

/** Which clocks of an item are deleted, or null if none is. Both halves of a pair stay together. */
function goneIn(
  item: Y.Item,
  sets: readonly (Deletions | null)[],
  kept?: Deletions,
): ((clock: number) => boolean) | null {
  const { client, clock } = item.id;
  const gone = new Uint8Array(item.length);
  const mark = (set: Deletions | null | undefined, as: 0 | 1) => {
    const ranges = set?.get(client) ?? [];
    for (let at = firstBehind(ranges, clock); at < ranges.length; at++) {
      const range = ranges[at]!;
      if (range.clock >= clock + item.length) break;
      gone.fill(as, Math.max(0, range.clock - clock), range.clock + range.len - clock);
    }
  };
  for (const set of sets) mark(set, 1);
  if (!gone.includes(1)) return null;
  mark(kept, 0);
  if (!gone.includes(1)) return null;
  if (item.content instanceof Y.ContentString) keepPairsWhole(item.content.str, gone);
  return (at) => gone[at - clock] === 1;
}

function keepPairsWhole(text: string, gone: Uint8Array): void {
  for (let at = 1; at < text.length; at++) {
    if (gone[at - 1] === gone[at] || !/[\uDC00-\uDFFF]/.test(text[at]!)) continue;
    if (/[\uD800-\uDBFF]/.test(text[at - 1]!)) gone.fill(0, at - 1, at + 1);
  }
}

/** The first range that ends behind this clock. */
function firstBehind(ranges: readonly { clock: number; len: number }[], clock: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { clock: from, len } = ranges[middle]!;
    if (from + len <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}

function part(content: Y.Item['content'], from: number, to: number): Y.Item['content'] {
  const copy = content.copy();
  const length = copy.getLength();
  const tail = from === 0 ? copy : copy.splice(from);
  if (to < length) tail.splice(to - from);
  return tail;
}

/** Whether both bring the same clocks of the same clients. */
function saysTheSame(one: Uint8Array, other: Uint8Array): boolean {
  const a = clocksOf(one);
  const b = clocksOf(other);
  return a.size === b.size && [...a].every(([client, clocks]) => b.get(client) === clocks);
}

function clocksOf(update: Uint8Array): Map<number, string> {
  const { from, to } = Y.parseUpdateMeta(update);
  return new Map([...to].map(([client, end]) => [client, `${from.get(client)} ${end}`]));
}
