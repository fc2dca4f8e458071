/** Secrets in a library that leaves this device: only linked devices can read them. */
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, randomId } from '../access/ids.ts';
import { setPinned } from './arrange.ts';
import { addEntry, readEntries, readEntry, recordRole } from './library.ts';
import { keepMadeLink, readMadeLinks } from './made-links.ts';
import { sealLibrary } from './seal-library.ts';
import { setLibrarySecret } from './sealer.ts';

function libraryWith(count: number) {
  const library = new Y.Doc();
  const secrets = Array.from({ length: count }, createSecret);
  for (const secret of secrets) addEntry(library, { docId: docIdOf(secret), secret, now: 1 });
  return { library, secrets };
}

function stored(library: Y.Doc): string {
  return new TextDecoder('latin1').decode(Y.encodeStateAsUpdate(library));
}

function made(secret: string) {
  return {
    docId: docIdOf(secret),
    id: randomId(12),
    secret: createSecret(),
    role: 'editor' as const,
    label: null,
    createdAt: 1,
    expiresAt: null,
    passwordHash: null,
  };
}

it('a library that leaves this device holds no secret that can be read', () => {
  const { library, secrets } = libraryWith(3);
  const [first] = secrets;
  const link = made(first!);
  keepMadeLink(library, link);
  const entries = readEntries(library);
  sealLibrary(library, createSecret());
  const viewing = createSecret();
  addEntry(library, { docId: docIdOf(first!), secret: viewing, now: 2 });
  recordRole(library, docIdOf(first!), viewing, 'viewer');
  for (const secret of [...secrets, link.secret, viewing]) {
    expect(stored(library)).not.toContain(secret);
  }
  expect(readEntries(library)).toEqual(entries);
  expect(readMadeLinks(library)).toMatchObject([link]);
});

it('another device opens it with the secret of the library, and with no other', () => {
  const { library, secrets } = libraryWith(2);
  const key = createSecret();
  sealLibrary(library, key);
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(library));
  expect(readEntries(other)).toEqual([]);
  setLibrarySecret(other, createSecret());
  expect(readEntries(other)).toEqual([]);
  setLibrarySecret(other, key);
  expect(readEntries(other).map(({ secret }) => secret)).toEqual(secrets);
});

it('two libraries that become one keep the documents of both', () => {
  const [one, other] = [libraryWith(2), libraryWith(2)];
  const key = createSecret();
  sealLibrary(one.library, createSecret());
  sealLibrary(one.library, key);
  sealLibrary(other.library, key);
  setPinned(one.library, docIdOf(one.secrets[0]!), true);
  Y.applyUpdate(one.library, Y.encodeStateAsUpdate(other.library));
  expect(new Set(readEntries(one.library).map(({ secret }) => secret))).toEqual(
    new Set([...one.secrets, ...other.secrets]),
  );
});

it('what was tampered with is not believed', () => {
  const { library, secrets } = libraryWith(1);
  sealLibrary(library, createSecret());
  const entries = library.getMap<Record<string, unknown>>('entries');
  const key = [...entries.keys()].find((name) => name.includes(':access.'))!;
  const access = entries.get(key)!;
  const sealed = String(access.sealed);
  entries.set(key, { ...access, sealed: (sealed[0] === '0' ? '1' : '0') + sealed.slice(1) });
  expect(readEntry(library, docIdOf(secrets[0]!))).toBeNull();
});

it('a library that is this device’s alone again can be read without a key', () => {
  const { library, secrets } = libraryWith(2);
  sealLibrary(library, createSecret());
  sealLibrary(library, null);
  const reopened = new Y.Doc();
  Y.applyUpdate(reopened, Y.encodeStateAsUpdate(library));
  expect(readEntries(reopened).map(({ secret }) => secret)).toEqual(secrets);
});
