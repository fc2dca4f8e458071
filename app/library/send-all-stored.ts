/**
 * Sends the texts of all documents that wait on this device, and the library of linked devices, where
 * there is no page: the service worker's part of the outbox.
 *
 * Invariant: what waits is known by what is stored with each document, since a worker cannot read
 * the marks; what is stored is only read, and no secret of the library leaves this device unsealed.
 */
import * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { docIdOf, Secret } from '../../shared/access/ids.ts';
import { readDeletedForAll } from '../../shared/library/deleted-for-all.ts';
import { LIBRARY_NAME, type LibraryEntry, readEntries } from '../../shared/library/library.ts';
import { readMadeLinks } from '../../shared/library/made-links.ts';
import { setLibrarySecret } from '../../shared/library/sealer.ts';
import { sendStored } from '../replica/send-stored.ts';
import { readStoredCopy, storedFacts, storedNames } from '../replica/stored-copy.ts';
import { SECRET_FACT } from './link-facts.ts';

/** The library as it is stored: a copy that is not written back. */
export interface StoredLibrary {
  doc: Y.Doc;
  /** What linked devices share; null where none is linked. */
  secret: Secret | null;
}

/** Null where this device has none. */
export async function readStoredLibrary(): Promise<StoredLibrary | null> {
  const copy = await readStoredCopy(LIBRARY_NAME);
  if (!copy) return null;
  const kept = Secret.safeParse((await storedFacts(LIBRARY_NAME)).get(SECRET_FACT));
  const secret = kept.success ? kept.data : null;
  setLibrarySecret(copy.doc, secret);
  return { doc: copy.doc, secret };
}

/** Its documents, with what opens them. */
export function entriesOf({ doc }: StoredLibrary): LibraryEntry[] {
  return readEntries(doc);
}

/**
 * What was changed in the library of linked devices, unless a secret can be read in it: a tab that did
 * not know of the link wrote it, and a page seals it first.
 */
export async function sendStoredLibrary(library: StoredLibrary, serverUrl: string): Promise<void> {
  const { secret } = library;
  if (secret === null || isSecretIn(library)) return;
  await sendStored({ name: LIBRARY_NAME, room: docIdOf(secret), secret }, serverUrl);
}

function isSecretIn({ doc }: StoredLibrary): boolean {
  const bytes = new TextDecoder('latin1').decode(Y.encodeStateAsUpdate(doc));
  const links = readMadeLinks(doc).map((link) => link.secret);
  const entries = readEntries(doc).map((entry) => entry.secret);
  const secrets = [...links, ...entries, ...readDeletedForAll(doc).values()];
  return secrets.some((secret) => bytes.includes(secret));
}

/**
 * One after another; one that cannot be sent holds up no other.
 *
 * @param serverUrl where WebSockets go, `ws://host/sync`
 * @throws AggregateError where something has to be tried again later
 */
export async function sendAllStored(
  entries: readonly LibraryEntry[],
  serverUrl: string,
): Promise<void> {
  const secrets = new Map(entries.map(({ docId, secret }) => [docId, secret]));
  const failures: unknown[] = [];
  for (const stored of await storedNames()) {
    const named = parseDocumentName(stored);
    const secret = named && secrets.get(named.docId);
    if (!named || !secret) continue;
    try {
      await sendStored({ name: named.name, room: named.name, secret }, serverUrl);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some of what waits was not sent.');
}
