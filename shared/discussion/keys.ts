/**
 * Keys of a discussion's registers: `<person>/<thread>/<field>/<n>`.
 *
 * Invariant: a key begins with the id of whoever wrote what stands under it, and ends with a number
 * that only grows; so whose it is, and whether it counts, is told by the key alone, and what has been
 * written under a key is never written otherwise.
 */
import { PersonId, randomId } from '../access/ids.ts';
import { type Of, text } from '../shape.ts';

/** The one shared type of a discussion, a Y.Map. */
export const DISCUSSION_ROOT = 'registers';

/** `<person>.<12 of 0-9A-Za-z>`: whoever began the thread, or wrote the message, is in its name. */
export const ThreadId = text({ pattern: /^[0-9A-Za-z]{16}\.[0-9A-Za-z]{12}$/ });
export type ThreadId = Of<typeof ThreadId>;
export const MessageId = ThreadId;
export type MessageId = ThreadId;

/** Stands in the place of a thread where a register is about none. */
export const NO_THREAD = '-';
/** Characters of a key at the most. */
export const MAX_KEY_LENGTH = 140;
/** Where a register's number ends: far beyond what anybody does by hand. */
export const MAX_NUMBER = 1_000_000_000;

const KEY =
  /^([0-9A-Za-z]{16})\/([0-9A-Za-z]{16}\.[0-9A-Za-z]{12}|-)\/([a-z]{1,20}(?::[0-9A-Za-z.]{1,40})?)\/([1-9][0-9]{0,9})$/;

/** What a key says. */
export interface RegisterName {
  /** Who wrote it. */
  person: string;
  /** The thread it is about, or `NO_THREAD`. */
  thread: string;
  /** What it says of it: see `registers.ts`. */
  field: string;
  /** Of one person's registers of this name the one with the highest number counts. */
  n: number;
}

export function keyOf({ person, thread, field, n }: RegisterName): string {
  return `${person}/${thread}/${field}/${n}`;
}

/** What a key says, or null if it is none. */
export function parseKey(key: string): RegisterName | null {
  if (key.length > MAX_KEY_LENGTH) return null;
  const parts = KEY.exec(key);
  if (!parts) return null;
  const n = Number(parts[4]);
  if (n > MAX_NUMBER) return null;
  return { person: parts[1]!, thread: parts[2]!, field: parts[3]!, n };
}

/** Who began a thread, or wrote a message. */
export function authorOf(id: ThreadId | MessageId): string {
  return id.slice(0, id.indexOf('.'));
}

/** A name for a thread, or a message, of this person's. */
export function freshName(person: string): ThreadId {
  return `${PersonId.parse(person)}.${randomId(12)}`;
}
