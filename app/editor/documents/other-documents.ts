/**
 * The other documents of the person who writes, as the editor needs them.
 *
 * Invariant: the editor knows ids and titles; what opens a document stays outside, and so never gets
 * into a text.
 */
import { documentPath } from '../../../shared/access/addresses.ts';
import { DocId } from '../../../shared/access/ids.ts';

export interface OtherDocument {
  docId: DocId;
  title: string;
  /** The emoji chosen for it, or ''. */
  icon?: string;
}

export interface OtherDocuments {
  /** Those with a title like this, the latest first; this document is not among them. */
  search(text: string): readonly OtherDocument[];
  /** What a document is called on this device, its icon before it; null where it is not known. */
  titleOf(docId: DocId): string | null;
  open(docId: DocId): void;
  subscribe(listener: () => void): () => void;
}

/** The document an address of this app leads to; null for any other address. */
export function documentAt(href: string): DocId | null {
  if (!URL.canParse(href, location.href)) return null;
  const { origin, pathname, hash } = new URL(href, location.href);
  const docId = DocId.safeParse(/^\/d\/([^/]+)$/.exec(pathname)?.[1]);
  if (origin !== location.origin || hash !== '' || !docId.success) return null;
  return documentPath(docId.data) === pathname ? docId.data : null;
}
