/**
 * A list of which only the rows near the view are drawn, however many there are; gaps stand for the
 * others, as high as they are, so that the page scrolls as if all were there.
 *
 * Invariant: the first row, the last one and the one that was used last are always drawn, so nothing
 * that has the focus, a menu or the pointer goes away by scrolling. Where there are gaps, each row
 * says which of how many it is.
 */
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import styles from './LongList.module.css';
import { type Range, RowHeights, rangesOf } from './row-heights.ts';

/** Where a row stands; an <li> has to have these attributes. */
export interface RowSlot {
  'data-row': number;
  'aria-posinset'?: number;
  'aria-setsize'?: number;
}

const ROWS_AT_FIRST = 16;
/** How much is drawn above and below the view, and how near to it a gap may come, px. */
const AROUND = 700;
const NEAREST = 200;

export function LongList<Item>({
  label,
  className,
  items,
  keyOf,
  row,
  onBeforeFirst,
}: {
  label: string;
  className?: string | undefined;
  items: readonly Item[];
  /** The same function each time. */
  keyOf: (item: Item) => string;
  row: (item: Item, place: RowSlot) => ReactNode;
  /** With it arrow keys go from link to link; called where they go up from the first one. */
  onBeforeFirst?: () => void;
}): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const { ranges, heights, use } = useRowsInView(list, keys);

  const note = ({ target }: SyntheticEvent) => {
    const index = rowOf(target);
    if (index !== null) use(keys[index]!);
  };
  const goByArrow = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const index = event.target instanceof HTMLAnchorElement ? rowOf(event.target) : null;
    if (!step || index === null || !onBeforeFirst) return;
    event.preventDefault();
    const next = index + step;
    if (next < 0) onBeforeFirst();
    else if (next < keys.length) {
      flushSync(() => use(keys[next]!));
      list.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus();
    }
  };

  const drawn: ReactNode[] = [];
  const isWhole = ranges.every(({ from, to }) => to - from === items.length);
  let end = 0;
  for (const [at, { from, to }] of ranges.entries()) {
    if (from > end) {
      const height = heights.of(keys, { from: end, to: from });
      drawn.push(
        <li key={`gap ${at}`} aria-hidden="true" className={styles.gap} style={{ height }} />,
      );
    }
    for (let index = from; index < to; index++) {
      const place: RowSlot = {
        'data-row': index,
        ...(isWhole ? {} : { 'aria-posinset': index + 1, 'aria-setsize': items.length }),
      };
      drawn.push(<Fragment key={keys[index]}>{row(items[index]!, place)}</Fragment>);
    }
    end = to;
  }
  return (
    <ul
      ref={list}
      aria-label={label}
      className={className}
      onKeyDown={goByArrow}
      onFocus={note}
      onPointerDown={note}
    >
      {drawn}
    </ul>
  );
}

/** Which rows are drawn. */
function useRowsInView(list: RefObject<HTMLUListElement | null>, keys: readonly string[]) {
  const [heights] = useState(() => new RowHeights());
  const [near, setNear] = useState<Range>({ from: 0, to: ROWS_AT_FIRST });
  const [used, use] = useState<string | null>(null);
  const ranges = rangesOf(near, [0, keys.indexOf(used ?? ''), keys.length - 1], keys.length);

  const wanted = (): Range | null => {
    if (!list.current || !(heights.areUnknown ? hasGap : isGapNear)(list.current)) return null;
    for (const row of list.current.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
      heights.measure(keys[Number(row.dataset.row)]!, row.getBoundingClientRect().height);
    }
    const start = -list.current.getBoundingClientRect().top;
    return heights.within(keys, start - AROUND, start + innerHeight + AROUND);
  };
  // Other rows may be lower than those before. Never fewer than are drawn, so that this ends.
  useLayoutEffect(() => {
    // At first the gaps are guessed; put right while one scrolls, they would move what one scrolls to.
    const isGuessed = heights.areUnknown;
    const range = wanted();
    if (!range) return;
    setNear((before) => {
      const both = together(before, range);
      return isGuessed ? { ...both } : both;
    });
  });
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    // Before the next frame, so that nobody sees a gap.
    const follow = () => {
      const range = latest.current();
      if (range) flushSync(() => setNear(range));
    };
    const measureAnew = () => {
      heights.forget();
      follow();
    };
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', measureAnew);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', measureAnew);
    };
  }, [heights]);
  return { ranges, heights, use };
}

function gapsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(`:scope > .${styles.gap}`)];
}

function hasGap(list: HTMLElement): boolean {
  return gapsIn(list).length > 0;
}

function isGapNear(list: HTMLElement): boolean {
  return gapsIn(list).some((gap) => {
    const { top, bottom } = gap.getBoundingClientRect();
    return bottom > -NEAREST && top < innerHeight + NEAREST;
  });
}

/** Both, or the second one where there are others between. */
function together(a: Range, b: Range): Range {
  if (a.to < b.from || b.to < a.from) return b;
  const both = { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
  return both.from === a.from && both.to === a.to ? a : both;
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row ? Number(row.dataset.row) : null;
}
