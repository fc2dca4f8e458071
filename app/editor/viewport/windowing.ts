/**
 * Has an editor view draw of a long document only what is near the viewport and the selection.
 *
 * Invariant: the state is always the whole document; in the page each stretch of blocks that is not
 * drawn is one gap of the same height. Ends of the selection, the block that is composed in, the
 * first block and the last one are always drawn, and drawing moves nothing that is in view.
 *
 * It rests on two things of prosemirror-view that are not in its manual: that `docView` may be given
 * another node to draw than the state's document, and that all its positions are sums of the
 * `nodeSize` of what it draws. So it gets the windowed document, in which a gap is a node as
 * long as the blocks it stands for, and everything else of the view works as ever.
 */
import { Fragment, type Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { Decoration, DecorationSource, EditorView } from 'prosemirror-view';
import { type ChangedBlocks, changedBlocks } from '../binding/to-body.ts';
import { gapNode, gapOf, heightOf } from './gap.ts';
import { HeightMap } from './height-map.ts';
import { WHOLE_UP_TO } from './lazy-windowing.ts';
import { measureLines } from './lines.ts';
import { standIn } from './page-selection.ts';
import { includes, outside, type Range, same, sizeOf, united, without } from './ranges.ts';

export { gapView } from './gap.ts';

/** What is drawn before anything is measured: about a screenful. */
const FIRST_BLOCKS = 40;
/** How far above and below the viewport blocks have to be drawn at least, px. */
const NEAR = 1000;
/** How far blocks are drawn where there were too few, px. */
const FAR = 2500;
/** How many blocks are drawn on each side of an end of the selection. */
const AROUND_SELECTION = 8;
/** How many have to be there, since a browser's own caret goes no further than what is drawn. */
const AT_LEAST_AROUND = 3;
/** How many blocks may be drawn before those that are far away are taken out again. */
const MANY = 500;
/** Gaps are at least so many blocks long. */
const SHORTEST_GAP = 10;
/** Heights were estimated wrong where more passes are needed; the next frame goes on. */
const PASSES = 4;

/** Keys with which a browser itself moves the caret. */
const NAVIGATION = /^(Arrow|Page|Home|End)/;

/** A description of what is drawn, as prosemirror-view keeps them. */
interface Description {
  readonly node?: Node | null;
  readonly dom: globalThis.Node;
  destroy(): void;
  parseRule(): unknown;
}

/** A block, and where it begins, px from the top of the viewport. */
interface ScrollAnchor {
  readonly index: number;
  readonly top: number;
}

type OuterDecorations = readonly unknown[];

/** Decorations of the document, with what the view asks them when it draws. */
interface Decorations extends DecorationSource {
  /** Those of blocks, and of places between them. */
  locals(doc: Node): readonly Decoration[];
  eq(other: DecorationSource): boolean;
}
const CONTENT_DIRTY = 2;

/** The description of the document, with what is used of it here. */
interface DocumentDescription {
  node: Node;
  children: Description[];
  dirty: number;
  readonly outerDeco: OuterDecorations;
  innerDeco: Decorations;
  update(node: Node, outer: OuterDecorations, inner: Decorations, view: EditorView): boolean;
  matchesNode(node: Node, outer: OuterDecorations, inner: Decorations): boolean;
  updateChildren(view: EditorView, position: number): void;
}

/** What the view keeps to itself. */
interface Inside {
  readonly docView: DocumentDescription;
  readonly domObserver: { start(): void; stop(): void };
  domSelectionRange(): {
    readonly anchorNode: globalThis.Node | null;
    readonly focusNode: globalThis.Node | null;
  };
}

export class Windowing {
  readonly #view: EditorView;
  readonly #heights = new HeightMap();
  /** The document as last drawn. */
  #doc: Node;
  #drawn: readonly Range[];
  /** Blocks that are not to be seen, drawn or not. */
  #hidden: readonly Range[] = [];
  /** The gaps as last drawn. */
  #gaps: readonly (Range & { readonly node: Node })[] = [];
  #placeBeforePrint: ScrollAnchor | null = null;
  /** The first block in view when the drawing last followed the viewport. */
  #firstInView = 0;
  readonly #hiddenIn: (state: EditorState) => readonly Range[];
  #frame: number | null = null;
  /** How wide the text was when it was last looked at, and in which letters and lines. */
  #setting = '';
  readonly #resized: ResizeObserver;
  readonly #standDown: () => void;

  /**
   * @param view draws its whole document until now
   * @param hiddenIn the blocks that are not to be seen, such as what is folded
   */
  constructor(view: EditorView, hiddenIn: (state: EditorState) => readonly Range[]) {
    this.#view = view;
    this.#hiddenIn = hiddenIn;
    this.#doc = view.state.doc;
    this.#drawn = [{ from: 0, to: this.#doc.childCount }];
    this.#heights.apply(this.#doc, null);
    this.#takeOver();
    this.#resized = new ResizeObserver(() => this.#soon());
    this.#resized.observe(view.dom);
    view.dom.addEventListener('keydown', this.#beforeKey, { capture: true });
    addEventListener('scroll', this.#soon, { capture: true, passive: true });
    addEventListener('resize', this.#soon);
    addEventListener('beforeprint', this.#beforePrint);
    addEventListener('afterprint', this.#afterPrint);
    this.#standDown = standIn(view);
    if (this.#hiddenNow.length > 0) this.#redraw();
  }

  destroy(): void {
    this.#resized.disconnect();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#view.dom.removeEventListener('keydown', this.#beforeKey, { capture: true });
    removeEventListener('scroll', this.#soon, { capture: true });
    removeEventListener('resize', this.#soon);
    removeEventListener('beforeprint', this.#beforePrint);
    removeEventListener('afterprint', this.#afterPrint);
    this.#standDown();
  }

  /** Draws the block at a position. */
  drawAt(position: number): void {
    const index = this.#indexAt(position);
    if (includes(this.#drawn, index)) return;
    this.#keepingPlace(() => {
      this.#drawn = united([...this.#drawn, around(index)], this.#doc.childCount, SHORTEST_GAP);
      this.#redraw();
    });
  }

  /** Draws what is at a place of the viewport. */
  drawAtCoords({ left, top }: { left: number; top: number }): void {
    const { dom } = this.#view;
    const element = dom.ownerDocument.elementFromPoint(left, top);
    if (element && dom.contains(element) && element.closest('.gap')) this.#follow();
  }

  get #inside(): Inside {
    return this.#view as unknown as Inside;
  }

  /** Puts itself between the view and the description of the document. */
  #takeOver(): void {
    const { docView } = this.#inside;
    const { updateChildren, matchesNode } = docView;
    docView.matchesNode = (node, outer, inner) => {
      if (node !== this.#doc && !node.eq(this.#doc)) return false;
      if (!same(this.#hiddenNow, this.#hidden)) return false;
      if (this.#isWhole ? this.#gaps.length > this.#hidden.length : !this.#isSelectionDrawn())
        return false;
      const windowed = docView.node;
      docView.node = node;
      try {
        return matchesNode.call(docView, node, outer, inner);
      } finally {
        docView.node = windowed;
      }
    };
    docView.updateChildren = (view, position) => {
      const doc = docView.node;
      const changed = changedBlocks(this.#doc, doc);
      const hidden = this.#hiddenNow;
      // What others write or one folds above must not move what one reads.
      const isAbove = changed && changed.start < this.#firstInView;
      const isFolded = !same(hidden, this.#hidden);
      // What is drawn whole is measured only when that is needed.
      if (isFolded) this.#measure();
      const place = isAbove || isFolded ? this.#place() : null;
      const drawn = this.#drawn;
      this.#applyDocument(doc, changed);
      this.#hidden = hidden;
      this.#heights.hide(hidden);
      docView.node = this.#windowedDocument();
      this.#dropFar(docView);
      const { innerDeco } = docView;
      docView.innerDeco = ofDrawnBlocks(innerDeco, docView.node);
      updateChildren.call(docView, view, position);
      docView.innerDeco = innerDeco;
      for (const child of docView.children) readBack(child);
      if (place)
        this.#goTo({ ...place, index: changed ? mapped(place.index, changed) : place.index });
      // A caret that moves somewhere else is no reason for a frame.
      if (changed || isFolded || !same(drawn, this.#drawn)) this.#soon();
    };
  }

  /** On paper nothing is folded. */
  get #hiddenNow(): readonly Range[] {
    return this.#placeBeforePrint === null ? this.#hiddenIn(this.#view.state) : [];
  }

  get #isWhole(): boolean {
    return this.#placeBeforePrint !== null || this.#view.state.doc.childCount <= WHOLE_UP_TO;
  }

  /** Takes in another document: what was drawn and still is there stays drawn. */
  #applyDocument(doc: Node, changed: ChangedBlocks | null): void {
    const before = this.#doc;
    this.#doc = doc;
    this.#heights.apply(doc, changed);
    if (changed) {
      this.#firstInView = mapped(this.#firstInView, changed);
      const { start, oldEnd, newEnd } = changed;
      const drawn = outside(this.#drawn, changed);
      if (newEnd - start <= FIRST_BLOCKS) {
        const isNear = this.#drawn.some(({ from, to }) => from <= oldEnd && to >= start);
        if (isNear) drawn.push({ from: start, to: newEnd });
      } else {
        const ids = new Set<string>();
        for (const { from, to } of this.#drawn)
          for (let index = Math.max(from, start); index < Math.min(to, oldEnd); index++)
            ids.add(before.child(index).attrs.id);
        for (let index = start; index < newEnd; index++)
          if (ids.has(doc.child(index).attrs.id)) drawn.push({ from: index, to: index + 1 });
        if (start === 0) drawn.push({ from: 0, to: FIRST_BLOCKS });
      }
      this.#drawn = drawn;
      const shift = newEnd - oldEnd;
      this.#gaps = this.#gaps.flatMap((gap) => {
        if (gap.to <= start) return [gap];
        if (gap.from < oldEnd) return [];
        return [{ node: gap.node, from: gap.from + shift, to: gap.to + shift }];
      });
    }
    const all = { from: 0, to: doc.childCount };
    this.#drawn = this.#isWhole
      ? [all]
      : united([...this.#drawn, ...this.#always()], doc.childCount, SHORTEST_GAP);
  }

  /** What is drawn wherever the viewport is. */
  #always(): Range[] {
    const count = this.#doc.childCount;
    return [
      { from: 0, to: 1 },
      { from: count - 1, to: count },
      ...this.#selectedEnds().map(around),
    ];
  }

  #ends(): Range[] {
    return this.#selectedEnds().map((index) => ({ from: index, to: index + 1 }));
  }

  #selectedEnds(): number[] {
    const { $anchor, $head } = this.#view.state.selection;
    const last = this.#view.state.doc.childCount - 1;
    return [Math.min($anchor.index(0), last), Math.min($head.index(0), last)];
  }

  /** Whether the ends of the selection are drawn, and what a browser may go to from there. */
  #isSelectionDrawn(): boolean {
    const last = this.#doc.childCount - 1;
    return this.#selectedEnds().every((index) =>
      [index - AT_LEAST_AROUND, index, index + AT_LEAST_AROUND].every((at) =>
        includes(this.#drawn, Math.min(Math.max(at, 0), last)),
      ),
    );
  }

  /** The document with gaps in place of what is not drawn. */
  #windowedDocument(): Node {
    const doc = this.#doc;
    const nodes: Node[] = [];
    const gaps: (Range & { node: Node })[] = [];
    const leaveOut = (from: number, to: number) => {
      if (from === to) return;
      const { tops } = this.#heights;
      const known = this.#gaps.find((gap) => gap.from === from && gap.to === to)?.node;
      const isSame = known && heightOf(gapOf(known)!) === tops[to]! - tops[from]!;
      const node = isSame ? known : gapNode({ blocks: doc.content, tops, from, to });
      gaps.push({ from, to, node });
      nodes.push(node);
    };
    let at = 0;
    const seen = without(this.#drawn, this.#hidden);
    const shown = united([...seen, ...this.#ends()], doc.childCount);
    for (const { from, to } of shown) {
      leaveOut(at, from);
      for (let index = from; index < to; index++) nodes.push(doc.child(index));
      at = to;
    }
    leaveOut(at, doc.childCount);
    this.#gaps = gaps;
    return gaps.length === 0 ? doc : doc.copy(Fragment.from(nodes));
  }

  /** Takes out what is drawn no more, so that what stays is found in its place by the view. */
  #dropFar(docView: DocumentDescription): void {
    const ids = new Set<unknown>();
    docView.node.forEach((node) => {
      ids.add(node.attrs.id);
    });
    docView.children = docView.children.filter((child) => {
      if (!child.node || gapOf(child.node) || ids.has(child.node.attrs.id)) return true;
      child.destroy();
      docView.dirty = CONTENT_DIRTY;
      return false;
    });
  }

  /** Has the drawing follow the viewport before the next frame is painted. */
  #soon = (): void => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#follow();
    });
  };

  /** Keys may come faster than frames, and the caret must not come to an edge of what is drawn. */
  #beforeKey = ({ key }: KeyboardEvent): void => {
    if (this.#frame !== null && NAVIGATION.test(key)) this.#follow();
  };

  /** Draws what has come near the viewport and takes out what is far from it. */
  #follow(): void {
    // What is not shown in the page has no heights.
    if (this.#view.isDestroyed || this.#isWhole || this.#view.dom.clientWidth === 0) return;
    this.#noticeSetting();
    this.#firstInView = this.#heights.indexAt(-this.#firstTop());
    for (let pass = 0; pass < PASSES; pass++) {
      const drawn = sizeOf(without(this.#drawn, this.#hidden));
      if (!this.#isGapNear() && drawn <= MANY) return;
      if (!this.#drawAroundViewport()) return;
    }
    this.#soon();
  }

  /** Where the text is set in other letters, another leading or another width, all heights are. */
  #noticeSetting(): void {
    const { dom } = this.#view;
    const { fontFamily, lineHeight } = getComputedStyle(dom);
    const setting = `${dom.clientWidth} ${lineHeight} ${fontFamily}`;
    if (setting === this.#setting) return;
    this.#setting = setting;
    this.#heights.reset(measureLines(dom));
    this.#measure();
    this.#heights.refineEstimates();
    this.#keepingPlace(() => this.#redraw());
  }

  #isGapNear(): boolean {
    for (const child of this.#inside.docView.children) {
      if (!child.node || !gapOf(child.node)) continue;
      const { top, bottom } = (child.dom as HTMLElement).getBoundingClientRect();
      if (top < innerHeight + NEAR && bottom > -NEAR && bottom > top) return true;
    }
    return false;
  }

  /** False if what should be drawn is drawn already. */
  #drawAroundViewport(): boolean {
    this.#measure();
    const start = this.#firstTop();
    const wanted = united(
      [
        {
          from: this.#heights.indexAt(-start - FAR),
          to: this.#heights.indexAt(innerHeight - start + FAR) + 1,
        },
        ...this.#always(),
        ...this.#selectedInPage(),
      ],
      this.#doc.childCount,
      SHORTEST_GAP,
    );
    if (same(wanted, this.#drawn)) return false;
    this.#keepingPlace(() => {
      this.#drawn = wanted;
      this.#redraw();
      this.#measure();
      this.#heights.refineEstimates();
    });
    return true;
  }

  /** Does something to the drawing, and has what is at the top of the viewport stay where it is. */
  #keepingPlace(change: () => void): void {
    const place = this.#place();
    change();
    this.#goTo(place);
  }

  #place(): ScrollAnchor {
    const index = this.#heights.indexAt(-this.#firstTop());
    return { index, top: this.#topOf(index) };
  }

  #goTo({ index, top }: ScrollAnchor): void {
    const distance = this.#topOf(index) - top;
    if (Math.abs(distance) >= 0.5) scrollBy({ top: distance, behavior: 'instant' });
  }

  /** Where a block begins, px from the top of the viewport; as far as is known if it is not drawn. */
  #topOf(index: number): number {
    return (
      this.#elementAt(index)?.getBoundingClientRect().top ??
      this.#firstTop() + this.#heights.top(index)
    );
  }

  /** Draws anew with the same state. The selection in the page is not touched. */
  #redraw(): void {
    const { docView, domObserver } = this.#inside;
    domObserver.stop();
    docView.update(this.#view.state.doc, docView.outerDeco, docView.innerDeco, this.#view);
    domObserver.start();
  }

  /** Notes how high the drawn blocks are: from where one begins to where the next one does. */
  #measure(): void {
    let last: { index: number; top: number } | null = null;
    this.#eachChild((child, index, count) => {
      const element = child.dom as HTMLElement;
      // What the style sheet hides, has no place.
      if (element.getClientRects().length === 0) return;
      const { top, bottom } = element.getBoundingClientRect();
      if (last) this.#heights.measure(last.index, top - last.top);
      last = count === 1 && !gapOf(child.node!) ? { index, top } : null;
      if (last && index === this.#doc.childCount - 1) this.#heights.measure(index, bottom - top);
    });
  }

  /** Calls with each block or gap, the index of its (first) block, and how many these are. */
  #eachChild(visit: (child: Description, index: number, count: number) => void): void {
    let index = 0;
    for (const child of this.#inside.docView.children) {
      if (!child.node) continue;
      const gap = gapOf(child.node);
      const count = gap ? gap.to - gap.from : 1;
      visit(child, index, count);
      index += count;
    }
  }

  #elementAt(wanted: number): HTMLElement | null {
    let found: HTMLElement | null = null;
    this.#eachChild((child, index) => {
      if (index === wanted && !gapOf(child.node!)) found = child.dom as HTMLElement;
    });
    return found;
  }

  /** Where the first block begins, px from the top of the viewport. */
  #firstTop(): number {
    const first = this.#view.dom.firstElementChild ?? this.#view.dom;
    return first.getBoundingClientRect().top;
  }

  /** The blocks in which the page's own selection ends, which the state may not know of yet. */
  #selectedInPage(): Range[] {
    const { anchorNode, focusNode } = this.#inside.domSelectionRange();
    const ranges: Range[] = [];
    this.#eachChild((child, index) => {
      if (gapOf(child.node!)) return;
      if (child.dom.contains(anchorNode) || child.dom.contains(focusNode))
        ranges.push(around(index));
    });
    return ranges;
  }

  #indexAt(position: number): number {
    const { doc } = this.#view.state;
    return Math.min(doc.resolve(position).index(0), doc.childCount - 1);
  }

  #beforePrint = (): void => {
    if (this.#gaps.length === 0) return;
    this.#placeBeforePrint = this.#place();
    this.#redraw();
  };

  #afterPrint = (): void => {
    const place = this.#placeBeforePrint;
    if (!place) return;
    this.#placeBeforePrint = null;
    this.#drawn = [{ from: place.index, to: place.index + FIRST_BLOCKS }];
    this.#redraw();
    this.#goTo(place);
    this.#follow();
  };
}

