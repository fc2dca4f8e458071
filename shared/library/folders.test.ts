/** Folders that several devices change apart are one tree, with every document in it. */
import { describe, expect, it, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../access/ids.ts';
import { drawFrom } from '../document/testing/simulation.ts';
import { moveToFolder } from './arrange.ts';
import { addDevice, MAX_DEVICE_NAME_LENGTH, readDevices } from './devices.ts';
import {
  createFolder,
  deleteFolder,
  documentsByFolder,
  FolderTree,
  MAX_FOLDER_NAME_LENGTH,
  moveFolder,
  renameFolder,
} from './folders.ts';
import { addEntry, readEntries } from './library.ts';
import { setLibrarySecret } from './sealer.ts';
import { apart } from './testing/apart.ts';

function folder(library: Y.Doc, name: string, parent: string | null = null, now = 1): string {
  return createFolder(library, { name, parent, now });
}

/** Every folder as its path, in order. */
function paths(library: Y.Doc): string[] {
  const tree = new FolderTree(library);
  return tree.folders
    .map(({ id }) =>
      tree
        .pathTo(id)
        .map(({ name }) => name)
        .join('/'),
    )
    .sort();
}

describe('folders', () => {
  it('lie in one another, in the order of their names', () => {
    const library = new Y.Doc();
    const work = folder(library, 'Work');
    folder(library, 'Week 10', work);
    folder(library, 'Week 9', work);
    expect(paths(library)).toEqual(['Work', 'Work/Week 10', 'Work/Week 9']);
    expect(new FolderTree(library).within(work).map(({ name }) => name)).toEqual([
      'Week 9',
      'Week 10',
    ]);
  });

  it('do not go into themselves, nor into what lies in them', () => {
    const library = new Y.Doc();
    const outer = folder(library, 'Outer');
    const inner = folder(library, 'Inner', outer);
    expect(moveFolder(library, outer, outer, 2)).toBe(false);
    expect(moveFolder(library, outer, inner, 2)).toBe(false);
    expect(moveFolder(library, inner, null, 2)).toBe(true);
    expect(moveFolder(library, outer, inner, 3)).toBe(true);
    expect(paths(library)).toEqual(['Inner', 'Inner/Outer']);
  });

  it('moved into each other apart never make a circle, and the earlier move counts', () => {
    const library = new Y.Doc();
    const home = folder(library, 'Home');
    const a = folder(library, 'A', home);
    const b = folder(library, 'B');
    const seen = apart(
      library,
      (one) => moveFolder(one, a, b, 10),
      (other) => moveFolder(other, b, a, 20),
      paths,
    );
    // The later one stays where it was.
    expect(seen).toEqual([
      ['B', 'B/A', 'Home'],
      ['B', 'B/A', 'Home'],
    ]);
  });

  it('moved into each other at the same moment stay a tree on both devices', () => {
    const library = new Y.Doc();
    const [a, b, c] = [folder(library, 'A'), folder(library, 'B'), folder(library, 'C')];
    for (const seen of apart(
      library,
      (one) => {
        moveFolder(one, a, b, 10);
        moveFolder(one, b, c, 10);
      },
      (other) => moveFolder(other, c, a, 10),
      paths,
    )) {
      expect(seen).toHaveLength(3);
      expect(seen.filter((path) => !path.includes('/'))).toHaveLength(1);
    }
  });

  it('moved to two places apart end in the later one', () => {
    const library = new Y.Doc();
    const [a, x, y] = [folder(library, 'A'), folder(library, 'X'), folder(library, 'Y')];
    const move = (to: string, now: number) => (one: Y.Doc) => void moveFolder(one, a, to, now);
    for (const seen of apart(library, move(x, 10), move(y, 20), paths)) {
      expect(seen).toHaveLength(3);
      expect(seen.filter((path) => path.endsWith('/A'))).toHaveLength(1);
    }
  });

  it('that are deleted leave what lies in them where they were, also what came meanwhile', () => {
    const library = new Y.Doc();
    const outer = folder(library, 'Outer');
    const inner = folder(library, 'Inner', outer);
    const secret = createSecret();
    const docId = docIdOf(secret);
    addEntry(library, { docId, secret, now: 1 });
    const read = (one: Y.Doc) => {
      const tree = new FolderTree(one);
      const [entry] = readEntries(one);
      return { paths: paths(one), document: tree.get(tree.shownIn(entry!.folder) ?? '')?.name };
    };
    const expected = { paths: ['Outer', 'Outer/Late'], document: 'Outer' };
    expect(
      apart(
        library,
        (one) => deleteFolder(one, inner),
        (other) => {
          folder(other, 'Late', inner, 5);
          moveToFolder(other, docId, inner);
          renameFolder(other, inner, 'Renamed');
        },
        read,
      ),
    ).toEqual([expected, expected]);
  });

  it('show every document in one place', () => {
    const library = new Y.Doc();
    const work = folder(library, 'Work');
    const docs = [1, 2, 3].map((now) => {
      const secret = createSecret();
      addEntry(library, { docId: docIdOf(secret), secret, now });
      return docIdOf(secret);
    });
    moveToFolder(library, docs[0]!, work);
    moveToFolder(library, docs[1]!, 'no0such0fold');
    const found = documentsByFolder(readEntries(library), new FolderTree(library));
    expect(found.get(work)?.map(({ docId }) => docId)).toEqual([docs[0]]);
    expect(new Set(found.get(null)?.map(({ docId }) => docId))).toEqual(new Set(docs.slice(1)));
  });

  it('form one tree of all of them after any moves of three devices apart', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const draw = drawFrom(seed);
      const start = new Y.Doc();
      const ids = Array.from({ length: 6 }, (_, at) => folder(start, `F${at}`));
      const devices = [1, 2, 3].map((id) => {
        const device = new Y.Doc();
        device.clientID = id;
        Y.applyUpdate(device, Y.encodeStateAsUpdate(start));
        for (let step = 0; step < 6; step++) {
          const to = draw.int(0, 6);
          moveFolder(device, ids[draw.int(0, 5)]!, to === 6 ? null : ids[to]!, draw.int(0, 4));
        }
        return device;
      });
      const updates = devices.map((device) => Y.encodeStateAsUpdate(device));
      const [first, ...others] = devices.map((device) => {
        for (const update of updates) Y.applyUpdate(device, update);
        return paths(device);
      });
      expect(first, `seed ${seed}`).toHaveLength(6);
      for (const other of others) expect(other, `seed ${seed}`).toEqual(first);
    }
  });
});

test('names of folders and devices are never cut inside a character', () => {
  const library = new Y.Doc();
  const name = `${'a'.repeat(MAX_FOLDER_NAME_LENGTH - 1)}👩‍👩‍👧‍👦 and more`;
  createFolder(library, { name, parent: null, now: 1 });
  expect(new FolderTree(library).folders[0]?.name).toBe('a'.repeat(MAX_FOLDER_NAME_LENGTH - 1));
  setLibrarySecret(library, createSecret());
  addDevice(library, { name: `${'b'.repeat(MAX_DEVICE_NAME_LENGTH - 1)}😀`, now: 1 });
  expect(readDevices(library)[0]?.name).toBe('b'.repeat(MAX_DEVICE_NAME_LENGTH - 1));
});
