/**
 * The headings of the document beside the text: where one is, and a way to each of them. Loaded when
 * it is first opened.
 *
 * Invariant: it is told of every key and scroll, and draws only where headings or the current one
 * differ.
 */
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { PanelEntry } from '../../ui/PanelEntry.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { topBarBottom } from '../../ui/top-bar.ts';
import { blockStart } from '../commands/commands.ts';
import type { Menus } from '../menus/menus.ts';
import { reveal } from '../selection/reveal.ts';
import styles from './outline.module.css';
import { Outline } from './outline.ts';

/** The section that is read begins above this share of the window. */
const READING_SHARE = 0.25;

export function OutlinePanel({
  menus,
  takesFocus,
  onClose,
}: {
  menus: Menus;
  /** It was asked for by a key, and is to be used by keys. */
  takesFocus: boolean;
  onClose: () => void;
}): ReactNode {
  const [outline] = useState(() => new Outline());
  const [headings, setHeadings] = useState(() => {
    outline.follow(menus.state.doc);
    return outline.headings;
  });
  const [current, setCurrent] = useState(() =>
    outline.at(indexOfCaret(menus.view) ?? indexRead(menus.view)),
  );
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    let frame: number | null = null;
    // One is where the caret was put, until one scrolls on or it is out of sight.
    let isAtCaret = true;
    let { selection } = menus.state;
    const look = () => {
      frame = null;
      const { view } = menus;
      if (outline.follow(view.state.doc)) setHeadings(outline.headings);
      const caret = isAtCaret ? indexOfCaret(view) : null;
      isAtCaret = caret !== null;
      setCurrent(outline.at(caret ?? indexRead(view)));
    };
    const soon = () => {
      frame ??= requestAnimationFrame(look);
    };
    const changed = () => {
      if (!menus.state.selection.eq(selection)) isAtCaret = true;
      ({ selection } = menus.state);
      soon();
    };
    const scrolls = () => {
      isAtCaret = false;
      soon();
    };
    look();
    const stop = menus.subscribe(changed);
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    addEventListener('wheel', scrolls, { passive: true });
    addEventListener('touchmove', scrolls, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
      removeEventListener('wheel', scrolls);
      removeEventListener('touchmove', scrolls);
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [menus, outline]);

  const entries = () => [...(list.current?.querySelectorAll('button') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry that is current has changed
  useEffect(() => {
    entries()[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])];
    if (takesFocus) (all.find(({ tabIndex }) => tabIndex === 0) ?? all[0])?.focus();
  }, [takesFocus]);

  const go = useRef((id: string) => {
    const { view } = menus;
    const at = outline.headings.findIndex((node) => node.attrs.id === id);
    if (at < 0) return;
    const start = blockStart(view.state.doc, outline.indexOf(at)) + 1;
    const end = start + outline.headings[at]!.content.size;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, end)));
    reveal(view, start, { toTop: true });
    // On a phone the keyboard would cover what one wants to see.
    if (matchMedia('(pointer: fine)').matches) view.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    all[Math.max(0, Math.min(to, all.length - 1))]?.focus();
  };

  const least = Math.min(...headings.map((node) => node.attrs.level as number));
  return (
    <SidePanel label={t().outline} onClose={onClose}>
      {headings.length === 0 ? (
        <p className={styles.none}>{tLazy().outlineEmpty}</p>
      ) : (
        <ol ref={list} className={styles.list} onKeyDown={onKeyDown}>
          {headings.map((node, index) => (
            <Entry
              key={`${node.attrs.id}`}
              id={node.attrs.id}
              text={node.textContent}
              step={(node.attrs.level as number) - least}
              isCurrent={index === current}
              isReached={index === Math.max(current, 0)}
              go={go.current}
            />
          ))}
        </ol>
      )}
    </SidePanel>
  );
}

const Entry = memo(function Entry({
  id,
  text,
  step,
  isCurrent,
  isReached,
  go,
}: {
  id: string;
  text: string;
  /** How deep it stands below the highest heading there is. */
  step: number;
  isCurrent: boolean;
  /** Tab comes to this one; arrows go on from there. */
  isReached: boolean;
  go: (id: string) => void;
}): ReactNode {
  return (
    <li>
      <PanelEntry
        data-step={Math.min(step, 5)}
        aria-current={isCurrent ? 'location' : undefined}
        tabIndex={isReached ? 0 : -1}
        className={styles.entry}
        onClick={() => go(id)}
      >
        {text}
      </PanelEntry>
    </li>
  );
});

/** Index of the block with the caret; null if that is out of sight. */
function indexOfCaret(view: EditorView): number | null {
  const { $head } = view.state.selection;
  const { top, bottom } = view.coordsAtPos($head.pos);
  const bar = topBarBottom();
  const last = view.state.doc.childCount - 1;
  return top >= bar && bottom <= innerHeight ? Math.min($head.index(0), last) : null;
}

/**
 * Index of the block that stands where one reads: in the upper part of the window, and further down
 * towards the end of the page, so that the last sections have their turn.
 */
function indexRead(view: EditorView): number {
  const text = view.dom.getBoundingClientRect();
  const most = document.documentElement.scrollHeight - innerHeight;
  const left = Math.max(0, most - scrollY);
  const nearEnd = most > 0 ? Math.min(Math.max(0, 1 - left / innerHeight), scrollY / most) : 0;
  const line = innerHeight * (READING_SHARE + (1 - READING_SHARE) * nearEnd ** 3);
  if (line <= text.top) return -1;
  if (line >= text.bottom) return view.state.doc.childCount - 1;
  const at = view.posAtCoords({ left: text.left + 1, top: line });
  return at ? view.state.doc.resolve(at.pos).index(0) : -1;
}
