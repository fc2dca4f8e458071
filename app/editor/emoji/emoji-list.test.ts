// @vitest-environment jsdom
/** Emoji by name, as keys write them. */
import { beforeEach, expect, test } from 'vitest';
import { readBlocks } from '../../../shared/document/body.ts';
import { copyOf, documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import {
  type CaretListKind,
  caretLists,
  choose,
  closeList,
  openList,
} from '../menus/caret-list.ts';
import { Headless } from '../testing/headless.ts';
import { EMOJI } from './emoji-data.ts';
import { emojiList, findEmoji, loadEmoji } from './emoji-list.ts';
import { noteEmoji, recentEmoji } from './recent-emoji.ts';

beforeEach(async () => {
  localStorage.clear();
  await loadEmoji();
});

function editorOf(...lines: string[]): Headless {
  const editor = new Headless(copyOf(documentOf(lines), 2), {}, [caretLists([emojiList()])]);
  return Object.assign(editor, { focus: () => undefined });
}

const shown = (editor: Headless) => openList(editor.state)?.items.map(({ label }) => label) ?? [];

test('every emoji has a picture and names that nothing else has', () => {
  expect(EMOJI.length).toBeGreaterThan(1800);
  const names = EMOJI.flatMap((emoji) => emoji.names);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z0-9_+-]+$/.test(name))).toEqual([]);
  expect(names.filter((name) => name.length > 100)).toEqual([]);
  expect(EMOJI.filter(({ emoji }) => !/\p{Emoji}/u.test(emoji))).toEqual([]);
});

test('two letters open the list, a name in full becomes its emoji, and undo gives back what was typed', () => {
  const editor = editorOf('Alpha ').select(0, 6).keys(':r');
  expect(shown(editor)).toEqual([]);
  editor.keys('ocke');
  expect(shown(editor)[0]).toBe('rocket');
  editor.keys('t:');
  expect(sketch(editor.doc)).toEqual(['Alpha 🚀']);
  expect(openList(editor.state)).toBeNull();
  editor.keys(' on');
  expect(sketch(editor.doc)).toEqual(['Alpha 🚀 on']);
  editor.binding.undoStep(editor.view);
  expect(sketch(editor.doc)).toEqual(['Alpha 🚀']);
  editor.binding.undoStep(editor.view);
  expect(sketch(editor.doc)).toEqual(['Alpha :rocket:']);
  expect(editor.isTrue()).toBe(true);
});

test('names typed in full before they are known become emoji when they are, wherever one is by then', async () => {
  let come = () => {};
  const arrival = new Promise<void>((resolve) => {
    come = resolve;
  });
  let isKnown = false;
  const list = emojiList();
  const late: CaretListKind = {
    ...list,
    find: (query, asked) => (isKnown ? list.find(query, asked) : []),
    named: (name) => (isKnown ? (list.named?.(name) ?? null) : null),
    takeTyped: (view, at) => list.takeTyped?.(view, at),
    load: () => arrival,
  };
  const editor = new Headless(copyOf(documentOf(['Alpha :tada: ']), 2), {}, [caretLists([late])]);
  Object.assign(editor, { focus: () => undefined });
  editor.select(0, 13).keys('go :rocket: now :+1:, :nothing: 5:30 :heart');
  new Headless(editor.doc).find('Alpha').type(' and more');
  isKnown = true;
  come();
  await arrival;
  await Promise.resolve();
  editor.keys(': on');
  expect(sketch(editor.doc)).toEqual(['Alpha and more :tada: go 🚀 now 👍, :nothing: 5:30 ❤️ on']);
  expect(editor.isTrue()).toBe(true);
});

test('what is chosen takes the place of what was typed, with its formatting, as one step', () => {
  const editor = editorOf('*bold*').select(0, 4).keys(' :tada');
  choose(editor.view, openList(editor.state)!.items[0]!);
  expect(sketch(editor.doc)).toEqual(['*bold 🎉*']);
  expect(readBlocks(editor.doc)[0]!.content).toHaveLength(1);
  editor.binding.undoStep(editor.view);
  expect(sketch(editor.doc)).toEqual(['*bold :tada*']);
});

test('no list opens in code, formulas, times and words, nor after it was closed', () => {
  for (const line of ['| let a', '∑ x', '`code`', 'At 10', 'a']) {
    const editor = editorOf(line);
    editor.select(0, editor.state.doc.child(0).content.size).keys(':smile:');
    expect(sketch(editor.doc)[0]).toContain(':smile:');
  }
  const editor = editorOf('').keys(':smi');
  expect(shown(editor)).not.toEqual([]);
  closeList(editor.view);
  editor.keys('le');
  expect(shown(editor)).toEqual([]);
  editor.keys(' :smile and on');
  expect(shown(editor)).toEqual([]);
  expect(sketch(editor.doc)).toEqual([':smile :smile and on']);
});

test('what others write meanwhile leaves the chosen item as it is', () => {
  const editor = editorOf('Alpha', 'Bravo ').select(1, 6).keys(':smil');
  const list = openList(editor.state)!;
  const other = new Headless(editor.doc);
  other.find('Alpha').type(' and more');
  expect(openList(editor.state)).toMatchObject({ index: list.index, items: list.items });
  choose(editor.view, list.items[0]!);
  expect(sketch(editor.doc)).toEqual(['Alpha and more', `Bravo ${list.items[0]!.picture}`]);
});

test('finds by names, words and tags; the very name first, then what was chosen lately', () => {
  const names = (text: string) => findEmoji(EMOJI, text, recentEmoji()).map((one) => one.names[0]);
  expect(names('cat')[0]).toBe('cat');
  expect(names('party')).toContain('tada');
  expect(names('heart')[0]).toBe('heart');
  expect(names('smil')[0]).toBe('smile');
  expect(names('')).toContain('tada');
  noteEmoji('heartpulse');
  noteEmoji('broken_heart');
  expect(names('heart').slice(0, 3)).toEqual(['heart', 'broken_heart', 'heartpulse']);
  expect(names('')[0]).toBe('broken_heart');
  localStorage.setItem('driftless.emoji', '{"not": "ours"');
  expect(recentEmoji()).toEqual([]);
});
