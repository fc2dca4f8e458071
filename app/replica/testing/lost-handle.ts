/** Handles of IndexedDB as browsers lose them. Nothing stands in for the database itself. */

/** Every handle of a database that is opened from now on, the newest last. */
export function watchHandles(): IDBDatabase[] {
  const handles: IDBDatabase[] = [];
  const factory = globalThis.indexedDB;
  const openDatabase = factory.open.bind(factory);
  factory.open = (name, version) => {
    const request = openDatabase(name, version);
    request.addEventListener('success', () => handles.push(request.result));
    return request;
  };
  return handles;
}

/**
 * Lets what begins on the handle from now on never tell its end, as Chromium does when it closes a
 * database because its disk is full. @returns whether something has begun
 */
export function neverTellEnds(handle: IDBDatabase): () => boolean {
  const begin = handle.transaction.bind(handle);
  let hasBegun = false;
  handle.transaction = (...names) => {
    const transaction = begin(...names);
    for (const end of ['oncomplete', 'onabort'])
      Object.defineProperty(transaction, end, { set: () => undefined });
    hasBegun = true;
    return transaction;
  };
  return () => hasBegun;
}
