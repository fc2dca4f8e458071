/**
 * Moving blocks, rows and columns: by the fewest places that make the order people see the wanted
 * one.
 *
 * Invariant: no text and no marker moves; a place, which is a register, says behind what a block
 * stands. A block that consists of several parts (others were joined to it) stays whole.
 */
import type { Body } from '../body.ts';
import { longestCommonOrder } from '../common-order.ts';
import type { Place } from '../order.ts';
import { BEHIND } from '../shown-blocks.ts';
import { hasNoMarker, withMarker } from './markers.ts';
import { adopt, showAgain } from './visibility.ts';

/**
 * Moves blocks so that the shown order becomes `wanted` (ids of all shown blocks). `moved` names
 * the blocks a person moved; without it, as few as possible are.
 */
export function arrange(
  body: Body,
  wanted: readonly string[],
  moved: ReadonlySet<string> = new Set(),
): void {
  const names = wanted.some(hasNoMarker) ? markersWhereParted(body, wanted, moved) : new Map();
  const named = (ids: Iterable<string>) => Array.from(ids, (id) => names.get(id) ?? id);
  arrangeList(body, () => shownIds(body), named(wanted), new Set(named(moved)));
}

/**
 * Text without a marker stands where the object does that it is behind. It gets a marker where it
 * is to stand elsewhere, or something else between the two; returns the new names.
 */
function markersWhereParted(
  body: Body,
  wanted: readonly string[],
  moved: ReadonlySet<string>,
): Map<string, string> {
  const now = shownIds(body);
  const indexOf = new Map(now.map((id, index) => [id, index]));
  const parted = wanted.filter((id, index) => {
    const at = hasNoMarker(id) ? indexOf.get(id) : undefined;
    return at !== undefined && (moved.has(id) || now[at - 1] !== wanted[index - 1]);
  });
  return new Map(parted.map((id) => [id, withMarker(body, id)]));
}

export function arrangeList(
  body: Body,
  list: () => string[],
  wanted: readonly string[],
  moved: ReadonlySet<string>,
): void {
  const placed = new Set<string>();
  // One round settles nearly everything. What old moves still pull elsewhere takes a few more: then
  // the other block of a pair that stands the wrong way round is the one to be placed. Where even
  // that does not settle it, all from the first to the last that stands wrong are placed in a row.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const shown = list();
    if (sameList(shown, wanted)) return;
    const isShown = new Set(shown);
    for (const id of wanted) {
      const segment = body.segment(id);
      if (segment && !hasNoMarker(id) && !isShown.has(id)) showAgain(body, segment);
    }
    const now = list();
    const known = new Set(now);
    const target = wanted.filter((id) => known.has(id));
    let leaving: string[];
    if (round < 2) {
      const staying = longestCommonOrder(now, target, round === 0 ? moved : new Set());
      leaving = target.filter((id) => !staying.has(id) && !hasNoMarker(id));
    } else if (round === MAX_ROUNDS - 1) {
      const first = target.findIndex((id, index) => id !== now[index]);
      const last = target.findLastIndex((id, index) => id !== now[index]);
      leaving = target.slice(first, last + 1).filter((id) => !hasNoMarker(id));
    } else {
      const first = target.findIndex((id, index) => id !== now[index]);
      const candidates = [now[first], target[first]].filter((id) => id && !hasNoMarker(id));
      const next = candidates.find((id) => !placed.has(id!)) ?? candidates[round % 2];
      leaving = next ? [next] : [];
    }
    if (leaving.length === 0) return;
    putInPlace(body, target, new Set(leaving));
    for (const id of leaving) placed.add(id);
  }
}

const MAX_ROUNDS = 12;

function shownIds(body: Body): string[] {
  return body.shown.map((block) => block.id);
}

/** Places each of `leaving` behind the one before it in `target`. */
function putInPlace(body: Body, target: readonly string[], leaving: ReadonlySet<string>): void {
  const lists = partLists(body);
  const next = nextOf(target, leaving);
  target.forEach((id, index) => {
    if (!leaving.has(id)) return;
    const place: Place = {
      after: lastPartOf(body, target[index - 1]),
      before: referenceOf(next[index]),
      at: body.registers.nextMoveTime(),
    };
    body.setRegister(id, 'place', place);
  });
  rehang(body, target, leaving);
  adopt(body, leaving);
  keepWhole(body, lists);
}

/** What was put behind blocks that leave stays, behind the nearest one before it that does. */
function rehang(body: Body, target: readonly string[], leaving: ReadonlySet<string>): void {
  const next = nextOf(target, leaving);
  let last: string | undefined;
  target.forEach((id, index) => {
    if (leaving.has(id)) return;
    const place = body.registers.placeOf(id);
    if (place && !place.joined && place.after !== null && leaving.has(place.after))
      body.setRegister(id, 'place', {
        after: lastPartOf(body, last),
        before: referenceOf(next[index]),
        at: place.at,
      });
    last = id;
  });
}

/** For each of a list the next one behind it that does not leave. */
function nextOf(
  target: readonly string[],
  leaving: ReadonlySet<string>,
): readonly (string | undefined)[] {
  const next: (string | undefined)[] = new Array(target.length);
  let staying: string | undefined;
  for (let index = target.length - 1; index >= 0; index--) {
    next[index] = staying;
    if (!leaving.has(target[index]!)) staying = target[index];
  }
  return next;
}

/** The segments of each block that consists of several, by the block's id. */
export type PartLists = Map<string, string[]>;

export function partLists(body: Body): PartLists {
  const lists: PartLists = new Map();
  if (body.registers.joins.size === 0) return lists;
  for (const { id, parts } of body.shown)
    if (parts.length > 1)
      lists.set(
        id,
        parts.map((part) => part.id),
      );
  return lists;
}

/** Ties each block's segments together again where something that went or moved took some along. */
export function keepWhole(body: Body, lists: PartLists): void {
  for (let round = 0; lists.size > 0 && round < MAX_ROUNDS; round++) {
    let isWhole = true;
    for (const [id, list] of lists) {
      const now = body.partsOf(id).map((part) => part.id);
      const first = list.findIndex((part, index) => part !== now[index]);
      if (first < 1) continue;
      isWhole = false;
      const before = referenceOf(body.shown[body.shownIndex(id) + 1]?.id);
      for (let index = first; index < list.length; index++) {
        const place: Place = {
          after: list[index - 1]!,
          before,
          at: body.registers.nextMoveTime(),
          joined: true,
        };
        body.setRegister(list[index]!, 'deleted', undefined);
        body.setRegister(list[index]!, 'place', place);
      }
    }
    if (isWhole) return;
  }
}

/** What a block put behind this one refers to: its last part. */
export function lastPartOf(body: Body, id: string | undefined): string | null {
  if (id === undefined || id === '') return null;
  if (!body.segment(id)) return id;
  const parts = body.partsOf(id);
  return parts[parts.length - 1]!.id || null;
}

export function referenceOf(id: string | undefined): string | null {
  if (id === undefined || id === '') return null;
  return id.endsWith(BEHIND) ? id.slice(0, -1) : id;
}

export function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
