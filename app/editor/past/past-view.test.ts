// @vitest-environment jsdom
/** The past of a document is drawn, whatever a hostile program has made of it. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { arrange } from '../../../shared/document/operations/arrange.ts';
import { deleteBlocks, setShape } from '../../../shared/document/operations/blocks.ts';
import { insert } from '../../../shared/document/operations/text.ts';
import { compare } from '../../../shared/document/review/compare.ts';
import { Sheet } from '../../../shared/document/review/sheet.ts';
import { changeHostilely } from '../../../shared/document/testing/hostile.ts';
import { AS_LONG_AS_ASKED, fuzz, seededChance } from '../../../shared/testing/fuzz.ts';
import { readDocument } from '../binding/from-body.ts';
import { schema } from '../schema.ts';
import { PastView } from './past-view.ts';

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** Draws what became of a document between two states of it. */
function drawn(before: Y.Doc, after: Y.Doc) {
  const host = document.body.appendChild(document.createElement('div'));
  const { changes } = compare(before, after);
  const view = new PastView(host);
  view.load(
    after,
    changes.map((change) => ({ change, says: change.kind, color: 'teal' })),
  );
  return { host, changes, view };
}

test('what came is underlined, and what went is struck out where it stood', () => {
  const before = new Y.Doc();
  createDocument(before, {
    blocks: [
      { type: 'paragraph', content: [{ text: 'Äpfel 👩‍👩‍👧 und שלום' }] },
      { type: 'paragraph', content: [{ text: 'zweite' }] },
    ],
  });
  const after = copyOf(before);
  const text = after.getText('body');
  after.transact(() => {
    const start = text.toString().indexOf('und');
    text.delete(start, 4);
    text.insert(start, '🎉 ');
  });
  const { host, view } = drawn(before, after);
  const first = host.querySelector('p')!;
  expect(first.querySelector('ins')!.textContent).toContain('🎉');
  expect(first.querySelector('del')!.textContent).toContain('und');
  expect(first.textContent).toContain('Äpfel 👩‍👩‍👧');
  view.end();
});

test('a block that was chosen stays so when the same is drawn anew, and not in another text', () => {
  const doc = new Y.Doc();
  createDocument(doc, {
    blocks: [
      { type: 'paragraph', content: [{ text: 'Äpfel 👩‍👩‍👧' }] },
      { type: 'paragraph', content: [{ text: 'zweite' }] },
    ],
  });
  const host = document.body.appendChild(document.createElement('div'));
  const told: (readonly string[])[] = [];
  const view = new PastView(host, { onChoose: (ids) => told.push(ids) });
  view.load(doc, []);
  host.querySelector('p')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(told.at(-1)).toHaveLength(1);
  const chosen = () => [...host.querySelectorAll('.chosen-block')].map((each) => each.textContent);
  const count = told.length;
  // As when the name of somebody who wrote in it has come.
  view.load(copyOf(doc), []);
  expect(chosen()).toEqual(['Äpfel 👩‍👩‍👧']);
  expect(told).toHaveLength(count);
  doc.getText('body').insert(1, 'x');
  view.load(copyOf(doc), []);
  expect(chosen()).toEqual([]);
  expect(told.at(-1)).toEqual([]);
  view.end();
});

test('words that are selected are told as a part of their text, also in a cell', () => {
  const doc = new Y.Doc();
  createDocument(doc, {
    blocks: [
      { type: 'paragraph', content: [{ text: 'Äpfel 👩‍👩‍👧 und שלום' }] },
      {
        type: 'table',
        content: [],
        table: {
          columns: [{ id: 'c1' }],
          rows: [{ id: 'r1', cells: [[{ text: 'in a cell' }]] }],
        },
      },
    ],
  });
  const host = document.body.appendChild(document.createElement('div'));
  const told: unknown[] = [];
  const view = new PastView(host, { onChoose: (ids, _last, part) => told.push([ids, part]) });
  view.load(doc, []);
  const [first, table] = new Body(doc).shown.map(({ id }) => id);
  const select = (from: string, to: string) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
    const [start, end] = [from, to].map((words) => {
      const text = texts.find(({ data }) => data.includes(words))!;
      return { text, at: text.data.indexOf(words), length: words.length };
    });
    const selection = document.getSelection()!;
    // From its end to its beginning, as one may as well.
    selection.setBaseAndExtent(end!.text, end!.at + end!.length, start!.text, start!.at);
    document.dispatchEvent(new Event('selectionchange'));
    return told.at(-1);
  };
  const from = 'Äpfel '.length;
  const wanted = { text: first, from, to: from + '👩‍👩‍👧 und'.length };
  expect(select('👩‍👩‍👧', 'und')).toEqual([[first], wanted]);
  const cell = [...new Sheet(doc).texts.keys()].find((id) => id.includes('/'))!;
  expect(select('a cell', 'cell')).toEqual([[table], { text: cell, from: 3, to: 9 }]);
  // All of a block is that block, and more than one of them are those.
  expect(select('Äpfel', 'שלום')).toEqual([[first], null]);
  expect(select('und', 'cell')).toEqual([[first, table], null]);
  view.end();
  host.remove();
});

