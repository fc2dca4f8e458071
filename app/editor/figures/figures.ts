/**
 * Pictures and files on their way into the text: by paste, by drop, or chosen.
 *
 * Invariant: a file lands where it was put, however long it takes to read and whoever writes
 * meanwhile; as long as it is not there, the text is as it was. Dropping a file beside the text
 * never makes the browser leave the page.
 */
import { type EditorState, NodeSelection, Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { blockStart, isFigure } from '../commands.ts';
import { clipboardPart } from '../late-clipboard.ts';
import type { Landing } from '../menus/drop.ts';
import type { FigureDesk } from './desk.ts';

/** A place in the text that something will be put at. */
interface Arrival {
  readonly at: number;
}

interface Figures {
  readonly desk: FigureDesk;
  readonly arrivals: ReadonlyMap<object, Arrival>;
}

type Told = { begin: object; at: number } | { end: object };

const key = new PluginKey<Figures>('figures');

export const loadInsertion = () => import('./insert-files.ts');

/** Where the blocks of this editor ask for pictures and files. */
export function deskOf(state: EditorState): FigureDesk | null {
  return key.getState(state)?.desk ?? null;
}

export function figures(desk: FigureDesk): Plugin<Figures> {
  const plugin = new Plugin<Figures>({
    key,
    state: {
      init: () => ({ desk, arrivals: new Map() }),
      apply: (tr, before) => {
        const told = tr.getMeta(key) as Told | undefined;
        if (!told && (!tr.docChanged || before.arrivals.size === 0)) return before;
        const arrivals = new Map<object, Arrival>();
        for (const [arrival, { at }] of before.arrivals)
          arrivals.set(arrival, { at: tr.mapping.map(at) });
        if (told && 'begin' in told) arrivals.set(told.begin, { at: told.at });
        if (told && 'end' in told) arrivals.delete(told.end);
        return { desk, arrivals };
      },
    },
    props: {
      // What is typed on a selected picture does not take its place.
      handleTextInput: ({ state: { selection } }) =>
        selection instanceof NodeSelection && isFigure(selection.node),
    },
    view: () => {
      // Until then nothing is pasted or dropped.
      const takeIn = () => {
        Object.assign(plugin.props, clipboardPart.get()?.figureClipboard(desk));
      };
      takeIn();
      return { destroy: clipboardPart.subscribe(takeIn) };
    },
  });
  return plugin;
}

/** Puts files into the text, where they were dropped or else at the caret. */
export function insertFiles(
  view: EditorView,
  files: readonly File[],
  landing: Landing | null = null,
): void {
  const { doc, selection } = view.state;
  const desk = deskOf(view.state);
  if (!desk || !view.editable) return;
  // Of blocks that are selected whole the last one is meant.
  const { $to } = selection;
  const caret = $to.depth === 0 ? Math.max(0, $to.pos - 1) : $to.pos;
  const arrival = beginArrival(view, landing ? blockStart(doc, landing.target) : caret);
  void loadInsertion().then(({ insertWhenRead }) =>
    insertWhenRead(view, desk, files, arrival, landing),
  );
}

/** Remembers a place in the text, whatever is written meanwhile. */
export function beginArrival(view: EditorView, at: number): object {
  const arrival = {};
  view.dispatch(view.state.tr.setMeta(key, { begin: arrival, at }));
  return arrival;
}

/** Where that place is now, which then is forgotten. */
export function takeArrival(view: EditorView, arrival: object): number {
  const at = key.getState(view.state)?.arrivals.get(arrival)?.at ?? view.state.selection.to;
  view.dispatch(view.state.tr.setMeta(key, { end: arrival }));
  return at;
}
