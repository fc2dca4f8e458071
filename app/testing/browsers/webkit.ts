/** WebKitGTK, driven by the program it comes with: WebDriver over HTTP, on a screen that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../shared/testing/free-port.ts';
import { type Browser, type Command, overWebDriver } from './browser.ts';

const START_LIMIT_MS = 60_000;

const PATHS: Record<Command, string> = {
  url: 'url',
  back: 'back',
  execute: 'execute/sync',
  actions: 'actions',
};

/** @param driver where WebKitWebDriver is @param view the browser it starts */
export async function startWebKit(driver: string, view: string, proxy: string): Promise<Browser> {
  const port = await freePort();
  const child: ChildProcess = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1280x1000x24', driver, `--port=${port}`, '--host=127.0.0.1'],
    {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, LANG: 'C.UTF-8', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    },
  );
  // The screen, the driver and the browser are one group.
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGTERM');
    } catch (error) {
      // All of them have ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  process.once('exit', kill);
  const call = async (path: string, body?: unknown, method = 'POST'): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit: ${(value as { message: string }).message}`);
    return value;
  };
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const isReady = await call('status', undefined, 'GET').then(
      () => true,
      () => false,
    );
    if (isReady) break;
    if (Date.now() > deadline) throw new Error(`${driver} did not start in ${START_LIMIT_MS} ms.`);
    await pause(100);
  }
  const { hostname, port: proxyPort } = new URL(proxy);
  const address = `${hostname}:${proxyPort}`;
  const session = (await call('session', {
    capabilities: {
      alwaysMatch: {
        proxy: { proxyType: 'manual', httpProxy: address, sslProxy: address },
        'webkitgtk:browserOptions': { binary: view, args: ['--automation'] },
      },
    },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const at = `session/${session.sessionId}`;
  await call(`${at}/window/rect`, { x: 0, y: 0, width: 1280, height: 960 });
  const send = (command: Command, parameters: Record<string, unknown>) =>
    call(`${at}/${PATHS[command]}`, parameters);
  return {
    version: `WebKitGTK ${session.capabilities.browserVersion}`,
    ...overWebDriver(send),
    print: null,
    quit: async () => {
      await call(at, undefined, 'DELETE');
      kill();
      process.off('exit', kill);
    },
  };
}
