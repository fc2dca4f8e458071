/** Single cases of reading a document that simulations brought to light. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from './body.ts';
import { arrange } from './operations/arrange.ts';
import { insertBlocks, split } from './operations/blocks.ts';
import { rewrite } from './rewrite.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';

test('writing in a document from stored bytes leaves the formatting around as it is', () => {
  const stored = documentOf(['Alpha', 'Bravo']);
  new ModelDriver(stored).mark('Alpha', 'p', { bold: true });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(stored));
  new ModelDriver(doc).erase('Alpha', 'ha');
  expect(sketch(doc)).toEqual(['Al*p*', 'Bravo']);
});

test('an attribute a block was born with can be taken back', () => {
  const doc = documentOf(['1. Alpha']);
  doc.transact(() => {
    const body = new Body(doc);
    const shape = { type: 'ordered', start: 7 };
    const id = split(body, body.shown[0]!.id, 5, shape, 'new');
    const was = { id, shape, content: [] };
    rewrite(body, 1, [was], [{ ...was, shape: { type: 'ordered' } }]);
    expect(body.read(body.shown[1]!)).toEqual({ id, type: 'ordered', content: [] });
  });
});

test('an empty line made before the text of a table that is gone stays', () => {
  const doc = documentOf(['⊞ a']);
  doc.getMap('fields').set(`${new Body(doc).shown[0]!.id}:type`, 'timeline');
  expect(sketch(doc)).toEqual(['?timeline ', 'a']);
  doc.transact(() => {
    const body = new Body(doc);
    split(body, body.shown[1]!.id, 0, { type: 'paragraph' });
  });
  expect(sketch(doc)).toEqual(['?timeline ', '', 'a']);
});

describe('text behind a divider', () => {
  const merged = () => {
    const doc = documentOf(['Alpha', '---', 'Bravo']);
    const text = doc.getText('body');
    // Behind the marks of the first two blocks and the text of the first.
    text.insert('Alpha'.length + 2, 'Echo');
    return doc;
  };
  const ids = (doc: Y.Doc) => new Body(doc).shown.map(({ id }) => id);

  test('is a paragraph there', () => {
    expect(sketch(merged())).toEqual(['Alpha', '---', 'Echo', 'Bravo']);
  });

  test('goes where somebody moves it', () => {
    const doc = merged();
    const [alpha, divider, echo, bravo] = ids(doc) as [string, string, string, string];
    doc.transact(() => arrange(new Body(doc), [echo, alpha, divider, bravo], new Set([echo])));
    expect(sketch(doc)).toEqual(['Echo', 'Alpha', '---', 'Bravo']);
  });

  test('lets a block be moved before it', () => {
    const doc = merged();
    const [alpha, divider, echo, bravo] = ids(doc) as [string, string, string, string];
    doc.transact(() => arrange(new Body(doc), [divider, alpha, echo, bravo], new Set([alpha])));
    expect(sketch(doc)).toEqual(['---', 'Alpha', 'Echo', 'Bravo']);
  });

  test('stays apart from a line made before it', () => {
    const doc = merged();
    doc.transact(() => split(new Body(doc), ids(doc)[1]!, 0, { type: 'paragraph' }));
    expect(sketch(doc)).toEqual(['Alpha', '---', '', 'Echo', 'Bravo']);
  });

  test('stays apart from what is pasted before it', () => {
    const doc = merged();
    doc.transact(() =>
      insertBlocks(new Body(doc), ids(doc)[1]!, [{ type: 'quote', content: [{ text: 'Q' }] }]),
    );
    expect(sketch(doc)).toEqual(['Alpha', '---', '> Q', 'Echo', 'Bravo']);
  });
});

test('text before the first mark goes where somebody moves it', () => {
  const doc = documentOf(['Alpha']);
  doc.getText('body').insert(0, 'Echo');
  const [echo, alpha] = new Body(doc).shown.map(({ id }) => id) as [string, string];
  doc.transact(() => arrange(new Body(doc), [alpha, echo], new Set([echo])));
  expect(sketch(doc)).toEqual(['Alpha', 'Echo']);
});

test('many blocks put into a block at once merge like as many splits', () => {
  const start = documentOf(['Alpha one', 'Bravo four five']);
  const [mine, theirs] = [copyOf(start, 2), copyOf(start, 3)];
  const content = (text: string) => [{ text }];
  mine.transact(() => {
    const body = new Body(mine);
    const { id, content: was } = body.read(body.shown[1]!);
    const block = (name: string, type: string, text: string) => ({
      id: name,
      shape: { type },
      content: content(text),
    });
    rewrite(
      body,
      1,
      [{ id, shape: { type: 'paragraph' }, content: was }],
      [
        block(id, 'paragraph', 'Bravo x'),
        block('new1', 'bullet', 'y'),
        block('new2', 'code', 'z'),
        block('new3', 'paragraph', 'w four five'),
      ],
    );
    expect(body.segments.slice(3).map(({ born }) => born?.from)).toEqual([id, 'new1', 'new2']);
  });
  new ModelDriver(theirs).type('Bravo', 'four', '!');
  mergeAll([mine, theirs]);
  expect(sketch(mine)).toEqual(['Alpha one', 'Bravo x', '- y', '| z', 'w four! five']);
  expect(sketch(theirs)).toEqual(sketch(mine));
});

test('an object that was made behind a tombstone and becomes an empty line stays', () => {
  const start = documentOf(['Alpha', 'Bravo']);
  const [one, other] = [copyOf(start, 2), copyOf(start, 3)];
  new ModelDriver(one).paste('Alpha', ['---']);
  new ModelDriver(other).remove('Alpha');
  mergeAll([one, other]);
  expect(sketch(one)).toEqual(['---', 'Bravo']);
  new ModelDriver(one).turn('', { type: 'code' });
  expect(sketch(one)).toEqual(['| ', 'Bravo']);
});

test('a bookmark somebody gave an address that runs has none', () => {
  const doc = documentOf(['◈ Title']);
  const body = new Body(doc);
  const { id } = body.shown[0]!;
  const addresses = ['https://example.org/', 'javascript:alert(1)', '/d/abc', 7];
  const read = addresses.map((address) => {
    doc.transact(() => body.setRegister(id, 'href', address));
    return new Body(doc).read(new Body(doc).shown[0]!).href;
  });
  expect(read).toEqual(['https://example.org/', undefined, undefined, undefined]);
});

test('a block moved among many that were moved before, and apart, comes to stand where it is to', () => {
  const doc = new Y.Doc();
  const text = doc.getText('body');
  const fields = doc.getMap('fields');
  // In the sequence, each with what it was split off and where it was moved since.
  const blocks: [string, string | null, [string | null, string, number]?][] = [
    ['a', null, ['b', 's', 31]],
    ['b', null, ['a', 's', 32]],
    ['c', 'a'],
    ['d', 'c'],
    ['e', null, ['p', 'a', 56]],
    ['f', 'e'],
    ['g', 'e'],
    ['h', 'g'],
    ['i', 'h'],
    ['j', 'i'],
    ['k', 'g'],
    ['l', 'k'],
    ['m', 'e', ['e', 'a', 58]],
    ['n', 'm', ['m', 'a', 59]],
    ['p', 'm', [null, 'a', 55]],
    ['q', 'p', ['r', 't', 76]],
    ['r', 'p'],
    ['t', 'r'],
    ['s', null],
  ];
  doc.transact(() => {
    blocks.forEach(([id, from, place], index) => {
      text.insertEmbed(index, { id, type: 'paragraph', ...(from ? { from } : {}) });
      const [after, before, at] = place ?? [];
      if (place) fields.set(`${id}:place`, { after, before, at });
    });
  });
  const shown = () => new Body(doc).shown.map(({ id }) => id).join(' ');
  expect(shown()).toBe('p r q t e f g h i j k l m n a b c d s');
  const wanted = 'r p q t e f g h i j k l m n a b c d s';
  doc.transact(() => arrange(new Body(doc), wanted.split(' '), new Set(['r'])));
  expect(shown()).toBe(wanted);
});
