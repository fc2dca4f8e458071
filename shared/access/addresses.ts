/**
 * Addresses of documents and links: how they are written, and how a pasted one is read.
 *
 * Invariant: a secret stands only behind the `#`, which browsers never send to a server.
 */
import { DocId, Secret } from './ids.ts';

/** What a link to a document says. `origin` is null when only a path was given. */
export interface LinkAddress {
  origin: string | null;
  docId: DocId;
  secret: Secret;
}

export function documentPath(docId: DocId): string {
  return `/d/${docId}`;
}

/** The address to send to someone. `origin` as in `location.origin`, without a slash at its end. */
export function formatLink(origin: string, docId: DocId, secret: Secret): string {
  return `${origin}${documentPath(docId)}#${secret}`;
}

/** What is longer than any browser's address is not looked at. */
export const LONGEST_ADDRESS = 8000;

/**
 * Without the marks and blanks that messages put behind a link. A secret may end with `-` or `_`.
 */
export function withoutMarks(text: string): string {
  return text.replace(/(?:(?![\w-])[\s\p{P}\p{S}])+$/u, '');
}

/** Reads what a person pasted: a whole address or its path, also with words around it. */
export function parseLink(text: string): LinkAddress | null {
  if (text.length > LONGEST_ADDRESS) return null;
  const match =
    /(?:^|[\s\p{Ps}\p{Pi}<"'])(https?:\/\/[^\s/?#]+)?\/d\/([^\s/?#]+)\/?(?:\?[^\s#]*)?#(\S+)/iu.exec(
      text,
    );
  if (!match) return null;
  const docId = DocId.safeParse(match[2]);
  const secret = Secret.safeParse(withoutMarks(match[3]!));
  if (!docId.success || !secret.success) return null;
  return { origin: match[1]?.toLowerCase() ?? null, docId: docId.data, secret: secret.data };
}

/** Says "this block" behind the `#`. A secret has no `=`, so neither is ever taken for the other. */
const BLOCK = 'block=';

/** Where a block of a document is, for someone who has the document already. */
export function formatBlockAddress(origin: string, docId: DocId, blockId: string): string {
  return `${origin}${documentPath(docId)}#${BLOCK}${encodeURIComponent(blockId)}`;
}

/** The block that what stands behind the `#` speaks of, or null. `hash` as in `location.hash`. */
export function blockOfHash(hash: string): string | null {
  const id = hash.startsWith(`#${BLOCK}`) ? hash.slice(BLOCK.length + 1) : '';
  return /^[\w~-]{1,64}$/.test(id) ? id : null;
}
