/**
 * Which documents of the library others changed since this person saw them on any of their devices,
 * and who. The server is asked for it when the library shows, and again when one comes back to it.
 *
 * Invariant: what is asked is one small call for each document that was used lately, a few at a time;
 * a document is brought here only where somebody wrote in it who is not known by name yet, and what
 * is said about it where something was said since that was last brought.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { discussionOf } from '../../../shared/access/document-name.ts';
import { DocId } from '../../../shared/access/ids.ts';
import { readPeople } from '../../../shared/document/read-people.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { readSeenUpTo, recordSeen } from '../../../shared/library/seen.ts';
import type { DocumentChanges } from '../../../shared/protocol/http.ts';
import { array, int, tuple } from '../../../shared/shape.ts';
import { whenIdle } from '../../../shared/when-idle.ts';
import { fetchChanges } from '../../history/history-api.ts';
import { listed, namesOf } from '../../history/names.ts';
import { exchanged } from '../../library/exchanged.ts';
import type { Library, LibraryStore } from '../../library/library-store.ts';
import { thisPerson } from '../../presence/this-person.ts';
import { isOffline } from '../../replica/offline.ts';
import { openReplica } from '../../replica/open-replica.ts';

/** Those used last are asked for. */
const MOST_ASKED = 40;
const AT_A_TIME = 3;
/** Rows come first, and from a linked device many one after the other, ms. */
const REST_MS = 500;
/** When to begin, where nothing is idle before, ms. */
const WITHIN_MS = 3000;

interface Changed {
  names: string;
  /** The last row of it. */
  sequence: number;
}

/** Up to which row of its log this device was brought what is said about a document. */
const FACT = 'talked up to';
const TalkedUpTo = array(tuple(DocId, int(1)));

/** People by their ids, as documents have told of them. */
const known: ReturnType<typeof readPeople> = new Map();

/**
 * The names of who changed it, by document; and what takes one for seen, on all devices.
 *
 * @param onTalk told where more is said about a document than this device had
 */
export function useNewsOfDocuments(
  library: Library,
  onTalk: (docId: DocId) => void,
): {
  news: ReadonlyMap<DocId, string>;
  seen: (docId: DocId) => void;
} {
  const [changed, setChanged] = useState<ReadonlyMap<string, Changed>>(new Map());
  const latest = useRef({ library, changed });
  latest.current = { library, changed };
  const { ready, doc, entries } = library;
  const count = entries.length;
  useEffect(() => {
    // What comes from a linked device is asked for, too.
    if (!ready || count === 0) return;
    let isOver = false;
    const look = () => {
      const tell = (docId: DocId, found: Changed | null) => {
        if (isOver) return;
        setChanged((before) => {
          if (!found && !before.has(docId)) return before;
          const now = new Map(before);
          if (found) now.set(docId, found);
          else now.delete(docId);
          return now;
        });
      };
      askAll(latest.current.library, tell, onTalk, () => isOver).catch((error: unknown) => {
        console.info('What others changed is not known now.', error);
      });
    };
    let cancel = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        cancel();
        cancel = whenIdle(look, WITHIN_MS);
      }, REST_MS);
    };
    const again = () => {
      if (document.visibilityState !== 'hidden') soon();
    };
    soon();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      clearTimeout(timer);
      cancel();
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [ready, count, onTalk]);
  // On another device it may have been seen meanwhile.
  const news = new Map<DocId, string>();
  for (const { docId } of entries) {
    const found = changed.get(docId);
    if (found && (readSeenUpTo(doc, docId)?.sequence ?? 0) < found.sequence)
      news.set(docId, found.names);
  }
  const seen = useCallback((docId: DocId) => {
    const { library: at, changed: now } = latest.current;
    const found = now.get(docId);
    if (found) recordSeen(at.doc, docId, { sequence: found.sequence, at: Date.now() });
  }, []);
  return { news, seen };
}

