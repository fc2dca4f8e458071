/**
 * Where threads stand after what people do to the text they are about: the merge table on commented
 * text, histories by chance, and what the table has no word for.
 */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { Body } from '../document/body.ts';
import { Restored } from '../document/restored.ts';
import { cellId } from '../document/schema.ts';
import { ID_ORDERS, MERGE_TABLE, play } from '../document/testing/merge-table/index.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { copyOf, documentOf, mergeAll } from '../document/testing/sketch.ts';
import type { ThreadAnchor } from './anchor.ts';
import {
  anchorOfBlock,
  anchorOfText,
  comparePlaces,
  lengthAt,
  placeOf,
  type ThreadPlace,
  wordsAt,
} from './place.ts';

interface Commented {
  anchor: ThreadAnchor;
  /** The words it began on, which stand once in the document; null for a whole block or cell. */
  words: string | null;
  block: string;
  /** All words of the block. */
  others: string[];
}

/** Names of all shown blocks and cells. */
function placesIn(body: Body): string[] {
  return body.shown.flatMap(({ id, table }) => [
    id,
    ...(table?.rows.flatMap((row) => table.columns.map((column) => cellId(row.id, column.id))) ??
      []),
  ]);
}

function textIn(body: Body, id: string): string {
  return wordsAt(body, { ranges: [{ block: id, from: 0, to: lengthAt(body, id) }] });
}

/** A thread on every block, every cell, every word, and every two words that stand together. */
function commentOnAll(doc: Y.Doc): Commented[] {
  const body = new Body(doc);
  const threads: Commented[] = [];
  for (const block of placesIn(body)) {
    const text = textIn(body, block);
    const others = text.split(/\s+/).filter((word) => word !== '');
    const anchor = anchorOfBlock(body, block);
    if (anchor) threads.push({ anchor, words: null, block, others });
    for (const [word] of text.matchAll(/\S+(?= \S|$)/g))
      for (const words of [word, text.slice(text.indexOf(word)).split(' ').slice(0, 2).join(' ')]) {
        const from = text.indexOf(words);
        const on = anchorOfText(
          body,
          { id: block, offset: from },
          { id: block, offset: from + words.length },
        );
        if (on) threads.push({ anchor: on, words, block, others });
      }
  }
  return threads;
}

/** What is wrong with where threads stand, in the document that everybody ended with. */
function misplaced(doc: Y.Doc, threads: readonly Commented[]): string[] {
  const body = new Body(doc);
  const restored = new Restored(doc);
  const texts = placesIn(body).map((name) => [name, textIn(body, name)] as const);
  return threads.flatMap((thread) => {
    const place = placeOf(body, restored, [thread.anchor]);
    const wrong = wrongWith(body, place, thread, texts);
    return wrong === null ? [] : [`${thread.words ?? 'all'} of ${thread.others}: ${wrong}`];
  });
}

/** Where a careful person would look, told by what is to be read and not by any id of a character. */
function wrongWith(
  body: Body,
  place: ThreadPlace,
  { words, block, others }: Commented,
  texts: readonly (readonly [id: string, text: string])[],
): string | null {
  const { at } = place;
  const here = texts.find(([name]) => name === at?.id);
  if (!at || !here) return 'it has no place';
  if (at.offset < 0 || at.offset > lengthAt(body, at.id)) return 'it stands beyond its block';
  // A cell's letter is in other words, too.
  const isIn = (text: string, other: string) =>
    text.length > 2 ? other.includes(text) : other.split(/\s+/).includes(text);
  const holding = (text: string) => texts.filter(([, other]) => isIn(text, other));
  if (words !== null) {
    const [found, ...more] = holding(words);
    if (!found || more.length > 0) return null;
    const [id, text] = found;
    if (words.length > 2 && text.indexOf(words) !== text.lastIndexOf(words)) return null;
    // The words are there: so is the thread, on just these.
    if (at.id !== id || place.isGone) return `the words are in ${text}`;
    if (words.length > 2 && at.offset !== text.indexOf(words)) return `it is at ${at.offset}`;
    return wordsAt(body, place) === words ? null : `it is on ${wordsAt(body, place)}`;
  }
  const own = texts.find(([name]) => name === block);
  const left = others.filter((word) => holding(word).length > 0);
  // A block that is there with any of its words, or of which no word is anywhere, has its thread.
  if (own && (left.length === 0 || left.some((word) => isIn(word, own[1]))))
    return at.id === block ? null : 'its block is there';
  const elsewhere = new Set(left.map((word) => holding(word)[0]![0]));
  const isRight = elsewhere.size !== 1 || elsewhere.has(at.id);
  return isRight ? null : 'its words are elsewhere';
}

