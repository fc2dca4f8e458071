/**
 * The names of controls, shown on hover and on keyboard focus: of whatever has `data-tooltip`. One
 * for the whole app, loaded after the page.
 *
 * Invariant: it repeats what a control's accessible name says, so it is never the only place where
 * something is told, and screen readers do not get it twice.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './Tooltips.module.css';

/** How long the pointer rests before the first name shows, ms. */
const RESTS_MS = 600;
/** How soon after one has gone the next shows at once, ms. */
const NEXT_WITHIN_MS = 400;
/** Between the control and its name, and to the edges of the window, px. */
const DISTANCE = 6;

export function Tooltips(): ReactNode {
  const [shown, setShown] = useState<Element | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => follow(setShown), []);

  useLayoutEffect(() => {
    const box = popup.current;
    if (!box || !shown) return;
    const { top, bottom, left, width } = shown.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = box;
    const above = top - DISTANCE - offsetHeight;
    const room = innerWidth - DISTANCE - offsetWidth;
    box.style.top = `${above < 0 ? bottom + DISTANCE : above}px`;
    box.style.left = `${Math.max(DISTANCE, Math.min(left + (width - offsetWidth) / 2, room))}px`;
  }, [shown]);

  return shown ? (
    <div
      ref={popup}
      key={shown.getAttribute('data-tooltip')}
      aria-hidden="true"
      className={styles.popup}
    >
      {shown.getAttribute('data-tooltip')}
    </div>
  ) : null;
}

/** Tells which control's name is to be shown. @returns how to stop */
function follow(show: (control: Element | null) => void): () => void {
  const stopping = new AbortController();
  const options = { signal: stopping.signal, capture: true, passive: true };
  let control: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goneAt = Number.NEGATIVE_INFINITY;
  let isShown = false;

  const hide = () => {
    clearTimeout(timer);
    if (isShown) goneAt = performance.now();
    isShown = false;
    show(null);
  };
  const showNow = () => {
    isShown = control?.isConnected === true;
    show(isShown ? control : null);
  };
  const controlOf = ({ target }: Event) =>
    target instanceof Element ? target.closest('[data-tooltip]') : null;

  addEventListener(
    'pointerover',
    (event) => {
      if (event.pointerType === 'touch') return;
      const over = controlOf(event);
      if (over === control) return;
      hide();
      control = over;
      if (!control) return;
      if (performance.now() - goneAt < NEXT_WITHIN_MS) showNow();
      else timer = setTimeout(showNow, RESTS_MS);
    },
    options,
  );
  addEventListener(
    'focusin',
    (event) => {
      const focused = controlOf(event);
      if (!focused?.matches(':focus-visible')) return;
      hide();
      control = focused;
      showNow();
    },
    options,
  );
  const drop = () => {
    control = null;
    hide();
  };
  addEventListener('focusout', drop, options);
  document.documentElement.addEventListener('pointerleave', drop, { signal: stopping.signal });
  // Whatever is done with it next, its name has been read.
  for (const done of ['pointerdown', 'keydown', 'scroll']) addEventListener(done, hide, options);
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
