/**
 * Work without a network, alone: it is there after a reload, and reaches the others later. What comes
 * of two people's work apart is in `merges.spec.ts`.
 */
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('a reload without a network keeps what was written without a network', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.canComeBackOffline();
  await ana.newDocument('before');
  await ana.isSynced();
  await ana.goOffline();
  await ana.putCaret({ after: 'before' });
  await ana.type(' and after');
  await ana.isSaved();
  await ana.page.reload();
  await ana.reads(['before and after']);
  await ana.isSaved();
  await ana.isOffline();
});

test('a document made without a network reaches the others when it returns', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.canComeBackOffline();
  await ana.goOffline();
  await ana.newDocument('written on a mountain', 'without a network');
  await ana.isSaved();
  await ana.isOffline();
  await ana.page.reload();
  await ana.reads(['written on a mountain', 'without a network']);
  await ana.goOnline();
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['written on a mountain', 'without a network']);
});

test('where a file of the app did not come at first, it opens without a network all the same, later', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  let failed = 0;
  // Only the service worker fetches these before somebody writes a formula.
  await ana.context.route('**/KaTeX_*', (request) => {
    if (failed++ === 0) return request.abort();
    return request.fallback();
  });
  await ana.openLibrary();
  await ana.newDocument('kept here');
  await ana.isSaved();
  await ana.canComeBackOffline();
  expect(failed).toBeGreaterThan(1);
  await ana.goOffline();
  await ana.page.reload();
  await ana.reads(['kept here']);
});

test('the service worker answers for the app and is not started for what is asked of the server', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.canComeBackOffline();
  await ana.page.reload();
  /** By which of the worker's routes a request went before it was asked; none where it was asked. */
  const routeOf = (path: string) =>
    ana.page.evaluate(async (asked) => {
      await (await fetch(asked)).text();
      const [entry] = performance.getEntriesByName(new URL(asked, location.href).href);
      // Not every browser has it, so no type does.
      const timing: { workerMatchedSourceType?: string } = entry?.toJSON() ?? {};
      return timing.workerMatchedSourceType;
    }, path);
  expect(await routeOf('/icon.svg')).toBe('');
  for (const path of ['/api/server', '/healthz', '/readyz']) {
    expect(await routeOf(path), path).toBe('network');
  }
});

test('a device without any network writes through a server that runs on it', async ({ arrive }) => {
  const people = [await arrive('Ana'), await arrive('Ben')] as const;
  for (const { context } of people) {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
    });
  }
  const [ana, ben] = people;
  await ana.openLibrary();
  await ana.newDocument('on a train');
  await ana.isSynced();
  await ben.open(await ana.share('editor'));
  await ben.reads(['on a train']);
});

test('the app opens without a network on any route once it has been visited', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('kept here');
  await ana.title.click();
  await ana.type('Kept');
  await ana.isSynced();
  await ana.canComeBackOffline();
  const address = ana.page.url();
  await ana.goOffline();
  await server.stop();
  await ana.openLibrary();
  await expect(ana.documents.getByRole('link', { name: 'Kept' })).toBeVisible();
  await ana.page.goto('/settings');
  await expect(ana.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await ana.page.goto(address);
  await ana.reads(['kept here']);
  await ana.page.goto('/nowhere');
  await expect(ana.page.getByText('There is nothing at this address.')).toBeVisible();
});
