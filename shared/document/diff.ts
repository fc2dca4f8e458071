/**
 * Where two lists of tokens differ, as hunks: stretches of the old list with what became of each.
 *
 * Invariant: replacing every hunk makes the one list the other; no hunk begins or ends between the
 * two units of a character, nor, unless a step of the change did, inside what a reader takes for
 * one.
 */
import { longestCommonOrder } from './common-order.ts';
import { isWholeAt } from './graphemes.ts';
import { isInPair } from './pairs.ts';
import {
  type EditedBlock,
  type Stayed,
  sameToken,
  stayedTokens,
  type Token,
  tokensOf,
  type UnchangedRanges,
} from './tokens.ts';

/** Where the text of one block differs from what it was; its tokens are its positions. */
export function compareText(
  old: EditedBlock,
  now: EditedBlock,
  kept?: UnchangedRanges,
): { old: Token[]; now: Token[]; hunks: Hunk[] } {
  const [oldTokens, newTokens] = [tokensOf([old], true), tokensOf([now], true)];
  const stayed = kept ? stayedTokens([old], [now], oldTokens, newTokens, true, kept) : null;
  return { old: oldTokens, now: newTokens, hunks: compareTokens(oldTokens, newTokens, stayed) };
}

/** A stretch that differs: old tokens [oldFrom, oldTo) became new tokens [newFrom, newTo). */
export interface Hunk {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

/**
 * The stretches in which two token lists differ, first to last; none begins or ends in what is one
 * character to a reader, unless a step of the change did. `stayed`: null where no steps are known.
 */
export function compareTokens(
  old: readonly Token[],
  now: readonly Token[],
  stayed: readonly Stayed[] | null,
  limit?: number,
): Hunk[] {
  const hunks: Hunk[] = [];
  // No step can cut a character of two units, whatever it says.
  for (const hunk of compareUnits(old, now, stayed, limit)) {
    if (isInPairAt(old, hunk.oldFrom) || isInPairAt(now, hunk.newFrom)) {
      hunk.oldFrom--;
      hunk.newFrom--;
    }
    if (isInPairAt(old, hunk.oldTo) || isInPairAt(now, hunk.newTo)) {
      hunk.oldTo++;
      hunk.newTo++;
    }
    const last = hunks.at(-1);
    if (last && hunk.oldFrom <= last.oldTo) {
      last.oldTo = hunk.oldTo;
      last.newTo = hunk.newTo;
    } else hunks.push(hunk);
  }
  return hunks;
}

function isInPairAt(tokens: readonly Token[], at: number): boolean {
  const before = unitAt(tokens, at - 1);
  const behind = unitAt(tokens, at);
  return before !== null && behind !== null && isInPair(before + behind, 1);
}

function unitAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at];
  return token?.kind === 'character' ? token.value : null;
}

/** Whether both lists can be cut at these places. */
function isWhole(old: readonly Token[], oldAt: number, now: readonly Token[], newAt: number) {
  return isWholeAt((at) => unitAt(old, at), oldAt) && isWholeAt((at) => unitAt(now, at), newAt);
}

/** The same differences with all of the characters they begin or end in, within a larger hunk. */
function wholeHunks(
  old: readonly Token[],
  now: readonly Token[],
  hunks: readonly Hunk[],
  within: Hunk,
): Hunk[] {
  const whole: Hunk[] = [];
  for (let index = 0; index < hunks.length; index++) {
    const hunk = { ...hunks[index]! };
    const last = whole.at(-1);
    const from = last?.oldTo ?? within.oldFrom;
    while (hunk.oldFrom > from && !isWhole(old, hunk.oldFrom, now, hunk.newFrom)) {
      hunk.oldFrom--;
      hunk.newFrom--;
    }
    while (hunk.oldTo < within.oldTo && !isWhole(old, hunk.oldTo, now, hunk.newTo)) {
      const next = hunks[index + 1];
      if (next && next.oldFrom === hunk.oldTo) {
        hunk.oldTo = next.oldTo;
        hunk.newTo = next.newTo;
        index++;
      } else {
        hunk.oldTo++;
        hunk.newTo++;
      }
    }
    if (last && hunk.oldFrom === last.oldTo) {
      last.oldTo = hunk.oldTo;
      last.newTo = hunk.newTo;
    } else whole.push(hunk);
  }
  return whole;
}

function compareUnits(
  old: readonly Token[],
  now: readonly Token[],
  stayed: readonly Stayed[] | null,
  limit?: number,
): Hunk[] {
  const first = stayed?.length ? undefined : limit;
  const hunks: Hunk[] = [];
  let [oldFrom, newFrom] = [0, 0];
  const end = { old: old.length, now: now.length, length: 0 };
  for (const { old: oldTo, now: newTo, length } of [...(stayed ?? []), end]) {
    const between = { oldFrom, oldTo, newFrom, newTo };
    if (stayed && isTypedOver(old, now, between)) hunks.push(between);
    else for (const hunk of differences(old, now, between, first)) hunks.push(hunk);
    [oldFrom, newFrom] = [oldTo + length, newTo + length];
  }
  return hunks;
}

