/**
 * Files on their way into the text, and the places they will be put at. Loaded after the text, with
 * whoever lets files in.
 *
 * Invariant: a place stays where it was meant, whatever is written meanwhile.
 */
import type { EditorView } from 'prosemirror-view';
import { blockStart } from '../commands/commands.ts';
import type { Landing } from '../menus/drop.ts';
import { attachmentSourceOf, key, type Told } from './figures.ts';

export const loadInsertion = () => import('./insert-files.ts');

/** Puts files into the text, where they were dropped or else at the caret. */
export function insertFiles(
  view: EditorView,
  files: readonly File[],
  landing: Landing | null = null,
): void {
  const { doc, selection } = view.state;
  const attachmentSource = attachmentSourceOf(view.state);
  if (!attachmentSource || !view.editable) return;
  // Of blocks that are selected whole the last one is meant.
  const { $to } = selection;
  const caret = $to.depth === 0 ? Math.max(0, $to.pos - 1) : $to.pos;
  const arrival = beginArrival(view, landing ? blockStart(doc, landing.target) : caret);
  void loadInsertion().then(({ insertWhenRead }) =>
    insertWhenRead(view, attachmentSource, files, arrival, landing),
  );
}

/** Remembers a place in the text, whatever is written meanwhile. */
export function beginArrival(view: EditorView, at: number): object {
  const arrival = {};
  view.dispatch(view.state.tr.setMeta(key, { begin: arrival, at } satisfies Told));
  return arrival;
}

/** Where that place is now, which then is forgotten. */
export function takeArrival(view: EditorView, arrival: object): number {
  const at = key.getState(view.state)?.arrivals.get(arrival)?.at ?? view.state.selection.to;
  view.dispatch(view.state.tr.setMeta(key, { end: arrival } satisfies Told));
  return at;
}