test('goes on with what came next, underlined, as one reads it afterwards', () => {
  const doc = new Y.Doc();
  createDocument(doc, {
    blocks: ['Äpfel 👩‍👩‍👧', 'zweite', 'שלום'].map((text) => ({
      type: 'paragraph',
      content: [{ text }],
    })),
  });
  const [shown, writer] = [copyOf(doc), copyOf(doc)];
  const updates: Uint8Array[] = [];
  writer.on('update', (update: Uint8Array) => updates.push(update));
  const body = new Body(writer);
  const ids = body.shown.map(({ id }) => id);
  writer.transact(() => insert(body, ids[1]!, 6, '🎉!'));
  writer.transact(() => arrange(body, [ids[2]!, ids[0]!, ids[1]!]));
  writer.transact(() => deleteBlocks(body, [ids[0]!]));
  writer.transact(() => setShape(body, ids[1]!, { type: 'heading', level: 1 }));
  const host = document.body.appendChild(document.createElement('div'));
  const view = new PastView(host);
  view.load(shown, []);
  view.advance(updates.slice(0, 1).map((update) => ({ update, color: 'teal' })));
  expect(host.querySelector('ins')!.textContent).toBe('🎉!');
  view.advance(updates.slice(1).map((update) => ({ update, color: 'red' })));
  expect([...host.children].map((block) => `${block.localName} ${block.textContent}`)).toEqual([
    'p שלום',
    'h1 zweite🎉!',
  ]);
  view.forgetChanges();
  view.advance([{ update: updates[0]!, color: null }]);
  expect(host.querySelector('ins')).toBeNull();
  view.end();
});

test('what is written key by key is one underlined piece, of each person', () => {
  const doc = new Y.Doc();
  createDocument(doc, { blocks: [{ type: 'paragraph', content: [{ text: 'Alpha' }] }] });
  const [shown, writer] = [copyOf(doc), copyOf(doc)];
  const updates: Uint8Array[] = [];
  writer.on('update', (update: Uint8Array) => updates.push(update));
  const body = new Body(writer);
  const { id } = body.shown[0]!;
  for (const [index, key] of [...'abcxyz'].entries())
    writer.transact(() => insert(body, id, 5 + index, key));
  const host = document.body.appendChild(document.createElement('div'));
  const view = new PastView(host);
  view.load(shown, []);
  const steps = updates.map((update, index) => ({
    update,
    color: index < 3 ? ('teal' as const) : ('red' as const),
  }));
  // Also where they come with several frames.
  for (const part of [steps.slice(0, 2), steps.slice(2, 5), steps.slice(5)]) view.advance(part);
  expect([...host.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
    'abc',
    'xyz',
  ]);
  view.end();
  host.remove();
});

test('one block or several are chosen by keys, and let go again', () => {
  const doc = new Y.Doc();
  createDocument(doc, {
    blocks: ['eins', 'zwei', 'drei'].map((text) => ({ type: 'paragraph', content: [{ text }] })),
  });
  const ids = new Body(doc).shown.map(({ id }) => id);
  // What jsdom lacks: it lays nothing out.
  Element.prototype.scrollIntoView ??= () => undefined;
  const host = document.body.appendChild(document.createElement('div'));
  const told: [readonly string[], string][] = [];
  const view = new PastView(host, { onChoose: (blocks, last) => told.push([blocks, last]) });
  view.load(doc, []);
  const press = (key: string, shiftKey = false) =>
    host.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, cancelable: true }));
  press('ArrowDown');
  press('ArrowDown');
  expect(told.at(-1)).toEqual([[ids[1]], 'zwei']);
  press('ArrowDown', true);
  press('ArrowDown', true);
  expect(told.at(-1)).toEqual([[ids[1], ids[2]], 'drei']);
  expect(host.querySelectorAll('.chosen-block')).toHaveLength(2);
  press('Escape');
  expect(told.at(-1)).toEqual([[], '']);
  expect(host.querySelector('.chosen-block')).toBeNull();
  host.querySelectorAll('p')[2]!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(told.at(-1)).toEqual([[ids[2]], 'drei']);
  view.end();
});

test('whatever became of a document is drawn', AS_LONG_AS_ASKED, async () => {
  await fuzz({
    runs: 30,
    make: (_, seed) => ({ seed, changes: 6 }),
    check: ({ seed, changes }) => {
      const chance = seededChance(seed);
      const doc = new Y.Doc();
      doc.clientID = seed + 10;
      const states = [copyOf(doc)];
      for (let change = 0; change < changes; change++) {
        changeHostilely(doc, chance);
        states.push(copyOf(doc));
      }
      for (const [index, after] of states.entries()) {
        const { view } = drawn(states[Math.max(0, index - 2)]!, after);
        readDocument(new Body(after), schema.nodes.doc!).check();
        view.end();
      }
      document.body.replaceChildren();
    },
    smaller: ({ seed, changes }) =>
      Array.from({ length: changes }, (_, fewer) => ({ seed, changes: fewer })),
    show: ({ seed, changes }) => `seed ${seed}, ${changes} changes`,
  });
});
