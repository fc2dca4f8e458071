import { describe, expect, it } from 'vitest';
import { seededChance } from '../testing/seeded.ts';
import { type HistoryPage, readHistoryPage, writeHistoryPage } from './history.ts';

const PAGE: HistoryPage = {
  entries: [
    {
      sequence: 1,
      since: 5,
      at: 7,
      person: 'ana',
      update: new Uint8Array([1, 2, 3]),
      isBeginning: true,
    },
    {
      sequence: 4,
      since: 1_795_000_000_000,
      at: 1_795_000_000_001,
      person: null,
      update: null,
      isBeginning: false,
    },
    { sequence: 5, since: 9, at: 9, person: 'Äpfel', update: new Uint8Array(), isBeginning: false },
  ],
  next: 5,
};

describe('a page of a history', () => {
  it('is read as it was written', () => {
    expect(readHistoryPage(writeHistoryPage(PAGE))).toEqual(PAGE);
    const end: HistoryPage = { entries: [], next: null };
    expect(readHistoryPage(writeHistoryPage(end))).toEqual(end);
  });

  it('is none where it ends early, goes on, or is of another form', () => {
    const bytes = writeHistoryPage(PAGE);
    for (let length = 0; length < bytes.length; length++)
      expect(readHistoryPage(bytes.subarray(0, length)), `${length} bytes`).toBeNull();
    expect(readHistoryPage(new Uint8Array([...bytes, 0]))).toBeNull();
    expect(readHistoryPage(new Uint8Array([2, ...bytes.subarray(1)]))).toBeNull();
    expect(readHistoryPage(new TextEncoder().encode('<html>Welcome to our hotel'))).toBeNull();
  });

  it('throws at no bytes at all', () => {
    const chance = seededChance(7);
    for (let round = 0; round < 2000; round++) {
      const bytes = writeHistoryPage(PAGE).map((byte) => (chance(10) === 0 ? chance(256) : byte));
      expect(() => readHistoryPage(bytes)).not.toThrow();
    }
  });
});
