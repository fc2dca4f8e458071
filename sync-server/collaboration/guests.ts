/**
 * Presence as other editors write it: `user` with a name and a colour, perhaps a cursor.
 *
 * Invariant: what comes out has the form of the app's own presence and nothing more; a colour is six
 * hexadecimal digits, or one of the palette.
 */
import { MAX_NAME_LENGTH } from '../../shared/protocol/limits.ts';
import {
  Cursor,
  PERSON_COLORS,
  type PersonColor,
  PersonName,
} from '../../shared/protocol/presence.ts';
import { looseObject, type Of, optional, text } from '../../shared/shape.ts';

const OthersPresence = looseObject({
  user: looseObject({ name: text(), color: optional(text()) }),
});
const HEX = /^#[0-9a-f]{6}$/i;

export interface Guest {
  user: { name: string; color: string };
  /** The nearest of the app's own colours. */
  color: PersonColor;
  cursor: Of<typeof Cursor> | null | undefined;
}

/** Hues of the palette's colours, in degrees. */
const HUES: Readonly<Record<PersonColor, number>> = {
  red: 0,
  brown: 20,
  orange: 30,
  amber: 45,
  lime: 75,
  green: 130,
  teal: 170,
  cyan: 190,
  blue: 215,
  indigo: 240,
  violet: 275,
  pink: 325,
};

/** The guest that a state speaks of, or null if it speaks of nobody. */
export function readGuest(value: unknown): Guest | null {
  const parsed = OthersPresence.safeParse(value);
  if (!parsed.success) return null;
  const { user } = parsed.data;
  // Whole characters: half of an emoji would be none.
  const name = PersonName.safeParse([...user.name.trim()].slice(0, MAX_NAME_LENGTH / 2).join(''));
  if (!name.success) return null;
  const hex = user.color !== undefined && HEX.test(user.color) ? user.color : '#888888';
  const cursor = Cursor.safeParse((parsed.data as { cursor?: unknown }).cursor);
  return {
    user: { name: name.data, color: hex },
    color: nearest(hueOf(hex)),
    cursor: cursor.success ? cursor.data : undefined,
  };
}

function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

function nearest(hue: number): PersonColor {
  const away = (color: PersonColor) => {
    const apart = Math.abs(HUES[color] - ((hue + 360) % 360));
    return Math.min(apart, 360 - apart);
  };
  return PERSON_COLORS.reduce((best, color) => (away(color) < away(best) ? color : best));
}
