/**
 * The language of the interface: the browser's, until another one is chosen on this device.
 *
 * Invariant: the choice is kept where `public/first-paint.js` reads it before the first paint, and
 * only once the texts are there, so that what is chosen can be shown.
 */
import { speak } from '../words/words.ts';

/** Each language as it calls itself. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
  ja: '日本語',
} as const;
export type Language = keyof typeof LANGUAGES;

/** The same key as in `public/first-paint.js`. */
const KEY = 'driftless.language';

/** @throws when its texts cannot be had now; then all stays as it is */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // No storage in this browser: the choice lasts as long as this page.
  }
}

/** Changes with the other tabs of this device. Call once. */
export function followLanguage(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null) return;
    speak(newValue).catch(() => {
      // Not reachable now: the next page that opens speaks it.
    });
  });
}
