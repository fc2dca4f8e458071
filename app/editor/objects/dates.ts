/**
 * Days in the text: put in, told in the reader's language, changed where they stand.
 *
 * Invariant: a date that is changed stays the object it was, so that two people's changes of it
 * meet, and one of them counts for both.
 */
import type { Node } from 'prosemirror-model';
import { type EditorState, NodeSelection, type Transaction } from 'prosemirror-state';
import { isDate } from '../../../shared/document/dates.ts';
import { newBlockId } from '../../../shared/document/operations.ts';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { schema } from '../schema.ts';
import { putObject } from './put-object.ts';

/** The day so many days from now, where the person is. */
export function dayFromNow(days: number, now = new Date()): string {
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days));
  return day.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

export function putDate(tr: Transaction, date: string): Transaction {
  return putObject(tr, { object: 'date', id: newBlockId(), date });
}

/** The day a date stands for; null for what is no date. */
export function dayOf({ object, date }: InlineObject): string | null {
  return object === 'date' && isDate(date) ? date : null;
}

/** A day as people read it, in the language of the browser. */
export function dayInWords(date: string, length: 'short' | 'long', language?: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: length,
    day: 'numeric',
    month: length,
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}

/** A date in the text, by its name. */
export interface DateAt {
  id: string | null;
  date: string;
}

/** The date that is selected, or null. */
export function selectedDate({ selection }: EditorState): DateAt | null {
  const node = selection instanceof NodeSelection ? selection.node : null;
  const date = node && node.type === schema.nodes.object ? dayOf(node.attrs.embed) : null;
  return node && date ? { id: idOf(node), date } : null;
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

function idOf(node: Node): string | null {
  const { id } = node.attrs.embed as InlineObject;
  return typeof id === 'string' ? id : null;
}
