/** The copy on this device, on a real IndexedDB implementation, and every way in which it fails. */
import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { LocalStore } from './local-store.ts';
import { createStore, type DeviceState, type Observable } from './status.ts';
import { neverTellEnds, watchHandles } from './testing/lost-handle.ts';
import { eventually, until } from './testing/until.ts';

const NAME = 'driftless:test';
const opened: Opened[] = [];
let restore: (() => void)[] = [];

interface Opened {
  doc: Y.Doc;
  store: LocalStore;
  status: Observable<{ state: DeviceState }>;
  /** Every state it has been in, in order. */
  states: DeviceState[];
  facts: ReadonlyMap<string, unknown>;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  // Failures are reported to the console; here they are meant.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  restore = [() => quiet.mockRestore()];
});

afterEach(async () => {
  for (const undo of restore.splice(0).reverse()) undo();
  await Promise.all(opened.splice(0).map(({ store }) => store.close()));
});

function open(doc = new Y.Doc()): Opened {
  const status = createStore<{ state: DeviceState }>({ state: 'opening' });
  const states: DeviceState[] = [];
  const result: Opened = { doc, store: undefined as never, status, states, facts: new Map() };
  result.store = new LocalStore(NAME, doc, {
    changed: () => {
      states.push(result.store.status.state);
      status.update(result.store.status);
    },
    loaded: (facts) => {
      result.facts = facts;
    },
  });
  result.store.start();
  opened.push(result);
  return result;
}

/** What a fresh reader, y-indexeddb alone, finds stored. */
async function stored(): Promise<string> {
  const doc = new Y.Doc();
  const persistence = new IndexeddbPersistence(NAME, doc);
  await persistence.whenSynced;
  await persistence.destroy();
  return doc.getText('body').toString();
}

/** Makes adding rows fail as a full disk does, until the returned function is called. */
function fillDisk(): () => void {
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, value: unknown) {
    const request = add.call(this, value);
    // A browser finds out when it commits: the request succeeds and the transaction does not.
    const { transaction } = this as unknown as { transaction: FakeTransaction };
    queueMicrotask(() => transaction._abort('QuotaExceededError'));
    return request;
  } as typeof add;
  const undo = (): void => {
    IDBObjectStore.prototype.add = add;
  };
  restore.push(undo);
  return undo;
}

/** What is asked of the disk, and whether that which was asked last has ended well. */
function watchDisk({ refuses = false } = {}): {
  asked: IDBTransactionDurability[];
  isOnDisk: () => boolean;
} {
  const asked: IDBTransactionDurability[] = [];
  let isOnDisk = false;
  const { transaction: original } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
    const transaction = original.call(this, stores, mode, options);
    if (mode !== 'readwrite') return transaction;
    const isStrict = transaction.durability === 'strict';
    asked.push(transaction.durability);
    isOnDisk = false;
    if (isStrict && refuses) {
      queueMicrotask(() =>
        (transaction as unknown as FakeTransaction)._abort('QuotaExceededError'),
      );
    }
    transaction.addEventListener('complete', () => {
      isOnDisk = isStrict;
    });
    return transaction;
  };
  restore.push(() => {
    IDBDatabase.prototype.transaction = original;
  });
  return { asked, isOnDisk: () => isOnDisk };
}

interface FakeTransaction {
  _abort(name: string): void;
}

test('a change is saving until its transaction has committed, then it is there for good', async () => {
  const { doc, store, status } = open();
  await store.whenLoaded;
  expect(store.status.state).toBe('saved');
  doc.getText('body').insert(0, 'hello');
  expect(store.status.state).toBe('saving');
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('hello');
});

test('it is saved once the disk has it, not when the system has', async () => {
  const { doc, store, status } = open();
  await store.whenLoaded;
  const { asked, isOnDisk } = watchDisk();
  doc.getText('body').insert(0, 'hello');
  await eventually(() => asked.length > 0);
  // At once, for a tab that is killed; the disk comes behind it.
  expect(asked).toEqual(['relaxed']);
  const stop = status.subscribe(() => {
    if (status.get().state === 'saved') expect(isOnDisk()).toBe(true);
  });
  await until(status, ({ state }) => state === 'saved');
  stop();
  expect(asked).toEqual(['relaxed', 'strict']);
});

