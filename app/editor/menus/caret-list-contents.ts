/** What the lists at the caret consist of, in the order of their signs. */
import { documentList } from '../documents/document-list.ts';
import { emojiList } from '../emoji/emoji-list.ts';
import { knownPeople } from '../objects/known-people.ts';
import { mentionList } from '../objects/mention-list.ts';
import type { CaretListKind } from './caret-list.ts';
import type { ListOptions } from './caret-signs.ts';
import { slashList } from './slash.ts';

export function listsOf({ open, people, documents }: ListOptions): readonly CaretListKind[] {
  return [slashList(open), emojiList(), mentionList(knownPeople(people)), documentList(documents)];
}
