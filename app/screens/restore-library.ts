/**
 * Documents of an archive, or of a recovery file, back in the library: in their folders, pinned, in
 * the trash as they were.
 *
 * Invariant: what is still there is not brought a second time: the document itself, one that was
 * brought from it before, whatever became of that, or one that says just the same under the same
 * title, wherever its links to others of them lead. What is here stands for one document of the archive
 * and for no other. Links from one of them to another lead to what stands for that here.
 */
import type * as Y from 'yjs';
import {
  createSecret,
  type DocId,
  docIdOf,
  type FolderId,
  type Secret,
} from '../../shared/access/ids.ts';
import { readBlocks } from '../../shared/document/body.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { readTitle } from '../../shared/document/text.ts';
import {
  broughtFrom,
  moveToFolder,
  noteBroughtFrom,
  setPinned,
  setTemplate,
} from '../../shared/library/arrange.ts';
import { createFolder, FolderTree, folderName } from '../../shared/library/folders.ts';
import { type LibraryEntry, moveToTrash, readEntries } from '../../shared/library/library.ts';
import { tLazy } from '../i18n/lazy.ts';
import { readCopyHere } from '../replica/copy-here.ts';
import { ImportError, loadMarkdown } from '../transfer/markdown-file.ts';
import { type Packed, readUnpacked, unpack } from '../transfer/read-archive.ts';
import { RECOVERY } from '../transfer/recovery-file.ts';
import { type Places, relinked } from '../transfer/relinked.ts';
import { keepDocument } from './document/keep-document.ts';

export interface Restored {
  documents: number;
  /** How many were still there. */
  still: number;
  /** How many files none of them shows. */
  leftOut: number;
  /** Why texts in it did not become documents, a sentence for each. */
  problems: readonly string[];
}

/** What came of it, in a sentence; without its problems. */
export function restoredWords({ documents, still, leftOut }: Restored): string {
  const texts = tLazy().transfer;
  return [
    texts.imported(documents),
    ...(still > 0 ? [texts.stillThere(still)] : []),
    ...(leftOut > 0 ? [texts.leftOut(leftOut)] : []),
  ].join('. ');
}

let last: Promise<unknown> = Promise.resolve();

/**
 * One after the other: of a file that is taken in twice in a row the second one finds what came.
 *
 * @throws ImportError before anything was brought, or where there is no more room: what was not kept
 * is brought the next time.
 */
export function restoreArchive(
  library: Y.Doc,
  file: File,
  here: FolderId | null,
): Promise<Restored> {
  const restored = last.then(() => restoreNow(library, file, here));
  last = restored.catch(() => undefined);
  return restored;
}

