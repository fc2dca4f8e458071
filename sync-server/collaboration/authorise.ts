/**
 * Who may open which document with what.
 *
 * Invariant: a document comes into being only for whoever holds its owner secret, and only
 * what `parseDocumentName` reads as a name is ever opened.
 */
import type { NamedDocument } from '../../shared/access/document-name.ts';
import { type DocId, Secret } from '../../shared/access/ids.ts';
import { may, maySuggest, type Role } from '../../shared/access/roles.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { MOST_SAID_SHARE } from '../../shared/protocol/limits.ts';
import type { Links } from '../access/links.ts';
import type { AddressLimit } from '../access/rates.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';

/** What one connection may do with one document. */
export interface Access {
  docId: DocId;
  role: Role;
  /** The link that was used, null for the owner. */
  linkId: string | null;
  /** When the link stops to count, or null. */
  expiresAt: number | null;
  /** Of the link and its password when it was used, null without one. */
  passwordHash: string | null;
  /** Whether it is not told who wrote what when. */
  hidesHistory: boolean;
  /** Whether those who may comment with it may suggest, too. */
  suggests: boolean;
  mayWrite: boolean;
  /** Of the room there is, what it cannot go beyond: who may not write in the document leaves some. */
  share: number;
  maySuggest: boolean;
  mayShowCursor: boolean;
}

/** What a role may do with the body or the discussion of a document. */
export function allowed(
  { isDiscussion }: NamedDocument,
  role: Role,
  suggests: boolean,
): Pick<Access, 'role' | 'suggests' | 'mayWrite' | 'share' | 'maySuggest' | 'mayShowCursor'> {
  return {
    role,
    suggests,
    maySuggest: maySuggest(role, suggests),
    mayWrite: may(role, isDiscussion ? 'writeDiscussion' : 'writeBody'),
    share: may(role, 'writeBody') ? 1 : MOST_SAID_SHARE,
    mayShowCursor: may(role, 'showCursor'),
  };
}

export interface AuthoriseOptions {
  storage: Storage;
  links: Links;
  newDocuments: AddressLimit;
  log: Log;
}

/**
 * What the bearer of `secret` may do with the document; creates it for its owner.
 * `address` is where the request comes from; `whoComes` tells who it is where that is not known yet,
 * and is not waited for. Throws `token_missing`, `token_invalid`,
 * `document_unknown`, `document_deleted`, `password_required`, `link_revoked`, `link_expired`,
 * `rate_limited` or `storage_failed`.
 */
export async function authorise(
  options: AuthoriseOptions,
  document: NamedDocument,
  secret: string,
  address: string,
  person: string | null,
  whoComes?: Promise<string | null>,
): Promise<Access> {
  try {
    if (secret === '') throw new CatalogueError('token_missing');
    if (!Secret.safeParse(secret).success) throw new CatalogueError('token_invalid');
    const identity = await options.links.identify(document.docId, secret, address, person);
    const { docId, role, suggests } = identity;
    if (role === 'owner') {
      await ensureDocument(options, docId, address, person, whoComes);
      if (person !== null) await options.links.ownerCame(docId, person);
    }
    const { linkId, expiresAt, passwordHash, hidesHistory } = identity;
    const found = { docId, linkId, expiresAt, passwordHash, hidesHistory };
    return { ...found, ...allowed(document, role, suggests) };
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    options.log.error('access not checked', { docId: document.docId, error });
    throw new CatalogueError('storage_failed', { cause: error });
  }
}

/** Makes the document known to the server. Throws `rate_limited`. */
export async function ensureDocument(
  { storage, newDocuments, log }: AuthoriseOptions,
  docId: DocId,
  address: string,
  person: string | null,
  whoComes?: Promise<string | null>,
): Promise<void> {
  if ((await storage.findDocument(docId)) !== null) return;
  const now = Date.now();
  if (!newDocuments.take(address, now)) throw new CatalogueError('rate_limited');
  if (!(await storage.createDocument(docId, now))) return;
  log.info('document created', { docId });
  const made = {
    at: now,
    action: 'document-made',
    linkId: null,
    role: null,
    byLinkId: null,
  } as const;
  if (whoComes === undefined) {
    await storage.noteEvents(docId, [{ ...made, person }]);
    return;
  }
  whoComes
    .then((proven) => storage.noteEvents(docId, [{ ...made, person: proven }]))
    .catch((error: unknown) => log.error('event not noted', { docId, error }));
}
