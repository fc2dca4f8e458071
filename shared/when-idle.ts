/**
 * Work for when there is nothing better to do.
 *
 * Invariant: it is begun after `withinMs` at the latest, where that is given, and at once where
 * nobody says when there is nothing to do. What is returned calls it off.
 */
export function whenIdle(work: () => void, withinMs?: number): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(
    () => work(),
    withinMs === undefined ? undefined : { timeout: withinMs },
  );
  return () => cancelIdleCallback(handle);
}
