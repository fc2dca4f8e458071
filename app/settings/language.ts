/**
 * The language of the interface: the browser's, until another one is chosen on this device.
 *
 * Invariant: the choice is kept where `public/first-paint.js` reads it before the first paint, and
 * only once the texts are there, so that what is chosen can be shown.
 */
import { oneOf } from '../../shared/shape.ts';
import { setLanguage } from '../i18n/i18n.ts';
import { LANGUAGES, type Language } from '../i18n/languages.ts';
import { StoredValue } from '../ui/stored-value.ts';

const Known = oneOf(Object.keys(LANGUAGES) as Language[]);

/** The same key as in `public/first-paint.js`. */
const kept = new StoredValue<Language | null>(
  'driftless.language',
  (text) => {
    const parsed = Known.safeParse(text);
    return parsed.success ? parsed.data : null;
  },
  (language) => language ?? '',
);

/** @throws when its texts cannot be had now; then all stays as it is */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  kept.set(language);
}

/** Changes with the other tabs of this device. Call once. */
export function followLanguage(): void {
  kept.subscribe(() => {
    const language = kept.get();
    if (language === null) return;
    setLanguage(language).catch(() => {
      // Not reachable now: the next page that opens speaks it.
    });
  });
}
