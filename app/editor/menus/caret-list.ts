/**
 * Lists at the caret: a sign at the beginning of a word opens one, what is typed behind it searches.
 *
 * Invariant: the text stays as it was typed until an item is chosen; then what was typed and what
 * is put in its place are one change, and so one step of undo. A list that a button or a command asks
 * for has no sign in the text, so nothing is left of it. The focus never leaves the text.
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
import type { CommandIcon } from '../commands/command.ts';
import { hold } from '../input/held-keys.ts';
import { staysAsTyped } from '../input/typography.ts';
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
  readonly name: 'insert-block' | 'emoji' | 'mention' | 'document';
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
  /** Does what `named` is for where the sign was typed at `at` and all behind it too early. */
  takeTyped?(view: EditorView, at: number): void;
  /** Fetches what the list consists of. */
  load?(): Promise<unknown>;
  /** Whether nobody can tell yet what there is to choose from. */
  isPending?(): boolean;
}

export interface CaretList {
  kind: CaretListKind;
  /** Where the sign stands, or what is typed for a list that was asked for. */
  from: number;
  query: string;
  asked: boolean;
  items: readonly CaretItem[];
  /** The item that Enter takes. */
  index: number;
}

/** A list where its sign stands, or what is typed for one that was asked for. */
type Opened = Pick<CaretList, 'kind' | 'from' | 'asked'>;

/** What a transaction tells the lists; one of these. */
interface Told {
  open?: Opened;
  index?: number;
  loaded?: CaretListKind;
  close?: true;
}

interface Lists {
  readonly list: CaretList | null;
  /** What was opened before it was known what there is to choose from, in the order of time. */
  readonly awaited: readonly Opened[];
}

interface Spec {
  kinds: readonly CaretListKind[];
}

const key = new PluginKey<Lists>('caret-list');

const listOf = (state: EditorState) => key.getState(state)?.list;

/** The open list, or null. With no item to choose from there is none to see. */
export function openList(state: EditorState): CaretList | null {
  const list = listOf(state);
  return list && list.items.length > 0 ? list : null;
}

export function caretListKinds(state: EditorState): readonly CaretListKind[] {
  return (key.get(state)?.spec as Spec | undefined)?.kinds ?? [];
}

export function optionId(kind: CaretListKind, item: CaretItem): string {
  return `${kind.name}-${item.id}`;
}

