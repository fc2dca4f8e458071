/**
 * Keeps the focus when what has it goes away: a row that is deleted, a button that did its work.
 *
 * Invariant: it acts only where the focus would be nowhere. Whoever removes something and puts the
 * focus somewhere is not interfered with.
 */

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea, [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** By then what floats above the page is gone, and has put the focus somewhere, ms. */
const CLOSED_AFTER_MS = 300;

/** What had the focus last, and what it stood in, from the inside out. */
let trail: Element[] = [];
let isLooking = false;

/** Call once. */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => remember(target));
  remember(document.activeElement);
  new MutationObserver(() => {
    if (isLooking || !isLost()) return;
    isLooking = true;
    const look = () => {
      isLooking = false;
      if (isLost()) focusNearby();
    };
    // Whoever removed it may have an idea of their own; menus and dialogs have, once they are gone.
    if (trail.at(-1)?.id === 'root') requestAnimationFrame(look);
    else setTimeout(look, CLOSED_AFTER_MS);
  }).observe(document.body, { childList: true, subtree: true });
}

function remember(focused: EventTarget | null): void {
  if (!(focused instanceof Element) || focused === document.body) return;
  trail = [];
  for (let at: Element | null = focused; at && at !== document.body; at = at.parentElement)
    trail.push(at);
}

function isLost(): boolean {
  const focused = document.activeElement;
  return (focused === null || focused === document.body) && trail[0]?.isConnected === false;
}

/** In what is left of what it stood in; else at the beginning of the screen. */
function focusNearby(): void {
  const main = document.querySelector('main');
  for (const around of trail) {
    if (!around.isConnected) continue;
    if (around === main || around.contains(main)) break;
    for (const next of around.querySelectorAll<HTMLElement>(FOCUSABLE)) {
      next.focus();
      if (document.activeElement === next) return;
    }
  }
  main?.focus({ preventScroll: true });
}
