/** A link gives just the role it was made for. */
import { Body, readBlocks } from '../../shared/document/body.ts';
import { insert } from '../../shared/document/operations/text.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { joinWithHocuspocus, joinWithYWebsocket } from './support/raw-client.ts';
import { expect, offlineTest, test } from './support/test.ts';

/** Long enough for a slow machine to open a document first. */
const SOON_MS = 30_000;

// Some programs write it so when they make a link of an address.
for (const sign of ['#', '%23'])
  test(`a link for editing with ${sign} lets a stranger write, and leaves no secret in the address bar`, async ({
    arrive,
  }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('ours');
    const link = await ana.share('editor');
    const ben = await arrive('Ben');
    await ben.open(link.replace('#', sign));
    await ben.reads(['ours']);
    await expect(ben.page).toHaveURL(link.split('#')[0] ?? '');
    await ben.putCaret({ after: 'ours' });
    await ben.type(' together');
    await ben.isSynced();
    await ana.reads(['ours together']);
    // The key stays on the device: the bare address opens next time.
    await ben.page.reload();
    await ben.reads(['ours together']);
  });

offlineTest(
  'the secret of a link goes to no address, title, referrer, cache or picture of the page',
  async ({ arrive, server }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('ours');
    const link = await ana.share('editor');
    const secret = link.split('#')[1] ?? '';
    expect(secret).toHaveLength(43);
    const ben = await arrive('Ben');
    const asked: string[] = [];
    ben.context.on('request', async (request) => {
      const { authorization: _meant, ...headers } = await request.allHeaders();
      asked.push(`${request.url()} ${JSON.stringify(headers)} ${request.postData() ?? ''}`);
    });
    await ben.open(link);
    await ben.isSynced();
    await ben.canComeBackOffline();
    // Both ways out of the page, and a mistake: none may take the secret along.
    await ben.page.goto(`/d/x#${secret}`);
    await ben.page.goto(link.split('#')[0] ?? '');
    await ben.reads(['ours']);
    await ben.goBack();
    const left = await ben.page.evaluate(async () => {
      const cached: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const answer = await cache.match(request);
          cached.push(name, request.url, (await answer?.text()) ?? '');
        }
      }
      const names = performance.getEntries().map((entry) => entry.name);
      const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat();
      return { cached, names, kept, title: [document.title, document.referrer] };
    });
    expect(left.cached.length).toBeGreaterThan(0);
    expect(asked.length).toBeGreaterThan(0);
    const said = { console: ben.complaints, server: [server.log()] };
    for (const [place, texts] of Object.entries({ ...left, asked, ...said })) {
      expect(
        texts.filter((text) => text.includes(secret)),
        place,
      ).toEqual([]);
    }
  },
);

for (const role of ['viewer', 'commenter'] as const) {
  test(`a link for a ${role} shows the text as it is written and lets nobody write`, async ({
    arrive,
  }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('to be read');
    const cleo = await arrive('Cleo');
    await cleo.open(await ana.share(role));
    await cleo.reads(['to be read']);
    await expect(cleo.body).not.toBeEditable();
    await expect(cleo.title).not.toBeEditable();
    await cleo.body.click();
    await cleo.type('scribble');
    await ana.putCaret({ after: 'read' });
    await ana.type(' aloud');
    await cleo.reads(['to be read aloud']);
    await ana.reads(['to be read aloud']);
    await expect(cleo.page.getByRole('combobox', { name: 'Anyone with' })).toHaveCount(0);
    // Another link, for writing, is not passed over because this one opens the document already.
    await cleo.open(await ana.share('editor'));
    await expect(cleo.body).toBeEditable();
    await cleo.putCaret({ after: 'aloud' });
    await cleo.type(' together');
    await ana.reads(['to be read aloud together']);
  });
}

test('a program with a view link cannot write either', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('to be read');
  await ana.isSynced();
  const program = await joinWithYWebsocket(await ana.share('viewer'));
  expect(program.lines()).toEqual(['to be read']);
  const [first] = readBlocks(program.doc);
  insert(new Body(program.doc), first?.id ?? '', 0, 'scribble ');
  const { code, reason } = await program.closed;
  program.leave();
  expect(reason).toBe('role_too_low');
  expect(code).toBe(ERRORS.role_too_low.close);
  await ana.reads(['to be read']);
  await ana.page.reload();
  await ana.reads(['to be read']);
});

test('a withdrawn link stops working at once, and what was read stays', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('ours');
  const link = await ana.share('editor');
  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.reads(['ours']);
  await ben.isSynced();
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click();
  const links = ana.page
    .getByRole('dialog', { name: 'Share' })
    .getByRole('list', { name: 'Links' });
  await links.getByRole('button', { name: 'Revoke' }).click();
  await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(ben.saveState).toHaveAttribute('data-server', 'refused');
  await expect(ben.body).not.toBeEditable();
  await ben.reads(['ours']);
  const dan = await arrive('Dan');
  await dan.page.goto(link);
  await expect(dan.page.getByRole('heading', { name: 'This link was revoked' })).toBeVisible();
});

test('a link that expires while one writes leaves the text, read-only, and opens nothing any more', async ({
  arrive,
}) => {
  test.slow();
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('for a while');
  await ana.isSynced();
  // Nothing on the page is over sooner than in a day: what the server is asked for is made shorter.
  await ana.page.route('**/links/*', async (route) => {
    const asked: unknown = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ ...Object(asked), worksFor: SOON_MS }) });
  });
  const link = await ana.share('editor', { works: 'For a day' });
  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.reads(['for a while']);
  await ben.putCaret({ after: 'for a while' });
  await ben.type(' only');
  await expect(ben.page.getByText(ERRORS.link_expired.message)).toBeVisible({
    timeout: 2 * SOON_MS,
  });
  await expect(ben.body).not.toBeEditable();
  await ben.reads(['for a while only']);
  const dan = await arrive('Dan');
  await dan.page.goto(link);
  await expect(dan.page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

test('a link with a password opens once the right one was typed, and then without asking', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('behind a door');
  const link = await ana.share('editor', { password: 'sesame' });
  const ben = await arrive('Ben');
  await ben.page.goto(link);
  const field = ben.page.getByLabel('Password of the link');
  await expect(field).toBeFocused();
  for (const name of ['Share', 'Outline'])
    await expect(ben.page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await field.fill('salami');
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByText(ERRORS.password_wrong.message)).toBeVisible();
  await field.fill('sesame');
  await ben.page.keyboard.press('Enter');
  await ben.reads(['behind a door']);
  await expect(ben.page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await ben.isSynced();
  await ben.page.reload();
  await ben.reads(['behind a door']);
  await ben.isSynced();
});

test('a plain y-websocket program, a Hocuspocus program and a browser write one text', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('start');
  await ana.isSynced();
  const link = await ana.share('editor');
  const plain = await joinWithYWebsocket(link);
  const hocus = await joinWithHocuspocus(link);
  for (const [program, word] of [
    [plain, ' plain'],
    [hocus, ' hocus'],
  ] as const) {
    await expect.poll(program.lines).toHaveLength(1);
    const [first] = readBlocks(program.doc);
    const body = new Body(program.doc);
    insert(body, first?.id ?? '', 'start'.length, word);
  }
  await ana.putCaret({ before: 'start' });
  await ana.type('ana ');
  await ana.sees('ana start', 'plain', 'hocus');
  const lines = await ana.lines();
  expect(lines).toHaveLength(1);
  await expect.poll(plain.lines).toEqual(lines);
  await expect.poll(hocus.lines).toEqual(lines);
  plain.leave();
  hocus.leave();
});
