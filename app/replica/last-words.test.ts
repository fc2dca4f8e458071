// @vitest-environment jsdom
/** What is written as a page goes, where no database ever hears of it. */
import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { forget } from '../../shared/document/contested-ids.ts';
import { seededChance } from '../../shared/testing/seeded.ts';
import { untilHolds } from '../../shared/testing/until-holds.ts';
import { KEY } from '../ui/page-snapshot.ts';
import { storeSnapshot } from '../ui/stored-snapshots.ts';
import { LastWords } from './last-words.ts';
import { LocalStore } from './local-store.ts';
import { noteRemoved, unnoteRemoved } from './note-removed.ts';
import { readStoredCopy, storedNames } from './stored-copy.ts';

const NAME = 'driftless:test';
const stores: LocalStore[] = [];
/** Has those give up whom nobody answered. */
const unanswer: (() => void)[] = [];

beforeEach(() => {
  localStorage.clear();
  globalThis.indexedDB = new IDBFactory();
});

afterEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const giveUp of unanswer.splice(0)) giveUp();
  await Promise.all(stores.splice(0).map((store) => store.close()));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function page() {
  const doc = new Y.Doc();
  const store = new LocalStore(NAME, doc, { changed: () => {}, loaded: () => {} });
  store.start();
  stores.push(store);
  return { doc, store, text: doc.getText('body') };
}

async function saved({ store }: { store: LocalStore }): Promise<void> {
  await store.whenLoaded;
  // As what talks to other tabs does, once it has come.
  store.noteTold();
  await untilHolds(async () => {
    await store.flush();
    expect(store.status.state).toBe('saved');
  });
}

const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('driftless.last '));

/** A page that goes before the browser has opened its database. */
async function hastyPage() {
  const asked = Promise.withResolvers<void>();
  const unanswered = {} as { onerror: () => void };
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    asked.resolve();
    return unanswered as never;
  });
  const hasty = page();
  await asked.promise;
  unanswer.push(() => unanswered.onerror());
  return hasty;
}

test('what is written before the document is read comes with the next page, and is stored then', async () => {
  const first = page();
  first.text.insert(0, 'before 🍎');
  await saved(first);
  const second = await hastyPage();
  second.text.insert(0, 'a 👩🏽‍🌾 व् שלום ');
  second.store.leave();
  second.text.insert(0, '각 ');
  second.store.leave();
  const third = page();
  await third.store.whenLoaded;
  const all = third.text.toString();
  expect([all.length, all]).toEqual([all.length, expect.stringContaining('각 a 👩🏽‍🌾 व् שלום ')]);
  expect(all).toContain('before 🍎');
  await saved(third);
  expect(kept()).toEqual([]);
  const fourth = page();
  await fourth.store.whenLoaded;
  expect(fourth.text.toString()).toBe(all);
});

test('nor is it lost where the database took too long, or there was no room in it', async () => {
  const slow = await hastyPage();
  slow.text.insert(0, 'slow ');
  await untilHolds(() => expect(slow.store.status.problem?.reason).toBe('blocked'));
  slow.store.leave();
  const next = page();
  await next.store.whenLoaded;
  expect(next.text.toString()).toBe('slow ');
  await saved(next);
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('There is no room.', 'QuotaExceededError');
  });
  next.text.insert(5, 'full');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await untilHolds(() => expect(next.store.status.state).toBe('failed'));
  next.store.leave();
  vi.restoreAllMocks();
  const last = page();
  await last.store.whenLoaded;
  expect(last.text.toString()).toBe('slow full');
});

test('where pictures of pages have taken all the room, they make way', async () => {
  for (let page = 0; page < 20; page++) storeSnapshot(`/${page}`, 'x'.repeat(60_000));
  const others = 'y'.repeat(3_780_000);
  localStorage.setItem('of another program', others);
  const full = await hastyPage();
  full.text.insert(0, `${'अ'.repeat(30_000)} last 👩🏽‍🌾`);
  full.store.leave();
  const next = page();
  await next.store.whenLoaded;
  expect(next.text.toString()).toMatch(/अ last 👩🏽‍🌾$/);
  expect(localStorage.getItem('of another program')).toBe(others);
  expect(Object.keys(localStorage).filter((key) => key.startsWith(KEY))).toHaveLength(18);
  await saved(next);
  storeSnapshot('/0', 'seen');
  expect(localStorage.getItem(`${KEY}/0`)).toBe('seen');
});

