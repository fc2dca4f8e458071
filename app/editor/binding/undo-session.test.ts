// @vitest-environment jsdom
/** Undo across a reload: what the tab keeps, and what it does not go on with. */
import { beforeEach, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { randomId } from '../../../shared/access/ids.ts';
import { claimsOf } from '../../../shared/document/claims.ts';
import { keepWriter } from '../../../shared/document/people.ts';
import { hostileValue } from '../../../shared/document/testing/hostile.ts';
import { copyOf, documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import type { Person } from '../../../shared/protocol/presence.ts';
import { AS_LONG_AS_ASKED, type Chance, fuzz, pick } from '../../../shared/testing/fuzz.ts';
import { setBlockType, toggle } from '../commands/block-commands.ts';
import { removeSelection, splitBlock } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { UndoSession } from './undo-session.ts';

const START = ['Alpha one two three', 'Bravo four five six'];

beforeEach(() => sessionStorage.clear());

/** A page on which the document is opened. */
function open(doc: Y.Doc, name = 'document'): Headless & { leave(): void } {
  const session = new UndoSession(name);
  const editor = new Headless(doc, { onChange: () => session.changed() });
  session.start(editor.binding.undo.history);
  return Object.assign(editor, { leave: () => session.stop() });
}

const undo = (editor: Headless) => editor.binding.undoStep(editor.view);
const redo = (editor: Headless) => editor.binding.redoStep(editor.view);

test('a page goes on where the last one was left, with its selection', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four', 'select').run(removeSelection);
  before.leave();
  const after = open(copyOf(before.doc, 20));
  expect(undo(after)).toBe(true);
  expect(sketch(after.doc)).toEqual(START);
  const { from, to } = after.state.selection;
  expect(after.state.doc.textBetween(from, to)).toBe('four');
  after.leave();
  const again = open(copyOf(after.doc, 30));
  expect(redo(again)).toBe(true);
  expect(sketch(again.doc)[1]).toBe('Bravo  five six');
});

test('who begins in a page by taking back is known as who writes there', () => {
  const person: Person = { id: randomId(16), name: 'Ana', color: 'teal' };
  const known = (editor: ReturnType<typeof open>) => {
    keepWriter(editor.doc, editor.binding.origins, () => person);
    return editor;
  };
  const before = known(open(copyOf(documentOf(START), 10)));
  before.find('four', 'select').run(removeSelection);
  before.leave();
  const after = known(open(copyOf(before.doc, 20)));
  undo(after);
  expect(sketch(after.doc)).toEqual(START);
  expect(claimsOf(after.doc)).toContainEqual({ client: 20, person: person.id, value: null });
});

test('a page that is hidden keeps what was done', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  dispatchEvent(new Event('pagehide'));
  const after = open(copyOf(before.doc, 20));
  undo(after);
  expect(sketch(after.doc)).toEqual(START);
});

test('another document has a history of its own', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  before.leave();
  expect(undo(open(copyOf(before.doc, 20), 'other'))).toBe(false);
});

test('steps that the document knows nothing of are dropped', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  before.leave();
  const wiped = open(documentOf(['Other']));
  expect([undo(wiped), redo(wiped)]).toEqual([false, false]);
  expect(sketch(wiped.doc)).toEqual(['Other']);
});

test.each(['', '{', 'null', '{"undo":[{}],"redo":[]}', '{"undo":"x","redo":[]}'])(
  'what cannot be read is left alone: %s',
  (kept) => {
    sessionStorage.setItem('driftless.undo.document', kept);
    const editor = open(copyOf(documentOf(START), 10));
    expect(undo(editor)).toBe(false);
    editor.find('four').type('!');
    undo(editor);
    expect(sketch(editor.doc)).toEqual(START);
  },
);

test.each([
  { anchor: 3 },
  { anchor: { item: { client: 1, clock: '~' } }, head: { tname: 'body' }, kind: 'text' },
  { anchor: { at: 3 }, head: { tname: 'body' }, kind: 'text' },
  { anchor: { tname: 'body', assoc: { toString: 1 } }, head: { tname: 'body' }, kind: 'text' },
])('a damaged selection costs the selection only: %j', (note) => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  before.leave();
  const key = 'driftless.undo.document';
  const kept = JSON.parse(sessionStorage.getItem(key)!);
  kept.undo[0].note = note;
  sessionStorage.setItem(key, JSON.stringify(kept));
  const after = open(copyOf(before.doc, 20));
  expect(undo(after)).toBe(true);
  expect(sketch(after.doc)).toEqual(START);
});

test('where there is no room the older history does not stay', () => {
  const before = open(copyOf(documentOf(START), 10));
  before.find('four').type('!');
  dispatchEvent(new Event('pagehide'));
  // Fills the storage as other documents of the tab would.
  for (let size = 4_000_000; size > 0; size >>= 1)
    try {
      sessionStorage.setItem(`fill ${size}`, 'x'.repeat(size));
    } catch {}
  before.find('five').type('yy').find('one', 'select').run(removeSelection);
  before.leave();
  expect(sessionStorage.getItem('driftless.undo.document')).toBeNull();
});

/** Puts something else where something stands in what was kept, or takes it out. */
function damaged(kept: unknown, chance: Chance): unknown {
  const copy: unknown = structuredClone(kept);
  for (let times = 1 + chance(3); times > 0; times--) {
    let inside = copy as Record<string, unknown>;
    for (;;) {
      const key = pick(chance, Object.keys(inside));
      const next = inside[key];
      if (
        typeof next === 'object' &&
        next !== null &&
        Object.keys(next).length > 0 &&
        chance(8) > 0
      ) {
        inside = next as Record<string, unknown>;
        continue;
      }
      const number = pick(chance, [0, 1, -1, 7, 0.5, 2 ** 31, 2 ** 53]);
      if (Array.isArray(inside) && chance(4) === 0) inside.splice(Number(key), 1);
      else inside[key] = typeof next === 'number' && chance(3) > 0 ? number : hostileValue(chance);
      break;
    }
    if (Object.keys(inside).length === 0) break;
  }
  return copy;
}

test(
  'whatever another version or somebody else has left, undo leaves a document',
  AS_LONG_AS_ASKED,
  async () => {
    const before = open(copyOf(documentOf(START), 10));
    before.find('four', 'select').run(removeSelection);
    before.find('one').type('!');
    before.find('two', 'select').run(toggle('bold'));
    before.find('five').run(splitBlock);
    before
      .find('six')
      .type('x')
      .run(setBlockType(schema.nodes.heading!, { level: 2 }));
    undo(before);
    before.leave();
    const key = 'driftless.undo.document';
    const kept: unknown = JSON.parse(sessionStorage.getItem(key)!);
    const check = (stored: unknown) => {
      sessionStorage.setItem(key, JSON.stringify(stored));
      const editor = open(copyOf(before.doc, 20));
      try {
        for (let steps = 0; steps < 8 && undo(editor); steps++) expect(editor.isTrue()).toBe(true);
        for (let steps = 0; steps < 8 && redo(editor); steps++) expect(editor.isTrue()).toBe(true);
        editor.select(0, 0).type('still');
        expect(sketch(editor.doc).join()).toContain('still');
      } finally {
        editor.leave();
        editor.destroy();
      }
    };
    check(kept);
    await fuzz({
      runs: 300,
      make: (chance) => damaged(kept, chance),
      check,
      smaller: () => [],
      show: (stored) => JSON.stringify(stored),
    });
  },
);
