/**
 * How it looks and what it says to those who do not see: every screen, and a document with every
 * block, at three widths in both themes beside the pictures in `appearance/`, and before axe.
 *
 * Whoever changes the look on purpose makes them anew with `--update-snapshots`, and looks at them.
 */
import type { Page } from '@playwright/test';
import { faultsOf, THEMES } from './support/axe.ts';
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

/** What a screen reader has of the showcase: what each block is, and how deep an item lies. */
const HEARD = `
- textbox "Document body":
  - paragraph:
    - strong: what we do
    - emphasis: when
    - code: npm run tides
    - link "the harbour's page"
  - paragraph:
    - 'button "Date: Wednesday, 4 March 2026"'
    - img "mention of Ben Otter"
    - link "Spring rota"
    - math
  - heading "The seasons" [level=1]:
    - button "Fold The seasons" [expanded]
  - heading "Winter" [level=2]
  - heading "Before dawn" [level=3]
  - list:
    - listitem [level=1]:
      - list:
        - listitem [level=2]:
          - list:
            - listitem [level=3]: /more than a hundred/
    - listitem [level=1]: /Brent geese/
  - list:
    - listitem [level=1]: Park at the chapel
  - list:
    - listitem [level=1]:
      - checkbox "Done" [checked]
      - text: Charge the radios
  - heading "Folded section …" [level=2]:
    - button "Fold Folded section …"
  - blockquote: /Count what you see/
  - note: /Note. Two people/
  - note: /Tip. Low sun/
  - note: /Important. Nobody/
  - note: /Warning. The tide/
  - note: /Caution. The old jetty/
  - button "Fold What to bring" [expanded]
  - separator
  - group "Code, TypeScript":
    - button "Copy code"
    - code
  - table:
    - rowgroup:
      - row "Species Where Count":
        - columnheader "Species"
      - row "Curlew mud 148":
        - cell "148"
  - figure "The bay from the eastern hide":
    - img "Hills behind a bay at dusk"
  - figure "All counts of this year":
    - button "Download counts-2026.csv"
  - group "Formula":
    - math
  - group "Code, Mermaid diagram":
    - img "Diagram"
  - figure "Bookmark, example.org":
    - link "example.org"
  - paragraph: ${SHOWCASE_RTL}
`;

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
/** Some fifty screens, looked at in six forms and by axe in two. */
const FOR_ALL_MS = 600_000;
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
  'comments',
  'history',
  'password',
  'read-only',
]);

/** Without faults that axe knows, and as it was. */
const lookClosely: Look = async (screen, page) => {
  expect.soft(await faultsOf(page), screen).toEqual([]);
  if (SEEN.has(screen)) await picture(screen, page);
};

const picture: Look = async (screen, page) => {
  await inEachForm(page, async (form) => {
    await expect.soft(page).toHaveScreenshot(`${screen}-${form}.png`, {
      // Addresses have a secret or a port of chance in them, and the day is that of the server.
      mask: [
        page.getByRole('textbox', { name: 'Another link' }),
        page.getByRole('dialog').getByRole('textbox', { name: 'Link', exact: true }),
        page.getByRole('dialog').getByText(/^Created/),
        // What the browser stores is not the same twice.
        page.getByRole('region', { name: 'Storage on this device' }).getByRole('definition'),
        page.getByRole('complementary', { name: 'History' }).locator('time'),
        page.getByRole('region', { name: /^The document as it was/ }).locator('time'),
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

test('a document with every block looks and sounds as it did, and so does what opens on it', async ({
  arrive,
  server,
}) => {
  test.setTimeout(FOR_ALL_MS);
  const ana = await arriveTheSame(arrive, 'Ana Heron', 'Teal');
  await openShowcase(ana, server);
  const { page } = ana;
  await expect(ana.body).toMatchAriaSnapshot(HEARD);
  await lookClosely('document', page);
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
  await walkThroughDocument(ana, lookClosely);
  await walkAsGuest(arrive, ana, lookClosely);
});

test('the screens without a document look as they did, and axe finds nothing on them', async ({
  arrive,
  server,
}) => {
  test.setTimeout(FOR_ALL_MS);
  await walkAround(arrive, server, lookClosely);
});