test('another page that has the document takes it in at once', async () => {
  const stays = page();
  await stays.store.whenLoaded;
  const goes = await hastyPage();
  goes.text.insert(0, 'बाय 👋🏽');
  goes.store.leave();
  const [key] = kept();
  // As browsers tell all pages but the one that wrote.
  dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: '' }));
  expect(stays.text.toString()).toBe('');
  dispatchEvent(new StorageEvent('storage', { key: key!, newValue: localStorage.getItem(key!) }));
  expect(stays.text.toString()).toBe('बाय 👋🏽');
  await saved(stays);
  expect(kept()).toEqual([]);
});

test('what was taken away last is away', async () => {
  const first = page();
  first.text.insert(0, 'one two three');
  await saved(first);
  const state = Y.encodeStateAsUpdate(first.doc);
  const second = await hastyPage();
  Y.applyUpdate(second.doc, state);
  second.text.delete(4, 4);
  second.store.leave();
  const third = page();
  await third.store.whenLoaded;
  expect(third.text.toString()).toBe('one three');
});

test('what builds on words that no database has is kept until they are here', async () => {
  const ben = new Y.Doc();
  ben.getText('body').insert(0, 'hello ');
  const hello = Y.encodeStateAsUpdate(ben);
  const first = await hastyPage();
  Y.applyUpdate(first.doc, hello, 'of the server');
  first.text.insert(6, 'world');
  first.store.leave();
  const second = page();
  await saved(second);
  const stays = page();
  await saved(stays);
  const third = await hastyPage();
  Y.applyUpdate(third.doc, hello, 'of the server');
  third.text.delete(0, 4);
  third.store.leave();
  const [key] = kept();
  dispatchEvent(new StorageEvent('storage', { key: key!, newValue: localStorage.getItem(key!) }));
  await saved(stays);
  expect(kept()).toEqual([]);
  const last = page();
  await last.store.whenLoaded;
  Y.applyUpdate(last.doc, hello, 'of the server');
  expect(last.text.toString()).toBe('o world');
});

test('what a document begins with as a copy of another one is kept, as what is typed in it', async () => {
  const model = new Y.Doc();
  model.getText('body').insert(0, 'begins');
  const copy = await hastyPage();
  // As the screen does that opens a copy; nobody else sends it.
  Y.applyUpdate(copy.doc, Y.encodeStateAsUpdate(model));
  copy.text.insert(6, ' and goes on');
  copy.store.leave();
  const next = page();
  await next.store.whenLoaded;
  expect(next.text.toString()).toBe('begins and goes on');
});

test('a document that is closed while the app goes on is kept until the database has it', async () => {
  const left = await hastyPage();
  left.text.insert(0, 'left');
  void left.store.close();
  expect(kept()).toHaveLength(1);
  // Opened again meanwhile, or after the app has gone, too.
  const next = page();
  await next.store.whenLoaded;
  expect(next.text.toString()).toBe('left');
  await saved(next);
  expect(kept()).toEqual([]);
  // Whoever waits until it is stored has nothing left to keep.
  next.text.insert(4, ' and saved');
  await untilHolds(() => expect(next.store.status.state).toBe('saved'));
  const closing = next.store.close();
  expect(kept()).toEqual([]);
  await closing;
});

test('it counts as written here, so that it is sent', async () => {
  const one = await hastyPage();
  one.text.insert(0, 'x');
  one.store.leave();
  const two = page();
  const origins: boolean[] = [];
  two.doc.on('update', (_update: Uint8Array, origin: unknown) =>
    origins.push(two.store.isOrigin(origin)),
  );
  await two.store.whenLoaded;
  expect(origins).toContain(false);
});

test('a page that stays takes it off again as soon as it is stored', async () => {
  const one = page();
  await one.store.whenLoaded;
  one.store.noteTold();
  one.text.insert(0, 'word');
  one.store.leave();
  expect(kept()).toHaveLength(1);
  await saved(one);
  expect(kept()).toEqual([]);
  one.store.leave();
  expect(kept()).toEqual([]);
});

test('what no other tab has heard of is left for them, though it is stored', async () => {
  const stays = page();
  await stays.store.whenLoaded;
  const goes = page();
  await goes.store.whenLoaded;
  goes.text.insert(0, 'नमस्ते');
  await untilHolds(() => expect(goes.store.status.state).toBe('saved'));
  goes.store.leave();
  const [key] = kept();
  dispatchEvent(new StorageEvent('storage', { key: key!, newValue: localStorage.getItem(key!) }));
  expect(stays.text.toString()).toBe('नमस्ते');
  await saved(stays);
  expect(kept()).toEqual([]);
});

test('it goes with the document, and is kept of none that was just removed', async () => {
  const one = await hastyPage();
  one.text.insert(0, 'word');
  one.store.leave();
  expect(kept()).toHaveLength(1);
  await page().store.erase();
  expect(kept()).toEqual([]);
  noteRemoved('test');
  one.text.insert(0, 'more');
  one.store.leave();
  expect(kept()).toEqual([]);
  unnoteRemoved('test');
});

