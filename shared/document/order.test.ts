/** The order people see: the sequence, with what was moved taken out and put in again. */
import { expect, test } from 'vitest';
import { type OrderNode, type Place, visibleOrder } from './order.ts';
import { drawFrom } from './testing/simulation.ts';

const node = (id: string, place: Partial<Place> | null = null, from: string | null = null) => ({
  id,
  from,
  place: place && { after: null, before: null, at: 1, ...place },
});
const order = (nodes: readonly OrderNode[]) =>
  visibleOrder(nodes)
    .map((index) => nodes[index]!.id)
    .join('');

test('where nobody moved anything, it is the sequence', () => {
  expect(order([node('a'), node('b', null, 'a'), node('c')])).toBe('abc');
  expect(order([])).toBe('');
});

test('a block goes where it was put, or to the very beginning', () => {
  expect(order([node('a', { after: 'c' }), node('b'), node('c')])).toBe('bca');
  expect(order([node('a'), node('b'), node('c', { after: null })])).toBe('cab');
});

test('what is put behind a block goes behind what was split off it unseen, before what was seen', () => {
  const moved = (before: string | null) => [
    node('a', { after: 'b', before }),
    node('b'),
    node('n', null, 'b'),
    node('c'),
  ];
  expect(order(moved('c'))).toBe('bnac');
  expect(order(moved('n'))).toBe('banc');
});

test('what is put before a block that is moved away meanwhile goes before what came behind that', () => {
  const moved = (place: Partial<Place>) => [
    node('a'),
    node('b', place, 'a'),
    node('c', null, 'a'),
    node('d', { after: 'a', before: 'b' }),
  ];
  expect(order(moved({ after: 'c' }))).toBe('adcb');
  expect(order(moved({ after: null }))).toBe('badc');
});

test('what is split off a block goes along with it', () => {
  expect(order([node('a'), node('b', { after: 'c' }), node('n', null, 'b'), node('c')])).toBe(
    'acbn',
  );
});

test('of several at one place the later move stands first, what is joined before all', () => {
  const nodes = [
    node('a', { after: 'd', at: 1 }),
    node('b', { after: 'd', at: 2 }),
    node('c', { after: 'd', at: 0, joined: true }),
    node('d'),
  ];
  expect(order(nodes)).toBe('dcba');
});

test('of moves in a circle the oldest is dropped', () => {
  expect(
    order([node('a', { after: 'c', at: 1 }), node('b'), node('c', { after: 'a', at: 2 })]),
  ).toBe('acb');
  expect(
    order([node('a', { after: 'c', at: 2 }), node('b'), node('c', { after: 'a', at: 1 })]),
  ).toBe('bca');
  expect(order([node('a', { after: 'a' }), node('b')])).toBe('ab');
});

test('a place that names nothing counts for nothing', () => {
  expect(order([node('a', { after: 'x' }), node('b')])).toBe('ab');
});

test('whatever places say, every block is shown once, and who else moves has no say in it', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const { int, pick, oneIn } = drawFrom(seed);
    const ids = Array.from({ length: int(1, 12) }, (_, at) => String.fromCharCode(97 + at));
    const any = () => (oneIn(6) ? null : oneIn(8) ? 'x' : pick(ids));
    const nodes = ids.map((id) =>
      node(
        id,
        oneIn(2)
          ? { after: any(), before: any(), at: int(0, 3), ...(oneIn(4) ? { joined: true } : {}) }
          : null,
        any(),
      ),
    );
    const shown = order(nodes);
    expect([...shown].sort().join(''), `seed ${seed}`).toBe(ids.join(''));
    expect(order(structuredClone(nodes)), `seed ${seed}`).toBe(shown);
  }
});
