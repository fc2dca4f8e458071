/** The first moments of a document that is on this device. */
import { putOnClipboard } from './support/clipboard.ts';
import { holdBack } from './support/held.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens the same document in a second tab, and holds back the app's scripts until `start`. */
async function openHeld(person: Person) {
  const page = await person.context.newPage();
  const cdp = await person.context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  const start = await holdBack(page, '**/assets/*.js');
  await page.goto(new URL(person.page.url()).pathname, { waitUntil: 'commit' });
  const body = page.getByRole('textbox', { name: 'Document body' });
  return { page, body, start };
}

test('text is there before the app has started, and what one types then is in it', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('First line', 'Second line');
  await ana.isSynced();
  await ana.page.getByRole('textbox', { name: 'Title' }).fill('A title');
  const address = ana.page.url();
  // Leaving keeps the picture of what was there.
  await ana.goBack();
  await ana.page.goto(address);
  await ana.reads(['First line', 'Second line']);

  const { page, body, start } = await openHeld(ana);
  await expect(body.getByText('Second line')).toBeVisible();
  await expect(page.getByRole('article').getByText('A title')).toBeVisible();
  await expect(body).not.toBeEditable();
  const line = (await body.getByText('First line').boundingBox())!;
  await body.getByText('First line').click({ position: { x: 300, y: line.height / 2 } });
  await page.keyboard.type(' and more');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Between');
  start();
  await expect(body.locator('p')).toHaveText(['First line and more', 'Between', 'Second line']);
  await expect(body).toHaveCount(1);
  await expect(body).toBeFocused();
  await page.keyboard.type(' them');
  await ana.reads(['First line and more', 'Between them', 'Second line']);
});

test('keys, clicks and what is pasted before the app has started do what they are for, in their order', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('One two', 'Second', 'Third');
  await ana.isSynced();
  const address = ana.page.url();
  await ana.goBack();
  await ana.page.goto(address);
  await ana.reads(['One two', 'Second', 'Third']);

  const { page, body, start } = await openHeld(ana);
  const clickBehind = async (text: string) => {
    const line = (await body.getByText(text).boundingBox())!;
    await body.getByText(text).click({ position: { x: 400, y: line.height / 2 } });
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await clickBehind('Second');
  await putOnClipboard(ana.page, {
    'text/html': '<p>and <b>bold</b> 👩‍👩‍👧</p>',
    'text/plain': 'and',
  });
  await page.keyboard.type(' ');
  await press('ControlOrMeta+v', 'Home', 'ArrowUp');
  await page.keyboard.type('- ');
  await clickBehind('Third');
  await press('Backspace', 'Backspace', 'Enter', 'ControlOrMeta+b');
  await page.keyboard.type('x 🎉');
  await press('ControlOrMeta+b');
  await page.keyboard.type('.');
  await press('Shift+ArrowLeft', 'ControlOrMeta+i');
  start();
  await expect(body.locator('.bullet')).toHaveText('One two');
  await ana.reads(['One two', 'Second and bold 👩‍👩‍👧', 'Thi', 'x 🎉.']);
  await expect(body.locator('strong')).toHaveText(['bold', 'x 🎉']);
  await expect(body.locator('em')).toHaveText('.');

  await ana.page.reload();
  await ana.reads(['One two', 'Second and bold 👩‍👩‍👧', 'Thi', 'x 🎉.']);
  await ana.isSynced();
  await page.close();
  const second = await openHeld(ana);
  await second.body.getByText('Thi').click();
  await second.page.keyboard.press('ControlOrMeta+a');
  await second.page.keyboard.type('All new');
  second.start();
  await ana.reads(['All new']);
});
