/**
 * Which threads go along where words are cut and put in elsewhere, or dragged there.
 *
 * Invariant: a thread goes only where its own words have gone, whole, and only while nothing of what
 * it was about is left: a copy takes none along.
 */
import type { Node, ResolvedPos } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { ThreadAnchor } from '../../../shared/discussion/anchor.ts';
import type { Thread } from '../../../shared/discussion/discussion.ts';
import type { ThreadId } from '../../../shared/discussion/keys.ts';
import {
  anchorOfBlock,
  anchorOfText,
  placeOf,
  type ThreadPlace,
} from '../../../shared/discussion/place.ts';
import { type Binding, blockAt } from '../binding/binding.ts';
import { blockStart, selectedBlocks } from '../commands/commands.ts';
import { withFolded } from '../folding/folding.ts';
import { BlockSelection } from '../selection/block-selection.ts';

/** A thread that is to hang on something else from now on. */
export interface CarriedThread {
  thread: ThreadId;
  anchor: ThreadAnchor;
}

interface Editor {
  view: EditorView;
  binding: Binding;
}

interface PlacedThread {
  id: ThreadId;
  place: ThreadPlace;
}

/** A thread of what was cut. */
export interface CutThread {
  thread: ThreadId;
  /** It begins behind so many characters and objects of what was cut. */
  from: number;
  /** What it is about; objects are U+FFFC. */
  words: string;
  isWhole: boolean;
}

/** What is about to be put in, and where. */
interface Insertion {
  doc: Node;
  from: number;
  to: number;
  cut: Cut;
  /** It was cut in another document. */
  isForeign: boolean;
}

/** What the clipboard held when it was cut. */
export interface Cut {
  text: string;
  html: string;
  threads: CutThread[];
}

/** What this person cut in one document and may put into another. */
export interface CutsElsewhere {
  /** For other documents and other tabs: what was cut here last. */
  keep(cut: Cut): void;
  /** What is in the clipboard now, and whether it was cut in another document or in this one. */
  find(isSame: (cut: Cut) => boolean): { cut: Cut; isForeign: boolean } | null;
  /** It was put in here: what threads of it would hang on. */
  arrived(cut: Cut, carried: readonly CarriedThread[]): void;
}

/**
 * Tells `carry` of threads whose words were cut and are in the text again.
 *
 * @param threads those that anybody would see, as they are now
 * @param carry says so in the discussion; settles, and does not fail, when that is done
 * @param elsewhere where what is cut may come from another document, or go there
 * @returns how to stop
 */
export function carryThreads(
  editor: Editor,
  threads: () => readonly Thread[],
  carry: (carried: CarriedThread[]) => Promise<unknown>,
  elsewhere: CutsElsewhere | null = null,
): () => void {
  const { view, binding } = editor;
  const { dom } = view;
  /** Of an event that the view has not handled yet. */
  let taken: CutThread[] = [];
  let insertion: Insertion | null = null;
  let cut: Cut | null = null;
  /** What is being said of them, and is not among their anchors yet. */
  const onTheWay = new Map<ThreadId, ThreadAnchor>();

  const placed = (): PlacedThread[] =>
    threads().map(({ id, anchors }) => {
      const newest = onTheWay.get(id);
      const all = newest ? [newest, ...anchors] : anchors;
      return { id, place: placeOf(binding.body, binding.undo.history.restored, all) };
    });
  const told = (put: readonly CutThread[], from: number, to: number) => {
    const gone = new Set(placed().flatMap(({ id, place }) => (place.isGone ? [id] : [])));
    const carried = put
      .filter(({ thread }) => gone.has(thread))
      .flatMap((thread) => found(view.state, binding, thread, from, to));
    if (carried.length === 0) return;
    for (const { thread, anchor } of carried) onTheWay.set(thread, anchor);
    void carry(carried).then(() => {
      for (const { thread, anchor } of carried)
        if (onTheWay.get(thread) === anchor) onTheWay.delete(thread);
    });
  };
  const beforeCut = () => {
    taken = view.editable ? threadsIn(view.state, binding, placed) : [];
  };
  const afterCut = ({ clipboardData }: ClipboardEvent) => {
    const text = clipboardData?.getData('text/plain') ?? '';
    const html = clipboardData?.getData('text/html') ?? '';
    cut = { text: plain(text), html, threads: taken };
    taken = [];
    elsewhere?.keep(cut);
  };
  const beforePaste = ({ clipboardData }: ClipboardEvent) => {
    insertion = null;
    const text = plain(clipboardData?.getData('text/plain') ?? '');
    const html = clipboardData?.getData('text/html') ?? '';
    const isSame = (one: Cut) =>
      one.threads.length > 0 &&
      (one.text.trim() === '' ? html.includes(one.html) : text === one.text);
    const put = cut && isSame(cut) ? { cut, isForeign: false } : elsewhere?.find(isSame);
    if (put) insertion = { ...insertionAt(view.state), ...put };
  };
  const afterPaste = () => {
    const { state } = view;
    if (!insertion || state.doc === insertion.doc) return;
    const { doc, from, to, cut: put, isForeign } = insertion;
    insertion = null;
    const end = Math.max(state.selection.to, to + state.doc.content.size - doc.content.size);
    if (!isForeign) return told(put.threads, from, end);
    const carried = put.threads.flatMap((thread) => found(state, binding, thread, from, end));
    if (carried.length > 0) elsewhere?.arrived(put, carried);
  };
  const beforeDrop = () => {
    taken = view.editable && view.dragging?.move ? threadsIn(view.state, binding, placed) : [];
  };
  const afterDrop = () => {
    const dragged = taken;
    taken = [];
    const { from, to } = view.state.selection;
    if (dragged.length > 0) told(dragged, from, to);
  };

  // The view listens at the same element: what comes first is heard on the way down.
  const heard = [
    ['cut', beforeCut, afterCut],
    ['paste', beforePaste, afterPaste],
    ['drop', beforeDrop, afterDrop],
  ] as const;
  for (const [type, before, after] of heard) {
    dom.addEventListener(type, before as EventListener, true);
    dom.addEventListener(type, after as EventListener);
  }
  return () => {
    for (const [type, before, after] of heard) {
      dom.removeEventListener(type, before as EventListener, true);
      dom.removeEventListener(type, after as EventListener);
    }
  };
}

