/**
 * Which of the news one person did alone, for whoever takes all of it back at once.
 *
 * Invariant: nothing of it is anybody else's, and nothing that was looked at and kept.
 */
import type { WhileAwaySnapshot } from './while-away.ts';

/** Whose the one that is looked at is, and which of the news are theirs; null where it is alone. */
export function newsOfSamePerson({
  news,
  done,
  at,
}: Pick<WhileAwaySnapshot, 'news' | 'done' | 'at'>): { person: string; which: number[] } | null {
  const [person, ...others] = news[at]?.people ?? [];
  if (!person || others.length > 0) return null;
  const which = news.flatMap(({ people }, index) =>
    people.length === 1 && people[0] === person && !done.has(index) ? [index] : [],
  );
  return which.length > 1 ? { person, which } : null;
}
