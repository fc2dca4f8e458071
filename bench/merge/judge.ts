/**
 * Whether a merge came out right, and if not, what happened to the text.
 *
 * Invariant: the outcomes that are right are those of the merge table. Only spaces are forgiven: a
 * deletion and a change beside each other may leave a space on either side.
 */
import { textOf } from '../../shared/document/plain-text.ts';
import type { Lines, MergeCase } from '../../shared/document/testing/merge-table/index.ts';
import { parseSketch } from '../../shared/document/testing/sketch.ts';

/** In words, and in the order in which an outcome that is wrong in several ways is counted. */
export const WRONG = {
  exception: 'an error is thrown',
  differ: 'people end with different documents',
  lost: 'text is lost',
  doubled: 'text is doubled, or deleted text is back',
  structure: 'text is at the wrong place, in the wrong kind of block or wrongly formatted',
} as const;
export type Wrong = keyof typeof WRONG;

export function judge({ expect }: MergeCase, read: readonly Lines[]): 'right' | Wrong {
  const [first, ...others] = read.map(withoutSpaces);
  if (others.some((other) => other !== first)) return 'differ';
  if (expect.some((lines) => withoutSpaces(lines) === first)) return 'right';
  const found = charactersOf(read[0]!);
  const wrongs = expect.map((lines) => compare(charactersOf(lines), found));
  // Against the outcome it comes nearest to.
  return (['structure', 'doubled'] as const).find((wrong) => wrongs.includes(wrong)) ?? 'lost';
}

function withoutSpaces(lines: Lines): string {
  return lines
    .map((line) => {
      const indent = /^(?: {2})*(?=\S)/.exec(line)?.[0] ?? '';
      return indent + line.slice(indent.length).replaceAll(' ', '');
    })
    .join('\n');
}

/** How often each character is there, spaces apart. */
function charactersOf(lines: Lines): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of parseSketch(lines).map(textOf).join('').replaceAll(/\s/g, ''))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

function compare(wanted: Map<string, number>, found: Map<string, number>): Wrong {
  if ([...wanted].some(([character, count]) => (found.get(character) ?? 0) < count)) return 'lost';
  if ([...found].some(([character, count]) => (wanted.get(character) ?? 0) < count))
    return 'doubled';
  return 'structure';
}
