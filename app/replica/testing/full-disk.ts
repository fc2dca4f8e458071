/**
 * A disk that has no room for anything that somebody wrote.
 *
 * Invariant: it says so as browsers do, when a transaction commits: each request of it succeeds.
 */
/** What the fake IndexedDB's have beyond the real ones. */
interface FakeTransaction extends IDBTransaction {
  _abort(errorName: string): void;
}

/** As long as an update that says nothing: there is room for it on any disk. */
const EMPTY_UPDATE_BYTES = 2;

/** Returns what makes room again. */
export function fillDisk(): () => void {
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, value: unknown) {
    const request = add.call(this, value);
    if (value instanceof Uint8Array && value.length <= EMPTY_UPDATE_BYTES) return request;
    const { transaction } = this as unknown as { transaction: FakeTransaction };
    queueMicrotask(() => transaction._abort('QuotaExceededError'));
    return request;
  } as typeof add;
  return () => {
    IDBObjectStore.prototype.add = add;
  };
}
