/** Text that a merge left before all markers stays what it is, whatever is put in above it. */
import { expect, test } from 'vitest';
import { Body } from './body.ts';
import type { BlockShape } from './operations/block-shape.ts';
import { rewrite } from './rewrite.ts';
import { type Inline, ROOT } from './schema.ts';
import { documentOf, sketch } from './testing/sketch.ts';
import type { EditedBlock } from './tokens.ts';

/** The text of a document whose first marker is gone, rewritten to other blocks. */
function rewritten(
  change: (blocks: EditedBlock[]) => EditedBlock[],
  moved: ReadonlySet<string> = new Set(),
): readonly string[] {
  const doc = documentOf(['Alpha', 'Bravo']);
  doc.getText(ROOT.body).delete(0, 1);
  const body = new Body(doc);
  const before = body.shown.map((shown): EditedBlock => {
    const { id, content, ...shape } = body.read(shown);
    return { id, content, shape: shape as BlockShape };
  });
  expect(before[0]?.id).toBe('');
  doc.transact(() => rewrite(body, 0, before, change(before), { moved }));
  return sketch(doc);
}

const put = (type: string, ...content: Inline[]): EditedBlock => ({
  id: 'ABCDEFGH',
  shape: { type },
  content,
});

test('a block of its own, whatever comes above it', () => {
  expect(rewritten((all) => [put('paragraph'), ...all])).toEqual(['', 'Alpha', 'Bravo']);
  expect(rewritten((all) => [put('divider'), ...all])).toEqual(['---', 'Alpha', 'Bravo']);
  const heading = put('heading', { text: 'New' });
  expect(rewritten((all) => [heading, ...all])).toEqual(['# New', 'Alpha', 'Bravo']);
});

test('also where it is moved, or becomes something else, or goes, in the same step', () => {
  const moved = ([alpha, bravo]: EditedBlock[]) => [put('paragraph'), bravo!, alpha!];
  expect(rewritten(moved, new Set(['']))).toEqual(['', 'Bravo', 'Alpha']);
  const turned = ([alpha, bravo]: EditedBlock[]) => [
    put('paragraph'),
    { ...alpha!, shape: { type: 'quote' } },
    bravo!,
  ];
  expect(rewritten(turned)).toEqual(['', '> Alpha', 'Bravo']);
  const replaced = ([alpha, bravo]: EditedBlock[]) => [put('quote', ...alpha!.content), bravo!];
  expect(rewritten(replaced)).toEqual(['> Alpha', 'Bravo']);
  expect(rewritten(([, bravo]) => [put('paragraph', { text: 'New' }), bravo!])).toEqual([
    'New',
    'Bravo',
  ]);
});
