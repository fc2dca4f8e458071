/**
 * The handle in the margin: drag it to move a block, press it for the block's menu.
 *
 * Invariant: it stands at one block, the one under the pointer or else the caret's; placing it costs
 * React nothing, because it happens at every move of the pointer.
 */
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { HandleIcon } from '../../ui/icons.ts';
import { wholeBlocks } from '../commands/block-commands.ts';
import { type BlockRange, blockStart, selectedBlocks } from '../commands/commands.ts';
import { isInBlocks } from '../commands/conditions.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { BlockMenu } from './BlockMenu.tsx';
import { beginDrag, elementAtLine } from './drag.ts';
import { followLongPress } from './long-press.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { pointAt, pointAtBlocks } from './pointed.ts';
import { useMenus } from './use-menus.ts';

/** Farther than this from the text the pointer means no block. */
const REACH = 80;
/** When the keys rest so long, the handle comes to the caret's block again. */
const REST_MS = 1200;

export function BlockHandle({ menus }: { menus: Menus }): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const at = useRef<string | null>(null);
  const placeAt = useRef<(index: number) => void>(() => undefined);
  const editable = useMenus(menus, ({ view }) => view.editable);
  const asked = useMenus(menus, ({ panel }) => panel === 'block-menu');
  const [menuOpen, setMenuOpen] = useState(false);

  useEffect(() => {
    if (!editable) return;
    const following = follow(menus, button.current!, at);
    placeAt.current = following.placeAt;
    return following.stop;
  }, [menus, editable]);

  const openMenu = (range: BlockRange) => {
    const { view } = menus;
    view.dispatch(pointAtBlocks(view.state.tr, range));
    setMenuOpen(true);
  };
  const openMenuHere = useRef(openMenu);
  openMenuHere.current = openMenu;
  useEffect(() => {
    if (!asked) return;
    menus.took();
    const { state } = menus;
    const range = wholeBlocks(state, selectedBlocks(state));
    placeAt.current(range.from);
    openMenuHere.current(range);
  }, [asked, menus]);

  useEffect(() => {
    if (!editable) return;
    const { view } = menus;
    return followLongPress(view, (press) => {
      const index = blockAtLine(view, press.clientY);
      if (index === null) return false;
      placeAt.current(index);
      const range = rangeAt(menus.state, at.current);
      if (!range) return false;
      const open = () => openMenuHere.current(range);
      beginDrag(view, press, range, line.current!, open, view.dom);
      return true;
    });
  }, [menus, editable]);

  if (!editable) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={tLazy().menus.moveBlock}
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        tabIndex={-1}
        data-handle=""
        className={styles.handle}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          const range = rangeAt(menus.state, at.current);
          if (!range) return;
          beginDrag(menus.view, event.nativeEvent, range, line.current!, () => openMenu(range));
        }}
        onMouseDown={(event) => event.preventDefault()}
        // A screen reader presses without a pointer.
        onClick={(event) => {
          const range = event.detail === 0 && rangeAt(menus.state, at.current);
          if (range) openMenu(range);
        }}
      >
        <HandleIcon aria-hidden="true" />
      </button>
      <div
        ref={line}
        className={styles.dropLine}
        data-testid="drop-line"
        hidden
        aria-hidden="true"
      />
      <BlockMenu
        menus={menus}
        open={menuOpen}
        anchor={button}
        onClose={() => {
          setMenuOpen(false);
          const { view } = menus;
          view.dispatch(pointAt(view.state.tr, null));
        }}
      />
    </>
  );
}

/** What the handle at a block is about: the selected blocks if it is one of them, or it alone. */
function rangeAt(state: EditorState, id: string | null): BlockRange | null {
  const index = id === null ? -1 : indexOf(state, id);
  if (index < 0) return null;
  const selected = selectedBlocks(state);
  const several =
    isInBlocks(state) &&
    (selected.to - selected.from > 1 || state.selection instanceof BlockSelection);
  const isOne = several && index >= selected.from && index < selected.to;
  return wholeBlocks(state, isOne ? selected : { from: index, to: index + 1 });
}

function indexOf({ doc }: EditorState, id: string): number {
  for (let index = 0; index < doc.childCount; index++)
    if (doc.child(index).attrs.id === id) return index;
  return -1;
}