export function caretLists(kinds: readonly CaretListKind[]): Plugin<Lists> {
  // Where it cannot be had, the keys are only keys.
  const loads = new Map(
    kinds.map((kind) => [
      kind,
      async (view: EditorView) => {
        await kind.load?.().catch(() => undefined);
        showLoaded(view, kind);
      },
    ]),
  );
  return new Plugin<Lists>({
    key,
    ...({ kinds } satisfies Spec),
    state: {
      init: () => ({ list: null, awaited: [] }),
      apply: (tr, { list, awaited }, _old, state) => ({
        list: listAfter(tr, list, state),
        awaited: awaitedAfter(tr, awaited),
      }),
    },
    props: {
      handleTextInput: (view, from, to, text) => {
        if (view.composing) return false;
        if (text.length === 1 && takeNamed(view, text)) return true;
        const kind = kinds.find(
          (one) => one.sign.at(-1) === text && mayOpen(view.state, one, from),
        );
        if (!kind) return false;
        const at = from - kind.sign.length + 1;
        openAt(view, view.state.tr.insertText(text, from, to), { kind, from: at, asked: false });
        return true;
      },
      handleKeyDown: (view, event) => {
        if (event.isComposing) return false;
        const kind = listOf(view.state)?.kind;
        const chooses = event.key === 'Enter' || event.key === 'Tab';
        // The key that chooses waits, while it is not known from what.
        const load = chooses && kind?.isPending?.() && loads.get(kind);
        if (load && hold(view, event, load)) return true;
        const list = openList(view.state);
        if (!list) return false;
        const { items, index } = list;
        const count = items.length;
        if (event.key === 'ArrowDown') highlight(view, (index + 1) % count);
        else if (event.key === 'ArrowUp') highlight(view, (index + count - 1) % count);
        else if (event.key === 'Enter' || event.key === 'Tab') choose(view, items[index]!);
        else if (event.key === 'Escape') closeList(view);
        else if (event.key === 'Backspace' && list.asked && list.query === '') closeList(view);
        else return false;
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          if (listOf(view.state)) closeList(view);
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

function listAfter(
  tr: Transaction,
  before: CaretList | null,
  state: EditorState,
): CaretList | null {
  const { open, index, close, loaded } = toldBy(tr);
  if (close) return null;
  if (index !== undefined) return before && { ...before, index };
  if (open) return search(state, open);
  if (!before) return null;
  if (!tr.docChanged && !tr.selectionSet && !loaded) return before;
  const from = tr.mapping.map(before.from, before.asked ? -1 : 1);
  const now = search(state, { ...before, from });
  // What others write meanwhile does not change which item is the one.
  return now && now.query === before.query && !loaded ? { ...before, from } : now;
}

function awaitedAfter(tr: Transaction, before: readonly Opened[]): readonly Opened[] {
  const { open, loaded } = toldBy(tr);
  const awaited = before
    .filter(({ kind }) => kind !== loaded)
    .map((one) => ({ ...one, from: tr.mapping.map(one.from, 1) }));
  return open ? [...awaited, open] : awaited;
}

const toldBy = (tr: Transaction): Told => tr.getMeta(key) ?? {};
const tell = (tr: Transaction, told: Told): Transaction => tr.setMeta(key, told);

/** The list that is open at a place, with what is found for what was typed there. */
function search(state: EditorState, { kind, from, asked }: Opened): CaretList | null {
  const query = queryAt(state, asked ? '' : kind.sign, from);
  const items = query === null ? null : kind.find(query, asked);
  return query === null || !items ? null : { kind, from, query, asked, items, index: 0 };
}

/** Whether a kind of list has its place here, wherever in its text. */
export function mayAsk(state: EditorState, kind: CaretListKind, at: number): boolean {
  const { parent, depth } = state.doc.resolve(at);
  if (!parent.inlineContent || parent.type.spec.code || (depth !== 1 && !kind.inCells))
    return false;
  const marks = state.storedMarks ?? state.doc.resolve(at).marks();
  return !schema.marks.code!.isInSet(marks);
}

function mayOpen(state: EditorState, kind: CaretListKind, at: number): boolean {
  const place = state.doc.resolve(at);
  if (!mayAsk(state, kind, at) || staysAsTyped(place)) return false;
  const { parent, parentOffset } = place;
  const before = parent.textBetween(0, parentOffset, undefined, '\n');
  // The last sign is about to be typed.
  const begun = kind.sign.slice(0, -1);
  const behind = before.length - begun.length;
  return before.endsWith(begun) && kind.mayFollow(before.slice(0, behind).slice(-1));
}

/** What was typed behind the sign; null where the caret has left it. */
function queryAt({ selection, doc }: EditorState, sign: string, from: number): string | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null;
  const { $head } = selection;
  if (from < $head.start() || from + sign.length > $head.pos) return null;
  const text = doc.textBetween(from, $head.pos, undefined, '\n');
  return text.startsWith(sign) && !text.includes('\n') ? text.slice(sign.length) : null;
}

/** Opens a list with what a transaction does to the text. */
export function openAt(view: EditorView, tr: Transaction, opened: Opened): void {
  view.dispatch(tell(tr, { open: opened }));
  const loaded = () => showLoaded(view, opened.kind);
  // Where it is not reachable, what was typed is text, and the next sign asks again.
  void opened.kind.load?.().then(loaded, loaded);
}

/** Shows what has come, and puts it where fast hands have typed whole names before it was known. */
function showLoaded(view: EditorView, loaded: CaretListKind): void {
  if (view.isDestroyed) return;
  const { awaited } = key.getState(view.state)!;
  view.dispatch(tell(view.state.tr, { loaded }));
  // From behind: what stands before stays where it is.
  for (const { kind, from } of [...awaited].sort((a, b) => b.from - a.from)) {
    // Where one composes the text is the browser's.
    if (kind === loaded && !view.composing) kind.takeTyped?.(view, from);
  }
}

/** The second sign of a name typed in full: first it is text, then what the name stands for. */
function takeNamed(view: EditorView, text: string): boolean {
  const list = listOf(view.state);
  if (list?.kind.sign !== text || list.query === '') return false;
  const item = list.kind.named?.(list.query);
  if (!item) return false;
  view.dispatch(view.state.tr.insertText(text));
  putItem(view, item, list.from);
  return true;
}

export function highlight(view: EditorView, index: number): void {
  if (openList(view.state)?.index === index) return;
  view.dispatch(tell(view.state.tr, { index }));
}

export function closeList(view: EditorView): void {
  view.dispatch(tell(view.state.tr, { close: true }));
}

/** Takes what was typed away and puts the item where it stood, as one change. */
export function choose(view: EditorView, item: CaretItem): void {
  const list = listOf(view.state);
  if (list) putItem(view, item, list.from);
}

/** Puts an item in place of what stands between `from` and the caret. */
function putItem(view: EditorView, item: CaretItem, from: number): void {
  const tr = view.state.tr.delete(from, view.state.selection.head);
  // As what is pasted, it is a step of undo by itself, however short.
  view.dispatch(tell(item.put(tr), { close: true }).setMeta('paste', true).scrollIntoView());
  view.focus();
  item.after?.(view);
}
