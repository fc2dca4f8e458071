/** The person of a library: one on all its devices, known to nobody without its secret. */
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, personIdOf } from '../access/ids.ts';
import { hasOwner, type OwnPerson, readOwner, writeOwner } from './person.ts';
import { sealLibrary } from './seal-library.ts';
import { setLibrarySecret } from './sealer.ts';
import { apart } from './testing/apart.ts';

const SECRET = createSecret();
const ana: OwnPerson = { key: createSecret(), name: 'Ana', color: 'teal', isNamed: true };
const ben: OwnPerson = { key: createSecret(), name: 'Ben', color: 'red', isNamed: false };

function linked(library = new Y.Doc()): Y.Doc {
  setLibrarySecret(library, SECRET);
  return library;
}

function registers(library: Y.Doc): Y.Map<unknown> {
  return library.getMap(`person:${docIdOf(SECRET)}`);
}

it('the person of a library goes to whoever has its secret, and to nobody else', () => {
  const library = linked();
  expect([hasOwner(library), readOwner(library)]).toEqual([false, null]);
  writeOwner(library, ana);
  const update = Y.encodeStateAsUpdate(library);
  expect(new TextDecoder('latin1').decode(update)).not.toContain(ana.key);
  const other = new Y.Doc();
  Y.applyUpdate(other, update);
  setLibrarySecret(other, createSecret());
  expect(readOwner(other)).toBeNull();
  expect(readOwner(linked(other))).toEqual(ana);
});

it('a library of one device has none, and one that was left keeps its own', () => {
  const library = new Y.Doc();
  writeOwner(library, ana);
  expect(Y.encodeStateVector(library)).toEqual(Y.encodeStateVector(new Y.Doc()));
  sealLibrary(library, SECRET);
  writeOwner(library, ana);
  sealLibrary(library, null);
  expect(hasOwner(library)).toBe(false);
  sealLibrary(library, createSecret());
  expect(hasOwner(library)).toBe(false);
  writeOwner(library, ben);
  sealLibrary(library, SECRET);
  expect(readOwner(library)).toEqual(ana);
});

it('what is written anew is only what has changed', () => {
  const library = linked();
  writeOwner(library, ana);
  const before = Y.encodeStateVector(library);
  writeOwner(library, ana);
  expect(Y.encodeStateVector(library)).toEqual(before);
  const changed: string[] = [];
  registers(library).observe(({ keysChanged }) => changed.push(...(keysChanged as Set<string>)));
  writeOwner(library, { ...ana, color: 'pink' });
  expect(changed).toEqual([`${personIdOf(ana.key)}:color`]);
});

it('two devices that change it apart have both changes', () => {
  const library = linked();
  writeOwner(library, ana);
  const seen = apart(
    library,
    (one) => writeOwner(linked(one), { ...ana, name: 'Anna' }),
    (other) => writeOwner(linked(other), { ...ana, color: 'pink' }),
    (one) => readOwner(linked(one)),
  );
  expect(seen).toEqual(Array(2).fill({ ...ana, name: 'Anna', color: 'pink' }));
});

it('of two people that were put in apart all devices have one, with that one’s name', () => {
  const seen = apart(
    new Y.Doc(),
    (one) => writeOwner(linked(one), ana),
    (other) => writeOwner(linked(other), ben),
    (one) => readOwner(linked(one)),
  );
  for (const owner of seen) expect([ana, ben]).toContainEqual(owner);
});

it('nonsense is nobody, and a nonsensical name or colour none', () => {
  const library = linked();
  writeOwner(library, ana);
  const id = personIdOf(ana.key);
  registers(library).set(`${id}:name`, '   ');
  registers(library).set(`${id}:color`, 'url(x)');
  registers(library).set(`${id}:isNamed`, 'yes');
  expect(readOwner(library)).toEqual({ key: ana.key });
  for (const nonsense of ['key', { sealed: 'a'.repeat(86), hash: 'b'.repeat(64) }, { secret: 1 }]) {
    registers(library).set('owner:key', nonsense);
    expect([readOwner(library), hasOwner(library)]).toEqual([null, true]);
  }
});
