/**
 * `npm run dev`: the app from its sources with Vite, the server restarting on changes.
 *
 * Invariant: both run, or neither: when one ends, the other is stopped.
 */
import { ensureInstalled } from './parts/install.mjs';
import { run, stopAll } from './parts/run.mjs';
import { runtime, tool } from './parts/runtime.mjs';
import { main, say } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  const node = await runtime();
  say('The app: http://localhost:5173. The server behind it: port 8081. Ctrl-C stops both.');
  const server = run(node, ['--watch', 'sync-server/serve.ts'], {
    env: { PORT: '8081', HOST: process.env.HOST ?? 'localhost' },
  });
  const app = run(node, [tool('vite/bin/vite.js')]);
  const first = await Promise.race([server, app]);
  stopAll();
  await Promise.all([server, app]);
  return first.code;
});
