/**
 * The library: which documents a person has, and the secrets that open them, as one private Y.Doc.
 *
 * Invariant: every fact is one flat register of its own (`<docId>:<field>`), so two devices that
 * changed the library apart merge without losing either change. A change to an entry also writes
 * its secrets again, so an entry that one device forgot while another used it comes back whole.
 * Registers this build does not know are never touched, except by forgetting their document.
 */
import type * as Y from 'yjs';
import { DocId, docIdOf, hashSecret, Secret } from '../access/ids.ts';
import { ROLES, Role } from '../access/roles.ts';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { flag, looseObject, nullable, type Of, optional, text, whole } from '../shape.ts';

/** Name of the library's Y.Doc on this device. */
export const LIBRARY_NAME = 'library';

const ENTRIES = 'entries';

/** Milliseconds since 1970. */
const Time = whole(0);

/** One secret that opens a document; looseObject keeps what a newer build may have added. */
const Access = looseObject({
  secret: Secret,
  /** What the server said this secret allows; null until it was asked. */
  role: nullable(Role),
  /** The server refused it when last asked. It is kept: a refusal may have been a mistake. */
  refused: optional(flag),
});
type Access = Of<typeof Access>;
const ACCESS_PREFIX = 'access.';

const FIELDS = {
  title: text({ most: MAX_TITLE_LENGTH }),
  added: Time,
  lastOpened: Time,
  pinned: flag,
  trashedAt: nullable(Time),
} as const;
type Field = keyof typeof FIELDS;

/** A document of the library, as the screens see it. */
export interface LibraryEntry {
  docId: DocId;
  /** The best secret known: one that was not refused before one that was, then the highest role. */
  secret: Secret;
  /** What `secret` allows, or null while the server has not been asked. */
  role: Role | null;
  /** As last seen on a device of this person; '' when it has none. */
  title: string;
  added: number;
  lastOpened: number | null;
  pinned: boolean;
  /** When it was moved to the trash, or null. */
  trashedAt: number | null;
}

/** Every entry, in no particular order. A document without a readable secret is left out. */
export function readEntries(library: Y.Doc): LibraryEntry[] {
  const registers = new Map<DocId, Map<string, unknown>>();
  library.getMap<unknown>(ENTRIES).forEach((value, key) => {
    const colon = key.indexOf(':');
    const docId = DocId.safeParse(key.slice(0, colon));
    if (!docId.success) return;
    let fields = registers.get(docId.data);
    if (!fields) {
      fields = new Map();
      registers.set(docId.data, fields);
    }
    fields.set(key.slice(colon + 1), value);
  });
  const entries: LibraryEntry[] = [];
  for (const [docId, fields] of registers) {
    const entry = entryOf(docId, fields);
    if (entry) entries.push(entry);
  }
  return entries;
}

export function readEntry(library: Y.Doc, docId: DocId): LibraryEntry | null {
  return entryOf(docId, fieldsOf(library, docId));
}

/**
 * Keeps a document and a secret that opens it. Whatever is known about the document already stays,
 * secrets with a higher role among it. Says whether the secret was new here.
 */
