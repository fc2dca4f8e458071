/**
 * `@` at the beginning of a word: people this document knows, today and tomorrow.
 *
 * Invariant: a mention holds the person's id, and the name of the moment for those who read the
 * text elsewhere.
 */
import { newBlockId } from '../../../shared/document/operations/block-shape.ts';
import type { Person } from '../../../shared/protocol/presence.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { CaretItem, CaretListKind } from '../menus/caret-list.ts';
import { MENTION } from '../menus/caret-signs.ts';
import { search } from '../menus/search.ts';
import { dayFromNow, putDate } from './dates.ts';
import type { KnownPeople } from './known-people.ts';
import { putObject } from './put-object.ts';
import { dayInWords } from './shown-dates.ts';

type Found = CaretItem & { words: string };

const DAYS = [
  ['today', 0],
  ['tomorrow', 1],
] as const;

export function mentionList(people: Pick<KnownPeople, 'all'>): CaretListKind {
  return {
    ...MENTION,
    find: (query) => {
      if (/^\s/.test(query)) return null;
      const found = search([...people.all().map(personItem), ...dateItems()], query);
      // A name may have blanks in it; what has blanks and is no name is text.
      return found.length === 0 && /\s/.test(query) ? null : found;
    },
  };
}

function personItem({ id, name, color }: Person): Found {
  return {
    id,
    label: name,
    color,
    words: '',
    put: (tr) => putObject(tr, { object: 'mention', id: newBlockId(), person: id, name }),
  };
}

function dateItems(): Found[] {
  return DAYS.map(([id, days]) => {
    const day = dayFromNow(days);
    return {
      id,
      label: `${tLazy().menus[id]} · ${dayInWords(day, 'short')}`,
      icon: 'date',
      words: `${id} date`,
      put: (tr) => putDate(tr, day),
    };
  });
}
