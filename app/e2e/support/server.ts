/**
 * The real sync server as a process of its own, on a free port with a data folder of its own.
 *
 * Invariant: what a test asks of it, a person with a terminal could ask, too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverEnvironment } from '../../../scripts/parts/runtime.mjs';
import { freePort } from '../../../shared/testing/free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** What Node made of the sources before: each server starts in half the time. */
const COMPILED = join(ROOT, '.cache', 'node');
const START_LIMIT_MS = 120_000;

/** None outlives this process, whatever ends it in order. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface RunningServer {
  /** Such as `http://localhost:40123`. */
  readonly origin: string;
  readonly port: number;
  /** Of the host it runs on. */
  readonly address: string;
  readonly dataDir: string;
  /** The process that runs now. */
  readonly pid: number;
  /** Ends it in order, as Ctrl-C does. */
  stop(): Promise<void>;
  /** Ends it at once, as a power cut does to the process. */
  kill(): Promise<void>;
  /**
   * Starts it again on the same port with the same data, from now on from the sources in that folder
   * where one is named.
   */
  start(from?: string): Promise<void>;
  /** Everything it has logged so far. */
  log(): string;
  /** Ends it and removes its data. */
  dispose(): Promise<void>;
}

/** Another host than this one: its address, and what a command begins with to run there. */
export interface Host {
  readonly address: string;
  readonly command: readonly string[];
}

/** @param sources folder of the sources it is started from */
export async function startServer(
  env: Record<string, string> = {},
  host: Host | null = null,
  sources = ROOT,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'driftless-'));
  const port = await freePort();
  const address = host?.address ?? '127.0.0.1';
  const origin = `http://${host?.address ?? 'localhost'}:${port}`;
  const [program, ...words] = [...(host?.command ?? []), process.execPath, 'sync-server/main.ts'];
  let child: ChildProcess | null = null;
  let log = '';
  let folder = sources;

  async function start(from = folder): Promise<void> {
    folder = from;
    const started = spawn(program!, words, {
      cwd: folder,
      env: {
        ...process.env,
        ...serverEnvironment(),
        FORCE_COLOR: undefined,
        NODE_COMPILE_CACHE: COMPILED,
        PORT: String(port),
        HOST: host ? '0.0.0.0' : address,
        DATA_DIR: dataDir,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    running.add(started);
    started.once('exit', () => running.delete(started));
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    }
    await untilReady(started);
  }

  async function untilReady(started: ChildProcess): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    while (Date.now() < deadline) {
      if (hasEnded(started)) throw new Error(`The server ended while it started:\n${log}`);
      // Nobody listens yet: that is what is being waited for.
      const answer = await fetch(`http://${address}:${port}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await pause(30);
    }
    throw new Error(`The server was not ready in ${START_LIMIT_MS} ms:\n${log}`);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = null;
    if (!ending || hasEnded(ending)) return;
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    ending.kill(signal);
    await ended;
  }

  await start();
  return {
    origin,
    port,
    address,
    dataDir,
    get pid() {
      if (child?.pid === undefined) throw new Error('No server runs.');
      return child.pid;
    },
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    log: () => log,
    async dispose() {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
