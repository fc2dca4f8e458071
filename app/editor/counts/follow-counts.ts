/**
 * Keeps the counts of what is open up to date, while nothing else is to be done.
 *
 * Invariant: nothing is counted while keys come, and never for longer than the browser has time.
 */
import { whenIdle } from '../../../shared/when-idle.ts';
import type { Menus } from '../menus/menus.ts';
import { Counter, type Counts, NOTHING } from './count.ts';

export interface Counted {
  all: Counts;
  /** Of what is selected; null where nothing is. */
  selected: Counts | null;
}

/** A pause in writing, or in selecting. */
const RESTS_MS = 300;
const SLICE_MS = 8;

export function followCounts(menus: Menus, tell: (counted: Counted) => void): () => void {
  const counter = new Counter();
  let counted = { doc: menus.state.doc, all: NOTHING };
  let isKnown = false;
  let running: Generator<undefined, Counted> | null = null;
  let { doc, selection } = menus.state;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let stopIdle = () => {};

  function* count(): Generator<undefined, Counted> {
    const now = menus.state;
    if (!isKnown || counted.doc !== now.doc) {
      const all = yield* counter.between(now.doc, 0, now.doc.content.size);
      counted = { doc: now.doc, all };
      isKnown = true;
    }
    const { from, to, empty } = now.selection;
    const selected = empty ? null : yield* counter.between(now.doc, from, to);
    return { all: counted.all, selected };
  }
  const work = () => {
    const end = performance.now() + SLICE_MS;
    while (running) {
      const step = running.next();
      if (step.done) {
        running = null;
        tell(step.value);
      } else if (performance.now() > end) {
        stopIdle = whenIdle(work, 1000);
        return;
      }
    }
  };
  const soon = () => {
    clearTimeout(rest);
    stopIdle();
    running = null;
    rest = setTimeout(() => {
      running = count();
      stopIdle = whenIdle(work, 1000);
    }, RESTS_MS);
  };
  const changed = () => {
    const { state } = menus;
    if (state.doc === doc && state.selection.eq(selection)) return;
    ({ doc, selection } = state);
    soon();
  };
  soon();
  const stop = menus.subscribe(changed);
  return () => {
    stop();
    clearTimeout(rest);
    stopIdle();
  };
}
