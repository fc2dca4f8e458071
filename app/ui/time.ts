/**
 * Moments in the words of the reader's language. All times are milliseconds since 1970.
 */

import { locale } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';

const DAY_MS = 86_400_000;

/** "just now", "14:05", "yesterday", "12 May", "12 May 2025": as short as it stays clear. */
export function formatWhen(time: number, now: number, language: string = locale()): string {
  if (now - time < 60_000 && time <= now) return tLazy().time.justNow;
  const date = new Date(time);
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days === 0) {
    return format(date, language, { hour: '2-digit', minute: '2-digit' });
  }
  if (days === 1) return tLazy().time.yesterday;
  return formatDay(time, now, language);
}

/** "12 May", "12 May 2025": a day that may lie ahead. */
export function formatDay(time: number, now: number, language: string = locale()): string {
  const date = new Date(time);
  const thisYear = date.getFullYear() === new Date(now).getFullYear();
  return format(date, language, {
    day: 'numeric',
    month: 'short',
    ...(thisYear ? {} : { year: 'numeric' }),
  });
}

/** "12 May, 14:05", "12 May 2025, 14:05": a moment that others are told apart from. */
export function formatMoment(
  time: number,
  now: number = Date.now(),
  language: string = locale(),
): string {
  const date = new Date(time);
  const thisYear = date.getFullYear() === new Date(now).getFullYear();
  return format(date, language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(thisYear ? {} : { year: 'numeric' }),
  });
}

/** "14:05", "yesterday", "Tuesday", "12 May": since when something is so. */
export function formatSince(
  time: number,
  now: number = Date.now(),
  language: string = locale(),
): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days <= 0) return format(new Date(time), language, { hour: '2-digit', minute: '2-digit' });
  if (days === 1) return tLazy().time.yesterday;
  return days < 7
    ? format(new Date(time), language, { weekday: 'long' })
    : formatDay(time, now, language);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** As Date's own methods do it, which make such a format each time: slow, for the rows of a list. */
function format(date: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  // Who travels has another time zone than when it was made.
  const name = `${language} ${date.getTimezoneOffset()} ${Object.keys(options)}`;
  let known = formats.get(name);
  if (!known) {
    known = new Intl.DateTimeFormat(language, options);
    formats.set(name, known);
  }
  return known.format(date);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
