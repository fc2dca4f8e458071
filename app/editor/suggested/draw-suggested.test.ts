// @vitest-environment jsdom
/** Suggestions are drawn in the text that they would change, which stays as it is. */
import { EditorState } from 'prosemirror-state';
import { type DecorationSet, EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { changeHostilely } from '../../../shared/document/testing/hostile.ts';
import { ModelDriver } from '../../../shared/document/testing/model-driver.ts';
import { copyOf, documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { SuggestionFork } from '../../../shared/suggesting/fork.ts';
import type { Sealed } from '../../../shared/suggesting/sealed.ts';
import { suggestedIn } from '../../../shared/suggesting/shown.ts';
import { AS_LONG_AS_ASKED, fuzz, seededChance } from '../../../shared/testing/fuzz.ts';
import { drawn, drawnPlaces } from '../drawn-places.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { drawSuggested, suggestedWithin } from './draw-suggested.ts';

const LINES = ['Alpha one two', 'Bravo three four', 'Charlie five', 'Delta'];
let clients = 7_000;

function suggest(doc: Y.Doc, id: string, write: (fork: Y.Doc) => unknown): Sealed | null {
  const fork = new SuggestionFork(doc, { id, client: ++clients });
  write(fork.doc);
  const sealed = fork.seal();
  fork.destroy();
  return sealed;
}

/** An editor of the document, with these drawn in it. */
function editorOf(doc: Y.Doc, suggestions: readonly Sealed[]) {
  const editor = new Headless(doc, {}, [drawnPlaces()]);
  const draw = () =>
    drawSuggested(
      editor.view,
      editor.binding,
      suggestedIn(doc, suggestions).map(({ change, by, at }) => ({
        id: by.join(),
        change,
        at,
        says: change.kind,
        color: 'teal',
        isCurrent: false,
      })),
    );
  draw();
  const marks = (): DecorationSet => drawn.getState(editor.state)!;
  const texts = (selector: string) => {
    const host = document.createElement('div');
    const view = new EditorView(host, {
      state: EditorState.create({ schema, doc: editor.state.doc }),
      decorations: marks,
    });
    const { innerHTML } = view.dom;
    view.destroy();
    host.innerHTML = innerHTML;
    return [...host.querySelectorAll(selector)].map(({ textContent }) => textContent);
  };
  return { editor, draw, marks, texts };
}

test('what would come, go and become another is seen, each with its suggestion', () => {
  const doc = copyOf(documentOf(LINES), 10);
  const by = (id: string, write: (person: ModelDriver) => unknown) =>
    suggest(doc, id, (fork) => write(new ModelDriver(fork)))!;
  const { texts } = editorOf(doc, [
    by('a', (person) => person.type('Alpha', 'one', ' 👩‍👩‍👧 more')),
    by('b', (person) => person.erase('Bravo', ' three')),
    by('c', (person) => person.split('Charlie', 'Charlie')),
    by('d', (person) => person.turn('Delta', { type: 'heading', level: 1 })),
    by('e', (person) => person.mark('Bravo', 'Bravo', { bold: true })),
  ]);
  expect(texts('[data-suggestion=a].would-come')).toEqual([' 👩‍👩‍👧 more']);
  expect(texts('del[data-suggestion=b]')).toEqual([' three']);
  expect(texts('ins[data-suggestion=c]')).toEqual(['¶']);
  expect(texts('p.changed-block[data-suggestion=d]')).toEqual(['turnedDelta']);
  expect(texts('span[data-suggestion=e]')).toEqual(['Bravo']);
  expect(sketch(doc)).toEqual(LINES);
});

test('blocks that would come stand behind the one before them; joined ones say so', () => {
  const doc = copyOf(documentOf(LINES), 10);
  const { texts } = editorOf(doc, [
    suggest(doc, 'a', (fork) => new ModelDriver(fork).join('Bravo'))!,
    suggest(doc, 'b', (fork) => new ModelDriver(fork).remove('Charlie'))!,
  ]);
  expect(texts('[data-suggestion=a].would-go')).toEqual(['¶']);
  expect(texts('del[data-suggestion=b]')).toEqual(['Charlie five']);
});

test('marks stay with their words while others write, split and move', () => {
  const doc = copyOf(documentOf(LINES), 10);
  const sealed = suggest(doc, 'a', (fork) =>
    new ModelDriver(fork).type('Bravo', 'three', ' XXX').erase('Alpha', ' two'),
  )!;
  const { texts, draw } = editorOf(doc, [sealed]);
  new ModelDriver(doc)
    .type('Bravo', 'Bravo', ' once')
    .split('Bravo', ' three')
    .move('Charlie', 'Alpha')
    .type('Alpha', 'Alpha', ' more');
  expect(texts('del.would-go')).toEqual([' two']);
  draw();
  expect([texts('ins.would-come'), texts('del.would-go')]).toEqual([[' XXX'], [' two']]);
});

test('what replaces something comes behind it, as in the text of whoever suggests it', () => {
  const doc = copyOf(documentOf(LINES), 10);
  const { texts } = editorOf(doc, [
    suggest(doc, 'a', (fork) =>
      new ModelDriver(fork).erase('Bravo', 'three').type('Bravo', 'Bravo ', 'XXX'),
    )!,
  ]);
  expect(texts('p:nth-child(2) > *')).toEqual(['three', 'XXX']);
});

test('what a selection touches, and no more', () => {
  const doc = copyOf(documentOf(LINES), 10);
  const sealed = [
    suggest(doc, 'a', (fork) => new ModelDriver(fork).erase('Alpha', ' two'))!,
    suggest(doc, 'b', (fork) => new ModelDriver(fork).type('Bravo', 'three', ' XXX'))!,
    suggest(doc, 'c', (fork) =>
      new ModelDriver(fork).turn('Delta', { type: 'heading', level: 1 }),
    )!,
  ];
  const { editor } = editorOf(doc, sealed);
  const changes = suggestedIn(doc, sealed);
  const touched = (from: string, to = from) => {
    let [start, end] = [0, 0];
    editor.state.doc.forEach((node, at) => {
      const [first, last] = [node.textContent.indexOf(from), node.textContent.indexOf(to)];
      if (first >= 0) start = at + 1 + first;
      if (last >= 0) end = at + 1 + last + to.length;
    });
    const { view, binding } = editor;
    return suggestedWithin(view, binding, changes, [start, end]).map((at) =>
      changes[at]!.by.join(),
    );
  };
  expect(touched('Alpha one')).toEqual([]);
  expect(touched('one t')).toEqual(['a']);
  expect(touched('Bravo')).toEqual([]);
  expect(touched('three')).toEqual(['b']);
  expect(touched('Charlie')).toEqual([]);
  expect(touched('elt')).toEqual(['c']);
  expect(touched('two', 'Delta')).toEqual(['a', 'b', 'c']);
});

test('of many only those near the view are drawn', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `Line ${index} of many`);
  const doc = copyOf(documentOf(lines), 10);
  const sealed = lines.flatMap(
    (_, index) =>
      suggest(doc, `s${index}`, (fork) =>
        new ModelDriver(fork).type(`Line ${index} `, 'of', ' X'),
      ) ?? [],
  );
  const editor = new Headless(doc, {}, [drawnPlaces()]);
  const host = document.createElement('div');
  document.body.append(host);
  const view = new EditorView(host, { state: editor.state });
  const height = innerHeight / 10;
  let scrolled = 0;
  view.dom.childNodes.forEach((child, index) => {
    (child as HTMLElement).getBoundingClientRect = () =>
      new DOMRect(0, index * height - scrolled, 100, height);
  });
  const changes = suggestedIn(doc, sealed).map(({ change, by, at }) => ({
    ...{ id: by.join(), change, at, says: change.kind },
    ...{ color: 'teal' as const, isCurrent: false },
  }));
  const drawnNow = () => {
    expect(drawSuggested(view, editor.binding, changes)).toBe(true);
    return drawn.getState(view.state)!.find().length;
  };
  // A screen above, the one that is seen, and one below.
  expect(drawnNow()).toBe(21);
  scrolled = 100 * height;
  expect(drawnNow()).toBe(31);
  view.destroy();
  host.remove();
});

test('whatever is suggested for whatever document is drawn in it', AS_LONG_AS_ASKED, async () => {
  await fuzz({
    runs: 15,
    make: (_, seed) => ({ seed, changes: 6 }),
    check: ({ seed, changes }) => {
      const chance = seededChance(seed);
      const doc = new Y.Doc();
      doc.clientID = seed + 10;
      const suggestions: Sealed[] = [];
      for (let change = 0; change < changes; change++) {
        changeHostilely(doc, chance);
        const sealed = suggest(doc, `s${change}`, (fork) => changeHostilely(fork, chance));
        if (sealed) suggestions.push(sealed);
        editorOf(doc, suggestions).texts('.change');
      }
    },
    smaller: ({ seed, changes }) =>
      Array.from({ length: changes }, (_, fewer) => ({ seed, changes: fewer })),
    show: ({ seed, changes }) => `seed ${seed}, ${changes} changes`,
  });
});
