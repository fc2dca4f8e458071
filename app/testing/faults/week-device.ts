/**
 * One device of `a-week`, in a thread of its own: its storage, its network and its outbox.
 *
 * Invariant: it runs the app's own replicas and outbox. Only the database is one in memory, and the
 * network one that can be cut; both outlive the tab, which is closed and opened again.
 */
import 'fake-indexeddb/auto';
import { parentPort, workerData } from 'node:worker_threads';
import { createSecret, type DocId, type Secret } from '../../../shared/access/ids.ts';
import { recordDeletedForAll } from '../../../shared/library/deleted-for-all.ts';
import {
  addEntry,
  type LibraryEntry,
  moveToTrash,
  readEntry,
  restoreFromTrash,
} from '../../../shared/library/library.ts';
import { PERSON_COLORS } from '../../../shared/protocol/presence.ts';
import type { Replica } from '../../replica/open-replica.ts';
import {
  keepDatabases,
  type StoredDatabase,
  storedDatabases,
} from '../../replica/testing/cloned-storage.ts';
import { insertToken } from './tokens.ts';

export interface WeekDevice {
  name: string;
  /** `ws://host/sync` */
  serverUrl: string;
  documents: { docId: DocId; secret: Secret }[];
  /** What another device had kept, of which this one is a copy. */
  copied?: BrowserData;
}

/** All that a browser keeps. */
export interface BrowserData {
  databases: StoredDatabase[];
  local: [string, string][];
}

/** The tab that sends what waits, and one more of the same browser. */
type Tab = 0 | 1;

/** What a person does at it. */
export type Order =
  | { do: 'network'; isOn: boolean }
  | { do: 'cut' }
  | { do: 'open'; document: number; tab?: Tab }
  | { do: 'write'; document: number; at: number; letters?: string; tab?: Tab }
  | { do: 'leave'; document: number; tab?: Tab }
  | { do: 'remove'; document: number; from?: 'here' | 'everywhere' }
  | { do: 'delete'; document: number }
  | { do: 'link'; secret: Secret | null }
  | { do: 'unlink' }
  | { do: 'doubt' }
  | { do: 'copy' }
  | { do: 'closeTab' }
  | { do: 'openTab' }
  | { do: 'look' };

/** What it says of itself: tokens by document. */
export interface Looked {
  /** Written here. */
  written: string[][];
  /** Of these, those that the server is said to have. */
  confirmed: string[][];
  /** Of these, those that went with a copy that a person took off this device before they were sent. */
  discarded: string[][];
  /** Whether something of the document is counted as unsent, where a person sees it. */
  isCounted: boolean[];
  /** As each tab shows what it has open. */
  texts: string[][];
  /** What is in its library, and which one it is, where it is linked with others. */
  library: { secret: Secret; entries: string } | null;
}

const { name, serverUrl, documents, copied } = workerData as WeekDevice;

