/** What people all over the world write goes through files as it is. */
import { expect, test } from 'vitest';
import type { BlockContent, Inline, Marks } from '../document/schema.ts';
import { LETTERS } from '../testing/alphabet.ts';
import { canonicalInline } from './inline.ts';
import { formatMarkdown, parseMarkdown } from './markdown.ts';
import { seeded } from './testing/random-blocks.ts';

/** Files hold no NUL; all other control characters are text. */
const CONTROLS = ['\u0001', '\u0007', '\u000b', '\u000c', '\u001b', '\u007f', '\u009f'];
const WRITTEN = [...LETTERS.filter((letter) => letter !== '\u0000'), ...CONTROLS];

const CHOICES: readonly (Marks | undefined)[] = [
  undefined,
  undefined,
  { bold: true },
  { italic: true },
  { strike: true },
  { underline: true },
  { highlight: 'yellow' },
  { subscript: true },
  { superscript: true },
  { code: true },
  { link: 'https://example.org/' },
  { bold: true, italic: true },
];

test('every letter is in the text that is read again, formatted as it was', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = seeded(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)]!;
    const content = Array.from({ length: 1 + Math.floor(random() * 6) }, (): Inline => {
      const marks = pick(CHOICES);
      const text = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(WRITTEN)).join(
        '',
      );
      return marks ? { text, marks } : { text };
    });
    const line = [{ text: 'x' }, ...content, { text: 'y' }];
    const type = pick(['paragraph', 'heading', 'bullet', 'quote']);
    const block: BlockContent = {
      type,
      ...(type === 'heading' ? { level: 2 } : {}),
      content: line,
    };
    const written = formatMarkdown({ title: '', blocks: [block] });
    const [read, ...more] = parseMarkdown(written).blocks;
    expect(more, `seed ${seed}:\n${written}`).toEqual([]);
    expect(read?.content, `seed ${seed}:\n${written}`).toEqual(canonicalInline(line));
  }
});