/** A letter that somebody types over a word is their own, also where the word begins with it. */
function isTypedOver(old: readonly Token[], now: readonly Token[], between: Hunk): boolean {
  const { oldFrom, oldTo, newFrom, newTo } = between;
  const tokens = [...old.slice(oldFrom, oldTo), ...now.slice(newFrom, newTo)];
  return (
    newTo - newFrom === 1 && oldTo - oldFrom > 1 && tokens.every(({ kind }) => kind === 'character')
  );
}

/** Where the tokens of a hunk differ; the first `limit` may be the same. */
function differences(
  old: readonly Token[],
  now: readonly Token[],
  { oldFrom, oldTo, newFrom, newTo }: Hunk,
  limit = Number.POSITIVE_INFINITY,
): Hunk[] {
  const size = Math.min(oldTo - oldFrom, newTo - newFrom);
  let prefix = 0;
  const most = Math.min(size, limit);
  while (prefix < most && sameToken(old[oldFrom + prefix]!, now[newFrom + prefix]!)) prefix++;
  let suffix = 0;
  const rest = size - prefix;
  while (suffix < rest && sameToken(old[oldTo - 1 - suffix]!, now[newTo - 1 - suffix]!)) suffix++;
  if (prefix === oldTo - oldFrom && prefix === newTo - newFrom) return [];
  const isAdded = prefix + suffix === oldTo - oldFrom && isAccent(now[newFrom + prefix]);
  if (!isAdded) {
    while (prefix > 0 && !isWhole(old, oldFrom + prefix, now, newFrom + prefix)) prefix--;
    // Of what is not the same before, more may be the same behind.
    while (suffix < size - prefix && sameToken(old[oldTo - 1 - suffix]!, now[newTo - 1 - suffix]!))
      suffix++;
    while (suffix > 0 && !isWhole(old, oldTo - suffix, now, newTo - suffix)) suffix--;
  }
  const hunk = {
    oldFrom: oldFrom + prefix,
    oldTo: oldTo - suffix,
    newFrom: newFrom + prefix,
    newTo: newTo - suffix,
  };
  if (hunk.oldFrom === hunk.oldTo || hunk.newFrom === hunk.newTo) return [hunk];
  return wholeHunks(old, now, mergeHunks(smallest(old, now, hunk), old), hunk);
}

/** Whether a token is typed behind a letter to change it, which is no reason to write that anew. */
function isAccent(token: Token | undefined): boolean {
  return token?.kind === 'character' && /\p{M}/u.test(token.value);
}

/** Differences beyond this many are looked for in larger units. */
const MAX_EDITS = 400;

/** Characters kept between two differences that are too few to be more than chance. */
const MIN_KEPT = 4;

/** Units to compare in where characters differ in too many places: lines, then words. */
const LARGER: readonly RegExp[] = [/^\n$/, /^\s$/];

/**
 * The shortest edit of a hunk. Where that is too long, whatever lines and then words are the same
 * stay, and what is between them is compared by itself.
 */
function smallest(old: readonly Token[], now: readonly Token[], hunk: Hunk, larger = 0): Hunk[] {
  const { oldFrom, newFrom } = hunk;
  const edits = shortestEdit(hunk.oldTo - oldFrom, hunk.newTo - newFrom, (x, y) =>
    sameToken(old[oldFrom + x]!, now[newFrom + y]!),
  );
  if (edits)
    return edits.map((edit) => ({
      oldFrom: oldFrom + edit.oldFrom,
      oldTo: oldFrom + edit.oldTo,
      newFrom: newFrom + edit.newFrom,
      newTo: newFrom + edit.newTo,
    }));
  const end = LARGER[larger];
  if (!end) return [hunk];
  const oldUnits = unitsOf(old, oldFrom, hunk.oldTo, end);
  const newUnits = unitsOf(now, newFrom, hunk.newTo, end);
  const units =
    shortestEdit(
      oldUnits.length,
      newUnits.length,
      (x, y) => oldUnits[x]!.key === newUnits[y]!.key,
    ) ?? betweenUnique(oldUnits, newUnits);
  return mergeTouching(units).flatMap((unit) => {
    const inside = {
      oldFrom: oldUnits[unit.oldFrom]?.start ?? hunk.oldTo,
      oldTo: oldUnits[unit.oldTo]?.start ?? hunk.oldTo,
      newFrom: newUnits[unit.newFrom]?.start ?? hunk.newTo,
      newTo: newUnits[unit.newTo]?.start ?? hunk.newTo,
    };
    if (inside.oldFrom === inside.oldTo || inside.newFrom === inside.newTo) return [inside];
    return smallest(old, now, inside, larger + 1);
  });
}

