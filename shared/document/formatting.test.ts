/** Formatting that meets what others format, write, delete and take back. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { bodyText } from './body.ts';
import { resetAttributes } from './formatting.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';

const bold = { bold: true } as const;

describe.each([
  ['Ana has the lower id', 10, 20],
  ['Ben has the lower id', 20, 10],
])('%s', (_order, idOfAna, idOfBen) => {
  const two = (lines: readonly string[]) => {
    const original = documentOf(lines);
    const docs = [copyOf(original, idOfAna), copyOf(original, idOfBen)] as const;
    const meet = () => mergeAll(docs);
    return {
      ana: new ModelDriver(docs[0]),
      ben: new ModelDriver(docs[1]),
      meet,
      read() {
        for (let round = 0; round < 3; round++) meet();
        expect(sketch(docs[1])).toEqual(sketch(docs[0]));
        return sketch(docs[0]);
      },
    };
  };

  test('taking formatting back leaves alone what stands behind it', () => {
    const { ana, ben, meet, read } = two(['one two three four', 'five']);
    ana.mark('one', 'two three', bold);
    meet();
    ben.clear('one', 'wo th');
    meet();
    ana.undo();
    expect(read()).toEqual(['one two three four', 'five']);
    ana.redo();
    expect(read()).toEqual(['one *t*wo th*ree* four', 'five']);
  });

  test('what two people take formatting off apart ends where it ended', () => {
    const { ana, ben, meet, read } = two(['one two three four', 'five']);
    ana.mark('one', 'one two three', bold);
    meet();
    ana.clear('one', 'one two');
    ben.clear('one', 'two three');
    expect(read().join('|').replaceAll('*', '')).toBe('one two three four|five');
    expect(read()[0]).toMatch(/ four$/);
    expect(read()[1]).toBe('five');
  });

  test('text keeps its formatting when what was put in before it is taken back', () => {
    const { ana, ben, meet, read } = two(['one two']);
    ben.mark('one', 'one two', bold);
    meet();
    ana.type('one', 'one', 'XXX', {});
    ben.erase('one', 'one');
    meet();
    ana.undo();
    expect(read()).toEqual(['* two*']);
  });

  test('text keeps its formatting when what was put in before it is deleted', () => {
    const { ana, ben, meet, read } = two(['one two']);
    ben.mark('one', 'one two', bold);
    meet();
    ana.type('one', 'one', 'XXX', {});
    meet();
    ana.erase('one', 'XXX');
    ben.erase('one', 'one');
    expect(read()).toEqual(['* two*']);
  });

  test('what somebody writes in formatted text keeps the formatting when the rest goes', () => {
    const { ana, ben, meet, read } = two(['one two three']);
    ana.mark('one', 'two', bold);
    meet();
    ana.erase('one', 'two');
    ben.type('one', 'tw', 'XXX');
    expect(read()).toEqual(['one *XXX* three']);
    ana.undo();
    expect(read().join().replaceAll('*', '')).toMatch(/^one (?:twXXXo|twoXXX) three$/);
    expect(read()[0]).toMatch(/^one \*\w+\* three$/);
  });

  test('formatting somebody gave to text that another deleted is there when that is back', () => {
    const { ana, ben, meet, read } = two(['one two three']);
    ana.erase('one', 'two');
    ben.mark('one', 'one two', bold);
    meet();
    ana.undo();
    expect(read()).toEqual(['*one two* three']);
  });

  test('formatting that was taken off comes back where nobody changed it since', () => {
    const { ana, ben, meet, read } = two(['one two three']);
    ben.mark('one', 'one two', bold);
    meet();
    ana.clear('one', 'two three');
    meet();
    ben.type('one', 'tw', 'XXX');
    meet();
    ana.undo();
    expect(read()).toEqual(['*one twXXXo* three']);
    ana.redo();
    expect(read()).toEqual(['*one *twXXXo three']);
  });

  test('what is put in formatted and taken back is formatted when it comes again', () => {
    const { ana, ben, meet, read } = two(['one two three']);
    ana.type('one', 'one ', 'XXX', bold);
    meet();
    ana.undo();
    expect(read()).toEqual(['one two three']);
    ben.type('one', 'one ', 'YYY');
    meet();
    ana.redo();
    expect(read().join()).toMatch(/^one (?:YYY\*XXX\*|\*XXX\*YYY)two three$/);
  });

  test('reading what others wrote deletes nothing', () => {
    const { ana, ben, meet } = two(['one two three']);
    ana.mark('one', 'one two', bold);
    meet();
    ana.type('one', 'one', 'XXX', {});
    ben.erase('one', 'one');
    const deletions: Y.Transaction[] = [];
    for (const { doc } of [ana, ben])
      doc.on('afterTransaction', (transaction) => {
        if (transaction.local && transaction.deleteSet.clients.size > 0)
          deletions.push(transaction);
      });
    meet();
    meet();
    expect(deletions).toEqual([]);
  });
});

test('whoever writes between the updates of others leaves formatting where it ends', () => {
  const original = documentOf(['one two three', 'four']);
  const [ana, ben, cleo] = [10, 20, 30].map((id) => new ModelDriver(copyOf(original, id))) as [
    ModelDriver,
    ModelDriver,
    ModelDriver,
  ];
  ana.mark('one', 'one two three', bold);
  mergeAll([ana.doc, ben.doc]);
  const known = Y.encodeStateVector(ben.doc);
  ben.clear('one', 'two');
  // Without what Ana did before, which is on its way.
  Y.applyUpdate(cleo.doc, Y.encodeStateAsUpdate(ben.doc, known));
  cleo.type('four', 'fo', 'XXX', {});
  mergeAll([ana.doc, ben.doc, cleo.doc]);
  for (const { doc } of [ana, ben, cleo])
    expect(sketch(doc)).toEqual(['*one *two* three*', 'foXXXur']);
});

test('formatting follows what is deleted, taken back and done again', () => {
  const doc = documentOf(['one two three four', 'five']);
  const driver = new ModelDriver(doc);
  driver.mark('one', 'one two three', bold).clear('one', 'two').erase('one', 'two');
  expect(sketch(doc)).toEqual(['*one  three* four', 'five']);
  driver.undo();
  expect(sketch(doc)).toEqual(['*one *two* three* four', 'five']);
  driver.undo().undo();
  expect(sketch(doc)).toEqual(['one two three four', 'five']);
  driver.redo().redo().redo().undo();
  expect(sketch(doc)).toEqual(['*one *two* three* four', 'five']);
});

test('formatting that is taken back leaves a character that came back meanwhile, too', () => {
  const doc = copyOf(documentOf(['5 six']), 10);
  const driver = new ModelDriver(doc).mark('5', '5 six', { bold: true });
  let text = bodyText(doc)._start;
  while (text && !(text.content instanceof Y.ContentString)) text = text.right;
  const format = text?.left?.content;
  if (!text || !(format instanceof Y.ContentFormat)) throw new Error('Nothing is formatted.');
  const { key, value: after } = format;
  const from = { ...text.id };
  const to = { ...text.lastId };
  driver.erase('5', '5').undo();
  expect(sketch(doc)).toEqual(['*5 six*']);
  resetAttributes(bodyText(doc), [{ key, before: null, after, from, to }], true);
  expect(sketch(doc)).toEqual(['5 six']);
});
