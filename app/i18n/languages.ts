/**
 * The languages of the interface, and what a change of language does to the page around the texts.
 *
 * Invariant: each language but English is a part of the app by itself, so that nobody loads another
 * one than theirs before the page.
 */
import type { Catalogue } from './lazy.ts';

/** Each language as it calls itself. The same ones as in `public/first-paint.js`. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
  ja: '日本語',
} as const;
export type Language = keyof typeof LANGUAGES;

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set<Language>(['ar']);

/** English comes with the parts that speak it. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ catalogue: Catalogue }>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  ar: () => import('./ar.ts'),
  ja: () => import('./ja.ts'),
};

interface LoadedCatalogue {
  language: Language;
  /** Null where it is English. */
  catalogue: Catalogue | null;
}

/** Loads a language; one that is not known is English. */
export async function loadCatalogue(language: string): Promise<LoadedCatalogue> {
  if (!isOther(language)) return { language: 'en', catalogue: null };
  return { language, ...(await CATALOGUES[language]()) };
}

/** Tells the page its language and direction, and the style sheets what they draw. */
export function show({ language, catalogue }: LoadedCatalogue): void {
  const { documentElement: root } = document;
  root.lang = language;
  root.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
  // What is in the style sheets themselves is English.
  for (const name of [...root.style])
    if (name.startsWith('--say-')) root.style.removeProperty(name);
  for (const [name, text] of Object.entries(catalogue?.drawn ?? {}))
    root.style.setProperty(`--say-${name}`, JSON.stringify(text));
}

function isOther(language: string): language is keyof typeof CATALOGUES {
  return Object.hasOwn(CATALOGUES, language);
}
