/** What people are called who wrote in a document. */
import type { Person } from '../../shared/protocol/presence.ts';
import { locale } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';

/** Each name once; somebody who is not known is somebody. */
export function namesOf(
  ids: readonly (string | null)[],
  people: ReadonlyMap<string, Person>,
): string[] {
  const names = ids.map((id) => people.get(id ?? '')?.name ?? tLazy().looking.somebody);
  return [...new Set(names)];
}

/** "Ana, Ben and Eve". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}
