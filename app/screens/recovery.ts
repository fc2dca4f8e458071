/**
 * What this device has, as a recovery file, and taken in again on another device or on this one.
 *
 * Invariant: only what is here is read, so it works without a network. What is taken in adds
 * to what is here and changes nothing of it: keys that are missing, documents that are not listed,
 * words that a text does not have. Only a link that was revoked is so here, too. Once more does no harm.
 */
import * as Y from 'yjs';
import { type DocumentName, namesAmong } from '../../shared/access/document-name.ts';
import { docIdOf } from '../../shared/access/ids.ts';
import { moveToFolder, setPinned, setTemplate } from '../../shared/library/arrange.ts';
import { isOnlyBegun } from '../../shared/library/begun.ts';
import { FolderTree, restoreFolder } from '../../shared/library/folders.ts';
import {
  accessesOf,
  addEntry,
  ENTRIES,
  type LibraryEntry,
  moveToTrash,
  readEntry,
  recordOpened,
  recordRefusal,
  recordRole,
} from '../../shared/library/library.ts';
import {
  keepMadeLink,
  readMadeLinks,
  readRevoked,
  recordLinkSent,
} from '../../shared/library/made-links.ts';
import { registersOf } from '../../shared/library/registers.ts';
import { readWithdrawn, takeWithdrawn } from '../../shared/library/withdrawn-links.ts';
import { dayFromNow } from '../editor/objects/dates.ts';
import { tLazy } from '../i18n/lazy.ts';
import { problemOf, writeNew } from '../library/documents.ts';
import type { LibraryStore } from '../library/library-store.ts';
import { namesHere, readCopyHere } from '../replica/copy-here.ts';
import { openLocalReplica } from '../replica/open-replica.ts';
import { hasUnsentRecord } from '../replica/stored-copy.ts';
import { hasUnsentMark } from '../replica/unsent-marks.ts';
import type { SavedRecovery } from '../settings/RecoverySettings.tsx';
import { downloadFile, ImportError } from '../transfer/markdown-file.ts';
import {
  packRecovery,
  type RecoveredDocument,
  type Recovery,
  readRecovery,
} from '../transfer/recovery-file.ts';
import type { Part } from '../transfer/zip.ts';
import type { Restored } from './restore-library.ts';

/** Hands the file to the browser. */
export async function saveRecovery(library: LibraryStore): Promise<SavedRecovery> {
  const { file, ...saved } = await recoveryOf(library);
  const name = `${tLazy().recovery.fileName(dayFromNow(0))}.zip`;
  if (saved.documents > 0) downloadFile(name, file);
  return saved;
}

export async function recoveryOf(
  library: Pick<LibraryStore, 'doc' | 'entries' | 'whenReady'>,
): Promise<SavedRecovery & { file: Blob }> {
  await library.whenReady;
  const { doc } = library;
  const entries = library.entries().filter((entry) => !isOnlyBegun(entry));
  const here = await namesHere();
  /** What this device has of it: its text, its drafts, and what is said about it. */
  const namesOf = ({ docId }: LibraryEntry) =>
    namesAmong(docId, here).filter((name) => here.has(name));
  const missing: string[] = [];
  const documents: RecoveredDocument[] = [];
  for (const entry of entries) {
    const names = namesOf(entry);
    documents.push(await listed(doc, entry, names));
    if (names.length === 0) missing.push(entry.title);
  }
  async function* updates() {
    for (const name of entries.flatMap(namesOf)) {
      const copy = await readCopyHere(name);
      if (!copy) continue;
      const { store } = copy;
      // What lacks what it was made on, as of a damaged row, would have the whole file refused.
      store.pendingStructs = null;
      store.pendingDs = null;
      const update = Y.encodeStateAsUpdate(copy);
      copy.destroy();
      yield [name, update] as const;
    }
  }
  const { folders } = new FolderTree(doc);
  const file = await packRecovery({ folders, documents }, updates());
  return { file, documents: documents.length, missing };
}

