/**
 * Files on their way into the text, and the places they will be put at. Loaded after the text, with
 * whoever lets files in.
 *
 * Invariant: a place stays where it was meant, whatever is written meanwhile.
 */
import type { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../i18n/i18n.ts';
import { announce } from '../../ui/announce.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
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
  const at = landing ? blockStart(doc, landing.target) : caretOf(selection);
  const arrival = beginArrival(view, at);
  waitingInput.set(arrival, true);
  // They are nowhere else in the app until they have been read.
  addEventListener('beforeunload', askToStay);
  waits++;
  loadInsertion()
    .then(({ insertWhenRead }) => insertWhenRead(view, attachmentSource, files, arrival, landing))
    .catch((error: unknown) => {
      console.error('Files could not be put in.', error);
      announce(t().tryOnline);
    })
    .finally(() => {
      waitingInput.set(arrival, false);
      if (--waits === 0) removeEventListener('beforeunload', askToStay);
    });
}

/** How many times files are being read. */
let waits = 0;
const askToStay = (event: Event) => event.preventDefault();

/** Of blocks that are selected whole the last one is meant. */
function caretOf({ $to }: Selection): number {
  return $to.depth === 0 ? Math.max(0, $to.pos - 1) : $to.pos;
}

/** Remembers a place in the text, whatever is written meanwhile. */
function beginArrival(view: EditorView, at: number): object {
  const arrival = {};
  const caret = caretOf(view.state.selection);
  view.dispatch(view.state.tr.setMeta(key, { begin: arrival, at, caret } satisfies Told));
  return arrival;
}

/**
 * Where that place is now, which then is forgotten; and whether somebody has gone on meanwhile, here
 * or elsewhere, and so has to keep the caret.
 */
export function takeArrival(view: EditorView, arrival: object): { at: number; hasGoneOn: boolean } {
  const now = caretOf(view.state.selection);
  const { at, caret } = key.getState(view.state)?.arrivals.get(arrival) ?? {
    at: now,
    caret: [now],
  };
  view.dispatch(view.state.tr.setMeta(key, { end: arrival } satisfies Told));
  return { at, hasGoneOn: caret.some((place) => place !== now) };
}
