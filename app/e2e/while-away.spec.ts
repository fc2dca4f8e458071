/** Coming back to a document: what others changed meanwhile, one after the other, and taking it back. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, devices, type Worker } from '@playwright/test';
import { newVapidKeys, PUSH_CERTIFICATE, PushService } from '../../shared/testing/push-service.ts';
import { linkOf } from './support/devices.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';
import { translatePage } from './support/translator.ts';

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
const PHONE = { ...PIXEL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const DAYS = 7;

function panelOf({ page }: Person) {
  return page.getByRole('region', { name: 'What others changed' });
}

/** What the app calls somebody, to themselves and to others. */
async function nameOf({ page }: Person): Promise<string> {
  const here = await page.getByRole('list', { name: 'People here' }).ariaSnapshot();
  return /listitem "(.+?) \(you\)"/.exec(here)?.[1] ?? here;
}

/**
 * Leaves the document once this device has kept what was seen of it, up to where it is said to be, and
 * later than at a time. Resolves with when that was.
 */
async function leave(person: Person, after = 0): Promise<number> {
  let kept = { sequence: 0, at: 0 };
  await person.isSynced();
  await expect
    .poll(async () => {
      kept = await person.page.evaluate(async () => {
        const known = await indexedDB.databases();
        const none = { sequence: 0, at: 0 };
        if (!known.some(({ name }) => name === 'driftless-seen')) return none;
        const opening = indexedDB.open('driftless-seen');
        await new Promise((resolve) => {
          opening.onsuccess = resolve;
        });
        const all = opening.result.transaction('facts').objectStore('facts').getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        opening.result.close();
        return (all.result as { sequence: number; at: number }[])[0] ?? none;
      });
      return kept.sequence > 0 && kept.at > after;
    })
    .toBe(true);
  await person.page.goto('/');
  await expect(person.documents).toBeVisible();
  return kept.at;
}

/** Whoever comes back by this has a clock that has gone on so many days. */
async function daysGoBy({ context }: Person, days: number): Promise<void> {
  await context.addInitScript((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
  }, days * 86_400_000);
}

offlineTest(
  'whoever comes back on a phone after a week goes through what others changed, and takes some of it back',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('Apples 🍎 for the cake. And pears.', 'Charlie seven eight', 'Delta');
    await ana.isSynced();
    const link = await ana.share('editor');
    const ben = await arrive('Ben');
    await ben.open(link);
    await ben.sees('Delta');
    const cleo = await arrive('Cleo', PHONE);
    await cleo.open(link);
    await cleo.sees('Delta');
    const names = [await nameOf(ana), await nameOf(ben)];
    const seenAt = await leave(cleo);

    // Both write at one spot, not knowing of each other.
    await ana.isSynced();
    await ana.goOffline();
    await ana.putCaret({ after: 'for the' });
    await ana.type(' small');
    await ben.putCaret({ after: 'for the' });
    await ben.type(' big');
    await ben.select('seven ');
    await ben.press('Delete');
    await ben.isSynced();
    await ana.goOnline();
    for (const person of [ana, ben]) await person.sees('small', 'big', 'Charlie eight');
    await ana.isSynced();

    await daysGoBy(cleo, DAYS);
    await cleo.open(link);
    const line = panelOf(cleo);
    const since = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
    await expect(line).toContainText(`changed 3 places since ${since}`);
    for (const name of names) await expect(line).toContainText(name);
    await line.getByRole('button', { name: 'Look at it' }).click();
    const walk = panelOf(cleo);
    await expect(walk).toContainText('1 of 3');
    await expect(walk).toContainText('typed here at the same time');
    // It lies at the end of the window, as wide as that, and is made for a thumb.
    const box = (await walk.boundingBox())!;
    expect([box.x, Math.round(box.width), Math.round(box.y + box.height)]).toEqual([0, 390, 844]);
    const marks = cleo.body.locator('ins.came');
    await expect(marks).toHaveCount(2);
    await expect(cleo.body.locator('ins.current-change')).toHaveText(/^ (small|big)$/);
    // Others write on, and the marks stay with their words.
    await ben.putCaret({ before: 'Apples' });
    await ben.type('Green ');
    await cleo.sees('Green Apples');
    await expect(marks).toHaveCount(2);
    expect((await marks.allInnerTexts()).sort()).toEqual([' big', ' small']);

    const keep = walk.getByRole('button', { name: 'Keep' });
    await keep.click();
    await expect(walk).toContainText('2 of 3');
    await expect(marks).toHaveCount(1);
    await keep.click();
    await expect(walk).toContainText('3 of 3');
    await expect(walk).toContainText(`Deleted · ${names[1]}`);
    await expect(cleo.body.locator('del.current-change')).toHaveText('seven ');
    await walk.getByRole('button', { name: 'Take back' }).click();
    for (const person of [cleo, ben]) await person.sees('Charlie seven eight');
    // It was the last: all is seen.
    await expect(walk).toBeHidden();
    await expect(cleo.body.locator('.change')).toHaveCount(0);
    await cleo.press('ControlOrMeta+z');
    await ben.sees('Charlie eight');
    await ben.sees('Green Apples 🍎 for the');
    await leave(cleo, seenAt);
    await cleo.open(link);
    await cleo.sees('Charlie eight');
    await cleo.isSynced();
    await cleo.press('F8');
    await expect(cleo.page.getByText('Nothing new here.')).toBeVisible();
  },
);