/** The index of a block after a change; of one that changed, that of one beside it. */
function mapped(index: number, { start, oldEnd, newEnd }: ChangedBlocks): number {
  if (index < start) return index;
  return index < oldEnd ? Math.max(0, Math.min(index, newEnd - 1)) : index + newEnd - oldEnd;
}

/** The same decorations without those of blocks in a gap, which would be drawn on the gap. */
function ofDrawnBlocks(decorations: Decorations, windowed: Node): Decorations {
  const gaps: Range[] = [];
  windowed.forEach((node, position) => {
    if (gapOf(node)) gaps.push({ from: position, to: position + node.nodeSize });
  });
  if (gaps.length === 0) return decorations;
  return {
    locals: (doc) =>
      decorations
        .locals(doc)
        .filter(({ from, to }) => from === to || !includes(gaps, from) || !includes(gaps, to - 1)),
    forChild: (offset, child) => decorations.forChild(offset, child),
    map: (mapping, node) => decorations.map(mapping, node),
    eq: (other) => decorations.eq(other),
    forEachSet: (visit) => decorations.forEachSet(visit),
  };
}

function around(index: number): Range {
  return { from: index - AROUND_SELECTION, to: index + AROUND_SELECTION + 1 };
}

/**
 * Has a gap that a browser's own change of the page spans read back as the blocks it stands for. The
 * view's parser knows elements only by their descriptions, so there is one for each block.
 */
function readBack(description: Description): void {
  const gap = description.node && gapOf(description.node);
  if (!gap) return;
  description.parseRule = () => {
    const blocks = document.createElement('div');
    for (let index = gap.from; index < gap.to; index++) {
      const { type, attrs, content } = gap.blocks.child(index);
      const rule = { node: type.name, attrs, getContent: () => content };
      const block = document.createElement('div');
      Object.assign(block, { pmViewDesc: { parseRule: () => rule } });
      blocks.append(block);
    }
    return { skip: blocks };
  };
}
