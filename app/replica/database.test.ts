/** A database of the device: when what is asked of it ends. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { Database } from './database.ts';

const open = () => new Database(crypto.randomUUID(), (db) => void db.createObjectStore('words'));

test('what is written at once asks for no more, and so ends without the page', async () => {
  const database = open();
  let more: string | undefined;
  await database.writeAtOnce(['words'], (store) => {
    const words = store('words');
    words.put('apple', 'a').onsuccess = () => {
      try {
        words.get('a');
        more = 'answered';
      } catch (error) {
        more = (error as Error).name;
      }
    };
  });
  expect(more).toBe('TransactionInactiveError');
  expect(await database.read('words', (store) => store.get('a'))).toBe('apple');
  database.close();
});

test('a write may read, and write what follows from it', async () => {
  const database = open();
  await database.writeAtOnce(['words'], (store) => void store('words').put(1, 'count'));
  await database.write(['words'], (store) => {
    const words = store('words');
    const had = words.get('count');
    had.onsuccess = () => words.put(Number(had.result) + 1, 'count');
  });
  expect(await database.read('words', (store) => store.get('count'))).toBe(2);
  database.close();
});
