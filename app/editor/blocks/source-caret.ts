/**
 * The caret in blocks that show something else than their text: it goes in, and their text shows.
 *
 * Invariant: while an end of the selection is in such a block its source is drawn, so a caret is
 * never where nothing can be seen.
 */
import { type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorProps, type EditorView } from 'prosemirror-view';
import { schema } from '../schema.ts';

/** Of an element whose text is hidden as long as the caret is not in it. */
export const HIDES_SOURCE = 'hides-source';

const { formula, codeBlock } = schema.nodes;

export const sourceCaret = {
  decorations: drawSources,
  handleKeyDown: (view, event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (shiftKey || ctrlKey || metaKey || altKey || event.isComposing) return false;
    const way = WAYS[key];
    const tr = way && step(view, way[0], way[1]);
    if (!tr) return false;
    view.dispatch(tr.scrollIntoView());
    return true;
  },
} satisfies EditorProps;

const WAYS: Readonly<Record<string, ['up' | 'down' | 'left' | 'right', 1 | -1]>> = {
  ArrowUp: ['up', -1],
  ArrowDown: ['down', 1],
  ArrowLeft: ['left', -1],
  ArrowRight: ['right', 1],
};

function drawSources({ selection, doc }: EditorState): DecorationSet | null {
  const drawn: Decoration[] = [];
  for (const place of new Set([selection.$anchor, selection.$head])) {
    const { parent } = place;
    if (place.depth !== 1 || (parent.type !== formula && parent.type !== codeBlock)) continue;
    const start = place.before(1);
    if (drawn.some(({ from }) => from === start)) continue;
    drawn.push(Decoration.node(start, start + parent.nodeSize, { class: 'shows-source' }));
  }
  return drawn.length > 0 ? DecorationSet.create(doc, drawn) : null;
}

/** From the edge of a block into one with a hidden source, or out of such a block again. */
function step(
  view: EditorView,
  way: 'up' | 'down' | 'left' | 'right',
  by: 1 | -1,
): Transaction | null {
  const { selection, doc, tr } = view.state;
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $head } = selection;
  if ($head.depth !== 1) return null;
  const at = by === 1 ? $head.after(1) : $head.before(1);
  const next = by === 1 ? doc.resolve(at).nodeAfter : doc.resolve(at).nodeBefore;
  if (!next) return null;
  const start = by === 1 ? at : at - next.nodeSize;
  const isOut = hidesSource(view, $head.before(1));
  if (!isOut && !hidesSource(view, start)) return null;
  if (!view.endOfTextblock(way)) return null;
  // An object beside it is selected as ever.
  if (!next.isTextblock) return null;
  const inside = by === 1 ? start + 1 : start + next.nodeSize - 1;
  return tr.setSelection(Selection.near(doc.resolve(inside), by));
}

function hidesSource(view: EditorView, at: number): boolean {
  const type = view.state.doc.nodeAt(at)?.type;
  if (type !== formula && type !== codeBlock) return false;
  const element = view.nodeDOM(at);
  return element instanceof Element && element.classList.contains(HIDES_SOURCE);
}
