/** The document as if all were accepted is what accepting all gives, whatever happens meanwhile. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readBlocks } from '../document/body.ts';
import { createDocument } from '../document/create.ts';
import { ModelDevice, modelFuzzCommands } from '../document/testing/model-fuzz-commands.ts';
import type { Draw } from '../document/testing/simulation.ts';
import { copyOf } from '../document/testing/sketch.ts';
import { tokenOf } from '../testing/alphabet.ts';
import { decidedOf, type Suggestion } from './decisions.ts';
import { SuggestionFork } from './fork.ts';
import { Preview } from './preview.ts';
import {
  type Acceptance,
  accept,
  copyOf as clone,
  reject,
  reopen,
  takeBackAcceptance,
} from './review.ts';
import { playFrom } from './testing/by-chance.ts';

const WORLDS = Number(process.env.WORLDS ?? 40);
const STEPS = 25;
const REVIEWER = { name: 'whoever reviews' };
const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

class World {
  readonly doc = new Y.Doc();
  readonly #draw: Draw;
  readonly #forks: SuggestionFork[] = [];
  readonly #acceptances: Acceptance[] = [];
  suggestions: Suggestion[] = [];
  #tokens = 0;
  #clients = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
    this.doc.clientID = 1;
    const text = () => [{ text: tokenOf(this.#tokens++, false) + tokenOf(this.#tokens++, false) }];
    createDocument(this.doc, {
      blocks: (['paragraph', 'heading', 'task', 'quote'] as const).map((type) => ({
        type,
        content: text(),
      })),
    });
  }

  get open(): Suggestion[] {
    return this.suggestions.filter((each) => decidedOf(this.doc, each).state === 'open');
  }

  #perform(doc: Y.Doc): void {
    const device = new ModelDevice(doc);
    // Not closed: that would end the document, too.
    device.perform(modelFuzzCommands.draw(this.#draw), () => tokenOf(this.#tokens++, false));
  }

  step(): void {
    const { int, oneIn, pick } = this.#draw;
    const { doc, suggestions } = this;
    const kind = int(0, 7);
    if (kind <= 1) {
      const person = copyOf(doc, 10_000 + ++this.#clients);
      this.#perform(person);
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(person));
    } else if (kind <= 4) {
      const goesOn = this.#forks.length > 0 && oneIn(3);
      const fork = goesOn
        ? pick(this.#forks)
        : new SuggestionFork(doc, { id: `s${this.#clients}`, client: 500 + ++this.#clients });
      if (!goesOn) this.#forks.push(fork);
      this.#perform(fork.doc);
      const sealed = fork.seal();
      if (!sealed) return;
      const version = (suggestions.find(({ id }) => id === sealed.id)?.version ?? 0) + 1;
      const written = { ...sealed, version };
      this.suggestions = suggestions.some(({ id }) => id === sealed.id)
        ? suggestions.map((each) => (each.id === sealed.id ? written : each))
        : [...suggestions, written];
    } else if (suggestions.length === 0) return;
    else if (kind === 5) {
      const some = suggestions.filter(() => oneIn(2));
      this.#acceptances.push(accept(doc, some, REVIEWER));
    } else if (kind === 6) {
      if (oneIn(2)) reject(doc, [pick(suggestions)], REVIEWER);
      else reopen(doc, suggestions, REVIEWER);
    } else {
      const last = this.#acceptances.pop();
      if (last) takeBackAcceptance(doc, last, REVIEWER);
    }
  }
}

const said = (doc: Y.Doc) => JSON.stringify(readBlocks(doc));

test.each(Array.from({ length: WORLDS }, (_, index) => firstSeed + index))('seed %i', (seed) => {
  playFrom(seed, (draw) => {
    const world = new World(draw);
    let told = 0;
    const preview = new Preview(world.doc, world.open, () => told++);
    for (let left = STEPS; left > 0; left--) {
      const before = preview.doc;
      world.step();
      preview.show(world.open);
      expect(preview.doc === before || told > 0).toBe(true);
      // The same device, some other time.
      const result = clone(world.doc);
      result.clientID = world.doc.clientID;
      accept(result, world.open, REVIEWER);
      expect(said(preview.doc)).toBe(said(result));
    }
    const was = said(preview.doc);
    preview.end();
    expect(accept(world.doc, world.open, REVIEWER).faults).toEqual([]);
    expect(said(world.doc)).toBe(was);
  });
});
