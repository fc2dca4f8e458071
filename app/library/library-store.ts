/**
 * The library of this device: opened once for the whole app, and read live.
 *
 * Invariant: what the screens show is read from the library's Y.Doc alone, so a change made in
 * another tab or on another device shows in the same way as one made here. An entry whose secret
 * cannot be read for the moment stays as it was last read: only forgetting takes it away.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { type DocId, Secret } from '../../shared/access/ids.ts';
import type { DeviceId } from '../../shared/library/devices.ts';
import {
  documentsOf,
  entriesChanged,
  isKept,
  LIBRARY_NAME,
  type LibraryEntry,
  readEntry,
} from '../../shared/library/library.ts';
import { type LocalReplica, openLocalReplica } from '../replica/open-replica.ts';

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
}

export interface LibraryLink {
  secret: Secret;
  device: DeviceId;
}

/** Facts of this device: what links it. */
export const SECRET_FACT = 'library secret';
export const DEVICE_FACT = 'device';

export function openLibrary(): LibraryStore {
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
      else if (!isKept(doc, docId)) read.delete(docId);
    }
    unread.clear();
    isOld = false;
    entries = [...read.values()];
    return entries;
  };
  /** What seals the secrets is not there from the start. */
  async function goOnWith(next: LibraryLink | null): Promise<void> {
    // With what opens them until then.
    readEntries();
    link = next;
    tell();
    const { setLibrarySecret } = await import('../../shared/library/sealer.ts');
    if (link !== next) return;
    setLibrarySecret(doc, next?.secret ?? null);
    replica.goTo(next?.secret ?? null);
    for (const docId of documentsOf(doc)) unread.add(docId);
    changed();
  }

  const whenReady = replica.whenLoaded.then(async () => {
    const secret = Secret.safeParse(replica.fact(SECRET_FACT));
    const device = replica.fact(DEVICE_FACT);
    if (secret.success && typeof device === 'string') {
      await goOnWith({ secret: secret.data, device });
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
  };
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
