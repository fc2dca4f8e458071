/**
 * The binding: keeps an editor view and a document the same, in both directions.
 *
 * Invariant: outside a composition, `view.state.doc` shows exactly what a fresh read of the Y.Doc
 * would. Where that is in doubt the view is changed, never the document.
 */

import type { Node } from 'prosemirror-model';
import {
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import type { StepMap } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import type * as Y from 'yjs';
import { Body, type BodyChange } from '../../../shared/document/body.ts';
import {
  type Anchor,
  anchorAt,
  type BlockPosition,
  resolveAnchor,
} from '../../../shared/document/position.ts';
import { CELL_SEPARATOR } from '../../../shared/document/table.ts';
import { BlockSelection } from '../block-selection.ts';
import { schema } from '../schema.ts';
import { untoldSelection } from '../untold-selection.ts';
import { Composition } from './composition.ts';
import { readDocument, updateFromBody } from './from-body.ts';
import { withIds } from './ids.ts';
import { SelfCheck, type WhenIdle } from './self-check.ts';
import { changedBlocks, writeToBody } from './to-body.ts';
import { type AnchoredSelection, type EditorStep, Undo, type UndoOptions } from './undo.ts';

/** Meta of a transaction that brings the view to what the document says. */
export const FROM_BODY = 'from-body';
/** Meta of a transaction in which a person moved blocks: a Set of their ids. */
export const MOVED = 'moved';

export interface BindingOptions extends UndoOptions {
  onRepair?: () => void;
  whenIdle?: WhenIdle;
}

const key = new PluginKey<null>('binding');

/** What the transactions of one change said about it. */
interface Source {
  moved: Set<string>;
  composition: number | null;
  /** Pasted, dropped or cut. */
  isWhole: boolean;
  /** What a person typed where a rule put something else in its place. */
  typed: { from: number; to: number; text: string } | null;
  /** What the steps did to positions. */
  maps: StepMap[];
}

const NO_SOURCE = (): Source => ({
  moved: new Set(),
  composition: null,
  isWhole: false,
  typed: null,
  maps: [],
});

export class Binding {
  readonly body: Body;
  readonly undo: Undo;
  #view: EditorView | null = null;
  /** The editor's document as of the last time both sides were the same. */
  #known: EditorState['doc'] | null = null;
  #source = NO_SOURCE();
  #pending: BodyChange | null = null;
  /** True while the document is between what was typed and what a rule made of it. */
  #isHalfWritten = false;
  /** How often what one wrote had to be shown otherwise than it was written. */
  corrections = 0;
  #selection: AnchoredSelection | null = null;
  readonly #composition: Composition;
  readonly #selfCheck: SelfCheck;

  /**
   * @param onRepair called after the view was found to show something else than the document, and
   *   was brought to what that says.
   */
  constructor(doc: Y.Doc, { onRepair, whenIdle, ...options }: BindingOptions = {}) {
    this.undo = new Undo(doc, this, options);
    this.body = new Body(doc);
    this.#composition = new Composition(this.body);
    this.#selfCheck = new SelfCheck(
      {
        doc,
        // While something is composed or waits, the view is behind the document on purpose.
        shown: () =>
          this.#composition.active || this.#pending ? null : (this.#view?.state.doc ?? null),
        onDifference: () => {
          if (!this.verify()) onRepair?.();
        },
      },
      whenIdle,
    );
  }

  /** The editor's document for a new state. */
  read(): EditorState['doc'] {
    return readDocument(this.body, schema.nodes.doc!);
  }

  plugin(): Plugin<null> {
    return new Plugin({
      key,
      appendTransaction: (transactions, before, after) => {
        if (
          !transactions.some((tr) => tr.docChanged) ||
          transactions.some((tr) => tr.getMeta(FROM_BODY))
        )
          return null;
        for (const tr of transactions) noteSource(this.#source, tr, after);
        const named = withIds(before.doc, after);
        // Giving names is no reason to forget that what is typed next is bold.
        return named?.setStoredMarks(after.storedMarks) ?? null;
      },
      view: (view) => {
        this.#attach(view);
        return {
          update: (_, previous) => this.#fromEditor(previous),
          destroy: () => this.#detach(),
        };
      },
      props: {
        // Keys and clicks after a composition mean the text as it is with what has waited.
        handleKeyDown: (view) => {
          if (!view.composing) this.#endComposition();
          return false;
        },
        handleDOMEvents: {
          mousedown: (view) => {
            if (!view.composing) this.#endComposition();
            return false;
          },
          compositionend: (view) => {
            // The view takes in the composed text a moment after the event.
            const settle = () => {
              if (view.isDestroyed) return;
              if (view.composing) requestAnimationFrame(settle);
              else this.#endComposition();
            };
            requestAnimationFrame(settle);
            return false;
          },
        },
      },
    });
  }

  #attach(view: EditorView): void {
    this.#view = view;
    this.#known = view.state.doc;
    this.body.doc.on('beforeTransaction', this.#beforeTransaction);
    this.body.doc.on('afterTransaction', this.#afterTransaction);
  }

  #detach(): void {
    this.body.doc.off('beforeTransaction', this.#beforeTransaction);
    this.body.doc.off('afterTransaction', this.#afterTransaction);
    this.undo.destroy();
    this.#selfCheck.stop();
    this.#view = null;
  }

  /** Writes what changed in the view into the document. */
  #fromEditor(previous: EditorState): void {
    const view = this.#view;
    if (!view || !this.#known || view.state.doc === this.#known) return;
    const before = this.#known;
    const { doc: after, selection } = view.state;
    this.#known = after;
    const source = this.#source;
    this.#source = NO_SOURCE();
    if (!changedBlocks(before, after)) return;
    const { moved, composition, isWhole, typed } = source;
    let { maps } = source;
    const change: EditorStep = {
      old: before,
      now: after,
      caretBefore: caretOf(previous),
      caretAfter: caretOf(view.state),
      composition,
      isWhole,
      selection: () => this.anchorSelection(previous),
    };
    if (this.#composition.covers(before, after)) {
      // The view is behind the document, so its selection means nothing there.
      this.undo.before({ ...change, selection: () => null });
      this.body.doc.transact(() => this.#composition.write(before, after), this);
      return;
    }
    // A command that came before the composition had ended for the view: nothing of it may be lost.
    this.#composition.end();
    if (typed && previous.doc === before) {
      // As if the rule had come a moment later: undo gives back what was typed.
      const asTyped = previous.tr.insertText(typed.text, typed.from, typed.to);
      this.#isHalfWritten = true;
      this.#write({ ...change, now: asTyped.doc, caretAfter: caretOf(asTyped) }, null, []);
      this.#isHalfWritten = false;
      maps = [...asTyped.mapping.invert().maps, ...maps];
      change.old = asTyped.doc;
      change.isWhole = true;
      change.selection = () => this.anchorSelection(asTyped);
    }
    const caret = selection instanceof TextSelection && selection.empty ? selection.head : null;
    this.#write(change, caret, maps, moved);
    this.#showPending();
  }

  #write(
    change: EditorStep,
    caret: number | null,
    maps: readonly StepMap[],
    moved: ReadonlySet<string> = new Set(),
  ): void {
    this.undo.before(change);
    this.body.doc.transact(
      () =>
        writeToBody(this.body, {
          before: change.old,
          after: change.now,
          caret,
          maps,
          ...(moved.size > 0 ? { moved } : {}),
        }),
      this,
    );
  }

  #beforeTransaction = (transaction: Y.Transaction): void => {
    const view = this.#view;
    if (!view || transaction.origin === this || view.state.doc !== this.#known) return;
    const { doc, selection } = view.state;
    this.#selection = this.anchorSelection({ doc, selection: untoldSelection(view) ?? selection });
    if (view.composing && !this.#composition.active)
      this.#composition.begin(blockAt(view.state, view.state.selection.head).id);
  };

  #afterTransaction = (transaction: Y.Transaction): void => {
    const change = this.body.take(transaction);
    if (change.blocks.size === 0 && !change.order) return;
    const own = transaction.origin === this;
    if (own && (this.#composition.active || this.#isHalfWritten)) {
      this.#pending = merged(this.#pending, change);
      return;
    }
    this.#toEditor(change, own);
  };

  #toEditor(change: BodyChange, own: boolean): void {
    const view = this.#view;
    if (!view) return;
    const composed = this.#composition.shownBlock;
    if (composed !== null) {
      this.#pending = merged(this.#pending, change);
      // What happens to the block itself waits; if it is to go or move, everything does.
      if (change.order) return;
    }
    const { tr } = view.state;
    updateFromBody(tr, this.body, change, composed);
    if (!tr.docChanged) return;
    if (own) this.corrections++;
    tr.setMeta(FROM_BODY, true).setMeta('addToHistory', false);
    if (!own && this.#selection && composed === null) {
      const selection = this.selectionIn(tr.doc, this.#selection);
      if (selection) tr.setSelection(selection);
    }
    this.#known = tr.doc;
    view.dispatch(tr);
    this.#known = view.state.doc;
    if (!own) this.#selfCheck.soon();
  }

  /** Undoes one step of one's own; false where there is none. */
  undoStep(view: EditorView): boolean {
    const before = view.state.doc;
    const step = this.undo.undo();
    if (!step) return false;
    const selection = step.selection && this.selectionIn(view.state.doc, step.selection);
    show(view, selection ?? endOfChange(before, view.state.doc));
    return true;
  }

  redoStep(view: EditorView): boolean {
    const before = view.state.doc;
    if (!this.undo.redo()) return false;
    show(view, endOfChange(before, view.state.doc));
    return true;
  }

  #endComposition(): void {
    if (!this.#composition.active) return;
    this.#composition.end();
    this.#showPending();
  }

  /** Shows what had to wait for the end of a composition. */
  #showPending(): void {
    const change = this.#pending;
    this.#pending = null;
    if (!change || !this.#view) return;
    this.#selection = null;
    this.#toEditor(change, false);
  }

  /**
   * Compares the view with a fresh read and, where they differ, brings the view to what the
   * document says. True if they were the same.
   */
  verify(): boolean {
    const view = this.#view;
    if (!view || this.#composition.active) return true;
    const fresh = readDocument(new Body(this.body.doc), schema.nodes.doc!);
    if (fresh.eq(view.state.doc)) return true;
    this.body.rebuild();
    const everything = new Set(this.body.shown.map((shown) => shown.id));
    this.#selection = null;
    this.#toEditor({ blocks: everything, order: true }, true);
    return false;
  }

  /** The selection as anchors in the document; null where it cannot be told. */
  anchorSelection(state: Pick<EditorState, 'doc' | 'selection'>): AnchoredSelection | null {
    const anchor = anchorAt(this.body, blockAt(state, state.selection.anchor));
    const head = anchorAt(this.body, blockAt(state, state.selection.head));
    if (!anchor || !head) return null;
    return { anchor, head, kind: kindOf(state.selection) };
  }

  /** Such a selection in an editor's document. */
  selectionIn(doc: EditorState['doc'], anchored: AnchoredSelection): Selection | null {
    const anchor = this.positionOf(doc, anchored.anchor);
    const head = this.positionOf(doc, anchored.head);
    if (anchor === null || head === null) return null;
    if (anchored.kind === 'blocks') return BlockSelection.between(doc, anchor, head);
    if (anchored.kind === 'object' && doc.nodeAt(anchor)) return NodeSelection.create(doc, anchor);
    return TextSelection.between(doc.resolve(anchor), doc.resolve(head));
  }

  /** An anchor's position in an editor's document, or null. */
  positionOf(doc: EditorState['doc'], anchor: Anchor): number | null {
    // The character it belongs to may have been deleted and brought back.
    const position = this.undo.history.restored.follow(anchor.position);
    const place = resolveAnchor(this.body, { ...anchor, position });
    return place ? this.documentPosition(doc, place) : null;
  }

  documentPosition(doc: EditorState['doc'], { id, offset }: BlockPosition): number | null {
    const table = id.includes(CELL_SEPARATOR) ? this.body.tableWith(id) : undefined;
    const block = table?.id ?? id;
    const index = this.body.shownIndex(block);
    if (index < 0 || index >= doc.childCount || doc.child(index).attrs.id !== block) return null;
    let start = 0;
    for (let at = 0; at < index; at++) start += doc.child(at).nodeSize;
    const node = doc.child(index);
    if (table) return positionInTable(node, start, id, offset);
    return node.isTextblock ? start + 1 + Math.min(offset, node.content.size) : start;
  }
}

function kindOf(selection: Selection): AnchoredSelection['kind'] {
  if (selection instanceof BlockSelection) return 'blocks';
  return selection instanceof NodeSelection ? 'object' : 'text';
}

/** A position in a cell of the table that begins at `start`; null if there is no such cell. */
function positionInTable(table: Node, start: number, id: string, offset: number): number | null {
  let found: number | null = null;
  table.descendants((node, position) => {
    if (node.type === schema.nodes.tableCell && node.attrs.id === id)
      found = start + 1 + position + 1 + Math.min(offset, node.content.size);
    return node.type === schema.nodes.tableRow;
  });
  return found;
}

/** The block or cell and the offset in it at a position of the editor's document. */
export function blockAt(state: Pick<EditorState, 'doc'>, position: number): BlockPosition {
  const place = state.doc.resolve(position);
  if (place.parent.isTextblock) return { id: place.parent.attrs.id, offset: place.parentOffset };
  const node = place.depth > 0 ? place.node(1) : (place.nodeAfter ?? place.nodeBefore);
  return { id: node?.attrs.id ?? '', offset: 0 };
}

function caretOf({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): BlockPosition | null {
  const isCaret = selection instanceof TextSelection && selection.empty;
  return isCaret ? blockAt({ doc }, selection.head) : null;
}

function noteSource(source: Source, tr: Transaction, { plugins }: EditorState): void {
  source.maps.push(...tr.mapping.maps);
  for (const id of (tr.getMeta(MOVED) as ReadonlySet<string> | undefined) ?? [])
    source.moved.add(id);
  source.composition ??= (tr.getMeta('composition') as number | undefined) ?? null;
  source.isWhole ||=
    tr.getMeta('paste') === true || ['paste', 'drop', 'cut'].includes(tr.getMeta('uiEvent'));
  const rules = plugins.find(({ spec }) => (spec as { isInputRules?: boolean }).isInputRules);
  const fired = rules && (tr.getMeta(rules) as Source['typed'] | undefined);
  if (fired && fired.text !== '') source.typed = fired;
}

/** Where what differs between two documents ends in the second. */
function endOfChange(before: Node, after: Node): Selection | null {
  const start = after.content.findDiffStart(before.content);
  const end = after.content.findDiffEnd(before.content);
  return start === null || !end
    ? null
    : Selection.near(after.resolve(Math.min(Math.max(start, end.a), after.content.size)), -1);
}

function show(view: EditorView, selection: Selection | null): void {
  const { tr } = view.state;
  view.dispatch((selection ? tr.setSelection(selection) : tr).scrollIntoView());
}

function merged(a: BodyChange | null, b: BodyChange): BodyChange {
  if (!a) return b;
  return { blocks: new Set([...a.blocks, ...b.blocks]), order: a.order || b.order };
}