async function askAll(
  { doc, entries, store }: Library,
  tell: (docId: DocId, found: Changed | null) => void,
  onTalk: (docId: DocId) => void,
  isOver: () => boolean,
): Promise<void> {
  const due = usedLately(entries.filter(({ docId }) => readSeenUpTo(doc, docId) !== null));
  const next = async (): Promise<void> => {
    const entry = due.shift();
    if (!entry || isOver() || isOffline()) return;
    try {
      const { docId } = entry;
      const after = readSeenUpTo(doc, docId)?.sequence ?? 0;
      const { writers, talkers = [] } = await fetchChanges(
        docId,
        entry.secret,
        after,
        talkedUpTo(store).get(docId),
      );
      tell(docId, await changedBy(entry, writers));
      if (await bringNewTalk(store, entry, talkers)) onTalk(docId);
    } catch (error) {
      // Its link may not open it any more, or the network is gone: others are asked for all the same.
      console.info('What others changed in a document is not known now.', error);
    }
    return next();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
}

function talkedUpTo({ replica }: LibraryStore): Map<DocId, number> {
  const kept = TalkedUpTo.safeParse(replica.fact(FACT));
  return new Map(kept.success ? kept.data : []);
}

/** Brings what is said about documents that were used lately, or about one, where there is more. */
export async function askForTalk(store: LibraryStore, only?: DocId): Promise<void> {
  const due =
    only === undefined
      ? usedLately(store.entries())
      : store.entries().filter(({ docId }) => docId === only);
  for (const entry of due) {
    if (isOffline()) return;
    const { docId, secret } = entry;
    const after = readSeenUpTo(store.doc, docId)?.sequence ?? 0;
    try {
      const upTo = talkedUpTo(store).get(docId);
      const { talkers = [] } = await fetchChanges(docId, secret, after, upTo);
      await bringNewTalk(store, entry, talkers);
    } catch (error) {
      console.info('What is said about a document is not known now.', error);
    }
  }
}

function usedLately(entries: readonly LibraryEntry[]): LibraryEntry[] {
  return entries
    .filter(({ trashedAt, refused }) => trashedAt === null && !refused)
    .sort((a, b) => (b.lastOpened ?? b.added) - (a.lastOpened ?? a.added))
    .slice(0, MOST_ASKED);
}

/** @returns whether there is more of it here than before */
async function bringNewTalk(
  store: LibraryStore,
  entry: LibraryEntry,
  talkers: DocumentChanges['writers'],
): Promise<boolean> {
  if (talkers.length === 0 || !(await bringTalk(entry))) return false;
  const upTo = Math.max(...talkers.map(({ sequence }) => sequence));
  store.replica.keepFact(FACT, [...talkedUpTo(store).set(entry.docId, upTo)]);
  return true;
}

/** Whether all that is said about it is here now. */
async function bringTalk({ docId, secret }: LibraryEntry): Promise<boolean> {
  const replica = openReplica({ name: discussionOf(docId), secret });
  try {
    await replica.whenLoaded;
    return (await exchanged(replica.status)) === 'here';
  } finally {
    await replica.close();
  }
}

async function changedBy(
  entry: LibraryEntry,
  writers: DocumentChanges['writers'],
): Promise<Changed | null> {
  const me = thisPerson().id;
  const others = writers
    .filter(({ person }) => person !== me)
    .sort((a, b) => b.sequence - a.sequence);
  if (others.length === 0) return null;
  if (others.some(({ person }) => person !== null && !known.has(person))) await meetPeople(entry);
  return {
    names: listed(
      namesOf(
        others.map(({ person }) => person),
        known,
      ),
    ),
    sequence: Math.max(...writers.map(({ sequence }) => sequence)),
  };
}

/** Who writes in it says so in the document, which is brought here with that. */
async function meetPeople({ docId, secret }: LibraryEntry): Promise<void> {
  const replica = openReplica({ name: docId, secret });
  try {
    await replica.whenLoaded;
    await exchanged(replica.status);
    for (const [id, person] of readPeople(replica.doc)) known.set(id, person);
  } finally {
    await replica.close();
  }
}
