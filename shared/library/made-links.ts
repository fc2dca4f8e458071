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
import { boolean, looseObject, nullable, type Of, object, optional, text, time } from '../shape.ts';
import { openSecret, sealSecret } from './sealing.ts';

export const LINKS = 'links';

const Made = looseObject({
  role: LinkRole,
  label: nullable(text({ most: MAX_LINK_LABEL_LENGTH })),
  createdAt: time,
  expiresAt: optional(nullable(time)),
  passwordHash: optional(nullable(SecretHash)),
  passwordKdf: optional(nullable(text({ most: 20 }))),
  hidesHistory: optional(boolean),
  suggests: optional(boolean),
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
  /** How that secret was made; earlier versions did not note it. */
  passwordKdf?: string | null;
  /** Whether whoever has it is not told who wrote what when. */
  hidesHistory?: boolean;
  /** False where those who may comment with it may not suggest, too. */
  suggests?: boolean;
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
    const { role, label, createdAt, expiresAt, passwordHash, passwordKdf } = made.data;
    const { hidesHistory, suggests } = made.data;
    links.push({
      docId: parsedDoc.data,
      id: parsedId.data,
      secret,
      role,
      label,
      createdAt,
      expiresAt: expiresAt ?? null,
      passwordHash: passwordHash ?? null,
      ...(passwordKdf ? { passwordKdf } : {}),
      ...(hidesHistory ? { hidesHistory } : {}),
      ...(suggests === false ? { suggests } : {}),
      sentAt: typeof sentAt === 'number' ? sentAt : null,
    });
  });
  return links.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** How many links each document has that were made here and still open it, as far as is known. */
