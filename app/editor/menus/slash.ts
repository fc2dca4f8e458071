/**
 * `/` at the beginning of a word, and the search that follows it.
 *
 * Invariant: the text stays as it was typed until a kind is chosen; then what was typed and the new
 * block are one change, and so one step of undo.
 */
import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import {
  ASKING_COMMANDS,
  type InsertCommand,
  insertCommands,
  type Panel,
} from '../command-registry.ts';
import { schema } from '../schema.ts';
import { search } from './search.ts';

export interface Slash {
  /** Where the `/` stands. */
  from: number;
  items: readonly InsertCommand[];
  /** The item that Enter takes. */
  index: number;
}

export const SLASH_LIST = 'insert-block';
export function optionId(command: InsertCommand): string {
  return `${SLASH_LIST}-${command.id}`;
}

type Told = { open: number } | { index: number } | { close: true };

const key = new PluginKey<Slash | null>('slash');

/** The open menu, or null. With no item to choose from there is none to see. */
export function openSlash(state: EditorState): Slash | null {
  const slash = key.getState(state);
  return slash && slash.items.length > 0 ? slash : null;
}

/** `open`: opens a panel, for what asks for more. */
export function slash(open: (panel: Panel) => void): Plugin<Slash | null> {
  const kinds = [...insertCommands(), ...ASKING_COMMANDS];
  return new Plugin<Slash | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, before, _old, state) => {
        const told = tr.getMeta(key) as Told | undefined;
        if (told && 'close' in told) return null;
        if (told && 'index' in told) return before && { ...before, index: told.index };
        const from = told ? told.open : before && tr.mapping.map(before.from, 1);
        const query = from === null ? null : queryAt(state, from);
        if (from === null || query === null) return null;
        if (before && !told && !tr.docChanged) return before;
        return { from, items: search(kinds, query), index: 0 };
      },
    },
    props: {
      handleTextInput: (view, from, to, text) => {
        if (text !== '/' || view.composing || !mayOpen(view.state, from)) return false;
        view.dispatch(view.state.tr.insertText('/', from, to).setMeta(key, { open: from }));
        return true;
      },
      handleKeyDown: (view, event) => {
        const shown = openSlash(view.state);
        if (!shown || event.isComposing) return false;
        const { items, index } = shown;
        const count = items.length;
        if (event.key === 'ArrowDown') highlight(view, (index + 1) % count);
        else if (event.key === 'ArrowUp') highlight(view, (index + count - 1) % count);
        else if (event.key === 'Enter' || event.key === 'Tab') choose(view, items[index]!, open);
        else if (event.key === 'Escape') closeSlash(view);
        else return false;
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          if (key.getState(view.state)) closeSlash(view);
          return false;
        },
      },
      attributes: (state): Record<string, string> => {
        const open = openSlash(state);
        if (!open) return {};
        return {
          'aria-autocomplete': 'list',
          'aria-controls': SLASH_LIST,
          'aria-activedescendant': optionId(open.items[open.index]!),
        };
      },
    },
  });
}

function mayOpen(state: EditorState, at: number): boolean {
  const place = state.doc.resolve(at);
  if (place.depth !== 1 || place.parent.type.spec.code) return false;
  if (schema.marks.code!.isInSet(state.storedMarks ?? place.marks())) return false;
  const before = place.parent.textBetween(0, place.parentOffset, undefined, '\n').slice(-1);
  return before === '' || /\s/.test(before);
}

/** What was typed behind the `/`; null where the caret has left it. */
function queryAt({ selection, doc }: EditorState, from: number): string | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $head } = selection;
  if ($head.depth !== 1 || from < $head.start() || from >= $head.pos) return null;
  const text = doc.textBetween(from, $head.pos, undefined, '\n');
  // Whoever goes on with a blank writes a slash, not a command.
  return text.startsWith('/') && !/^\/\s|\n/.test(text) ? text.slice(1) : null;
}

export function highlight(view: EditorView, index: number): void {
  if (openSlash(view.state)?.index === index) return;
  view.dispatch(view.state.tr.setMeta(key, { index }));
}

export function closeSlash(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(key, { close: true }));
}

/** Takes what was typed away and puts the block where it stood, as one change. */
export function choose(
  view: EditorView,
  command: InsertCommand,
  open: (panel: Panel) => void,
): void {
  const shown = openSlash(view.state);
  if (!shown) return;
  const tr = view.state.tr.delete(shown.from, view.state.selection.head);
  view.dispatch(command.put(tr).setMeta(key, { close: true }).scrollIntoView());
  view.focus();
  if (command.asks) open(command.asks);
  command.ask?.(view.state, view.dispatch, view);
}
