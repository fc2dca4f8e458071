/** Which documents a device fetches next, of those that were never opened on it. */
import { expect, it } from 'vitest';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { dueOf } from './catch-up.ts';

const DAY = 86_400_000;
const NOW = 10 * DAY;

function entry(lastOpened: number, trashedAt: number | null = null): LibraryEntry {
  const secret = createSecret();
  return {
    docId: docIdOf(secret),
    secret,
    role: 'owner',
    title: '',
    added: 0,
    lastOpened,
    pinned: false,
    trashedAt,
    folder: null,
    template: false,
    blank: false,
    icon: '',
    edited: null,
    refused: false,
  };
}

it('what this device does not have comes first by when it was used, and nothing out of the trash', () => {
  const [old, recent, gone] = [entry(1), entry(2), entry(3, 4)];
  expect(dueOf([old, recent, gone], new Set(), new Map(), NOW)).toEqual([recent, old]);
});

it('what is here comes again when it was used since, whatever the other clock says, or after a day', () => {
  const [fresh, ahead, behind, stale] = [
    entry(NOW - 9),
    entry(NOW + 9 * DAY),
    entry(5),
    entry(NOW - 2 * DAY),
  ];
  const all = [fresh, ahead, behind, stale];
  const copies = new Map([
    [fresh.docId, { at: NOW - 5, bytes: 1, used: NOW - 9 }],
    [ahead.docId, { at: NOW - 5, bytes: 1, used: NOW + 8 * DAY }],
    [behind.docId, { at: NOW - 5, bytes: 1, used: 4 }],
    [stale.docId, { at: NOW - 2 * DAY, bytes: 1, used: NOW - 2 * DAY }],
  ]);
  const stored = new Set(all.map(({ docId }) => docId));
  expect(dueOf(all, stored, copies, NOW)).toEqual([ahead, stale, behind]);
  // A clock that was set back by a year is no reason to wait for one.
  expect(
    dueOf([fresh], stored, new Map([[fresh.docId, { at: NOW + 365 * DAY, bytes: 1 }]]), NOW),
  ).toEqual([fresh]);
});

it('what the server does not give is not asked for at every start', () => {
  const refused = entry(1);
  const copies = new Map([[refused.docId, { at: NOW - 5, bytes: 0 }]]);
  expect(dueOf([refused], new Set(), copies, NOW)).toEqual([]);
  expect(dueOf([refused], new Set(), copies, NOW + DAY)).toEqual([refused]);
});
