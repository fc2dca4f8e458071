/**
 * What people are called in a discussion.
 *
 * Invariant: nobody is called by a name that was not shown to be theirs.
 */
import { UNKNOWN_AUTHOR } from '../../shared/discussion/discussion.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { tLazy } from '../i18n/lazy.ts';

export function nameOf(people: ReadonlyMap<string, Person>, id: string): string {
  if (id === UNKNOWN_AUTHOR) return tLazy().looking.unknown;
  return people.get(id)?.name ?? tLazy().looking.somebody;
}
