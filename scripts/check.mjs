/** `npm run check`: types and lint, both to their end. */
import { checkLint, checkTypes } from './parts/checks.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { main, say } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  say('Types.');
  const types = await checkTypes();
  say('Format and lint.');
  const lint = await checkLint();
  return types && lint ? 0 : 1;
});
