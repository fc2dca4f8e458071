/** `npm run merge-table`: every case of the merge table; exit code 0 only if all are right. */
import { ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  const program = 'app/editor/testing/run-merge-table.ts';
  return (await run(await runtime(), [program])).code;
});
