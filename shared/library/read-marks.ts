/**
 * How far a person has read what is said about their documents, on all their devices: small registers
 * in the library, `<docId>:<thread>` with how far, `<docId>:<thread>~` with which messages that were,
 * and `<docId>:since`, which earlier versions wrote.
 *
 * Invariant: a mark says no more than that its person read so far, and what is not understood of one
 * counts as nothing read. What was said before the document came to the library is nothing new, and
 * all that was said since is, whoever opens it when. A clock that goes wrong by a day takes no news
 * away where others than clocks can tell: in one's own document, in answer to what one said or to what
 * was said since, and where one is named. Also new is what somebody said without a network, at a place
 * in the thread that the person has read beyond meanwhile. With a document its marks go.
 */
import type * as Y from 'yjs';
import { type DocId, docIdOf } from '../access/ids.ts';
import type { Message, Thread } from '../discussion/discussion.ts';
import { mentionsIn } from '../discussion/message-text.ts';
import { int } from '../shape.ts';
import { readEntry } from './library.ts';
import { registersOf } from './registers.ts';

/** The root map of the library. */
export const READ_MARKS = 'read';
const SINCE = 'since';
/** Ends the field of which messages of a thread were read. */
const KNOWN = '~';
/** By so much a clock may go wrong, ms. */
export const WRONG_BY_MS = 2 * 86_400_000;
/** Characters by which a message is told from the others of its thread, and messages of one that are. */
const PIECE = 4;
const MOST_KNOWN = 100;

interface Known {
  /** What was said before this place was read, or is not known of. */
  from: number;
  /** Ends of the messages' ids. */
  messages: ReadonlySet<string>;
}

/** Of one document. */
export interface ReadMarks {
  /** What was said before was there when the person first came, ms since 1970; null if unknown. */
  since: number | null;
  /** By thread: the order of the last message that was read. */
  threads: ReadonlyMap<string, number>;
  /** By thread: the messages that were read last. */
  known: ReadonlyMap<string, Known>;
}

export function readMarks(library: Y.Doc, docId: DocId): ReadMarks {
  let since: number | null = null;
  const threads = new Map<string, number>();
  const known = new Map<string, Known>();
  for (const [field, value] of registersOf(library, READ_MARKS).about(docId)) {
    if (field.endsWith(KNOWN)) {
      const read = parseKnown(value);
      if (read) known.set(field.slice(0, -KNOWN.length), read);
      continue;
    }
    const number = int(0).safeParse(value);
    if (!number.success) continue;
    if (field === SINCE) since = number.data;
    else threads.set(field, number.data);
  }
  return { since: since ?? cameAt(library, docId), threads, known };
}

/** Whoever made a document was there before anything was said in it, whatever others' clocks say. */
function cameAt(library: Y.Doc, docId: DocId): number | null {
  const entry = readEntry(library, docId);
  if (!entry?.added) return null;
  return docIdOf(entry.secret) === docId ? Math.max(1, entry.added - WRONG_BY_MS) : entry.added;
}

/** The person has read these threads to their ends. */
export function markRead(library: Y.Doc, docId: DocId, threads: readonly Thread[]): void {
  const marks = readMarks(library, docId);
  const further = threads.filter(
    (thread) =>
      lastOf(thread.messages) > (marks.threads.get(thread.id) ?? 0) ||
      lateIn(thread, marks).length > 0,
  );
  if (further.length === 0) return;
  library.transact(() => {
    const registers = registersOf(library, READ_MARKS);
    for (const { id, messages } of further) {
      registers.set(docId, id, Math.max(lastOf(messages), marks.threads.get(id) ?? 0));
      registers.set(docId, `${id}${KNOWN}`, knownOf(messages, marks.known.get(id)));
    }
  }, READ_MARKS);
}

/** A document left the library. */
export function dropReadMarks(library: Y.Doc, docId: DocId): void {
  library.transact(() => registersOf(library, READ_MARKS).clear(docId), READ_MARKS);
}

/** What of a thread this person has not read; what they said themselves, they know. */
export function unreadIn(thread: Thread, marks: ReadMarks, person: string): Thread['messages'] {
  const read = marks.threads.get(thread.id);
  const late = new Set(lateIn(thread, marks));
  const begins = read ?? newFrom(thread, marks, person);
  return thread.messages.filter(
    (message) =>
      message.author !== person &&
      (message.order > begins ||
        (read === undefined ? isSince(message, marks, person) : late.has(message))),
  );
}

/** When what stands behind this place in a thread was said, the person had come. */
function newFrom({ messages }: Thread, marks: ReadMarks, person: string): number {
  let begins = Infinity;
  for (const message of messages)
    if (isSince(message, marks, person)) begins = Math.min(begins, message.order);
  return begins;
}

/** Nobody names, and nobody is, who has not come yet; who was here once before came long ago. */
function isSince(message: Message, { since }: ReadMarks, person: string): boolean {
  if (since === null) return false;
  const isTold = message.author === person || isFor(message, person);
  return message.at > (isTold ? since - WRONG_BY_MS : since);
}

function isFor({ text, task }: Message, person: string): boolean {
  return task?.for.person === person || mentionsIn(text).has(person);
}

/** Messages that came after the person had read what stands behind them. */
function lateIn({ id, messages }: Thread, marks: ReadMarks): Thread['messages'] {
  const known = marks.known.get(id);
  // An earlier version does not say which they were.
  if (!known) return [];
  return messages.filter(
    (message) => message.order >= known.from && !known.messages.has(pieceOf(message)),
  );
}

/**
 * Of which place on, and which they are: those that are here, and those that another device had when
 * its person read them.
 */
function knownOf(messages: Thread['messages'], before: Known | undefined): string {
  const here = [...messages].sort((a, b) => a.order - b.order).slice(-MOST_KNOWN);
  // At the first place of those that are left, others may have been cut off.
  const from = here.length === messages.length ? 0 : here[0]!.order + 1;
  const known = new Set(here.map(pieceOf));
  // Those that are here come last, and so are not cut off: of the others some may be deleted.
  const pieces = [...[...(before?.messages ?? [])].filter((piece) => !known.has(piece)), ...known];
  return `${Math.max(from, before?.from ?? 0)}:${pieces.slice(-MOST_KNOWN).join('')}`;
}

function parseKnown(value: unknown): Known | null {
  const [, from, pieces = ''] =
    (typeof value === 'string' && /^(\d{1,10}):((?:[0-9A-Za-z]{4})*)$/.exec(value)) || [];
  if (from === undefined) return null;
  return { from: Number(from), messages: new Set(pieces.match(/.{4}/g)) };
}

function pieceOf({ id }: Thread['messages'][number]): string {
  return id.slice(-PIECE);
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
    for (const message of unreadIn(thread, marks, person)) {
      unread.messages++;
      if (isFor(message, person)) unread.toPerson++;
    }
  }
  return unread;
}

function lastOf(messages: Thread['messages']): number {
  return messages.reduce((last, { order }) => Math.max(last, order), 0);
}
