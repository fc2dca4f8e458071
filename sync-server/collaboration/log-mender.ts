/**
 * Mends the log of a document that cannot be loaded, so that the next attempt can, and finds what it
 * was when it was last whole.
 *
 * Invariant: nothing that is stored is removed: what stands in the way is left out, with the reason.
 */
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { onDocument } from '../current-document.ts';
import type { Log } from '../log.ts';
import { type Storage, StorageDamaged, type StoredLog } from '../storage/storage.ts';
import { TooManyConflicts } from './conflict-meter.ts';
import { findLastGood } from './last-good.ts';
import {
  canFill,
  firstThatThrows,
  isAllThere,
  stateOf,
  withoutUnwritableValues,
} from './stored-document.ts';

/** Updates quarantined because of one attempt to load a document: each costs another one. */
const MAX_QUARANTINED = 20;

interface LogMenderOptions {
  storage: Storage;
  log: Log;
  /** How long is looked for what a document was when it was last whole. */
  hangLimitMs: number;
}

export class LogMender {
  readonly #options: LogMenderOptions;
  /** One after the other: each takes a thread, and memory. */
  #looking: Promise<unknown> = Promise.resolve();

  constructor({ storage, log, hangLimitMs }: LogMenderOptions) {
    this.#options = { storage, log, hangLimitMs };
  }

  /** Whether the log could be mended in which this error stood in the way. */
  async mend(name: DocumentName, stored: StoredLog, error: unknown): Promise<boolean> {
    return (
      (error instanceof TooManyConflicts && (await this.#merge(name, stored))) ||
      (await this.#quarantineWhatThrows(name, stored))
    );
  }

  /**
   * Makes one piece of a log that takes too long row by row: of one piece Yjs takes the clients in the
   * order in which they stand least in each other's way. Whether that can be read.
   */
  async #merge(
    name: DocumentName,
    { checkpoint, rows, lastSequence }: StoredLog,
  ): Promise<boolean> {
    const pieces = rows.map(({ bytes }) => bytes);
    if (checkpoint !== null) pieces.unshift(checkpoint.state);
    const state = onDocument(name, () => Y.mergeUpdates(pieces));
    if (!onDocument(name, () => canFill(state))) return false;
    this.#options.log.error('log compacted to be read', { document: name });
    await this.#options.storage.compact(name, lastSequence, state, Date.now());
    return true;
  }

  /**
   * What a document that cannot be loaded was when it was last whole: its checkpoint, if there is a
   * good one, with what is sound of the log up to where it is not.
   */
  lastGood(name: DocumentName): Promise<Uint8Array | null> {
    const found = this.#looking.then(() => this.#lookForLastGood(name));
    this.#looking = found;
    return found;
  }

  async #lookForLastGood(name: DocumentName): Promise<Uint8Array | null> {
    try {
      const found = await findLastGood(
        await this.#options.storage.history(name),
        await this.#checkpoint(name),
        this.#options.hangLimitMs,
      );
      if (found !== null) {
        this.#options.log.error('document shown as it was', { document: name, upTo: found.upTo });
      }
      return found?.state ?? null;
    } catch (error) {
      this.#options.log.error('nothing of a document can be shown', { document: name, error });
      return null;
    }
  }

  async #checkpoint(name: DocumentName): Promise<StoredLog['checkpoint']> {
    try {
      return await this.#options.storage.loadCheckpoint(name);
    } catch (error) {
      if (error instanceof StorageDamaged) return null;
      throw error;
    }
  }

  /**
   * What throws was never part of the document: a client that has it will offer it again. Whether
   * there was any such thing.
   */
  async #quarantineWhatThrows(name: DocumentName, stored: StoredLog): Promise<boolean> {
    const { storage, log } = this.#options;
    let { checkpoint, rows } = stored;
    const canBeFilled = (state: Uint8Array) => onDocument(name, () => canFill(state));
    const isBad = checkpoint !== null && !canBeFilled(checkpoint.state);
    if (isBad) {
      // Every row is still there: the checkpoint is made again, of those that can be applied.
      const history = await storage.history(name);
      if (!isAllThere(history, checkpoint?.upTo ?? 0)) {
        throw new StorageDamaged(`the checkpoint of ${name} fails`);
      }
      log.error('checkpoint set aside', { document: name });
      checkpoint = null;
      const all = history.filter(({ quarantined }) => quarantined === null);
      ({ rows } = withoutUnwritableValues(name, { checkpoint, rows: all, lastSequence: 0 }, log));
    }
    const look = () => onDocument(name, () => firstThatThrows(checkpoint, rows));
    let found = look();
    let count = 0;
    for (; found !== null && count < MAX_QUARANTINED; count++) {
      const { sequence, error } = found;
      log.error('update set aside', { document: name, sequence, error });
      await storage.quarantine(name, sequence, String(error));
      rows = rows.filter((row) => row.sequence !== sequence);
      found = look();
    }
    if (isBad && found === null) {
      const state = onDocument(name, () => stateOf({ checkpoint, rows, lastSequence: 0 }));
      if (state === null) throw new StorageDamaged(`the checkpoint of ${name} fails`);
      await storage.compact(name, stored.lastSequence, state, Date.now());
    }
    return isBad || count > 0;
  }
}
