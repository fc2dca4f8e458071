/** Decorations put straight into their blocks are the set that ProseMirror makes of them. */
import { Decoration, DecorationSet, type DecorationSource } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { schema } from '../schema.ts';
import { decorationsOf } from './decorations-of.ts';

const line = (text: string) => schema.node('paragraph', { id: text }, schema.text(text));
const doc = schema.node('doc', null, ['one', 'two', 'three', 'four'].map(line));
const caret = (at: number) =>
  Decoration.widget(at, () => document.createElement('span'), { key: `${at}` });
const tint = (from: number, to: number) => Decoration.inline(from, to, { class: 'tint' });

const placesOf = (source: DecorationSource) => {
  const places: unknown[] = [];
  source.forEachSet((set) => {
    for (const { from, to, spec } of set.find()) places.push({ from, to, key: spec.key });
  });
  return places;
};

test.each<[string, Decoration[]]>([
  ['none', []],
  ['a caret in a block, and one at each of its ends', [caret(8), caret(6), caret(9)]],
  ['blocks in any order', [caret(20), tint(12, 15), caret(2), tint(1, 4)]],
  ['a selection over several blocks', [tint(2, 14), caret(14)]],
  ['a place between blocks', [caret(5)]],
])('%s: the same as a set made by looking at every block', (_, decorations) => {
  const quick = decorationsOf(doc, decorations);
  const whole = DecorationSet.create(doc, decorations);
  expect(placesOf(quick)).toEqual(placesOf(whole));
  const inBlocks = (set: DecorationSet) =>
    doc.children.map((child, index) => {
      const start = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
      const part = (
        set as unknown as { forChild(at: number, node: unknown): DecorationSource }
      ).forChild(start, child);
      return placesOf(part);
    });
  expect(inBlocks(quick)).toEqual(inBlocks(whole));
});
