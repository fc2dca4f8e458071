/**
 * What the pages of the other editors share: the document of the address, this device's copy of
 * it, and the connection.
 *
 * Invariant: local storage is read before anything is connected, so what is measured as opening
 * comes from the device; and it is y-indexeddb and y-websocket as they are.
 */
import { IndexeddbPersistence } from 'y-indexeddb';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';

declare global {
  interface Window {
    /** Resolves when the server and this device have everything. */
    settle(): Promise<void>;
  }
}

export const SELF = { name: 'Ana', color: '#1a7f64' };

const address = new URLSearchParams(location.search);
export const ROOM = address.get('room') ?? '';
const SERVER = address.get('server') ?? '';

/** The connection, not yet connected. Connecting it reads this device's copy first. */
export class StoredProvider extends WebsocketProvider {
  #store: IndexeddbPersistence | null = null;

  constructor(doc: Y.Doc) {
    super(SERVER, ROOM, doc, { connect: false });
    window.settle = () => this.#settle();
  }

  /** Reads this device's copy into the document. */
  async load(): Promise<void> {
    this.#store ??= new IndexeddbPersistence(ROOM, this.doc);
    await this.#store.whenSynced;
  }

  override connect = (): void => {
    this.load().then(() => WebsocketProvider.prototype.connect.call(this), reportError);
  };

  async #settle(): Promise<void> {
    if (!this.synced) await new Promise((resolve) => this.once('sync', resolve));
    const db = this.#store?.db;
    if (!db) throw new Error('Nothing is stored.');
    // It comes after the writes that were begun before it.
    const reading = db.transaction('updates', 'readonly');
    await new Promise((resolve, reject) => {
      reading.oncomplete = resolve;
      reading.onabort = reject;
      reading.objectStore('updates').count();
    });
  }
}

/** The document, read from this device; connected as soon as the editor has been mounted. */
export async function openStored(): Promise<{ doc: Y.Doc; provider: StoredProvider }> {
  const doc = new Y.Doc();
  const provider = new StoredProvider(doc);
  await provider.load();
  queueMicrotask(() => provider.connect());
  return { doc, provider };
}

export function place(): HTMLElement {
  const element = document.querySelector<HTMLElement>('#editor');
  if (!element) throw new Error('The page has no place for the editor.');
  return element;
}
