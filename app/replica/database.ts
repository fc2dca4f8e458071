/**
 * A database of IndexedDB that is opened when it is first needed, and again after the browser took
 * its handle away: cleared site data, a full disk, a newer build in another tab.
 *
 * Invariant: a write resolves only when it has committed. One of which the browser never tells the
 * end, as Chromium does where it closes a database because its disk is full, rejects. What is written
 * while a page goes must need no answer of it (`writeAtOnce`): a page that is put to sleep for the way
 * back in the middle of a transaction would keep all other pages waiting (WebKit does that).
 */
export class Database {
  readonly #name: string;
  readonly #create: (db: IDBDatabase) => void;
  #opened: Promise<IDBDatabase> | null = null;

  readonly #onLost: () => void;

  /**
   * @param create makes the stores of a new database
   * @param onLost is called when the browser takes the handle away, perhaps with all that was written
   */
  constructor(name: string, create: (db: IDBDatabase) => void, onLost = () => {}) {
    this.#name = name;
    this.#create = create;
    this.#onLost = onLost;
  }

  /** @throws Error if nothing can be written, or none of it was; then it may be tried again. */
  write(stores: string[], work: (store: (name: string) => IDBObjectStore) => void): Promise<void> {
    return this.#change(stores, work, () => {});
  }

  /** The same for a `work` that asks for nothing when it is answered: it ends without the page. */
  writeAtOnce(
    stores: string[],
    work: (store: (name: string) => IDBObjectStore) => void,
  ): Promise<void> {
    return this.#change(stores, work, (transaction) => transaction.commit());
  }

  async #change(
    stores: string[],
    work: (store: (name: string) => IDBObjectStore) => void,
    end: (transaction: IDBTransaction) => void,
  ): Promise<void> {
    const transaction = await this.#begin(stores, 'readwrite');
    await this.#unlessClosed<void>(transaction.db, (resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The write was ended.'));
      try {
        work((name) => transaction.objectStore(name));
        end(transaction);
      } catch (error) {
        transaction.abort();
        reject(error);
      }
    });
  }

  /** @throws Error if nothing can be read */
  async read<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = await this.#begin([store], 'readonly');
    return this.#unlessClosed<T>(transaction.db, (resolve, reject) => {
      const request = ask(transaction.objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** Gives the handle back; what is asked afterwards opens another one. */
  close(): void {
    const opened = this.#opened;
    this.#opened = null;
    // One that never opened has nothing to close.
    opened?.then((db) => db.close()).catch(() => undefined);
  }

  async #unlessClosed<T>(
    db: IDBDatabase,
    settle: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
  ): Promise<T> {
    const over = new AbortController();
    try {
      return await new Promise<T>((resolve, reject) => {
        const lost = () => reject(new Error('The database was closed.'));
        db.addEventListener('close', lost, { signal: over.signal });
        settle(resolve, reject);
      });
    } finally {
      over.abort();
    }
  }

  async #begin(stores: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    this.#opened ??= this.#open();
    const opened = this.#opened;
    try {
      return (await opened).transaction(stores, mode);
    } catch (error) {
      // Not opened, or closed without an event as some browsers do: the next one opens it anew.
      if (this.#opened === opened) this.#opened = null;
      throw error;
    }
  }

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      // Throws at the mere name where storage is forbidden, which rejects.
      const request = globalThis.indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => this.#create(request.result);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const db = request.result;
        const lost = () => {
          this.#opened = null;
          this.#onLost();
        };
        db.onversionchange = () => {
          db.close();
          lost();
        };
        db.onclose = lost;
        resolve(db);
      };
    });
  }
}
