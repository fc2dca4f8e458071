/**
 * The headings of a document, kept up to date by what changed.
 *
 * Invariant: the list stays the same object while no heading changes, comes or goes, so whoever
 * draws it draws it anew only then; a key in a paragraph costs nothing here that grows with the text.
 */
import type { Node } from 'prosemirror-model';
import { type ChangedBlocks, changedBlocks } from '../binding/to-body.ts';
import { schema } from '../schema.ts';

export class Outline {
  headings: readonly Node[] = [];
  /** Where each of them stands among the blocks. */
  #indexes: number[] = [];
  #doc: Node | null = null;

  /** Takes in a document; true if the headings are not the same as before. */
  follow(doc: Node): boolean {
    const before = this.#doc;
    this.#doc = doc;
    const changed = before
      ? changedBlocks(before, doc)
      : { start: 0, oldEnd: 0, newEnd: doc.childCount };
    return changed !== null && this.#applyChange(doc, changed);
  }

  /** Index of the block that a heading is. */
  indexOf(at: number): number {
    return this.#indexes[at]!;
  }

  /** Which heading the block at `index` stands under; -1 above the first one. */
  at(index: number): number {
    return firstFrom(this.#indexes, index + 1) - 1;
  }

  #applyChange(doc: Node, { start, oldEnd, newEnd }: ChangedBlocks): boolean {
    const from = firstFrom(this.#indexes, start);
    const to = firstFrom(this.#indexes, oldEnd);
    const indexes: number[] = [];
    for (let index = start; index < newEnd; index++)
      if (isEntry(doc.child(index))) indexes.push(index);
    const shift = newEnd - oldEnd;
    if (shift !== 0 || indexes.length > 0 || from < to)
      this.#indexes = [
        ...this.#indexes.slice(0, from),
        ...indexes,
        ...this.#indexes.slice(to).map((index) => index + shift),
      ];
    if (from === to && indexes.length === 0) return false;
    this.headings = [
      ...this.headings.slice(0, from),
      ...indexes.map((index) => doc.child(index)),
      ...this.headings.slice(to),
    ];
    return true;
  }
}

/** A heading without a text is no place to go to. */
function isEntry(node: Node): boolean {
  return node.type === schema.nodes.heading && node.content.size > 0;
}

/** Where in a sorted list the first number from `wanted` on is. */
function firstFrom(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
