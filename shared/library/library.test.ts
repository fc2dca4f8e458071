/** A library: which secret opens a document best, what is listed, and what devices did apart. */
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../access/ids.ts';
import { forget, recordEdited, setPinned } from './arrange.ts';
import { type Sort, searchEntries, sortEntries } from './find-entries.ts';
import {
  addEntry,
  entriesChanged,
  moveToTrash,
  readEntries,
  readEntry,
  recordOpened,
  recordRefusal,
  recordRole,
  recordTitle,
  restoreFromTrash,
} from './library.ts';

import { readMadeLinks } from './made-links.ts';
import { readSeenUpTo } from './seen.ts';

function ownDocument(library: Y.Doc, title: string, now = 1) {
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(library, { docId, secret, title, now });
  return { docId, secret };
}

function copyOf(library: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(library));
  return copy;
}

function merge(a: Y.Doc, b: Y.Doc): void {
  const fromA = Y.encodeStateAsUpdate(a);
  const fromB = Y.encodeStateAsUpdate(b);
  Y.applyUpdate(b, fromA);
  Y.applyUpdate(a, fromB);
}

describe('a library', () => {
  it('tells what was put in', () => {
    const library = new Y.Doc();
    const { docId, secret } = ownDocument(library, 'Minutes', 5);
    expect(readEntries(library)).toEqual([
      {
        docId,
        secret,
        role: 'owner',
        refused: false,
        title: 'Minutes',
        icon: '',
        added: 5,
        lastOpened: null,
        pinned: false,
        trashedAt: null,
        folder: null,
        template: false,
        blank: false,
        edited: null,
      },
    ]);
  });

  it('knows an owner by the secret alone, and asks about every other role', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(new Y.Doc(), '');
    const secret = createSecret();
    addEntry(library, { docId, secret, now: 1 });
    expect(readEntry(library, docId)?.role).toBeNull();
    recordRole(library, docId, secret, 'viewer');
    expect(readEntry(library, docId)?.role).toBe('viewer');
  });

  it('keeps the secret with the higher role when a lower link is opened later', () => {
    const library = new Y.Doc();
    const own = ownDocument(library, 'Mine');
    const viewing = createSecret();
    expect(addEntry(library, { docId: own.docId, secret: viewing, now: 2 })).toBe(true);
    recordRole(library, own.docId, viewing, 'viewer');
    expect(readEntry(library, own.docId)).toMatchObject({ secret: own.secret, role: 'owner' });
  });

  it('turns to another secret when the best one is refused, and back when it is accepted', () => {
    const library = new Y.Doc();
    const docId = docIdOf(createSecret());
    const [editing, viewing] = [createSecret(), createSecret()];
    addEntry(library, { docId, secret: editing, now: 1 });
    recordRole(library, docId, editing, 'editor');
    addEntry(library, { docId, secret: viewing, now: 2 });
    recordRole(library, docId, viewing, 'viewer');
    recordRefusal(library, docId, editing);
    expect(readEntry(library, docId)).toMatchObject({ secret: viewing, role: 'viewer' });
    recordRole(library, docId, editing, 'editor');
    expect(readEntry(library, docId)).toMatchObject({ secret: editing, role: 'editor' });
  });

  it('asks about a new link where what is known only lets one read, and not where one may write', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(new Y.Doc(), '');
    const [viewing, later, editing, last] = [1, 2, 3, 4].map(() => createSecret());
    addEntry(library, { docId, secret: viewing!, now: 1 });
    recordRole(library, docId, viewing!, 'viewer');
    addEntry(library, { docId, secret: later!, now: 2 });
    expect(readEntry(library, docId)).toMatchObject({ secret: later, role: null });
    recordRefusal(library, docId, later!);
    expect(readEntry(library, docId)).toMatchObject({
      secret: viewing,
      role: 'viewer',
      refused: false,
    });
    recordRefusal(library, docId, viewing!);
    expect(readEntry(library, docId)?.refused).toBe(true);
    addEntry(library, { docId, secret: editing!, now: 3 });
    recordRole(library, docId, editing!, 'editor');
    addEntry(library, { docId, secret: last!, now: 4 });
    expect(readEntry(library, docId)).toMatchObject({ secret: editing, role: 'editor' });
  });

  it('asks again about a link that was refused when somebody opens it once more', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(new Y.Doc(), '');
    const [viewing, editing] = [createSecret(), createSecret()];
    addEntry(library, { docId, secret: viewing, now: 1 });
    recordRole(library, docId, viewing, 'viewer');
    addEntry(library, { docId, secret: editing, now: 2 });
    recordRefusal(library, docId, editing);
    expect(addEntry(library, { docId, secret: editing, now: 3 })).toBe(false);
    expect(readEntry(library, docId)).toMatchObject({ secret: editing });
  });

  it('moves to the trash and back', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(library, 'Draft');
    moveToTrash(library, docId, 9);
    expect(readEntry(library, docId)?.trashedAt).toBe(9);
    restoreFromTrash(library, docId);
    expect(readEntry(library, docId)?.trashedAt).toBeNull();
  });

  it('forgets a document without a trace in its readable state', () => {
    const library = new Y.Doc();
    const { docId, secret } = ownDocument(library, 'Secret plan');
    const other = ownDocument(library, 'Stays');
    forget(library, docId);
    expect(readEntries(library).map((entry) => entry.docId)).toEqual([other.docId]);
    const stored = new TextDecoder('latin1').decode(Y.encodeStateAsUpdate(library));
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain('Secret plan');
  });

  it('does not grow when the title it is told is the one it has', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(library, 'Same');
    const before = Y.encodeStateVector(library);
    recordTitle(library, docId, 'Same');
    expect(Y.encodeStateVector(library)).toEqual(before);
  });

  it('keeps the icon a document was last seen with, and leaves it where only the title is told', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(library, 'Launch');
    recordTitle(library, docId, 'Launch', '🚀');
    recordTitle(library, docId, 'Lift-off');
    expect(readEntry(library, docId)).toMatchObject({ title: 'Lift-off', icon: '🚀' });
    const before = Y.encodeStateVector(library);
    recordTitle(library, docId, 'Lift-off', '🚀');
    expect(Y.encodeStateVector(library)).toEqual(before);
    library.getMap('entries').set(`${docId}:icon`, '<b>');
    expect(readEntry(library, docId)?.icon).toBe('');
  });

  it('knows who was seen to write last, whoever says so later, and lists by it', () => {
    const a = new Y.Doc();
    const first = ownDocument(a, 'First', 1);
    ownDocument(a, 'Second', 2);
    const b = copyOf(a);
    recordEdited(a, first.docId, { at: 9, by: 'Ben' });
    recordEdited(a, first.docId, { at: 8, by: '' });
    merge(a, b);
    expect(readEntry(b, first.docId)?.edited).toEqual({ at: 9, by: 'Ben' });
    expect(sortEntries(readEntries(b), 'edited').map(({ title }) => title)).toEqual([
      'First',
      'Second',
    ]);
    recordEdited(a, docIdOf(createSecret()), { at: 9, by: '' });
    expect(readEntries(a)).toHaveLength(2);
  });

  it('lists nothing at the top for ever by a clock that was far ahead', () => {
    const library = new Y.Doc();
    const now = Date.UTC(2026, 0, 10);
    const [hour, year] = [3_600_000, 365 * 86_400_000];
    const ahead = ownDocument(library, 'Ahead', now - 9 * hour);
    const edited = ownDocument(library, 'Edited', now - 8 * hour);
    ownDocument(library, 'Made ahead', now + year);
    ownDocument(library, 'Newest', now - 2 * hour);
    recordEdited(library, ahead.docId, { at: now + year, by: 'Eve' });
    recordOpened(library, ahead.docId, now + year);
    recordEdited(library, edited.docId, { at: now - hour, by: 'Ben' });
    const titles = (sort: Sort, at = now) =>
      sortEntries(readEntries(library), sort, at).map(({ title }) => title);
    expect(titles('edited')).toEqual(['Edited', 'Newest', 'Ahead', 'Made ahead']);
    expect(titles('used')).toEqual(['Newest', 'Edited', 'Ahead', 'Made ahead']);
    expect(titles('added')).toEqual(['Newest', 'Edited', 'Ahead', 'Made ahead']);
    // To a clock that is itself far behind all of them are ahead: they are in their order.
    expect(titles('added', 0)).toEqual(['Made ahead', 'Newest', 'Edited', 'Ahead']);
    // Whoever writes next, by a clock that goes right, is the one who did.
    recordEdited(library, ahead.docId, { at: now, by: 'Ana' });
    expect(readEntry(library, ahead.docId)?.edited).toEqual({ at: now, by: 'Ana' });
    expect(titles('edited')[0]).toBe('Ahead');
  });

  it('lists pinned ones first, then the last used', () => {
    const library = new Y.Doc();
    const old = ownDocument(library, 'Old', 1);
    ownDocument(library, 'New', 3);
    ownDocument(library, 'Middle', 2);
    const opened = ownDocument(library, 'Opened', 1);
    recordOpened(library, opened.docId, 9);
    setPinned(library, old.docId, true);
    const titles = sortEntries(readEntries(library)).map((entry) => entry.title);
    expect(titles).toEqual(['Old', 'Opened', 'New', 'Middle']);
  });

  it('lists by title as a reader counts, or the newest first', () => {
    const library = new Y.Doc();
    for (const [at, title] of ['Week 10', 'émile', 'Week 9', '', 'Zoo'].entries())
      ownDocument(library, title, at + 1);
    const by = (sort: 'title' | 'added') =>
      sortEntries(readEntries(library), sort).map((entry) => entry.title);
    expect(by('title')).toEqual(['émile', 'Week 9', 'Week 10', 'Zoo', '']);
    expect(by('added')).toEqual(['Zoo', '', 'Week 9', 'émile', 'Week 10']);
  });

  it('tells which documents a change from elsewhere touched, which can be read by then', () => {
    const [here, there] = [new Y.Doc(), new Y.Doc()];
    const seen: (string | undefined)[] = [];
    entriesChanged(here, (docId) => seen.push(readEntry(here, docId)?.title));
    ownDocument(there, 'One');
    ownDocument(there, 'Two');
    there.getMap('entries').set('no document:title', 'Three');
    merge(here, there);
    expect(seen.sort()).toEqual(['One', 'Two']);
  });

  it('finds titles by words in any order, case and accent', () => {
    const library = new Y.Doc();
    ownDocument(library, 'Café plan for Ágnes');
    ownDocument(library, 'Shopping');
    const found = searchEntries(readEntries(library), 'agnes CAFE');
    expect(found.map((entry) => entry.title)).toEqual(['Café plan for Ágnes']);
    expect(searchEntries(readEntries(library), '  ')).toHaveLength(2);
  });
});

