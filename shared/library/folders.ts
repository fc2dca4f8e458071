/**
 * Folders of the library: named, one in another, and where each document lies.
 *
 * Invariant: whatever two devices did apart, the folders that are shown form a tree, and every
 * document and folder is shown in exactly one place of it. Of moves that would together make a
 * circle the earlier ones count, and the latest falls back to where the folder was before; what lies
 * in a folder that was deleted shows where that folder was.
 */
import type * as Y from 'yjs';
import { type DocId, FolderId, randomId } from '../access/ids.ts';
import { clip } from '../document/text.ts';
import { boolean, int, nullable, object, text } from '../shape.ts';
import { registersOf } from './registers.ts';

const FOLDERS = 'folders';
export const MAX_FOLDER_NAME_LENGTH = 80;

const Name = text({ most: MAX_FOLDER_NAME_LENGTH });
/** Where a folder lies, where it lay before that, and when it was moved (ms since 1970). */
const Place = object({ parent: nullable(FolderId), was: nullable(FolderId), at: int(0) });

export interface Folder {
  id: FolderId;
  /** '' where it has none. */
  name: string;
  /** Null at the top. */
  parent: FolderId | null;
}

interface Stored {
  id: FolderId;
  name: string;
  deleted: boolean;
  parent: FolderId | null;
  was: FolderId | null;
  at: number;
}

/** All folders as they are shown, read at once. */
export class FolderTree {
  readonly #parents = new Map<FolderId, FolderId | null>();
  readonly #stored: ReadonlyMap<FolderId, Stored>;
  readonly folders: readonly Folder[];

  constructor(library: Y.Doc) {
    this.#stored = readStored(library);
    const moves = [...this.#stored.values()].sort(
      (a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
    for (const { id, parent, was } of moves) {
      const fits = (place: FolderId | null) =>
        place === null || (this.#stored.has(place) && !this.#isWithin(place, id));
      this.#parents.set(id, [parent, was].find(fits) ?? null);
    }
    this.folders = [...this.#stored.values()]
      .filter(({ deleted }) => !deleted)
      .map(({ id, name }) => ({ id, name, parent: this.parentOf(id) }))
      .sort((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1));
  }

  get(id: FolderId): Folder | null {
    return this.folders.find((folder) => folder.id === id) ?? null;
  }

  within(parent: FolderId | null): Folder[] {
    return this.folders.filter((folder) => folder.parent === parent);
  }

  /** Where something is shown that says it lies in this folder. */
  shownIn(id: FolderId | null): FolderId | null {
    let place = id;
    while (place !== null) {
      const stored = this.#stored.get(place);
      if (!stored) return null;
      if (!stored.deleted) return place;
      place = this.#parents.get(place) ?? null;
    }
    return null;
  }

  /** From the top down to this folder, itself included. */
  pathTo(id: FolderId | null): Folder[] {
    const path: Folder[] = [];
    for (let folder = id && this.get(id); folder; folder = folder.parent && this.get(folder.parent))
      path.unshift(folder);
    return path;
  }

  /** Whether a folder may be put there: not into itself, nor into what lies in it. */
  mayMove(id: FolderId, parent: FolderId | null): boolean {
    return parent === null || (this.get(parent) !== null && !this.#isWithin(parent, id));
  }

  parentOf(id: FolderId): FolderId | null {
    return this.shownIn(this.#parents.get(id) ?? null);
  }

  #isWithin(inner: FolderId, outer: FolderId): boolean {
    for (let at: FolderId | null = inner; at !== null; at = this.#parents.get(at) ?? null) {
      if (at === outer) return true;
    }
    return false;
  }
}

export function createFolder(
  library: Y.Doc,
  init: { name: string; parent: FolderId | null; now: number },
): FolderId {
  const id = randomId(12);
  library.transact(() => {
    rename(library, id, init.name);
    place(library, id, { parent: init.parent, was: null, now: init.now });
  }, FOLDERS);
  return id;
}

/** A folder as it was, where this library has never had it: else it stays as it is here by now. */
export function restoreFolder(
  library: Y.Doc,
  { id, name, parent }: { id: FolderId; name: string; parent: FolderId | null },
  now: number,
): void {
  if (readStored(library).has(id)) return;
  library.transact(() => {
    rename(library, id, name);
    place(library, id, { parent, was: null, now });
  }, FOLDERS);
}

export function renameFolder(library: Y.Doc, id: FolderId, name: string): void {
  library.transact(() => rename(library, id, name), FOLDERS);
}

/** Says whether it was moved: a folder does not go into itself. */
export function moveFolder(
  library: Y.Doc,
  id: FolderId,
  parent: FolderId | null,
  now: number,
): boolean {
  const tree = new FolderTree(library);
  if (!tree.get(id) || !tree.mayMove(id, parent)) return false;
  const was = tree.parentOf(id);
  if (was !== parent) library.transact(() => place(library, id, { parent, was, now }), FOLDERS);
  return true;
}

/** Takes the folder away; what lies in it then lies where the folder was. */
export function deleteFolder(library: Y.Doc, id: FolderId): void {
  registersOf(library, FOLDERS).set(id, 'deleted', true);
}

/** Documents by the folder that they are shown in; null is the top. */
export function documentsByFolder<Entry extends { docId: DocId; folder: FolderId | null }>(
  entries: readonly Entry[],
  tree: FolderTree,
): Map<FolderId | null, Entry[]> {
  const found = new Map<FolderId | null, Entry[]>();
  for (const entry of entries) {
    const at = tree.shownIn(entry.folder);
    const there = found.get(at);
    if (there) there.push(entry);
    else found.set(at, [entry]);
  }
  return found;
}

function rename(library: Y.Doc, id: FolderId, name: string): void {
  registersOf(library, FOLDERS).set(id, 'name', folderName(name));
}

/** What a folder is called that is given this name. */
export function folderName(name: string): string {
  return clip(name.replace(/\s+/g, ' ').trim(), MAX_FOLDER_NAME_LENGTH);
}

/** A move made here counts as later than each that is known here, whatever the clocks say. */
function place(
  library: Y.Doc,
  id: FolderId,
  to: { parent: FolderId | null; was: FolderId | null; now: number },
): void {
  let at = to.now;
  for (const stored of readStored(library).values()) at = Math.max(at, stored.at + 1);
  registersOf(library, FOLDERS).set(id, 'place', { parent: to.parent, was: to.was, at });
}

function readStored(library: Y.Doc): Map<FolderId, Stored> {
  const registers = registersOf(library, FOLDERS);
  const folders = new Map<FolderId, Stored>();
  for (const id of registers.ids()) {
    if (!FolderId.safeParse(id).success) continue;
    const name = Name.safeParse(registers.get(id, 'name'));
    const where = Place.safeParse(registers.get(id, 'place'));
    const deleted = boolean.safeParse(registers.get(id, 'deleted'));
    folders.set(id, {
      id,
      name: name.success ? name.data : '',
      deleted: deleted.success && deleted.data,
      ...(where.success ? where.data : { parent: null, was: null, at: 0 }),
    });
  }
  return folders;
}

let collator: Intl.Collator | undefined;

function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}
