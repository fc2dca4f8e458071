/**
 * What one reads of a block, in one line: for the search.
 *
 * Invariant: what stands in the text for something else, as a person, a day or another document, is in
 * it by its words; so is what a picture, a file or a page is called.
 */
import type { BlockContent, Inline } from '../../shared/document/schema.ts';
import { plainText } from '../../shared/formats/inline-html.ts';

export function lineOf({ content, table, name, alt, href, description }: BlockContent): string {
  const cells = table?.rows.flatMap((row) => row.cells) ?? [];
  const lines = [content, ...cells].map((line) => line.map(wordsOf).join(''));
  return [...lines, name, alt, href, description]
    .join(' ')
    .replace(/[\s\uFFFC]+/g, ' ')
    .trim();
}

/** A mark of a footnote, and what is kept as its source, say nothing. */
function wordsOf(run: Inline): string {
  if ('embed' in run && !SAYING.has(run.embed.object)) return ' ';
  return plainText(run);
}
const SAYING: ReadonlySet<string> = new Set(['mention', 'date', 'document', 'image', 'formula']);
