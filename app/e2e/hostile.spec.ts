/**
 * What somebody with a link and a program of their own writes into a document, or with a page of
 * their own puts on the clipboard, runs nowhere, reaches nothing, and keeps nobody from writing.
 */
import type { Page } from '@playwright/test';
import { ROOT } from '../../shared/document/schema.ts';
import { changeHostilely, seededChance } from '../../shared/document/testing/hostile.ts';
import { joinWithYWebsocket } from './support/raw-client.ts';
import { expect, test } from './support/test.ts';

const SEEDS = [1, 2, 3, 4];
const CHANGES = 12;

/** One black pixel. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const HTML = [
  '<img src="x" onerror="globalThis.ran = 1">',
  '<svg onload="globalThis.ran = 2"><script>globalThis.ran = 3</script><a xlink:href="javascript:globalThis.ran=4"><text>svg</text></a></svg>',
  '<script>globalThis.ran = 5</script>',
  '<a href="javascript:globalThis.ran=6">a link</a> <a href="data:text/html,<script>1</script>">data</a>',
  '<p style="background: url(https://elsewhere.invalid/seen)">styled</p>',
  '<iframe src="https://elsewhere.invalid/"></iframe><object data="https://elsewhere.invalid/"></object>',
  '<link rel="stylesheet" href="https://elsewhere.invalid/x.css"><base href="https://elsewhere.invalid/">',
  '<form action="https://elsewhere.invalid/"><button formaction="javascript:globalThis.ran=7">send</button></form>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror="globalThis.ran = 8"></style></mglyph></math>',
  '<details open ontoggle="globalThis.ran = 9"><summary>more</summary>less</details>',
  '<p>the end</p>',
  `${'<div><b>'.repeat(5000)}nested deeply`,
].join('\n');

/** Everything a page was kept from, and everything it ran that it must not. */
async function watch(page: Page): Promise<{ troubles: () => Promise<string[]> }> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') asked.push(request.url());
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
  return {
    troubles: async () => [
      ...asked,
      ...(await page.evaluate(() => {
        const { ran, violations = [] } = globalThis as { ran?: number; violations?: string[] };
        const bad =
          'script:not([src]), iframe:not([src^="/"]), object, embed, base, [onerror], [onload]';
        const found = [...document.querySelectorAll(`body ${bad.replaceAll(', ', ', body ')}`)];
        const links = [...document.querySelectorAll('a[href], img[src]')].map(
          (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
        );
        return [
          ...(ran === undefined ? [] : [`script ${ran} ran`]),
          ...violations,
          ...found.map((element) => element.outerHTML.slice(0, 100)),
          ...links.filter((link) => /^\s*(?:javascript|vbscript|data:text)/i.test(link)),
        ];
      })),
    ],
  };
}

test('what a hostile program writes runs nowhere, and everybody goes on writing', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { troubles } = await watch(ana.page);
  await ana.openLibrary();
  await ana.newDocument('mine');
  await ana.isSynced();
  const raw = await joinWithYWebsocket(await ana.share('editor'));
  for (const seed of SEEDS) {
    const chance = seededChance(seed);
    for (let change = 0; change < CHANGES; change++) changeHostilely(raw.doc, chance);
    raw.doc.getText(ROOT.body).insert(raw.doc.getText(ROOT.body).length, `seen ${seed}`);
    await ana.sees(`seen ${seed}`);
  }
  await ana.isSynced();
  await ana.page.reload();
  await ana.sees(`seen ${SEEDS.at(-1)}`);
  await ana.putCaret({ after: `seen ${SEEDS.at(-1)}` });
  await ana.type(' and going on');
  await expect
    .poll(() => raw.doc.getText(ROOT.body).toString())
    .toContain(`seen ${SEEDS.at(-1)} and going on`);
  await ana.isSynced();
  expect(await troubles()).toEqual([]);
  raw.leave();
});

test('what a hostile page puts on the clipboard is pasted as what it says, and no more', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { troubles } = await watch(ana.page);
  await ana.openLibrary();
  await ana.newDocument('mine');
  await copyHtml(ana.page, HTML);
  await ana.press('ControlOrMeta+V');
  await ana.sees('the end', 'styled', 'a link', 'nested deeply');
  await ana.isSynced();
  await ana.page.reload();
  await ana.sees('the end');
  expect(await troubles()).toEqual([]);

  // What the app makes markup and workers of itself is let through, and nothing else is.
  await copyHtml(ana.page, `<p>a picture</p><img alt="Dot" src="data:image/png;base64,${DOT}">`);
  await ana.putCaret({ after: 'the end' });
  await ana.press('Enter');
  await ana.press('ControlOrMeta+V');
  await expect(ana.body.getByRole('img', { name: 'Dot' })).toBeVisible();
  await ana.putCaret({ after: 'the end' });
  await ana.press('Enter');
  await ana.type('```js\nconst worked = 1;');
  await expect.poll(() => ana.page.evaluate(() => CSS.highlights.size)).toBeGreaterThan(0);
  await ana.press('ControlOrMeta+f');
  const panel = ana.page.getByRole('dialog', { name: 'Find and replace' });
  await panel.getByRole('checkbox', { name: 'Regular expression' }).check();
  await panel.getByRole('textbox', { name: 'Find', exact: true }).fill('w.rked');
  await expect(panel.getByRole('status')).toHaveText('1 of 1');
  await ana.isSynced();
  expect(await troubles()).toEqual([]);
  const kept = await ana.page.evaluate(() => {
    const element = document.createElement('div');
    try {
      element.innerHTML = '<b>text</b>';
    } catch (error) {
      return error instanceof TypeError;
    }
    return false;
  });
  expect(kept).toBe(true);
});

async function copyHtml(page: Page, html: string): Promise<void> {
  await page.evaluate(async (copied) => {
    const type = 'text/html';
    await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([copied], { type }) })]);
  }, html);
}
