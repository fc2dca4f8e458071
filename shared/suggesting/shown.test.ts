/** What suggestions change is told with whose it is and where it comes, in the document as it is. */
import { expect, test } from 'vitest';
import type * as Y from 'yjs';
import { Body } from '../document/body.ts';
import { anchorFromJson, resolveAnchor } from '../document/position.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { copyOf, documentOf, sketch } from '../document/testing/sketch.ts';
import { SuggestionFork } from './fork.ts';
import { accept, takeBackAcceptance } from './review.ts';
import type { Sealed } from './sealed.ts';
import { suggestedIn } from './shown.ts';

const LINES = ['Alpha one two', 'Bravo three four', 'Charlie five'];
const REVIEWER = {};
let clients = 5_000;

function suggest(doc: Y.Doc, id: string, write: (person: ModelDriver) => unknown): Sealed {
  const fork = new SuggestionFork(doc, { id, client: ++clients });
  write(new ModelDriver(fork.doc));
  const sealed = fork.seal()!;
  fork.destroy();
  return sealed;
}

function told(doc: Y.Doc, suggestions: readonly Sealed[]) {
  const body = new Body(doc);
  const text = (id: string) => sketch(doc)[body.shownIndex(id)];
  return suggestedIn(doc, suggestions).map(({ change, by, at }) => {
    const place = resolveAnchor(body, anchorFromJson(at));
    return [change.kind, by.join(), place && `${text(place.id)}:${place.offset}`];
  });
}

test('each change is somebody’s, and comes at a place of the document', () => {
  const doc = copyOf(documentOf(LINES), 10);
  const suggestions = [
    suggest(doc, 'a', (person) => person.type('Alpha', 'one', ' and more')),
    suggest(doc, 'b', (person) => person.erase('Bravo', ' three')),
    suggest(doc, 'c', (person) => person.split('Charlie', 'Charlie')),
    suggest(doc, 'd', (person) => person.turn('Alpha', { type: 'heading', level: 1 })),
    suggest(doc, 'e', (person) => person.mark('Bravo', 'Bravo', { bold: true })),
  ];
  expect(told(doc, suggestions)).toEqual([
    ['turned', 'd', 'Alpha one two:0'],
    ['typed', 'a', 'Alpha one two:9'],
    ['formatted', 'e', 'Bravo three four:0'],
    ['deleted', 'b', 'Bravo three four:5'],
    ['split', 'c', 'Charlie five:7'],
  ]);
  expect(sketch(doc)).toEqual(LINES);
});

test('where what it stood behind is gone, it comes where that was', () => {
  const doc = copyOf(documentOf(LINES), 10);
  const suggestion = suggest(doc, 'a', (person) => person.type('Alpha', 'one', ' and more'));
  new ModelDriver(doc).erase('Alpha', ' one').split('Bravo', 'Bravo');
  expect(told(doc, [suggestion])).toEqual([['typed', 'a', 'Alpha two:5']]);
});

test('where an acceptance was taken back, it is told as before', () => {
  const doc = copyOf(documentOf(LINES), 10);
  new ModelDriver(doc);
  const suggestions = [
    suggest(doc, 'a', (person) => person.type('Alpha', 'one', ' and more').erase('Alpha', ' two')),
    suggest(doc, 'b', (person) => person.split('Charlie', 'Charlie')),
    suggest(doc, 'c', (person) => person.turn('Bravo', { type: 'heading', level: 1 })),
    suggest(doc, 'd', (person) => person.mark('Bravo', 'three', { bold: true })),
    suggest(doc, 'e', (person) => person.erase('Bravo', ' four')),
  ];
  const before = told(doc, suggestions);
  expect(before.map(([, by]) => by)).toEqual(['a', 'c', 'd', 'e', 'b']);
  takeBackAcceptance(doc, accept(doc, suggestions, REVIEWER), REVIEWER);
  expect(sketch(doc)).toEqual(LINES);
  expect(told(doc, suggestions)).toEqual(before);
});

test('without any there is nothing to tell', () => {
  expect(suggestedIn(documentOf(LINES), [])).toEqual([]);
});
