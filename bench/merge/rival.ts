/**
 * What an editor has to bring along to be asked to pass the merge table, and how its page is asked.
 *
 * Invariant: a case counts only if the editor can do it: it holds the document the case starts
 * with, and each person, working alone, ends with the very document that they would end with in
 * ours. So a wrong outcome is the merge's and not the driver's. What it cannot do is not
 * applicable.
 */
import * as Y from 'yjs';
import type { BlockContent } from '../../shared/document/schema.ts';
import type { Driver } from '../../shared/document/testing/driver.ts';
import {
  type Act,
  ID_ORDERS,
  type Lines,
  MERGE_TABLE,
  type MergeCase,
  START,
  WORDS,
} from '../../shared/document/testing/merge-table/index.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { parseSketch } from '../../shared/document/testing/sketch.ts';
import { trialWith } from '../../shared/document/testing/trial.ts';

/** Two editors that answer each other without end are not waited for. */
const MOST_ROUNDS = 10;

/** Something that the editor has no command for, or no place in its documents. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** A block or a text that somebody wants to work on, and that is gone. */
export class NotThere extends Error {}

export interface RivalDriver extends Driver {
  /** Accepts what the others suggest, where they do. */
  accept?(): void;
  close(): void;
}

export interface Rival {
  /** Writes a first document the way the editor's documentation shows. */
  write(doc: Y.Doc, blocks: readonly BlockContent[]): void | Promise<void>;
  /**
   * A person with the editor on an empty copy, to which `load` brings what there is so far; none where
   * somebody only looks.
   */
  open(doc: Y.Doc, load: () => void, person?: number): RivalDriver | Promise<RivalDriver>;
}

/** What became of one case in one order of the client ids. */
export type Outcome = { family: string; name: string; order: string } & Played;

type Played =
  | { read: Lines[] }
  /** Thrown once the work of others was there. */
  | { exception: string; read: Lines[] }
  | { notApplicable: string }
  /** Thrown while somebody worked alone: counted as not applicable, but to be looked at. */
  | { notPlayed: string };

declare global {
  interface Window {
    playFamily: (family: string) => Promise<Outcome[]>;
  }
}

/** Makes the page play a family of the merge table with this editor when it is asked to. */
export function provide(rival: Rival): void {
  // What an editor throws where nobody can catch it: in listeners and timers.
  const uncaught: unknown[] = [];
  window.addEventListener('error', ({ error, message }) => uncaught.push(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => uncaught.push(reason));
  window.playFamily = async (family) => {
    const player = new Player(rival, uncaught);
    const outcomes: Outcome[] = [];
    for (const [name, merge] of Object.entries(MERGE_TABLE[family]!)) {
      for (const [order, clientIds] of ID_ORDERS)
        outcomes.push({ family, name, order, ...(await player.play(merge, clientIds)) });
    }
    return outcomes;
  };
}

/** Plays cases with one editor. What many cases have in common, it does once. */
class Player {
  readonly #rival: Rival;
  readonly #uncaught: unknown[];
  readonly #starts = new Map<string, Promise<Uint8Array>>();
  /** By person, start and act: what is had alone in ours, or why the editor cannot do it. */
  readonly #alone = new Map<string, Map<Act, { lines: Lines; cannot?: Played }>>();

  constructor(rival: Rival, uncaught: unknown[]) {
    this.#rival = rival;
    this.#uncaught = uncaught;
  }

  async play(
    { start = START, ...merge }: MergeCase,
    clientIds: readonly number[],
  ): Promise<Played> {
    const { a, b, c, afterwards } = merge;
    const acts = c ? [a, b, c] : [a, b];
    const known = acts.map((act, index) => this.#known(start, act, index));
    const cannot = known.find((alone) => alone.cannot)?.cannot;
    if (cannot) return cannot;
    const drivers: RivalDriver[] = [];
    const docs: Y.Doc[] = [];
    this.#uncaught.length = 0;
    try {
      for (const [index, act] of acts.entries()) {
        const doc = new Y.Doc();
        doc.clientID = clientIds[index]!;
        docs.push(doc);
        try {
          const work = (driver: Driver) => act(driver, WORDS[index]!);
          const { lines } = known[index]!;
          drivers.push(await this.#workAlone(doc, start, work, lines, index));
        } catch (error) {
          const why: Played =
            error instanceof NotApplicable
              ? { notApplicable: error.message }
              : { notPlayed: String(error) };
          known[index]!.cannot = why;
          return why;
        }
      }
      await mergeAll(docs);
      if (drivers[1]?.accept) {
        drivers[1].accept();
        await settled();
        await mergeAll(docs);
      }
      if (afterwards) {
        afterwards(drivers[0]!, WORDS[0]);
        await settled();
        await mergeAll(docs);
      }
      this.#throwUncaught();
      return { read: drivers.map((driver) => driver.read()) };
    } catch (error) {
      if (error instanceof NotApplicable) return { notApplicable: error.message };
      // What the merge took away cannot be worked on: what there is instead is the outcome.
      if (error instanceof NotThere) return { read: drivers.map(readIfPossible) };
      return { exception: String(error), read: drivers.map(readIfPossible) };
    } finally {
      for (const driver of drivers) driver.close();
    }
  }

  /** A person who starts from the same document as the others and does one thing to it. */
  async #workAlone(
    doc: Y.Doc,
    start: Lines,
    work: (driver: Driver) => unknown,
    wanted: Lines,
    person: number,
  ): Promise<RivalDriver> {
    const first = await this.#firstUpdate(start);
    const driver = await this.#rival.open(doc, () => receive(doc, first), person);
    try {
      await settled();
      mustRead(driver, start, 'starts with');
      work(driver);
      await settled();
      mustRead(driver, wanted, 'has, alone,');
      this.#throwUncaught();
      return driver;
    } catch (error) {
      driver.close();
      throw error;
    }
  }

  #firstUpdate(start: Lines): Promise<Uint8Array> {
    const key = start.join('\n');
    const update = this.#starts.get(key) ?? firstUpdate(this.#rival, start);
    this.#starts.set(key, update);
    return update;
  }

  #known(start: Lines, act: Act, person: number): { lines: Lines; cannot?: Played } {
    const key = [person, ...start].join('\n');
    const ofStart = this.#alone.get(key) ?? new Map<Act, { lines: Lines; cannot?: Played }>();
    this.#alone.set(key, ofStart);
    const known = ofStart.get(act) ?? { lines: aloneInOurs(start, act, WORDS[person]!) };
    ofStart.set(act, known);
    return known;
  }

  #throwUncaught(): void {
    if (this.#uncaught.length > 0) throw this.#uncaught[0];
  }
}

