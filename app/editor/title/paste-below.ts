/**
 * What is pasted or dropped into the title and is more than one: a page, a list, a picture. The title takes the
 * first line where that reads as one, and the text begins with the rest.
 *
 * Invariant: nothing of what is pasted is left out because a title has no room for it; what would have
 * fitted is the browser's to paste.
 */
import { Selection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';
import type { Carried } from '../../ui/page-snapshot.ts';
import { clipboardPart, pasteWhenRead, textOf } from '../clipboard/lazy-clipboard.ts';
import { placed, readNow } from '../clipboard/read-now.ts';
import { blockStart } from '../commands/commands.ts';
import { schema } from '../schema.ts';

/** Whether a field of the title can take all that is pasted or dropped into it. */
export function fits(field: HTMLTextAreaElement, data: Carried): boolean {
  const written = data.getData('text/plain');
  // A browser has room for blanks before a line first, and leaves out the end of that.
  const text = written.trimEnd();
  if (text !== '')
    return !/[\r\n]/.test(text.trimStart()) && text.length <= roomIn(field, selectedIn(field));
  const html = data.getData('text/html').trim();
  // A page of a blank, and no picture.
  const isBlank = /^[^\r\n]+$/.test(written) && !html.includes('<img');
  return data.files.length === 0 && (html === '' || isBlank);
}

/** From where to where in a field. */
export type Range = readonly [from: number, to: number];

export function selectedIn({ selectionStart, selectionEnd }: HTMLTextAreaElement): Range {
  return [selectionStart, selectionEnd];
}

export function roomIn({ value }: HTMLTextAreaElement, [from, to]: Range): number {
  return MAX_TITLE_LENGTH - (value.length - (to - from));
}

/**
 * Says whether it is pasted by this, and so not by the browser.
 *
 * @param place where in the field, also when one is there no more
 */
export function pasteBelow(
  view: EditorView,
  field: HTMLTextAreaElement,
  carried: Carried | null,
  place: () => Range,
): boolean {
  if (!carried || !view.editable || fits(field, carried)) return false;
  const { data } = readNow({ clipboardData: carried });
  const text = textOf(view, data);
  const { tr } = view.state;
  view.dispatch(tr.setSelection(Selection.atStart(tr.doc)));
  view.focus();
  const read = Promise.all([import('./title-of-paste.ts'), clipboardPart.load()]).then(
    ([{ readTitle }]) => readTitle({ view, field, place, data, text }),
  );
  pasteWhenRead(view, read, text, (whole) => {
    beginText(view);
    view.pasteText(whole, pasteOf(data));
  });
  return true;
}

/** What pastes it into the text. */
export function pasteOf(data: Carried): ClipboardEvent {
  const { again } = readNow({ clipboardData: data });
  placed.add(again);
  return again as ClipboardEvent;
}

/** Puts the caret into an empty line above all others. */
export function beginText(view: EditorView): void {
  const { doc, tr } = view.state;
  const { paragraph } = schema.nodes;
  const first = doc.firstChild!;
  const at = blockStart(doc, 0);
  if (first.type !== paragraph || first.content.size > 0) tr.insert(at, paragraph!.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)));
}
