/**
 * Days in the text: put in, and found again. What it takes to show and change them comes later.
 */
import type { Node } from 'prosemirror-model';
import { type EditorState, NodeSelection, type Transaction } from 'prosemirror-state';
import { isDate } from '../../../shared/document/dates.ts';
import { newBlockId } from '../../../shared/document/operations/block-shape.ts';
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

export function idOf(node: Node): string | null {
  const { id } = node.attrs.embed as InlineObject;
  return typeof id === 'string' ? id : null;
}
