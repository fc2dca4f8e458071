/**
 * Folding: which headings and toggles this device shows without what belongs to them.
 *
 * Invariant: the document knows nothing of it. What one saw is folded away by folding it and by
 * nothing else, and the selection never ends in what is folded: where it would, that is unfolded.
 */
import type { Node } from 'prosemirror-model';
import {
  AllSelection,
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { changedBlocks } from '../binding/to-body.ts';
import type { Range } from '../viewport/ranges.ts';
import type { SectionView } from './section-view.ts';
import { hiddenRanges, keepsSections, sectionEnd } from './sections.ts';

/** The ids of folded blocks; there may be some of blocks that are gone. */
type Folded = ReadonlySet<string>;

interface Folding {
  readonly folded: Folded;
  readonly hidden: readonly Range[];
}

const NONE: Folding = { folded: new Set(), hidden: [] };

const key = new PluginKey<Folding>('folding');

/** The blocks that are folded away, as indexes. */
export function hiddenBlocks(state: EditorState): readonly Range[] {
  return key.getState(state)?.hidden ?? NONE.hidden;
}

export function foldedIds(state: EditorState): Folded {
  return key.getState(state)?.folded ?? NONE.folded;
}

export function isFolded(state: EditorState, id: string): boolean {
  return foldedIds(state).has(id);
}

/** The folded stretch that has the block at `index`, or null. */
function stretchWith(hidden: readonly Range[], index: number): Range | null {
  return hidden.find(({ from, to }) => from <= index && index < to) ?? null;
}

/** `index`, or behind what is folded if that is what begins or goes on there. */
export function behindFold(state: EditorState, index: number): number {
  return stretchWith(hiddenBlocks(state), index)?.to ?? index;
}

/** `index`, or the folded block that stands for it. */
export function seenBlock(state: EditorState, index: number): number {
  const stretch = stretchWith(hiddenBlocks(state), index);
  return stretch ? stretch.from - 1 : index;
}

/** A stretch of blocks with what is folded behind its last one. */
export function withFolded<Blocks extends Range>(state: EditorState, { from, to }: Blocks): Range {
  return { from, to: behindFold(state, to) };
}

/** A transaction that shows the block at a position, if it is folded away. */
export function unfoldAt(state: EditorState, position: number): Transaction | null {
  return unfolding(state, [indexAt(state.doc, position)]);
}

function unfolding(state: EditorState, indexes: readonly number[]): Transaction | null {
  const before = key.getState(state) ?? NONE;
  const folded = new Set(before.folded);
  for (const index of indexes) {
    let stretch = stretchWith(hiddenRanges(state.doc, folded), index);
    while (stretch) {
      folded.delete(state.doc.child(stretch.from - 1).attrs.id);
      stretch = stretchWith(hiddenRanges(state.doc, folded), index);
    }
  }
  return folded.size === before.folded.size ? null : state.tr.setMeta(key, folded);
}

export function indexAt(doc: Node, position: number): number {
  return Math.min(doc.resolve(position).index(0), doc.childCount - 1);
}

/** Folds the block at `index`, or unfolds it; false where nothing belongs to it. */
export function toggleFold(index: number): Command {
  return (state, dispatch) => {
    const { doc } = state;
    const { id } = doc.child(index).attrs;
    const folded = new Set(foldedIds(state));
    if (!folded.delete(id)) {
      if (sectionEnd(doc, index) === index + 1) return false;
      folded.add(id);
    }
    dispatch?.(withFolds(state, folded));
    return true;
  };
}

/** Folds just these; a caret that would be folded away goes to the end of what is folded. */
export function withFolds(state: EditorState, folded: Folded): Transaction {
  const tr = state.tr.setMeta(key, folded);
  const hidden = hiddenRanges(state.doc, folded);
  const { anchor, head } = state.selection;
  const stretch =
    stretchWith(hidden, indexAt(state.doc, head)) ??
    stretchWith(hidden, indexAt(state.doc, anchor));
  if (!stretch || state.selection instanceof AllSelection) return tr;
  let end = 0;
  for (let index = 0; index < stretch.from; index++) end += state.doc.child(index).nodeSize;
  return tr.setSelection(TextSelection.create(state.doc, end - 1));
}

/** Which blocks are folded, kept somewhere for the next time the document is opened. */
export interface StoredFolds {
  read(): readonly string[];
  keep(ids: readonly string[]): void;
}

export function folding(kept: StoredFolds): Plugin<Folding> {
  return new Plugin<Folding>({
    key,
    state: {
      init: (_config, { doc }) => {
        const folded = new Set(kept.read());
        return { folded, hidden: hiddenRanges(doc, folded) };
      },
      apply: (tr, before, { doc: old }) => {
        const folded = tr.getMeta(key) as Folded | undefined;
        if (folded) return { folded, hidden: hiddenRanges(tr.doc, folded) };
        if (!tr.docChanged || before.folded.size === 0) return before;
        const changed = changedBlocks(old, tr.doc);
        if (!changed || keepsSections(old, tr.doc, changed)) return before;
        return stillSeen(old, tr.doc, before);
      },
    },
    appendTransaction: (transactions, _before, state) => {
      const hidden = hiddenBlocks(state);
      const { selection, doc } = state;
      if (hidden.length === 0 || selection instanceof AllSelection) return null;
      if (!transactions.some((tr) => tr.selectionSet || tr.docChanged)) return null;
      return unfolding(state, [indexAt(doc, selection.anchor), indexAt(doc, selection.head)]);
    },
    view: () => ({
      update: (view, previous) => {
        const [was, now] = [key.getState(previous)!.folded, key.getState(view.state)!.folded];
        if (was === now) return;
        for (const section of sectionsOf(view)) section.showFold();
        kept.keep([...now]);
      },
    }),
  });
}

/** The folds of a changed document. What would fold away a block that was to be seen is unfolded. */
function stillSeen(old: Node, now: Node, { folded, hidden }: Folding): Folding {
  const were = new Set<string>();
  for (const { from, to } of hidden)
    for (let index = from; index < to; index++) were.add(old.child(index).attrs.id);
  let known: Set<string> | null = null;
  const wasSeen = (id: string) => {
    known ??= new Set(old.children.map((node) => node.attrs.id));
    return !were.has(id) && known.has(id);
  };
  const left = new Set(folded);
  for (;;) {
    const ranges = hiddenRanges(now, left);
    const wrong = ranges.filter(({ from, to }) => {
      for (let index = from; index < to; index++)
        if (wasSeen(now.child(index).attrs.id)) return true;
      return false;
    });
    if (wrong.length === 0)
      return { folded: left.size === folded.size ? folded : left, hidden: ranges };
    for (const { from } of wrong) left.delete(now.child(from - 1).attrs.id);
  }
}

const drawn = new WeakMap<EditorView, Set<SectionView>>();

/** The headings and toggles that a view draws now. */
export function sectionsOf(view: EditorView): Set<SectionView> {
  const known = drawn.get(view);
  if (known) return known;
  const sections = new Set<SectionView>();
  drawn.set(view, sections);
  return sections;
}