describe.each(Object.entries(MERGE_TABLE))('the merge table on commented text: %s', (_, cases) => {
  describe.each(Object.entries(cases))('%s', (_name, merge) => {
    test.each(ID_ORDERS)('%s', (_order, clientIds) => {
      let docs: Y.Doc[] = [];
      let threads: Commented[] = [];
      play(merge, clientIds, (start, ids) => {
        const original = documentOf(start);
        threads = commentOnAll(original);
        docs = ids.map((id) => copyOf(original, id));
        return {
          drivers: docs.map((doc) => new ModelDriver(doc)),
          merge: () => {
            mergeAll(docs);
            mergeAll(docs);
          },
        };
      });
      expect(threads.length).toBeGreaterThan(0);
      const [first, ...others] = docs.map((doc) => {
        const body = new Body(doc);
        const restored = new Restored(doc);
        return JSON.stringify(threads.map(({ anchor }) => placeOf(body, restored, [anchor])));
      });
      for (const other of others) expect(other).toBe(first);
      expect(misplaced(docs[0]!, threads)).toEqual([]);
    });
  });
});

/** One document with a thread on some words, and where it stands. */
function commented(lines: readonly string[], words: string) {
  const doc = documentOf(lines);
  const body = new Body(doc);
  const block = body.shown.find(({ id }) => textIn(body, id).includes(words))!.id;
  const from = textIn(body, block).indexOf(words);
  const anchor = anchorOfText(
    body,
    { id: block, offset: from },
    { id: block, offset: from + words.length },
  )!;
  const place = (anchors: ThreadAnchor[] = [anchor], of = doc) =>
    placeOf(new Body(of), new Restored(of), anchors);
  const read = (of = doc) => {
    const now = new Body(of);
    const { at, isGone } = place([anchor], of);
    return `${isGone ? 'gone from ' : ''}[${textIn(now, at!.id)}] at ${at!.offset}`;
  };
  return { doc, anchor, place, read, block };
}

const LINES = ['Alpha one two three', 'Bravo four five six', 'Charlie seven eight nine'];

test('a split through the words leaves the thread on the half that has more of them', () => {
  const { doc, place, read } = commented(LINES, 'four five six');
  const person = new ModelDriver(doc).split('Bravo', 'four ');
  expect(read()).toBe('[five six] at 0');
  expect(wordsAt(new Body(doc), place())).toBe('four \nfive six');
  person.undo().split('Bravo', 'four five');
  expect(read()).toBe('[Bravo four five] at 6');
});

test('a copy takes none along, and what is pasted is something else', () => {
  const { doc, anchor, read, block } = commented(LINES, 'four');
  const body = new Body(doc);
  const whole = anchorOfBlock(body, block)!;
  const person = new ModelDriver(doc).paste('Charlie', ['Bravo four five six']);
  expect(read()).toBe('[Bravo four five six] at 6');
  person.remove('Bravo');
  expect(read()).toBe('gone from [Alpha one two three] at 19');
  for (const of of [anchor, whole])
    expect(placeOf(new Body(doc), new Restored(doc), [of]).isGone).toBe(true);
});

