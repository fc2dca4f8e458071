/**
 * Dragging blocks by their handle, with mouse, pen or finger.
 *
 * Invariant: nothing changes before the drop; the drop is one move, and one step of undo; Escape
 * leaves everything as it was.
 */
import type { EditorView } from 'prosemirror-view';
import { topBarBottom } from '../../ui/top-bar.ts';
import { moveRange } from '../commands/block-commands.ts';
import { type BlockRange, blockStart } from '../commands/commands.ts';
import { behindFold, seenBlock } from '../folding/folding.ts';
import { sectionGaps } from '../folding/section-gaps.ts';
import { type Landing, landingAt } from './drop.ts';
import { pointAt, pointAtBlocks, pointedBlocks } from './pointed.ts';

/** A press that moves less than this is a click. */
const CLICK_PX = 4;
/** A finger that rests this long lifts the block without moving. */
const LONG_PRESS_MS = 350;
/** So near to the edge of the window the text scrolls. */
const EDGE_PX = 56;
const FASTEST_PX = 18;

export function beginDrag(
  view: EditorView,
  press: PointerEvent,
  range: BlockRange,
  line: HTMLElement,
  onClick: () => void,
  /** What the finger rests on that has lifted the blocks already. */
  held?: HTMLElement,
): void {
  const handle = held ?? (press.currentTarget as HTMLElement);
  const { pointerId } = press;
  const ids = idsOf(view, range);
  const depth = view.state.doc.child(range.from).attrs.depth as number;
  const step = isMirrored(view, range.from) ? -stepOf(view) : stepOf(view);
  let pointer = { x: press.clientX, y: press.clientY };
  let lifted = false;
  let moved = false;
  let landing: Landing | null = null;
  let frame: number | null = null;
  const longPress =
    press.pointerType === 'touch' && !held ? setTimeout(() => lift(), LONG_PRESS_MS) : undefined;
  handle.setPointerCapture(pointerId);

  function lift(): void {
    if (lifted) return;
    lifted = true;
    clearTimeout(longPress);
    view.dispatch(pointAtBlocks(view.state.tr, range));
    frame = requestAnimationFrame(follow);
  }

  /** Once a frame: scrolls at the edges and draws where the drop would be. */
  function follow(): void {
    frame = requestAnimationFrame(follow);
    const bar = topBarBottom();
    const above = bar + EDGE_PX - pointer.y;
    const below = pointer.y - (innerHeight - EDGE_PX);
    const near = Math.max(above, below);
    if (near > 0) scrollBy(0, Math.sign(below - above) * Math.min(FASTEST_PX, near / 3));
    const now = current();
    if (!now) {
      finish(false);
      return;
    }
    const deeper = Math.round((pointer.x - press.clientX) / step);
    landing = landingAt(view.state.doc, now, gapFor(view, now, pointer.y), depth + deeper);
    draw(view, line, landing, step);
  }

  /** The blocks as they are now; null if someone took them apart meanwhile. */
  function current(): BlockRange | null {
    const now = pointedBlocks(view.state);
    return now && idsOf(view, now) === ids ? now : null;
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== pointerId) return;
    pointer = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(pointer.x - press.clientX, pointer.y - press.clientY) > CLICK_PX;
    if (!far) return;
    moved = true;
    lift();
  }

  function drop(): void {
    const now = current();
    if (now) {
      // The pointer may have moved since the last frame.
      const deeper = Math.round((pointer.x - press.clientX) / step);
      landing = landingAt(view.state.doc, now, gapFor(view, now, pointer.y), depth + deeper);
    }
    finish(true);
  }

  function finish(dropped: boolean): void {
    clearTimeout(longPress);
    if (frame !== null) cancelAnimationFrame(frame);
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', up);
    handle.removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
    line.hidden = true;
    if (!lifted || view.isDestroyed) return;
    const now = current();
    view.dispatch(pointAt(view.state.tr, null));
    if (!dropped || !now || !landing || !view.editable) return;
    const deeper = landing.depth - depth;
    const stays = landing.target === now.from || landing.target === now.to;
    if (stays && deeper === 0) return;
    view.dispatch(moveRange(view.state, now, landing.target, deeper));
    // Whoever moves a block goes on in the text, first of all to undo it; but no keyboard comes up
    // for a finger that was not writing.
    if (!held) view.focus();
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== pointerId) return;
    if (lifted && !(held && !moved)) drop();
    else {
      finish(false);
      onClick();
    }
  }
  function cancel(event: PointerEvent): void {
    if (event.pointerId === pointerId) finish(false);
  }
  function key(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    finish(false);
  }

  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', up);
  handle.addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
  if (held) lift();
}

