/**
 * What every browser test starts with: a server of its own, and people who arrive when called.
 *
 * Invariant: tests share nothing, so each can run alone, in any order, beside any other.
 */
import { type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { Person } from './person.ts';
import { type RunningServer, startServer } from './server.ts';

export { expect };

interface Fixtures {
  /** What the host has set: `test.use({ settings: { LINK_PREVIEWS: 'on' } })`. */
  settings: Record<string, string>;
  server: RunningServer;
  /**
   * Somebody with a fresh browser, at a desk or with some other device. Their browser keeps the app for
   * times without a network only where a spec says so: `offlineTest`, or `test.use({ serviceWorkers:
   * 'allow' })` for all of it. Fetching and storing all of it costs a second of processor for each person.
   */
  arrive: (name: string, device?: BrowserContextOptions) => Promise<Person>;
}

export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  server: async ({ settings }, use) => {
    const server = await startServer(settings);
    await use(server);
    await server.dispose();
  },
  arrive: async ({ browser, server, serviceWorkers }, use, info) => {
    const people: Person[] = [];
    await use(async (name, device) => {
      const person = await Person.arrive(browser, server.origin, name, {
        serviceWorkers,
        ...device,
      });
      people.push(person);
      return person;
    });
    if (info.status !== info.expectedStatus) {
      for (const { name, page, complaints } of people) {
        await info.attach(`${name}.log`, {
          body: complaints.join('\n'),
          contentType: 'text/plain',
        });
        if (page.isClosed()) continue;
        await info.attach(`${name}.png`, {
          body: await page.screenshot(),
          contentType: 'image/png',
        });
      }
      await info.attach('server.log', { body: server.log(), contentType: 'text/plain' });
    }
    for (const person of people) await person.leave();
    for (const { name, crashes } of people) {
      expect(crashes, `exceptions in ${name}'s browser`).toEqual([]);
    }
  },
});

/** A test in which browsers keep the app, as those of people do, for a time without a network. */
export const offlineTest = test.extend({ serviceWorkers: 'allow' });
