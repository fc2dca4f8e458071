/**
 * Whether the disk has room, so that no more is stored before it is full: what is deleted, compacted and
 * written down about access needs room, too, and so does whatever else is on that disk.
 *
 * Invariant: whoever asks is answered at once, by what was found a moment ago.
 */
import { statfs } from 'node:fs/promises';
import type { Log } from '../log.ts';

const LOOK_EVERY_MS = 2_000;

export class DiskSpace {
  readonly #folder: string;
  readonly #least: number;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #isLow = false;

  private constructor(folder: string, least: number, log: Log) {
    this.#folder = folder;
    this.#least = least;
    this.#log = log;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Looks at the disk of a folder that is there, now and then on until it is closed. */
  static async of(folder: string, leastFreeBytes: number, log: Log): Promise<DiskSpace> {
    const space = new DiskSpace(folder, leastFreeBytes, log);
    await space.look();
    return space;
  }

  get isLow(): boolean {
    return this.#isLow;
  }

  async look(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(this.#folder);
      const free = bavail * bsize;
      const isLow = free < this.#least;
      if (isLow === this.#isLow) return;
      this.#isLow = isLow;
      if (isLow) this.#log.error('the disk has too little room: nothing more is stored', { free });
      else this.#log.info('the disk has room again', { free });
    } catch (error) {
      // A disk that cannot be asked says so to whoever writes to it.
      this.#log.warn('the disk does not say how much room it has', { error });
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
