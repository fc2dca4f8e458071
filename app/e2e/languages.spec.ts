/** The interface in other languages: chosen by the browser or by hand, at once, and on a phone. */
import type { Page } from '@playwright/test';
import { catalogue as ar } from '../i18n/ar.ts';
import { catalogue as de } from '../i18n/de.ts';
import { catalogue as es } from '../i18n/es.ts';
import { catalogue as fr } from '../i18n/fr.ts';
import { catalogue as ja } from '../i18n/ja.ts';
import { LANGUAGES, type Language } from '../i18n/languages.ts';
import type { Catalogue } from '../i18n/lazy.ts';
import { faultsOf } from './support/axe.ts';
import { expect, offlineTest, test } from './support/test.ts';

const OTHERS: readonly [Language, Catalogue][] = [
  ['de', de],
  ['fr', fr],
  ['es', es],
  ['ja', ja],
  // The last one is the one to stay.
  ['ar', ar],
];
const PHONE = { width: 390, height: 844 };

test('a browser that speaks German gets the interface in German', async ({ arrive }) => {
  const ana = await arrive('Ana', { locale: 'de-AT' });
  await ana.page.goto('/settings');
  await expect(ana.page.getByRole('heading', { level: 1, name: de.settings })).toBeVisible();
  await expect(ana.page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(ana.page).toHaveTitle(`${de.settings} · Driftless`);
});

test('each language is there at once, fits a phone and has no faults that axe knows', async ({
  arrive,
}) => {
  // Each of them is looked through in both themes.
  test.slow();
  const ana = await arrive('Ana', { viewport: PHONE });
  const { page } = ana;
  await ana.openLibrary();
  await ana.newDocument('Curlews on the western mud');
  await ana.type('\n# Winter');
  const address = new URL(page.url()).pathname;
  await ana.isSynced();
  await page.goto('/settings');

  for (const [language, texts] of OTHERS) {
    const isGood = async (screen: string) => {
      expect.soft(await faultsOf(page, ['light', 'dark']), `${language}, ${screen}`).toEqual([]);
      expect.soft(await overflows(page), `${language}, ${screen}`).toEqual([]);
    };
    await page
      .getByRole('radio', { name: LANGUAGES[language], exact: true })
      .check({ force: true });
    await expect(page.getByRole('heading', { level: 1, name: texts.settings })).toBeVisible();
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveCSS('direction', direction);
    await isGood('settings');

    await page.getByRole('link', { name: 'Driftless' }).click();
    await expect(page.locator(`a[href="${address}"]`)).toBeVisible();
    await isGood('library');
    await page.locator(`a[href="${address}"]`).click();
    await expect(page.getByRole('textbox', { name: texts.body })).toBeEditable();
    await expect(page.getByRole('status', { name: texts.saveState })).toBeVisible();
    expect.soft(await overflows(page), `${language}, document`).toEqual([]);
    await page.getByRole('button', { name: texts.share, exact: true }).click();
    await expect(page.getByRole('dialog', { name: texts.share })).toBeVisible();
    await isGood('document and share');
    await ana.press('Escape');
    await page.getByRole('button', { name: texts.moreActions }).click();
    await page.getByRole('menuitem', { name: texts.settings }).click();
  }

  // Each block of a text reads as its own words do, whatever the interface.
  await page.goto(address);
  await expect(page.getByText('Curlews on the western mud')).toHaveCSS('direction', 'ltr');
});

offlineTest(
  'a chosen language stays, and another one can be chosen without a network',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    const { page } = ana;
    await page.goto('/settings');
    await page.getByRole('radio', { name: LANGUAGES.ar, exact: true }).check({ force: true });
    await expect(page.getByRole('heading', { level: 1, name: ar.settings })).toBeVisible();
    await ana.canComeBackOffline();
    await ana.goOffline();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: ar.settings })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('direction', 'rtl');
    await page.getByRole('radio', { name: LANGUAGES.ja, exact: true }).check({ force: true });
    await expect(page.getByRole('heading', { level: 1, name: ja.settings })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('direction', 'ltr');
  },
);

/** What is wider than its place, or than the window. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('[role="dialog"]')];
    return places
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((place) => `${place.tagName}: ${place.scrollWidth} > ${place.clientWidth}`);
  });
}
