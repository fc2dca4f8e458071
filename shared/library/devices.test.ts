/** The devices of a library: in the order they were linked; one that was unlinked stays so. */
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret } from '../access/ids.ts';
import {
  addDevice,
  isUnlinked,
  readDevices,
  recordSeen,
  renameDevice,
  unlinkDevice,
} from './devices.ts';
import { setLibrarySecret } from './sealer.ts';
import { apart } from './testing/apart.ts';

const HOUR = 3_600_000;
const SECRET = createSecret();

function linked(library = new Y.Doc()): Y.Doc {
  setLibrarySecret(library, SECRET);
  return library;
}

it('devices are told in the order they were linked', () => {
  const library = linked();
  const phone = addDevice(library, { name: 'Phone', now: 2 });
  addDevice(library, { name: ' Desk\n computer ', now: 1 });
  renameDevice(library, phone, 'Pocket');
  expect(readDevices(library).map(({ name }) => name)).toEqual(['Desk computer', 'Pocket']);
});

it('a device that is in use all day writes that once an hour', () => {
  const library = linked();
  const id = addDevice(library, { name: 'Phone', now: 0 });
  const before = Y.encodeStateVector(library);
  recordSeen(library, id, HOUR - 1);
  expect(Y.encodeStateVector(library)).toEqual(before);
  recordSeen(library, id, HOUR);
  expect(readDevices(library)[0]?.seenAt).toBe(HOUR);
});

it('a device whose clock was years ahead says again when it is used', () => {
  const library = linked();
  const id = addDevice(library, { name: 'Phone', now: 0 });
  recordSeen(library, id, 100_000 * HOUR);
  recordSeen(library, id, HOUR);
  expect(readDevices(library)[0]?.seenAt).toBe(HOUR);
});

it('a device that was unlinked stays so, also when it was in use meanwhile', () => {
  const library = linked();
  const id = addDevice(library, { name: 'Lost', now: 0 });
  addDevice(library, { name: 'Here', now: 1 });
  const seen = apart(
    library,
    (one) => unlinkDevice(linked(one), id, 5),
    (other) => {
      linked(other);
      recordSeen(other, id, 2 * HOUR);
      renameDevice(other, id, 'Found');
    },
    (one) => ({ names: readDevices(one).map(({ name }) => name), gone: isUnlinked(one, id) }),
  );
  expect(seen).toEqual(Array(2).fill({ names: ['Here'], gone: true }));
});

it('what was linked to another library is not linked to this one', () => {
  const library = linked();
  addDevice(library, { name: 'Old', now: 0 });
  setLibrarySecret(library, createSecret());
  addDevice(library, { name: 'New', now: 1 });
  expect(readDevices(library).map(({ name }) => name)).toEqual(['New']);
  setLibrarySecret(library, null);
  expect(readDevices(library)).toEqual([]);
});
