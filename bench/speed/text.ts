/**
 * The text that every editor gets.
 *
 * Invariant: the same paragraphs for the same number, on every machine and at every run.
 */

export const WORDS_PER_PARAGRAPH = 25;

const WORDS =
  'a quiet river bends around old stones while children count the boats and nobody hurries home before evening light has left the fields behind us'.split(
    ' ',
  );

export function paragraphs(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    Array.from(
      { length: WORDS_PER_PARAGRAPH },
      (_, word) => WORDS[(index * 7 + word * 3) % WORDS.length],
    ).join(' '),
  );
}
