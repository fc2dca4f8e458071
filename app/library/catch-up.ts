/**
 * Brings the documents of the library to this device, so that they open here without a network.
 *
 * Invariant: one document after another, those used last first, by one tab of the browser, and never
 * more than the person allows to come by itself; what is here because it was opened is not counted.
 */
import { discussionOf } from '../../shared/access/document-name.ts';
import { DocId } from '../../shared/access/ids.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { array, number, object, optional } from '../../shared/shape.ts';
import { isOffline } from '../replica/offline.ts';
import { openReplica } from '../replica/open-replica.ts';
import { storedNames } from '../replica/stored-copy.ts';
import { exchanged } from './exchanged.ts';
import type { LibraryStore } from './library-store.ts';

const FACT = 'caught up';
const LOCK = 'driftless-catch-up';
/** What nobody opens is asked for again after this, ms. */
const AGAIN_AFTER_MS = 86_400_000;
/** After a change of the library, ms. */
const REST_MS = 1500;
/** What has been brought is noted this often: of thousands of documents it is a long list, ms. */
const NOTE_EVERY_MS = 2000;

const CaughtUp = array(object({ docId: DocId, at: number, bytes: number, used: optional(number) }));

interface Copy {
  /** When it was last up to date because of this, ms since 1970. */
  at: number;
  /** What came by itself; 0 for what was here before. */
  bytes: number;
  /**
   * When it had last been used then, by the clock of whichever device that was: only whether it is
   * another time now says anything.
   */
  used?: number | undefined;
}

interface Limit {
  bytes: () => number;
  subscribe: (listener: () => void) => () => void;
}

/** Begins, and goes on whenever there is something to bring; returns how to stop it. */
export function catchUp(library: LibraryStore, limit: Limit): () => void {
  let stopped = false;
  let running = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), REST_MS);
  };
  const run = async () => {
    if (running) again = true;
    if (running || stopped || isOffline()) return;
    running = true;
    try {
      await library.whenReady;
      await alone(() => bringAll(library, limit, () => stopped || isOffline()));
    } catch (error) {
      console.error('Documents could not be brought to this device.', error);
    }
    running = false;
    if (again) start();
    again = false;
  };
  const stops = [library.subscribe(start), limit.subscribe(start)];
  addEventListener('online', start);
  start();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    removeEventListener('online', start);
  };
}

/** In this tab only if no other one is at it; where there are no locks, in each. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

async function bringAll(library: LibraryStore, limit: Limit, isOver: () => boolean): Promise<void> {
  const copies = readCopies(library);
  const stored = new Set(await storedNames());
  const due = dueOf(library.entries(), stored, copies, Date.now());
  let notedAt = Date.now();
  const note = () => {
    notedAt = Date.now();
    const known = new Set(library.entries().map(({ docId }) => docId));
    library.replica.keepFact(
      FACT,
      [...copies].flatMap(([docId, copy]) => (known.has(docId) ? [{ docId, ...copy }] : [])),
    );
  };
  try {
    for (const entry of due) {
      const isNew = !stored.has(entry.docId);
      if (isOver()) return;
      if (isNew && bytesOf(copies) >= limit.bytes()) continue;
      const bytes = await bringOne(entry);
      if (bytes === null) continue;
      const before = copies.get(entry.docId)?.bytes ?? 0;
      copies.set(entry.docId, {
        at: Date.now(),
        bytes: isNew || before > 0 ? bytes : 0,
        used: used(entry),
      });
      if (Date.now() - notedAt > NOTE_EVERY_MS) note();
    }
  } finally {
    if (due.length > 0) note();
  }
}

/** What is not here, or was used since it was brought, or not looked at for long. */
export function dueOf(
  entries: readonly LibraryEntry[],
  stored: ReadonlySet<string>,
  copies: ReadonlyMap<DocId, Copy>,
  now: number,
): LibraryEntry[] {
  return entries
    .filter((entry) => {
      if (entry.trashedAt !== null) return false;
      const copy = copies.get(entry.docId);
      // This device's own clock may have been set back.
      const isOld = copy === undefined || Math.abs(now - copy.at) > AGAIN_AFTER_MS;
      const wasUsed = copy?.used !== undefined && copy.used !== used(entry);
      return isOld || (stored.has(entry.docId) && wasUsed);
    })
    .sort((a, b) => used(b) - used(a));
}

function used({ lastOpened, added }: LibraryEntry): number {
  return lastOpened ?? added;
}

function bytesOf(copies: ReadonlyMap<DocId, Copy>): number {
  let sum = 0;
  for (const { bytes } of copies.values()) sum += bytes;
  return sum;
}

function readCopies(library: LibraryStore): Map<DocId, Copy> {
  const kept = CaughtUp.safeParse(library.replica.fact(FACT));
  return new Map(kept.success ? kept.data.map(({ docId, ...copy }) => [docId, copy]) : []);
}

/** What is said about a document can be read without a network as the document can. */
async function bringDiscussion({ docId, secret }: Pick<LibraryEntry, 'docId' | 'secret'>) {
  const replica = openReplica({ name: discussionOf(docId), secret });
  try {
    await replica.whenLoaded;
    await exchanged(replica.status);
  } finally {
    await replica.close();
  }
}

/** The bytes of the document; null where it did not come, and should be asked for later. */
async function bringOne({ docId, secret }: LibraryEntry): Promise<number | null> {
  const replica = openReplica({ name: docId, secret });
  try {
    await replica.whenLoaded;
    const end = await exchanged(replica.status);
    if (end === 'offline') return null;
    if (replica.status.get().hasDiscussion) await bringDiscussion({ docId, secret });
    const { encodeStateAsUpdate } = await import('yjs');
    return replica.hasContent() ? encodeStateAsUpdate(replica.doc).length : 0;
  } finally {
    await replica.close();
  }
}
