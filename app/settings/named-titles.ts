/** Titles of documents in a sentence: a few by name, and how many more there are. */
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';

const MOST_NAMED = 5;

export function namedTitles(titles: readonly string[]): string {
  const named = titles.slice(0, MOST_NAMED).map((title) => title.trim() || t().untitled);
  const unnamed = titles.length - named.length;
  return [...named, ...(unnamed > 0 ? [`+${tLazy().counts.number(unnamed)}`] : [])].join(', ');
}
