/**
 * Presence: who is here and where their cursor is. Carried by awareness, never stored.
 *
 * Invariant: whatever arrives is parsed with these schemas before anything shows it.
 */
import * as z from 'zod/mini';
import { PersonId } from '../access/ids.ts';
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
export const PersonColor = z.enum(PERSON_COLORS);
export type PersonColor = z.infer<typeof PersonColor>;

export const PersonName = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME_LENGTH));

export const Person = z.object({ id: PersonId, name: PersonName, color: PersonColor });
export type Person = z.infer<typeof Person>;

/** A Yjs relative position as `Y.relativePositionToJSON` writes it. */
const RelativePosition = z.looseObject({ assoc: z.optional(z.number()) });

export const Cursor = z.object({ anchor: RelativePosition, head: RelativePosition });
export type Cursor = z.infer<typeof Cursor>;

export const Presence = z.object({ person: Person, cursor: z.nullish(Cursor) });
export type Presence = z.infer<typeof Presence>;
