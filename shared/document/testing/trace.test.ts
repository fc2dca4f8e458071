/** How recorded histories are read: who has to hear of what first, and where a position is. */
import { describe, expect, test } from 'vitest';
import { Lines, parseTrace } from './trace.ts';

describe('turns', () => {
  const turn = (agent: number, parents: number[]) => ({ agent, parents, patches: [[0, 0, 'x']] });
  const parse = (txns: unknown[]) => parseTrace({ kind: 'concurrent', endContent: '', txns }).turns;

  test('a sequential trace has one replica that hears of nothing', () => {
    const { turns, edits } = parseTrace({
      endContent: 'b',
      txns: [
        {
          patches: [
            [0, 0, 'a'],
            [0, 1, 'b'],
          ],
        },
      ],
    });
    expect(edits).toBe(2);
    expect(turns).toEqual([
      {
        replica: 0,
        missing: [],
        patches: [
          [0, 0, 'a'],
          [0, 1, 'b'],
        ],
      },
    ]);
  });

  test('a replica hears of what its parents stand on, each once', () => {
    const turns = parse([turn(0, []), turn(1, [0]), turn(0, [0]), turn(1, [1]), turn(0, [2, 3])]);
    expect(turns.map(({ missing }) => missing)).toEqual([[], [0], [], [], [1, 3]]);
  });

  test('one person cannot write at two ends at once', () => {
    expect(() => parse([turn(0, []), turn(0, [0]), turn(0, [0])])).toThrow('turn before');
  });
});

describe('patches', () => {
  const inserting = (text: string, ...positions: number[]) => {
    const lines = new Lines(text);
    return positions.map((position) => {
      const { index, line, offset } = lines.apply([position, 0, '']);
      return [index, line, offset];
    });
  };

  test('a position counts line ends, and goes back as well as forth', () => {
    expect(inserting('ab\n\ncde', 0, 2, 3, 4, 7, 1, 5)).toEqual([
      [0, 0, 0],
      [2, 0, 2],
      [3, 1, 0],
      [4, 2, 0],
      [7, 2, 3],
      [1, 0, 1],
      [5, 2, 1],
    ]);
  });

  test('a character outside the first plane is one position and two units', () => {
    expect(inserting('a😀b\n😀😀c', 2, 6, 4)).toEqual([
      [3, 0, 3],
      [9, 1, 4],
      [5, 1, 0],
    ]);
  });

  test('what is deleted may reach over lines', () => {
    const lines = new Lines('ab\ncd\n😀ef');
    expect(lines.apply([1, 6, 'x\ny'])).toEqual({
      index: 1,
      line: 0,
      offset: 1,
      endLine: 2,
      endOffset: 2,
      length: 7,
      inserted: 'x\ny',
    });
    expect(lines.text).toBe('ax\nyef');
    expect(lines.apply([0, 6, '']).length).toBe(6);
    expect(lines.text).toBe('');
  });

  test('a position behind the end is a mistake of the trace', () => {
    expect(() => new Lines('ab').apply([3, 0, 'x'])).toThrow('behind the end');
    expect(() => new Lines('ab').apply([1, 2, ''])).toThrow('behind the end');
  });
});