/** Keeps the handle at the block under the pointer, or at the caret's when that moves. */
function follow(
  menus: Menus,
  button: HTMLButtonElement,
  at: { current: string | null },
): { placeAt: (index: number) => void; stop: () => void } {
  const { view } = menus;
  let frame: number | null = null;
  let pointer: { x: number; y: number } | null = null;
  let lastState = view.state;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const put = () => {
    frame = null;
    if (view.isDestroyed || button.ariaExpanded === 'true') return;
    const index = (pointer && blockUnder(view, pointer.x, pointer.y)) ?? caretBlock(view);
    if (index !== null && placeAt(index)) return;
    at.current = null;
    button.hidden = true;
  };
  const placeAt = (index: number): boolean => {
    const dom = view.nodeDOM(blockStart(view.state.doc, index));
    if (!(dom instanceof HTMLElement)) return false;
    at.current = view.state.doc.child(index).attrs.id as string;
    button.hidden = false;
    const around = button.offsetParent ?? view.dom;
    const frameBox = around.getBoundingClientRect();
    const box = dom.getBoundingClientRect();
    const style = getComputedStyle(dom);
    const lineHeight = Number.parseFloat(style.lineHeight) || button.offsetHeight;
    const firstLine = box.top + Number.parseFloat(style.paddingTop) + lineHeight / 2;
    button.style.top = `${firstLine - button.offsetHeight / 2 - frameBox.top}px`;
    // The chevron of a heading stands in the margin, too.
    const chevron = dom.querySelector(':scope > .chevron')?.getBoundingClientRect();
    const isFromRight = style.direction === 'rtl';
    const outside = isFromRight
      ? Math.max(box.right, chevron?.right ?? 0) - frameBox.right
      : frameBox.left - Math.min(box.left, chevron?.left ?? box.left);
    // By the layout it stays within the page's margin, also where that is another before it is placed
    // again.
    const inset = (margin: string) =>
      `max(-1 * var(${margin}), ${-outside - button.offsetWidth}px)`;
    const isAtStart = isFromRight === (getComputedStyle(around).direction === 'rtl');
    button.toggleAttribute('data-at-end', !isAtStart);
    button.style.insetInlineStart = isAtStart ? inset('--margin-start') : 'auto';
    button.style.insetInlineEnd = isAtStart ? 'auto' : inset('--margin-end');
    return true;
  };
  const soon = () => {
    frame ??= requestAnimationFrame(put);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.buttons > 0) return;
    // Whoever points means what is there: the caret's block no longer comes by itself.
    clearTimeout(rest);
    button.classList.remove(styles.quiet!);
    // Over the handle and its menu the block stays the one it is.
    if (event.target instanceof Element && !isText(view, event.target)) return;
    pointer = { x: event.clientX, y: event.clientY };
    soon();
  };
  const rests = () => {
    pointer = null;
    button.classList.remove(styles.quiet!);
    soon();
  };
  const changed = () => {
    const { state } = view;
    if (state === lastState) return;
    const typed = state.doc !== lastState.doc;
    const moved = !state.selection.eq(lastState.selection);
    lastState = state;
    if (!typed && !moved) return;
    clearTimeout(rest);
    // While one types, only the text is there to see, and nothing is measured.
    if (typed) {
      button.classList.add(styles.quiet!);
      rest = setTimeout(rests, REST_MS);
    } else rests();
  };
  document.addEventListener('pointermove', move, { passive: true });
  addEventListener('resize', soon);
  const stop = menus.subscribe(changed);
  soon();
  return {
    placeAt,
    stop: () => {
      stop();
      clearTimeout(rest);
      document.removeEventListener('pointermove', move);
      removeEventListener('resize', soon);
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}

/** Whether an element is the page or the text, not something that floats above them. */
function isText(view: EditorView, target: Element): boolean {
  return target.contains(view.dom) || view.dom.contains(target);
}

function caretBlock(view: EditorView): number | null {
  return view.hasFocus() && isInBlocks(view.state) ? view.state.selection.$head.index(0) : null;
}

/** Index of the block on the pointer's line, or null where it is beside or below the text. */
function blockUnder(view: EditorView, x: number, y: number): number | null {
  const text = view.dom.getBoundingClientRect();
  if (x < text.left - REACH || x > text.right + REACH || y < text.top || y > text.bottom)
    return null;
  return blockAtLine(view, y);
}

/** Index of the block at a height of the window; null between blocks. */
function blockAtLine(view: EditorView, y: number): number | null {
  const block = elementAtLine(view, y);
  if (!block) return null;
  const place = view.state.doc.resolve(view.posAtDOM(block, 0));
  return Math.min(place.index(0), view.state.doc.childCount - 1);
}
