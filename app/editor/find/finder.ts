/**
 * Find and replace in the text that is open.
 *
 * Invariant: matches belong to the document they were found in; nothing is replaced in another one.
 * A block is searched once for as long as it and the question stay the same.
 */
import { Fragment, type Node } from 'prosemirror-model';
import { TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { tLazy } from '../../i18n/lazy.ts';
import { BlocksStep } from '../binding/blocks-step.ts';
import { contentFor } from '../commands/commands.ts';
import { copyOf } from '../objects/put-object.ts';
import { schema } from '../schema.ts';
import { reveal } from '../selection/reveal.ts';
import { drawFound, type FoundRange } from './found-text.ts';
import { compile, type Match, OBJECT, type Wanted } from './search-text.ts';
import { Searcher, TooSlow } from './searcher.ts';

/** What the panel shows. */
export interface Findings {
  matches: readonly FoundRange[];
  /** Index of the match that is selected, or -1. */
  current: number;
  problem: string | null;
  searching: boolean;
}

const NOTHING: Findings = { matches: [], current: -1, problem: null, searching: false };

/** So far beyond the window matches are drawn, in positions. */
const MARGIN = 4000;

export class Finder {
  findings: Findings = NOTHING;
  readonly #view: EditorView;
  readonly #searcher = new Searcher();
  readonly #listeners = new Set<() => void>();
  #wanted: Wanted | null = null;
  #known = new WeakMap<Node, Match[]>();
  #doc: Node | null = null;
  #running: AbortController | null = null;
  #frame: number | null = null;
  /** Where the search began: the first match from here on is the first to be shown. */
  #origin: number;

  readonly #ceiling: () => number;

  /** `ceiling`: down to where in the window something hides the text. */
  constructor(view: EditorView, ceiling: () => number) {
    this.#view = view;
    this.#ceiling = ceiling;
    this.#origin = view.state.selection.from;
  }

  open(): void {
    addEventListener('scroll', this.#drawSoon, { passive: true });
    addEventListener('resize', this.#drawSoon);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#running?.abort();
    this.#searcher.close();
    removeEventListener('scroll', this.#drawSoon);
    removeEventListener('resize', this.#drawSoon);
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    if (!this.#view.isDestroyed) drawFound(this.#view, [], undefined);
  }

  /** Looks for something else, and shows the first match from where the search began. */
  look(wanted: Wanted): void {
    this.#wanted = wanted;
    this.#known = new WeakMap();
    if (wanted.text === '') {
      this.#running?.abort();
      this.#doc = this.#view.state.doc;
      this.#show(NOTHING);
    } else this.#scan(true);
  }

  /** Call when the view has been updated: what others or oneself wrote is searched, too. */
  follow(): void {
    const { doc } = this.#view.state;
    if (!this.#wanted || this.#wanted.text === '' || doc === this.#doc) return;
    this.#doc = doc;
    this.#scan(false);
  }

  async #scan(jump: boolean): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const wanted = this.#wanted!;
    const { doc } = this.#view.state;
    this.#doc = doc;
    const known = this.#known;
    try {
      compile(wanted);
      this.#show({ ...this.findings, searching: true, problem: null });
      const blocks = textBlocks(doc);
      const unknown = blocks.filter(({ node }) => !known.has(node));
      const found = await this.#searcher.search(
        unknown.map(({ node }) => plainText(node)),
        wanted,
        running.signal,
      );
      running.signal.throwIfAborted();
      for (const [index, { node }] of unknown.entries()) known.set(node, found[index]!);
      const matches: FoundRange[] = [];
      for (const { node, start } of blocks)
        for (const { from, to } of known.get(node)!)
          matches.push({ from: start + from, to: start + to });
      this.#show({ matches, current: -1, problem: null, searching: false });
      if (jump && matches.length > 0 && !this.#isWriting) {
        const from = matches.findIndex((match) => match.from >= this.#origin);
        this.#go(Math.max(0, from));
      } else this.#show({ ...this.findings, current: this.#selected() });
    } catch (error) {
      if (running.signal.aborted) return;
      this.#show({ ...NOTHING, problem: problemOf(error) });
    }
  }

  #show(findings: Findings): void {
    this.findings = findings;
    for (const listener of this.#listeners) listener();
    if (!findings.searching) this.#drawSoon();
  }

  /** Index of the match that is exactly what is selected. */
  #selected(): number {
    const { from, to } = this.#view.state.selection;
    return this.findings.matches.findIndex((match) => match.from === from && match.to === to);
  }

  next(): void {
    this.#step(1);
  }

  previous(): void {
    this.#step(-1);
  }

  #step(by: 1 | -1): void {
    const { matches, current } = this.findings;
    if (matches.length === 0) return;
    if (current >= 0) {
      this.#go((current + by + matches.length) % matches.length);
      return;
    }
    this.#goFrom(this.#view.state.selection.from, by);
  }

  /** To the first match from a place on, or the last one before. */
  #goFrom(place: number, by: 1 | -1): void {
    const { matches } = this.findings;
    if (matches.length === 0) return;
    const nearest = Math.max(
      0,
      matches.findIndex(({ from }) => from >= place),
    );
    this.#go(by === 1 ? nearest : (nearest - 1 + matches.length) % matches.length);
  }

  #go(index: number): void {
    const { from, to } = this.findings.matches[index]!;
    const view = this.#view;
    this.#origin = from;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)));
    reveal(view, from, { ceiling: this.#ceiling() });
    this.#show({ ...this.findings, current: index });
  }

  /** Replaces the match that is selected, and goes to the one behind it. */
  async replace(replacement: string): Promise<void> {
    const { current, matches } = this.findings;
    const match = matches[current];
    if (!match) {
      this.next();
      return;
    }
    const replaced = await this.#replaceIn(replacement, ({ from }) => from === match.from);
    // What was put in may hold what one looks for.
    if (replaced > 0 && !this.#isWriting) this.#goFrom(this.#view.state.selection.to, 1);
  }

  /** Whoever is in the text by the time something is found would write over it. */
  get #isWriting(): boolean {
    return this.#view.hasFocus();
  }

  /** Replaces every match as one step; says how many there were. */
  replaceAll(replacement: string): Promise<number> {
    return this.#replaceIn(replacement, () => true);
  }

  async #replaceIn(replacement: string, chosen: (place: FoundRange) => boolean): Promise<number> {
    const view = this.#view;
    const { doc } = view.state;
    const wanted = this.#wanted;
    if (!wanted || wanted.text === '' || !view.editable) return 0;
    const blocks = textBlocks(doc).filter(({ node }) => this.#known.get(node)?.length !== 0);
    const running = new AbortController();
    let found: Match[][];
    try {
      found = await this.#searcher.search(
        blocks.map(({ node }) => plainText(node)),
        wanted,
        running.signal,
        replacement,
      );
    } catch (error) {
      this.#show({ ...NOTHING, problem: problemOf(error) });
      return 0;
    }
    // Someone wrote meanwhile: the matches are of a document that is gone.
    if (view.isDestroyed || view.state.doc !== doc) return this.#replaceIn(replacement, chosen);
    const changes = new Map<number, Match[]>();
    let count = 0;
    blocks.forEach(({ start }, index) => {
      const here = found[index]!.filter(({ from, to }) =>
        chosen({ from: start + from, to: start + to }),
      );
      if (here.length > 0) changes.set(start, here);
      count += here.length;
    });
    if (count === 0) return 0;
    view.dispatch(replaceMatches(view.state.tr, changes));
    await this.#scan(false);
    return count;
  }

  #drawSoon = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#draw();
    });
  };

  #draw(): void {
    const view = this.#view;
    const { matches, current } = this.findings;
    // What was found in another document stands at other places now.
    if (view.isDestroyed || view.state.doc !== this.#doc) return;
    const [from, to] = seen(view);
    const first = firstFrom(matches, from - MARGIN);
    let last = first;
    while (last < matches.length && matches[last]!.from < to + MARGIN) last++;
    drawFound(view, matches.slice(first, last), matches[current]);
  }
}

