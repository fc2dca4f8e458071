/**
 * The pace of work that nobody waits for: it rests four times as long as it took.
 *
 * Invariant: whatever is kept in order, of however many documents at once, takes a fifth of the thread
 * that people are answered by, apart from the one piece that it is at.
 */
const RESTS_PER_WORK = 4;
const LONGEST_REST_MS = 100;

/** Resolves when others have had their turns after work that began then, by `performance.now()`. */
export function restFrom(began: number): Promise<void> {
  const ms = Math.min(LONGEST_REST_MS, (performance.now() - began) * RESTS_PER_WORK);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