test('deleted words leave their place, what replaces them is there, and undo brings all back', () => {
  const { doc, read } = commented(LINES, 'four');
  const person = new ModelDriver(doc).erase('Bravo', 'four');
  expect(read()).toBe('gone from [Bravo  five six] at 6');
  person.type('Bravo', 'Bravo ', '4');
  expect(read()).toMatch(/^gone from \[Bravo 4 five six\] at [67]$/);
  person.undo().undo();
  expect(read()).toBe('[Bravo four five six] at 6');
  person.redo();
  expect(read()).toBe('gone from [Bravo  five six] at 6');
});

test('a block that was moved and then deleted leaves its threads where it was last', () => {
  const { doc, read } = commented([...LINES, 'Delta'], 'four');
  const person = new ModelDriver(doc).move('Bravo', 'Delta');
  expect(read()).toBe('[Bravo four five six] at 6');
  person.remove('Bravo');
  expect(read()).toBe('gone from [Delta] at 5');
  person.remove('Delta', 'Charlie', 'Alpha');
  expect(read()).toBe('gone from [] at 0');
});

test('what was cut and put in elsewhere has its threads there, and back if that is undone', () => {
  const { doc, anchor, place } = commented(LINES, 'four five');
  const person = new ModelDriver(doc).erase('Bravo', 'four five');
  person.type('Charlie', 'seven', ' four five');
  const body = new Body(doc);
  const id = body.shown[2]!.id;
  const at = textIn(body, id).indexOf('four');
  const moved = anchorOfText(body, { id, offset: at }, { id, offset: at + 9 })!;
  expect(place([moved, anchor]).at).toEqual({ id, offset: at });
  person.undo().undo();
  expect(wordsAt(new Body(doc), place([moved, anchor]))).toBe('four five');
  expect(place([moved, anchor]).at?.id).toBe(new Body(doc).shown[1]!.id);
});

test('what is said about words that have not arrived is about the document until they do', () => {
  const original = documentOf(LINES);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  new ModelDriver(docs[0]).paste('Charlie', ['Echo ten']);
  const body = new Body(docs[0]);
  const { id } = body.shown[3]!;
  const anchors = [
    anchorOfText(body, { id, offset: 0 }, { id, offset: 4 })!,
    anchorOfBlock(body, id)!,
  ];
  const places = () => anchors.map((a) => placeOf(new Body(docs[1]), new Restored(docs[1]), [a]));
  for (const place of places()) expect(place).toMatchObject({ at: null, isGone: true });
  mergeAll(docs);
  for (const place of places()) expect(place).toMatchObject({ at: { id }, isGone: false });
});

test('nothing that anybody could write as an anchor leaves a thread without a place', () => {
  const doc = documentOf(['Alpha', '⊞ a ¦ b ⁄ c ¦ d', '---']);
  const body = new Body(doc);
  const { client, clock } = body.segments[1]!.item!.id;
  const ids = ['', '~', '/', 'x', 'x/y', `${body.shown[1]!.id}/`, body.shown[2]!.id];
  const spans = [[], [[0, 0, 1]], [[client, clock, 1e7]], [[client, 1e15, 1]]] as const;
  for (const kind of ['text', 'block', 'cell'] as const)
    for (const block of ids)
      for (const of of spans) {
        const anchor = { kind, block, spans: of, marker: [client, clock, 1] } as ThreadAnchor;
        const { at } = placeOf(body, new Restored(doc), [anchor]);
        if (at) expect(placesIn(body)).toContain(at.id);
      }
});

