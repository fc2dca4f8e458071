/** What the app calls synced is on the server's disk. */
import { cpSync, rmSync } from 'node:fs';
import { parseLink } from '../../shared/access/link-addresses.ts';
import { expect, offlineTest, test } from './support/test.ts';

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

test('what a restored backup lacks comes back from who has it: words, a link and a picture', async ({
  arrive,
  server,
}, info) => {
  const backup = info.outputPath('backup');
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('before');
  await ana.isSynced();
  await server.stop();
  cpSync(server.dataDir, backup, { recursive: true });
  await server.start();
  await ana.isSynced();
  const link = await ana.share('viewer');
  await ana.putCaret({ after: 'before' });
  await ana.type(' and since');
  await ana.page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
    canvas.getContext('2d')!.fillRect(0, 0, 90, 60);
    const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!)));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  });
  await ana.press('ControlOrMeta+v');
  const { docId, secret } = parseLink(link)!;
  /** How many pictures the server gives to whoever has the link. */
  const pictures = async () => {
    const address = `${server.origin}/api/docs/${docId}/attachments`;
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${secret}` } });
    return answer.ok
      ? ((await answer.json()) as { attachments: string[] }).attachments.length
      : null;
  };
  await expect.poll(pictures).toBe(1);
  await ana.isSynced();

  await server.stop();
  rmSync(server.dataDir, { recursive: true });
  cpSync(backup, server.dataDir, { recursive: true });
  await server.start();
  expect(await pictures()).toBe(null);
  // The text shows that the server has lost something; what else it confirmed is asked for at once.
  await expect.poll(pictures).toBe(1);
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.sees('before and since');
  await expect(ben.body.locator('figure img')).toHaveJSProperty('naturalWidth', 90);
});

offlineTest(
  'the first words of a visit are kept that one writes in the moment before the page goes',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('before');
    await ana.isSynced();
    await ana.goOffline();
    await ana.page.reload();
    await ana.reads(['before']);
    await ana.putCaret({ after: 'before' });
    // As on a slow device: nothing that the browser answers is heard of between these words and the end.
    await ana.page.evaluate(() => {
      for (const word of [' first', ' second'])
        addEventListener('pagehide', () => document.execCommand('insertText', false, word), true);
    });
    await ana.page.reload();
    await ana.reads(['before first second']);
    await ana.goOnline();
    await ana.isSynced();
    const ben = await arrive('Ben');
    await ben.open(await ana.share('viewer'));
    await ben.reads(['before first second']);
  },
);

offlineTest(
  'what one writes into a new document is kept, though the page goes before there is a place for it',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('another one');
    await ana.isSynced();
    await ana.openLibrary();
    await ana.goOffline();
    // As on a busy disk: databases that are asked for from now on are not there before the page goes.
    await ana.page.evaluate(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    });
    await ana.newDocument('new 🍎', 'שלום and words');
    await ana.page.reload();
    await ana.reads(['new 🍎', 'שלום and words']);
    await ana.isSaved();
    await ana.goOnline();
    await ana.isSynced();
    const ben = await arrive('Ben');
    await ben.open(await ana.share('viewer'));
    await ben.reads(['new 🍎', 'שלום and words']);
  },
);

offlineTest(
  'what one writes while another tab reads the same document is kept, though the page goes at once',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('before');
    await ana.isSynced();
    await ana.goOffline();
    const other = await ana.context.newPage();
    await other.goto('/no-such-page');
    await other.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name!);
      for (const name of names.filter((one) => one.startsWith('driftless:'))) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
        });
        const store = database
          .transaction(['updates', 'custom'], 'readwrite')
          .objectStore('custom');
        const goOn = () => (store.get('nothing').onsuccess = goOn);
        goOn();
      }
    });
    await ana.putCaret({ after: 'before' });
    await ana.type(' after');
    await ana.page.reload();
    await other.close();
    await ana.reads(['before after']);
  },
);
