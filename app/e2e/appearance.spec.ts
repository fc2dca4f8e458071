/**
 * How it looks: every screen, and a document with every block, at three widths in both themes,
 * beside the pictures in `appearance/`.
 *
 * Whoever changes the look on purpose makes them anew with `--update-snapshots`, and looks at them.
 */
import type { Page } from '@playwright/test';
import { THEMES } from './support/axe.ts';
import {
  arriveTheSame,
  type Look,
  openShowcase,
  walkAround,
  walkAsGuest,
  walkThroughDocument,
} from './support/screens.ts';
import { SHOWCASE_RTL } from './support/showcase.ts';
import { expect, test } from './support/test.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
/** What opens for a moment at the caret is left to the tests of what it does. */
const SEEN = new Set([
  'library',
  'library-empty',
  'trash',
  'trash-delete',
  'settings',
  'not-found',
  'no-key',
  'failure',
  'document',
  'palette',
  'find',
  'outline',
  'share',
  'shortcuts',
  'password',
  'read-only',
]);

const picture: Look = async (screen, page) => {
  if (!SEEN.has(screen)) return;
  await inEachForm(page, async (form) => {
    await expect.soft(page).toHaveScreenshot(`${screen}-${form}.png`, {
      // Addresses have a secret or a port of chance in them, and the day is that of the server.
      mask: [
        page.getByRole('textbox', { name: 'Another link' }),
        page.getByRole('dialog').getByRole('textbox', { name: 'Link', exact: true }),
        page.getByRole('dialog').getByText(/^Created/),
        // What the browser stores is not the same twice.
        page.getByRole('region', { name: 'Storage on this device' }).getByRole('definition'),
      ],
    });
  });
};

async function inEachForm(page: Page, look: (form: string) => Promise<void>): Promise<void> {
  const before = page.viewportSize()!;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await look(`${size.width}-${theme}`);
    }
  }
  await page.setViewportSize(before);
}

test('a document with every block looks as it did, and so does what opens on it', async ({
  arrive,
  server,
}) => {
  test.slow();
  const ana = await arriveTheSame(arrive, 'Ana Heron', 'Teal');
  await openShowcase(ana, server);
  const { page } = ana;
  await picture('document', page);
  // A diagram is as high as a font of the machine makes it.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.body > pre > .diagram > img { width: 100%; height: 10rem }');
    document.adoptedStyleSheets.push(sheet);
  });
  await inEachForm(page, async (form) => {
    // All of it at once, with nothing that floats over it in the middle.
    const height = await page.evaluate(() => document.querySelector('main')!.offsetHeight + 48);
    await page.setViewportSize({ width: page.viewportSize()!.width, height });
    await expect.soft(page).toHaveScreenshot(`showcase-${form}.png`, {
      mask: [ana.body.getByText(SHOWCASE_RTL), ana.body.getByRole('img', { name: 'Diagram' })],
    });
  });
  await walkThroughDocument(ana, picture);
  await walkAsGuest(arrive, ana, picture);
});

test('the screens without a document look as they did', async ({ arrive, server }) => {
  test.slow();
  await walkAround(arrive, server, picture);
});
