/**
 * What is nested in a callout stands in its box: which blocks these are.
 *
 * Invariant: blocks are flat, so this is a matter of the page alone. Typing inside of a block asks
 * nothing of the rest of the document. A callout in a callout has a box of its own.
 */
import type { Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { Mapping, StepMap } from 'prosemirror-transform';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { changedText } from '../../binding/to-body.ts';
import { schema } from '../../schema.ts';

/** Which part of the box a block is: `data-box` in the style sheet. */
type Part = 'head' | 'inside' | 'end';

/** Tells for each state of one view how its boxes are drawn. */
export function calloutBoxes(): (state: EditorState) => DecorationSet {
  let known: { doc: Node; boxes: DecorationSet } | null = null;
  return ({ doc }) => {
    if (known?.doc !== doc) known = { doc, boxes: boxesAfter(known, doc) };
    return known.boxes;
  };
}

function boxesAfter(known: { doc: Node; boxes: DecorationSet } | null, doc: Node): DecorationSet {
  if (!known || !changedText(known.doc, doc)) return boxesIn(doc);
  if (known.boxes === DecorationSet.empty) return known.boxes;
  const start = known.doc.content.findDiffStart(doc.content);
  const end = known.doc.content.findDiffEnd(doc.content);
  // A block was put in for one that says the same.
  if (start === null || end === null) return known.boxes;
  // Where the same letters stand before and behind, both looks have taken them.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const map = new StepMap([start, end.a + overlap - start, end.b + overlap - start]);
  return known.boxes.map(new Mapping([map]), doc);
}

function boxesIn(doc: Node): DecorationSet {
  const boxes: Decoration[] = [];
  let head: Node | null = null;
  let before: { node: Node; at: number } | null = null;
  const close = (part: Part) => {
    if (!head || !before) return;
    const { node, at } = before;
    if (node === head && part === 'end') return;
    boxes.push(
      Decoration.node(at, at + node.nodeSize, {
        'data-box': node === head ? 'head' : part,
        'data-box-tone': String(head.attrs.tone || 'note'),
      }),
    );
  };
  doc.forEach((node, at) => {
    const isCallout = node.type === schema.nodes.callout;
    const isInside = head !== null && node.attrs.depth > head.attrs.depth && !isCallout;
    close(isInside ? 'inside' : 'end');
    if (!isInside) head = isCallout ? node : null;
    before = { node, at };
  });
  close('end');
  return boxes.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, boxes);
}