/** The positions between the top and the bottom of the window. */
function seen(view: EditorView): [number, number] {
  const text = view.dom.getBoundingClientRect();
  const left = text.left + 1;
  const top = view.posAtCoords({ left, top: Math.max(1, text.top + 1) });
  const bottom = view.posAtCoords({ left, top: Math.min(innerHeight - 1, text.bottom - 1) });
  return [top?.pos ?? 0, bottom?.pos ?? top?.pos ?? 0];
}

function firstFrom(matches: readonly FoundRange[], position: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches[middle]!.from < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function textBlocks(doc: Node): { node: Node; start: number }[] {
  const blocks: { node: Node; start: number }[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    blocks.push({ node, start: position + 1 });
    return false;
  });
  return blocks;
}

/** The text of a block, one character a position. */
function plainText(block: Node): string {
  return block.textBetween(0, block.content.size, undefined, (leaf) =>
    leaf.type === schema.nodes.break ? '\n' : OBJECT,
  );
}

/** One step for all of it, which says of each match where it was: all between them stays. */
export function replaceMatches(
  tr: Transaction,
  changes: ReadonlyMap<number, readonly Match[]>,
): Transaction {
  const ranges: number[] = [];
  const blocks: Node[] = [];
  tr.doc.forEach((node, at) => {
    blocks.push(rebuild(node, at, changes, ranges));
  });
  return tr.step(BlocksStep.to(tr.doc, blocks, ranges));
}

