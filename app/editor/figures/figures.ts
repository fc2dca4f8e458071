/**
 * Pictures and files on their way into the text: by paste, by drop, or chosen.
 *
 * Invariant: a file lands where it was put, however long it takes to read and whoever writes
 * meanwhile; as long as it is not there, the text is as it was. Dropping a file beside the text
 * never makes the browser leave the page.
 */
import { Fragment, type Node, Slice } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { attachmentOf } from '../../../shared/document/attachments.ts';
import { blockStart, isFigure } from '../commands.ts';
import { depthBetween, type Landing } from '../menus/drop.ts';
import { schema } from '../schema.ts';
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
  return new Plugin<Figures>({
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
      handlePaste: (view, event) => {
        const data = event.clipboardData;
        if (!data) return false;
        const files = [...data.files];
        const html = data.getData('text/html');
        if (files.length > 0 && !saysMore(html)) {
          insertFiles(view, files);
          return true;
        }
        if (!PICTURE_AS_DATA.test(html)) return false;
        const arrival = beginArrival(view, view.state.selection.to);
        void loadInsertion().then(({ pasteWithPictures }) =>
          pasteWithPictures(view, desk, html, arrival),
        );
        return true;
      },
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        event.preventDefault();
        insertFiles(view, files, landingOfFiles(view, event.clientY));
        return true;
      },
      transformCopied: captionAlone,
      transformPasted: (slice, view) => {
        if (!view.dragging?.move) adoptFigures(view, slice);
        return wholeFigures(slice);
      },
      // What is typed on a selected picture does not take its place.
      handleTextInput: ({ state: { selection } }) =>
        selection instanceof NodeSelection && isFigure(selection.node),
    },
  });
}

/** Text out of a single caption is mere text. */
function captionAlone(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const only = content.childCount === 1 ? content.child(0) : null;
  if (!only || !isFigure(only) || openStart === 0 || openEnd === 0) return slice;
  const text = schema.nodes.paragraph!.create(null, only.content);
  return new Slice(Fragment.from(text), 1, 1);
}

/** At the ends of what is pasted a picture is one, too, and not the text of its caption. */
function wholeFigures({ content, openStart, openEnd }: Slice): Slice {
  const isWhole = (node: Node | null) => node !== null && isFigure(node);
  return new Slice(
    content,
    isWhole(content.firstChild) ? 0 : openStart,
    isWhole(content.lastChild) ? 0 : openEnd,
  );
}

const PICTURE_AS_DATA = /<img\b[^>]*\bsrc\s*=\s*["']?data:image\//i;

/** Whether what was copied is more than the one picture whose bytes came along. */
function saysMore(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent.trim() !== '' || body.querySelectorAll('img').length !== 1;
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

/** Where files that are dropped at a height of the window land: between two blocks. */
export function landingOfFiles(view: EditorView, y: number): Landing {
  const { doc } = view.state;
  let target = 0;
  let wanted = 0;
  view.dom.querySelectorAll<HTMLElement>(':scope > [data-block]').forEach((block) => {
    const box = block.getBoundingClientRect();
    if (box.height === 0 || y < box.top) return;
    const index = Math.min(doc.resolve(view.posAtDOM(block, 0)).index(0), doc.childCount - 1);
    target = y < (box.top + box.bottom) / 2 ? index : index + 1;
    wanted = doc.child(index).attrs.depth as number;
  });
  return { target, depth: depthBetween(doc, target, wanted) };
}

/** Asks for files and puts them at the caret. */
export function pickFiles(accept: string): Command {
  return (state, dispatch, view) => {
    if (!view?.editable || !deskOf(state)) return false;
    if (!dispatch) return true;
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = accept;
    input.addEventListener('change', () => {
      view.focus();
      insertFiles(view, [...(input.files ?? [])]);
    });
    input.addEventListener('cancel', () => view.focus());
    input.click();
    return true;
  };
}

/** Tells that blocks came in that may show what this document does not have yet. */
export function adoptFigures(view: EditorView, { content }: Slice): void {
  const ids = new Set<string>();
  content.descendants((node) => {
    const embed = node.attrs.embed as { src?: unknown } | undefined;
    const src: unknown = node.attrs.src ?? embed?.src;
    const id = typeof src === 'string' ? attachmentOf(src) : null;
    if (id) ids.add(id);
  });
  if (ids.size > 0)
    void deskOf(view.state)
      ?.ready()
      .then((attachments) => attachments.adopt(ids));
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