test('what one device has seen is seen on all, and the library says which documents changed', async ({
  arrive,
}) => {
  test.slow();
  const desk = await arrive('Ana at her desk');
  // Where news come before what stood there, React is to find it.
  await desk.page.addInitScript(translatePage);
  await desk.openLibrary();
  const library = await linkOf(desk);
  const phone = await arrive('Ana on her phone', PHONE);
  await phone.page.goto(library);
  await phone.page.getByRole('button', { name: 'Link this device' }).click();
  await expect(phone.page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await desk.newDocument('Begun by Ana 🍎');
  await desk.title.fill('Minutes');
  await desk.isSynced();
  const link = await desk.share('editor');
  await leave(desk);
  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.putCaret({ after: '🍎' });
  await ben.type(' and Ben');
  await ben.press('ControlOrMeta+Alt+m');
  await expect(ben.page.getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await ben.type('The first that is said here');
  await ben.press('ControlOrMeta+Enter');
  await expect(ben.page.getByRole('article').filter({ hasText: 'The first' })).toHaveCount(1);
  await ben.isSynced();
  const news = `New from ${await nameOf(ben)}`;

  const rowOf = ({ documents }: Person) => documents.getByRole('listitem');
  for (const device of [desk, phone]) {
    await device.page.goto('/');
    await expect(rowOf(device), device.name).toContainText(`${news} · 1 new comment`);
    await expect(device.page).toHaveTitle(/^\(1\) /);
  }
  await phone.page.getByRole('button', { name: 'Actions for Minutes' }).click();
  await phone.page.getByRole('menuitem', { name: 'All seen' }).click();
  for (const device of [desk, phone]) {
    await expect(rowOf(device)).not.toContainText(/New from|new comment/);
    await expect(device.page).toHaveTitle(/^[^(]/);
  }

  // What comes then is news on both, and nothing else is.
  await ben.putCaret({ after: 'and Ben' });
  await ben.type('. More');
  await ben.putCaret({ after: 'Begun' });
  await ben.type(' long ago');
  await ben.isSynced();
  for (const device of [desk, phone]) {
    await device.page.goto('/');
    await expect(rowOf(device)).toContainText(news);
    await device.documents.getByRole('link', { name: 'Minutes' }).click();
    await expect(panelOf(device)).toContainText('changed 2 places since');
  }
  // One's own words from another device are none.
  await phone.putCaret({ after: 'More' });
  await phone.type(', says Ana');
  await desk.sees('says Ana');
  // All that one of them did is taken back at once, and then there is nothing left to look at.
  await expect(panelOf(desk).getByRole('button', { name: 'All seen' })).toBeVisible();
  await panelOf(desk).getByRole('button', { name: 'Look at it' }).click();
  await panelOf(desk)
    .getByRole('button', { name: `Take back what ${await nameOf(ben)} did` })
    .click();
  for (const person of [desk, phone, ben])
    await person.reads(['Begun by Ana 🍎 and Ben, says Ana']);
  await expect(panelOf(desk)).toBeHidden();
  await expect(panelOf(phone)).toBeHidden();
  await leave(desk);
  await desk.page.reload();
  await expect(rowOf(desk)).toBeVisible();
  await desk.documents.getByRole('link', { name: 'Minutes' }).click();
  await desk.isSynced();
  await desk.press('F8');
  await expect(desk.page.getByText('Nothing new here.')).toBeVisible();
  expect(desk.complaints.filter((each) => /NotFound/.test(each))).toEqual([]);
});

offlineTest(
  'who asked for it is told of an answer, once, and comes to its document',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    const { origin } = new URL(ana.page.url());
    await ana.context.grantPermissions(['notifications', 'clipboard-read', 'clipboard-write'], {
      origin,
    });
    await ana.newDocument('The ship sails at nine');
    await ana.title.fill('Journey');
    const sayIn = async ({ page }: Person, field: string, words: string) => {
      await expect(page.getByRole('textbox', { name: field })).toBeFocused();
      await page.keyboard.type(words);
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByRole('article').filter({ hasText: words })).toHaveCount(1);
    };
    await ana.body.click();
    await ana.press('ControlOrMeta+Alt+m');
    await sayIn(ana, 'Comment', 'Is nine early?');
    await ana.isSynced();
    const link = await ana.share('editor');
    const toldOf = () =>
      ana.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(
          ({ title, body }) => `${title}: ${body}`,
        );
      });

    await ana.page.goto('/settings');
    await ana.page.getByText('Mentions and answers', { exact: true }).click();
    await expect(ana.page.getByRole('radio', { name: 'Mentions and answers' })).toBeChecked();
    const ben = await arrive('Ben');
    await ben.open(link);
    await expect(ben.body.locator('[data-thread]').first()).toBeVisible();
    await ben.press('ControlOrMeta+Alt+n');
    await sayIn(ben, 'Reply', 'Not for sailors');
    await ben.isSynced();

    // Whoever gets a network asks what is new.
    await ana.goOffline();
    await ana.goOnline();
    const notice = `${await nameOf(ben)} · Journey: Not for sailors`;
    await expect.poll(toldOf).toEqual([notice]);
    await ana.page.reload();
    await expect(ana.page.getByRole('radio', { name: 'Mentions and answers' })).toBeChecked();
    await ana.goOffline();
    await ana.goOnline();
    await expect.poll(toldOf).toEqual([notice]);
  },
);

