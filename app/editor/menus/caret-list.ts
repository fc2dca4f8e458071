/**
 * Lists at the caret: a sign at the beginning of a word opens one, what is typed behind it searches.
 *
 * Invariant: the text stays as it was typed until an item is chosen; then what was typed and what
 * is put in its place are one change, and so one step of undo. The focus never leaves the text.
 */
import {
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { PersonColor } from '../../../shared/protocol/presence.ts';
import type { CommandIcon } from '../command-registry.ts';
import { HeldKeys } from '../held-keys.ts';
import { schema } from '../schema.ts';

export interface CaretItem {
  /** Told apart from the others of its kind. */
  id: string;
  label: string;
  icon?: CommandIcon | undefined;
  /** What is drawn in place of an icon: an emoji. */
  picture?: string;
  /** Of a person. */
  color?: PersonColor;
  shortcut?: string | undefined;
  /** Puts it at the caret, where what was typed is gone already. */
  put: (tr: Transaction) => Transaction;
  /** What comes after that. */
  after?: ((view: EditorView) => void) | undefined;
}

/** A sign that opens a list. */
export interface CaretSign {
  /** Id of the list box. */
  readonly name: 'insert-block' | 'emoji' | 'mention';
  readonly sign: string;
  /** Whether the sign means a list here, as its text goes on before it. */
  mayFollow(before: string): boolean;
  /** Whether it may also open in the cell of a table. */
  readonly inCells: boolean;
}

export interface CaretListKind extends CaretSign {
  /**
   * What a search finds; null where what was typed is none. `asked`: the list was asked for by a
   * command, so it is shown before anything is typed.
   */
  find(query: string, asked: boolean): readonly CaretItem[] | null;
  /** What a name stands for that is typed in full, between two signs. */
  named?(name: string): CaretItem | null;
  /** Fetches what the list consists of. */
  load?(): Promise<unknown>;
  /** Whether nobody can tell yet what there is to choose from. */
  isPending?(): boolean;
}

export interface CaretList {
  kind: CaretListKind;
  /** Where the sign stands. */
  from: number;
  query: string;
  asked: boolean;
  items: readonly CaretItem[];
  /** The item that Enter takes. */
  index: number;
}

type Told =
  | { open: CaretListKind; at: number; asked: boolean }
  | { index: number }
  | { loaded: true }
  | { close: true };

interface Spec {
  kinds: readonly CaretListKind[];
}

const key = new PluginKey<CaretList | null>('caret-list');

/** The open list, or null. With no item to choose from there is none to see. */
export function openList(state: EditorState): CaretList | null {
  const list = key.getState(state);
  return list && list.items.length > 0 ? list : null;
}

export function caretListKinds(state: EditorState): readonly CaretListKind[] {
  return (key.get(state)?.spec as Spec | undefined)?.kinds ?? [];
}

export function optionId(kind: CaretListKind, item: CaretItem): string {
  return `${kind.name}-${item.id}`;
}

export function caretLists(kinds: readonly CaretListKind[]): Plugin<CaretList | null> {
  /** Keys from the one on that chooses, while it is not known from what. */
  const held = new HeldKeys();
  return new Plugin<CaretList | null>({
    key,
    ...({ kinds } satisfies Spec),
    state: {
      init: () => null,
      apply: (tr, before, _old, state) => {
        const told = tr.getMeta(key) as Told | undefined;
        if (told && 'close' in told) return null;
        if (told && 'index' in told) return before && { ...before, index: told.index };
        if (told && 'open' in told) return search(state, told.open, told.at, told.asked);
        if (!before) return null;
        if (!tr.docChanged && !tr.selectionSet && !told) return before;
        const from = tr.mapping.map(before.from, 1);
        const now = search(state, before.kind, from, before.asked);
        // What others write meanwhile does not change which item is the one.
        return now && now.query === before.query && !told ? { ...before, from } : now;
      },
    },
    props: {
      handleTextInput: (view, from, to, text) => {
        if (view.composing) return false;
        if (text.length === 1 && takeNamed(view, text)) return true;
        const kind = kinds.find(({ sign }) => sign === text);
        if (!kind || !mayOpen(view.state, kind, from)) return false;
        typeSign(view, kind, { from, to, asked: false });
        return true;
      },
      handleKeyDown: (view, event) => {
        if (event.isComposing) return false;
        const kind = key.getState(view.state)?.kind;
        const chooses = event.key === 'Enter' || event.key === 'Tab';
        if (held.isWaiting || (chooses && kind?.isPending?.() && !held.isReleasing)) {
          // Where it cannot be had, the keys are only keys.
          const search = () =>
            view.dispatch(view.state.tr.setMeta(key, { loaded: true } satisfies Told));
          held.hold(view, event, async () => {
            await kind?.load?.().catch(() => undefined);
            if (!view.isDestroyed) search();
          });
          return true;
        }
        const list = openList(view.state);
        if (!list) return false;
        const { items, index } = list;
        const count = items.length;
        if (event.key === 'ArrowDown') highlight(view, (index + 1) % count);
        else if (event.key === 'ArrowUp') highlight(view, (index + count - 1) % count);
        else if (event.key === 'Enter' || event.key === 'Tab') choose(view, items[index]!);
        else if (event.key === 'Escape') closeList(view);
        else return false;
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          if (key.getState(view.state)) closeList(view);
          return false;
        },
      },
      attributes: (state): Record<string, string> => {
        const list = openList(state);
        if (!list) return {};
        return {
          'aria-autocomplete': 'list',
          'aria-controls': list.kind.name,
          'aria-activedescendant': optionId(list.kind, list.items[list.index]!),
        };
      },
    },
  });
}

