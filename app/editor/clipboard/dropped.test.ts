// @vitest-environment jsdom
/** Where in a document it stands what is dropped there. */
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { ModelDriver } from '../../../shared/document/testing/model-driver.ts';
import { copyOf } from '../../../shared/document/testing/sketch.ts';
import { AttachmentSource } from '../figures/attachment-source.ts';
import { figures } from '../figures/figures.ts';
import { Page } from '../testing/pasting.ts';
import { clipboard } from './clipboard.ts';
import { clipboardPart } from './lazy-clipboard.ts';

beforeAll(clipboardPart.load);

const TABLE = ['TOP', '⊞# a ¦ b ¦ c ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i', 'END'];
const LIST = { 'text/html': '<p>one</p><ul><li>two</li><li>three</li></ul>' };
const LINES = { 'text/plain': 'x\ny' };

test('in a cell of a table blocks are lines of it, and a table stands beside the other one', () => {
  expect(new Page(TABLE).drop('e', LIST).sketch[1]).toBe(
    '⊞# a ¦ b ¦ c ⁄ d ¦ eone↵• two↵• three ¦ f ⁄ g ¦ h ¦ i',
  );
  expect(new Page(TABLE).drop('e', LINES).sketch[1]).toBe(
    '⊞# a ¦ b ¦ c ⁄ d ¦ ex↵y ¦ f ⁄ g ¦ h ¦ i',
  );
  const table = { 'text/html': '<table><tr><td>1</td><td>2</td></tr></table>' };
  expect(new Page(TABLE).drop('e', table).sketch).toEqual([...TABLE.slice(0, 2), '⊞ 1 ¦ 2', 'END']);
  const moved = new Page(['first', 'last', ...TABLE]).select('rst', 'la').drop('e');
  expect(moved.sketch).toEqual([
    'fist',
    'TOP',
    '⊞# a ¦ b ¦ c ⁄ d ¦ erst↵la ¦ f ⁄ g ¦ h ¦ i',
    'END',
  ]);
});

test('in a line it is as deep as that is, and what stands below keeps its parent', () => {
  expect(new Page(['- a', '  - b', '    - c']).drop('b', LINES).sketch).toEqual([
    '- a',
    '  - bx',
    '  - y',
    '    - c',
  ]);
  expect(new Page(['!tip ab', 'c']).drop('a', LINES).sketch).toEqual(['!tip ax', '  yb', 'c']);
});

test('a table that it is dragged out of keeps its form', () => {
  expect(new Page(TABLE).select('e', 'g').drop('END').sketch).toEqual([
    'TOP',
    '⊞# a ¦ b ¦ c ⁄ d ¦ ¦ ⁄ ¦ h ¦ i',
    'END',
    '⊞ ¦ e ¦ f ⁄ g ¦ ¦',
  ]);
  expect(new Page(TABLE).select('OP', 'b').drop('EN').sketch).toEqual([
    'T',
    '⊞# ¦ ¦ c ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i',
    'ENOP',
    '⊞# a ¦ b',
    'D',
  ]);
});

test.each([
  [['▣ Caption', 'Below', 'end'], 'tion', 'Be', ['▣ Cap', 'low', 'endtion', 'Be']],
  [['Above', '▣ Caption', 'end'], 'ove', 'Cap', ['Ab', '▣ tion', 'endove', 'Cap']],
  [['▣ One', '▤ Two', 'end'], 'ne', 'T', ['▣ O', '▤ wo', 'endne', 'T']],
  [['Above', '▣ Caption', 'end'], 'ove', 'Caption', ['Ab', 'endove', '▣ Caption']],
] as const)('of a picture that stays, its words alone are moved: %j', (lines, from, to, moved) => {
  const page = () =>
    new Page([...lines], [figures(new AttachmentSource()), clipboard()]).select(from, to);
  expect(page().drop('end').sketch).toEqual(moved);
  const cut = page();
  const taken = cut.cut();
  expect(cut.select('end').paste(taken).sketch).toEqual(moved);
});

test('in code it is text', () => {
  const page = new Page(['one *fat*', '- two', '| let', 'z']).select('fat', 'tw').drop('let');
  expect(page.sketch).toEqual(['one o', '| letfat↵- tw', 'z']);
});

test('it is selected, one step of undo, and as it was where it is dropped on itself', () => {
  const page = new Page(['one two', 'three']).select('two', 'two').drop('three');
  expect(page.sketch).toEqual(['one', 'threetwo']);
  const { from, to } = page.view.state.selection;
  expect(page.view.state.doc.textBetween(from, to)).toBe('two');
  page.binding.undoStep(page.view);
  expect(page.sketch).toEqual(['one two', 'three']);
  const before = page.select('wo', 'th').view.state.doc;
  expect(page.drop('wo').view.state.doc).toBe(before);
});

test('what somebody else writes into it while it is dragged comes along', () => {
  for (const [from, to, moved] of [
    ['one', 'two', ['', 'threeon Xe', 'two']],
    ['ne', 'wo', ['o', 'threen Xe', 'two']],
    ['one', 'one', ['', 'two', 'threeon Xe']],
  ] as const) {
    const page = new Page(['one', 'two', 'three']).select(from, to).drag();
    const other = copyOf(page.doc, 9);
    new ModelDriver(other).type('one', 'n', ' X');
    Y.applyUpdate(page.doc, Y.encodeStateAsUpdate(other));
    expect(page.drop('three').sketch).toEqual(moved);
  }
});
