/**
 * Days in the text, told in the reader's language and changed where they stand.
 *
 * Invariant: a date that is changed stays the object it was, so that two people's changes of it
 * meet, and one of them counts for both.
 */
import type { Node } from 'prosemirror-model';
import { type EditorState, NodeSelection, type Transaction } from 'prosemirror-state';
import { newBlockId } from '../../../shared/document/operations/block-shape.ts';
import { locale } from '../../i18n/i18n.ts';
import { schema } from '../schema.ts';
import { type DateAt, dayOf, idOf, selectedDate } from './dates.ts';

/** A day as people read it, in the language of the interface. */
export function dayInWords(
  date: string,
  length: 'short' | 'long',
  language: string = locale(),
): string {
  return new Intl.DateTimeFormat(language, {
    weekday: length,
    day: 'numeric',
    month: length,
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}

/** Gives a date another day, wherever it stands by now; null where it is gone. */
export function changeDate(state: EditorState, { id }: DateAt, date: string): Transaction | null {
  const at = id === null ? selectedPosition(state) : positionOf(state, id);
  const node = at === null ? null : state.doc.nodeAt(at);
  if (at === null || !node) return null;
  const embed = { ...node.attrs.embed, id: id ?? newBlockId(), date };
  const tr = state.tr.setNodeAttribute(at, 'embed', embed);
  return tr.setSelection(NodeSelection.create(tr.doc, at));
}

function selectedPosition(state: EditorState): number | null {
  return selectedDate(state) ? state.selection.from : null;
}

function positionOf({ doc, selection }: EditorState, id: string): number | null {
  const isIt = (node: Node | null) =>
    node !== null &&
    node.type === schema.nodes.object &&
    idOf(node) === id &&
    dayOf(node.attrs.embed) !== null;
  if (isIt(doc.nodeAt(selection.from))) return selection.from;
  let found: number | null = null;
  doc.descendants((node, position) => {
    if (isIt(node)) found = position;
    return found === null;
  });
  return found;
}
