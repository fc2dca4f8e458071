/**
 * Finding a command, or a person, by what one types of a name, whatever the case and accents.
 *
 * Invariant: a name that begins with the text comes before one that has it elsewhere; equals keep
 * their order.
 */
import { foldCase } from '../../../shared/text/fold-case.ts';

export interface Searchable {
  label: string;
  words?: string;
}

export function search<Item extends Searchable>(items: readonly Item[], text: string): Item[] {
  const wanted = foldCase(text.trim());
  if (wanted === '') return [...items];
  return items
    .map((item) => ({ item, rank: rankOf(item, wanted) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

const NOT_FOUND = 4;

function rankOf({ label, words = '' }: Searchable, wanted: string): number {
  const name = foldCase(label);
  if (name.startsWith(wanted)) return 0;
  if (beginsWord(name, wanted)) return 1;
  if (beginsWord(words, wanted)) return 2;
  // "h1" and "bl" are letters in their order, as fast hands type them.
  return inOrder(name.replace(/\s/g, ''), wanted.replace(/\s/g, '')) ? 3 : NOT_FOUND;
}

function beginsWord(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || text.includes(` ${wanted}`);
}

function inOrder(text: string, wanted: string): boolean {
  if (text[0] !== wanted[0]) return false;
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
