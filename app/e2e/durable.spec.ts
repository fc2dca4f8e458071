/** What the app calls synced is on the server's disk. */
import { expect, test } from './support/test.ts';

test('what was synced survives the server’s sudden death and the loss of every browser', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('first');
  const link = await ana.share('editor');
  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.reads(['first']);
  await ana.isSynced();

  await ana.putCaret({ after: 'first' });
  await ana.type('\nwritten by Ana just before the end');
  // Looked at on every frame, so that the end comes as soon as the promise is given.
  await ana.page.waitForFunction(
    () =>
      document.querySelector('[aria-label="Save state"]')?.getAttribute('data-server') === 'synced',
    undefined,
    { polling: 'raf' },
  );
  await server.kill();
  await ana.leave();
  await ben.leave();

  await server.start();
  const cleo = await arrive('Cleo');
  await cleo.open(link);
  await cleo.reads(['first', 'written by Ana just before the end']);
});

test('people go on writing while the server is gone, and it catches up when it is back', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('one');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['one']);
  await Promise.all([ana.isSynced(), ben.isSynced()]);
  await server.kill();
  await ana.putCaret({ after: 'one' });
  await ana.type(' two');
  await ana.isSaved();
  await expect(ana.saveState).not.toHaveAttribute('data-server', 'synced');
  await server.start();
  await ben.reads(['one two']);
  await ana.isSynced();
});