describe('two libraries changed apart', () => {
  it('keep both documents and every change made to one of them', () => {
    const a = new Y.Doc();
    const shared = ownDocument(a, 'Shared');
    const b = copyOf(a);
    ownDocument(a, 'From A');
    ownDocument(b, 'From B');
    setPinned(a, shared.docId, true);
    recordTitle(b, shared.docId, 'Renamed');
    merge(a, b);
    expect(sortEntries(readEntries(a))).toEqual(sortEntries(readEntries(b)));
    expect(readEntry(a, shared.docId)).toMatchObject({ title: 'Renamed', pinned: true });
    expect(readEntries(a)).toHaveLength(3);
  });

  it('keep both secrets when each got another link to the same document', () => {
    const docId = docIdOf(createSecret());
    const [a, b] = [new Y.Doc(), new Y.Doc()];
    const [editing, viewing] = [createSecret(), createSecret()];
    addEntry(a, { docId, secret: editing, now: 1 });
    recordRole(a, docId, editing, 'editor');
    addEntry(b, { docId, secret: viewing, now: 1 });
    recordRole(b, docId, viewing, 'viewer');
    merge(a, b);
    for (const library of [a, b]) {
      expect(readEntry(library, docId)).toMatchObject({ secret: editing, role: 'editor' });
      recordRefusal(library, docId, editing);
      expect(readEntry(library, docId)?.secret).toBe(viewing);
    }
  });

  it.each(['the forgetting first', 'the use first'])(
    'bring back a document whole that one forgot and the other used, %s',
    (order) => {
      const a = new Y.Doc();
      // Either client id may win a race between registers; the outcome must not depend on it.
      a.clientID = order === 'the use first' ? 1 : 2;
      const { docId, secret } = ownDocument(a, 'Kept');
      const b = copyOf(a);
      b.clientID = 3 - a.clientID;
      forget(a, docId);
      recordOpened(b, docId, 7);
      merge(a, b);
      for (const library of [a, b]) {
        expect(readEntry(library, docId)).toMatchObject({ secret, role: 'owner', lastOpened: 7 });
      }
    },
  );
});

