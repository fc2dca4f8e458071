/**
 * Rows that people's writing makes: of recorded histories, and of a year of four people's work.
 *
 * Invariant: all of it follows from what is given, so that the same is measured again.
 */
import * as Y from 'yjs';
import { Body } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { split } from '../../shared/document/operations/blocks.ts';
import { deleteText, insert } from '../../shared/document/operations/text.ts';
import { Lines, type Trace } from '../../shared/document/testing/trace.ts';
import { seededChance } from '../../shared/testing/seeded.ts';
import { applyEdit } from '../apply-edit.ts';
import type { Row } from './kept.ts';

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Between two keys, ms. */
const KEY_MS = 300;
/** Of an hour's work, then one rests; two of them a day. */
const KEYS_PER_SITTING = HOUR_MS / KEY_MS;
const SITTINGS_PER_DAY = 2;

/** A document, and rows of what changes in it, as its clock and its writer are at that moment. */
class Written {
  readonly doc = new Y.Doc();
  readonly body: Body;
  rows: Row[] = [];
  at = 0;
  person = 'ana';

  constructor(text: string) {
    this.doc.clientID = 1;
    this.doc.on('update', (bytes: Uint8Array) => {
      this.rows.push({ at: this.at, person: this.person, bytes });
    });
    createDocument(this.doc, {
      blocks: text.split('\n').map((line) => ({
        type: 'paragraph',
        content: line === '' ? [] : [{ text: line }],
      })),
    });
    this.body = new Body(this.doc);
    this.doc.on('afterTransaction', (done: Y.Transaction) => this.body.applyTransaction(done));
  }

  get state(): Uint8Array {
    return Y.encodeStateAsUpdate(this.doc);
  }
}

/**
 * What one person wrote, as if in sittings of an hour, two a day. A history of several people is done
 * in one order, each on the text as it is.
 */
export function rowsOf(trace: Trace): { rows: Row[]; state: Uint8Array; end: number } {
  const written = new Written(trace.startContent);
  const lines = new Lines(trace.startContent);
  let keys = 0;
  for (const turn of trace.turns) {
    for (const patch of turn.patches) {
      const sitting = Math.floor(keys / KEYS_PER_SITTING);
      written.at =
        Math.floor(sitting / SITTINGS_PER_DAY) * DAY_MS +
        (9 + 5 * (sitting % SITTINGS_PER_DAY)) * HOUR_MS +
        (keys % KEYS_PER_SITTING) * KEY_MS;
      const edit = lines.apply(patch);
      written.doc.transact(() => applyEdit(written.body, edit));
      keys++;
    }
  }
  return { rows: written.rows, state: written.state, end: written.at };
}

const PEOPLE = ['ana', 'ben', 'cleo', 'dan'];
const WORDS = 'the plan says what we do next week and who does it by when it is due 🎯 ñandú'.split(
  ' ',
);
const WORK_DAYS = 5;

/** A week of a year in which four people write, correct and throw away in one document every day. */
export class Year {
  readonly #written = new Written('What we do');
  readonly #chance: (below: number) => number;
  readonly #keysPerDay: number;
  #week = 0;

  constructor(keysPerDay: number, seed: number) {
    this.#chance = seededChance(seed);
    this.#keysPerDay = keysPerDay;
    // Each device has its own, and another one every day.
    this.#written.doc.clientID = 10;
  }

  get state(): Uint8Array {
    return this.#written.state;
  }

  /** @returns its rows, and when it ended */
  nextWeek(): { rows: Row[]; end: number } {
    const written = this.#written;
    for (let day = 0; day < WORK_DAYS; day++) {
      PEOPLE.forEach((person, index) => {
        written.person = person;
        written.at = (this.#week * 7 + day) * DAY_MS + (8 + 2 * index) * HOUR_MS;
        written.doc.clientID++;
        this.#day();
      });
    }
    const { rows } = written;
    written.rows = [];
    this.#week++;
    return { rows, end: this.#week * 7 * DAY_MS };
  }

  /** One writes on in a paragraph, begins new ones, corrects a word, takes a sentence out. */
  #day(): void {
    const { doc, body } = this.#written;
    const chance = this.#chance;
    const key = (does: () => void) => {
      doc.transact(does);
      this.#written.at += KEY_MS;
      keys++;
    };
    let keys = 0;
    let id = this.#anyBlock();
    while (keys < this.#keysPerDay) {
      const what = chance(20);
      if (what === 0) id = this.#anyBlock();
      else if (what === 1) {
        const from = id;
        key(() => {
          id = split(body, from, body.lengthOf(from), { type: 'paragraph' });
        });
      } else if (what < 5) {
        for (let count = chance(8); count > 0 && body.lengthOf(id) > 0; count--)
          key(() => deleteText(body, id, body.lengthOf(id) - 1, 1));
      } else if (what === 5) {
        const length = body.lengthOf(id);
        const from = chance(length + 1);
        const most = Math.min(length - from, 60);
        if (most > 0) key(() => deleteText(body, id, from, most));
      } else {
        const start = chance(3) === 0 ? chance(body.lengthOf(id) + 1) : body.lengthOf(id);
        let at = start;
        for (const character of `${WORDS[chance(WORDS.length)]} `) {
          key(() => insert(body, id, at, character));
          at += character.length;
        }
      }
    }
  }

  #anyBlock(): string {
    const { shown } = this.#written.body;
    return shown[this.#chance(shown.length)]!.id;
  }
}
