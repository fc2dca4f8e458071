/**
 * A disk that takes its time: whoever is traced waits before each thing that is read, written or put
 * on the disk, as on one that is full of others' work, failing, or at the other end of a network.
 *
 * Invariant: nothing but time is added, and whatever way this process ends, who was traced goes on at
 * full speed: the kernel lets go of them with the tracer.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** What a machine must have and allow. */
export const NEEDS = 'Linux, and strace with the right to trace what others run';

/** What goes to a disk, by the kernel's names; a program that reads from its own memory is as fast as ever. */
const CALLS = 'fsync,fdatasync,sync_file_range,pwrite64,pwritev,pwritev2,pread64,preadv,preadv2';
/** Said of each program, whether it is still there or ended meanwhile. */
const HELD = /^strace: (?:Process \d+ attached|attach: ptrace)/gm;

let possible: boolean | null = null;

/** Whether this person may slow anything down; asked once, and takes a second. */
export function canSlowDisk(): boolean {
  possible ??= tryToTrace();
  return possible;
}

function tryToTrace(): boolean {
  if (process.platform !== 'linux') return false;
  // Some systems let one trace what one started oneself, and nothing else.
  const traced = spawn('sleep', ['1'], { stdio: 'ignore' });
  const words = ['-o', '/dev/null', '-e', 'trace=fsync', '-p', String(traced.pid)];
  return spawnSync('strace', words, { stdio: 'ignore' }).status === 0;
}

export class SlowDisk {
  readonly #strace: ChildProcess;
  readonly #ended: Promise<void>;

  private constructor(strace: ChildProcess) {
    this.#strace = strace;
    this.#ended = new Promise((resolve) => strace.once('exit', () => resolve()));
  }

  /**
   * Resolves when each call of these processes, and of those they start from now on, takes so many
   * milliseconds more.
   */
  static async under(pids: readonly number[], ms: number): Promise<SlowDisk> {
    const strace = spawn(
      'strace',
      [
        ...['-f', '-o', '/dev/null', '-e', `trace=${CALLS}`],
        ...['-e', `inject=${CALLS}:delay_enter=${ms * 1_000}`],
        ...pids.flatMap((pid) => ['-p', String(pid)]),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    await new Promise<void>((resolve, reject) => {
      strace.once('error', reject);
      strace.once('exit', (code) => reject(new Error(`strace ended with ${code}: ${said}`)));
      strace.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if ((said.match(HELD)?.length ?? 0) >= pids.length) resolve();
      });
    });
    return new SlowDisk(strace);
  }

  /** It is as fast as it was. */
  async end(): Promise<void> {
    this.#strace.kill('SIGTERM');
    await this.#ended;
  }
}
