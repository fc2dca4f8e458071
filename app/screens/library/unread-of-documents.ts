/**
 * What is said in the documents of the library and this person has not read, on any of their devices.
 *
 * Invariant: it is counted from what this device keeps, one document after the other, when there is
 * nothing better to do; what is read elsewhere is not counted any more as soon as that is known.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type * as Y from 'yjs';
import { discussionOf } from '../../../shared/access/document-name.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import type { Thread } from '../../../shared/discussion/discussion.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import {
  countUnread,
  markRead,
  READ_MARKS,
  readMarks,
  type Unread,
} from '../../../shared/library/read-marks.ts';
import { whenIdle } from '../../../shared/when-idle.ts';
import { keptThreads } from '../../discussion/kept-threads.ts';
import type { Library } from '../../library/library-store.ts';
import { thisPerson } from '../../presence/this-person.ts';
import { storedNames } from '../../replica/stored-copy.ts';

/** When to begin, where nothing is idle before, ms. */
const WITHIN_MS = 3000;

export interface UnreadOfDocuments {
  /** Of documents with any. */
  unread: ReadonlyMap<DocId, Unread>;
  /** What this device keeps of it is another thing now. */
  lookAt: (docId: DocId) => void;
  /** All of it has been read. */
  read: (docId: DocId) => void;
}

export function useUnreadOfDocuments({ ready, doc, entries }: Library): UnreadOfDocuments {
  const [threads, setThreads] = useState<ReadonlyMap<DocId, Thread[]>>(new Map());
  const [marks, setMarks] = useState(0);
  const latest = useRef({ doc, entries, threads });
  latest.current = { doc, entries, threads };
  const lookAt = useCallback((docId: DocId) => {
    void lookAtAll([docId], setThreads, () => false);
  }, []);
  const read = useCallback((docId: DocId) => {
    const known = latest.current.threads.get(docId);
    if (known) markRead(latest.current.doc, docId, known);
  }, []);
  useEffect(() => {
    const map = doc.getMap(READ_MARKS);
    const marked = () => setMarks((before) => before + 1);
    map.observe(marked);
    return () => map.unobserve(marked);
  }, [doc]);
  const count = entries.length;
  useEffect(() => {
    if (!ready || count === 0) return;
    let isOver = false;
    let cancel = () => {};
    const look = async () => {
      const stored = new Set<string>(await storedNames());
      const discussed = latest.current.entries
        .filter(({ docId, trashedAt }) => trashedAt === null && stored.has(discussionOf(docId)))
        .map(({ docId }) => docId);
      await lookAtAll(discussed, setThreads, () => isOver);
    };
    const soon = () => {
      if (document.visibilityState === 'hidden') return;
      cancel();
      cancel = whenIdle(() => {
        look().catch((error: unknown) => {
          console.error('What is new in the comments is not known.', error);
        });
      }, WITHIN_MS);
    };
    soon();
    // Another tab may have said or read something.
    document.addEventListener('visibilitychange', soon);
    return () => {
      isOver = true;
      cancel();
      document.removeEventListener('visibilitychange', soon);
    };
  }, [ready, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where something was marked, it is counted anew
  const unread = useMemo(
    () => unreadOf(doc, entries, threads, thisPerson().id),
    [entries, threads, doc, marks],
  );
  return { unread, lookAt, read };
}

/** What is in the trash says nothing. */
export function unreadOf(
  library: Y.Doc,
  entries: readonly LibraryEntry[],
  threads: ReadonlyMap<DocId, readonly Thread[]>,
  person: string,
): Map<DocId, Unread> {
  const counted = new Map<DocId, Unread>();
  for (const { docId, trashedAt } of entries) {
    const known = trashedAt === null ? threads.get(docId) : undefined;
    const found = known ? countUnread(known, readMarks(library, docId), person) : null;
    if (found && found.messages > 0) counted.set(docId, found);
  }
  return counted;
}

async function lookAtAll(
  docIds: readonly DocId[],
  tell: (change: (before: ReadonlyMap<DocId, Thread[]>) => ReadonlyMap<DocId, Thread[]>) => void,
  isOver: () => boolean,
): Promise<void> {
  const found = new Map<DocId, Thread[]>();
  for (const docId of docIds) {
    if (isOver()) return;
    try {
      found.set(docId, await keptThreads(docId));
    } catch (error) {
      console.error('What is said about a document cannot be read on this device.', error);
    }
  }
  if (found.size > 0 && !isOver()) tell((before) => new Map([...before, ...found]));
}
