/**
 * What is dropped in a text, from elsewhere or dragged there from another place in it.
 *
 * Invariant: it stands where it would stand had it been pasted there, and is selected; a table that
 * it was taken out of, or comes into, keeps its form; and what others write in it meanwhile comes along.
 */
import type { Slice } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Transaction } from 'prosemirror-state';
import { dropPoint } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { clearRange, reachesOverEdge } from '../commands/commands.ts';
import { takenContent, textOfSlice } from './copied.ts';
import { pasteIntoCell } from './paste-into-table.ts';
import { pasteIntoText } from './paste-into-text.ts';

/** What is taken away, with what others wrote into it since it began to be dragged. */
function selectedNow(view: EditorView): Slice {
  let { slice } = view.serializeForClipboard(takenContent(view.state.selection));
  view.someProp('transformPasted', (transform) => {
    slice = transform(slice, view, false);
  });
  return slice;
}

/** False where the view's own way will do. */
export function drop(
  view: EditorView,
  { clientX, clientY }: DragEvent,
  dragged: Slice,
  isMoved: boolean,
): boolean {
  const { state } = view;
  const { doc, selection } = state;
  const slice = isMoved && !selection.empty ? selectedNow(view) : dragged;
  const at = view.posAtCoords({ left: clientX, top: clientY })?.pos;
  const isObject = isMoved && selection instanceof NodeSelection;
  if (at === undefined || isObject || !slice.content.firstChild?.isBlock) return false;
  // Dropped on itself it stays as it is.
  if (isMoved && at >= selection.from && at <= selection.to) return true;
  const { parent } = doc.resolve(at);
  const isText = parent.inlineContent && (slice.openStart > 0 || parent.type.spec.code === true);
  const place = isText ? at : (dropPoint(doc, at, slice) ?? at);
  const begin = (): Transaction => {
    const { tr } = state;
    if (isMoved && reachesOverEdge(selection)) clearRange(tr, selection.from, selection.to);
    else if (isMoved) tr.deleteSelection();
    return tr;
  };
  const taken = begin();
  const steps = taken.steps.length;
  const from = taken.mapping.map(place);
  const atPlace = (): Transaction => {
    const tr = begin();
    return tr.setSelection(TextSelection.create(tr.doc, from));
  };
  const tr = !isText
    ? taken.replaceRange(from, from, slice)
    : parent.type.spec.code
      ? atPlace().insertText(textOfSlice(slice))
      : (pasteIntoCell(atPlace(), slice) ?? pasteIntoText(atPlace(), slice));
  if (!tr) return false;
  const [$from, $to] = [from, tr.mapping.slice(steps).map(from)].map((end) => tr.doc.resolve(end));
  tr.setSelection(TextSelection.between($from!, $to!));
  view.focus();
  view.dispatch(tr.setMeta('uiEvent', 'drop'));
  return true;
}
