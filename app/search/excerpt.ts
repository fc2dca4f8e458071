/**
 * The piece of a document that shows why it was found.
 *
 * Invariant: it is of one block, the first of those that have most of the words, so that opening it
 * there shows just this.
 */
import { markWords, type Stretch } from '../../shared/library/find-entries.ts';
import { foldCase, wholeCharacters } from '../../shared/text/fold-case.ts';

/** A block's id and its text in one line. */
export type BlockText = readonly [id: string, text: string];

export interface Excerpt {
  text: string;
  marks: Stretch[];
  /** The block it stands in. */
  block: string;
}

/** Characters before the first match, and in all. */
const BEFORE = 40;
const LONGEST = 180;

/** Null where the text has none of the words. */
export function excerptOf(blocks: readonly BlockText[], words: readonly string[]): Excerpt | null {
  let best: { block: BlockText; marks: Stretch[]; count: number } | null = null;
  for (const block of blocks) {
    const marks = markWords(block[1], words);
    const marked = marks.map(([from, to]) => foldCase(block[1].slice(from, to)));
    const count = words.filter((word) => marked.some((text) => text.includes(word))).length;
    if (count > (best?.count ?? 0)) best = { block, marks, count };
    if (best && best.count >= words.length) break;
  }
  if (!best) return null;
  const [id, whole] = best.block;
  const first = best.marks[0]![0];
  const from = startOfWord(whole, wholeCharacters(whole, Math.max(0, first - BEFORE)));
  // A single character may be as long as it likes; of such a one nothing is shown.
  const to = endOfWord(whole, wholeCharacters(whole, Math.min(whole.length, from + LONGEST)));
  const lead = from > 0 ? '… ' : '';
  return {
    block: id,
    text: `${lead}${whole.slice(from, to)}${to < whole.length ? ' …' : ''}`,
    marks: best.marks
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start - from + lead.length, end - from + lead.length] as const),
  };
}

function startOfWord(text: string, at: number): number {
  if (at === 0) return 0;
  const blank = text.indexOf(' ', at);
  return blank < 0 || blank - at > BEFORE / 2 ? at : blank + 1;
}

function endOfWord(text: string, at: number): number {
  if (at === text.length) return at;
  const blank = text.lastIndexOf(' ', at);
  return at - blank > BEFORE / 2 ? at : blank;
}
