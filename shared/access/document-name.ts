/**
 * Names of documents: what a replica opens, a session serves, and the log keeps updates under. A
 * document's body is named by its id, what is said about it by the id and `.discussion`, a draft of it
 * by the id, `.draft-` and the draft's own.
 *
 * Invariant: names are made and read here only. So no text that was not checked is taken for one,
 * and where the body is meant the compiler refuses the name of something else.
 */
import { type DiscussionName, DocId, DraftId, type DraftName } from './ids.ts';

const DISCUSSION = 'discussion';
const DRAFT = 'draft-';

/** `docId`, `docId.discussion` or `docId.draft-id`. */
export type DocumentName = DocId | DiscussionName | DraftName;

/** What a name says. */
export interface NamedDocument {
  name: DocumentName;
  docId: DocId;
  isDiscussion: boolean;
  isDraft: boolean;
}

export function discussionOf(docId: DocId): DiscussionName {
  return `${docId}.${DISCUSSION}` as DiscussionName;
}

export function draftOf(docId: DocId, id: DraftId): DraftName {
  return `${docId}.${DRAFT}${id}` as DraftName;
}

/** Every name under which each document may have something; its drafts are known by what is stored. */
export function namesOf(docId: DocId): DocumentName[] {
  return [docId, discussionOf(docId)];
}

/** Every name under which something of a document may be stored, given all that are stored. */
export function namesAmong(docId: DocId, stored: Iterable<string>): DocumentName[] {
  const names = new Set(namesOf(docId));
  for (const each of stored) {
    const named = each.startsWith(docId) ? parseDocumentName(each) : null;
    if (named?.docId === docId) names.add(named.name);
  }
  return [...names];
}

/** Whether it is the document itself, and not what is said about it or a draft of it. */
export function isBody({ name, docId }: NamedDocument): boolean {
  return name === docId;
}

/** What the name says, or null if it is none. */
export function parseDocumentName(name: string): NamedDocument | null {
  const dot = name.indexOf('.');
  const docId = DocId.safeParse(dot < 0 ? name : name.slice(0, dot));
  if (!docId.success) return null;
  const rest = dot < 0 ? '' : name.slice(dot + 1);
  const isDiscussion = rest === DISCUSSION;
  const isDraft = rest.startsWith(DRAFT) && DraftId.safeParse(rest.slice(DRAFT.length)).success;
  if (dot >= 0 && !isDiscussion && !isDraft) return null;
  return { name: name as DocumentName, docId: docId.data, isDiscussion, isDraft };
}
