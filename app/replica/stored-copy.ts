/**
 * Reads what this device keeps of a document without opening a replica: for whoever only looks, such
 * as the search, which also runs where there is no page.
 *
 * Invariant: looking makes no database and changes none.
 */
import * as Y from 'yjs';

const PREFIX = 'driftless:';
const UPDATES = 'updates';

export interface StoredCopy {
  doc: Y.Doc;
  /** What it takes on this device. */
  bytes: number;
}

/** Names of the documents that this device has a database for, as far as the browser tells. */
export async function storedNames(): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? [];
  return databases.flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
  );
}

/** Null where there is nothing of it. What cannot be read of it is left out. */
export async function readStoredCopy(name: string): Promise<StoredCopy | null> {
  const db = await openExisting(`${PREFIX}${name}`);
  if (!db) return null;
  try {
    if (!db.objectStoreNames.contains(UPDATES)) return null;
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      const request = db.transaction(UPDATES).objectStore(UPDATES).getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (rows.length === 0) return null;
    const doc = new Y.Doc();
    let bytes = 0;
    doc.transact(() => {
      for (const row of rows) {
        if (!(row instanceof Uint8Array)) continue;
        bytes += row.length;
        try {
          Y.applyUpdate(doc, row);
        } catch (error) {
          console.error('A stored update could not be read.', error);
        }
      }
    });
    return { doc, bytes };
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
