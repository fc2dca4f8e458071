/** Heights of blocks: estimated, measured, learned, and kept through changes. */
import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { changedBlocks } from '../binding/to-body.ts';
import { schema } from '../schema.ts';
import { HeightMap } from './height-map.ts';

const METRICS = { lineHeight: 20, charactersPerLine: 10, width: 600 };

function paragraph(length: number): Node {
  return schema.node('paragraph', null, length === 0 ? [] : [schema.text('x'.repeat(length))]);
}

function heightsOf(...blocks: Node[]) {
  const heights = new HeightMap();
  const doc = schema.node('doc', null, blocks);
  heights.apply(doc, null);
  heights.reset(METRICS);
  const become = (...now: Node[]) => {
    const next = schema.node('doc', null, now);
    heights.apply(next, changedBlocks(doc, next));
  };
  return { heights, become };
}

test('more text is higher, and every block has a place', () => {
  const { heights } = heightsOf(paragraph(0), paragraph(10), paragraph(31));
  const [first, second, third, end] = heights.tops;
  expect(first).toBe(0);
  expect(third! - second!).toBe(second! - first!);
  expect(end! - third!).toBe(second! - first! + 3 * METRICS.lineHeight);
  expect([-50, 0, second! - 1, second!, end! + 50].map((y) => heights.indexAt(y))).toEqual([
    0, 0, 0, 1, 2,
  ]);
});

test('a measured block counts as measured, until it or the width changes', () => {
  const blocks = [paragraph(5), paragraph(6), paragraph(7)];
  const { heights, become } = heightsOf(...blocks);
  heights.measure(1, 55);
  expect(heights.top(2) - heights.top(1)).toBe(55);
  become(paragraph(1), paragraph(2), ...blocks);
  expect(heights.top(4) - heights.top(3)).toBe(55);
  expect(heights.tops).toHaveLength(6);
  const estimate = heights.top(1);
  heights.reset(METRICS);
  expect(heights.top(4) - heights.top(3)).toBe(estimate);
});

test('what was measured tells how high blocks of its kind are that never were', () => {
  const { heights } = heightsOf(paragraph(5), paragraph(25), paragraph(5));
  heights.measure(0, METRICS.lineHeight + 4);
  heights.measure(1, 3 * METRICS.lineHeight + 6);
  const before = heights.top(3) - heights.top(2);
  heights.refineEstimates();
  expect(heights.top(3) - heights.top(2)).toBe(METRICS.lineHeight + 5);
  expect(heights.top(3) - heights.top(2)).not.toBe(before);
  expect(heights.top(1)).toBe(METRICS.lineHeight + 4);
});

test('hidden blocks take up no height, and have it again when they are shown', () => {
  const { heights } = heightsOf(paragraph(5), paragraph(25), paragraph(5), paragraph(15));
  const before = [...heights.tops];
  heights.hide([{ from: 1, to: 3 }]);
  const end = before[1]! + before[4]! - before[3]!;
  expect([...heights.tops]).toEqual([0, before[1], before[1], before[1], end]);
  expect(heights.indexAt(before[1]!)).toBe(3);
  heights.hide([]);
  expect([...heights.tops]).toEqual(before);
});

test('a picture that was never drawn has its place: as wide as it was made, not wider than the text', () => {
  const image = (attrs: Record<string, unknown>) =>
    schema.node('image', { src: 'attachments/x', ...attrs });
  const { heights } = heightsOf(
    image({}),
    image({ pixelWidth: 400, pixelHeight: 300 }),
    image({ pixelWidth: 400, pixelHeight: 300, width: 200 }),
    image({ pixelWidth: 1200, pixelHeight: 800 }),
    image({ pixelWidth: 1200, pixelHeight: 800, width: 900 }),
    paragraph(0),
  );
  const { tops } = heights;
  const bare = tops[1]! - tops[0]!;
  const higher = [1, 2, 3, 4].map((index) => tops[index + 1]! - tops[index]! - bare);
  expect(higher).toEqual([300, 150, 400, 400]);
});
