/**
 * Formulas inside lines: put in and changed.
 *
 * Invariant: one that is changed stays the object it was, so that two people's changes of it meet;
 * one without a source is none.
 */
import {
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { newBlockId } from '../../../../shared/document/operations/block-shape.ts';
import { schema } from '../../schema.ts';
import { isInlineFormula, mayPutFormula, sourceOfFormula } from './inline-formula.ts';

/** What the form is about: the selected formula, or the text that is to become one. */
export function formulaTarget({ selection, doc }: EditorState): { source: string } {
  if (selection instanceof NodeSelection && isInlineFormula(selection.node))
    return { source: sourceOfFormula(selection.node) };
  return { source: doc.textBetween(selection.from, selection.to, ' ', ' ') };
}

/** Gives the formula its source, with the caret behind it (1) or before it (-1). */
export function putFormula(state: EditorState, source: string, side: 1 | -1): Transaction {
  const { selection, tr } = state;
  const { from, to } = selection;
  const known = selection instanceof NodeSelection && isInlineFormula(selection.node);
  if (source === '') return known ? tr.delete(from, to) : tr;
  if (known) {
    const { id = newBlockId() } = selection.node.attrs.embed;
    tr.setNodeAttribute(from, 'embed', { object: 'formula', source, id });
  } else if (mayPutFormula(state)) {
    const embed = { object: 'formula', source, id: newBlockId() };
    tr.replaceWith(from, to, schema.nodes.object!.create({ embed }, null, selection.$from.marks()));
  } else return tr;
  // It comes as a whole, as what is pasted does, and so is a step of undo by itself.
  tr.setMeta('paste', true);
  return tr.setSelection(TextSelection.create(tr.doc, side === 1 ? from + 1 : from));
}
