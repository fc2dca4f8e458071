/**
 * The texts of the interface in the language of now: `t()` gives those that are needed to read and
 * write, `tLazy()` of lazy.ts those of the parts that come after.
 *
 * Invariant: no text is ever missing. The language changes only once its texts are there; what
 * cannot be loaded stays in the language before.
 */
import { useSyncExternalStore } from 'react';
import { en } from './en.ts';
import type { Language } from './languages.ts';
import type { Catalogue } from './lazy.ts';

export type Texts = Widened<typeof en>;
/** What other languages have to say, too: the same texts, made of the same values. */
export type Widened<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Texts]: Widened<Texts[Key]> };

const listeners = new Set<() => void>();
let now: Language = 'en';
let catalogue: Catalogue | null = null;
let asked: string | null = null;

/** The texts that are needed to read and write. */
export function t(): Texts {
  return catalogue ?? en;
}

/** All texts, unless they are English. */
export function loaded(): Catalogue | null {
  return catalogue;
}

export function language(): Language {
  return now;
}

/** The language, with the habits of the reader's country: how dates are written. */
export function locale(): string {
  // Chromium on Linux may say `en-US@posix`, of which nothing can be made.
  const known = RegExp(`^${now}(-\\w+)*$`);
  return globalThis.navigator?.languages?.find((tag) => known.test(tag)) ?? now;
}

/** Draws what calls it anew in another language, and with it all that is in it. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

/** Changes to a language as soon as its texts are there; rejects when they cannot be had. */
export async function setLanguage(next: string): Promise<void> {
  asked = next;
  // Whoever stays with English needs none of this.
  const { loadCatalogue, show } = await import('./languages.ts');
  const arrived = await loadCatalogue(next);
  // Another language was asked for meanwhile.
  if (asked !== next) return;
  ({ language: now, catalogue } = arrived);
  show(arrived);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