// A browser's address, network, storage, tabs and events, before the app's parts look for them.
const events = new EventTarget();
let isOn = true;
const sockets = new Set<WebSocket>();
const kept = new Map<string, string>(copied?.local);
if (copied) await keepDatabases(copied.databases, indexedDB);
const Socket = globalThis.WebSocket;
const Channel = globalThis.BroadcastChannel;
const ask = globalThis.fetch;
const { host } = new URL(serverUrl);
Object.defineProperties(globalThis, {
  location: { value: { protocol: 'http:', host, origin: `http://${host}` } },
  fetch: {
    value: async (path: string, init?: RequestInit) => {
      if (!isOn) throw new TypeError('There is no network.');
      return ask(new URL(path, `http://${host}`), init);
    },
  },
  BroadcastChannel: {
    // Other devices of this process are no tabs of this one.
    value: class extends Channel {
      constructor(channel: string) {
        super(`${name} ${channel}`);
      }
    },
  },
  addEventListener: { value: events.addEventListener.bind(events) },
  removeEventListener: { value: events.removeEventListener.bind(events) },
  WebSocket: {
    value: class extends Socket {
      constructor(url: string | URL, protocols?: string | string[]) {
        // Where nobody listens.
        super(isOn ? url : 'ws://127.0.0.1:1/', protocols);
        sockets.add(this);
        this.addEventListener('close', () => sockets.delete(this));
      }
    },
  },
  localStorage: {
    value: new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
      {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  },
});
Object.defineProperty(globalThis.navigator, 'onLine', { get: () => isOn, configurable: true });

/** One of the documents, as a replica is asked for by whoever visits it, with a link if need be. */
function visit(document: number): Parameters<typeof openReplica>[0] {
  const { docId, secret } = documents[document]!;
  const known = readEntry(library.doc, docId);
  if (!known) addEntry(library.doc, { docId, secret, now: 0 });
  else if (known.trashedAt !== null) restoreFromTrash(library.doc, docId);
  return { name: docId, secret: entryOf(document).secret };
}

function entryOf(document: number): LibraryEntry {
  return readEntry(library.doc, documents[document]!.docId)!;
}

const { openReplica } = await import('../../replica/open-replica.ts');
// Another tab has replicas of its own, and the storage and the marks of the same browser.
const otherTab = '../../replica/open-replica.ts?tab=1';
const other = (await import(otherTab)) as typeof import('../../replica/open-replica.ts');
const tabs = [openReplica, other.openReplica] as const;
const { startOutbox } = await import('../../library/outbox.ts');
const { hasUnsentMark } = await import('../../replica/unsent-marks.ts');
const { openLibrary } = await import('../../library/library-store.ts');
const { followLink, linkThisDevice, unlinkThisDevice } = await import('../../library/linking.ts');
const { keepWhatIsUnsent } = await import('../../library/forgotten.ts');
const { eraseCopy, removeDocument } = await import('../../library/documents.ts');
const { openSharing } = await import('../../sharing/sharing.ts');

const library = openLibrary();
await library.whenReady;
if (!copied)
  for (const { docId, secret } of documents) addEntry(library.doc, { docId, secret, now: 0 });
followLink(library);
keepWhatIsUnsent(library, {
  isWaiting: async () => false,
  erase: async (entry) => {
    const document = documents.findIndex(({ docId }) => docId === entry.docId);
    // Nothing of it is unsent here: what another tab had open goes as well.
    promise(document, isThere(document));
    await leaveAll(document);
    await eraseCopy(entry);
  },
});
const sharing = openSharing(library.doc);
/** By tab and document. */
const open: [Map<number, Replica>, Map<number, Replica>] = [new Map(), new Map()];
const written: string[][] = documents.map(() => []);
const confirmed: Set<string>[] = documents.map(() => new Set());
const discarded: Set<string>[] = documents.map(() => new Set());
let stopOutbox: (() => void) | null = null;

/** "Synced", and nothing counted as unsent, is a promise about all that a tab shows. */
function look(document: number, tab: Tab): void {
  const replica = open[tab].get(document);
  const status = replica?.status.get();
  if (status?.server !== 'synced' || status.unconfirmed > 0) return;
  const text = textOf(replica!);
  promise(document, (token) => text.includes(token));
}

function promise(document: number, isMeant: (token: string) => boolean): void {
  for (const token of written[document]!) if (isMeant(token)) confirmed[document]!.add(token);
}

function isThere(document: number): (token: string) => boolean {
  return (token) => !discarded[document]!.has(token);
}

/** In both tabs. */
async function leaveAll(document: number): Promise<void> {
  await Promise.all(([0, 1] as const).map((tab) => acts.leave({ do: 'leave', document, tab })));
}

function linkedLibrary(): Looked['library'] {
  const link = library.link();
  if (!link) return null;
  const entries = documents.map(({ docId }) => readEntry(library.doc, docId));
  return { secret: link.secret, entries: JSON.stringify(entries) };
}

function textOf({ doc }: Replica): string {
  return doc.getText('body').toString();
}

const acts: { [Do in Order['do']]: (order: Extract<Order, { do: Do }>) => unknown } = {
  network(order) {
    isOn = order.isOn;
    if (!isOn) for (const socket of sockets) socket.close();
    events.dispatchEvent(new Event(isOn ? 'online' : 'offline'));
  },
  cut() {
    for (const socket of sockets) socket.close();
  },
  async open({ document, tab = 0 }) {
    if (open[tab].has(document)) return;
    const replica = tabs[tab](visit(document), { serverUrl });
    open[tab].set(document, replica);
    await replica.whenLoaded;
    replica.status.subscribe(() => look(document, tab));
    // The outbox may have had it open before, and be done.
    look(document, tab);
  },
  async write({ document, at, letters = '', tab = 0 }) {
    await acts.open({ do: 'open', document, tab });
    const replica = open[tab].get(document)!;
    const token = `[${name}d${document}.${written[document]!.length}${letters}]`;
    insertToken(replica.doc, token, (below) => at % below);
    written[document]!.push(token);
  },
  async leave({ document, tab = 0 }) {
    const replica = open[tab].get(document);
    open[tab].delete(document);
    await replica?.close();
  },
  async remove({ document, from = 'here' }) {
    if (!readEntry(library.doc, documents[document]!.docId)) return;
    await leaveAll(document);
    if (!hasUnsentMark(documents[document]!.docId)) promise(document, isThere(document));
    // The dialog says what is not sent, and that it goes.
    for (const token of written[document]!)
      if (!confirmed[document]!.has(token)) discarded[document]!.add(token);
    const entry = entryOf(document);
    moveToTrash(library.doc, entry.docId, 1);
    await removeDocument({ doc: library.doc, store: library }, entry, from);
  },
  /** For everyone; whether the server said so. */
  async delete({ document }) {
    const { docId } = documents[document]!;
    const entry = readEntry(library.doc, docId);
    if (entry?.role !== 'owner') return false;
    try {
      await sharing.api.deleteDocument(docId, entry.secret);
    } catch {
      // Without a network nothing is deleted, which the dialog says.
      return false;
    }
    recordDeletedForAll(library.doc, { docId, secret: entry.secret, now: 1 });
    moveToTrash(library.doc, docId, 1);
    return true;
  },
  /** With the secret of another device, or as the first one; what links others with it. */
  link({ secret }) {
    const person = { key: createSecret(), name, color: PERSON_COLORS[0], isNamed: true };
    linkThisDevice(library, name, secret ? { secret } : { person });
    return library.link()!.secret;
  },
  unlink() {
    unlinkThisDevice(library);
  },
  /** As it does every hour. */
  async doubt() {
    await sharing.queue.doubt();
  },
  async closeTab() {
    stopOutbox?.();
    stopOutbox = null;
    const all = [...open[0].values()];
    open[0].clear();
    await Promise.all(all.map((replica) => replica.close()));
  },
  openTab() {
    stopOutbox ??= startOutbox(library, { serverUrl });
  },
  async copy(): Promise<BrowserData> {
    return { databases: await storedDatabases(), local: [...kept] };
  },
  look(): Looked {
    const isCounted = documents.map(({ docId }) => hasUnsentMark(docId));
    // What is closed and not counted is said to be on the server.
    for (const document of documents.keys()) {
      const isOpen = open.some((tab) => tab.has(document));
      if (!isOpen && !isCounted[document]) promise(document, isThere(document));
    }
    return {
      written,
      confirmed: confirmed.map((tokens) => [...tokens]),
      discarded: discarded.map((tokens) => [...tokens]),
      isCounted,
      texts: documents.map((_, at) =>
        open.flatMap((tab) => {
          const replica = tab.get(at);
          return replica ? [textOf(replica)] : [];
        }),
      ),
      library: linkedLibrary(),
    };
  },
};

parentPort?.on('message', async ({ id, order }: { id: number; order: Order }) => {
  const act = acts[order.do] as (order: Order) => unknown;
  parentPort?.postMessage({ id, answer: await act(order) });
});
