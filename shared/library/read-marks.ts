/**
 * How far a person has read what is said about their documents, on all their devices: small registers
 * in the library, `<docId>:<thread>`, and `<docId>:since`, which earlier versions wrote.
 *
 * Invariant: a mark says no more than that its person read so far, and what is not understood of one
 * counts as nothing read. What was said before the document came to the library is nothing new, and
 * all that was said since is, whoever opens it when. With a document its marks go.
 */
import type * as Y from 'yjs';
import type { DocId } from '../access/ids.ts';
import type { Thread } from '../discussion/discussion.ts';
import { mentionsIn } from '../discussion/message-text.ts';
import { int } from '../shape.ts';
import { readEntry } from './library.ts';
import { registersOf } from './registers.ts';

/** The root map of the library. */
export const READ_MARKS = 'read';
const SINCE = 'since';

/** Of one document. */
export interface ReadMarks {
  /** What was said before was there when the person first came, ms since 1970; null if unknown. */
  since: number | null;
  /** By thread: the order of the last message that was read. */
  threads: ReadonlyMap<string, number>;
}

export function readMarks(library: Y.Doc, docId: DocId): ReadMarks {
  let since: number | null = null;
  const threads = new Map<string, number>();
  for (const [field, value] of registersOf(library, READ_MARKS).about(docId)) {
    const number = int(0).safeParse(value);
    if (!number.success) continue;
    if (field === SINCE) since = number.data;
    else threads.set(field, number.data);
  }
  return { since: since ?? (readEntry(library, docId)?.added || null), threads };
}

/** The person has read these threads to their ends. */
export function markRead(library: Y.Doc, docId: DocId, threads: readonly Thread[]): void {
  const { threads: known } = readMarks(library, docId);
  const further = threads.filter(({ id, messages }) => lastOf(messages) > (known.get(id) ?? 0));
  if (further.length === 0) return;
  library.transact(() => {
    for (const { id, messages } of further)
      registersOf(library, READ_MARKS).set(docId, id, lastOf(messages));
  }, READ_MARKS);
}

/** A document left the library. */
export function dropReadMarks(library: Y.Doc, docId: DocId): void {
  library.transact(() => registersOf(library, READ_MARKS).clear(docId), READ_MARKS);
}

/** What of a thread this person has not read; what they said themselves, they know. */
export function unreadIn(thread: Thread, marks: ReadMarks, person: string): Thread['messages'] {
  const read = marks.threads.get(thread.id);
  return thread.messages.filter(
    ({ author, order, at }) =>
      author !== person && (read === undefined ? at > (marks.since ?? Infinity) : order > read),
  );
}

export interface Unread {
  messages: number;
  /** How many of them name the person, or hand something to them. */
  toPerson: number;
}

/** Of all threads that are not resolved. */
export function countUnread(threads: readonly Thread[], marks: ReadMarks, person: string): Unread {
  const unread: Unread = { messages: 0, toPerson: 0 };
  for (const thread of threads) {
    if (thread.isResolved) continue;
    for (const { text, task } of unreadIn(thread, marks, person)) {
      unread.messages++;
      if (task?.for.person === person || mentionsIn(text).has(person)) unread.toPerson++;
    }
  }
  return unread;
}

function lastOf(messages: Thread['messages']): number {
  return messages.reduce((last, { order }) => Math.max(last, order), 0);
}