/** What comes from others has an origin, as with any provider: some editors undo what has none. */
function receive(doc: Y.Doc, update: Uint8Array): void {
  Y.applyUpdate(doc, update, 'provider');
}

/** Brings all to the state that has everything, what editors write on seeing it included. */
async function mergeAll(docs: readonly Y.Doc[]): Promise<void> {
  let isNew = true;
  const note = () => {
    isNew = true;
  };
  for (const doc of docs) doc.on('update', note);
  for (let round = 0; isNew && round < MOST_ROUNDS; round++) {
    isNew = false;
    const updates = docs.map((doc) => Y.encodeStateAsUpdate(doc));
    for (const doc of docs) for (const update of updates) receive(doc, update);
    await settled();
  }
  for (const doc of docs) doc.off('update', note);
}

/** The document a case starts with, after somebody has looked at it. */
async function firstUpdate(rival: Rival, start: Lines): Promise<Uint8Array> {
  const doc = new Y.Doc();
  doc.clientID = 1;
  await rival.write(doc, parseSketch(start));
  const copy = new Y.Doc();
  copy.clientID = 2;
  // Some add an empty last paragraph when they open a document: that is not to meet another one.
  const driver = await rival.open(copy, () => receive(copy, Y.encodeStateAsUpdate(doc)));
  await settled();
  driver.close();
  return Y.encodeStateAsUpdate(copy);
}

/** What the person would have in our document model. */
function aloneInOurs(start: Lines, act: Act, word: string): Lines {
  const { drivers } = trialWith((doc) => new ModelDriver(doc))(start, [10]);
  act(drivers[0]!, word);
  return drivers[0]!.read();
}

function mustRead(driver: Driver, lines: Lines, when: string): void {
  const read = driver.read();
  if (JSON.stringify(read) === JSON.stringify(lines)) return;
  throw new NotApplicable(`${when} ${read.join(' / ')} instead of ${lines.join(' / ')}`);
}

/** Editors put work off to microtasks and to the next turn; two turns later they have done it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    // Browsers slow down timers that were started by timers.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function readIfPossible(driver: Driver): Lines {
  try {
    return driver.read();
  } catch (error) {
    return [`unreadable: ${String(error)}`];
  }
}
