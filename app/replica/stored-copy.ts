/**
 * Reads what this device keeps of a document without opening a replica: for whoever only looks, such
 * as the search, which also runs where there is no page.
 *
 * Invariant: looking makes no database and changes none.
 */
import * as Y from 'yjs';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { int, looseObject } from '../../shared/shape.ts';
import { LAST, LastWords } from './last-words.ts';
import { PENDING } from './ledger.ts';

const PREFIX = 'driftless:';
const UPDATES = 'updates';
const FACTS = 'custom';
const Counted = looseObject({ count: int(1) });

export interface StoredCopy {
  doc: Y.Doc;
  /** What it takes on this device. */
  bytes: number;
}

/** Names of the documents that this device has something of, as far as the browser tells. */
export async function storedNames(): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? [];
  const names = databases.flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
  );
  return [...new Set([...names, ...namesInLastWords()])];
}

/** Those of which something was written as a page went; it may be all there is. */
function namesInLastWords(): string[] {
  const before = LAST + PREFIX;
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(before) ? [key.slice(before.length, key.lastIndexOf(' '))] : [],
    );
  } catch {
    // No storage in this browser, or none in a worker.
    return [];
  }
}

/** Null where there is nothing of it. What cannot be read of it is left out. */
export async function readStoredCopy(name: string): Promise<StoredCopy | null> {
  const rows = await storedRows(name);
  new LastWords(`${PREFIX}${name}`).read((update) => rows.push(update));
  if (rows.length === 0) return null;
  const doc = new Y.Doc();
  let bytes = 0;
  doc.transact(() => {
    for (const row of rows) {
      if (!(row instanceof Uint8Array)) continue;
      bytes += row.length;
      try {
        applyUpdate(doc, row);
      } catch (error) {
        console.error('A stored update could not be read.', error);
      }
    }
  });
  return { doc, bytes };
}

async function storedRows(name: string): Promise<unknown[]> {
  const db = await openExisting(`${PREFIX}${name}`);
  if (!db) return [];
  try {
    if (!db.objectStoreNames.contains(UPDATES)) return [];
    return await new Promise<unknown[]>((resolve, reject) => {
      const request = db.transaction(UPDATES).objectStore(UPDATES).getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    db.close();
  }
}

/** Whether a record is kept with the document of something that the server has not confirmed. */
export async function hasUnsentRecord(name: string): Promise<boolean> {
  return (await unsentChanges(name)) > 0;
}

/** How many changes are kept of which the server has not confirmed that it has them. */
export async function unsentChanges(name: string): Promise<number> {
  let sum = 0;
  for (const [key, record] of await storedFacts(name)) {
    if (!key.startsWith(PENDING)) continue;
    const counted = Counted.safeParse(record);
    // One of another version says at least that there is something.
    sum += counted.success ? counted.data.count : 1;
  }
  return sum;
}

/** What is kept beside the document. */
export async function storedFacts(name: string): Promise<Map<string, unknown>> {
  const facts = new Map<string, unknown>();
  const db = await openExisting(`${PREFIX}${name}`);
  if (!db) return facts;
  try {
    if (!db.objectStoreNames.contains(FACTS)) return facts;
    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction(FACTS);
      const keys = transaction.objectStore(FACTS).getAllKeys();
      const values = transaction.objectStore(FACTS).getAll();
      transaction.oncomplete = () => {
        for (const [at, key] of keys.result.entries()) facts.set(String(key), values.result[at]);
        resolve();
      };
      transaction.onabort = () => reject(transaction.error);
    });
    return facts;
  } finally {
    db.close();
  }
}

/** Null where there is no such database. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const db = request.result;
      // Whoever wants to remove it does not wait for someone who only looks.
      db.onversionchange = () => db.close();
      resolve(db);
    };
    request.onerror = () => {
      if (isNew) resolve(null);
      else reject(request.error);
    };
  });
}
