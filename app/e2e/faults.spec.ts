/** One of each fault that needs a browser; `npm run faults` does many of all. */
import { FAULTS } from '../testing/faults/all.ts';
import { isClean, seeded } from '../testing/faults/fault.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

for (const { name, title, runs, inBrowser, run } of FAULTS) {
  if (!inBrowser || runs.test === 0) continue;
  test(`${name}: nothing is lost, doubled or unknown (${title})`, async () => {
    // A browser and a server of their own are started first.
    test.slow();
    for (let seed = 1; seed <= runs.test; seed++) {
      const outcome = await run(seeded(seed));
      expect(isClean(outcome), JSON.stringify(outcome)).toBe(true);
    }
  });
}
