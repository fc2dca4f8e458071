/**
 * Presence: who is here and where their cursor is. Carried by awareness, never stored.
 *
 * Invariant: whatever arrives is parsed with these schemas before anything shows it.
 */

import { PersonId } from '../access/ids.ts';
import {
  boolean,
  label,
  looseObject,
  nullable,
  number,
  type Of,
  object,
  oneOf,
  optional,
} from '../shape.ts';
import { MAX_NAME_LENGTH } from './limits.ts';

/** The palette's names; their values live in the app's tokens. */
export const PERSON_COLORS = [
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
  'brown',
] as const;
export const PersonColor = oneOf(PERSON_COLORS);
export type PersonColor = Of<typeof PersonColor>;

export const PersonName = label(MAX_NAME_LENGTH);

export const Person = object({ id: PersonId, name: PersonName, color: PersonColor });
export type Person = Of<typeof Person>;

/** A Yjs relative position as `Y.relativePositionToJSON` writes it. */
const RelativePosition = looseObject({ assoc: optional(number) });

export const Cursor = object({ anchor: RelativePosition, head: RelativePosition });
export type Cursor = Of<typeof Cursor>;

export const Presence = object({
  person: Person,
  cursor: optional(nullable(Cursor)),
  /** The page is open, but nobody looks at it. */
  away: optional(boolean),
});
export type Presence = Of<typeof Presence>;
