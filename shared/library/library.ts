/**
 * The library: which documents a person has, and the secrets that open them, as one private Y.Doc.
 *
 * Invariant: every fact is one flat register of its own (`<docId>:<field>`), so two devices that
 * changed the library apart merge without losing either change. A change to an entry also writes
 * its secrets again, so that they may outlast an entry that another device forgot meanwhile; a device
 * that has known the entry brings back the rest (`bring-back.ts`).
 * Registers this build does not know are never touched, except by forgetting their document.
 */
import type * as Y from 'yjs';
import { DocId, docIdOf, FolderId, hashSecret, type Secret } from '../access/ids.ts';
import { ROLES, Role } from '../access/roles.ts';
import { iconIn } from '../document/look.ts';
import { clip } from '../document/text.ts';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { boolean, looseObject, nullable, type Of, optional, text, time } from '../shape.ts';
import { registersOf } from './registers.ts';
import { openSecret, sealSecret } from './sealing.ts';

/** Name of the library's Y.Doc on this device. */
export const LIBRARY_NAME = 'library';

/** Name of the map that has the registers of entries. */
export const ENTRIES = 'entries';

/** Beside a secret that opens a document; looseObject keeps what a newer build may have added. */
const Access = looseObject({
  /** What the server said this secret allows; null until it was asked. */
  role: nullable(Role),
  /** The server refused it when last asked. It is kept: a refusal may have been a mistake. */
  refused: optional(boolean),
});
type Access = Of<typeof Access> & { secret: Secret };
const ACCESS_PREFIX = 'access.';

/** By no more than so much a clock that may be right is ahead of this one, ms. */
export const AHEAD_MS = 86_400_000;

/** When a document was last seen to be written in, and by whom; '' is this person. */
const Edited = looseObject({ at: time, by: text({ most: MAX_TITLE_LENGTH }) });

const FIELDS = {
  title: text({ most: MAX_TITLE_LENGTH }),
  added: time,
  lastOpened: time,
  pinned: boolean,
  trashedAt: nullable(time),
  folder: nullable(FolderId),
  template: boolean,
  blank: boolean,
  edited: nullable(Edited),
} as const;
type Field = keyof typeof FIELDS;

/** A document of the library, as the screens see it. */
export interface LibraryEntry {
  docId: DocId;
  /**
   * The best secret known: one that was not refused before one that was, then the highest role. One
   * that the server has not been asked about may let one write, so it is tried before those that
   * are known not to.
   */
  secret: Secret;
  /** What `secret` allows, or null while the server has not been asked. */
  role: Role | null;
  /** The server accepts none of the secrets: it said so when last asked. */
  refused: boolean;
  /** As last seen on a device of this person; '' when it has none. */
  title: string;
  /** As last seen, an emoji; '' when it has none. */
  icon: string;
  added: number;
  lastOpened: number | null;
  pinned: boolean;
  /** When it was moved to the trash, or null. */
  trashedAt: number | null;
  /** The folder it was put into, null for none; `FolderTree.shownIn` says where it is shown. */
  folder: FolderId | null;
  /** New documents can be made from it. */
  template: boolean;
  /**
   * It was begun on one of these devices, and nobody has written in it since. The first who does says
   * so here; nothing is deleted for it, so no device can be wrong about another one's words.
   */
  blank: boolean;
  /**
   * When somebody was last seen to write in it on one of these devices, ms since 1970, and who: '' is
   * this person. Null where nobody was; what others wrote unseen is not in it.
   */
  edited: { at: number; by: string } | null;
}

/** Every document that something is kept about. */
export function documentsOf(library: Y.Doc): DocId[] {
  return registersOf(library, ENTRIES).ids().filter(isDocId);
}

/** Every entry, in no particular order. A document without a readable secret is left out. */
export function readEntries(library: Y.Doc): LibraryEntry[] {
  return documentsOf(library).flatMap((docId) => readEntry(library, docId) ?? []);
}

