/**
 * The library of this device: opened once for the whole app, and read live.
 *
 * Invariant: what the screens show is read from the library's Y.Doc alone, so a change made in
 * another tab or on another device shows in the same way as one made here.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { LIBRARY_NAME, type LibraryEntry, readEntries } from '../../shared/library/library.ts';
import { openLocalReplica, type Replica } from '../replica/open-replica.ts';

export interface LibraryStore {
  doc: Y.Doc;
  replica: Replica;
  /** The same array until something changes. */
  entries(): readonly LibraryEntry[];
  /** Whether what this device keeps has been read (or cannot be read: the replica says why). */
  isReady(): boolean;
  whenReady: Promise<void>;
  subscribe(listener: () => void): () => void;
}

export function openLibrary(): LibraryStore {
  const replica = openLocalReplica(LIBRARY_NAME);
  const listeners = new Set<() => void>();
  let entries: readonly LibraryEntry[] | null = null;
  let ready = false;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  replica.doc.on('update', () => {
    entries = null;
    tell();
  });
  const whenReady = replica.whenLoaded.then(() => {
    ready = true;
    tell();
  });
  return {
    doc: replica.doc,
    replica,
    entries() {
      entries ??= readEntries(replica.doc);
      return entries;
    },
    isReady: () => ready,
    whenReady,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const LibraryContext = createContext<LibraryStore | null>(null);

export interface Library {
  store: LibraryStore;
  doc: Y.Doc;
  entries: readonly LibraryEntry[];
  ready: boolean;
}

/** The library, live. Only below a LibraryContext. */
export function useLibrary(): Library {
  const store = useContext(LibraryContext);
  if (!store) throw new Error('useLibrary needs a LibraryContext above it');
  const entries = useSyncExternalStore(store.subscribe, store.entries);
  const ready = useSyncExternalStore(store.subscribe, store.isReady);
  return { store, doc: store.doc, entries, ready };
}
