/**
 * What the library does to the documents themselves: rename one, or take it off this device.
 *
 * Invariant: the title lives in the document; the library only remembers how it was last seen.
 */
import * as Y from 'yjs';
import { documentPath } from '../../shared/access/addresses.ts';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { readTitle, writeTitle } from '../../shared/document/text.ts';
import { forget } from '../../shared/library/arrange.ts';
import { type LibraryEntry, recordTitle } from '../../shared/library/library.ts';
import { dropMadeLinks } from '../../shared/library/made-links.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import type { ReplicaStatus } from '../replica/status.ts';
import { forgetPicture } from '../ui/kept-pictures.ts';
import { tLate } from '../words/late.ts';

/**
 * Gives the document another title. Resolves once this device keeps it; sending goes on behind.
 * Resolves to a sentence when it was not possible.
 */
export async function renameDocument(
  library: Y.Doc,
  entry: LibraryEntry,
  title: string,
): Promise<string | null> {
  const replica = openReplica({ docId: entry.docId, secret: entry.secret });
  try {
    await replica.whenLoaded;
    if (!replica.hasContent()) {
      void replica.close();
      return tLate().library.notHereYet;
    }
    writeTitle(replica.doc, title);
    recordTitle(library, entry.docId, readTitle(replica.doc));
    const status = await statusWhere(replica, (now) => now.device !== 'saving');
    void closeWhenSent(replica);
    return status.device === 'failed' && status.deviceProblem
      ? tLate().deviceProblems[status.deviceProblem.reason]
      : null;
  } catch (error) {
    void replica.close();
    throw error;
  }
}

/** All of a document as this device has it, as one update; null where it has nothing of it. */
export async function readCopy(entry: LibraryEntry): Promise<Uint8Array | null> {
  const replica = openReplica({ docId: entry.docId, secret: entry.secret });
  try {
    await replica.whenLoaded;
    return replica.hasContent() ? Y.encodeStateAsUpdate(replica.doc) : null;
  } finally {
    void replica.close();
  }
}

/** Writes what a new document begins with, without showing it. Resolves once it is kept here. */
export async function writeNew(
  { docId, secret }: { docId: DocId; secret: Secret },
  write: (doc: Y.Doc) => void,
): Promise<void> {
  const replica = openReplica({ docId, secret });
  await replica.whenLoaded;
  write(replica.doc);
  await statusWhere(replica, (now) => now.device !== 'saving');
  void closeWhenSent(replica);
}

/** Erases this device's copy and forgets the document with its secrets and links. */
export async function removeFromDevice(library: Y.Doc, entry: LibraryEntry): Promise<void> {
  const replica = openReplica({ docId: entry.docId, secret: entry.secret });
  await replica.whenLoaded;
  await replica.erase();
  forgetPicture(documentPath(entry.docId));
  library.transact(() => {
    forget(library, entry.docId);
    dropMadeLinks(library, entry.docId);
  });
}

/** Stays open until the server has the change, or it is clear that this has to wait. */
async function closeWhenSent(replica: Replica): Promise<void> {
  await statusWhere(
    replica,
    ({ server, unconfirmed }) =>
      server === 'offline' || server === 'refused' || (server === 'synced' && unconfirmed === 0),
  );
  await replica.close();
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
