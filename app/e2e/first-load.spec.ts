/** What has to arrive before one can write. */
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './support/test.ts';

/** This may only go down. */
const MOST_BYTES = 190_000;

declare global {
  interface Window {
    /** Addresses of the scripts that were loaded when the document could be written in. */
    firstScripts?: string[];
  }
}

test('an empty document can be written in after 190 kB of scripts', async ({ arrive, server }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('');
  await ana.isSaved();
  await ana.page.addInitScript(() => {
    const look = () => {
      const body = document.querySelector<HTMLElement>('[aria-label="Document body"]');
      if (!body?.isContentEditable) requestAnimationFrame(look);
      else
        window.firstScripts = performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js'));
    };
    requestAnimationFrame(look);
  });
  await ana.page.reload();
  const found = await ana.page.waitForFunction(() => window.firstScripts);
  const scripts = (await found.jsonValue()) ?? [];
  expect(scripts).toContainEqual(expect.stringContaining(`${server.origin}/assets/index-`));
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (script) => {
      const answer = await fetch(script);
      expect(answer.ok, script).toBe(true);
      return { script, bytes: brotliCompressSync(await answer.bytes()).length };
    }),
  );
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  expect(bytes, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_BYTES);
});
