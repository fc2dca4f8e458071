/**
 * A recovery file: the library of a device with its keys, and the text of each document it has, so
 * that another device can go on where this one was. It is an archive with a list (`recovery.json`)
 * and one Yjs update for each text.
 *
 * Invariant: a file is read whole and checked before anything of it is used: the form of its list,
 * that each key can be one of its document, and that each update can be applied and lacks nothing.
 */
import { strFromU8 } from 'fflate';
import * as Y from 'yjs';
import { type DocumentName, parseDocumentName } from '../../shared/access/document-name.ts';
import { DocId, docIdOf, FolderId, LinkId, Secret, SecretHash } from '../../shared/access/ids.ts';
import { LinkRole, Role } from '../../shared/access/roles.ts';
import { WithdrawnShape } from '../../shared/library/withdrawn-links.ts';
import { MAX_LINK_LABEL_LENGTH, MAX_TITLE_LENGTH } from '../../shared/protocol/limits.ts';
import {
  array,
  boolean,
  nullable,
  type Of,
  object,
  oneOf,
  optional,
  text,
  time,
} from '../../shared/shape.ts';
import { tLazy } from '../i18n/lazy.ts';
import { decodeValidated } from '../replica/validated-update.ts';
import { ImportError } from './markdown-file.ts';
import { type Part, ZipWriter } from './zip.ts';

export const RECOVERY = 'recovery.json';
const UPDATE = '.yjs';
/** Folders, documents, keys or links that one file may have. */
const MOST = 50_000;
/** Of one text with its history. */
const MAX_UPDATE_BYTES = 256 * 1024 * 1024;
const MAX_LIST_BYTES = 64 * 1024 * 1024;

const MadeLink = object({
  id: LinkId,
  secret: Secret,
  role: LinkRole,
  label: nullable(text({ most: MAX_LINK_LABEL_LENGTH })),
  createdAt: time,
  expiresAt: nullable(time),
  passwordHash: nullable(SecretHash),
  passwordKdf: optional(nullable(text({ most: 20 }))),
  /** Not there where it was not decided, and in files of earlier versions. */
  hidesHistory: optional(boolean),
  suggests: optional(boolean),
  sentAt: nullable(time),
});

export const RecoveredDocument = object({
  docId: DocId,
  secrets: array(object({ secret: Secret, role: nullable(Role), refused: boolean })),
  title: text({ most: MAX_TITLE_LENGTH }),
  added: time,
  lastOpened: nullable(time),
  pinned: boolean,
  folder: nullable(FolderId),
  template: boolean,
  trashedAt: nullable(time),
  /** The server may not have all of its text. */
  unsent: boolean,
  /** Which of its texts: itself, what is said about it, its drafts. Earlier versions did not say. */
  unsentNames: optional(array(text())),
  links: array(MadeLink),
  /** Not in files of earlier versions. */
  withdrawn: optional(WithdrawnShape),
});
export type RecoveredDocument = Of<typeof RecoveredDocument>;

const RecoveredFolder = object({
  id: FolderId,
  name: text({ most: MAX_TITLE_LENGTH }),
  parent: nullable(FolderId),
});
type RecoveredFolder = Of<typeof RecoveredFolder>;

const Listed = object({
  format: oneOf(['driftless-recovery']),
  version: oneOf(['1']),
  folders: array(RecoveredFolder),
  documents: array(RecoveredDocument),
});

export interface Recovery {
  folders: readonly RecoveredFolder[];
  documents: readonly RecoveredDocument[];
  /** What there is of the text of a document, or of what is said about it. */
  updates: ReadonlyMap<DocumentName, Uint8Array>;
}

export async function packRecovery(
  { folders, documents }: Pick<Recovery, 'folders' | 'documents'>,
  updates: AsyncIterable<readonly [DocumentName, Uint8Array]>,
): Promise<Blob> {
  const zip = new ZipWriter();
  const listed: Of<typeof Listed> = {
    format: 'driftless-recovery',
    version: '1',
    folders: [...folders],
    documents: [...documents],
  };
  zip.put(RECOVERY, new TextEncoder().encode(JSON.stringify(listed)));
  for await (const [name, update] of updates) zip.put(`${name}${UPDATE}`, update);
  return zip.end();
}

/** How many bytes a part of a recovery file may have; null of what is no part of one. */
export function mostBytesOf(name: string): number | null {
  if (name === RECOVERY) return MAX_LIST_BYTES;
  return name.endsWith(UPDATE) ? MAX_UPDATE_BYTES : null;
}

/** @throws ImportError where any of it is not as it should be. */
export async function readRecovery(
  fileName: string,
  entries: ReadonlyMap<string, Part>,
): Promise<Recovery> {
  try {
    const list = await entries.get(RECOVERY)?.read();
    const listed = Listed.parse(JSON.parse(strFromU8(list ?? new Uint8Array())));
    const { folders, documents } = listed;
    const known = new Set(documents.map(({ docId }) => docId));
    const count = documents.reduce(
      (sum, { secrets, links, withdrawn: { revoked = [], narrowed = [], closed = [] } = {} }) =>
        sum + [secrets, links, revoked, narrowed, closed].flat().length,
      0,
    );
    if (known.size !== documents.length || count + folders.length + known.size > MOST)
      throw new RangeError('It lists something twice, or too much.');
    for (const { docId, secrets } of documents) {
      for (const { secret, role } of secrets)
        if (role === 'owner' && docIdOf(secret) !== docId)
          throw new RangeError('A key is not that of its document.');
    }
    const updates = new Map<DocumentName, Uint8Array>();
    for (const [path, part] of entries) {
      if (path === RECOVERY) continue;
      const name = path.endsWith(UPDATE) ? parseDocumentName(path.slice(0, -UPDATE.length)) : null;
      if (!name || !known.has(name.docId)) throw new RangeError('It holds what it does not list.');
      const update = await part.read();
      check(update);
      updates.set(path.slice(0, -UPDATE.length) as DocumentName, update);
    }
    return { folders, documents, updates };
  } catch (cause) {
    throw new ImportError(tLazy().recovery.damaged(fileName), { cause });
  }
}

/** @throws Error where it cannot be applied, or lacks something. */
function check(update: Uint8Array): void {
  decodeValidated(update);
  const doc = new Y.Doc();
  try {
    Y.applyUpdate(doc, update);
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)
      throw new RangeError('An update lacks what it was made on.');
  } finally {
    doc.destroy();
  }
}
