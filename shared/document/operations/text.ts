/**
 * What people do to the text inside a block: insert, delete, format, and change an object in a
 * line.
 *
 * Invariant: none of these touches a character it was not asked to touch, and none copies text.
 * Each runs inside a transaction of the caller and leaves the index (`Body`) settled.
 */

import type { Body } from '../body.ts';
import { erase, type Insertion, putAt, setAttributes } from '../formatting.ts';
import {
  type Attributes,
  attributeChanges,
  attributesFor,
  NO_ATTRIBUTES,
  NO_MARKS,
  sameAttributes,
} from '../marks.ts';
import type { Inline, InlineObject, Marks } from '../schema.ts';
import { CELL_SEPARATOR } from '../schema.ts';
import {
  attributesAt,
  attributesBehind,
  positionsBefore,
  type Segment,
  type Stretch,
} from '../segment.ts';
import { giveCellMarker } from './markers.ts';
import { keepShown, restore } from './visibility.ts';

/**
 * Inserts text or an object behind the first `offset` positions of a block.
 * `marks` undefined: formatted like what stands before it.
 */
export function insert(
  body: Body,
  id: string,
  offset: number,
  content: string | InlineObject,
  marks?: Marks,
): void {
  if (content === '') return;
  if (id.includes(CELL_SEPARATOR)) giveCellMarker(body, id);
  const place = body.locate(id, offset);
  const { segment } = place;
  const left = attributesAt(segment, place.offset);
  const wanted =
    marks === undefined
      ? left
      : attributesFor(marks, left, attributesBehind(segment, place.offset));
  restore(body, id);
  const at = positionsBefore(segment, place.offset);
  putAt(body.text, at, [{ insert: content, attributes: wanted }], segment);
  body.settle(new Set([segment]));
}

/** Deletes `length` positions behind the first `offset` of a block; the block itself stays. */
export function deleteText(body: Body, id: string, offset: number, length: number): void {
  if (length === 0) return;
  const stretches = body.stretches(id, offset, length);
  restore(body, id);
  for (const stretch of stretches) eraseText(body, stretch.segment, stretch.offset, stretch.length);
  keepShown(body, id);
}

export function eraseText(body: Body, segment: Segment, offset: number, length: number): void {
  eraseUnsettled(body, segment, offset, length);
  body.settle(new Set([segment]));
}

/** All text of segments, which are looked at once after that. */
export function eraseTexts(body: Body, segments: ReadonlySet<Segment>): void {
  for (const segment of segments) eraseUnsettled(body, segment, 0, segment.shownLength);
  body.settle(new Set(segments));
}

function eraseUnsettled(body: Body, segment: Segment, offset: number, length: number): void {
  // From the end, so that what is hidden between (a second marker of a block) is left where it is.
  let at = segment.length;
  let shown = segment.shownLength;
  const runs = [...segment.runs].reverse();
  for (const run of runs) {
    at -= run.length;
    if (!run.shown) continue;
    shown -= run.length;
    const from = Math.max(offset, shown);
    const to = Math.min(offset + length, shown + run.length);
    if (from < to) erase(body.text, at + (from - shown), to - from, segment.item);
  }
}

/** Makes `length` positions behind the first `offset` of a block read as `marks`. */
export function format(
  body: Body,
  id: string,
  offset: number,
  length: number,
  marks: Marks,
  fresh: Map<string, [string, unknown]> = new Map(),
): void {
  for (const stretch of body.stretches(id, offset, length))
    if (formatStretch(body, stretch, marks, fresh)) restore(body, id);
}

function formatStretch(
  body: Body,
  { segment, offset, length }: Stretch,
  marks: Marks,
  fresh: Map<string, [string, unknown]>,
): boolean {
  // Settling joins runs, so the changes are collected first.
  const changes: { from: number; length: number; had: Attributes; set: Attributes }[] = [];
  let shown = 0;
  let at = body.startOf(segment) + (segment.item === null ? 0 : 1);
  for (const run of segment.runs) {
    if (run.shown) {
      const from = Math.max(offset, shown);
      const to = Math.min(offset + length, shown + run.length);
      if (from < to) {
        const set = attributeChanges(run.attributes, marks, fresh);
        const last = changes[changes.length - 1];
        const start = at + (from - shown);
        if (set && last && last.from + last.length === start && sameAttributes(last.set, set))
          last.length += to - from;
        else if (set) changes.push({ from: start, length: to - from, had: run.attributes, set });
      }
      shown += run.length;
    }
    at += run.length;
  }
  for (const { from, length: positions, had, set } of changes)
    setAttributes(body.text, from, positions, had, set);
  if (changes.length > 0) body.settle(new Set([segment]));
  return changes.length > 0;
}

/** Makes an inline object that has an id say something else, where it stands. */
export function setObject(body: Body, value: InlineObject & { id: string }): void {
  const { id, ...rest } = value;
  body.setRegister(id, 'value', rest);
}

export function piecesOf(content: readonly Inline[]): Insertion[] {
  let left: Attributes = NO_ATTRIBUTES;
  const pieces: Insertion[] = [];
  for (const run of content) {
    if ('text' in run && run.text === '') continue;
    left = attributesFor(run.marks ?? NO_MARKS, left, NO_ATTRIBUTES);
    pieces.push({ insert: 'text' in run ? run.text : run.embed, attributes: left });
  }
  return pieces;
}
