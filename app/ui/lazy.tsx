/**
 * Parts of the app that come after the page itself, so that nobody waits for them to read or write.
 *
 * Invariant: a part that is asked for while it is on its way opens when it arrives; one that cannot
 * be had says so, and is asked for anew until it comes. All are fetched as soon as the page is up and
 * the browser has nothing better to do, while there surely is a network.
 */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../i18n/i18n.ts';
import { announce } from './announce.ts';
import { Lazy, later, pageIsUp } from './lazy-part.ts';

export { Lazy, later, pageIsUp };

/** What has been loaded, or null while it is on its way. */
export function useLazy<Value>(late: Lazy<Value>): Value | null {
  return useSyncExternalStore(late.subscribe, late.get);
}

/** A part that belongs where it stands, from when it is there. */
export function Needed<Part>({
  part,
  children,
}: {
  part: Lazy<Part>;
  children: (part: Part) => ReactNode;
}): ReactNode {
  const loaded = useLazy(part);
  useEffect(() => {
    part.load().catch(() => {
      // Not reachable now: it is asked for again, as all that comes after the page.
    });
  }, [part]);
  return loaded === null ? null : children(loaded);
}

/**
 * A part that opens, as if it were there. `what` names it in the sentence that says it could not be
 * loaded.
 */
export function Opening<Part>({
  part,
  what,
  open,
  onClose,
  children,
}: {
  part: Lazy<Part>;
  what: string;
  open: boolean;
  onClose: () => void;
  children: (part: Part) => ReactNode;
}): ReactNode {
  const loaded = useLazy(part);
  // Once opened it stays, so that it can close as it wants to.
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const giveUp = useRef(onClose);
  giveUp.current = onClose;
  useEffect(() => {
    if (!open) return;
    let current = true;
    part.load().catch(() => {
      if (!current) return;
      announce(t().notLoaded.part(what));
      giveUp.current();
    });
    return () => {
      current = false;
    };
  }, [part, what, open]);
  return loaded !== null && wasOpen ? children(loaded) : null;
}
