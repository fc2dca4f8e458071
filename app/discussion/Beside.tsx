/**
 * Threads beside the lines they are about, moved apart where they would lie over each other.
 *
 * Invariant: they go with the page as it scrolls, and the one that one is at is level with its line;
 * the others make room. What is far from the view is not drawn.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { positionSeen, threadPositions } from '../editor/threads/draw-threads.ts';
import { topBarBottom } from '../ui/top-bar.ts';
import { apart, levelWith } from './apart.ts';
import styles from './discussion.module.css';
import { NEW_THREAD } from './drafts.ts';
import { ThreadCard } from './ThreadCard.tsx';
import type { PlacedThread, Talk, TalkSnapshot } from './talk.ts';

/** So many are drawn above and below the view. */
const AROUND = 8;
const GAP = 8;

export function Beside({
  talk,
  snapshot,
  threads,
  composer,
}: {
  talk: Talk;
  snapshot: TalkSnapshot;
  threads: readonly PlacedThread[];
  composer: ReactNode;
}): ReactNode {
  const layer = useRef<HTMLDivElement>(null);
  const { view } = talk.menus;
  const [near, setNear] = useState<ReadonlySet<string>>(new Set());
  const { active } = snapshot;
  const place = useRef<() => void>(() => undefined);
  place.current = () => {
    const host = layer.current;
    if (!host || view.isDestroyed) return;
    const positions = threadPositions(view);
    const now = new Set(nearTo(threads, positions, positionSeen(view), active));
    setNear((before) => (isSame(before, now) ? before : now));
    const screen = {
      layer: host.getBoundingClientRect().top,
      belowBar: topBarBottom(),
      scrolled: scrollY,
    };
    const cards = [...host.querySelectorAll<HTMLElement>('[data-card]')].map((card) => {
      const id = card.dataset.card ?? '';
      const position = positions.get(id);
      // What is about the whole document is level with its beginning.
      const at = position === undefined ? 0 : Math.min(position, view.state.doc.content.size);
      const line = view.coordsAtPos(at, 1).top;
      const isActive = id === active;
      const wanted = levelWith(line, screen, isActive);
      return { card, line, wanted, height: card.offsetHeight, isActive };
    });
    cards.sort((a, b) => a.line - b.line);
    const tops = apart(
      cards.map(({ wanted, height }) => ({ wanted, height })),
      cards.findIndex(({ isActive }) => isActive),
      GAP,
    );
    for (const [index, { card }] of cards.entries())
      card.style.transform = `translateY(${Math.round(tops[index]!)}px)`;
  };
  useLayoutEffect(() => place.current());
  useEffect(() => {
    let frame: number | null = null;
    const soon = () => {
      frame ??= requestAnimationFrame(() => {
        frame = null;
        place.current();
      });
    };
    const stop = talk.menus.subscribe(soon);
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    // Fields grow as one types in them, and so does the text.
    const grown = new ResizeObserver(soon);
    grown.observe(view.dom);
    const host = layer.current;
    if (host) grown.observe(host);
    const typed = new MutationObserver(soon);
    if (host) typed.observe(host, { childList: true, subtree: true, characterData: true });
    // A picture has its height once it is read.
    host?.addEventListener('load', soon, true);
    return () => {
      stop();
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
      grown.disconnect();
      typed.disconnect();
      host?.removeEventListener('load', soon, true);
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, [talk, view]);
  return (
    <div ref={layer} className={styles.layer}>
      {composer}
      {threads
        .filter(({ thread }) => near.has(thread.id))
        .map((placed) => (
          <ThreadCard key={placed.thread.id} talk={talk} snapshot={snapshot} placed={placed} />
        ))}
    </div>
  );
}

/** Those whose words are in view, some above and below, and the one that one is at. */
function nearTo(
  threads: readonly PlacedThread[],
  positions: ReadonlyMap<string, number>,
  seen: { from: number; to: number },
  active: string | null,
): string[] {
  const at = ({ thread }: PlacedThread) => positions.get(thread.id) ?? -1;
  const first = threads.findIndex((placed) => at(placed) >= seen.from);
  const begin = first < 0 ? threads.length : first;
  let end = begin;
  while (end < threads.length && at(threads[end]!) <= seen.to) end++;
  const shown = threads
    .slice(Math.max(0, begin - AROUND), end + AROUND)
    .map(({ thread }) => thread.id);
  return active !== null && active !== NEW_THREAD ? [...shown, active] : shown;
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