export function countMadeLinks(library: Y.Doc, now: number): Map<string, number> {
  const counts = new Map<string, number>();
  library.getMap<unknown>(LINKS).forEach((value, key) => {
    const [ofDoc = '', , field] = key.split(':');
    const made = field === 'made' ? Made.safeParse(value) : null;
    if (!made?.success || (made.data.expiresAt ?? now) < now) return;
    counts.set(ofDoc, (counts.get(ofDoc) ?? 0) + 1);
  });
  return counts;
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

/** What of a link can be another later. */
export type LinkFacts = Pick<
  MadeLink,
  'role' | 'label' | 'expiresAt' | 'passwordHash' | 'passwordKdf' | 'hidesHistory' | 'suggests'
>;

/** What is another from now on of a link that was made here, wherever it was changed. */
export function recordLinkChange(
  library: Y.Doc,
  docId: DocId,
  id: string,
  changed: Partial<LinkFacts>,
): void {
  const link = readMadeLinks(library, docId).find((made) => made.id === id);
  if (!link) return;
  const { sentAt: _sentAt, ...made } = link;
  keepMadeLink(library, { ...made, ...changed });
}

export function recordLinkSent(library: Y.Doc, link: MadeLink, now: number): void {
  const key = `${link.docId}:${link.id}`;
  const registers = library.getMap<unknown>(LINKS);
  // Withdrawn while it was being sent: do not leave half a link behind.
  if (registers.has(`${key}:made`)) registers.set(`${key}:sentAt`, now);
}

/** The server was asked and does not have it any more: it waits again. */
export function recordLinkLost(library: Y.Doc, { docId, id }: MadeLink): void {
  library.getMap<unknown>(LINKS).delete(`${docId}:${id}:sentAt`);
}

/** The link was revoked on the server, which is to stay so, whatever backup it is restored from. */
export function recordRevoked(library: Y.Doc, docId: DocId, id: string, now: number): void {
  library.getMap<unknown>(LINKS).set(`${docId}:${id}:revoked`, now);
}

/** The links of each document that were revoked. */
export function readRevoked(library: Y.Doc): Map<DocId, string[]> {
  const revoked = new Map<DocId, string[]>();
  for (const key of library.getMap<unknown>(LINKS).keys()) {
    const [ofDoc, id = '', field] = key.split(':');
    const docId = DocId.safeParse(ofDoc);
    if (!docId.success || field !== 'revoked') continue;
    revoked.set(docId.data, [...(revoked.get(docId.data) ?? []), id]);
  }
  return revoked;
}

/** Whether a link of one role allows more than one of the other. */
export function isWider(role: LinkRole, than: LinkRole): boolean {
  return LinkRole.options.indexOf(role) > LinkRole.options.indexOf(than);
}

export const NARROWED = { from: LinkRole, to: LinkRole };
const Narrowed = object(NARROWED);

/** A link that allows less from now on, which is to stay so, too. */
export interface NarrowedLink {
  id: string;
  /** What it allowed before, and allows now. */
  from: LinkRole;
  to: LinkRole;
}

/** The role of a link was changed on the server; one that allows less is remembered as such. */
export function recordRoleChange(
  library: Y.Doc,
  docId: DocId,
  { id, from, to }: NarrowedLink,
): void {
  const registers = library.getMap<unknown>(LINKS);
  const key = `${docId}:${id}:narrowed`;
  const before = Narrowed.safeParse(registers.get(key));
  const widest = before.success ? before.data.from : from;
  if (isWider(widest, to)) registers.set(key, { from: widest, to });
  else registers.delete(key);
}

/** The links of each document that allow less than they did once. */
export function readNarrowed(library: Y.Doc): Map<DocId, NarrowedLink[]> {
  const narrowed = new Map<DocId, NarrowedLink[]>();
  library.getMap<unknown>(LINKS).forEach((value, key) => {
    const [ofDoc, id = '', field] = key.split(':');
    const docId = DocId.safeParse(ofDoc);
    const link = Narrowed.safeParse(value);
    if (!docId.success || field !== 'narrowed' || !link.success) return;
    narrowed.set(docId.data, [...(narrowed.get(docId.data) ?? []), { id, ...link.data }]);
  });
  return narrowed;
}

export const CLOSED = {
  passwordHash: optional(SecretHash),
  passwordKdf: optional(nullable(text({ most: 20 }))),
  expiresAt: optional(time),
  hidesHistory: optional(boolean),
  suggests: optional(boolean),
};
const Closed = object(CLOSED);

/** A link that is harder to come in by than it was, or shows or allows less: what is to stay so, whatever backup is restored. */
export interface ClosedLink extends Of<typeof Closed> {
  id: string;
}

/** The end, the password or the view of a link was changed on the server. What opens it further is not kept. */
export function recordClosing(
  library: Y.Doc,
  docId: DocId,
  { id, expiresAt: before }: Pick<MadeLink, 'id' | 'expiresAt'>,
  { expiresAt, passwordHash, passwordKdf = null, hidesHistory, suggests }: Partial<LinkFacts>,
): void {
  const registers = library.getMap<unknown>(LINKS);
  const key = `${docId}:${id}:closed`;
  const parsed = Closed.safeParse(registers.get(key));
  const closed = parsed.success ? parsed.data : {};
  if (expiresAt !== undefined) {
    // One that was brought forward before may be put off again, and is still one it did not have.
    const wasCloser = closed.expiresAt !== undefined;
    delete closed.expiresAt;
    if (expiresAt !== null && (wasCloser || expiresAt < (before ?? Number.POSITIVE_INFINITY)))
      closed.expiresAt = expiresAt;
  }
  if (passwordHash !== undefined) {
    delete closed.passwordHash;
    delete closed.passwordKdf;
    if (passwordHash !== null) Object.assign(closed, { passwordHash, passwordKdf });
  }
  if (hidesHistory !== undefined) {
    delete closed.hidesHistory;
    if (hidesHistory) closed.hidesHistory = true;
  }
  if (suggests !== undefined) {
    delete closed.suggests;
    if (!suggests) closed.suggests = false;
  }
  if (Object.keys(closed).length > 0) registers.set(key, closed);
  else registers.delete(key);
}

/** The links of each document that are harder to come in by than they were. */
export function readClosed(library: Y.Doc): Map<DocId, ClosedLink[]> {
  const closed = new Map<DocId, ClosedLink[]>();
  library.getMap<unknown>(LINKS).forEach((value, key) => {
    const [ofDoc, id = '', field] = key.split(':');
    const docId = DocId.safeParse(ofDoc);
    const link = Closed.safeParse(value);
    if (!docId.success || field !== 'closed' || !link.success) return;
    closed.set(docId.data, [...(closed.get(docId.data) ?? []), { id, ...link.data }]);
  });
  return closed;
}

/** Drops a link with its secret: it was revoked, or never sent and not wanted any more. */
export function dropMadeLink(library: Y.Doc, docId: DocId, id: string): void {
  const registers = library.getMap<unknown>(LINKS);
  const revoked = registers.get(`${docId}:${id}:revoked`);
  library.transact(() => {
    dropKeys(library, `${docId}:${id}:`);
    if (revoked !== undefined) registers.set(`${docId}:${id}:revoked`, revoked);
  }, LINKS);
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
