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
  entriesChanged,
  isKept,
  LIBRARY_NAME,
  type LibraryEntry,
  readEntries,
  readEntry,
} from '../../shared/library/library.ts';
import { setLibrarySecret } from '../../shared/library/sealing.ts';
import { type LocalReplica, openLocalReplica } from '../replica/open-replica.ts';

export interface LibraryStore {
  doc: Y.Doc;
  replica: LocalReplica;
  /** The same array until something changes. */
  entries(): readonly LibraryEntry[];
  /** Whether what this device keeps has been read (or cannot be read: the replica says why). */
  isReady(): boolean;
  whenReady: Promise<void>;
  subscribe(listener: () => void): () => void;
  /** What links another device, and how this one is called; null where none is linked. */
  link(): LibraryLink | null;
  /**
   * Keeps what links this device, together with what changed in this turn, and goes on there: see
   * `linking.ts`.
   */
  keepLink(link: LibraryLink | null): void;
}

export interface LibraryLink {
  secret: Secret;
  device: DeviceId;
}

const SECRET = 'library secret';
const DEVICE = 'device';
/** Tells the other tabs of this browser which library is theirs now. */
const CHANNEL = 'driftless-library';

export function openLibrary(): LibraryStore {
  const replica = openLocalReplica(LIBRARY_NAME);
  const { doc } = replica;
  const listeners = new Set<() => void>();
  const read = new Map<DocId, LibraryEntry>();
  let entries: readonly LibraryEntry[] | null = null;
  let link: LibraryLink | null = null;
  let ready = false;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const readAgain = (docId: DocId) => {
    const entry = readEntry(doc, docId);
    if (entry) read.set(docId, entry);
    else if (!isKept(doc, docId)) read.delete(docId);
  };
  entriesChanged(doc, (docIds) => {
    for (const docId of docIds) readAgain(docId);
  });
  doc.on('update', () => {
    entries = null;
    tell();
  });

  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = ({ data }: MessageEvent<LibraryLink | null>) => follow(data);

  /** The rest of what belongs to a link that is known to be kept. */
  function follow(next: LibraryLink | null): void {
    link = next;
    setLibrarySecret(doc, next?.secret ?? null);
    replica.goTo(next?.secret ?? null);
    for (const entry of readEntries(doc)) read.set(entry.docId, entry);
    entries = null;
    tell();
  }

  const whenReady = replica.whenLoaded.then(() => {
    const secret = Secret.safeParse(replica.fact(SECRET));
    const device = replica.fact(DEVICE);
    if (secret.success && typeof device === 'string') {
      follow({ secret: secret.data, device });
    } else for (const entry of readEntries(doc)) read.set(entry.docId, entry);
    entries = null;
    ready = true;
    tell();
  });

  return {
    doc,
    replica,
    entries() {
      entries ??= [...read.values()];
      return entries;
    },
    isReady: () => ready,
    whenReady,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    link: () => link,
    keepLink(next) {
      replica.keepFact(SECRET, next?.secret);
      replica.keepFact(DEVICE, next?.device);
      channel?.postMessage(next);
      follow(next);
    },
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
