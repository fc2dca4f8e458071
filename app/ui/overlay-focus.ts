/**
 * Where the focus goes when what floats above the page closes: the library that floats it leaves it
 * inside until that has faded away, and then takes it from wherever it is.
 *
 * Invariant: once something is closed no key goes to what fades, and whoever has moved on is not
 * called back.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface OverlayFocus {
  open: boolean;
  popup: RefObject<HTMLElement | null>;
  onClose: (event?: Event) => void;
  /** Where the focus goes then; null is where it was before, false leaves it where it is. */
  returnFocus: () => HTMLElement | false | null;
}

/** What is told about the end of an overlay, as far as it matters here. */
interface Closing {
  event: Event;
  reason: string;
}

/** What Base UI takes as `onOpenChange` of an overlay and as `finalFocus` of its popup. */
export function useOverlayFocus(overlay: OverlayFocus): {
  onOpenChange: (open: boolean, closing: Closing) => void;
  finalFocus: () => HTMLElement | boolean;
} {
  const { open, popup } = overlay;
  const latest = useRef(overlay);
  latest.current = overlay;
  const isPressedOutside = useRef(false);
  const cameFrom = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!open) {
      const before = cameFrom.current;
      cameFrom.current = null;
      const stop = keepOut(popup.current);
      // A press outside moves the focus itself, in a moment.
      if (before === null || isPressedOutside.current) return stop;
      if (!isFree(popup.current) && !isInSubmenu(popup.current)) return stop;
      const target = latest.current.returnFocus() ?? before;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      return stop;
    }
    isPressedOutside.current = false;
    cameFrom.current = document.activeElement;
    return undefined;
  }, [open, popup]);
  return {
    onOpenChange: (next, { event, reason }) => {
      if (next) return;
      isPressedOutside.current = reason === 'outside-press';
      latest.current.onClose(event);
    },
    finalFocus: () => (isFree(popup.current) ? (latest.current.returnFocus() ?? true) : false),
  };
}

/**
 * What fades takes the focus to itself where the one who had it inside is gone, a frame later: by then
 * another screen may have it, which gets it back. Returns its end.
 */
function keepOut(popup: HTMLElement | null): () => void {
  const giveBack = ({ relatedTarget: before }: FocusEvent) => {
    if (before instanceof HTMLElement && !popup?.contains(before))
      before.focus({ preventScroll: true });
  };
  popup?.addEventListener('focusin', giveBack);
  return () => popup?.removeEventListener('focusin', giveBack);
}

/** Also where what had it is gone already. */
function isFree(popup: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return focused === document.body || (popup?.contains(focused) ?? false);
}

/** Submenus stand beside the menu they belong to, and end with it. */
function isInSubmenu(popup: HTMLElement | null): boolean {
  const menu = document.activeElement?.closest('[role="menu"]');
  return menu != null && popup?.role === 'menu';
}
