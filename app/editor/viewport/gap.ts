/**
 * What stands in the page for a stretch of blocks that is not drawn.
 *
 * Invariant: a gap is as many positions long as its blocks, as high as they would be, counts lists
 * on as they would, and reads back as just these blocks.
 */

import { type Fragment, type Node, Schema } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import { whenIdle } from '../../../shared/when-idle.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { numbersAt } from '../lists/numbering.ts';

export interface Gap {
  /** The blocks of the document; those of the gap are [from, to). */
  readonly blocks: Fragment;
  readonly from: number;
  readonly to: number;
  /** Where each block of the document begins, and where the last one ends, px. */
  readonly tops: Float64Array;
}

/** px. */
export function heightOf({ tops, from, to }: Gap): number {
  return tops[to]! - tops[from]!;
}

/** Never part of a document: it stands in the windowed document, which the view draws. */
const GAP = new Schema({
  nodes: {
    doc: { content: 'gap*' },
    text: {},
    gap: { atom: true, selectable: false, attrs: { key: {} } },
  },
}).nodes.gap!;

const gaps = new WeakMap<Node, Gap>();
let made = 0;

/** A node of the windowed document for blocks that are not drawn. Two gaps are never equal. */
export function gapNode(gap: Gap): Node {
  const node = GAP.create({ key: made++ });
  let size = 0;
  for (let index = gap.from; index < gap.to; index++) size += gap.blocks.child(index).nodeSize;
  Object.defineProperty(node, 'nodeSize', { value: size });
  gaps.set(node, gap);
  return node;
}

/** What a node of the windowed document stands for, if it is a gap. */
export function gapOf(node: Node): Gap | undefined {
  return gaps.get(node);
}

export const gapView: NodeViewConstructor = (node) => {
  const dom = document.createElement('div');
  dom.className = 'gap';
  dom.setAttribute('role', 'group');
  const headings = new GapHeadings(dom);
  const show = (gap: Gap) => {
    // Where all of it is folded away, there is nothing to scroll to or to hear of.
    dom.hidden = heightOf(gap) === 0;
    dom.style.height = `${heightOf(gap)}px`;
    dom.style.setProperty('counter-set', listNumbers(gap));
    const count = gap.to - gap.from;
    dom.setAttribute('aria-label', tLazy().moreBlocks(count));
    headings.show(gap);
  };
  show(gapOf(node)!);
  return {
    dom,
    update: (next) => {
      show(gapOf(next)!);
      return true;
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection',
    destroy: () => headings.end(),
  };
};

/**
 * The headings among the blocks of a gap, for those who go through a text by its headings with a
 * screen reader: to come to one scrolls there, and what is scrolled to is drawn.
 */
class GapHeadings {
  readonly #dom: HTMLElement;
  #gap: Gap | null = null;
  #shown = '';
  #waiting = false;
  #hasEnded = false;

  constructor(dom: HTMLElement) {
    this.#dom = dom;
  }

  show(gap: Gap): void {
    this.#gap = gap;
    if (this.#waiting) return;
    this.#waiting = true;
    whenIdle(() => {
      this.#waiting = false;
      if (!this.#hasEnded) this.#draw();
    });
  }

  end(): void {
    this.#hasEnded = true;
  }

  #draw(): void {
    const { blocks, tops, from, to } = this.#gap!;
    const headings: { level: string; text: string; top: number }[] = [];
    // What is folded away is not heard of.
    const end = heightOf(this.#gap!) === 0 ? from : to;
    for (let index = from; index < end; index++) {
      const node = blocks.child(index);
      if (node.type.name !== 'heading' || node.content.size === 0) continue;
      const top = Math.round(tops[index]! - tops[from]!);
      headings.push({ level: String(node.attrs.level), text: node.textContent, top });
    }
    const shown = JSON.stringify(headings);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#dom.replaceChildren(
      ...headings.map(({ level, text, top }) => {
        const heading = document.createElement('div');
        heading.setAttribute('role', 'heading');
        heading.setAttribute('aria-level', level);
        heading.textContent = text;
        heading.style.top = `${top}px`;
        return heading;
      }),
    );
  }
}

/** The state of the list counters behind a gap's last block, as the style sheet would count. */
function listNumbers({ blocks, to }: Gap): string {
  return numbersAt(blocks, to)
    .map((number, depth) => `n${depth} ${number}`)
    .join(' ');
}
