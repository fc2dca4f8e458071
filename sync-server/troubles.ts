/**
 * What is wrong with this server at this moment, each in one sentence that says what to do.
 *
 * Invariant: what is told here may be read by anybody: no address, no name and no password is in it.
 */
import type { Bus } from './bus/bus.ts';
import type { Log } from './log.ts';
import { type SteadyClock, spoken } from './steady-clock.ts';
import { type Storage, sharedOf } from './storage/storage.ts';

/** Nodes whose clocks are further apart let people in by links at different times. */
const CLOCKS_MAY_DIFFER_MS = 60_000;

export interface Health {
  /** Whether people may come to this server: it takes connections, and stores. */
  isReady: boolean;
  troubles: string[];
}

interface TroublesOptions {
  storage: Storage;
  bus: Bus | null;
  /** Pictures and files in a bucket, if they are in one. */
  objects: { readonly trouble: string | null } | null;
  clock: SteadyClock;
  isStopping: () => boolean;
  isDiskLow: () => boolean;
  /** Whether what was last written was taken. */
  isStoring: () => boolean;
  log: Log;
}

export class Troubles {
  readonly #options: TroublesOptions;

  constructor(options: TroublesOptions) {
    this.#options = options;
  }

  async now(): Promise<Health> {
    const { storage, bus, objects, clock, isStopping, isDiskLow, isStoring } = this.#options;
    if (isStopping()) {
      return { isReady: false, troubles: ['This server is stopping. Others take its people.'] };
    }
    const shared = sharedOf(storage);
    const stored = await this.#storeTrouble();
    const troubles = [stored, bus?.trouble ?? null, objects?.trouble ?? null, clock.trouble];
    if (stored === null) {
      if (isDiskLow()) {
        troubles.push(
          'The disk of DATA_DIR has less room than MIN_FREE_DISK_BYTES, so nothing is stored. Make room: what people write waits on their devices.',
        );
      } else if (!isStoring()) {
        troubles.push(
          'What was written last could not be stored, and is tried again. See the log.',
        );
      }
      const ahead = shared?.clockAheadMs ?? 0;
      if (Math.abs(ahead) > CLOCKS_MAY_DIFFER_MS) {
        troubles.push(
          `The clock of this machine is ${spoken(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} that of the database. Have both set by a time server (NTP).`,
        );
      }
    }
    return {
      isReady: stored === null && !isDiskLow() && isStoring(),
      troubles: troubles.filter((sentence) => sentence !== null),
    };
  }

  async #storeTrouble(): Promise<string | null> {
    const { storage, log } = this.#options;
    try {
      await storage.check();
      return null;
    } catch (error) {
      log.warn('store not ready', { error });
      return (
        sharedOf(storage)?.troubleOf(error) ??
        'The database in DATA_DIR cannot be written to. See the log: it may be read-only, locked by another program, or on a full disk.'
      );
    }
  }
}