describe('a library written by another build', () => {
  it('keeps registers and parts of registers it does not know', () => {
    const library = new Y.Doc();
    const docId = docIdOf(createSecret());
    const secret = createSecret();
    addEntry(library, { docId, secret, now: 1 });
    const entries = library.getMap<unknown>('entries');
    entries.set(`${docId}:folder`, 'work');
    const accessKey = [...entries.keys()].find((key) => key.includes(':access.'))!;
    entries.set(accessKey, { secret, role: null, password: 'x' });
    recordRole(library, docId, secret, 'editor');
    setPinned(library, docId, true);
    expect(entries.get(`${docId}:folder`)).toBe('work');
    expect(entries.get(accessKey)).toMatchObject({ password: 'x', role: 'editor' });
  });

  it('shows what it can when a register holds nonsense', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(library, 'Fine');
    const entries = library.getMap<unknown>('entries');
    entries.set(`${docId}:pinned`, 'yes');
    entries.set(`${docId}:trashedAt`, Number.NaN);
    entries.set('not an id:title', 'x');
    entries.set('', 1);
    entries.set(`${docIdOf(createSecret())}:access.abc`, { secret: '../../etc', role: 'owner' });
    expect(readEntries(library)).toHaveLength(1);
    expect(readEntry(library, docId)).toMatchObject({
      title: 'Fine',
      pinned: false,
      trashedAt: null,
    });
  });

  it('knows no moment that no calendar has: to show one throws, and takes the screen along', () => {
    const library = new Y.Doc();
    const { docId } = ownDocument(library, 'Fine');
    const never = Number.MAX_SAFE_INTEGER;
    const entries = library.getMap<unknown>('entries');
    for (const field of ['added', 'lastOpened', 'trashedAt'])
      entries.set(`${docId}:${field}`, never);
    entries.set(`${docId}:edited`, { at: never, by: 'Eve' });
    entries.set(`${docId}:seen`, { at: never, sequence: 1 });
    const links = library.getMap<unknown>('links');
    const made = { secret: createSecret(), role: 'viewer', label: null };
    links.set(`${docId}:aaaaaaaaaaaa:made`, { ...made, createdAt: never });
    links.set(`${docId}:bbbbbbbbbbbb:made`, { ...made, createdAt: 1, expiresAt: never });
    const { edited, ...entry } = readEntry(library, docId)!;
    expect(entry).toMatchObject({ added: 0, lastOpened: null, trashedAt: null });
    expect([edited, readSeenUpTo(library, docId), readMadeLinks(library)]).toEqual([
      null,
      null,
      [],
    ]);
  });

  it('never believes a stored ownership that the secret does not prove', () => {
    const library = new Y.Doc();
    const docId = docIdOf(createSecret());
    const secret = createSecret();
    addEntry(library, { docId, secret, now: 1 });
    recordRole(library, docId, secret, 'owner');
    expect(readEntry(library, docId)?.role).toBeNull();
  });
});
