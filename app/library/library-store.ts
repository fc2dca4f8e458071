/**
 * The library of this device: opened once for the whole app, and read live.
 *
 * Invariant: what the screens show is read from the library's Y.Doc alone, so a change made in
 * another tab or on another device shows in the same way as one made here. An entry whose secret
 * cannot be read for the moment stays as it was last read: only forgetting takes it away, and not
 * even that where something of the document is unsent here, or it is open: `forgotten.ts`. No connection to linked devices begins before every secret in it is sealed.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { DeviceId, DocId, Secret } from '../../shared/access/ids.ts';
import {
  documentsOf,
  entriesChanged,
  isKept,
  LIBRARY_NAME,
  type LibraryEntry,
  readEntry,
} from '../../shared/library/library.ts';
import { librarySecret } from '../../shared/library/sealing.ts';
import { array, nullable, type Of, object } from '../../shared/shape.ts';
import { isOpenHere, type LocalReplica, openLocalReplica } from '../replica/open-replica.ts';
import { wasRemoved } from '../replica/removed.ts';
import { hasUnsentMark } from '../replica/unsent-marks.ts';
import { DEVICE_FACT, SECRET_FACT } from './link-facts.ts';

export interface LibraryStore {
  doc: Y.Doc;
  replica: LocalReplica;
  /** The same array until something changes; empty until the library is ready. */
  entries(): readonly LibraryEntry[];
  /** Whether what this device keeps has been read (or cannot be read: the replica says why). */
  isReady(): boolean;
  whenReady: Promise<void>;
  subscribe(listener: () => void): () => void;
  /** What links another device, and how this one is called; null where none is linked. */
  link(): LibraryLink | null;
  /** Goes on with what links this device now, which is kept: see `linking.ts`. */
  goOnWith(link: LibraryLink | null): Promise<void>;
  /** Tells the other tabs of this browser which library is theirs now, too. */
  tellTabs(link: LibraryLink | null): void;
  /**
   * Has a document that lies in the trash not be shown here, for as long as it lies there; other
   * devices keep it as it is.
   */
  putAside(docId: DocId): void;
}

export interface LibraryLink {
  secret: Secret;
  device: DeviceId;
}

/** Documents that were removed from this device alone. */
const ASIDE_FACT = 'not on this device';
const Told = nullable(object({ secret: Secret, device: DeviceId }));
const ToldAside = object({ aside: DocId });
const Aside = array(DocId);

export function openLibrary(): LibraryStore {
  // Before anything is read: what another tab does meanwhile is not in it.
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('driftless-library');
  const replica = openLocalReplica(LIBRARY_NAME);
  const { doc } = replica;
  const listeners = new Set<() => void>();
  const read = new Map<DocId, LibraryEntry>();
  /** What changed since it was read: thousands of entries are read once, when they are asked for. */
  const unread = new Set<DocId>();
  let entries: readonly LibraryEntry[] = [];
  let isOld = false;
  let link: LibraryLink | null = null;
  let ready = false;
  let isRead = false;
  /** What another tab said before this one had read what is kept. */
  let told: LibraryLink | null | undefined;
  const aside = new Set<DocId>();
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // A tab of another version may say something else.
    const away = ToldAside.safeParse(data);
    if (away.success) hide(away.data.aside);
    const heard = Told.safeParse(data);
    if (!heard.success) return;
    if (!isRead) told = heard.data;
    else {
      goOnWith(heard.data).catch((error: unknown) => {
        console.error('The library could not go on where it is linked to.', error);
      });
    }
  });
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  entriesChanged(doc, (docId) => unread.add(docId));
  const changed = () => {
    isOld = ready;
    tell();
  };
  doc.on('update', changed);

  const readEntries = () => {
    if (!isOld) return entries;
    for (const docId of unread) {
      const entry = readEntry(doc, docId);
      if (entry) read.set(docId, entry);
      else if (!isKept(doc, docId) && !isHeld(docId)) read.delete(docId);
    }
    unread.clear();
    isOld = false;
    entries = [...read.values()];
    if (aside.size > 0) entries = entries.filter(isShown);
    return entries;
  };
  /** What comes out of the trash, here or elsewhere, is wanted on all devices again. */
  const isShown = ({ docId, trashedAt }: LibraryEntry) => {
    if (trashedAt === null && aside.delete(docId)) replica.keepFact(ASIDE_FACT, [...aside]);
    return !aside.has(docId);
  };
  const hide = (docId: DocId) => {
    aside.add(docId);
    changed();
  };
  /** What seals the secrets is not there from the start. */
  async function goOnWith(next: LibraryLink | null): Promise<void> {
    // With what opens them until then.
    readEntries();
    link = next;
    tell();
    const [{ setLibrarySecret }, { sealLibrary }] = await Promise.all([
      import('../../shared/library/sealer.ts'),
      import('../../shared/library/seal-library.ts'),
    ]);
    if (link !== next) return;
    // Also what a tab wrote that did not know of it: nothing in plain may be there to be sent.
    if (next && librarySecret(doc) !== next.secret) sealLibrary(doc, next.secret);
    setLibrarySecret(doc, next?.secret ?? null);
    replica.goTo(next?.secret ?? null);
    for (const docId of documentsOf(doc)) unread.add(docId);
    changed();
  }

  const readFacts = async () => {
    const secret = Secret.safeParse(replica.fact(SECRET_FACT));
    const device = replica.fact(DEVICE_FACT);
    isRead = true;
    const away = Aside.safeParse(replica.fact(ASIDE_FACT));
    if (away.success) for (const docId of away.data) aside.add(docId);
    const kept =
      secret.success && typeof device === 'string' ? { secret: secret.data, device } : null;
    const first = told === undefined ? kept : told;
    if (first && link === null) await goOnWith(first);
  };
  const whenReady = replica.whenLoaded.then(async () => {
    await readFacts();
    // A storage that was too slow, or failed for a moment, tells only later what links this device.
    if (replica.status.get().device === 'failed') {
      const stop = replica.status.subscribe(() => {
        if (replica.status.get().device === 'failed') return;
        stop();
        readFacts().then(changed, (error: unknown) => {
          console.error('The library could not go on where it is linked to.', error);
        });
      });
    }
    ready = true;
    changed();
  });

  return {
    doc,
    replica,
    entries: readEntries,
    isReady: () => ready,
    whenReady,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    link: () => link,
    goOnWith,
    tellTabs: (next) => channel?.postMessage(next),
    putAside(docId) {
      hide(docId);
      replica.keepFact(ASIDE_FACT, [...aside]);
      channel?.postMessage({ aside: docId } satisfies Of<typeof ToldAside>);
    },
  };
}

/** Whether forgetting a document elsewhere would take words along that only this device has. */
export function isHeld(name: DocumentName): boolean {
  return !wasRemoved(name) && (isOpenHere(name) || hasUnsentMark(name));
}

export const LibraryContext = createContext<LibraryStore | null>(null);

export interface Library {
  store: LibraryStore;
  doc: Y.Doc;
  entries: readonly LibraryEntry[];
  ready: boolean;
  /** Null where this device is linked with no other. */
  link: LibraryLink | null;
}

/** The library, live. Only below a LibraryContext. */
export function useLibrary(): Library {
  const store = useContext(LibraryContext);
  if (!store) throw new Error('useLibrary needs a LibraryContext above it');
  const entries = useSyncExternalStore(store.subscribe, store.entries);
  const ready = useSyncExternalStore(store.subscribe, store.isReady);
  const link = useSyncExternalStore(store.subscribe, store.link);
  return { store, doc: store.doc, entries, ready, link };
}
