// @vitest-environment jsdom
/** Changes are drawn in the text that one writes in, and stay with their words. */
import { EditorState } from 'prosemirror-state';
import { type DecorationSet, EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { compare } from '../../../shared/document/review/compare.ts';
import { changeHostilely } from '../../../shared/document/testing/hostile.ts';
import { ModelDriver } from '../../../shared/document/testing/model-driver.ts';
import { copyOf, documentOf } from '../../../shared/document/testing/sketch.ts';
import { AS_LONG_AS_ASKED, fuzz, seededChance } from '../../../shared/testing/fuzz.ts';
import { drawn, drawnPlaces } from '../drawn-places.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { drawLiveChanges, type LiveChange } from './live-changes.ts';

/** An editor of what `after` is, with what changed since `before`. */
function editorOf(before: Y.Doc, after: Y.Doc) {
  const editor = new Headless(after, {}, [drawnPlaces()]);
  const changes: LiveChange[] = compare(before, after).changes.map((change, index) => ({
    change,
    says: change.kind,
    color: 'teal',
    isCurrent: index === 0,
  }));
  const draw = () => drawLiveChanges(editor.view, editor.binding, changes);
  draw();
  const marks = (): DecorationSet => drawn.getState(editor.state)!;
  /** The page as it would be. */
  const page = () => {
    const host = document.createElement('div');
    const view = new EditorView(host, {
      state: EditorState.create({ schema, doc: editor.state.doc }),
      decorations: marks,
    });
    const { innerHTML } = view.dom;
    view.destroy();
    host.innerHTML = innerHTML;
    return host;
  };
  const texts = (selector: string) =>
    [...page().querySelectorAll(selector)].map(({ textContent }) => textContent);
  return { editor, changes, draw, marks, texts };
}

test('what came, what went and what became another is seen in the text', () => {
  const before = documentOf(['Äpfel 👩‍👩‍👧 und שלום', 'zweite Zeile', 'dritte', 'vierte']);
  const after = copyOf(before, 20);
  new ModelDriver(after)
    .type('Äpfel', '👩‍👩‍👧', ' 🎉')
    .erase('zweite', ' Zeile')
    .turn('dritte', { type: 'heading', level: 1 })
    .mark('vierte', 'vier', { bold: true });
  const { texts, draw } = editorOf(before, after);
  const look = () => [
    texts('ins.came').join(''),
    texts('del.went'),
    texts('h1.changed-block').map((text) => text?.replace('turned', '')),
    texts('span.changed').join(''),
    texts('.current-change').join(''),
  ];
  const wanted = [' 🎉', [' Zeile'], ['dritte'], 'vier', ' 🎉'];
  expect(look()).toEqual(wanted);
  draw();
  expect(look()).toEqual(wanted);
});

test('marks stay with their words while others write, split and move', () => {
  const before = documentOf(['Alpha one two', 'Bravo four five', 'Charlie']);
  const after = copyOf(before, 20);
  new ModelDriver(after).type('Bravo', 'four', ' 🎉XXX').erase('Alpha', ' two');
  const others = copyOf(after, 30);
  const { texts, draw } = editorOf(before, after);
  const had = Y.encodeStateVector(others);
  new ModelDriver(others)
    .type('Bravo', 'Bravo', ' once')
    .split('Bravo', 'XX')
    .move('Charlie', 'Alpha')
    .type('Alpha', 'Alpha', ' more');
  Y.applyUpdate(after, Y.encodeStateAsUpdate(others, had));
  draw();
  expect(texts('ins.came').join('')).toBe(' 🎉XXX');
  expect(texts('del.went')).toEqual([' two']);
});

test('nothing is left when there is nothing to see any more', () => {
  const before = documentOf(['Alpha']);
  const after = copyOf(before, 20);
  new ModelDriver(after).type('Alpha', 'Alpha', ' one');
  const { editor, marks } = editorOf(before, after);
  expect(marks().find()).toHaveLength(1);
  drawLiveChanges(editor.view, editor.binding, []);
  expect(marks().find()).toHaveLength(0);
});

test('whatever became of a document is drawn in it', AS_LONG_AS_ASKED, async () => {
  await fuzz({
    runs: 15,
    make: (_, seed) => ({ seed, changes: 6 }),
    check: ({ seed, changes }) => {
      const chance = seededChance(seed);
      const doc = new Y.Doc();
      doc.clientID = seed + 10;
      const states = [copyOf(doc, 1)];
      for (let change = 0; change < changes; change++) {
        changeHostilely(doc, chance);
        states.push(copyOf(doc, 1));
      }
      for (const [index, after] of states.entries())
        editorOf(states[Math.max(0, index - 2)]!, after).texts('.change');
    },
    smaller: ({ seed, changes }) =>
      Array.from({ length: changes }, (_, fewer) => ({ seed, changes: fewer })),
    show: ({ seed, changes }) => `seed ${seed}, ${changes} changes`,
  });
});

test('a click on what is gone puts the caret where it stood', () => {
  const before = documentOf(['first', 'zwei 👩‍👩‍👧 שלום drei']);
  const after = copyOf(before, 20);
  new ModelDriver(after).erase('zwei', ' שלום drei');
  const { editor, marks } = editorOf(before, after);
  const host = document.body.appendChild(document.createElement('div'));
  const view = new EditorView(host, {
    state: EditorState.create({ schema, doc: editor.state.doc }),
    decorations: marks,
  });
  const gone = host.querySelector('del.went')!;
  gone.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const { $head, empty } = view.state.selection;
  expect([empty, $head.index(0), $head.parentOffset]).toEqual([true, 1, 'zwei 👩‍👩‍👧'.length]);
  view.destroy();
  host.remove();
});