/** The push service of tests, as the browser would have asked it: a real one needs an account there. */
async function hasPushService({ context }: Person, service: PushService) {
  const browser = service.subscribe();
  const { endpoint, p256dh, auth } = browser;
  await context.addInitScript(
    (given) => {
      let known: PushSubscription | null = null;
      PushManager.prototype.getSubscription = async () => known;
      PushManager.prototype.subscribe = async () => {
        const { endpoint: at, ...keys } = given;
        known = {
          options: { applicationServerKey: null },
          toJSON: () => ({ endpoint: at, keys }),
          unsubscribe: async () => {
            known = null;
            return true;
          },
        } as unknown as PushSubscription;
        return known;
      };
    },
    { endpoint, p256dh, auth },
  );
  return browser;
}

/** What of the app is open, as its worker sees it. */
function pagesSeenBy(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const { clients } = globalThis as unknown as {
      clients: {
        matchAll(options: object): Promise<{ url: string; visibilityState: string }[]>;
      };
    };
    const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    return all.map(({ url, visibilityState }) => `${visibilityState} ${url}`);
  });
}

async function registrationOf(session: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

test.describe('where the host has keys for push services', () => {
  const { publicKey, privateKey } = newVapidKeys();
  let service: PushService;
  const certificate = join(tmpdir(), `push-service-${process.pid}.pem`);

  test.use({
    settings: async ({ browserName: _browser }, use) => {
      service = await PushService.start();
      await writeFile(certificate, PUSH_CERTIFICATE);
      await use({
        VAPID_PUBLIC_KEY: publicKey,
        VAPID_PRIVATE_KEY: privateKey,
        VAPID_SUBJECT: 'mailto:admin@example.org',
        PUSH_SERVICES: service.host,
        NODE_EXTRA_CA_CERTS: certificate,
      });
      await service.stop();
    },
  });

  offlineTest(
    'an answer reaches an app that is closed, and says nothing of it',
    async ({ arrive }) => {
      const ana = await arrive('Ana');
      const browser = await hasPushService(ana, service);
      await ana.openLibrary();
      const { origin } = new URL(ana.page.url());
      const permissions = ['notifications', 'clipboard-read', 'clipboard-write'];
      await ana.context.grantPermissions(permissions, { origin });
      await ana.newDocument('The ship sails at nine');
      await ana.body.click();
      await ana.press('ControlOrMeta+Alt+m');
      await expect(ana.page.getByRole('textbox', { name: 'Comment' })).toBeFocused();
      await ana.type('Is nine early?');
      await ana.press('ControlOrMeta+Enter');
      await expect(ana.page.getByRole('article').filter({ hasText: 'early' })).toHaveCount(1);
      await ana.isSynced();
      const path = new URL(ana.page.url()).pathname;
      const link = await ana.share('editor');
      await ana.page.goto('/settings');
      await expect(ana.page.getByText('while the app is closed')).toBeHidden();
      await ana.page.getByText('Mentions and answers', { exact: true }).click();
      await expect(ana.page.getByText('Also while the app is closed.')).toBeVisible();
      const isRegistered = () =>
        ana.page.evaluate(() => JSON.parse(localStorage.getItem('driftless.push')!)?.docs.length);
      await expect.poll(isRegistered).toBe(1);
      // A push service brings nothing to a worker that is not there yet.
      await ana.canComeBackOffline();
      // Not the one that sends what waits.
      const worker = ana.context.serviceWorkers().find((each) => each.url().endsWith('/sw.js'));
      const session = await ana.context.newCDPSession(ana.page);
      await ana.page.goto('about:blank');

      const ben = await arrive('Ben');
      await ben.open(link);
      await expect(ben.body.locator('[data-thread]').first()).toBeVisible();
      await ben.isSynced();
      const reply = ben.page.getByRole('textbox', { name: 'Reply' });
      await expect(async () => {
        await ben.press('ControlOrMeta+Alt+n');
        await expect(reply).toBeFocused({ timeout: 2000 });
      }).toPass();
      await ben.type('Not for sailors');
      await ben.press('ControlOrMeta+Enter');
      await ben.isSynced();
      await expect.poll(() => browser.received(publicKey).map(({ text }) => text)).toHaveLength(1);
      const { text } = browser.received(publicKey)[0]!;
      expect(text).toBe(JSON.stringify({ docId: path.slice('/d/'.length) }));

      const registrationId = await registrationOf(session, origin);
      const shown = () =>
        worker!.evaluate(async () => {
          const { registration } = globalThis as unknown as {
            registration: ServiceWorkerRegistration;
          };
          const all = await registration.getNotifications();
          return all.map(({ title, body, data }) => [title, body, data.path]);
        });
      const said = 'Somebody mentioned you, replied to you or assigned something to you.';
      expect(await pagesSeenBy(worker!)).toEqual([]);
      const data = text;
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await expect.poll(shown).toEqual([['Notifications', said, path]]);

      // A page that comes says it in words, in the place of that.
      await ana.page.goto('/');
      await expect.poll(shown).toEqual([[expect.stringContaining('·'), 'Not for sailors', path]]);
      // Who takes it back is not told any more.
      await ana.page.goto('/settings');
      await ana.page.getByText('Nothing', { exact: true }).click();
      await expect(ana.page.getByText('while the app is closed')).toBeHidden();
      await ben.type('Really');
      await ben.press('ControlOrMeta+Enter');
      await ben.isSynced();
      expect(browser.received(publicKey)).toHaveLength(1);
    },
  );
});
