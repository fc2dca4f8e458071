// @vitest-environment jsdom
/** What is about to be said outlives a reload, and nothing else than that is ever read back. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { keepUnsealed, unsealedOf } from '../suggesting/unsealed.ts';
import { Drafts, NEW_THREAD } from './drafts.ts';

const docId = docIdOf(createSecret());
const text = [{ text: 'Äpfel 👩‍👩‍👧 ' }, { text: 'שלום', marks: { bold: true as const } }];

beforeEach(() => localStorage.clear());

test('a draft is there after a reload, with what it is about, until it is said', () => {
  const before = new Drafts(docId);
  before.write(NEW_THREAD, text);
  before.keepTarget({ anchor: { kind: 'document' }, quote: 'all' });
  const after = new Drafts(docId);
  expect(after.read(NEW_THREAD)).toEqual(text);
  expect(after.read(NEW_THREAD)).toBe(after.read(NEW_THREAD));
  expect(after.target()).toEqual({ anchor: { kind: 'document' }, quote: 'all' });
  expect(new Drafts(docIdOf(createSecret())).has(NEW_THREAD)).toBe(false);
  after.write(NEW_THREAD, []);
  const last = new Drafts(docId);
  expect(last.has(NEW_THREAD)).toBe(false);
  expect(last.target()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('a draft that is too long for a message is kept nevertheless', () => {
  const long = [{ text: 'שלום '.repeat(4_000) }];
  new Drafts(docId).write(NEW_THREAD, long);
  expect(new Drafts(docId).read(NEW_THREAD)).toEqual(long);
});

test('what is written or said in another tab is so in this one', () => {
  const [here, there] = [new Drafts(docId), new Drafts(docId)];
  const told = vi.fn();
  here.subscribe(told);
  here.write('t', text);
  const tell = () => {
    // What a browser tells the other tabs.
    const key = `driftless.draft ${docId} t`;
    dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  };
  there.write('t', [{ text: 'otherwise' }]);
  tell();
  expect(here.read('t')).toEqual([{ text: 'otherwise' }]);
  there.write('t', []);
  tell();
  expect(here.has('t')).toBe(false);
  expect(told).toHaveBeenCalledTimes(3);
  here.end();
  there.write('t', text);
  tell();
  expect(told).toHaveBeenCalledTimes(3);
});

test('storage that is emptied takes nothing from a page that is open', () => {
  const drafts = new Drafts(docId);
  drafts.write('t', text);
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
  expect(drafts.read('t')).toEqual(text);
  drafts.end();
});

test('what another program put there is no draft', () => {
  for (const wrong of ['', '{', '7', '[{"text":7}]', '[{"embed":{"object":"image","src":"x"}}]']) {
    localStorage.setItem(`driftless.draft ${docId} ${NEW_THREAD}`, wrong);
    localStorage.setItem(`driftless.draft ${docId} target`, wrong);
    const drafts = new Drafts(docId);
    expect(JSON.stringify(drafts.read(NEW_THREAD))).not.toContain('"x"');
    expect(drafts.target()).toBeNull();
  }
});

test('pictures of pages make room for what is about to be said or suggested', () => {
  const fill = () => {
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2))
      for (let at = 0; ; at++)
        try {
          localStorage.setItem(`driftless.picture /d/${size}.${at}`, 'x'.repeat(size));
        } catch {
          break;
        }
  };
  fill();
  new Drafts(docId).write('t', text);
  expect(new Drafts(docId).read('t')).toEqual(text);
  fill();
  keepUnsealed(docId, { id: 's', clients: [7], update: new Uint8Array(300) });
  expect(unsealedOf(docId).map(({ id }) => id)).toEqual(['s']);
  expect(new Drafts(docId).read('t')).toEqual(text);
});

test('where the browser keeps nothing, a draft lasts as long as the page', () => {
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  const drafts = new Drafts(docId);
  drafts.write('t', text);
  expect(drafts.read('t')).toEqual(text);
  set.mockRestore();
});
