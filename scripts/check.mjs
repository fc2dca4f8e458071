/** `npm run check`: types and lint, side by side and both to their end. */
import { checkLint, checkTypes } from './parts/checks.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { main, say } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  say('Types, format and lint.');
  const [types, lint] = await Promise.all([checkTypes(), checkLint()]);
  return types && lint ? 0 : 1;
});
