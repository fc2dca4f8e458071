/** What was written and left reaches the others by itself, from any screen, tab and start. */
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('work done offline in documents one has left is sent from any screen, also after a restart', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('before');
  await ana.title.fill('Plan');
  await ana.isSynced();
  const invitation = await ana.share('editor');
  const ben = await arrive('Ben');
  await ben.open(invitation);
  await ben.reads(['before']);

  await ana.goOffline();
  await ana.putCaret({ after: 'before' });
  await ana.type(' and after');
  await ana.isSaved();
  await ana.goBack();
  await ana.page.getByRole('button', { name: 'Actions for Plan' }).click();
  await ana.page.getByRole('menuitem', { name: 'Rename' }).click();
  await ana.page.getByRole('textbox', { name: 'Title' }).fill('Plan B');
  await ana.press('Enter');
  await expect(ana.documents.getByRole('link', { name: 'Plan B' })).toBeVisible();
  await expect(ana.page.getByText('1 document waits to be sent')).toBeVisible();
  await expect(ana.documents.getByRole('listitem')).toContainText('waits to be sent');
  await ana.newDocument('made on a mountain');
  const guestLink = await ana.share('viewer');
  await ana.isSaved();
  // The tab is gone, and another one starts on a screen without documents.
  const tab = await ana.openTab();
  await ana.page.close();
  await tab.page.goto('/settings');
  await expect(tab.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await tab.goOnline();

  await ben.reads(['before and after']);
  await expect(ben.title).toHaveValue('Plan B');
  const cleo = await arrive('Cleo');
  await cleo.open(guestLink);
  await cleo.reads(['made on a mountain']);
  await tab.openLibrary();
  await expect(tab.documents.getByRole('listitem')).toHaveCount(2);
  await expect(tab.page.getByText('to be sent')).toHaveCount(0);
});

test('rows stay under the pointer when it is said that something waits, and when that is over', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('before');
  await ana.title.fill('Plan');
  await ana.isSynced();
  await ana.goBack();
  const row = ana.documents.getByRole('link', { name: 'Plan' });
  const place = async () => (await row.boundingBox())!.y;
  const online = await place();
  await ana.goOffline();
  await row.click();
  await ana.putCaret({ after: 'before' });
  await ana.type(' and after');
  await ana.isSaved();
  await ana.goBack();
  const notice = ana.page.getByText('1 document waits to be sent');
  await expect(notice).toBeInViewport();
  expect(await place()).toBe(online);
  await ana.goOnline();
  await expect(notice).toHaveCount(0);
  expect(await place()).toBe(online);
});

test('what the browser does not keep goes on waiting in its tab, whatever screen is shown, and the tab asks before it closes', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await ana.openLibrary();
  await ana.newDocument('before');
  await ana.title.fill('Plan');
  await expect(ana.saveState).toHaveAttribute('data-server', 'synced');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('viewer'));
  await ana.goOffline();
  await ana.putCaret({ after: 'before' });
  await ana.type(' and after');
  await expect(ana.saveState).toHaveAttribute('data-device', 'failed');
  await ana.goBack();
  await expect(ana.documents.getByRole('listitem')).toContainText('waits to be sent');
  const asked = ana.page.waitForEvent('dialog');
  await ana.page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await ana.documents.getByRole('link', { name: 'Plan' }).click();
  await ana.reads(['before and after']);
  await ana.goBack();
  await ana.goOnline();
  await ben.reads(['before and after']);
  await expect(ana.page.getByText('to be sent')).toHaveCount(0);
  // Now nothing is left to lose.
  const closed = ana.page.waitForEvent('close');
  await ana.page.close({ runBeforeUnload: true });
  await closed;
});

test('of many imported files all reach the server, also where the tab is closed at once', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('x');
  await ana.isSynced();
  await ana.goBack();
  const names = Array.from({ length: 25 }, (_, at) => `File ${at + 1}`);
  const chosen = ana.page.waitForEvent('filechooser');
  await ana.page.getByRole('button', { name: /^Import/ }).click();
  await (await chosen).setFiles(
    names.map((name) => ({
      name: `${name}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# ${name}\n\nwords of ${name}\n`),
    })),
  );
  await expect(ana.page.getByText('25 documents imported')).toBeAttached();
  const tab = await ana.openTab();
  await ana.page.close();
  await tab.page.goto('/settings');
  await expect.poll(() => server.log().split('"event":"document created"').length - 1).toBe(26);
});

test('what waits is sent while no page of the app is open, where the browser wakes its worker', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  // Who is given some permissions by hand is given no others.
  await ana.context.grantPermissions(['background-sync', 'clipboard-read', 'clipboard-write']);
  await ana.openLibrary();
  await ana.newDocument('before');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('viewer'));
  await ben.reads(['before']);
  // It is there as soon as something was written.
  await expect
    .poll(() =>
      ana.page.evaluate(async () => {
        const known = await navigator.serviceWorker.getRegistration('/assets/outbox/');
        return known?.active?.state;
      }),
    )
    .toBe('activated');

  await ana.goOffline();
  await ana.putCaret({ after: 'before' });
  await ana.type(' and after');
  await ana.isSaved();
  // The browser has been asked to wake it when there is a network.
  await expect
    .poll(() =>
      ana.page.evaluate(async () => {
        const known = await navigator.serviceWorker.getRegistration('/assets/outbox/');
        const { sync } = known as unknown as { sync: { getTags(): Promise<string[]> } };
        return sync.getTags();
      }),
    )
    .toEqual(['outbox']);
  const elsewhere = await ana.context.newPage();
  await ana.page.close();
  await ana.goOnline();

  // A browser under test believes its real network, so it is told by hand what it would find out.
  const browser = await ana.context.newCDPSession(elsewhere);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const outbox = registrations.find(({ scopeURL }) => scopeURL.endsWith('/assets/outbox/'));
      if (outbox) resolve(outbox.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.origin,
    registrationId: await registered,
    tag: 'outbox',
    lastChance: false,
  });
  await ben.reads(['before and after']);
  expect(ana.context.pages()).toEqual([elsewhere]);

  // The next page finds that it has arrived.
  const tab = await ana.openTab();
  await tab.openLibrary();
  await expect(tab.documents.getByRole('listitem')).toHaveCount(1);
  await expect(tab.page.getByText('to be sent')).toHaveCount(0);
});
