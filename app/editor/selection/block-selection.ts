/**
 * Whole blocks as a selection: what Escape makes of a caret, and what arrows then move over.
 *
 * Invariant: it begins before a block and ends behind one, so that deleting, moving and copying it
 * never cuts a block; while it stands, typed characters change nothing.
 */
import type { Node, ResolvedPos, Slice } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  Plugin,
  Selection,
  SelectionRange,
  TextSelection,
} from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { behindFold, seenBlock } from '../folding/folding.ts';

export class BlockSelection extends Selection {
  /** Both places stand before a block: the one it was begun at, and the one it has come to. */
  constructor($anchor: ResolvedPos, $head: ResolvedPos) {
    const doc = $anchor.doc;
    const [$first, $last] = $anchor.pos <= $head.pos ? [$anchor, $head] : [$head, $anchor];
    const end = doc.resolve($last.pos + $last.nodeAfter!.nodeSize);
    super($anchor, $head, [new SelectionRange($first, end)]);
    this.visible = false;
  }

  /** The blocks from the one at `anchor` to the one at `head`: any position in or before them. */
  static between(doc: Node, anchor: number, head = anchor): BlockSelection {
    return new BlockSelection(beforeBlock(doc, anchor), beforeBlock(doc, head));
  }

  override eq(other: Selection): boolean {
    return (
      other instanceof BlockSelection && other.anchor === this.anchor && other.head === this.head
    );
  }

  override map(doc: Node, mapping: Mappable): Selection {
    return BlockSelection.between(doc, mapping.map(this.anchor), mapping.map(this.head));
  }

  override content(): Slice {
    return this.$anchor.doc.slice(this.from, this.to);
  }

  override toJSON(): { type: string; anchor: number; head: number } {
    return { type: 'blocks', anchor: this.anchor, head: this.head };
  }

  static override fromJSON(doc: Node, json: { anchor: number; head: number }): BlockSelection {
    return BlockSelection.between(doc, json.anchor, json.head);
  }
}
Selection.jsonID('blocks', BlockSelection);

function beforeBlock(doc: Node, position: number): ResolvedPos {
  const place = doc.resolve(Math.min(Math.max(position, 0), doc.content.size));
  if (place.depth > 0) return doc.resolve(place.before(1));
  // Behind the last block there is none that begins: that one is meant.
  return place.nodeAfter ? place : doc.resolve(place.pos - place.nodeBefore!.nodeSize);
}

/** Escape: from the text to its blocks. */
export const selectBlocks: Command = (state, dispatch) => {
  const { selection } = state;
  if (selection instanceof BlockSelection) return false;
  const { from, to, $to } = selection;
  const head = $to.depth === 0 && to > from ? to - 1 : to;
  const blocks = BlockSelection.between(state.doc, from, head);
  dispatch?.(state.tr.setSelection(blocks).scrollIntoView());
  return true;
};

/** Arrows: to the block above or below; `extend` keeps what is selected. */
export function moveBlockSelection(direction: -1 | 1, extend = false): Command {
  return (state, dispatch) => {
    const { selection, doc } = state;
    if (!(selection instanceof BlockSelection)) return false;
    const edge = extend ? selection.$head : direction === 1 ? last(selection) : selection.$from;
    const index = edge.index(0);
    const to = direction === 1 ? behindFold(state, index + 1) : seenBlock(state, index - 1);
    if (to >= 0 && to < doc.childCount) {
      const next = edge.posAtIndex(to, 0);
      const moved = BlockSelection.between(doc, extend ? selection.anchor : next, next);
      dispatch?.(state.tr.setSelection(moved).scrollIntoView());
    }
    return true;
  };
}

function last({ $anchor, $head }: BlockSelection): ResolvedPos {
  return $anchor.pos > $head.pos ? $anchor : $head;
}

/** Enter on selected blocks: the caret goes to the end of the last one. */
export const editSelectedBlock: Command = (state, dispatch) => {
  const { selection, doc } = state;
  if (!(selection instanceof BlockSelection)) return false;
  const caret = Selection.findFrom(doc.resolve(selection.to), -1, true);
  if (!caret || caret.from < selection.from) return false;
  dispatch?.(state.tr.setSelection(TextSelection.create(doc, caret.to)).scrollIntoView());
  return true;
};

/** Draws the selection, and keeps typed characters out of it. */
export function blockSelection(): Plugin {
  return new Plugin({
    props: {
      decorations: drawSelection,
      handleTextInput: (view) => view.state.selection instanceof BlockSelection,
    },
  });
}

function drawSelection(state: EditorState): DecorationSet | null {
  const { selection, doc } = state;
  if (!(selection instanceof BlockSelection)) return null;
  const drawn: Decoration[] = [];
  let at = selection.from;
  for (let index = selection.$from.index(0); at < selection.to; index++) {
    const end = at + doc.child(index).nodeSize;
    drawn.push(Decoration.node(at, end, { class: 'selected-block' }));
    at = end;
  }
  return DecorationSet.create(doc, drawn);
}
