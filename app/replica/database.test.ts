/** A database of the device: when what is asked of it ends. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { Database } from './database.ts';

const open = () => new Database(crypto.randomUUID(), (db) => void db.createObjectStore('words'));

/** What asking for more in the middle of a transaction comes to. */
function asksMore(request: IDBRequest, store: IDBObjectStore): Promise<string> {
  return new Promise((resolve) => {
    request.addEventListener('success', () => {
      try {
        store.get('more');
        resolve('answered');
      } catch (error) {
        resolve((error as Error).name);
      }
    });
  });
}

test('a write and a read end by themselves, though the page goes to sleep before it is answered', async () => {
  const database = open();
  let more: Promise<string> | undefined;
  await database.write(['words'], (store) => {
    more = asksMore(store('words').put('apple', 'a'), store('words'));
  });
  expect(await more).toBe('TransactionInactiveError');
  const read = database.read<string>('words', (store) => {
    const request: IDBRequest<string> = store.get('a');
    more = asksMore(request, store);
    return request;
  });
  expect(await read).toBe('apple');
  expect(await more).toBe('TransactionInactiveError');
  database.close();
});

test('an update reads, and writes what follows from it', async () => {
  const database = open();
  await database.write(['words'], (store) => void store('words').put(1, 'count'));
  await database.update(['words'], (store) => {
    const words = store('words');
    const had = words.get('count');
    had.onsuccess = () => words.put(Number(had.result) + 1, 'count');
  });
  expect(await database.read('words', (store) => store.get('count'))).toBe(2);
  database.close();
});