/** A node with its matches replaced; tells `ranges` where, how long they were and are now. */
function rebuild(
  node: Node,
  position: number,
  changes: ReadonlyMap<number, readonly Match[]>,
  ranges: number[],
): Node {
  if (node.isTextblock) {
    const matches = changes.get(position + 1);
    return matches ? node.copy(replacedContent(node, matches, position + 1, ranges)) : node;
  }
  if (node.isLeaf) return node;
  let differs = false;
  const children: Node[] = [];
  node.forEach((child, offset) => {
    const now = rebuild(child, position + 1 + offset, changes, ranges);
    differs ||= now !== child;
    children.push(now);
  });
  return differs ? node.copy(Fragment.from(children)) : node;
}

function replacedContent(
  block: Node,
  matches: readonly Match[],
  start: number,
  ranges: number[],
): Fragment {
  let content = Fragment.empty;
  let at = 0;
  for (const match of matches) {
    const { from, to, replaced } = match;
    content = content.append(block.content.cut(at, from));
    const before = content.size;
    if (replaced) content = content.append(contentFor(block.type, putIn(block, match, replaced)));
    ranges.push(start + from, to - from, content.size - before);
    at = to;
  }
  return content.append(block.content.cut(at));
}

/** The text, formatted as the match begins, with the objects of the match that it has. */
function putIn(block: Node, { from, objects = [] }: Match, replaced: string): Fragment {
  const marks = block.nodeAt(from)?.marks ?? [];
  const placed = new Set<number>();
  const nodes: Node[] = [];
  replaced.split(OBJECT).forEach((text, index) => {
    const at = index > 0 ? (objects[index - 1] ?? -1) : null;
    if (at !== null) {
      const object = at < 0 ? null : block.nodeAt(at);
      if (!object || object.isText) nodes.push(schema.text(OBJECT, marks));
      else nodes.push(placed.has(at) ? copyOf(Fragment.from(object)).child(0) : object);
      placed.add(at);
    }
    if (text) nodes.push(schema.text(text, marks));
  });
  return Fragment.fromArray(nodes);
}

function problemOf(error: unknown): string {
  if (error instanceof TooSlow) return tLazy().find.tooSlow;
  if (error instanceof SyntaxError)
    return tLazy().find.noExpression(error.message.replace(/^Invalid regular expression: /, ''));
  throw error;
}