test('a selection over blocks and cells is about all of what is in it', () => {
  const doc = documentOf(['Alpha one', '⊞ a ¦ b ⁄ c ¦ ', '---', 'Bravo two']);
  const body = new Body(doc);
  const [first, table, , last] = body.shown;
  const anchor = anchorOfText(body, { id: last!.id, offset: 5 }, { id: first!.id, offset: 6 })!;
  const place = placeOf(body, new Restored(doc), [anchor]);
  expect(wordsAt(body, place)).toBe('one\na\nb\nc\nBravo');
  expect(place.at).toEqual({ id: first!.id, offset: 6 });
  expect(anchorOfText(body, { id: first!.id, offset: 2 }, { id: first!.id, offset: 2 })).toBeNull();
  const [one, two] = table!.table!.rows.map(({ id }) => cellId(id, table!.table!.columns[1]!.id));
  const cells = [one!, two!].map((id) =>
    placeOf(body, new Restored(doc), [anchorOfBlock(body, id)!]),
  );
  expect(cells.map(({ at }) => at?.id)).toEqual([one, two]);
  const sorted = [...cells, place].sort((a, b) => comparePlaces(body, a, b));
  expect(sorted).toEqual([place, ...cells]);
});

test('a cell that is one with others is talked about where they are shown', () => {
  const doc = documentOf(['⊞ a ¦  ⁄ c ¦ d']);
  const { rows, columns } = new Body(doc).shown[0]!.table!;
  const [names, below] = rows.map((row) => columns.map((column) => cellId(row.id, column.id))) as [
    [string, string],
    [string, string],
  ];
  const empty = anchorOfBlock(new Body(doc), names[1])!;
  const words = anchorOfText(
    new Body(doc),
    { id: below[1], offset: 0 },
    { id: below[1], offset: 1 },
  )!;
  const at = (anchor: ThreadAnchor) => placeOf(new Body(doc), new Restored(doc), [anchor]).at;
  const person = new ModelDriver(doc).table({ do: 'merge cells', from: [0, 0], to: [1, 1] });
  expect(at(empty)).toEqual({ id: names[0], offset: 0 });
  expect(at(words)).toEqual({ id: names[0], offset: 4 });
  person.table({ do: 'delete row', at: 0 });
  expect(at(empty)).toEqual({ id: below[0], offset: 0 });
  person.undo().undo();
  expect(at(empty)).toEqual({ id: names[1], offset: 0 });
  expect(at(words)).toEqual({ id: below[1], offset: 0 });
});

test('five hundred threads in ten thousand paragraphs cost no walk through the document', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `Paragraph ${index} of many words`);
  const doc = documentOf(lines);
  const body = new Body(doc);
  const anchors = Array.from({ length: 500 }, (_, index) => {
    const { id } = body.shown[index * 20]!;
    return anchorOfText(body, { id, offset: 3 }, { id, offset: 12 })!;
  });
  // Half of the paragraphs go, and half of those with threads.
  const gone = body.shown.filter((_, index) => Math.floor(index / 20) % 2 === 0);
  const driver = new ModelDriver(doc);
  driver.doc.transact(() => {
    const text = doc.getText('body');
    for (const { segment } of [...gone].reverse())
      text.delete(body.startOf(segment) + 1, segment.length - 1);
  });
  const now = new Body(doc);
  expect(now.shown.length).toBe(10_000);
  const restored = new Restored(doc);
  const start = now.startOf;
  let walks = 0;
  now.startOf = (segment) => {
    walks++;
    return start.call(now, segment);
  };
  const places = anchors.map((anchor) => placeOf(now, restored, [anchor]));
  expect(places.filter(({ isGone }) => isGone)).toHaveLength(250);
  expect(walks).toBe(0);
});

test('who names all of a long text many times keeps nobody’s page busy', () => {
  const doc = documentOf(Array.from({ length: 3_000 }, (_, index) => `Paragraph ${index}`));
  const body = new Body(doc);
  const { id } = body.shown[0]!;
  const first = anchorOfText(body, { id, offset: 0 }, { id, offset: 9 })!;
  const [client] = first.spans[0]!;
  const find = body.withMarker;
  let looks = 0;
  body.withMarker = (id) => {
    looks++;
    return find.call(body, id);
  };
  const spans = Array.from({ length: 200 }, () => [client, 0, 1e7] as const);
  const place = placeOf(body, new Restored(doc), [{ kind: 'text', block: '', spans }]);
  expect(place.isGone).toBe(false);
  expect(looks).toBeLessThan(10_000);
});
