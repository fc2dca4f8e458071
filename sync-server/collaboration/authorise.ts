/**
 * Who may open which document with what.
 *
 * Invariant: a document comes into being only for whoever holds its owner secret, and the name of a
 * document is its id, or its id followed by `.discussion`; nothing else is ever opened.
 */
import { DocId, Secret } from '../../shared/access/ids.ts';
import { may, type Role } from '../../shared/access/roles.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import type { Links } from '../access/links.ts';
import type { MinuteLimit } from '../access/rates.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';

const DISCUSSION_SUFFIX = '.discussion';

/** What one connection may do with one document. */
export interface Access {
  docId: string;
  role: Role;
  /** The link that was used, null for the owner. */
  linkId: string | null;
  /** When the link stops to count, or null. */
  expiresAt: number | null;
  mayWrite: boolean;
  mayShowCursor: boolean;
}

export interface DocumentName {
  /** As Hocuspocus and the log know it. */
  name: string;
  docId: string;
  isDiscussion: boolean;
}

/** The parts of a document's name, or null if it is none. */
export function parseDocumentName(name: string): DocumentName | null {
  const isDiscussion = name.endsWith(DISCUSSION_SUFFIX);
  const docId = isDiscussion ? name.slice(0, -DISCUSSION_SUFFIX.length) : name;
  return DocId.safeParse(docId).success ? { name, docId, isDiscussion } : null;
}

/** What a role may do with the body or the discussion of a document. */
export function allowed(
  { isDiscussion }: DocumentName,
  role: Role,
): Pick<Access, 'role' | 'mayWrite' | 'mayShowCursor'> {
  return {
    role,
    mayWrite: may(role, isDiscussion ? 'writeDiscussion' : 'writeBody'),
    mayShowCursor: may(role, 'showCursor'),
  };
}

export interface AuthoriseOptions {
  storage: Storage;
  links: Links;
  newDocuments: MinuteLimit;
  log: Log;
}

/**
 * What the bearer of `secret` may do with the document; creates it for its owner.
 * `address` is where the request comes from. Throws `token_missing`, `token_invalid`,
 * `document_unknown`, `document_deleted`, `password_required`, `link_revoked`, `link_expired`,
 * `rate_limited` or `storage_failed`.
 */
export async function authorise(
  options: AuthoriseOptions,
  document: DocumentName,
  secret: string,
  address: string,
): Promise<Access> {
  try {
    if (secret === '') throw new CatalogueError('token_missing');
    if (!Secret.safeParse(secret).success) throw new CatalogueError('token_invalid');
    const { docId, role, linkId, expiresAt } = await options.links.identify(
      document.docId,
      secret,
      address,
    );
    if (role === 'owner') await ensureDocument(options, docId, address);
    return { docId, linkId, expiresAt, ...allowed(document, role) };
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    options.log.error('access not checked', { docId: document.docId, error });
    throw new CatalogueError('storage_failed', { cause: error });
  }
}

/** Makes the document known to the server. Throws `rate_limited`. */
export async function ensureDocument(
  { storage, newDocuments, log }: AuthoriseOptions,
  docId: string,
  address: string,
): Promise<void> {
  if ((await storage.findDocument(docId)) !== null) return;
  const now = Date.now();
  if (!newDocuments.take(address, now)) throw new CatalogueError('rate_limited');
  if (await storage.createDocument(docId, now)) log.info('document created', { docId });
}