/** Lines as all systems' clipboards give them back. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function insertionAt({ doc, selection }: EditorState): Pick<Insertion, 'doc' | 'from' | 'to'> {
  const { $from, from, to } = selection;
  return { doc, from: isEmptyLine($from) ? $from.before() : from, to };
}

/** What is put into an empty line may stand in its place. */
function isEmptyLine({ depth, parent }: ResolvedPos): boolean {
  return depth > 0 && parent.isTextblock && parent.content.size === 0;
}

/** The threads of which all that is left is selected, or some of it. */
function threadsIn(
  state: EditorState,
  binding: Binding,
  threads: () => readonly PlacedThread[],
): CutThread[] {
  if (state.selection.ranges.length > 1) return [];
  const { doc } = state;
  let { from, to } = state.selection;
  if (state.selection instanceof BlockSelection) {
    const blocks = withFolded(state, selectedBlocks(state));
    [from, to] = [blockStart(doc, blocks.from), blockStart(doc, blocks.to)];
  }
  if (from === to) return [];
  const all = threads();
  if (all.length === 0) return [];
  const letters = new Letters(doc, from, to);
  return all.flatMap(({ id, place }) => {
    const marked = markedBy(doc, binding, place);
    if (!marked) return [];
    const start = letters.before(Math.max(from, marked.from));
    const words = letters.text.slice(start, letters.before(Math.min(to, marked.to)));
    return words === '' ? [] : [{ thread: id, from: start, words, isWhole: place.isWhole }];
  });
}

/** Where in the view's document that is which a thread is about; null where that is nothing. */
function markedBy(
  doc: Node,
  binding: Binding,
  { at, ranges, isWhole, isGone }: ThreadPlace,
): { from: number; to: number } | null {
  if (!at || isGone) return null;
  if (isWhole) {
    const inside = binding.documentPosition(doc, { id: at.id, offset: 0 });
    if (inside === null) return null;
    const place = doc.resolve(inside);
    if (place.parent.isTextblock) return { from: place.before(), to: place.after() };
    return place.nodeAfter ? { from: inside, to: inside + place.nodeAfter.nodeSize } : null;
  }
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return null;
  const from = binding.documentPosition(doc, { id: first.block, offset: first.from });
  const to = binding.documentPosition(doc, { id: last.block, offset: last.to });
  return from === null || to === null ? null : { from, to };
}

/** What a thread hangs on where its words are in the text again; nothing where they are not. */
function found(
  state: EditorState,
  { body }: Binding,
  { thread, from, words, isWhole }: CutThread,
  start: number,
  end: number,
): CarriedThread[] {
  const { doc } = state;
  const letters = new Letters(doc, start, Math.min(end, doc.content.size));
  let at = from;
  if (!letters.text.startsWith(words, at)) {
    // Something else stands around them, as in a table: then they are where they stand once.
    at = letters.text.indexOf(words);
    if (at < 0 || letters.text.indexOf(words, at + 1) >= 0) return [];
  }
  const first = letters.positionOf(at);
  const last = letters.positionOf(at + words.length - 1) + 1;
  const place = doc.resolve(first);
  const { parent } = place;
  const isAll = !parent.isTextblock || parent.content.size === last - first;
  const block = blockAt(state, first);
  const anchor =
    isWhole && isAll
      ? anchorOfBlock(body, block.id)
      : anchorOfText(body, block, blockAt(state, last));
  return anchor ? [{ thread, anchor }] : [];
}

/** What stands between two positions, without what the blocks are. */
class Letters {
  readonly text: string;
  readonly #parts: { at: number; position: number; length: number }[] = [];

  constructor(doc: Node, from: number, to: number) {
    let text = '';
    doc.nodesBetween(from, to, (node, position) => {
      if (!node.isLeaf || node.isTextblock) return;
      const start = Math.max(from, position);
      const length = Math.min(to, position + node.nodeSize) - start;
      if (length <= 0) return;
      this.#parts.push({ at: text.length, position: start, length });
      text += node.text?.slice(start - position, start - position + length) ?? '\uFFFC';
    });
    this.text = text;
  }

  /** How many of them stand before a position. */
  before(position: number): number {
    let count = 0;
    for (const part of this.#parts) {
      if (part.position >= position) break;
      count = part.at + Math.min(part.length, position - part.position);
    }
    return count;
  }

  /** Where the one stands that has so many before it. */
  positionOf(index: number): number {
    const part = this.#parts.findLast(({ at }) => at <= index);
    return part ? part.position + index - part.at : 0;
  }
}