test('whoever writes on has it on the disk meanwhile, and closing waits for the disk', async () => {
  const { doc, store } = open();
  await store.whenLoaded;
  const { asked, isOnDisk } = watchDisk();
  await eventually(() => {
    doc.getText('body').insert(0, 'x');
    return asked.includes('strict');
  });
  expect(asked.filter((how) => how === 'relaxed').length).toBeGreaterThan(3);
  doc.getText('body').insert(0, 'y');
  await store.close();
  expect(isOnDisk()).toBe(true);
});

test('a disk that refuses is failed, and asked again once it can', async () => {
  const { doc, store, status } = open();
  await store.whenLoaded;
  doc.getText('body').insert(0, 'hello');
  const { asked } = watchDisk({ refuses: true });
  await until(status, ({ state }) => state === 'failed');
  expect(asked.at(-1)).toBe('strict');
  for (const undo of restore.splice(1)) undo();
  store.retry();
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('hello');
});

test('what is written before the database is open is saved, too', async () => {
  const { doc, status } = open();
  doc.getText('body').insert(0, 'early');
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('early');
});

test('a document is loaded as it was saved', async () => {
  const first = open();
  first.doc.getText('body').insert(0, 'again');
  await until(first.status, ({ state }) => state === 'saved');
  await first.store.close();
  const second = open();
  await second.store.whenLoaded;
  expect(second.doc.getText('body').toString()).toBe('again');
  expect(second.states).not.toContain('failed');
});

test('closing writes what was not written yet', async () => {
  const { doc, store } = open();
  await store.whenLoaded;
  doc.getText('body').insert(0, 'last words');
  await store.close();
  expect(await stored()).toBe('last words');
});

test('facts survive beside the document, and merging sees what is stored', async () => {
  const first = open();
  await first.store.whenLoaded;
  first.store.put('n', () => 1);
  await first.store.flush();
  first.store.merge('n', (before) => (before as number) + 1);
  first.store.put('gone', () => undefined);
  await first.store.close();
  const second = open();
  await second.store.whenLoaded;
  expect([...second.facts]).toEqual([['n', 2]]);
});

test('without IndexedDB it is failed with the reason, and loading does not hang', async () => {
  vi.stubGlobal('indexedDB', undefined);
  restore.push(() => vi.unstubAllGlobals());
  const { doc, store } = open();
  await store.whenLoaded;
  expect(store.status).toMatchObject({ state: 'failed', problem: { reason: 'unavailable' } });
  doc.getText('body').insert(0, 'still in memory');
  expect(store.status.state).toBe('failed');
  await store.flush();
  expect(doc.getText('body').toString()).toBe('still in memory');
});

test('a browser that throws at the mention of storage is the same as one without', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  restore.push(() => Object.defineProperty(globalThis, 'indexedDB', before!));
  const { store } = open();
  await store.whenLoaded;
  expect(store.status.problem?.reason).toBe('unavailable');
});

test('an open that throws or is refused is failed with the reason', async () => {
  for (const [name, reason] of [
    ['InvalidStateError', 'unavailable'],
    ['QuotaExceededError', 'quota'],
    ['UnknownError', 'unknown'],
  ] as const) {
    const factory = new IDBFactory();
    factory.open = () => {
      throw new DOMException('no', name);
    };
    globalThis.indexedDB = factory;
    const { store } = open();
    await store.whenLoaded;
    expect(store.status).toMatchObject({ state: 'failed', problem: { reason } });
  }
});

test('an open that hangs is failed while it hangs, and saved once it goes on', async () => {
  // A newer version that another tab opens, and does not finish, holds every later open.
  const holder = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(NAME);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('updates', { autoIncrement: true });
      request.result.createObjectStore('custom');
    };
    request.onsuccess = () => resolve(request.result);
  });
  indexedDB.deleteDatabase(NAME);
  const { doc, store, status } = open();
  doc.getText('body').insert(0, 'waiting');
  await store.whenLoaded;
  expect(store.status).toMatchObject({ state: 'failed', problem: { reason: 'blocked' } });
  holder.close();
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('waiting');
});

