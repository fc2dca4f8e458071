/** The merge table, each case in both orders of the two people; and a few longer stories. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body, readBlocks } from './body.ts';
import { createDocument } from './create.ts';
import { join, split } from './operations/blocks.ts';
import { deleteText, insert } from './operations/text.ts';
import { textOf } from './plain-text.ts';
import { describeMergeTable } from './testing/merge-table/describe.ts';
import { PARAGRAPHS } from './testing/merge-table/starts.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';
import { trialWith } from './testing/trial.ts';

const [alpha, bravo, charlie] = PARAGRAPHS;
const THREE = [alpha, bravo, charlie];

/** What two wrote on at the end of the first line. */
const EITHER = /^Alpha one two three(?: or four| four or)$/;

const open = trialWith((doc) => new ModelDriver(doc));

describeMergeTable(open);

test('a block joined from elsewhere splits, joins and goes like any other', () => {
  const doc = documentOf([...THREE, 'Delta']);
  const driver = new ModelDriver(doc).move('Alpha', 'Charlie').join('Alpha');
  expect(sketch(doc)).toEqual([bravo, `${charlie}${alpha}`, 'Delta']);
  driver.split('Charlie', 'nine');
  expect(sketch(doc)).toEqual([bravo, charlie, alpha, 'Delta']);
  driver.join('Alpha').split('Charlie', 'Alpha one');
  expect(sketch(doc)).toEqual([bravo, `${charlie}Alpha one`, ' two three', 'Delta']);
  driver.join(' two').join('Delta').join('Charlie');
  expect(sketch(doc)).toEqual([`${bravo}${charlie}${alpha}Delta`]);
  driver.split('Bravo', 'six').remove('Charlie');
  expect(sketch(doc)).toEqual([bravo]);
});

test('both undo the join they both made: the block is back once', () => {
  const original = documentOf(THREE);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  const drivers = docs.map((doc) => new ModelDriver(doc));
  for (const driver of drivers) driver.join('Bravo');
  mergeAll(docs);
  for (const driver of drivers) driver.undo();
  mergeAll(docs);
  expect(sketch(docs[0])).toEqual(THREE);
  expect(sketch(docs[1])).toEqual(THREE);
});

test('an empty line made before a block was deleted stays', () => {
  const doc = documentOf(THREE);
  new ModelDriver(doc).split('Bravo', 'six').remove('Bravo');
  expect(sketch(doc)).toEqual([alpha, '', charlie]);
});

test('an empty line seen below what somebody wrote in a deleted block stays when that goes', () => {
  const ana = copyOf(documentOf(THREE), 10);
  const docs = [ana, copyOf(ana, 20)] as const;
  const driver = new ModelDriver(ana).remove('Bravo');
  new ModelDriver(docs[1]).type('Bravo', 'six', ' seven').split('Bravo', 'seven');
  mergeAll(docs);
  expect(sketch(ana)).toEqual([alpha, ' seven', '', charlie]);
  driver.remove(' seven');
  mergeAll(docs);
  for (const doc of docs) expect(sketch(doc)).toEqual([alpha, '', charlie]);
});

test('a block split off and seen stays where it is when the other moves away', () => {
  const doc = documentOf(THREE);
  new ModelDriver(doc).split('Bravo', 'four').move('Bravo', 'Charlie');
  expect(sketch(doc)).toEqual([alpha, ' five six', charlie, 'Bravo four']);
});

