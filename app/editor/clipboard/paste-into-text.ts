/**
 * What is pasted while the caret is in a line of text, or blocks are selected.
 *
 * Invariant: what is pasted stands where it would stand had it been written there: as deep as the
 * line, inside a callout or toggle. A picture, callout or toggle whose text is empty stays one, and
 * none is taken apart into two. Lines of plain text become what Enter makes there.
 */
import { Fragment, type Mark, type Node, type ResolvedPos, Slice } from 'prosemirror-model';
import { Selection, TextSelection, type Transaction } from 'prosemirror-state';
import { MAX_DEPTH } from '../../../shared/document/schema.ts';
import {
  blockBehind,
  clearRange,
  contentFor,
  holdsBlocks,
  isFigure,
  reachesOverEdge,
} from '../commands/commands.ts';
import { addressesIn } from '../links/autolink.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';

/** Puts what is pasted in the place of the selection; null where the editor's own way will do. */
export function pasteIntoText(tr: Transaction, slice: Slice): Transaction | null {
  const { selection } = tr;
  if (!slice.content.firstChild?.isBlock) return null;
  if (selection instanceof BlockSelection) {
    const depth = selection.$from.nodeAfter?.attrs.depth ?? 0;
    return tr.replaceSelection(atDepth(slice, depth));
  }
  if (!(selection instanceof TextSelection)) return null;
  if (reachesOverEdge(selection)) clearRange(tr, selection.from, selection.to);
  else if (!selection.empty) tr.deleteSelection();
  const { $from } = tr.selection;
  if ($from.depth !== 1 || $from.parent.type.spec.code) return null;
  const block = $from.parent;
  const placed = atDepth(slice, block.attrs.depth + (holdsBlocks(block) ? 1 : 0));
  if (isFigure(block)) return pasteIntoCaption(tr, $from, placed);
  if (!holdsBlocks(block)) return tr.replaceSelection(placed);
  if (block.content.size > 0) return tr.replaceSelection(withLastLine(placed, $from));
  const first = placed.content.firstChild!;
  const { paragraph, heading } = schema.nodes;
  if (first.type !== paragraph && first.type !== heading) return putBehind(tr, $from, placed);
  const line = paragraph!.create(null, first.content);
  const content = placed.content.replaceChild(0, line);
  return tr.replaceSelection(new Slice(content, 1, placed.openEnd));
}

/** What begins with a line goes on in the caption, which keeps what it has; the rest is behind it. */
function pasteIntoCaption(tr: Transaction, place: ResolvedPos, placed: Slice): Transaction {
  const { content, openStart, openEnd } = placed;
  const first = content.firstChild!;
  const isPiece = content.childCount === 1 && openStart > 0 && openEnd > 0 && !isFigure(first);
  const isLine = first.type === schema.nodes.paragraph || first.type === schema.nodes.heading;
  if (!first.isTextblock || !(isLine || isPiece)) return putBehind(tr, place, placed);
  const line = schema.nodes.paragraph!.create(null, contentFor(place.parent.type, first.content));
  tr.replaceSelection(new Slice(Fragment.from(line), 1, 1));
  if (content.childCount === 1) return tr;
  const rest = Fragment.fromArray(content.content.slice(1));
  return putBehind(tr, tr.selection.$from, new Slice(rest, 0, 0));
}

/** What follows the caret in a callout or toggle stands in it, as behind Enter there. */
function withLastLine(placed: Slice, { parent, parentOffset }: ResolvedPos): Slice {
  if (placed.openEnd > 0 || parentOffset === parent.content.size) return placed;
  const { type, attrs } = blockBehind(parent);
  return new Slice(placed.content.addToEnd(type.create(attrs)), placed.openStart, 1);
}

function putBehind(tr: Transaction, place: ResolvedPos, { content }: Slice): Transaction {
  const at = place.after(1);
  tr.insert(at, content);
  return tr.setSelection(Selection.near(tr.doc.resolve(at + content.size), -1));
}

/** The same blocks, the shallowest of them at `depth`. */
function atDepth({ content, openStart, openEnd }: Slice, depth: number): Slice {
  const depths = content.content.map((node) => Number(node.attrs.depth ?? 0));
  const shift = depth - depths.reduce((least, each) => Math.min(least, each), Infinity);
  if (shift === 0) return new Slice(content, openStart, openEnd);
  const nodes = content.content.map((node, index) =>
    node.type.create(
      { ...node.attrs, depth: Math.min(depths[index]! + shift, MAX_DEPTH) },
      node.content,
      node.marks,
    ),
  );
  return new Slice(Fragment.fromArray(nodes), openStart, openEnd);
}

/** Lines of plain text, as they would become blocks if each ended with Enter; empty ones are layout. */
export function linesOfText(text: string, place: ResolvedPos, asWritten: boolean): Slice {
  const marks = place.marks();
  const lines = text.split(/[\r\n\v\f\u0085\u2028\u2029]+/).filter((line) => line !== '');
  const block = place.depth === 1 ? place.parent : schema.nodes.paragraph!.create();
  const nodes = lines.map((line, index): Node => {
    const content = asWritten ? schema.text(line, marks) : linkedText(line, marks);
    // The first line goes on in the block, whatever it is.
    if (index === 0) return schema.nodes.paragraph!.create(null, content);
    const { type, attrs } = blockBehind(block);
    return type.create({ ...attrs, depth: 0 }, content);
  });
  return new Slice(Fragment.fromArray(nodes), nodes.length > 0 ? 1 : 0, nodes.length > 0 ? 1 : 0);
}

/** A line of plain text with its addresses as links. */
function linkedText(line: string, marks: readonly Mark[]): Node[] {
  const nodes: Node[] = [];
  const put = (text: string, more: readonly Mark[]) => {
    if (text) nodes.push(schema.text(text, more));
  };
  const link = schema.marks.link!;
  let at = 0;
  const isFree = !marks.some((mark) => mark.type === link || mark.type.spec.code);
  for (const { from, to, href } of isFree ? addressesIn(line) : []) {
    put(line.slice(at, from), marks);
    put(line.slice(from, to), link.create({ href }).addToSet(marks));
    at = to;
  }
  put(line.slice(at), marks);
  return nodes;
}
