/**
 * `npm start`: install what is missing, build what has changed, run the server.
 *
 * Invariant: nothing is installed or built twice, and Ctrl-C ends the server in order.
 */
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuilt } from './parts/build.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { run, stopSignal } from './parts/run.mjs';
import { runtime, serverEnvironment } from './parts/runtime.mjs';
import { main, say, Trouble } from './parts/say.mjs';

const port = Number(process.env.PORT || 8080);
const host = process.env.HOST || undefined;

/** Says so early when nobody could listen there; the server would find out only after the build. */
function checkPort() {
  // A wrong PORT is the server's to name, as any wrong setting.
  if (!Number.isInteger(port) || port < 1 || port > 65535) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(whyPortFailed(error)));
    probe.listen({ port, host }, () => probe.close(resolve));
  });
}

function whyPortFailed(error) {
  const other = `PORT=${port < 65535 ? port + 1 : 8080} npm start`;
  if (error.code === 'EADDRINUSE') {
    return new Trouble(
      `Port ${port} is taken by another program: stop that one, or choose another port with "${other}".`,
    );
  }
  if (error.code === 'EACCES') {
    return new Trouble(`This account may not use port ${port}: choose another with "${other}".`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Trouble(`HOST=${host} is no address of this computer: change it, or leave it out.`);
  }
  return error;
}

/** Says where the app is once it answers, if `server` has not ended by then. */
async function sayWhenReady(server) {
  // With port 0 only the server's own log knows.
  if (!port) return;
  let ended = false;
  server.finally(() => {
    ended = true;
  });
  const local = !host || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const address = `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
  while (!ended) {
    // Nobody listens yet: that is what is being waited for.
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    if (answer?.ok) return say(`Driftless is ready at ${address} (Ctrl-C stops it).`);
    await pause(100);
  }
}

await main(async () => {
  await checkPort();
  const installed = await ensureInstalled();
  const built = await ensureBuilt();
  if (!installed && !built) say('Nothing has changed since the last start.');
  if (stopSignal()) return 1;
  say('Starting the server.');
  const server = run(await runtime(), ['sync-server/main.ts'], {
    env: serverEnvironment(),
    // In a terminal, Ctrl-C would reach the server twice: from it and from us.
    ownGroup: Boolean(process.stdin.isTTY) && process.platform !== 'win32',
  });
  await sayWhenReady(server);
  const { code } = await server;
  return stopSignal() ? 0 : code;
});