describe.each([
  [10, 20],
  [20, 10],
])('Ana and Ben with the ids %i and %i', (idOfAna, idOfBen) => {
  const start = (bravo: string) => {
    const ana = copyOf(documentOf([alpha, bravo, charlie]), idOfAna);
    return { ana, ben: () => copyOf(ana, idOfBen) };
  };

  test('what is written on behind an empty line that was joined is not in a new line there', () => {
    const { ana, ben } = start('');
    const docs = [ana, ben()] as const;
    new ModelDriver(docs[0]).join('').type('Alpha', 'three', ' four');
    new ModelDriver(docs[1]).split('Alpha', 'three');
    mergeAll(docs);
    for (const doc of docs) expect(sketch(doc)).toEqual([`${alpha} four`, '', charlie]);
  });

  test('what is written on where a line was taken back is not in a new line there', () => {
    const { ana, ben } = start('Bravo');
    const driver = new ModelDriver(ana).split('Alpha', 'three');
    const docs = [ana, ben()] as const;
    driver.undo().type('Alpha', 'three', ' four');
    new ModelDriver(docs[1]).split('Alpha', 'three');
    mergeAll(docs);
    for (const doc of docs) expect(sketch(doc)).toEqual([`${alpha} four`, '', 'Bravo', charlie]);
  });

  test('what is written on where a line was taken back is not in the last of several put in there', () => {
    const { ana, ben } = start('Bravo');
    const driver = new ModelDriver(ana).split('Alpha', 'three');
    const docs = [ana, ben()] as const;
    driver.undo();
    mergeAll(docs);
    driver.type('Alpha', 'three', ' four');
    const other = new ModelDriver(docs[1]).type('Alpha', 'three', ' or');
    other.paste('Alpha', ['Delta', '⊞ Echo', 'Foxtrot']);
    mergeAll(docs);
    for (const doc of docs)
      expect(sketch(doc)).toEqual([
        expect.stringMatching(EITHER),
        'Delta',
        '⊞ Echo',
        'Foxtrot',
        'Bravo',
        charlie,
      ]);
  });

  test('what is written where a line was split is not in one opened behind its first half', () => {
    const { ana, ben } = start('Bravo');
    const docs = [ana, ben()] as const;
    const driver = new ModelDriver(ana).split('Alpha', 'one').type('Alpha', 'one', ' four');
    driver.split('Alpha', 'four').type('', '', 'Next');
    new ModelDriver(docs[1]).type('Alpha', 'one', ' or');
    mergeAll(docs);
    for (const doc of docs)
      expect(sketch(doc)).toEqual([
        expect.stringMatching(/^Alpha one(?: or four| four or)$/),
        'Next',
        ' two three',
        'Bravo',
        charlie,
      ]);
  });

  test('what is written on in a line is not in one put in above another that was moved away from it', () => {
    const { ana, ben } = start('Bravo');
    const driver = new ModelDriver(ana).move('Bravo', '');
    const docs = [ana, ben()] as const;
    driver.type('Alpha', 'three', ' four');
    new ModelDriver(docs[1]).type('Alpha', 'three', ' or').split('Bravo', '');
    mergeAll(docs);
    for (const doc of docs)
      expect(sketch(doc)).toEqual(['', 'Bravo', expect.stringMatching(EITHER), charlie]);
  });
});

test('formatting ends where it ended, too, in a document that was loaded before it was read', () => {
  const ana = copyOf(documentOf(['Alpha bold', 'Bravo']), 10);
  new ModelDriver(ana).mark('Alpha', 'bold', { bold: true });
  const ben = copyOf(ana, 20);
  new ModelDriver(ben).type('Alpha', 'bold', ' text', { bold: true });
  const loaded = copyOf(ben, 30);
  new ModelDriver(loaded).erase('Alpha', ' text');
  expect(sketch(loaded)).toEqual(['Alpha *bold*', 'Bravo']);
});

test.each([
  [11, 12],
  [12, 11],
])(
  'what one types at the end of a line stays there, where lines that were joined to it are gone (%i, %i)',
  (one, other) => {
    const first = new Y.Doc();
    first.clientID = 5;
    createDocument(first, {
      blocks: ['', 'two', 'three', 'four'].map((text) => ({
        type: 'paragraph',
        content: text === '' ? [] : [{ text }],
      })),
    });
    const body = new Body(first);
    const [line, two, three] = body.shown.map(({ id }) => id) as [string, string, string];
    const act = (doc: Y.Doc, does: (body: Body) => void) => {
      const now = new Body(doc);
      doc.transact(() => does(now));
    };
    // What was joined hangs on what was there before, and not on the line.
    act(first, (now) => split(now, line, 0, { type: 'paragraph' }, 'own'));
    act(first, (now) => join(now, two, 'own'));
    act(first, (now) => join(now, three, 'own'));
    act(first, (now) => deleteText(now, 'own', 0, 8));
    const [ana, ben] = [one, other].map((client) => {
      const doc = new Y.Doc();
      doc.clientID = client;
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
      return doc;
    }) as [Y.Doc, Y.Doc];
    act(ana, (now) => insert(now, 'own', 0, 'Ana'));
    act(ana, (now) => split(now, 'own', 3, { type: 'paragraph' }, 'next'));
    act(ana, (now) => insert(now, 'next', 0, 'next'));
    act(ben, (now) => insert(now, 'own', 0, 'Ben'));
    Y.applyUpdate(ana, Y.encodeStateAsUpdate(ben));
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(ana));
    for (const doc of [ana, ben]) {
      const [, own, next] = readBlocks(doc).map(textOf);
      expect([own, next]).toEqual([expect.stringMatching(/^(?:AnaBen|BenAna)$/), 'next']);
    }
  },
);
