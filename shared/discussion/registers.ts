/**
 * What the registers of a discussion say, checked before anything is made of it: anybody may have
 * written it.
 *
 * A register is stored as `[says, proof]`: JSON, and the author's signature over it, its key and the
 * document. Fields are
 * - `thread`: that its author began the thread, on what,
 * - `place`: where the thread hangs now (who cut the text and put it elsewhere says so),
 * - `message:<id>`: one message as it reads now, or that it was deleted,
 * - `state`: whether the thread is resolved, as far as its author had read it,
 * - `removed`: which of its messages are taken away with it,
 * - `reacts:<message>`: the emoji that its author put there,
 * - `done:<message>`: whether what a message hands to somebody is done,
 * - `suggests`: what its author suggests, whose answers the thread holds then, or that it was withdrawn,
 * - `person`: its author's name and colour, about no thread.
 *
 * Invariant: what comes out has its form, and a register that has none says nothing.
 */
import { PersonId } from '../access/ids.ts';
import type { Inline } from '../document/schema.ts';
import { PersonColor, PersonName } from '../protocol/presence.ts';
import {
  array,
  boolean,
  int,
  type Of,
  object,
  optional,
  type Shape,
  Shape as ShapeOf,
  text,
  time,
  tuple,
} from '../shape.ts';
import { ThreadAnchor } from './anchor.ts';
import { MAX_NUMBER, MessageId } from './keys.ts';
import { parseMessageText } from './message-text.ts';

/** Characters of what one register says, as JSON. */
export const MAX_SAYS_LENGTH = 60_000;
/** The same of one that suggests something: its update takes 4 characters for 3 bytes. */
export const MAX_SUGGESTS_LENGTH = 360_000;
const MAX_PROOF_LENGTH = 400;
/** Characters of the words a thread began on. */
export const MAX_QUOTE_LENGTH = 300;
/** Kinds of emoji that one person puts on one message. */
export const MAX_REACTIONS = 20;

/** JSON, and the signature over it: see `signed.ts`. */
export const StoredRegister = tuple(
  text({ most: MAX_SUGGESTS_LENGTH }),
  text({ most: MAX_PROOF_LENGTH }),
);
export type StoredRegister = Of<typeof StoredRegister>;

/** ms since 1970 by the author's clock: shown, and never what decides. */
const At = time;
/** Where a message comes in its thread: one more than those that its author knew. */
const Order: Shape<number> = new ShapeOf((value) => Math.min(int(0).parse(value), MAX_NUMBER));

export const ThreadSays = object({
  at: At,
  anchor: ThreadAnchor,
  /** The words it began on; '' where it is about something without. */
  quote: text({ most: MAX_QUOTE_LENGTH }),
});
export type ThreadSays = Of<typeof ThreadSays>;

export const PlaceSays = object({ at: At, anchor: ThreadAnchor });
export type PlaceSays = Of<typeof PlaceSays>;

const HandedTo = object({ person: PersonId, name: PersonName });
/** Whom something is handed to, by the name of when it was. */
export type HandedTo = Of<typeof HandedTo>;

const MessageText: Shape<Inline[]> = new ShapeOf(parseMessageText);
const WrittenMessage = object({
  at: At,
  order: Order,
  text: MessageText,
  /** When it was written otherwise for the last time. */
  editedAt: optional(At),
  for: optional(HandedTo),
});
const DeletedMessage = object({ at: At, order: Order, deleted: boolean });
export type WrittenMessage = Of<typeof WrittenMessage>;
export type DeletedMessage = Of<typeof DeletedMessage>;
export const MessageSays: Shape<WrittenMessage | DeletedMessage> = new ShapeOf((value) => {
  const deleted = DeletedMessage.safeParse(value);
  return deleted.success && deleted.data.deleted ? deleted.data : WrittenMessage.parse(value);
});

/** Messages that somebody had seen: what is said of a thread holds for these, and no other. */
const Seen = array(MessageId);
/** The same of a thread with more than can be named: of each author all up to this place in it. */
const UpTo = optional(array(tuple(PersonId, Order)));
export const StateSays = object({ at: At, resolved: boolean, seen: Seen, upTo: UpTo });
/** What is taken away: nothing, where it was put back. */
export const RemovedSays = object({ at: At, seen: Seen, upTo: UpTo });
/** Messages that are named one by one. */
export const MAX_SEEN = 1_000;
/** One emoji, which may be a sequence. */
export const Emoji = text({ pattern: /^\S+$/u, most: 40 });
const Emojis = array(Emoji);
export const ReactsSays = object({
  at: At,
  emoji: new ShapeOf((value) => [...new Set(Emojis.parse(value))].slice(0, MAX_REACTIONS)),
});
export const DoneSays = object({ at: At, done: boolean });
const Suggested = object({
  at: At,
  /** When it was begun: its place among the others. */
  began: At,
  /** Yjs clients it was written under. */
  clients: array(int(1)),
  /** The sealed update, in base64url. */
  update: text({ pattern: /^[0-9A-Za-z_-]*$/ }),
});
const Withdrawn = object({ at: At, withdrawn: boolean });
export const SuggestsSays: Shape<Of<typeof Suggested> | Of<typeof Withdrawn>> = new ShapeOf(
  (value) => {
    const withdrawn = Withdrawn.safeParse(value);
    return withdrawn.success && withdrawn.data.withdrawn ? withdrawn.data : Suggested.parse(value);
  },
);
export const PersonSays = object({ name: PersonName, color: PersonColor });

/** The field of a suggestion. */
export const SUGGESTS = 'suggests';

/** By what stands before a colon in the field, if it has one. */
const FIELDS: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ['thread', ThreadSays],
  ['place', PlaceSays],
  ['message', MessageSays],
  ['state', StateSays],
  ['removed', RemovedSays],
  ['reacts', ReactsSays],
  ['done', DoneSays],
  [SUGGESTS, SuggestsSays],
  ['person', PersonSays],
]);

/** The first part of a field: what kind of register it is. */
export function kindOf(field: string): string {
  const colon = field.indexOf(':');
  return colon < 0 ? field : field.slice(0, colon);
}

/** What stands behind the colon of a field. */
export function subjectOf(field: string): string {
  return field.slice(field.indexOf(':') + 1);
}

/**
 * What a register of this field says, or null if it is nothing sound. Of a field that this build does
 * not know, what it says as it is.
 */
export function readSays(field: string, says: string): unknown {
  if (says.length > (field === SUGGESTS ? MAX_SUGGESTS_LENGTH : MAX_SAYS_LENGTH)) return null;
  let value: unknown;
  try {
    value = JSON.parse(says);
  } catch {
    // JSON throws one kind of error, and it means that this is none.
    return null;
  }
  const shape = FIELDS.get(kindOf(field));
  if (!shape) return value;
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : null;
}