test('what is written before the storage has opened is kept, though all is closed at once', async () => {
  const { doc, store } = open();
  doc.getText('body').insert(0, 'quick');
  await Promise.all([store.close(), store.close()]);
  expect(await stored()).toBe('quick');
});

test('a full disk is failed, never saved, and everything is written once there is room', async () => {
  const { doc, store, status, states } = open();
  await store.whenLoaded;
  const emptyDisk = fillDisk();
  states.length = 0;
  doc.getText('body').insert(0, 'one');
  await until(status, ({ state }) => state === 'failed');
  expect(store.status.problem?.reason).toBe('quota');
  doc.getText('body').insert(3, ' two');
  await store.flush();
  expect(states).not.toContain('saved');
  expect(store.status.state).toBe('failed');
  emptyDisk();
  store.retry();
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('one two');
});

test('a write that fails leaves its facts due', async () => {
  const { doc, store, status } = open();
  await store.whenLoaded;
  const emptyDisk = fillDisk();
  doc.getText('body').insert(0, 'x');
  store.put('fact', () => 'kept');
  await until(status, ({ state }) => state === 'failed');
  emptyDisk();
  store.retry();
  await until(status, ({ state }) => state === 'saved');
  await store.close();
  const second = open();
  await second.store.whenLoaded;
  expect(second.facts.get('fact')).toBe('kept');
});

test('a database deleted by another tab is made again with the whole text', async () => {
  const { doc, store, status, states } = open();
  await store.whenLoaded;
  doc.getText('body').insert(0, 'precious');
  await until(status, ({ state }) => state === 'saved');
  states.length = 0;
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(NAME).onsuccess = resolve;
  });
  await eventually(() => states.length > 0);
  expect(states[0]).toBe('saving');
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('precious');
});

test('a handle that the browser closed is replaced, and the next change is saved', async () => {
  const handles = watchHandles();
  const { doc, store, status, states } = open();
  await store.whenLoaded;
  doc.getText('body').insert(0, 'one');
  await until(status, ({ state }) => state === 'saved');
  states.length = 0;
  forceCloseDatabase(handles[handles.length - 1] as never);
  await eventually(() => states.includes('saving'));
  doc.getText('body').insert(3, ' two');
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('one two');
});

test('a write that a lost handle never tells the end of is done again, and holds nothing up', async () => {
  const handles = watchHandles();
  const { doc, store, status } = open();
  await store.whenLoaded;
  const handle = handles.at(-1)!;
  const isWriting = neverTellEnds(handle);
  store.put('fact', () => 'kept');
  doc.getText('body').insert(0, 'one');
  await eventually(isWriting);
  forceCloseDatabase(handle as never);
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('one');
  doc.getText('body').insert(3, ' two');
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('one two');
  await store.close();
  const again = open();
  await again.store.whenLoaded;
  expect(again.facts.get('fact')).toBe('kept');
});

test('a handle that is closed without an event does not throw into the writer', async () => {
  const handles = watchHandles();
  const { doc, store, status } = open();
  await store.whenLoaded;
  handles[handles.length - 1]!.close();
  doc.getText('body').insert(0, 'quiet');
  expect(store.status.state).toBe('saving');
  await until(status, ({ state }) => state === 'saved');
  expect(await stored()).toBe('quiet');
});

test('one unreadable row does not hide the others, and is never said to be saved', async () => {
  const first = open();
  await first.store.whenLoaded;
  first.doc.getText('body').insert(0, 'readable');
  await first.store.close();
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(NAME);
    request.onsuccess = () => {
      const transaction = request.result.transaction('updates', 'readwrite');
      transaction.objectStore('updates').add(new Uint8Array([9, 9, 9, 255]));
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
  // y-indexeddb drops the promise that tells of it; here it is known to be meant.
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', () => {});
  restore.push(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of before) process.on('unhandledRejection', listener);
  });
  const second = open();
  await second.store.whenLoaded;
  expect(second.doc.getText('body').toString()).toBe('readable');
  expect(second.store.status.state).toBe('failed');
  second.doc.getText('body').insert(0, 'still ');
  await second.store.flush();
  expect(second.states).not.toContain('saved');
});