async function restoreNow(library: Y.Doc, file: File, here: FolderId | null): Promise<Restored> {
  const files = await unpack(file);
  if (files.has(RECOVERY)) {
    const { takeRecovery } = await import('./recovery.ts');
    return takeRecovery(library, file.name, files);
  }
  const { documents, texts, folders, problems, countLeftOut } = await readUnpacked(
    file.name,
    files,
  );
  const isListed = documents.some(({ docId }) => docId !== null);
  const folderOf = folderFinder(library, isListed ? null : here);
  for (const names of folders) folderOf(names);
  const brought = broughtFrom(library);
  const entries = readEntries(library);
  /** Which document stands here for one of the archive, by the id that it has there. */
  const places = new Map<string, DocId>();
  for (const [docId, from] of brought) places.set(from, docId);
  for (const { docId } of entries) places.set(docId, docId);
  const known = new Set(places.keys());
  const listed = new Set<string | null>(documents.map(({ docId }) => docId));
  /** What no document of the archive is by its id. */
  const others = new Set(
    entries.filter(({ docId }) => !listed.has(docId) && !listed.has(brought.get(docId) ?? '')),
  );
  // All of them before the first one comes, which may link to any.
  const secrets = new Map<Packed, Secret>();
  const standing = new Map<Packed, DocId>();
  /** Of another program's text, with what its links lead to. */
  const placesFor = (
    { path, docId }: Packed,
    placeOf: (packed: Packed) => DocId | null,
  ): Places => {
    const place = (packed: Packed | null) => packed && placeOf(packed);
    return {
      ofId: (id) => places.get(id) ?? null,
      ...(docId === null
        ? {
            ofPath: (address) => place(texts.at(path, address)),
            ofName: (name) => place(texts.named(path, name)),
          }
        : {}),
    };
  };
  for (const packed of documents) {
    const { docId: from } = packed;
    if (from !== null && known.has(from)) continue;
    const title = from === null && others.size > 0 ? packed.readTitle() : packed.title;
    const mayBeSame = [...others].some((entry) => entry.title === title);
    const same = mayBeSame
      ? await sameOf(
          others,
          await packed.read(),
          placesFor(packed, () => ANY_PLACE),
        )
      : null;
    const secret = createSecret();
    const place = same?.docId ?? docIdOf(secret);
    if (same) others.delete(same);
    else secrets.set(packed, secret);
    standing.set(packed, place);
    if (from !== null) places.set(from, place);
  }
  let count = 0;
  let still = 0;
  for (const packed of documents) {
    const { blocks, ...content } = await packed.read();
    const { docId: from } = packed;
    const secret = secrets.get(packed);
    if (!secret) {
      still++;
      continue;
    }
    const leadsTo = placesFor(packed, (other) => standing.get(other) ?? null);
    const problem = await keepDocument(
      library,
      { kind: 'written', ...content, blocks: relinked(blocks, leadsTo) },
      (docId) => {
        const folder = folderOf(packed.folders);
        if (folder !== null) moveToFolder(library, docId, folder);
        if (packed.pinned) setPinned(library, docId, true);
        if (packed.template) setTemplate(library, docId, true);
        if (packed.trashed) moveToTrash(library, docId, Date.now());
      },
      secret,
    );
    if (problem !== null) throw new ImportError(problem);
    if (from !== null) noteBroughtFrom(library, docIdOf(secret), from);
    count++;
  }
  return { documents: count, still, leftOut: countLeftOut(), problems };
}

/** Stands for any document, where it does not matter which. */
const ANY_PLACE = docIdOf(createSecret());
const PLACES = /\]\((?:https?:\/\/[^\s/)]+)?\/d\/[\w-]+(?:#block=[^\s)]*)?/g;

/** The one that says just the same: as it is written, or with what its links lead to wherever that is. */
async function sameOf(
  entries: Iterable<LibraryEntry>,
  { title, blocks }: { title: string; blocks: BlockContent[] },
  leadsTo: Places,
): Promise<LibraryEntry | null> {
  const { formatMarkdown } = await loadMarkdown();
  const saidBy = (own: { title: string; blocks: BlockContent[] }) =>
    formatMarkdown(own).replace(PLACES, '](');
  // Other programs write in another way what reads the same; versions before this one led nowhere.
  const wanted = [blocks, relinked(blocks, leadsTo)].map((each) => saidBy({ title, blocks: each }));
  for (const entry of entries) {
    if (entry.title !== title) continue;
    const copy = await readCopyHere(entry.docId);
    if (!copy) continue;
    const text = saidBy({ title: readTitle(copy), blocks: readBlocks(copy) });
    copy.destroy();
    if (wanted.includes(text)) return entry;
  }
  return null;
}

/** Finds folders by the names that lead to them, and makes those that are missing. */
function folderFinder(library: Y.Doc, top: FolderId | null) {
  const known = new Map<string, FolderId>();
  return (names: readonly string[]): FolderId | null => {
    let parent = top;
    let path = '';
    for (const name of names.map(folderName)) {
      // A name may have a slash in it, and has no such sign.
      path += `\0${name}`;
      const inside = parent;
      let id = known.get(path);
      id ??= new FolderTree(library).within(inside).find((folder) => folder.name === name)?.id;
      id ??= createFolder(library, { name, parent: inside, now: Date.now() });
      known.set(path, id);
      parent = id;
    }
    return parent;
  };
}
