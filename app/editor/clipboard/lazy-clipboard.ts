/**
 * Stands for the clipboard's part of the editor until that is loaded, after the text.
 *
 * Invariant: what is pasted or dropped before is read at once, since no browser lets it be read
 * later, and comes where it was meant to when the part arrives, or as mere text, HTML too, where that
 * cannot be had in time: before the page goes, or the document from it. What is copied or cut before
 * is written at once, too, as the schema draws it: browsers give the clipboard to nobody who comes late.
 */
import type { ResolvedPos, Slice } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { __parseFromClipboard, type EditorView } from 'prosemirror-view';
import { t } from '../../i18n/i18n.ts';
import { announce } from '../../ui/announce.ts';
import { Lazy } from '../../ui/lazy-part.ts';
import type { Carried } from '../../ui/page-snapshot.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
import { placed, readNow } from './read-now.ts';

declare module 'prosemirror-view' {
  /** As pasting reads it, which the view keeps to itself. */
  export function __parseFromClipboard(
    view: EditorView,
    text: string,
    html: string,
    plainText: boolean,
    $context: ResolvedPos,
  ): Slice | null;
}

/** A network that died in the middle of an answer tells nobody so, ms. */
const PATIENCE_MS = 8000;

export const clipboardPart = new Lazy(async () => {
  const [{ clipboard }, { figureClipboard }] = await Promise.all([
    import('./clipboard.ts'),
    import('../figures/figure-clipboard.ts'),
  ]);
  return { clipboard, figureClipboard };
});

/** A place in the text, whatever is written meanwhile: before what is written right there, or behind. */
interface PasteTarget {
  readonly from: number;
  readonly to: number;
  readonly side: -1 | 1;
}
type PasteTargets = ReadonlyMap<object, PasteTarget>;

const key = new PluginKey<PasteTargets>('lazyClipboard');

export function lazyClipboard(): Plugin<PasteTargets> {
  const plugin = new Plugin<PasteTargets>({
    key,
    state: {
      init: () => new Map(),
      apply: (tr, before) => {
        const told = tr.getMeta(key) as PasteTargets | undefined;
        if (told) return told;
        if (!tr.docChanged || before.size === 0) return before;
        return new Map(
          [...before].map(([of, { from, to, side }]) => [
            of,
            { from: tr.mapping.map(from, side), to: tr.mapping.map(to, side), side },
          ]),
        );
      },
    },
    props: { handleDOMEvents: { paste: postpone, drop: postpone } },
    view: (view) => {
      const takeIn = () => {
        const clipboard = clipboardPart.get()?.clipboard;
        // The view asks for them each time, so they can change without making all plugins anew.
        if (clipboard) Object.assign(plugin.props, { handleDOMEvents: {} }, clipboard().props);
      };
      takeIn();
      const unsubscribe = clipboardPart.subscribe(takeIn);
      const hurry = () => {
        for (const put of [...(waiting.get(view) ?? [])]) put();
      };
      // Before others write down what is in the document.
      addEventListener('pagehide', hurry, true);
      return {
        destroy: () => {
          unsubscribe();
          removeEventListener('pagehide', hurry, true);
          hurry();
        },
      };
    },
  });
  return plugin;
}

function postpone(view: EditorView, event: ClipboardEvent | DragEvent): boolean {
  // What is dragged within the text is moved as it is; and what is composed is the browser's.
  if (clipboardPart.get() || view.dragging || view.composing || !view.editable) return false;
  const { isDrop, data, again } = readNow(event);
  event.preventDefault();
  placed.add(again);
  const part = clipboardPart.load().then(() => () => void view.dom.dispatchEvent(again));
  if (isDrop)
    part.then(
      (drop) => view.isDestroyed || drop(),
      () => announce(t().notLoaded.clipboard),
    );
  else
    pasteWhenRead(view, part, textOf(view, data), (text) =>
      view.pasteText(text, again as ClipboardEvent),
    );
  return true;
}

/** What is pasted, as text alone; of a picture nothing, which is more than its name. */
export function textOf(
  view: EditorView,
  { files, getData }: Pick<Carried, 'files' | 'getData'>,
): string {
  const text = getData('text/plain');
  if (text) return text;
  const html = files.length > 0 ? '' : getData('text/html');
  const { $from } = view.state.selection;
  const content = __parseFromClipboard(view, '', html, false, $from)?.content;
  return content?.textBetween(0, content.size, '\n') ?? '';
}

/** What is to be pasted into a view and waits, to be put there at once as mere text. */
const waiting = new WeakMap<EditorView, Set<() => void>>();

/**
 * Pastes where the caret is now what takes a while to be read, when it has been; else the text alone:
 * where it cannot be read, or the page goes, or after `patienceMs`.
 */
export function pasteWhenRead(
  view: EditorView,
  read: Promise<() => void>,
  text: string,
  pasteText: (text: string) => void,
  patienceMs: number | null = PATIENCE_MS,
): void {
  const place = keep(view, -1);
  const others = waiting.get(view) ?? new Set();
  waiting.set(view, others);
  const put = (how: () => void) => {
    if (!others.delete(giveUp)) return;
    waitingInput.set(giveUp, false);
    if (!view.isDestroyed) putAt(view, place, how);
  };
  const asText = () =>
    text === '' ? announce(t().notLoaded.clipboard) : pasteText(text.toWellFormed());
  const giveUp = () => put(asText);
  const arrive = (how: () => void) => {
    // A composition would end by it.
    if (view.composing)
      view.dom.addEventListener('compositionend', () => setTimeout(arrive, 0, how), { once: true });
    else put(how);
  };
  others.add(giveUp);
  waitingInput.set(giveUp, true);
  const patience = text && patienceMs ? setTimeout(arrive, patienceMs, asText) : undefined;
  read.then(arrive, () => arrive(asText)).finally(() => clearTimeout(patience));
}

/** Remembers what is selected now. */
function keep(view: EditorView, side: -1 | 1): object {
  const { state } = view;
  const { from, to } = state.selection;
  const place = {};
  const places = new Map(key.getState(state)).set(place, { from, to, side });
  view.dispatch(state.tr.setMeta(key, places));
  return place;
}

function claim(view: EditorView, place: object): PasteTarget | undefined {
  const places = new Map(key.getState(view.state));
  const taken = places.get(place);
  places.delete(place);
  view.dispatch(view.state.tr.setMeta(key, places));
  return taken;
}

/** Does something at a place, and leaves whoever has gone on writing where they are. */
function putAt(view: EditorView, place: object, put: () => void): void {
  const at = claim(view, place);
  const { selection } = view.state;
  if (!at || (at.from === selection.from && at.to === selection.to)) {
    put();
    return;
  }
  const writing = keep(view, 1);
  select(view, at);
  put();
  select(view, claim(view, writing) ?? at);
}

function select(view: EditorView, { from, to }: PasteTarget): void {
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
}
