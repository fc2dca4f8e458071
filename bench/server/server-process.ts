/**
 * A server as a process of its own, which can be asked what it has used.
 *
 * Invariant: whatever way the measuring ends, the process ends with it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../shared/testing/free-port.ts';

/** What a server's process has used so far. */
export interface Usage {
  /** Bytes of the process, as the system counts them. */
  readonly rss: number;
  /** Bytes of JavaScript and of buffers. */
  readonly heap: number;
  readonly cpuMs: number;
}

export interface Program {
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

const STARTED_WITHIN_MS = 20_000;
const STOPPED_WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 20;

export class ServerProcess {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()));
  }

  /** Starts the program on `folder`; resolves when it listens. */
  static async start({ path, env }: Program, folder: string): Promise<ServerProcess> {
    const port = await freePort();
    const child = fork(path, [], {
      env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder },
      execArgv: ['--import', join(import.meta.dirname, 'probe.mjs'), ...profiling()],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started = new ServerProcess(child, port);
    const deadline = Date.now() + STARTED_WITHIN_MS;
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error(`${path} ended with code ${child.exitCode}.`);
      if (Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`${path} did not listen in time.`);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    return started;
  }

  /** Collects garbage first. */
  memory(): Promise<Usage> {
    return this.#ask('memory');
  }

  usage(): Promise<Usage> {
    return this.#ask('usage');
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await this.#ended;
    clearTimeout(late);
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #ask(what: 'memory' | 'usage'): Promise<Usage> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error('The server ended.'));
      this.#child.once('exit', gone);
      this.#child.once('message', (answer) => {
        this.#child.off('exit', gone);
        resolve(answer as Usage);
      });
      this.#child.send(what);
    });
  }
}

/** `PROFILE_DIR=folder` leaves a profile of every server there, which browsers' tools open. */
function profiling(): string[] {
  const folder = process.env.PROFILE_DIR;
  return folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', folder];
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
