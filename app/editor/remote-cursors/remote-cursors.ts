/**
 * Other people's carets and selections in the text.
 *
 * Invariant: a caret is drawn from its anchors, so it stays with its character; presence that does
 * not parse is not drawn; nothing here changes the document. In a block that is composed in, none is
 * drawn: an input method that finds its text taken apart begins it again, and it is there twice.
 */
import type { Node } from 'prosemirror-model';
import { type EditorState, type PluginView, Selection } from 'prosemirror-state';
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view';
import type { Awareness } from 'y-protocols/awareness';
import { anchorToJson } from '../../../shared/document/position.ts';
import { type Person, Presence } from '../../../shared/protocol/presence.ts';
import type { Binding } from '../binding/binding.ts';
import { decorationsOf } from '../viewport/decorations-of.ts';
import { positionIn } from './cursor-of-person.ts';

/** How often one's own cursor is told at the most. */
const TELL_EVERY_MS = 60;
/** How long a caret that has moved shows whose it is. */
const NAMED_FOR_MS = 2000;

export interface RemoteCursors {
  draw(state: Pick<EditorState, 'doc' | 'selection'>): DecorationSet;
  /** An input method begins; it ends by the view's own event. */
  startComposing(): void;
  /** A click on another's caret. Says whether it was one. */
  clickOnCaret(view: EditorView, event: MouseEvent): boolean;
  /** Tells one's own caret, and asks for all to be drawn anew when one of the others has moved. */
  follow(view: EditorView, drawAnew: () => void): PluginView & { destroy(): void };
}

export function remoteCursorsOf(binding: Binding, awareness: Awareness): RemoteCursors {
  let isComposing = false;
  const decorationsIn = (doc: Node): Decoration[] => {
    const decorations: Decoration[] = [];
    for (const [client, state] of awareness.getStates()) {
      if (client === awareness.clientID) continue;
      const presence = Presence.safeParse(state);
      if (!presence.success || !presence.data.cursor) continue;
      const { person, cursor } = presence.data;
      const anchor = positionIn(binding, doc, cursor.anchor);
      const head = positionIn(binding, doc, cursor.head);
      if (anchor === null || head === null) continue;
      const from = Math.min(anchor, head);
      const to = Math.max(anchor, head);
      if (from < to)
        decorations.push(
          Decoration.inline(from, to, { class: 'selection-of', 'data-color': person.color }),
        );
      decorations.push(
        Decoration.widget(head, () => caret(person), {
          // Drawn anew when they move, so that the name shows again.
          key: `${client} ${person.name} ${person.color} ${JSON.stringify(cursor.head)}`,
          side: -1,
          ignoreSelection: true,
        }),
      );
    }
    return decorations;
  };
  return {
    draw: ({ doc, selection: { $head } }) => {
      const drawn = decorationsIn(doc);
      if (!isComposing || $head.depth === 0) return decorationsOf(doc, drawn);
      const [start, end] = [$head.before(), $head.after()];
      return decorationsOf(
        doc,
        drawn.filter(({ from, to }) => to < start || from > end),
      );
    },
    startComposing: () => {
      isComposing = true;
    },
    clickOnCaret,
    follow: (view, drawAnew) => {
      const stopTelling = tellCursor(view, binding, awareness);
      // An input method may have begun before this part was there.
      isComposing = view.composing;
      const redraw = (changes: { added: number[]; updated: number[]; removed: number[] }) => {
        const others = [...changes.added, ...changes.updated, ...changes.removed];
        if (others.every((client) => client === awareness.clientID)) return;
        drawAnew();
      };
      // The view takes in the composed text a moment after the event.
      const composed = () =>
        requestAnimationFrame(() => {
          if (view.isDestroyed) return;
          if (view.composing) {
            composed();
            return;
          }
          isComposing = false;
          drawAnew();
        });
      awareness.on('change', redraw);
      view.dom.addEventListener('compositionend', composed);
      return {
        update: stopTelling.update,
        destroy: () => {
          awareness.off('change', redraw);
          view.dom.removeEventListener('compositionend', composed);
          stopTelling.destroy();
        },
      };
    },
  };
}

/** A click on another's caret is a click on the text at it: the browser by itself ignores it. */
function clickOnCaret(view: EditorView, event: MouseEvent): boolean {
  const drawn = event.target instanceof Element ? event.target.closest('.caret') : null;
  if (!drawn || event.button !== 0) return false;
  event.preventDefault();
  view.focus();
  const place = view.state.doc.resolve(view.posAtDOM(drawn, 0));
  view.dispatch(view.state.tr.setSelection(Selection.near(place)));
  return true;
}

function caret(person: Person): HTMLElement {
  const element = document.createElement('span');
  element.className = 'caret';
  element.dataset.color = person.color;
  element.setAttribute('aria-hidden', 'true');
  // Drawn by the style sheet, so that the name is no text of the document to search or to copy.
  element.dataset.name = person.name;
  requestAnimationFrame(() => turnInwards(element));
  // Whoever points at it later may do so in another window, or text may have been put before it.
  element.addEventListener('pointerenter', () => turnInwards(element));
  // No animation of the style sheet: a running one costs frames at every move.
  setTimeout(() => element.classList.add('resting'), NAMED_FOR_MS);
  return element;
}

/** How wide a name may be, in the style sheet: 13 rem. */
const NAME_REM = 13;

/** Has the name lie the other way where it would reach beyond the edge of the window. */
function turnInwards(element: HTMLElement): void {
  const { left, right } = element.getBoundingClientRect();
  const root = document.documentElement;
  const isToLeft = getComputedStyle(element).direction === 'rtl';
  const room = isToLeft ? right : root.clientWidth - left;
  const rem = Number.parseFloat(getComputedStyle(root).fontSize);
  element.classList.toggle('at-edge', room < NAME_REM * rem);
}

/** Tells others where one's own cursor is, while the editor has the focus and may be written in. */
function tellCursor(view: EditorView, binding: Binding, awareness: Awareness) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let told = '';
  const tell = () => {
    timer = null;
    if (view.isDestroyed) return;
    const selection = view.hasFocus() && view.editable ? binding.anchorSelection(view.state) : null;
    const cursor = selection && {
      anchor: anchorToJson(selection.anchor),
      head: anchorToJson(selection.head),
    };
    const text = JSON.stringify(cursor);
    if (text === told) return;
    told = text;
    awareness.setLocalStateField('cursor', cursor);
  };
  const soon = () => {
    timer ??= setTimeout(tell, TELL_EVERY_MS);
  };
  soon();
  view.dom.addEventListener('focus', soon);
  view.dom.addEventListener('blur', soon);
  return {
    update: soon,
    destroy: () => {
      if (timer !== null) clearTimeout(timer);
      view.dom.removeEventListener('focus', soon);
      view.dom.removeEventListener('blur', soon);
      if (awareness.getLocalState() !== null) awareness.setLocalStateField('cursor', null);
    },
  };
}
