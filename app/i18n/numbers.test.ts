/** Numbers that people type, in the digits that their keyboards have. */
import { expect, it } from 'vitest';
import { readWhole } from './numbers.ts';

it.each([
  ['12', 12],
  [' 0 ', 0],
  ['１２', 12],
  ['٩٠', 90],
  ['۴۵', 45],
  ['१०', 10],
  ['𝟙𝟘', 10],
])('%s is %i', (typed, number) => {
  expect(readWhole(typed)).toBe(number);
});

it.each(['', ' ', '-1', '1.5', '1e3', '0x10', '1 2', 'Ⅻ', '二'])(
  '%s is no whole number',
  (typed) => {
    expect(readWhole(typed)).toBeNull();
  },
);
