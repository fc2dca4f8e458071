/**
 * Going from screen to screen over the History API, without a library.
 *
 * Invariant: what is shown follows the address bar, and only this file changes the address bar
 * (but for taking a secret out of it, which must happen before anything else runs).
 */
import { type ComponentProps, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** For `when-leaving.ts`. */
export const leavers = new Set<() => void>();

export function navigate(path: string, options: { replace?: boolean } = {}): void {
  for (const leaver of leavers) leaver();
  if (options.replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  scrollTo(0, 0);
  for (const listener of listeners) listener();
}

/** Path and query of the page now shown, kept up to date. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => location.pathname + location.search);
}

/** A link inside the app. With a modifier key or another button the browser does what it does. */
export function Link({
  href,
  onClick,
  ...rest
}: ComponentProps<'a'> & { href: string }): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}
