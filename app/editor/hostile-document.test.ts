// @vitest-environment jsdom
/** What a hostile program writes into a document is drawn, as it comes and when it is opened. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../../shared/document/body.ts';
import { ROOT } from '../../shared/document/schema.ts';
import { changeHostilely } from '../../shared/document/testing/hostile.ts';
import { AS_LONG_AS_ASKED, fuzz, seededChance } from '../../shared/testing/fuzz.ts';
import { readDocument } from './binding/from-body.ts';
import { textOfSlice } from './clipboard/copied.ts';
import { schema } from './schema.ts';
import { Page } from './testing/pasting.ts';

function expectDrawn({ doc, view }: Page): void {
  view.state.doc.check();
  const fresh = readDocument(new Body(doc), schema.nodes.doc!);
  expect(view.state.doc.toJSON()).toEqual(fresh.toJSON());
  textOfSlice(view.state.doc.slice(0));
}

/** The course of a seed: so many changes, of which each comes alone to whoever has it open. */
function draw({ seed, changes }: { seed: number; changes: number }): void {
  const chance = seededChance(seed);
  const doc = new Y.Doc();
  doc.clientID = seed + 10;
  const open = new Page(doc);
  try {
    for (let change = 0; change < changes; change++) {
      changeHostilely(doc, chance);
      Y.applyUpdate(open.doc, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(open.doc)));
      expectDrawn(open);
    }
    doc.getText(ROOT.body).insert(doc.getText(ROOT.body).length, 'seen');
    Y.applyUpdate(open.doc, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(open.doc)));
    expectDrawn(open);
    const later = new Page(doc);
    expectDrawn(later);
    later.view.destroy();
  } finally {
    open.view.destroy();
    document.body.replaceChildren();
  }
}

test('an object that says what no text can be made of has a label', () => {
  const doc = new Y.Doc();
  for (const object of ['html', 'mention', 'date', 'formula', 'document', 'image'])
    for (const field of ['value', 'name', 'date', 'source', 'title', 'alt'])
      doc.getText(ROOT.body).insertEmbed(0, { object, [field]: { toString: 1 } });
  const page = new Page(doc);
  expectDrawn(page);
  expect(page.view.dom.querySelectorAll('[data-object]')).toHaveLength(36);
  page.view.destroy();
});

test('whatever is written is drawn', AS_LONG_AS_ASKED, async () => {
  await fuzz({
    runs: 30,
    make: (_, seed) => ({ seed, changes: 6 }),
    check: draw,
    smaller: ({ seed, changes }) =>
      Array.from({ length: changes }, (_, fewer) => ({ seed, changes: fewer })),
    show: ({ seed, changes }) => `seed ${seed}, ${changes} changes`,
  });
});
