/** Objects in a line: changed where they stand, by two people, and undone. */
import { NodeSelection, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { readBlocks } from '../../../shared/document/body.ts';
import { copyOf, documentOf, mergeAll } from '../../../shared/document/testing/sketch.ts';
import { blockStart } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { selectionFromJson, selectionToJson } from './undo.ts';

function withFormula(): Headless {
  const editor = new Headless(copyOf(documentOf(['Alpha beta']), 2));
  editor.select(0, 5);
  const embed = { object: 'formula', id: 'f1', source: 'x' };
  editor.dispatch(editor.state.tr.replaceSelectionWith(schema.node('object', { embed })));
  // Another device, so that putting it in is no step that could be undone there.
  return new Headless(copyOf(editor.doc, 4));
}

function change(editor: Headless, source: string): void {
  editor.state.doc.descendants((node, position) => {
    if (node.type !== schema.nodes.object) return;
    const embed = { ...node.attrs.embed, source };
    editor.dispatch(editor.state.tr.setNodeAttribute(position, 'embed', embed));
  });
}

function objects(editor: Headless): unknown[] {
  expect(editor.isTrue()).toBe(true);
  return readBlocks(editor.doc)
    .flatMap(({ content }) => content)
    .flatMap((run) => ('embed' in run ? [run.embed.source] : []));
}

function together(...editors: Headless[]): void {
  mergeAll(editors.map(({ doc }) => doc));
}

test('two people who change one formula apart have one formula', () => {
  const a = withFormula();
  const b = new Headless(copyOf(a.doc, 3));
  change(a, 'x^2');
  change(b, 'y');
  b.find('beta').type('!');
  together(a, b);
  expect(objects(a)).toHaveLength(1);
  expect(['x^2', 'y']).toContain(objects(a)[0]);
  expect(objects(b)).toEqual(objects(a));
});

test('a formula one deletes while the other changes it is gone, and whole after undo', () => {
  const a = withFormula();
  const b = new Headless(copyOf(a.doc, 3));
  a.select(0, 5, 0, 6).run((state, dispatch) => {
    dispatch?.(state.tr.deleteSelection());
    return true;
  });
  change(b, 'y');
  together(a, b);
  expect(objects(a)).toEqual([]);
  a.binding.undoStep(a.view);
  together(a, b);
  expect(objects(b)).toEqual(['y']);
});

test('a change is undone, and what others wrote beside it stays', () => {
  const a = withFormula();
  const b = new Headless(copyOf(a.doc, 3));
  change(a, 'x^2');
  b.find('Alpha').type('X');
  together(a, b);
  expect(objects(b)).toEqual(['x^2']);
  a.binding.undoStep(a.view);
  together(a, b);
  expect(objects(b)).toEqual(['x']);
  expect(readBlocks(a.doc)[0]!.content[0]).toEqual({ text: 'AlphaX' });
});

function selectFormula(editor: Headless): void {
  let at = -1;
  editor.state.doc.descendants((node, position) => {
    if (node.type === schema.nodes.object && at < 0) at = position;
  });
  editor.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)));
}

const removeAt = (editor: Headless, from: number, to: number) =>
  editor.select(0, from, 0, to).run((state, dispatch) => {
    dispatch?.(state.tr.deleteSelection());
    return true;
  });

test('a selected formula stays selected where others write before it', () => {
  const a = withFormula();
  const b = new Headless(copyOf(a.doc, 3));
  selectFormula(a);
  b.select(0, 2).type('!!');
  together(a, b);
  expect(a.state.selection).toBeInstanceOf(NodeSelection);
  removeAt(b, 0, 3);
  together(a, b);
  expect(a.state.selection.toJSON()).toEqual({ type: 'node', anchor: 5 });
});

test.each([
  ['words', []],
  ['another formula', [{ embed: { object: 'formula', id: 'f2', source: 'y' } }]],
])('a selected formula that another deletes leaves a caret before %s', (_, others) => {
  const a = withFormula();
  for (const { embed } of others) {
    const { tr } = a.select(0, 6).state;
    a.dispatch(tr.replaceSelectionWith(schema.node('object', { embed })));
  }
  const b = new Headless(copyOf(a.doc, 3));
  selectFormula(a);
  removeAt(b, 5, 6);
  together(a, b);
  expect(a.state.selection).toBeInstanceOf(TextSelection);
  expect(a.state.selection.empty).toBe(true);
  a.type('!');
  together(a, b);
  expect(readBlocks(b.doc)[0]!.content).toEqual([
    { text: others.length > 0 ? 'Alpha!' : 'Alpha! beta' },
    ...others,
    ...(others.length > 0 ? [{ text: ' beta' }] : []),
  ]);
});

test.each([1, 2])(
  'a selected divider, %i of two, that another deletes leaves none selected',
  (at) => {
    const before = new Headless(copyOf(documentOf(['Alpha', 'Beta']), 2));
    const { tr } = before.state;
    const divider = () => schema.nodes.divider!.create();
    before.dispatch(tr.insert(blockStart(tr.doc, 1), [divider(), divider()]));
    const a = new Headless(copyOf(before.doc, 4));
    const b = new Headless(copyOf(a.doc, 3));
    const { doc } = a.state;
    a.dispatch(a.state.tr.setSelection(NodeSelection.create(doc, blockStart(doc, at))));
    b.find('Alpha').type('!');
    together(a, b);
    expect(a.state.selection).toBeInstanceOf(NodeSelection);
    // As it is kept for the next time, too.
    const kept = selectionFromJson(selectionToJson(a.binding.anchorSelection(a.state)!))!;
    expect(a.binding.selectionIn(a.state.doc, kept)).toBeInstanceOf(NodeSelection);
    b.dispatch(b.state.tr.delete(blockStart(b.state.doc, at), blockStart(b.state.doc, at + 1)));
    together(a, b);
    expect(a.state.selection).not.toBeInstanceOf(NodeSelection);
  },
);
