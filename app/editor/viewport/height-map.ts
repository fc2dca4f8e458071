/**
 * How high each block is: as measured when it was last drawn, estimated from its text otherwise.
 *
 * Invariant: there is a height for each block of the document last taken in; a measured one is
 * forgotten as soon as its block or the width of the lines changes.
 */
import type { Node } from 'prosemirror-model';
import type { ChangedBlocks } from '../binding/to-body.ts';
import { type Range, same, without } from './ranges.ts';

/** What lines look like where the text is drawn, px. */
export interface LineMetrics {
  lineHeight: number;
  /** Characters of this document's text that fit in a line of the body. */
  charactersPerLine: number;
  /** How wide the text is, px: no picture is shown wider. */
  width: number;
}

const UNTIL_KNOWN: LineMetrics = { lineHeight: 26, charactersPerLine: 80, width: 680 };
/** What a block is higher than its lines, px, until one of its kind was measured. */
const PADDING_UNTIL_KNOWN = 8;
/** Estimates that are off by less are left as they are, px. */
const TOLERANCE = 1;

export class HeightMap {
  #doc: Node | null = null;
  #metrics = UNTIL_KNOWN;
  #measured = new WeakMap<Node, number>();
  #heights: number[] = [];
  /** Where each block begins, and where the last one ends; null where that has to be added up anew. */
  #tops: Float64Array | null = null;
  /** Blocks that take up no height now. */
  #hidden: readonly Range[] = [];
  /** By kind of block: what those that were measured are higher than their lines. */
  #paddings = new Map<string, { sum: number; count: number; used: number }>();

  /** Takes in another document, of which just these blocks are not those of the last one. */
  apply(doc: Node, changed: ChangedBlocks | null): void {
    const isFirst = this.#doc === null;
    this.#doc = doc;
    if (isFirst) this.#estimateAll();
    if (!changed) return;
    const { start, oldEnd, newEnd } = changed;
    const fresh: number[] = [];
    for (let index = start; index < newEnd; index++) fresh.push(this.#heightOf(doc.child(index)));
    if (oldEnd - start === fresh.length)
      for (const [at, height] of fresh.entries()) this.#heights[start + at] = height;
    else
      this.#heights = [...this.#heights.slice(0, start), ...fresh, ...this.#heights.slice(oldEnd)];
    this.#tops = null;
  }

  /** Blocks that take up no height until they are not named here any more. */
  hide(hidden: readonly Range[]): void {
    if (same(hidden, this.#hidden)) return;
    this.#hidden = hidden;
    this.#tops = null;
  }

  /** Where each block begins, px below the first one, and where the last one ends. Never changed. */
  get tops(): Float64Array {
    this.#tops ??= this.#addUp();
    return this.#tops;
  }

  top(index: number): number {
    return this.tops[index]!;
  }

  /** The block at a distance from the first one's top, px. */
  indexAt(y: number): number {
    const { tops } = this;
    let low = 0;
    let high = this.#heights.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (tops[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Notes how high a block is drawn. */
  measure(index: number, height: number): void {
    const node = this.#doc!.child(index);
    if (this.#measured.get(node) === height) return;
    if (!this.#measured.has(node)) {
      const kind = kindOf(node);
      const known = this.#paddings.get(kind) ?? { sum: 0, count: 0, used: PADDING_UNTIL_KNOWN };
      known.sum += height - this.#fromContent(node);
      known.count++;
      this.#paddings.set(kind, known);
    }
    this.#measured.set(node, height);
    this.#heights[index] = height;
    this.#tops = null;
  }

  /** Estimates anew what was never drawn, if what was drawn since says that it should be otherwise. */
  refineEstimates(): void {
    let isBetter = false;
    for (const padding of this.#paddings.values()) {
      const mean = padding.sum / padding.count;
      if (Math.abs(mean - padding.used) < TOLERANCE) continue;
      padding.used = mean;
      isBetter = true;
    }
    if (isBetter) this.#estimateAll();
  }

  /** The lines look otherwise: nothing that was measured holds. */
  reset(metrics: LineMetrics): void {
    this.#metrics = metrics;
    this.#measured = new WeakMap();
    this.#paddings.clear();
    this.#estimateAll();
  }

  #estimateAll(): void {
    const heights: number[] = [];
    this.#doc?.forEach((node) => {
      heights.push(this.#heightOf(node));
    });
    this.#heights = heights;
    this.#tops = null;
  }

  #heightOf(node: Node): number {
    const padding = this.#paddings.get(kindOf(node))?.used ?? PADDING_UNTIL_KNOWN;
    return this.#measured.get(node) ?? Math.max(0, this.#fromContent(node) + padding);
  }

  /** What the text and the picture of a block make of its height, px. */
  #fromContent(node: Node): number {
    return this.#linesOf(node) * this.#metrics.lineHeight + this.#pictureOf(node);
  }

  #pictureOf({ attrs }: Node): number {
    const { pixelWidth, pixelHeight, width } = attrs;
    if (!pixelWidth || !pixelHeight) return 0;
    return (Math.min(width ?? pixelWidth, this.#metrics.width) * pixelHeight) / pixelWidth;
  }

  #linesOf(node: Node): number {
    if (node.isAtom) return 1;
    if (!node.isTextblock) return node.childCount;
    if (node.type.spec.code) return node.textContent.split('\n').length;
    return Math.max(1, Math.ceil(node.content.size / this.#metrics.charactersPerLine));
  }

  #addUp(): Float64Array {
    const tops = new Float64Array(this.#heights.length + 1);
    const shown = without([{ from: 0, to: this.#heights.length }], this.#hidden);
    let at = 0;
    let index = 0;
    for (const { from, to } of shown) {
      while (index < from) tops[index++] = at;
      while (index < to) {
        tops[index] = at;
        at += this.#heights[index++]!;
      }
    }
    tops.fill(at, index);
    return tops;
  }
}

function kindOf(node: Node): string {
  const { level } = node.attrs;
  return level === undefined ? node.type.name : `${node.type.name} ${level}`;
}
