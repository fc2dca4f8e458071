/**
 * The system's Firefox, driven by Marionette: WebDriver's commands as JSON over TCP, which every
 * Firefox speaks without another program between.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type Command, overWebDriver } from './browser.ts';

const START_LIMIT_MS = 90_000;
const PORT_FILE = 'MarionetteActivePort';

const COMMANDS: Record<Command, string> = {
  url: 'WebDriver:Navigate',
  back: 'WebDriver:Back',
  execute: 'WebDriver:ExecuteScript',
  actions: 'WebDriver:PerformActions',
};

/** Settings of the profile: quiet, and a network that is the proxy's alone. */
function preferences(proxy: URL): Settings {
  return {
    'marionette.port': 0,
    'intl.accept_languages': 'en-GB, en',
    'network.proxy.type': 1,
    'network.proxy.http': proxy.hostname,
    'network.proxy.http_port': Number(proxy.port),
    'network.proxy.ssl': proxy.hostname,
    'network.proxy.ssl_port': Number(proxy.port),
    'network.proxy.allow_hijacking_localhost': true,
    'network.proxy.failover_direct': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.normandy.enabled': false,
    'browser.newtabpage.enabled': false,
  };
}

type Settings = Readonly<Record<string, string | number | boolean>>;

/**
 * @param program where Firefox is
 * @param others settings of the profile beside those that it needs
 */
export async function startFirefox(
  program: string,
  proxy: string,
  others: Settings = {},
): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'driftless-firefox-'));
  const lines = Object.entries({ ...preferences(new URL(proxy)), ...others }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const child = spawn(
    program,
    [
      '--headless',
      '--marionette',
      '--no-remote',
      '--profile',
      profile,
      '--width',
      '1280',
      '--height',
      '900',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const deadline = Date.now() + START_LIMIT_MS;
  while (!existsSync(join(profile, PORT_FILE))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} did not start in ${START_LIMIT_MS} ms.`);
    await pause(50);
  }
  const port = Number(await readFile(join(profile, PORT_FILE), 'utf8'));
  const { call, close } = await openMarionette(port);
  const session = (await call('WebDriver:NewSession', {})) as {
    capabilities: { browserVersion: string };
  };
  // The answer to a command is wrapped for some of them.
  const send = async (command: Command, parameters: Record<string, unknown>) => {
    const answer = await call(COMMANDS[command], parameters);
    return (answer as { value?: unknown } | null)?.value;
  };
  return {
    version: `Firefox ${session.capabilities.browserVersion}`,
    ...overWebDriver(send),
    print: async () => {
      const { value } = (await call('WebDriver:Print', {})) as { value: string };
      return Buffer.from(value, 'base64');
    },
    quit: async () => {
      // It ends before it has answered.
      void call('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => null);
      const late = setTimeout(kill, 5000);
      await ended;
      clearTimeout(late);
      close();
      process.off('exit', kill);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Call = (name: string, parameters: Record<string, unknown>) => Promise<unknown>;

/** A message is its length in bytes, a colon, and JSON: `[kind, id, name or error, body]`. */
async function openMarionette(port: number): Promise<{ call: Call; close: () => void }> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  let greet = () => {};
  const greeted = new Promise<void>((resolve) => {
    greet = resolve;
  });
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const colon = bytes.indexOf(':');
      const end = colon + 1 + Number(bytes.subarray(0, colon).toString());
      if (colon < 0 || bytes.length < end) return;
      const message = JSON.parse(bytes.subarray(colon + 1, end).toString()) as unknown;
      bytes = bytes.subarray(end);
      if (!Array.isArray(message)) {
        greet();
        continue;
      }
      const [, id, error, value] = message as [number, number, { message: string } | null, unknown];
      const waits = waiting.get(id);
      waiting.delete(id);
      if (error) waits?.reject(new Error(`Firefox: ${error.message}`));
      else waits?.resolve(value);
    }
  });
  const end = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'));
    waiting.clear();
  };
  socket.on('close', end);
  socket.on('error', end);
  await greeted;
  let last = 0;
  return {
    call: (name, parameters) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        const text = JSON.stringify([0, id, name, parameters]);
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      }),
    close: () => socket.destroy(),
  };
}
