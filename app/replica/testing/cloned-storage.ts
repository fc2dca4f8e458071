/** The databases of a browser profile that was copied to another machine, as a backup does. */
import { IDBFactory } from 'fake-indexeddb';

/** All that is kept, as it can be handed to another thread. */
export interface StoredDatabase {
  name: string;
  version: number;
  stores: { name: string; autoIncrement: boolean; rows: [key: IDBValidKey, value: unknown][] }[];
}

/** What is kept now, in a storage of its own; what either one keeps from now on is not in the other. */
export async function clonedStorage(): Promise<IDBFactory> {
  const to = new IDBFactory();
  await keepDatabases(await storedDatabases(), to);
  return to;
}

export async function storedDatabases(): Promise<StoredDatabase[]> {
  const databases: StoredDatabase[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await opened(indexedDB.open(name));
    const stores = await Promise.all([...db.objectStoreNames].map((store) => rowsOf(db, store)));
    databases.push({ name, version: db.version, stores });
    db.close();
  }
  return databases;
}

export async function keepDatabases(
  databases: readonly StoredDatabase[],
  to: globalThis.IDBFactory,
): Promise<void> {
  for (const { name, version, stores } of databases) {
    const request = to.open(name, version);
    request.onupgradeneeded = () => {
      for (const { name: store, autoIncrement, rows } of stores) {
        const made = request.result.createObjectStore(store, { autoIncrement });
        for (const [key, value] of rows) made.put(value, key);
      }
    };
    (await opened(request)).close();
  }
}

async function rowsOf(db: IDBDatabase, name: string): Promise<StoredDatabase['stores'][number]> {
  const store = db.transaction(name).objectStore(name);
  const { autoIncrement } = store;
  const [keys, values] = await Promise.all([opened(store.getAllKeys()), opened(store.getAll())]);
  return { name, autoIncrement, rows: keys.map((key, at) => [key, values[at]]) };
}

function opened<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