function search(
  state: EditorState,
  kind: CaretListKind,
  from: number,
  asked: boolean,
): CaretList | null {
  const query = queryAt(state, kind.sign, from);
  const items = query === null ? null : kind.find(query, asked);
  return query === null || !items ? null : { kind, from, query, asked, items, index: 0 };
}

export function mayOpen(state: EditorState, kind: CaretListKind, at: number): boolean {
  const { parent, parentOffset, depth } = state.doc.resolve(at);
  if (!parent.inlineContent || parent.type.spec.code || (depth !== 1 && !kind.inCells))
    return false;
  const marks = state.storedMarks ?? state.doc.resolve(at).marks();
  if (schema.marks.code!.isInSet(marks)) return false;
  return kind.mayFollow(parent.textBetween(0, parentOffset, undefined, '\n').slice(-1));
}

/** What was typed behind the sign; null where the caret has left it. */
function queryAt({ selection, doc }: EditorState, sign: string, from: number): string | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $head } = selection;
  if (from < $head.start() || from >= $head.pos) return null;
  const text = doc.textBetween(from, $head.pos, undefined, '\n');
  return text.startsWith(sign) && !text.includes('\n') ? text.slice(sign.length) : null;
}

export function typeSign(
  view: EditorView,
  kind: CaretListKind,
  { from, to, asked }: { from: number; to: number; asked: boolean },
): void {
  const told: Told = { open: kind, at: from, asked };
  view.dispatch(view.state.tr.insertText(kind.sign, from, to).setMeta(key, told));
  void kind.load?.().then(
    () => {
      const list = view.isDestroyed ? null : key.getState(view.state);
      if (list?.kind !== kind) return;
      // Fast hands may have typed the whole name before it was known.
      const { sign, named } = kind;
      const item = list.query.endsWith(sign) && named?.(list.query.slice(0, -sign.length));
      if (item) putItem(view, item, list.from);
      else view.dispatch(view.state.tr.setMeta(key, { loaded: true } satisfies Told));
    },
    () => {
      // Not reachable now: what was typed is text, and the next sign asks again.
    },
  );
}

/** The second sign of a name typed in full: first it is text, then what the name stands for. */
function takeNamed(view: EditorView, text: string): boolean {
  const list = key.getState(view.state);
  if (list?.kind.sign !== text || list.query === '') return false;
  const item = list.kind.named?.(list.query);
  if (!item) return false;
  view.dispatch(view.state.tr.insertText(text));
  putItem(view, item, list.from);
  return true;
}

export function highlight(view: EditorView, index: number): void {
  if (openList(view.state)?.index === index) return;
  view.dispatch(view.state.tr.setMeta(key, { index } satisfies Told));
}

export function closeList(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(key, { close: true } satisfies Told));
}

/** Takes what was typed away and puts the item where it stood, as one change. */
export function choose(view: EditorView, item: CaretItem): void {
  const list = key.getState(view.state);
  if (list) putItem(view, item, list.from);
}

function putItem(view: EditorView, item: CaretItem, from: number): void {
  const tr = view.state.tr.delete(from, view.state.selection.head);
  const told: Told = { close: true };
  // As what is pasted, it is a step of undo by itself, however short.
  view.dispatch(item.put(tr).setMeta(key, told).setMeta('paste', true).scrollIntoView());
  view.focus();
  item.after?.(view);
}
