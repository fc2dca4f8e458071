/** What goes wrong is said in words, with a way on. */

import { createSecret, DocId, docIdOf } from '../../shared/access/ids.ts';
import { formatLink } from '../../shared/access/link-addresses.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { expect, test } from './support/test.ts';

test('a link with a wrong key says that it does not open the document', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('ours');
  await ana.isSynced();
  const docId = DocId.parse(new URL(ana.page.url()).pathname.split('/')[2]);
  const eve = await arrive('Eve');
  await eve.page.goto(formatLink(server.origin, docId, createSecret()));
  await expect(eve.page.getByText(ERRORS.token_invalid.message)).toBeVisible();
  await expect(eve.page.getByText('ours')).toHaveCount(0);
});

test('an address without a key, or with a part of one, asks for the link', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('ours');
  await ana.isSynced();
  const eve = await arrive('Eve');
  for (const address of [ana.page.url(), (await ana.share('editor')).slice(0, -5)]) {
    await eve.page.goto('/settings');
    await eve.page.goto(address);
    await expect(eve.page.getByText(ERRORS.token_missing.message)).toBeVisible();
    await expect(eve.page.getByText('it was cut short')).toBeVisible();
    await expect(eve.page).toHaveURL(ana.page.url());
  }
});

test('a document nobody brought to this server is called unknown', async ({ arrive, server }) => {
  const eve = await arrive('Eve');
  await eve.page.goto(formatLink(server.origin, docIdOf(createSecret()), createSecret()));
  await expect(eve.page.getByText(ERRORS.document_unknown.message)).toBeVisible();
});

test('an address that means nothing says so and leads back to the library', async ({ arrive }) => {
  const eve = await arrive('Eve');
  await eve.page.goto('/no/such/page');
  await expect(eve.page.getByText(ERRORS.not_found.message)).toBeVisible();
  await eve.page
    .getByRole('link', { name: /documents|library/i })
    .first()
    .click();
  await expect(eve.page.getByRole('button', { name: 'New document' })).toBeVisible();
});

test('whoever runs the server is told whether all is well between it and a browser', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.page.goto('/settings');
  await ana.page.getByRole('button', { name: 'Check now' }).click();
  const found = ana.page.getByRole('region', { name: 'Check-up' }).getByRole('definition');
  await expect(found).toHaveCount(9);
  for (const finding of await found.all()) {
    await expect(finding).toHaveAttribute('data-well', 'true');
  }
});

test('without JavaScript there is a sentence that says what to do', async ({ arrive }) => {
  const ana = await arrive('Ana', { javaScriptEnabled: false });
  await ana.page.goto('/');
  // Playwright reads texts everywhere but there.
  const sentence = ana.page.locator('noscript');
  await expect(sentence).toBeVisible();
  const words = await sentence.evaluate((element) => element.textContent);
  expect(words).toContain('Driftless needs JavaScript');
});
