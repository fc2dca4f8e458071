/**
 * Documents at which the server hung, or for which no memory was enough: shown, and not opened.
 *
 * Invariant: one that did it is left alone for longer each time, also by the next process on the same
 * folder; and what cannot be remembered there is remembered here.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from './log.ts';

/** In the data folder. A host who removes it has all of them opened again at the next start. */
export const SET_APART_FILE = 'set-apart.json';
const MINUTE_MS = 60_000;
/** How long it is left alone the first time, the second, and each time after that. */
const LEFT_ALONE_MS = [10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS] as const;
/** Well for so long, it begins anew. */
const FORGIVEN_AFTER_MS = 30 * 24 * 60 * MINUTE_MS;
const MOST = 1_000;

const Noted = z.object({ times: z.number(), at: z.number(), why: z.enum(['time', 'memory']) });
const File = z.record(z.string(), Noted);
type Why = z.infer<typeof Noted>['why'];

export class SetApart {
  readonly #path: string;
  readonly #log: Log;
  readonly #noted: Map<string, z.infer<typeof Noted>>;

  constructor(folder: string, log: Log) {
    this.#path = join(folder, SET_APART_FILE);
    this.#log = log;
    this.#noted = new Map(this.#read());
  }

  /** Whether the document is left alone. */
  has(name: string, now: number): boolean {
    const found = this.#noted.get(name);
    // By a clock that was ahead when it was noted, it would be left alone for as long as that was.
    return found !== undefined && Math.abs(now - found.at) < leftAloneFor(found.times);
  }

  /** What is left alone now, and until when. */
  all(now: number): { name: string; why: Why; until: number }[] {
    return [...this.#noted]
      .map(([name, { times, at, why }]) => ({ name, why, until: at + leftAloneFor(times) }))
      .filter(({ name }) => this.has(name, now));
  }

  note(name: string, why: Why, now: number): void {
    const before = this.#noted.get(name);
    const isLongAgo = before === undefined || now - before.at > FORGIVEN_AFTER_MS;
    const times = isLongAgo ? 1 : before.times + 1;
    this.#noted.delete(name);
    this.#noted.set(name, { times, at: now, why });
    for (const other of this.#noted.keys()) {
      if (this.#noted.size <= MOST) break;
      this.#noted.delete(other);
    }
    const minutes = leftAloneFor(times) / MINUTE_MS;
    this.#log.error('document set apart', { document: name, why, times, minutes });
    this.#write();
  }

  #read(): [string, z.infer<typeof Noted>][] {
    if (!existsSync(this.#path)) return [];
    try {
      return Object.entries(File.parse(JSON.parse(readFileSync(this.#path, 'utf8'))));
    } catch (error) {
      // Nothing depends on it but this, and it is written anew.
      this.#log.error('documents set apart cannot be read', { file: this.#path, error });
      return [];
    }
  }

  #write(): void {
    try {
      const next = `${this.#path}.new`;
      writeFileSync(next, JSON.stringify(Object.fromEntries(this.#noted), null, 2), {
        mode: 0o600,
      });
      renameSync(next, this.#path);
    } catch (error) {
      this.#log.error('documents set apart cannot be noted', { file: this.#path, error });
    }
  }
}

function leftAloneFor(times: number): number {
  return LEFT_ALONE_MS[Math.min(times, LEFT_ALONE_MS.length) - 1] ?? 0;
}