/** Tokens that are compared as one. */
interface Unit {
  key: string;
  start: number;
}

/** Cuts tokens behind each `end`, and at the markers of blocks. */
function unitsOf(tokens: readonly Token[], from: number, to: number, end: RegExp): Unit[] {
  const units: Unit[] = [];
  let isOpen = false;
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    const isMarker = token.kind === 'marker';
    const value = isMarker
      ? `\n${token.block.id}`
      : token.kind === 'object'
        ? JSON.stringify(token.value.id ?? token.value)
        : token.value;
    if (isOpen && !isMarker) units[units.length - 1]!.key += value;
    else units.push({ key: value, start: at });
    isOpen = !isMarker && !(token.kind === 'character' && end.test(token.value));
  }
  return units;
}

/** What is between units of which there is one on either side, in the order they have on both. */
function betweenUnique(old: readonly Unit[], now: readonly Unit[]): Hunk[] {
  const once = (units: readonly Unit[]): Map<string, number> => {
    const found = new Map<string, number>();
    units.forEach(({ key }, index) => {
      found.set(key, found.has(key) ? -1 : index);
    });
    return found;
  };
  const [oldAt, newAt] = [once(old), once(now)];
  const isOnce = ({ key }: Unit) => (oldAt.get(key) ?? -1) >= 0 && (newAt.get(key) ?? -1) >= 0;
  const keys = (units: readonly Unit[]) => units.filter(isOnce).map(({ key }) => key);
  const common = longestCommonOrder(keys(old), keys(now), new Set());
  const hunks: Hunk[] = [];
  let [oldFrom, newFrom] = [0, 0];
  for (const key of keys(old)) {
    if (!common.has(key)) continue;
    const [oldTo, newTo] = [oldAt.get(key)!, newAt.get(key)!];
    if (oldTo > oldFrom || newTo > newFrom) hunks.push({ oldFrom, oldTo, newFrom, newTo });
    [oldFrom, newFrom] = [oldTo + 1, newTo + 1];
  }
  if (old.length > oldFrom || now.length > newFrom)
    hunks.push({ oldFrom, oldTo: old.length, newFrom, newTo: now.length });
  return hunks;
}

/**
 * Myers' greedy algorithm (1986) over the first n of one list and the first m of another: single
 * insertions and deletions, first to last, or null where they are too many.
 */
function shortestEdit(
  n: number,
  m: number,
  isSame: (x: number, y: number) => boolean,
): Hunk[] | null {
  const most = Math.min(n + m, MAX_EDITS);
  const zero = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reach.slice());
    for (let k = -edits; k <= edits; k += 2) {
      let x = isInsertion(reach, zero, k, edits) ? reach[zero + k + 1]! : reach[zero + k - 1]! + 1;
      let y = x - k;
      while (x < n && y < m && isSame(x, y)) {
        x++;
        y++;
      }
      reach[zero + k] = x;
      if (x >= n && y >= m) return traceBack(trace, zero, n, m);
    }
  }
  return null;
}

function isInsertion(reach: Int32Array, zero: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && reach[zero + k - 1]! < reach[zero + k + 1]!);
}

function traceBack(trace: readonly Int32Array[], zero: number, n: number, m: number): Hunk[] {
  const hunks: Hunk[] = [];
  let x = n;
  let y = m;
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits]!;
    const insertion = isInsertion(reach, zero, x - y, edits);
    const k = insertion ? x - y + 1 : x - y - 1;
    x = reach[zero + k]!;
    y = x - k;
    hunks.push({
      oldFrom: x,
      oldTo: x + (insertion ? 0 : 1),
      newFrom: y,
      newTo: y + (insertion ? 1 : 0),
    });
  }
  return hunks.reverse();
}

/** Joins differences that touch. */
function mergeTouching(hunks: readonly Hunk[], isChance?: (from: number, to: number) => boolean) {
  const merged: Hunk[] = [];
  for (const hunk of hunks) {
    const last = merged[merged.length - 1];
    if (last && (last.oldTo === hunk.oldFrom || isChance?.(last.oldTo, hunk.oldFrom))) {
      last.oldTo = hunk.oldTo;
      last.newTo = hunk.newTo;
    } else merged.push({ ...hunk });
  }
  return merged;
}

/** Joins differences that touch, or that only a few chance characters keep apart. */
function mergeHunks(hunks: readonly Hunk[], old: readonly Token[]): Hunk[] {
  return mergeTouching(hunks, (from, to) => {
    if (to - from >= MIN_KEPT) return false;
    for (let at = from; at < to; at++) if (old[at]!.kind !== 'character') return false;
    return true;
  });
}
