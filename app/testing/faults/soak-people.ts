/**
 * Some of the people of `soak.ts`, in a process of their own as browsers are: what many documents and
 * their garbage hold up there is nothing that anybody waits for.
 *
 * Invariant: it ends with the one that started it, and well only if all that was written was confirmed.
 */
import './clock.ts';
import 'fake-indexeddb/auto';
import { setTimeout as pause } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import type { DocId, Secret } from '../../../shared/access/ids.ts';
import { openReplica, type Replica } from '../../replica/open-replica.ts';
import { type Random, seeded } from './fault.ts';
import { within } from './scene.ts';
import { insertToken } from './tokens.ts';

/** Each leaves so many words, and takes out the oldest for each one more. */
const WORDS_OF_ONE = 20;
const WRITE_EVERY_MS = 2_000;
/** A browser is closed after about as long, and opened again after a moment. */
const OPEN_FOR_MS = 4 * 60_000;
const AWAY_MS = 5_000;
/** One browser in so many is opened on a device that knows nothing of before. */
const NEW_DEVICES = 4;
/** Also on a machine that does much else: who writes before that may not have what they wrote before. */
const SYNCED_WITHIN_MS = 10 * 60_000;
const TELL_EVERY_MS = 1_000;

/** Who writes where. */
export interface Place {
  readonly name: string;
  readonly docId: DocId;
  readonly secret: Secret;
  readonly seed: number;
  /** Not all come in one moment. */
  readonly comesAfterMs: number;
}

/** What such a process is told, once. */
export interface Asked {
  readonly serverUrl: string;
  readonly places: readonly Place[];
  readonly forMs: number;
}

/** What it tells. */
export type Told =
  /** Milliseconds until words were confirmed, since it told last. */
  | { readonly confirmed: readonly number[] }
  /** At the end: the words that each of them left. */
  | { readonly left: Readonly<Record<string, readonly string[]>> };

/** Somebody at a document, with one browser after the other. */
class Writer {
  readonly words: string[] = [];
  readonly #place: Place;
  readonly #serverUrl: string;
  readonly #random: Random;
  readonly #onConfirmed: (ms: number) => void;
  #storage = new IDBFactory();
  #replica: Replica | null = null;
  #written = 0;
  /** Whether anything since this browser was opened, which begins elsewhere. */
  #hasWritten = false;
  /** When words were written that are not confirmed. */
  #waiting: number[] = [];

  constructor(place: Place, serverUrl: string, onConfirmed: (ms: number) => void) {
    this.#place = place;
    this.#serverUrl = serverUrl;
    this.#random = seeded(place.seed);
    this.#onConfirmed = onConfirmed;
  }

  /** Writes, and comes and goes, until it is over; then all of it is sent. */
  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#open();
      const until = performance.now() + OPEN_FOR_MS / 2 + this.#random(OPEN_FOR_MS);
      while (!isOver() && performance.now() < until) {
        this.#write();
        await pause(WRITE_EVERY_MS / 2 + this.#random(WRITE_EVERY_MS));
      }
      // A device that is gone takes along what only it has.
      if (this.#random(NEW_DEVICES) === 0 || isOver()) {
        await this.#sync();
        this.#storage = new IDBFactory();
      }
      await this.#close();
      if (!isOver()) await pause(this.#random(AWAY_MS));
    }
  }

  get #isSynced(): boolean {
    const status = this.#replica?.status.get();
    return status?.server === 'synced' && status.unconfirmed === 0;
  }

  async #open(): Promise<void> {
    globalThis.indexedDB = this.#storage;
    const { docId: name, secret } = this.#place;
    const replica = openReplica({ name, secret }, { serverUrl: this.#serverUrl });
    this.#replica = replica;
    this.#hasWritten = false;
    replica.status.subscribe(() => {
      if (!this.#isSynced) return;
      const now = performance.now();
      for (const since of this.#waiting.splice(0)) this.#onConfirmed(now - since);
    });
    await replica.whenLoaded;
    await this.#sync();
  }

  async #sync(): Promise<void> {
    if (await within(SYNCED_WITHIN_MS, () => this.#isSynced)) return;
    throw new Error(`${this.#place.name} was never told that all is there and confirmed.`);
  }

  /** Where a word stands; what is not there has been lost, and in its place nothing else is to go. */
  #placeOf(word: string): number {
    const at = this.#replica!.doc.getText('body').toString().indexOf(word);
    if (at < 0) throw new Error(`${word} is not there any more.`);
    return at;
  }

  async #close(): Promise<void> {
    this.#waiting = [];
    await this.#replica?.close();
    this.#replica = null;
  }

  #write(): void {
    const { doc } = this.#replica!;
    const word = `[${this.#place.name}.${this.#written++}]`;
    this.#waiting.push(performance.now());
    doc.transact(() => {
      const body = doc.getText('body');
      const last = this.#hasWritten ? this.words.at(-1) : undefined;
      if (last === undefined) insertToken(doc, word, this.#random);
      else body.insert(this.#placeOf(last) + last.length, word);
      this.#hasWritten = true;
      this.words.push(word);
      if (this.words.length <= WORDS_OF_ONE) return;
      const oldest = this.words.shift()!;
      body.delete(this.#placeOf(oldest), oldest.length);
    });
  }
}

async function live({ serverUrl, places, forMs }: Asked): Promise<void> {
  const ends = performance.now() + forMs;
  const confirmed: number[] = [];
  const tell = (told: Told) => process.send?.(told);
  const telling = setInterval(() => tell({ confirmed: confirmed.splice(0) }), TELL_EVERY_MS);
  const writers = places.map((place) => new Writer(place, serverUrl, (ms) => confirmed.push(ms)));
  await Promise.all(
    writers.map(async (writer, index) => {
      await pause(places[index]?.comesAfterMs ?? 0);
      await writer.live(() => performance.now() > ends);
    }),
  );
  clearInterval(telling);
  tell({ confirmed });
  tell({
    left: Object.fromEntries(writers.map(({ words }, index) => [places[index]?.name, words])),
  });
}

let code = 1;
process.once('disconnect', () => process.exit(code));
process.once('message', async (asked) => {
  // What it throws ends the process, and is told by that.
  await live(asked as Asked);
  code = 0;
  process.disconnect?.();
});
