/**
 * `:` and two letters: emoji by their names; a name typed in full between colons becomes its emoji.
 *
 * Invariant: what is put in is plain text. Before the names are loaded, a colon is a colon.
 */
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { CaretItem, CaretListKind } from '../menus/caret-list.ts';
import { EMOJI } from '../menus/caret-signs.ts';
import type { Emoji } from './emoji-data.ts';
import { noteEmoji, recentEmoji } from './recent-emoji.ts';

const LEAST_LETTERS = 2;
const MOST_SHOWN = 24;
/** No name is longer. */
const MOST_LETTERS = 100;
/** What is offered to whoever asks without having chosen any. */
const WELL_KNOWN = ['+1', 'smile', 'heart', 'tada', 'rocket', 'eyes', 'white_check_mark', 'bulb'];

let known: readonly Emoji[] | null = null;

export async function loadEmoji(): Promise<void> {
  known ??= (await import('./emoji-data.ts')).EMOJI;
}

/** Those that are loaded: all, or none yet. */
export function knownEmoji(): readonly Emoji[] {
  return known ?? [];
}

export function emojiList(): CaretListKind {
  return {
    ...EMOJI,
    find: (query, asked) => {
      if (!/^[\w+-]*:?$/.test(query)) return null;
      // The second colon came before the names did.
      if (query.endsWith(':')) return query === ':' || known ? null : [];
      if (query.length < LEAST_LETTERS && !asked) return [];
      return findEmoji(knownEmoji(), query.toLowerCase(), recentEmoji()).map(itemOf);
    },
    named,
    takeTyped,
    load: loadEmoji,
  };
}

function named(name: string): CaretItem | null {
  const emoji = known?.find(({ names }) => names.includes(name.toLowerCase()));
  return emoji ? itemOf(emoji) : null;
}

/** Puts the emoji where its whole name was typed before it was known; the caret stays with its text. */
function takeTyped(view: EditorView, at: number): void {
  const { doc, selection, tr } = view.state;
  const { parent, parentOffset } = doc.resolve(at);
  const [, name] =
    /^:([^:\s]+):/.exec(parent.textBetween(parentOffset, parent.content.size, undefined, ' ')) ??
    [];
  const item = name && named(name);
  if (!item) return;
  tr.delete(at, at + name.length + 2).setSelection(TextSelection.create(tr.doc, at));
  item.put(tr).setSelection(selection.map(tr.doc, tr.mapping));
  // As one that is chosen, it is a step of undo by itself.
  view.dispatch(tr.setMeta('paste', true));
  item.after?.(view);
}

/** Those that a text finds: by its very name, lately chosen, by the beginning of a name or word. */
export function findEmoji(
  emoji: readonly Emoji[],
  text: string,
  recent: readonly string[],
): Emoji[] {
  const offered = text === '' ? [...recent, ...WELL_KNOWN] : recent;
  const found: { emoji: Emoji; rank: number }[] = [];
  for (const one of emoji) {
    const rank = rankOf(one, text);
    if (rank === null) continue;
    const at = offered.findIndex((name) => one.names.includes(name));
    if (text === '' && at < 0) continue;
    // The very name comes first, what was chosen lately next.
    found.push({ emoji: one, rank: at >= 0 && rank > 0 ? at / offered.length : rank });
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_SHOWN)
    .map(({ emoji: one }) => one);
}

/** From 1 on, but for the very name: the shorter name that begins so is the likelier one. */
function rankOf({ names, words }: Emoji, text: string): number | null {
  if (names.includes(text)) return -1;
  const begun = names.find((name) => name.startsWith(text));
  if (begun) return 1 + begun.length / MOST_LETTERS;
  if (names.some((name) => name.split('_').some((part) => part.startsWith(text)))) return 2;
  return words.some((word) => word.startsWith(text)) ? 3 : null;
}

function itemOf({ emoji, names }: Emoji): CaretItem {
  const name = names[0] ?? '';
  return {
    id: name,
    label: name.replaceAll('_', ' '),
    picture: emoji,
    put: (tr) => {
      const { $head } = tr.selection;
      return tr.replaceSelectionWith($head.parent.type.schema.text(emoji), true);
    },
    after: () => noteEmoji(name),
  };
}
