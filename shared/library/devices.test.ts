import { expect, it } from 'vitest';
import * as Y from 'yjs';
import {
  addDevice,
  isUnlinked,
  readDevices,
  recordSeen,
  renameDevice,
  unlinkDevice,
} from './devices.ts';
import { apart } from './testing/apart.ts';

const HOUR = 3_600_000;

it('devices are told in the order they were linked', () => {
  const library = new Y.Doc();
  const phone = addDevice(library, { name: 'Phone', now: 2 });
  addDevice(library, { name: ' Desk\n computer ', now: 1 });
  renameDevice(library, phone, 'Pocket');
  expect(readDevices(library).map(({ name }) => name)).toEqual(['Desk computer', 'Pocket']);
});

it('a device that is in use all day writes that once an hour', () => {
  const library = new Y.Doc();
  const id = addDevice(library, { name: 'Phone', now: 0 });
  const before = Y.encodeStateVector(library);
  recordSeen(library, id, HOUR - 1);
  expect(Y.encodeStateVector(library)).toEqual(before);
  recordSeen(library, id, HOUR);
  expect(readDevices(library)[0]?.seenAt).toBe(HOUR);
});

it('a device that was unlinked stays so, also when it was in use meanwhile', () => {
  const library = new Y.Doc();
  const id = addDevice(library, { name: 'Lost', now: 0 });
  addDevice(library, { name: 'Here', now: 1 });
  const seen = apart(
    library,
    (one) => unlinkDevice(one, id, 5),
    (other) => {
      recordSeen(other, id, 2 * HOUR);
      renameDevice(other, id, 'Found');
    },
    (one) => ({ names: readDevices(one).map(({ name }) => name), gone: isUnlinked(one, id) }),
  );
  expect(seen).toEqual(Array(2).fill({ names: ['Here'], gone: true }));
});
