/** What a reader takes for one character is kept, replaced and brought back as one. */
import { describe, expect, test } from 'vitest';
import { ALPHABET, graphemes, LETTERS } from '../testing/alphabet.ts';
import { Body } from './body.ts';
import { isWholeAt } from './graphemes.ts';
import { textOf } from './plain-text.ts';
import { rewrite } from './rewrite.ts';
import type { Block } from './schema.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';

const edited = ({ id, type, content }: Block, text: string) => ({
  old: { id, shape: { type }, content },
  now: { id, shape: { type }, content: [{ text }] },
});

/** Has the first block read as `text`, as an editor would that knows nothing of the steps. */
function retype(doc: ReturnType<typeof documentOf>, text: string): void {
  doc.transact(() => {
    const body = new Body(doc);
    const { old, now } = edited(body.read(body.shown[0]!), text);
    rewrite(body, 0, [old], [now]);
  });
}

/** What comes of two who have the first block read as something else apart. */
function merged(start: string, ana: string, ben: string): string {
  const original = documentOf([start]);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  retype(docs[0], ana);
  retype(docs[1], ben);
  mergeAll(docs);
  expect(sketch(docs[1])).toEqual(sketch(docs[0]));
  return sketch(docs[0])[0]!;
}

test('an emoji put before one that begins with the same unit leaves that to who deletes it', () => {
  expect(merged('a🍎b', 'a🍏🍎b', 'ab')).toBe('a🍏b');
  expect(merged('🍎', '🍎🍏', '')).toBe('🍏');
});

test('half of a family is not exchanged, all of it is', () => {
  expect(merged('a👨‍👩‍👧b', 'a👨‍👩‍👦b', 'ab')).toBe('a👨‍👩‍👦b');
  expect(merged('👍🏽', '👍🏿', '')).toBe('👍🏿');
  expect(merged('🇩🇪🇫🇷', '🇩🇪🇫🇮', '🇩🇪')).toBe('🇩🇪🇫🇮');
  expect(merged('cafe\u0301', 'cafe\u0300', 'caf')).toBe('cafe\u0300');
  expect(merged('\u1112\u1161\u11ab', '\u1112\u1161\u11af', '')).toBe('\u1112\u1161\u11af');
});

test('an accent typed behind a letter leaves the letter', () => {
  const original = documentOf(['cafe']);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  retype(docs[0], 'cafe\u0301');
  new ModelDriver(docs[1]).mark('cafe', 'e', { bold: true });
  mergeAll(docs);
  expect(sketch(docs[0])).toEqual(['caf*e\u0301*']);
});

test('a long word comes back in parts that cut no character', () => {
  // Signs of Markdown mean something in a sketch.
  const letters = LETTERS.filter((letter) => !ALPHABET.marks!.includes(letter));
  const word = letters.filter((letter) => !/\s/.test(letter)).join('');
  const original = documentOf([`x ${word}`]);
  for (const after of graphemes(word).keys()) {
    const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
    const before = graphemes(word).slice(0, after).join('');
    new ModelDriver(docs[0]).erase('x', word).undo();
    docs[1].transact(() => {
      const body = new Body(docs[1]);
      const { old, now } = edited(
        body.read(body.shown[0]!),
        `x ${before}*${word.slice(before.length)}`,
      );
      rewrite(body, 0, [old], [now], { changedAt: 2 + before.length });
    });
    mergeAll(docs);
    const [text] = [textOf(new Body(docs[0]).read(new Body(docs[0]).shown[0]!))];
    expect(graphemes(text.replace('*', ''))).toEqual(graphemes(`x ${word}`));
    const at = text.indexOf('*');
    expect(graphemes(text.slice(0, at)).length + graphemes(text.slice(at)).length).toBe(
      graphemes(text).length,
    );
  }
});

describe('where a text may be cut', () => {
  test.each(Object.entries(ALPHABET))('%s', (_, letters) => {
    const text = letters.join('x').concat(letters.join(''));
    const bounds = new Set<number>([0]);
    let end = 0;
    for (const grapheme of graphemes(text)) {
      end += grapheme.length;
      bounds.add(end);
    }
    const unitAt = (at: number) => text[at] ?? null;
    for (let at = 0; at <= text.length; at++) expect(isWholeAt(unitAt, at)).toBe(bounds.has(at));
  });
});
