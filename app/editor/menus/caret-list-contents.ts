/** What the lists at the caret consist of, in the order of their signs. */
import { emojiList } from '../emoji/emoji-list.ts';
import { mentionList } from '../objects/mention-list.ts';
import type { CaretListKind } from './caret-list.ts';
import type { ListSurroundings } from './caret-signs.ts';
import { slashList } from './slash.ts';

export function listsOf({ open, people }: ListSurroundings): readonly CaretListKind[] {
  return [slashList(open), emojiList(), mentionList(people)];
}
