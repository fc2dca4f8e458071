/**
 * The handle in the margin: drag it to move a block, press it for the block's menu.
 *
 * Invariant: it stands at one block, the one under the pointer or else the caret's; placing it costs
 * React nothing, because it happens at every move of the pointer.
 */
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { HandleIcon } from '../../ui/icons.ts';
import { BlockSelection } from '../block-selection.ts';
import { type BlockRange, blockStart, selectedBlocks, withChildren } from '../commands.ts';
import { isInBlocks } from '../conditions.ts';
import { BlockMenu } from './BlockMenu.tsx';
import { beginDrag } from './drag.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { pointAt, pointAtBlocks } from './pointed.ts';
import { useMenus } from './use-menus.ts';

/** Farther than this from the text the pointer means no block. */
const REACH = 80;

export function BlockHandle({ menus }: { menus: Menus }): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const at = useRef<string | null>(null);
  const editable = useMenus(menus, ({ view }) => view.editable);
  const asked = useMenus(menus, ({ panel }) => panel === 'block-menu');
  const [menuOpen, setMenuOpen] = useState(false);

  useEffect(() => {
    if (!editable) return;
    return follow(menus, button.current!, at);
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
    openMenuHere.current(withChildren(state.doc, selectedBlocks(state)));
  }, [asked, menus]);

  if (!editable) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Move block"
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        tabIndex={-1}
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
  return withChildren(state.doc, isOne ? selected : { from: index, to: index + 1 });
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
): () => void {
  const { view } = menus;
  let frame: number | null = null;
  let pointer: { x: number; y: number } | null = null;
  let lastState = view.state;

  const put = () => {
    frame = null;
    if (view.isDestroyed || button.ariaExpanded === 'true') return;
    const index = (pointer && blockUnder(view, pointer.x, pointer.y)) ?? caretBlock(view);
    const dom = index === null ? null : view.nodeDOM(blockStart(view.state.doc, index));
    if (index === null || !(dom instanceof HTMLElement)) {
      at.current = null;
      button.hidden = true;
      return;
    }
    at.current = view.state.doc.child(index).attrs.id as string;
    button.hidden = false;
    const frameBox = (button.offsetParent ?? view.dom).getBoundingClientRect();
    const box = dom.getBoundingClientRect();
    const style = getComputedStyle(dom);
    const lineHeight = Number.parseFloat(style.lineHeight) || button.offsetHeight;
    const firstLine = box.top + Number.parseFloat(style.paddingTop) + lineHeight / 2;
    button.style.top = `${firstLine - button.offsetHeight / 2 - frameBox.top}px`;
    button.style.left = `${Math.max(-frameBox.left, box.left - button.offsetWidth - frameBox.left)}px`;
  };
  const soon = () => {
    frame ??= requestAnimationFrame(put);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.buttons > 0) return;
    button.classList.remove(styles.quiet!);
    // Over the handle and its menu the block stays the one it is.
    if (event.target instanceof Element && !isText(view, event.target)) return;
    pointer = { x: event.clientX, y: event.clientY };
    soon();
  };
  const changed = () => {
    const { state } = view;
    if (state === lastState) return;
    // While one types, only the text is there to see.
    if (state.doc !== lastState.doc) button.classList.add(styles.quiet!);
    else if (!state.selection.eq(lastState.selection)) {
      pointer = null;
      button.classList.remove(styles.quiet!);
    }
    lastState = state;
    soon();
  };
  document.addEventListener('pointermove', move, { passive: true });
  addEventListener('resize', soon);
  const stop = menus.subscribe(changed);
  soon();
  return () => {
    stop();
    document.removeEventListener('pointermove', move);
    removeEventListener('resize', soon);
    if (frame !== null) cancelAnimationFrame(frame);
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
export function blockAtLine(view: EditorView, y: number): number | null {
  const text = view.dom.getBoundingClientRect();
  const style = getComputedStyle(view.dom);
  const right = text.right - Number.parseFloat(style.paddingRight) - 2;
  for (const element of document.elementsFromPoint(right, y)) {
    if (!view.dom.contains(element) || element === view.dom) continue;
    const block = element.closest('[data-block]');
    if (!block) continue;
    const place = view.state.doc.resolve(view.posAtDOM(block, 0));
    return Math.min(place.index(0), view.state.doc.childCount - 1);
  }
  return null;
}