export function readEntry(library: Y.Doc, docId: DocId): LibraryEntry | null {
  return entryOf(library, docId, fieldsOf(library, docId));
}

/** Whether anything is kept about a document, also where its secret cannot be read. */
export function isKept(library: Y.Doc, docId: DocId): boolean {
  return registersOf(library, ENTRIES).has(docId);
}

/** Calls `listener` with each document whose registers a change of the library touched. */
export function entriesChanged(library: Y.Doc, listener: (docId: DocId) => void): () => void {
  return registersOf(library, ENTRIES).subscribe((ids) => {
    for (const id of ids) if (isDocId(id)) listener(id);
  });
}

/**
 * Keeps a document and a secret that opens it. Whatever is known about the document already stays,
 * secrets with a higher role among it. What was refused is tried once more: a link may be opened
 * before the server has it. Says whether the secret was new here.
 */
export function addEntry(
  library: Y.Doc,
  init: { docId: DocId; secret: Secret; title?: string; now: number; blank?: boolean },
): boolean {
  const { docId, secret, now } = init;
  return library.transact(() => {
    const fields = fieldsOf(library, docId);
    const known = accessesOf(library, fields).find((access) => access.secret === secret);
    if (!known) writeAccess(library, docId, { secret, role: certainRole(docId, secret) });
    else if (known.refused) writeAccess(library, docId, { ...known, refused: false });
    if (!fields.has('added')) set(library, docId, 'added', now);
    if (init.blank) set(library, docId, 'blank', true);
    if (init.title !== undefined) writeTitle(library, docId, init.title);
    keepSecrets(library, docId);
    return !known;
  }, ENTRIES);
}

/** What the server said this secret allows. */
export function recordRole(library: Y.Doc, docId: DocId, secret: Secret, role: Role): void {
  const known = accessOf(library, docId, secret);
  if (known && known.role === role && !known.refused) return;
  writeAccess(library, docId, { ...known, secret, role, refused: false });
}

/** The server does not accept this secret (any more). Another one is tried first from now on. */
export function recordRefusal(library: Y.Doc, docId: DocId, secret: Secret): void {
  const known = accessOf(library, docId, secret);
  if (!known || known.refused) return;
  writeAccess(library, docId, { ...known, refused: true });
}

export function recordOpened(library: Y.Doc, docId: DocId, now: number): void {
  change(library, docId, () => set(library, docId, 'lastOpened', now));
}

/** Title and icon as seen in the document; writes nothing when they are those already kept. */
export function recordTitle(library: Y.Doc, docId: DocId, title: string, icon?: string): void {
  const kept = readEntry(library, docId);
  if (!kept) return;
  const isOther = icon !== undefined && icon !== kept.icon;
  if (kept.title === clip(title) && !isOther) return;
  change(library, docId, () => {
    writeTitle(library, docId, title);
    if (isOther) set(library, docId, 'icon', icon);
  });
}

export function moveToTrash(library: Y.Doc, docId: DocId, now: number): void {
  change(library, docId, () => set(library, docId, 'trashedAt', now));
}

export function restoreFromTrash(library: Y.Doc, docId: DocId): void {
  change(library, docId, () => set(library, docId, 'trashedAt', null));
}

function isDocId(id: string): id is DocId {
  return DocId.safeParse(id).success;
}

function entryOf(
  library: Y.Doc,
  docId: DocId,
  fields: ReadonlyMap<string, unknown>,
): LibraryEntry | null {
  const access = accessesOf(library, fields).sort(compareAccess)[0];
  if (!access) return null;
  return {
    docId,
    secret: access.secret,
    role: roleOf(docId, access),
    refused: access.refused ?? false,
    title: fieldOf(fields, 'title', ''),
    icon: iconIn(fields.get('icon')),
    added: fieldOf(fields, 'added', 0),
    lastOpened: fieldOf<number | null>(fields, 'lastOpened', null),
    pinned: fieldOf(fields, 'pinned', false),
    trashedAt: fieldOf<number | null>(fields, 'trashedAt', null),
    folder: fieldOf<FolderId | null>(fields, 'folder', null),
    template: fieldOf(fields, 'template', false),
    blank: fieldOf(fields, 'blank', false),
    edited: fieldOf<LibraryEntry['edited']>(fields, 'edited', null),
  };
}