export function addEntry(
  library: Y.Doc,
  init: { docId: DocId; secret: Secret; title?: string; now: number },
): boolean {
  const { docId, secret, now } = init;
  return library.transact(() => {
    const fields = fieldsOf(library, docId);
    const known = accessesOf(fields).some((access) => access.secret === secret);
    if (!known) writeAccess(library, docId, { secret, role: certainRole(docId, secret) });
    if (!fields.has('added')) set(library, docId, 'added', now);
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

/** The title as seen in the document; writes nothing when it is the one already kept. */
export function recordTitle(library: Y.Doc, docId: DocId, title: string): void {
  const kept = readEntry(library, docId);
  if (!kept || kept.title === clip(title)) return;
  change(library, docId, () => writeTitle(library, docId, title));
}

export function setPinned(library: Y.Doc, docId: DocId, pinned: boolean): void {
  change(library, docId, () => set(library, docId, 'pinned', pinned));
}

export function moveToTrash(library: Y.Doc, docId: DocId, now: number): void {
  change(library, docId, () => set(library, docId, 'trashedAt', now));
}

export function restoreFromTrash(library: Y.Doc, docId: DocId): void {
  change(library, docId, () => set(library, docId, 'trashedAt', null));
}

/** Removes the entry with its secrets. The caller has asked the person: nobody can undo this. */
export function forget(library: Y.Doc, docId: DocId): void {
  library.transact(() => {
    const entries = library.getMap<unknown>(ENTRIES);
    for (const key of [...entries.keys()]) if (key.startsWith(`${docId}:`)) entries.delete(key);
  }, ENTRIES);
}

function entryOf(docId: DocId, fields: ReadonlyMap<string, unknown>): LibraryEntry | null {
  const access = accessesOf(fields).sort(compareAccess)[0];
  if (!access) return null;
  return {
    docId,
    secret: access.secret,
    role: roleOf(docId, access),
    title: fieldOf(fields, 'title', ''),
    added: fieldOf(fields, 'added', 0),
    lastOpened: fieldOf<number | null>(fields, 'lastOpened', null),
    pinned: fieldOf(fields, 'pinned', false),
    trashedAt: fieldOf<number | null>(fields, 'trashedAt', null),
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
  const fields = new Map<string, unknown>();
  library.getMap<unknown>(ENTRIES).forEach((value, key) => {
    if (key.startsWith(`${docId}:`)) fields.set(key.slice(docId.length + 1), value);
  });
  return fields;
}

function fieldOf<T>(fields: ReadonlyMap<string, unknown>, field: Field, otherwise: T): T {
  const parsed = FIELDS[field].safeParse(fields.get(field));
  return parsed.success ? (parsed.data as T) : otherwise;
}

function accessesOf(fields: ReadonlyMap<string, unknown>): Access[] {
  const accesses: Access[] = [];
  for (const [field, value] of fields) {
    if (!field.startsWith(ACCESS_PREFIX)) continue;
    const parsed = Access.safeParse(value);
    if (parsed.success) accesses.push(parsed.data);
  }
  return accesses;
}

function accessOf(library: Y.Doc, docId: DocId, secret: Secret): Access | null {
  const accesses = accessesOf(fieldsOf(library, docId));
  return accesses.find((access) => access.secret === secret) ?? null;
}

function compareAccess(a: Access, b: Access): number {
  const rank = (access: Access) => (access.role ? ROLES.indexOf(access.role) : -1);
  return (
    Number(a.refused ?? false) - Number(b.refused ?? false) ||
    rank(b) - rank(a) ||
    (a.secret < b.secret ? -1 : 1)
  );
}

function change(library: Y.Doc, docId: DocId, write: () => void): void {
  library.transact(() => {
    write();
    keepSecrets(library, docId);
  }, ENTRIES);
}

/** Writing a register anew wins over a deletion that had not seen it: see the invariant above. */
function keepSecrets(library: Y.Doc, docId: DocId): void {
  for (const access of accessesOf(fieldsOf(library, docId))) writeAccess(library, docId, access);
}

function writeAccess(library: Y.Doc, docId: DocId, access: Access): void {
  // A short hash names the register: the key itself should tell nothing that opens a document.
  const key = `${docId}:${ACCESS_PREFIX}${hashSecret(access.secret).slice(0, 12)}`;
  library.getMap<unknown>(ENTRIES).set(key, access);
}

function writeTitle(library: Y.Doc, docId: DocId, title: string): void {
  set(library, docId, 'title', clip(title));
}

function set(library: Y.Doc, docId: DocId, field: Field, value: string | number | boolean | null) {
  library.getMap<unknown>(ENTRIES).set(`${docId}:${field}`, value);
}

function clip(title: string): string {
  return title.slice(0, MAX_TITLE_LENGTH);
}
