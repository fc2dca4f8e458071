/** Commands on so many blocks that they are one step: they do what each block's own step would. */
import type { Node } from 'prosemirror-model';
import { AllSelection, type Command, EditorState, type Transaction } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { seededChance } from '../../../shared/testing/seeded.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { changeDepth, setBlockType, toggle, toggleChecked } from './block-commands.ts';
import { clearFormat, setColor } from './colors.ts';
import { addMark, removeMark } from './many-blocks.ts';

const VARIED = [
  'plain, *bold 👍🏽* and שלום',
  '## heading with _italic_ and <link>',
  '[ ] task',
  '  [x] task ↵ of two lines',
  '| code *not bold*',
  '---',
  '⊞# *a* ¦ b ⁄ c ¦ 漢字',
  '▣ *caption*',
  '',
  '> quote ≈green≈ and `code`',
];
/** A hundred and twenty blocks. */
const LINES = Array.from({ length: 12 }, () => VARIED).flat();

const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test.each(Array.from({ length: 40 }, (_, index) => firstSeed + index))(
  'marks from anywhere to anywhere, seed %i',
  (seed) => {
    const draw = seededChance(seed);
    const { doc } = new Headless(documentOf(LINES)).state;
    const tr = () => EditorState.create({ schema, doc }).tr;
    const size = doc.content.size;
    const from = draw(Math.floor(size / 8));
    const to = size - draw(Math.floor(size / 8));
    const names = ['bold', 'italic', 'code', 'link', 'highlight', 'superscript', 'color'];
    const type = schema.marks[names[draw(names.length)]!]!;
    const attrs = { link: { href: 'https://a.example' }, highlight: { color: 'red' } };
    const mark = type.create({ color: 'red', ...attrs[type.name as keyof typeof attrs] });
    const isSame = (one: Transaction, other: Transaction) => {
      expect(one.steps.length).toBeLessThanOrEqual(1);
      expect(one.doc.toJSON()).toEqual(other.doc.toJSON());
      one.doc.check();
    };
    isSame(addMark(tr(), from, to, mark), tr().addMark(from, to, mark));
    isSame(removeMark(tr(), from, to, type), tr().removeMark(from, to, type));
  },
);

/** What a command makes of all of a document, and how many steps it takes. */
function done(lines: readonly string[], command: Command): { sketch: string[]; steps: number } {
  const editor = new Headless(documentOf(lines));
  editor.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)));
  let steps = 0;
  editor.run((state, dispatch, view) =>
    command(
      state,
      (tr) => {
        steps = tr.steps.length;
        dispatch!(tr);
      },
      view,
    ),
  );
  expect(editor.isTrue()).toBe(true);
  return { sketch: sketch(editor.doc), steps };
}

const { heading, codeBlock, task, paragraph, quote } = schema.nodes;

test.each<[string, Command]>([
  ['bold', toggle('bold')],
  ['a colour', setColor('color', 'blue')],
  ['no formatting', clearFormat],
  ['headings', setBlockType(heading!, { level: 3 })],
  ['code', setBlockType(codeBlock!)],
  ['tasks', setBlockType(task!)],
  ['text', setBlockType(paragraph!)],
  ['quotes', setBlockType(quote!)],
  ['all checked', toggleChecked],
])('%s: for a hundred blocks what it is for ten', (_, command) => {
  const few = done(VARIED, command);
  const many = done(LINES, command);
  expect(many.sketch).toEqual(Array.from({ length: 12 }, () => few.sketch).flat());
  // Formatting is taken away a kind at a time.
  expect(many.steps).toBeLessThanOrEqual(Object.keys(schema.marks).length);
});

test('all below a line goes deeper and back in one step', () => {
  const editor = new Headless(documentOf(['top', ...LINES]));
  const before = sketch(editor.doc);
  editor.select(1, 0, 120, 0);
  let steps = 0;
  const counted = (by: 1 | -1): Command => {
    return (state, dispatch) =>
      changeDepth(by)(state, (tr) => {
        steps += tr.steps.length;
        dispatch!(tr);
      });
  };
  editor.run(counted(1));
  expect(sketch(editor.doc)).toEqual(['top', ...LINES.map((line) => `  ${line}`)]);
  editor.run(counted(-1));
  expect(sketch(editor.doc)).toEqual(before);
  expect(steps).toBe(2);
});

test('what somebody writes in one of many that are formatted and made headings stays where it is', () => {
  const doc = documentOf(LINES);
  const [ana, ben] = [new Headless(copyOf(doc, 10)), new Headless(copyOf(doc, 20))];
  const all = () => ana.dispatch(ana.state.tr.setSelection(new AllSelection(ana.state.doc)));
  all();
  ana.run(setBlockType(heading!, { level: 2 }));
  all();
  ana.run(toggle('italic'));
  ben.find('heading with').type(' BEN 한글');
  ben.select(0, 3).type('😀');
  mergeAll([ana.doc, ben.doc]);
  expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
  expect(ana.isTrue() && ben.isTrue()).toBe(true);
  const text = (node: Node) => node.textContent;
  const read = ana.state.doc.children.map(text);
  const was = new Headless(doc).state.doc.children.map(text);
  was[0] = `pla😀${was[0]!.slice(3)}`;
  was[1] = was[1]!.replace('heading with', 'heading with BEN 한글');
  expect(read).toEqual(was);
  ana.binding.undo.history.undo();
  ana.binding.undo.history.undo();
  expect(ana.state.doc.children.map(text)).toEqual(was);
});
