/**
 * Links made on this person's devices: their secrets, and whether the server has heard of them.
 *
 * Invariant: a link is kept here before it is sent, so one made offline is not lost, and its
 * address can be copied again later; the server itself only ever learns the secret's hash.
 */
import type * as Y from 'yjs';
import { DocId, LinkId, type Secret, SecretHash } from '../access/ids.ts';
import { LinkRole } from '../access/roles.ts';
import { MAX_LINK_LABEL_LENGTH } from '../protocol/limits.ts';
import { looseObject, nullable, optional, text, whole } from '../shape.ts';
import { openSecret, sealSecret } from './sealing.ts';

const LINKS = 'links';

/** Milliseconds since 1970. */
const Time = whole(0);

const Made = looseObject({
  role: LinkRole,
  label: nullable(text({ most: MAX_LINK_LABEL_LENGTH })),
  createdAt: Time,
  expiresAt: optional(nullable(Time)),
  passwordHash: optional(nullable(SecretHash)),
});

/** A link this person made. `sentAt` (ms since 1970) is null until the server has confirmed it. */
export interface MadeLink {
  docId: DocId;
  id: string;
  secret: Secret;
  role: LinkRole;
  label: string | null;
  createdAt: number;
  /** ms since 1970, or null. */
  expiresAt: number | null;
  /** Of the secret that link and password make together; null without a password. */
  passwordHash: string | null;
  sentAt: number | null;
}

/** Links of one document, or of all, the oldest first. What cannot be read is left out. */
export function readMadeLinks(library: Y.Doc, docId?: DocId): MadeLink[] {
  const registers = library.getMap<unknown>(LINKS);
  const links: MadeLink[] = [];
  registers.forEach((value, key) => {
    const [ofDoc, id, field] = key.split(':');
    if (field !== 'made' || (docId !== undefined && ofDoc !== docId)) return;
    const parsedDoc = DocId.safeParse(ofDoc);
    const parsedId = LinkId.safeParse(id);
    const made = Made.safeParse(value);
    const secret = openSecret(library, value);
    if (!parsedDoc.success || !parsedId.success || !made.success || secret === null) return;
    const sentAt = registers.get(`${ofDoc}:${id}:sentAt`);
    const { role, label, createdAt, expiresAt, passwordHash } = made.data;
    links.push({
      docId: parsedDoc.data,
      id: parsedId.data,
      secret,
      role,
      label,
      createdAt,
      expiresAt: expiresAt ?? null,
      passwordHash: passwordHash ?? null,
      sentAt: typeof sentAt === 'number' ? sentAt : null,
    });
  });
  return links.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

export function keepMadeLink(library: Y.Doc, link: Omit<MadeLink, 'sentAt'>): void {
  const { docId, id, secret, ...made } = link;
  library
    .getMap<unknown>(LINKS)
    .set(`${docId}:${id}:made`, { ...made, ...sealSecret(library, secret) });
}

/** Reads all links, and gives what writes them anew, as the library is sealed by then. */
export function rewriteMadeLinks(library: Y.Doc): () => void {
  const links = readMadeLinks(library);
  return () => {
    for (const { sentAt: _sentAt, ...link } of links) keepMadeLink(library, link);
  };
}

/** A link that has another role from now on, wherever it was changed. */
export function recordLinkRole(library: Y.Doc, docId: DocId, id: string, role: LinkRole): void {
  const link = readMadeLinks(library, docId).find((made) => made.id === id);
  if (!link || link.role === role) return;
  const { sentAt: _sentAt, ...made } = link;
  keepMadeLink(library, { ...made, role });
}

export function recordLinkSent(library: Y.Doc, link: MadeLink, now: number): void {
  const key = `${link.docId}:${link.id}`;
  const registers = library.getMap<unknown>(LINKS);
  // Withdrawn while it was being sent: do not leave half a link behind.
  if (registers.has(`${key}:made`)) registers.set(`${key}:sentAt`, now);
}

/** Drops a link with its secret: it was revoked, or never sent and not wanted any more. */
export function dropMadeLink(library: Y.Doc, docId: DocId, id: string): void {
  dropKeys(library, `${docId}:${id}:`);
}

/** Drops all links of a document that was forgotten. */
export function dropMadeLinks(library: Y.Doc, docId: DocId): void {
  dropKeys(library, `${docId}:`);
}

function dropKeys(library: Y.Doc, prefix: string): void {
  library.transact(() => {
    const registers = library.getMap<unknown>(LINKS);
    for (const key of [...registers.keys()]) if (key.startsWith(prefix)) registers.delete(key);
  }, LINKS);
}
