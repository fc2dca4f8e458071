/**
 * What the library does to the documents themselves: rename one, or take it off this device.
 *
 * Invariant: the title lives in the document; the library only remembers how it was last seen.
 */
import type * as Y from 'yjs';
import { documentPath } from '../../shared/access/addresses.ts';
import { type DocumentName, namesAmong } from '../../shared/access/document-name.ts';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { copiedState } from '../../shared/document/copied.ts';
import { readTitle, renameTitle } from '../../shared/document/text.ts';
import { forget } from '../../shared/library/arrange.ts';
import { type LibraryEntry, recordTitle } from '../../shared/library/library.ts';
import { dropMadeLinks } from '../../shared/library/made-links.ts';
import { dropReadMarks } from '../../shared/library/read-marks.ts';
import { tLazy } from '../i18n/lazy.ts';
import { forgetHistory } from '../replica/kept-histories.ts';
import { StorageError } from '../replica/local-store.ts';
import { noteRemoved, unnoteRemoved } from '../replica/note-removed.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import { forgetSeen } from '../replica/seen-copies.ts';
import type { ReplicaStatus } from '../replica/status.ts';
import { storedNames, unsentChanges } from '../replica/stored-copy.ts';
import { forgetDrafts } from '../ui/stored-drafts.ts';
import { storePlace } from '../ui/stored-places.ts';
import { forgetSnapshot } from '../ui/stored-snapshots.ts';
import type { Library } from './library-store.ts';

/**
 * Gives the document another title than the one shown, and keeps what came since. Resolves once
 * this device keeps it; the outbox sends it. Resolves to a sentence when it was not possible.
 */
export async function renameDocument(
  library: Y.Doc,
  entry: LibraryEntry,
  title: string,
  shown: string,
): Promise<string | null> {
  const replica = openReplica({ name: entry.docId, secret: entry.secret });
  try {
    await replica.whenLoaded;
    if (!replica.hasContent()) {
      void replica.close();
      return tLazy().library.notHereYet;
    }
    renameTitle(replica.doc, shown, title);
    recordTitle(library, entry.docId, readTitle(replica.doc));
    const problem = await problemOf(replica);
    void replica.close();
    return problem;
  } catch (error) {
    void replica.close();
    throw error;
  }
}

/** What a copy of a document begins with, as this device has it; null where it has nothing of it. */
export async function readCopy(entry: LibraryEntry): Promise<Uint8Array | null> {
  const replica = openReplica({ name: entry.docId, secret: entry.secret });
  try {
    await replica.whenLoaded;
    return replica.hasContent() ? copiedState(replica.doc) : null;
  } finally {
    void replica.close();
  }
}

/**
 * Writes what a new document begins with, without showing it. Resolves once it is kept here, or to a
 * sentence where it is not: then it is there as long as the page is, and tried again.
 */
export async function writeNew(
  { name, secret }: { name: DocumentName; secret: Secret },
  write: (doc: Y.Doc) => void,
): Promise<string | null> {
  // A server counts whoever asks for a new document, also one that leaves before it is there.
  const replica = openReplica({ name, secret }, { staysHere: true });
  await replica.whenLoaded;
  write(replica.doc);
  const problem = await problemOf(replica);
  void replica.close();
  return problem;
}

/** Why something could not be taken off this device, in a sentence. */
export function wordsOf(error: unknown): string {
  if (error instanceof StorageError) return tLazy().deviceProblems[error.reason];
  return error instanceof Error ? error.message : String(error);
}

/** Why this device cannot keep what was written, in a sentence; null once it has. */
export async function problemOf(replica: Replica): Promise<string | null> {
  const { device, deviceProblem } = await statusWhere(replica, (now) => now.device !== 'saving');
  return device === 'failed' && deviceProblem ? tLazy().deviceProblems[deviceProblem.reason] : null;
}

/**
 * Takes a document off this device, or off all devices of this person with its secrets and links.
 * Where no other device is linked, that is the same.
 *
 * @param removeFiles takes its pictures and files off this device, once its text has gone
 */
export async function removeDocument(
  { doc, store }: Pick<Library, 'doc' | 'store'>,
  entry: LibraryEntry,
  from: 'here' | 'everywhere',
  removeFiles: (docId: DocId) => Promise<void> = async () => undefined,
): Promise<void> {
  await eraseCopy(entry);
  await removeFiles(entry.docId);
  if (from === 'here' && store.link()) {
    store.putAside(entry.docId);
    return;
  }
  doc.transact(() => {
    forget(doc, entry.docId);
    dropMadeLinks(doc, entry.docId);
    dropReadMarks(doc, entry.docId);
  });
}

/** How many changes of the text, of its drafts and of what is said about it nobody else has. */
export async function unsentOf(docId: DocId): Promise<number> {
  let sum = 0;
  for (const name of namesAmong(docId, await storedNames())) sum += await unsentChanges(name);
  return sum;
}

/** Takes what this device has of the text, its drafts, and of what is said, or was about to be, about it. */
export async function eraseCopy({ docId, secret }: LibraryEntry): Promise<void> {
  // Of all before anything goes: whoever shows it lets go of all.
  const names = namesAmong(docId, await storedNames());
  for (const name of names) noteRemoved(name);
  try {
    for (const name of names) {
      const replica = openReplica({ name, secret }, { staysHere: true });
      await replica.whenLoaded;
      await replica.erase();
    }
  } catch (error) {
    for (const name of names) unnoteRemoved(name);
    throw error;
  }
  forgetSnapshot(documentPath(docId));
  storePlace(docId, null);
  forgetDrafts(docId);
  try {
    await Promise.all([forgetSeen(docId), forgetHistory(docId)]);
  } catch (error) {
    // There is no place for it, so nothing is kept there either.
    console.info('What was seen of a document cannot be forgotten.', error);
  }
}

function statusWhere(
  replica: Replica,
  holds: (status: ReplicaStatus) => boolean,
): Promise<ReplicaStatus> {
  return new Promise((resolve) => {
    const check = () => {
      const status = replica.status.get();
      if (!holds(status)) return;
      stop();
      resolve(status);
    };
    const stop = replica.status.subscribe(check);
    check();
  });
}