test('who only looks at what is kept finds it, with a database and without, and leaves it there', async () => {
  const one = await hastyPage();
  one.text.insert(0, 'only');
  one.store.leave();
  expect(await storedNames()).toEqual(['test']);
  const stored = async (of: string) => (await readStoredCopy('test'))?.doc.getText(of).toString();
  expect(await stored('body')).toBe('only');
  expect(await readStoredCopy('tes')).toBeNull();
  expect(await indexedDB.databases()).toEqual([]);
  await saved(page());
  const three = await hastyPage();
  three.doc.getText('other').insert(0, 'more');
  three.store.leave();
  expect(await storedNames()).toEqual(['test']);
  expect(await stored('other')).toBe('more');
  expect(kept()).toHaveLength(1);
});

test('what was written under an id that is somebody else’s by now is no last word, nor that it went', async () => {
  const one = await hastyPage();
  const id = one.doc.clientID;
  one.text.insert(0, 'mine');
  one.store.leave();
  const two = page();
  two.doc.clientID = id + 1;
  two.text.insert(0, 'and ');
  await two.store.whenLoaded;
  const others = new Y.Doc();
  others.clientID = id;
  others.getText('body').insert(0, 'yours');
  await two.store.replace(() => {
    forget(two.doc, new Map([[id, 0]]), 'written again');
    Y.applyUpdate(two.doc, Y.encodeStateAsUpdate(others), 'of the server');
  });
  two.store.leave();
  const left = { ...localStorage };
  await saved(two);
  // Its page ended before it heard that it is stored.
  Object.assign(localStorage, left);
  const next = page();
  await next.store.whenLoaded;
  expect(next.text.toString()).toBe(two.text.toString());
  expect(next.text.toString()).toContain('yours');
});

test('of what cannot be read the rest is, and it is said; without room nothing else breaks', async () => {
  const one = await hastyPage();
  one.text.insert(0, 'word');
  one.store.leave();
  localStorage.setItem(`driftless.last ${NAME} 0.5`, 'no update of Yjs');
  localStorage.setItem('driftless.last driftless:test2 0.5', 'of another one');
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const two = page();
  await two.store.whenLoaded;
  expect(two.text.toString()).toBe('word');
  expect(report).toHaveBeenCalledTimes(1);
  await saved(two);
  expect(kept()).toEqual(['driftless.last driftless:test2 0.5']);

  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    },
  });
  two.text.insert(0, 'a ');
  two.store.leave();
  await saved(two);
  const three = page();
  await three.store.whenLoaded;
  expect(three.text.toString()).toBe('a word');
});

test('however many keys were pressed, other pages are told once; what is too large alone is left out', async () => {
  const first = page();
  first.text.insert(0, 'begins ');
  await saved(first);
  const hasty = await hastyPage();
  Y.applyUpdate(hasty.doc, Y.encodeStateAsUpdate(first.doc), 'of the server');
  const type = (letters: string) => {
    for (const letter of letters) hasty.text.insert(hasty.text.length, letter);
  };
  type('many keys');
  hasty.text.delete(0, 7);
  let pasted: Uint8Array = new Uint8Array();
  hasty.doc.once('update', (update: Uint8Array) => {
    pasted = update;
  });
  hasty.text.insert(4, ' '.repeat(500_000));
  type(', typed');
  hasty.store.leave();
  expect(kept()).toHaveLength(1);
  const next = page();
  await next.store.whenLoaded;
  expect(next.text.toString()).toBe('many keys');
  // From elsewhere, if at all.
  Y.applyUpdate(next.doc, pasted, 'of the server');
  expect(next.text.toString()).toBe(hasty.text.toString());
});

test('any bytes come back as they were', () => {
  const chance = seededChance(20261126);
  const bytes = Uint8Array.from({ length: 5000 }, () => chance(256));
  const words = new LastWords('any');
  const updates = [bytes, Uint8Array.from({ length: 256 }, (_, byte) => byte), new Uint8Array()];
  for (const update of updates) words.keep([update]);
  const read: Uint8Array[] = [];
  new LastWords('any').read((update) => read.push(update));
  const bySize = (one: Uint8Array, other: Uint8Array) => other.length - one.length;
  expect(read.sort(bySize)).toEqual(updates);
  words.drop();
  expect(localStorage).toHaveLength(0);
  words.keep([new Uint8Array(500_001), Uint8Array.of(1)]);
  words.keep([new Uint8Array(500_001)]);
  expect(localStorage).toHaveLength(1);
});
