/**
 * A segment of the body: a marker and the text up to the next one, as runs of equal formatting.
 *
 * Invariant: `length` counts positions of the Y.Text, and `shownLength` those that people see.
 */
import * as Y from 'yjs';
import { type Attributes, NO_ATTRIBUTES, sameAttributes } from './marks.ts';
import { isInPair } from './pairs.ts';
import type { InlineObject } from './schema.ts';
import { type BlockMarker, markerOf, objectOf } from './validate.ts';

/** Positions of the body between two format changes, or one object. */
export interface Run {
  /** null for an object. */
  text: string | null;
  object: InlineObject | null;
  attributes: Attributes;
  /** Positions in the Y.Text. */
  length: number;
  /** False for positions that show nothing, such as a second marker of the same block. */
  shown: boolean;
}

/** A marker and the text up to the next one. */
export interface Segment {
  /** '' for text before the first marker. */
  readonly id: string;
  /** The item of the marker, null for the text before the first one. */
  readonly item: Y.Item | null;
  readonly born: BlockMarker | null;
  runs: Run[];
  /** Positions in the Y.Text, that of the marker included. */
  length: number;
  /** Positions that people see. */
  shownLength: number;
  /** Attributes in force right behind the marker. */
  startAttributes: Attributes;
  endAttributes: Attributes;
  /** Place in the sequence. */
  index: number;
  /** Whether people do not see its block. Known once the order has been asked for. */
  hidden: boolean;
  /**
   * Whether it is a tombstone, or an empty block split off one: what is split off it, is hidden,
   * too.
   */
  isTombstoned: boolean;
}

/** A stretch of shown positions inside one segment. */
export interface Stretch {
  segment: Segment;
  offset: number;
  length: number;
}

export function newSegment(item: Y.Item | null, born: BlockMarker | null): Segment {
  return {
    id: born?.id ?? '',
    item,
    born,
    runs: [],
    length: 0,
    shownLength: 0,
    startAttributes: NO_ATTRIBUTES,
    endAttributes: NO_ATTRIBUTES,
    index: 0,
    hidden: false,
    isTombstoned: false,
  };
}

/**
 * Reads a segment's runs. `opens` says whether a marker begins the next one: where it does not, it
 * shows nothing.
 *
 * @returns the item of the next marker, or null at the end
 */
export function readSegment(
  segment: Segment,
  text: Y.Text,
  opens: (marker: BlockMarker, item: Y.Item) => boolean,
): Y.Item | null {
  const runs: Run[] = [];
  let attributes = segment.startAttributes;
  let length = segment.item === null ? 0 : 1;
  let shownLength = 0;
  let item = segment.item === null ? text._start : segment.item.right;
  for (; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { content } = item;
    if (content instanceof Y.ContentFormat) {
      // Of a text that was loaded before anybody asked for it by name Yjs does not know this, and
      // then changes formatting beside what is written.
      text._hasFormatting = true;
      text._searchMarker = null;
      attributes = withFormat(attributes, content.key, content.value);
      continue;
    }
    let run: Run;
    if (content instanceof Y.ContentString) {
      const last = runs[runs.length - 1];
      length += item.length;
      shownLength += item.length;
      if (last && last.text !== null && sameAttributes(last.attributes, attributes)) {
        last.text += content.str;
        last.length += item.length;
        continue;
      }
      run = { text: content.str, object: null, attributes, length: item.length, shown: true };
      runs.push(run);
      continue;
    }
    const marker = markerOf(item);
    if (marker && opens(marker, item)) break;
    const object = marker ? null : objectOf(content);
    run = { text: null, object, attributes, length: item.length, shown: object !== null };
    runs.push(run);
    length += item.length;
    if (run.shown) shownLength += item.length;
  }
  segment.runs = runs;
  segment.length = length;
  segment.shownLength = shownLength;
  segment.endAttributes = attributes;
  return item;
}

function withFormat(attributes: Attributes, key: string, value: unknown): Attributes {
  if (value === null && !(key in attributes)) return attributes;
  const changed: Record<string, unknown> = { ...attributes };
  if (value === null) delete changed[key];
  else changed[key] = value;
  return Object.keys(changed).length === 0 ? NO_ATTRIBUTES : changed;
}

/**
 * Positions in the Y.Text from where a segment begins to behind its first `offset` shown ones.
 */
export function positionsBefore(segment: Segment, offset: number): number {
  let index = segment.item === null ? 0 : 1;
  let left = offset;
  for (const run of segment.runs) {
    if (left === 0) break;
    if (run.shown) {
      if (run.length >= left) return index + left;
      left -= run.length;
    }
    index += run.length;
  }
  return index;
}

/** Attributes in force right behind the first `offset` shown positions of a segment. */
export function attributesAt(segment: Segment, offset: number): Attributes {
  let left = offset;
  let attributes = segment.startAttributes;
  for (const run of segment.runs) {
    if (left <= 0) break;
    if (!run.shown) continue;
    attributes = run.attributes;
    left -= run.length;
  }
  return attributes;
}

/** Attributes of the shown position behind `offset`, or those at the end. */
export function attributesBehind(segment: Segment, offset: number): Attributes {
  let left = offset;
  for (const run of segment.runs) {
    if (!run.shown) continue;
    if (left < run.length) return run.attributes;
    left -= run.length;
  }
  return segment.endAttributes;
}

/** Whether a place in the shown text of a segment is between the two units of one character. */
export function isInCharacter(segment: Segment, offset: number): boolean {
  let left = offset;
  for (const { shown, text, length } of segment.runs) {
    if (!shown) continue;
    if (left < length) return text !== null && isInPair(text, left);
    left -= length;
  }
  return false;
}

export function sameRuns(a: readonly Run[], b: readonly Run[]): boolean {
  return (
    a.length === b.length &&
    a.every((run, index) => {
      const other = b[index]!;
      return (
        run.text === other.text &&
        run.length === other.length &&
        sameAttributes(run.attributes, other.attributes) &&
        (run.object === other.object || JSON.stringify(run.object) === JSON.stringify(other.object))
      );
    })
  );
}
