/** Where blocks that are dragged land, and how deep; the others stay nested as they were. */
import { expect, test } from 'vitest';
import { schema } from '../schema.ts';
import { landingAt } from './drop.ts';

const doc = (...depths: number[]) =>
  schema.node(
    'doc',
    null,
    depths.map((depth, index) =>
      schema.node('bullet', { id: `b${index}`, depth }, schema.text(`${index}`)),
    ),
  );
const one = (from: number) => ({ from, to: from + 1 });

test('at the top level it lands as deep as it was', () => {
  expect(landingAt(doc(0, 0, 0), one(0), 2, 0)).toEqual({ target: 2, depth: 0 });
});

test('it lands at most one step below what stands above', () => {
  expect(landingAt(doc(0, 0, 0), one(2), 1, 5)).toEqual({ target: 1, depth: 1 });
  expect(landingAt(doc(0, 0), one(1), 0, 3)).toEqual({ target: 0, depth: 0 });
});

test('between a parent and its children it becomes a child, so that the others stay children', () => {
  expect(landingAt(doc(0, 1, 0), one(2), 1, 0)).toEqual({ target: 1, depth: 1 });
});

test('inside what is dragged there is no landing; at its edges only the depth changes', () => {
  const nested = doc(0, 0, 1, 1, 0);
  const range = { from: 1, to: 4 };
  expect(landingAt(nested, range, 2, 0)).toBeNull();
  expect(landingAt(nested, range, 1, 1)).toEqual({ target: 1, depth: 1 });
  expect(landingAt(nested, range, 4, 1)).toEqual({ target: 4, depth: 1 });
  // Behind the range, the block above is the one before it.
  expect(landingAt(nested, range, 4, 9)).toEqual({ target: 4, depth: 1 });
});

test('below a line that holds nothing it is not nested, unless something else is', () => {
  const lines = (...kinds: [string, number][]) =>
    schema.node(
      'doc',
      null,
      kinds.map(([kind, depth]) => schema.node(kind, { depth }, schema.text('x'))),
    );
  for (const kind of ['paragraph', 'heading', 'quote', 'codeBlock'])
    expect(landingAt(lines([kind, 0], ['bullet', 0], ['bullet', 0]), one(2), 1, 4)).toEqual({
      target: 1,
      depth: 0,
    });
  for (const kind of ['toggle', 'callout', 'task', 'ordered'])
    expect(landingAt(lines([kind, 0], ['bullet', 0], ['bullet', 0]), one(2), 1, 4)).toEqual({
      target: 1,
      depth: 1,
    });
  expect(landingAt(lines(['paragraph', 0], ['bullet', 1], ['bullet', 0]), one(2), 1, 0)).toEqual({
    target: 1,
    depth: 1,
  });
});

test('nothing goes deeper than documents can nest', () => {
  const deep = doc(0, 1, 2, 3, 4, 5, 6, 7, 0, 1);
  expect(landingAt(deep, { from: 8, to: 10 }, 8, 8)).toEqual({ target: 8, depth: 7 });
});