async function listed(
  library: Y.Doc,
  entry: LibraryEntry,
  names: readonly DocumentName[],
): Promise<RecoveredDocument> {
  const { docId, title, added, lastOpened, pinned, folder, template, trashedAt } = entry;
  const unsentNames: DocumentName[] = [];
  for (const name of names)
    if (hasUnsentMark(name) || (await hasUnsentRecord(name))) unsentNames.push(name);
  const unsent = unsentNames.length > 0;
  const accesses = accessesOf(library, registersOf(library, ENTRIES).about(docId));
  const secrets = accesses.map(({ secret, role, refused = false }) => {
    // Whatever was said of a key, the document's id alone proves that it is its owner's.
    const isSaid = role === 'owner' && docIdOf(secret) !== docId;
    return { secret, role: isSaid ? null : role, refused };
  });
  const links = readMadeLinks(library, docId).map(({ docId: _docId, ...link }) => link);
  const facts = { title, added, lastOpened, pinned, folder, template, trashedAt };
  const withdrawn = readWithdrawn(library, docId);
  return { docId, secrets, ...facts, unsent, unsentNames, links, withdrawn };
}

/** @throws ImportError before anything is listed: where it is damaged, or there is no room for it. */
export async function takeRecovery(
  library: Y.Doc,
  fileName: string,
  files: ReadonlyMap<string, Part>,
): Promise<Restored> {
  const recovery = await readRecovery(fileName, files);
  let count = 0;
  // The texts first: a document that is listed can be read.
  for (const document of recovery.documents) await takeTexts(recovery, document);
  library.transact(() => {
    for (const folder of recovery.folders) restoreFolder(library, folder, Date.now());
    for (const document of recovery.documents) if (takeEntry(library, document)) count++;
  }, ENTRIES);
  const still = recovery.documents.length - count;
  return { documents: count, still, leftOut: 0, problems: [] };
}

async function takeTexts({ updates }: Recovery, document: RecoveredDocument): Promise<void> {
  const { docId, secrets, unsent } = document;
  const unsentNames = document.unsentNames ?? (unsent ? [docId] : []);
  const secret = secrets[0]?.secret;
  for (const name of namesAmong(docId, updates.keys())) {
    const update = updates.get(name);
    if (!update) continue;
    // What the server may lack counts as written here, and is sent.
    const take = (doc: Y.Doc) => Y.applyUpdate(doc, update, RECOVERED);
    const problem =
      secret && unsentNames.includes(name)
        ? await writeNew({ name, secret }, take)
        : await writeHere(name, take);
    if (problem !== null) throw new ImportError(problem);
  }
}

/** As `writeNew`, of what the server has. */
async function writeHere(name: string, write: (doc: Y.Doc) => void): Promise<string | null> {
  const replica = openLocalReplica(name);
  await replica.whenLoaded;
  write(replica.doc);
  const problem = await problemOf(replica);
  await replica.close();
  return problem;
}

/** The origin of what comes from a recovery file. */
const RECOVERED = { from: 'a recovery file' };

/** Says whether the document was not listed here. */
function takeEntry(library: Y.Doc, document: RecoveredDocument): boolean {
  const { docId, secrets, title, added, folder, trashedAt, lastOpened } = document;
  const isNew = readEntry(library, docId) === null;
  for (const { secret, role, refused } of secrets) {
    const here = accessesOf(library, registersOf(library, ENTRIES).about(docId));
    if (here.some((access) => access.secret === secret)) continue;
    addEntry(library, { docId, secret, now: added, ...(isNew ? { title } : {}) });
    if (role !== null) recordRole(library, docId, secret, role);
    if (refused) recordRefusal(library, docId, secret);
  }
  // Before the links: of those that are here, what is decided here stays.
  if (document.withdrawn) takeWithdrawn(library, docId, document.withdrawn, Date.now());
  const known = new Set([
    ...readMadeLinks(library, docId).map(({ id }) => id),
    ...(readRevoked(library).get(docId) ?? []),
  ]);
  for (const { sentAt, ...link } of document.links) {
    if (known.has(link.id)) continue;
    const made = { docId, ...link, passwordKdf: link.passwordKdf ?? null };
    keepMadeLink(library, made);
    if (sentAt !== null) recordLinkSent(library, { ...made, sentAt }, sentAt);
  }
  if (!isNew || readEntry(library, docId) === null) return false;
  if (folder !== null) moveToFolder(library, docId, folder);
  if (document.pinned) setPinned(library, docId, true);
  if (document.template) setTemplate(library, docId, true);
  if (lastOpened !== null) recordOpened(library, docId, lastOpened);
  if (trashedAt !== null) moveToTrash(library, docId, trashedAt);
  return true;
}
