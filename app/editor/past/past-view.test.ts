// @vitest-environment jsdom
/** The past of a document is drawn, whatever a hostile program has made of it. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { compare } from '../../../shared/document/review/compare.ts';
import { changeHostilely } from '../../../shared/document/testing/hostile.ts';
import { AS_LONG_AS_ASKED, fuzz, seededChance } from '../../../shared/testing/fuzz.ts';
import { readDocument } from '../binding/from-body.ts';
import { schema } from '../schema.ts';
import { drawPast } from './past-view.ts';

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** Draws what became of a document between two states of it. */
function drawn(before: Y.Doc, after: Y.Doc) {
  const host = document.body.appendChild(document.createElement('div'));
  const { changes } = compare(before, after);
  const view = drawPast(
    host,
    after,
    changes.map((change) => ({ change, says: change.kind, color: 'teal' })),
    'The past',
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
