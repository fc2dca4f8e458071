/** Every screen, and a document with every block in it: without faults that axe knows, and by keys. */
import type { Page } from '@playwright/test';
import { faultsOf } from './support/axe.ts';
import {
  arriveTheSame,
  openShowcase,
  walkAround,
  walkAsGuest,
  walkThroughDocument,
} from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** Looks with axe at one screen after the other. */
function axeOn(page: () => Page): (screen: string) => Promise<void> {
  return async (screen) => {
    expect.soft(await faultsOf(page()), screen).toEqual([]);
  };
}

test('axe finds nothing in a document with every block, nor in what opens on it, in both themes', async ({
  arrive,
  server,
}) => {
  test.slow();
  const ana = await arriveTheSame(arrive, 'Ana Heron', 'Teal');
  await openShowcase(ana, server);
  const look = axeOn(() => ana.page);
  await look('showcase');
  await walkThroughDocument(ana, look);
  let guest = ana.page;
  const seen = await walkAsGuest(
    async (name) => {
      const ben = await arrive(name);
      guest = ben.page;
      return ben;
    },
    ana,
    axeOn(() => guest),
  );
  await expect(seen.body).toHaveAttribute('aria-readonly', 'true');
});

test('axe finds nothing on the screens without a document, in both themes', async ({
  arrive,
  server,
}) => {
  test.slow();
  let page: Page | null = null;
  const { eve } = await walkAround(
    async (name) => {
      const person = await arrive(name);
      page ??= person.page;
      return person;
    },
    server,
    axeOn(() => page!),
  );
  expect(await faultsOf(eve.page), 'failure').toEqual([]);
});
