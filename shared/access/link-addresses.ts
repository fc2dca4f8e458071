/**
 * Addresses of links: how they are written, and how a pasted one is read.
 *
 * Invariant: a secret stands only behind the `#`, which browsers never send to a server.
 */
import { documentPath } from './addresses.ts';
import { draftOfLink } from './draft-link.ts';
import { DocId, type DraftId, Secret } from './ids.ts';
import { LONGEST_ADDRESS, withoutMarks } from './pasted-addresses.ts';

/** What a link to a document says. `origin` is null when only a path was given. */
export interface LinkAddress {
  origin: string | null;
  docId: DocId;
  secret: Secret;
  /** The draft that it opens, where it says one. */
  draft?: DraftId;
}

/** The address to send to someone. `origin` as in `location.origin`, without a slash at its end. */
export function formatLink(origin: string, docId: DocId, secret: Secret): string {
  return `${origin}${documentPath(docId)}#${secret}`;
}

/**
 * Reads what a person pasted: a whole address or its path, also with words around it, and where a
 * program has written its `#` as `%23`.
 */
export function parseLink(text: string): LinkAddress | null {
  if (text.length > LONGEST_ADDRESS) return null;
  const match =
    /(?:^|[\s\p{Ps}\p{Pi}<"'])(https?:\/\/[^\s/?#]+)?\/d\/([^\s/?#%]+)\/?(\?[^\s#]*)?(?:#|%23)(\S+)/iu.exec(
      text,
    );
  if (!match) return null;
  const docId = DocId.safeParse(match[2]);
  const secret = Secret.safeParse(withoutMarks(match[4]!));
  if (!docId.success || !secret.success) return null;
  const draft = draftOfLink(match[3] ?? '');
  return {
    origin: match[1]?.toLowerCase() ?? null,
    docId: docId.data,
    secret: secret.data,
    ...(draft === null ? {} : { draft }),
  };
}
