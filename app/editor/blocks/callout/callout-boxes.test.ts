/** Which blocks stand in the box of a callout, as one writes in them and moves them. */
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { schema } from '../../schema.ts';
import { calloutBoxes } from './callout-boxes.ts';

/** Blocks as `depth text`; `!` before the text makes a callout. */
function documentOf(...lines: string[]): Node {
  const blocks = lines.map((line) => {
    const [, depth, bang, text] = /^(\d) (!?)(.*)$/.exec(line)!;
    const type = bang ? 'callout' : 'paragraph';
    const tone = bang && text!.startsWith('tip') ? 'tip' : null;
    const attrs = { depth: Number(depth), id: line, ...(bang ? { tone } : {}) };
    return schema.node(type, attrs, text ? schema.text(text) : undefined);
  });
  return schema.node('doc', null, blocks);
}

interface Drawn {
  type: { attrs: Record<string, string> };
}

function look(boxes: ReturnType<typeof calloutBoxes>, state: EditorState): string[] {
  return boxes(state)
    .find()
    .sort((a, b) => a.from - b.from)
    .map((decoration) => {
      const { attrs } = (decoration as unknown as Drawn).type;
      const block = state.doc.nodeAt(decoration.from)!;
      expect(decoration.to).toBe(decoration.from + block.nodeSize);
      return `${block.textContent}: ${attrs['data-box']} ${attrs['data-box-tone']}`;
    });
}

test('what is nested in a callout is in its box, up to the next block that is not', () => {
  const boxes = calloutBoxes();
  const doc = documentOf(
    '0 !tip',
    '1 a',
    '2 b',
    '0 c',
    '1 d',
    '0 !alone',
    '0 !note',
    '1 !tip 2',
    '2 e',
  );
  expect(look(boxes, EditorState.create({ doc }))).toEqual([
    'tip: head tip',
    'a: inside tip',
    'b: end tip',
    'tip 2: head tip',
    'e: end tip',
  ]);
});

test('typing keeps the boxes, and other changes find them anew', () => {
  const boxes = calloutBoxes();
  let state = EditorState.create({ doc: documentOf('0 xx', '0 !tip', '1 aa', '0 b') });
  look(boxes, state);
  const change = (make: (tr: EditorState['tr']) => EditorState['tr']) => {
    state = state.apply(make(state.tr));
    return look(boxes, state);
  };
  // Of doubled letters a difference of the whole document cannot say which one is new.
  expect(change((tr) => tr.insertText('x', 2))).toEqual(['tip: head tip', 'aa: end tip']);
  const end = state.doc.child(0).nodeSize + state.doc.child(1).nodeSize + 3;
  expect(change((tr) => tr.insertText('a', end))).toEqual(['tip: head tip', 'aaa: end tip']);
  expect(change((tr) => tr.delete(end, end + 1))).toEqual(['tip: head tip', 'aa: end tip']);
  const last = state.doc.content.size - state.doc.lastChild!.nodeSize;
  expect(change((tr) => tr.setNodeAttribute(last, 'depth', 1))).toEqual([
    'tip: head tip',
    'aa: inside tip',
    'b: end tip',
  ]);
});

test('a block put in for one that says the same keeps the boxes', () => {
  const boxes = calloutBoxes();
  const state = EditorState.create({ doc: documentOf('0 !tip', '1 a', '0 b') });
  const before = look(boxes, state);
  const last = state.doc.content.size - state.doc.lastChild!.nodeSize;
  const { type, attrs } = state.doc.lastChild!;
  const after = state.apply(state.tr.setNodeMarkup(last, type, attrs));
  expect(after.doc.lastChild).not.toBe(state.doc.lastChild);
  expect(look(boxes, after)).toEqual(before);
});