function idsOf(view: EditorView, { from, to }: BlockRange): string {
  const ids: string[] = [];
  for (let index = from; index < to; index++) ids.push(view.state.doc.child(index).attrs.id);
  return ids.join(' ');
}

/** Whether a block is read from right to left, and so nested to the left. */
function isMirrored(view: EditorView, index: number): boolean {
  const dom = view.nodeDOM(blockStart(view.state.doc, index));
  return dom instanceof Element && getComputedStyle(dom).direction === 'rtl';
}

/** Pixels of one step of depth. */
function stepOf(view: EditorView): number {
  return (
    Number.parseFloat(getComputedStyle(view.dom).getPropertyValue('--indent')) *
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  );
}

/** The gap where blocks may be put that is nearest to a height of the window, from there on. */
function gapFor(view: EditorView, range: BlockRange, y: number): number {
  const { state } = view;
  const mayGo = sectionGaps(state, range);
  let gap = gapAt(view, y);
  if (mayGo && (gap < range.from || gap > range.to)) while (!mayGo(gap)) gap++;
  return gap;
}

/** The gap between blocks that is nearest to a height of the window, never in what is folded. */
function gapAt(view: EditorView, y: number): number {
  return behindFold(view.state, drawnGapAt(view, y));
}

function drawnGapAt(view: EditorView, y: number): number {
  const { doc } = view.state;
  const text = view.dom.getBoundingClientRect();
  if (y <= text.top) return 0;
  if (y >= text.bottom) return doc.childCount;
  const inWindow = Math.max(0, Math.min(innerHeight - 1, y));
  const block = elementAtLine(view, inWindow);
  if (!block) return nearestGap(view, inWindow);
  const index = doc.resolve(view.posAtDOM(block, 0)).index(0);
  const box = block.getBoundingClientRect();
  return inWindow < (box.top + box.bottom) / 2 ? index : index + 1;
}

/** What draws the block at a height of the window: at one edge of the text, or else the other. */
export function elementAtLine(view: EditorView, y: number): Element | null {
  const { left, right } = view.dom.getBoundingClientRect();
  for (const x of [right - 2, left + 2])
    for (const element of document.elementsFromPoint(x, y)) {
      const block = view.dom.contains(element) && element.closest('.body > [data-block]');
      if (block) return block;
    }
  return null;
}

/** Between two blocks there may be a margin that belongs to neither. */
function nearestGap(view: EditorView, y: number): number {
  const at = view.posAtCoords({ left: view.dom.getBoundingClientRect().left + 1, top: y });
  if (!at) return view.state.doc.childCount;
  const place = view.state.doc.resolve(at.pos);
  if (place.depth === 0) return place.index(0);
  const dom = view.nodeDOM(place.before(1));
  const box = dom instanceof Element ? dom.getBoundingClientRect() : null;
  return place.index(0) + (box && y > (box.top + box.bottom) / 2 ? 1 : 0);
}

/** Shows a line where something would land, or hides it. */
export function drawLanding(view: EditorView, line: HTMLElement, landing: Landing | null): void {
  draw(view, line, landing, landing ? stepOf(view) : 0);
}

function draw(view: EditorView, line: HTMLElement, landing: Landing | null, step: number): void {
  line.hidden = landing === null;
  if (!landing) return;
  const { doc } = view.state;
  const frame = (line.offsetParent ?? view.dom).getBoundingClientRect();
  const text = view.dom.getBoundingClientRect();
  const last = seenBlock(view.state, landing.target - 1);
  const above = last >= 0 ? boxOfBlock(view, last) : null;
  const below = landing.target < doc.childCount ? boxOfBlock(view, landing.target) : null;
  const y = above && below ? (above.bottom + below.top) / 2 : (above?.bottom ?? below?.top ?? 0);
  const indent = landing.depth * Math.abs(step);
  line.style.top = `${y - frame.top}px`;
  line.style.left = `${text.left + (step > 0 ? indent : 0) - frame.left}px`;
  line.style.width = `${text.width - indent}px`;
  line.dir = step > 0 ? 'ltr' : 'rtl';
}

function boxOfBlock(view: EditorView, index: number): DOMRect | null {
  const dom = view.nodeDOM(blockStart(view.state.doc, index));
  return dom instanceof Element ? dom.getBoundingClientRect() : null;
}
