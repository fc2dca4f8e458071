/**
 * Appearance: light, dark, or what the system says.
 *
 * Invariant: the choice is one attribute on the root element, set before the first paint by
 * `public/first-paint.js` (a file, because the page allows no inline scripts) and changed only here.
 */
import { useSyncExternalStore } from 'react';
import { type Of, oneOf } from '../../shared/shape.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const Theme = oneOf(THEMES);
export type Theme = Of<typeof Theme>;

/** The same key as in `public/first-paint.js`. */
const KEY = 'driftless.theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const parsed = Theme.safeParse(document.documentElement.dataset.theme);
  return parsed.success ? parsed.data : 'system';
}

export function chooseTheme(theme: Theme): void {
  apply(theme);
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // No storage in this browser: the choice lasts as long as this page.
  }
}

/** Tints the browser's own bar like the page, now and when the system changes. Call once. */
export function followTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', tintBrowser);
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    const parsed = Theme.safeParse(event.newValue);
    apply(parsed.success ? parsed.data : 'system');
  });
  tintBrowser();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  tintBrowser();
  for (const listener of listeners) listener();
}

function tintBrowser(): void {
  const color = getComputedStyle(document.documentElement).backgroundColor;
  // One for each theme of the system: what was chosen here goes before either.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = color;
}