/** A role that needs no server: whoever holds the secret the id was made from is the owner. */
function certainRole(docId: DocId, secret: Secret): Role | null {
  return docIdOf(secret) === docId ? 'owner' : null;
}

/** Ownership is proved by the secret, never by what is written beside it. */
function roleOf(docId: DocId, access: Access): Role | null {
  return certainRole(docId, access.secret) ?? (access.role === 'owner' ? null : access.role);
}

function fieldsOf(library: Y.Doc, docId: DocId): Map<string, unknown> {
  return registersOf(library, ENTRIES).about(docId);
}

function fieldOf<T>(fields: ReadonlyMap<string, unknown>, field: Field, otherwise: T): T {
  const value = fields.get(field);
  // Most fields of thousands of entries were never set.
  if (value === undefined) return otherwise;
  const parsed = FIELDS[field].safeParse(value);
  return parsed.success ? (parsed.data as T) : otherwise;
}

/** The secrets that stand in these registers, as far as this device can read them. */
export function accessesOf(library: Y.Doc, fields: ReadonlyMap<string, unknown>): Access[] {
  const accesses: Access[] = [];
  for (const [field, value] of fields) {
    if (!field.startsWith(ACCESS_PREFIX)) continue;
    const parsed = Access.safeParse(value);
    const secret = openSecret(library, value);
    if (!parsed.success || secret === null) continue;
    const { sealed: _sealed, hash: _hash, ...rest } = parsed.data;
    accesses.push({ ...rest, secret });
  }
  return accesses;
}

function accessOf(library: Y.Doc, docId: DocId, secret: Secret): Access | null {
  const accesses = accessesOf(library, fieldsOf(library, docId));
  return accesses.find((access) => access.secret === secret) ?? null;
}

function compareAccess(a: Access, b: Access): number {
  const rank = ({ role }: Access) =>
    role === null ? ROLES.indexOf('editor') - 0.5 : ROLES.indexOf(role);
  return (
    Number(a.refused ?? false) - Number(b.refused ?? false) ||
    rank(b) - rank(a) ||
    (a.secret < b.secret ? -1 : 1)
  );
}

/** A change to an entry, which keeps its secrets: see the invariant above. */
export function change(library: Y.Doc, docId: DocId, write: () => void): void {
  library.transact(() => {
    write();
    keepSecrets(library, docId);
  }, ENTRIES);
}

/** Writing a register anew wins over a deletion that had not seen it: see the invariant above. */
function keepSecrets(library: Y.Doc, docId: DocId): void {
  for (const access of accessesOf(library, fieldsOf(library, docId)))
    writeAccess(library, docId, access);
}

export function writeAccess(library: Y.Doc, docId: DocId, access: Access): void {
  // A short hash names the register: the key itself should tell nothing that opens a document.
  const field = `${ACCESS_PREFIX}${hashSecret(access.secret).slice(0, 12)}`;
  const { secret, ...rest } = access;
  registersOf(library, ENTRIES).set(docId, field, { ...rest, ...sealSecret(library, secret) });
}

function writeTitle(library: Y.Doc, docId: DocId, title: string): void {
  set(library, docId, 'title', clip(title));
}

export function set(
  library: Y.Doc,
  docId: DocId,
  field: Field | 'icon',
  value: string | number | boolean | object | null,
) {
  registersOf(library, ENTRIES).set(docId, field, value);
}
