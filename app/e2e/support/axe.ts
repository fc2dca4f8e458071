/** What axe finds on a page, in both themes. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** What is wrong, as rule and element. Only contrast depends on the theme. */
export async function faultsOf(page: Page, themes: readonly Theme[] = THEMES): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // Base UI's guards pass the focus on at once: it never rests on them.
    const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
    if (theme !== themes[0]) axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      for (const { html, any } of nodes)
        faults.push(`${theme}: ${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`);
  }
  return faults;
}
