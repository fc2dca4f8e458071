/**
 * Names of documents: what a replica opens, a session serves, and the log keeps updates under. A
 * document's body is named by its id, what is said about it by the id and `.discussion`.
 *
 * Invariant: names are made and read here only. So no text that was not checked is taken for one,
 * and where the body is meant the compiler refuses the name of a discussion.
 */
import { type DiscussionName, DocId } from './ids.ts';

const DISCUSSION_SUFFIX = '.discussion';

/** `docId` or `docId.discussion`. */
export type DocumentName = DocId | DiscussionName;

/** What a name says. */
export interface NamedDocument {
  name: DocumentName;
  docId: DocId;
  isDiscussion: boolean;
}

export function discussionOf(docId: DocId): DiscussionName {
  return `${docId}${DISCUSSION_SUFFIX}` as DiscussionName;
}

/** Every name under which something of a document may be stored. */
export function namesOf(docId: DocId): DocumentName[] {
  return [docId, discussionOf(docId)];
}

/** What the name says, or null if it is none. */
export function parseDocumentName(name: string): NamedDocument | null {
  const isDiscussion = name.endsWith(DISCUSSION_SUFFIX);
  const docId = DocId.safeParse(isDiscussion ? name.slice(0, -DISCUSSION_SUFFIX.length) : name);
  if (!docId.success) return null;
  return { name: name as DocumentName, docId: docId.data, isDiscussion };
}