function countRows(): Promise<number> {
  return new Promise((resolve) => {
    const request = indexedDB.open(NAME);
    request.onsuccess = () => {
      const count = request.result.transaction('updates').objectStore('updates').count();
      count.onsuccess = () => {
        request.result.close();
        resolve(count.result);
      };
    };
  });
}

test('two tabs of one document lose nothing of each other when one compacts', async () => {
  const one = open();
  const other = open();
  await Promise.all([one.store.whenLoaded, other.store.whenLoaded]);
  other.doc.getText('body').insert(0, 'other ');
  await until(other.status, ({ state }) => state === 'saved');
  for (let n = 0; n < 520; n++) {
    one.doc.getText('body').insert(0, 'x');
    await one.store.flush();
  }
  let rows = await countRows();
  while (rows > 100) rows = await countRows();
  expect((await stored()).replaceAll('x', '')).toBe('other ');
  expect((await stored()).length).toBe(526);
});

test('rows that cut much are folded, at once or when they are read, and no other', async () => {
  const one = open();
  await one.store.whenLoaded;
  const text = one.doc.getText('body');
  text.insert(0, 'x'.repeat(30_000));
  await one.store.flush();
  text.insert(9, '漢');
  await one.store.flush();
  expect(await countRows()).toBe(3);
  const write = (sign: string) =>
    one.doc.transact(() => {
      for (let at = 29_990; at > 0; at -= 10) text.insert(at, sign);
    });
  write('a');
  await until(one.status, ({ state }) => state === 'saved');
  let rows = await countRows();
  while (rows > 1) rows = await countRows();
  // The page goes before it comes to that.
  write('b');
  await one.store.close();
  expect(await countRows()).toBe(2);
  const other = open();
  await other.store.whenLoaded;
  rows = await countRows();
  while (rows > 1) rows = await countRows();
  expect(await stored()).toBe(text.toString());
});

test('erasing removes the database', async () => {
  const one = open();
  await one.store.whenLoaded;
  one.doc.getText('body').insert(0, 'text');
  await one.store.erase();
  expect(await indexedDB.databases()).toEqual([]);
});

test('what reads before it writes gives way to a page that goes, and is done if the page stays', async () => {
  const one = open();
  await one.store.whenLoaded;
  one.store.put('n', () => 1);
  await one.store.flush();
  one.doc.getText('body').insert(0, 'first');
  one.store.merge('n', (before) => (before as number) + 1);
  await Promise.resolve();
  one.doc.getText('body').insert(5, ' second');
  one.store.leave();
  await until(one.status, ({ state }) => state === 'saved');
  expect(one.states).not.toContain('failed');
  await one.store.close();
  const other = open();
  await other.store.whenLoaded;
  expect(other.doc.getText('body').toString()).toBe('first second');
  expect([...other.facts]).toContainEqual(['n', 2]);
});

test('folding rows into one gives way to a page that goes, and is done if the page stays', async () => {
  const one = open();
  await one.store.whenLoaded;
  for (let n = 0; n < 510; n++) {
    one.doc.getText('body').insert(0, 'x');
    await one.store.flush();
  }
  const { getAll } = IDBObjectStore.prototype;
  const isFolding = new Promise<void>((resolve) => {
    IDBObjectStore.prototype.getAll = function (...of) {
      IDBObjectStore.prototype.getAll = getAll;
      const request = getAll.apply(this, of);
      one.doc.getText('body').insert(0, 'y');
      one.store.leave();
      resolve();
      return request;
    };
  });
  restore.push(() => {
    IDBObjectStore.prototype.getAll = getAll;
  });
  await isFolding;
  await until(one.status, ({ state }) => state === 'saved');
  expect(await countRows()).toBeGreaterThan(500);
  expect(one.states).not.toContain('failed');
  one.doc.getText('body').insert(0, 'z');
  let rows = await countRows();
  while (rows > 100) rows = await countRows();
  expect(await stored()).toBe(`zy${'x'.repeat(510)}`);
});
