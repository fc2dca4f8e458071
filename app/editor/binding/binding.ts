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
} from 'prosemirror-state';
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
import { Undo } from './undo.ts';

/** Meta of a transaction that brings the view to what the document says. */
const FROM_BODY = 'from-body';
/** Meta of a transaction in which a person moved blocks: a Set of their ids. */
export const MOVED = 'moved';

export interface AnchoredSelection {
  anchor: Anchor;
  head: Anchor;
  /** What is selected: text, an object, or whole blocks. */
  kind: 'text' | 'object' | 'blocks';
}

export interface BindingOptions {
  onRepair?: () => void;
  whenIdle?: WhenIdle;
}

const key = new PluginKey<null>('binding');

export class Binding {
  readonly body: Body;
  readonly undo: Undo;
  #view: EditorView | null = null;
  /** The editor's document as of the last time both sides were the same. */
  #known: EditorState['doc'] | null = null;
  #moved = new Set<string>();
  #pending: BodyChange | null = null;
  /** How often what one wrote had to be shown otherwise than it was written. */
  corrections = 0;
  #selection: AnchoredSelection | null = null;
  readonly #composition: Composition;
  readonly #selfCheck: SelfCheck;

  /**
   * @param onRepair called after the view was found to show something else than the document, and
   *   was brought to what that says.
   */
  constructor(doc: Y.Doc, { onRepair, whenIdle }: BindingOptions = {}) {
    this.body = new Body(doc);
    this.undo = new Undo(this);
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
        for (const tr of transactions) {
          const moved = tr.getMeta(MOVED) as ReadonlySet<string> | undefined;
          for (const id of moved ?? []) this.#moved.add(id);
        }
        return withIds(before.doc, after);
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
    const moved = this.#moved;
    this.#moved = new Set();
    const changed = changedBlocks(before, after);
    if (!changed) return;
    if (this.#composition.covers(before, after)) {
      this.body.doc.transact(() => this.#composition.write(before, after), this);
      return;
    }
    // A command that came before the composition had ended for the view: nothing of it may be lost.
    this.#composition.end();
    const caret = selection instanceof TextSelection && selection.empty ? selection.head : null;
    this.undo.before(before, after, this.anchorSelection(previous));
    this.body.doc.transact(
      () =>
        writeToBody(this.body, {
          before,
          after,
          caret,
          ...(moved.size > 0 ? { moved } : {}),
        }),
      this,
    );
    this.undo.after();
    this.#showPending();
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
    if (own && this.#composition.active) {
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
    const selection = this.undo.selectionBefore();
    if (!this.undo.manager.undo()) return false;
    this.#select(view, selection);
    return true;
  }

  redoStep(view: EditorView): boolean {
    const before = view.state.doc;
    if (!this.undo.manager.redo()) return false;
    // The caret goes to where the step that came back ends.
    const end = view.state.doc.content.findDiffEnd(before.content);
    if (end) {
      const place = view.state.doc.resolve(Math.min(end.a, view.state.doc.content.size));
      view.dispatch(view.state.tr.setSelection(Selection.near(place, -1)).scrollIntoView());
    }
    return true;
  }

  #select(view: EditorView, anchored: AnchoredSelection | null): void {
    const selection = anchored && this.selectionIn(view.state.doc, anchored);
    const { tr } = view.state;
    if (selection) tr.setSelection(selection);
    view.dispatch(tr.scrollIntoView());
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
    const place = resolveAnchor(this.body, anchor);
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

function merged(a: BodyChange | null, b: BodyChange): BodyChange {
  if (!a) return b;
  return { blocks: new Set([...a.blocks, ...b.blocks]), order: a.order || b.order };
}
