/**
 * A real Redis or Valkey for tests: one that is started here from a program found on this machine,
 * on a port of its own, and that keeps nothing.
 *
 * Invariant: what was started ends with the process that started it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createClient } from '@redis/client';
import { freePort } from './free-port.ts';

/** Debian's tools hold the whole program, and are no service that would be started. */
const PROGRAMS = ['valkey-server', 'redis-server', 'valkey-check-rdb', 'redis-check-rdb'];
const STARTED_WITHIN_MS = 20_000;

/** The program, or null where there is none. */
export function redisProgram(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin');
  const places = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

export class Redis {
  readonly #settings: readonly string[];
  readonly port: number;
  #process: ChildProcess | null = null;

  private constructor(port: number, settings: readonly string[]) {
    this.port = port;
    this.#settings = settings;
  }

  /** Starts one with these arguments beside its own, such as `--requirepass secret`. */
  static async start(...settings: string[]): Promise<Redis> {
    const started = new Redis(await freePort(), settings);
    await started.run();
    return started;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts it, unless it runs; resolves when it takes connections. */
  async run(): Promise<void> {
    if (this.#process !== null) return;
    const program = redisProgram();
    if (program === null) throw new Error('there is no Redis here');
    const child = spawn(
      program,
      ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', ...this.#settings],
      // By its name it knows what it is.
      { argv0: 'redis-server', cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#process = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`redis did not start: ${said}`)),
        STARTED_WITHIN_MS,
      );
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-10_000);
        if (!/[Rr]eady to accept connections/.test(said)) return;
        clearTimeout(late);
        resolve();
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`redis ended with ${code}: ${said}`)));
    });
    process.once('exit', this.#endWithUs);
  }

  /** Ends it without a word. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    process.off('exit', this.#endWithUs);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** It stands still from now on, with its connections open. */
  freeze(): { thaw(): void } {
    process.kill(this.pid, 'SIGSTOP');
    return { thaw: () => void process.kill(this.pid, 'SIGCONT') };
  }

  /** Has it do something, and waits until that is done. */
  async say(...words: string[]): Promise<void> {
    const client = createClient({ url: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  }

  readonly #endWithUs = (): void => {
    this.#process?.kill('SIGKILL');
  };
}
