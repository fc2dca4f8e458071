/** The outline: the same headings as a look at the whole document would find, after any change. */
import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { schema } from '../schema.ts';
import { Outline } from './outline.ts';

const { doc, heading, paragraph } = schema.nodes;
const line = (text: string): Node =>
  text.startsWith('#')
    ? heading!.create({ level: 1 }, text.length > 1 ? schema.text(text.slice(1)) : null)
    : paragraph!.create(null, schema.text(text));
const lines = (...texts: string[]) => doc!.create(null, texts.map(line));
const names = (outline: Outline) => outline.headings.map((node) => node.textContent);

test('headings come, change and go; one without a text is none', () => {
  const outline = new Outline();
  const first = lines('#A', 'a', '#B', '#', 'b');
  expect(outline.follow(first)).toBe(true);
  expect(names(outline)).toEqual(['A', 'B']);
  const blocks = [...first.children];
  blocks.splice(1, 1, line('x'), line('#New'), line('y'));
  const second = doc!.create(null, blocks);
  expect(outline.follow(second)).toBe(true);
  expect(names(outline)).toEqual(['A', 'New', 'B']);
  expect([0, 1, 2].map((at) => outline.indexOf(at))).toEqual([0, 2, 4]);
  expect([0, 1, 3, 4, 6].map((index) => outline.at(index))).toEqual([0, 0, 1, 2, 2]);
});

test('what changes no heading leaves the list the same object, with the blocks counted anew', () => {
  const outline = new Outline();
  const first = lines('intro', '#A', 'a');
  outline.follow(first);
  const { headings } = outline;
  expect(outline.at(0)).toBe(-1);
  const second = doc!.create(null, [line('before'), ...first.children]);
  expect(outline.follow(second)).toBe(false);
  expect(outline.headings).toBe(headings);
  expect(outline.indexOf(0)).toBe(2);
});

test('after many random changes it is what a fresh look finds', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 16807) % 2147483647;
    return seed % below;
  };
  const outline = new Outline();
  let blocks = Array.from({ length: 40 }, (_, index) => line(index % 4 ? 'text' : `#${index}`));
  outline.follow(doc!.create(null, blocks));
  for (let round = 0; round < 300; round++) {
    const at = random(blocks.length);
    const gone = Math.min(random(4), blocks.length - 1);
    const come = Array.from({ length: random(4) }, () => line(random(2) ? `#${round}` : 'text'));
    blocks = [...blocks.slice(0, at), ...come, ...blocks.slice(at + gone)];
    if (blocks.length === 0) blocks = [line('text')];
    const now = doc!.create(null, blocks);
    outline.follow(now);
    const fresh = new Outline();
    fresh.follow(now);
    expect(outline.headings).toEqual(fresh.headings);
    expect(outline.headings.map((_, index) => outline.indexOf(index))).toEqual(
      fresh.headings.map((_, index) => fresh.indexOf(index)),
    );
  }
});
