/**
 * The binding: keeps an editor view and a document the same, in both directions.
 *
 * Invariant: outside a composition, `view.state.doc` shows exactly what a fresh read of the Y.Doc
 * would. Where that is in doubt the view is changed, never the document.
 */

import { Fragment, type Node, Slice } from 'prosemirror-model';
import {
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import {
  Mapping,
  ReplaceAroundStep,
  ReplaceStep,
  type Step,
  type StepMap,
  Transform,
} from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import type * as Y from 'yjs';
import { Body, type BodyChange } from '../../../shared/document/body.ts';
import { isWholeAt } from '../../../shared/document/graphemes.ts';
import {
  type Anchor,
  anchorAt,
  type BlockPosition,
  resolveAnchor,
} from '../../../shared/document/position.ts';
import { CELL_SEPARATOR } from '../../../shared/document/schema.ts';
import { Lazy } from '../../ui/lazy-part.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { keptSelection } from '../selection/kept-selection.ts';
import { pendingSelection } from '../selection/pending-dom-selection.ts';
import { BlocksStep } from './blocks-step.ts';
import { CaughtUp, Composition } from './composition.ts';
import { readDocument, updateFromBody } from './from-body.ts';
import { withIds } from './ids.ts';
import type { SelfCheck, WhenIdle } from './self-check.ts';
import { stopComposing } from './stop-composing.ts';
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

/** It looks after a while of quiet only. */
export const selfCheckPart = new Lazy(async () => (await import('./self-check.ts')).SelfCheck);

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
  /** The steps, and the documents they were made for. */
  steps: { step: Step; before: Node }[];
}

const NO_SOURCE = (): Source => ({
  moved: new Set(),
  composition: null,
  isWhole: false,
  typed: null,
  maps: [],
  steps: [],
});

export class Binding {
  readonly body: Body;
  readonly undo: Undo;
  /** Those of what the person does here: changes, and what they take back of them or do again. */
  readonly origins: readonly unknown[];
  #view: EditorView | null = null;
  /** The editor's document as of the last time both sides were the same. */
  #known: EditorState['doc'] | null = null;
  #source = NO_SOURCE();
  #pending: BodyChange | null = null;
  /** True while the document is between what was typed and what a rule made of it. */
  #isHalfWritten = false;
  /** True while one changes the document otherwise than by the view, which is to show that. */
  #isBesideView = false;
  /** How often what one wrote had to be shown otherwise than it was written. */
  corrections = 0;
  #selection: AnchoredSelection | null = null;
  /** The same as it stands in the view. */
  #selected: Selection | null = null;
  readonly #composition: Composition;
  readonly #onRepair: (() => void) | undefined;
  readonly #whenIdle: WhenIdle | undefined;
  #selfCheck: SelfCheck | null = null;

  /**
   * @param onRepair called after the view was found to show something else than the document, and
   *   was brought to what that says.
   */
  constructor(doc: Y.Doc, { onRepair, whenIdle, ...options }: BindingOptions = {}) {
    this.undo = new Undo(doc, this, options);
    this.origins = [this, this.undo.history];
    this.body = new Body(doc);
    this.#composition = new Composition(this.body);
    this.#onRepair = onRepair;
    this.#whenIdle = whenIdle;
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
        if (named) this.#source.maps.push(...named.mapping.maps);
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
          // The browser would put it in by itself while one composes.
          paste: this.stopComposing,
          drop: this.stopComposing,
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
    this.#selfCheck?.stop();
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
      this.body.doc.transact(() => this.#composition.write(before, after, maps), this);
      return;
    }
    if (this.#composition.active && this.#doAgain(previous, before, source)) return;
    // A command that came before the composition had ended for the view: nothing of it may be lost.
    this.#leaveComposition(changedIds(before, after));
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

  /**
   * Takes a command back that was done while the view was behind the document, brings the view up to
   * date and does it there. False, with nothing done, where that cannot be.
   */
  #doAgain(previous: EditorState, before: Node, { steps, ...source }: Source): boolean {
    const view = this.#view!;
    if (steps[0]?.before !== before || previous.doc !== before) return false;
    const waited = this.#pending ?? { blocks: new Set<string>(), order: false };
    const over = new Transform(before);
    updateFromBody(over, this.body, waited);
    const mapping = new Mapping(
      steps.map(({ step, before: doc }) => step.invert(doc).getMap()).reverse(),
    );
    mapping.appendMap(this.#caughtUp(before, over) as unknown as StepMap);
    const again = new Transform(over.doc);
    const fresh = freshTexts(before, over.doc);
    const { selection, storedMarks, doc: done } = view.state;
    const writes = done.textContent.length > before.textContent.length;
    // A table is put in again as a whole, which fits only where lines are what they were.
    let isDropped = waited.order && !writes && steps.some(({ step }) => bringsText(step));
    for (const [index, { step: made, before: doc }] of steps.entries()) {
      const step = withFreshTexts(made, fresh);
      const mapped = step.map(mapping.slice(steps.length - index));
      const takesOthers = mapped && takesMore(made, doc, mapped, again.doc);
      if (!mapped || takesOthers || again.maybeStep(mapped).failed) {
        const beside = writes && takesOthers ? besideOthers(mapped, again.doc) : null;
        if (beside && index === steps.length - 1 && !again.maybeStep(beside).failed) {
          mapping.appendMap(beside.getMap());
          continue;
        }
        const line = writes && !takesOthers ? asLine(step) : null;
        if (line && index === steps.length - 1) {
          // Where its place is gone, what was written stands there as a line of its own.
          const at = mapping.slice(steps.length - index).map(line.from);
          const { content } = line.slice;
          const { parent } = again.doc.resolve(at);
          const isBetween = parent.type === schema.nodes.doc;
          const put = isBetween
            ? Fragment.from(schema.nodes.paragraph!.create(null, content))
            : content;
          const written = new ReplaceStep(at, at, new Slice(put, 0, 0));
          if ((isBetween || parent.isTextblock) && !again.maybeStep(written).failed) {
            mapping.appendMap(written.getMap());
            continue;
          }
        }
        // What it was to be done to is gone; but nothing that was written goes with it.
        if (writes && (takesOthers || bringsText(step))) return false;
        isDropped ||= takesOthers === true || bringsText(step);
        continue;
      }
      mapping.appendMap(mapped.getMap(), steps.length - 1 - index);
    }
    const place = this.anchorSelection(previous);
    this.#composition.end();
    this.#pending = null;
    const back = view.state.tr;
    const blocks = new Set([...waited.blocks, ...idsOf(before), ...idsOf(done)]);
    updateFromBody(back, this.body, { blocks, order: true });
    const selectionBefore = place && this.selectionIn(back.doc, place);
    if (selectionBefore) back.setSelection(selectionBefore);
    back.setMeta(FROM_BODY, true).setMeta('addToHistory', false);
    this.#known = back.doc;
    view.dispatch(back);
    this.#known = view.state.doc;
    // Half of a command is worse than none.
    if (isDropped) return true;
    const { tr } = view.state;
    for (const step of again.steps) tr.step(step);
    tr.setSelection(uncut(selection.map(tr.doc, mapping))).setStoredMarks(storedMarks);
    if (source.moved.size > 0) tr.setMeta(MOVED, source.moved);
    if (source.isWhole) tr.setMeta('uiEvent', 'paste');
    if (source.composition !== null) tr.setMeta('composition', source.composition);
    view.dispatch(tr);
    return true;
  }

  /** From positions of the view to those of what it is to show; `over` leads there. */
  #caughtUp(before: Node, over: Transform): CaughtUp {
    const composition = this.#composition;
    return new CaughtUp((position, assoc) => {
      const { parent, parentOffset } = before.resolve(position);
      if (!parent.isTextblock || parent.attrs.id !== composition.block) return null;
      const behind = assoc > 0 ? composition.placeBefore(parentOffset) : null;
      if (behind) return this.documentPosition(over.doc, behind);
      const anchor = composition.anchorAt(parentOffset);
      return anchor && this.positionOf(over.doc, anchor);
    }, over.mapping);
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
    const isOwn = transaction.origin === this && !this.#isBesideView;
    if (!view || isOwn || view.state.doc !== this.#known) return;
    const { doc, selection } = view.state;
    this.#selected = pendingSelection(view) ?? selection;
    this.#selection = this.anchorSelection({ doc, selection: this.#selected });
    if (view.composing && !this.#composition.active)
      this.#composition.begin(blockAt(view.state, view.state.selection.head).id);
  };

  #afterTransaction = (transaction: Y.Transaction): void => {
    const change = this.body.applyTransaction(transaction);
    if (change.blocks.size === 0 && !change.order) return;
    const own = transaction.origin === this && !this.#isBesideView;
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
      // What happens to the block itself waits; if any is to go or move, all does that comes then.
      if (this.#pending.order) return;
    }
    const { tr } = view.state;
    updateFromBody(tr, this.body, change, composed);
    if (!tr.docChanged) return;
    if (own) this.corrections++;
    tr.setMeta(FROM_BODY, true).setMeta('addToHistory', false);
    if (!own && this.#selection && composed === null) {
      const selection = this.selectionIn(tr.doc, this.#selection);
      const before = change.order ? this.#selected : null;
      if (selection) tr.setSelection(before ? keptSelection(before, selection) : selection);
    }
    this.#known = tr.doc;
    view.dispatch(tr);
    this.#known = view.state.doc;
    if (!own) this.#lookSoon();
  }

  #lookSoon(): void {
    const Part = selfCheckPart.get();
    if (!Part) {
      selfCheckPart.load().then(
        () => this.#view && this.#lookSoon(),
        () => {
          // Not reachable now: the next change asks again.
        },
      );
      return;
    }
    this.#selfCheck ??= new Part(
      {
        doc: this.body.doc,
        // While something is composed or waits, the view is behind the document on purpose.
        shown: () =>
          this.#composition.active || this.#pending ? null : (this.#view?.state.doc ?? null),
        onDifference: () => {
          if (!this.verify()) this.#onRepair?.();
        },
      },
      this.#whenIdle,
    );
    this.#selfCheck.soon();
  }

  /** Undoes one step of one's own; false where there is none. */
  undoStep(view: EditorView): boolean {
    this.stopComposing(view);
    const before = view.state.doc;
    const step = this.undo.undo();
    if (!step) return false;
    const selection = step.selection && this.selectionIn(view.state.doc, step.selection);
    show(view, selection ?? endOfChange(before, view.state.doc));
    return true;
  }

  redoStep(view: EditorView): boolean {
    this.stopComposing(view);
    const before = view.state.doc;
    if (!this.undo.redo()) return false;
    show(view, endOfChange(before, view.state.doc));
    return true;
  }

  /** Writes in the title, in transactions with this origin; for what follows see `Undo.beforeTitle`. */
  writeTitle(write: (origin: unknown) => void, ...step: Parameters<Undo['beforeTitle']>): void {
    this.undo.beforeTitle(...step);
    write(this);
  }

  /**
   * Changes the document otherwise than by the view, as one step of undo.
   *
   * @param change does it in what it is given, in transactions with this origin: it may be a copy that
   *   is shown in the place of the document, and what is done there is no change of that
   */
  changeBeside(view: EditorView, change: (doc: Y.Doc, origin: unknown) => void): void {
    this.stopComposing(view);
    this.undo.beginStep(this.anchorSelection(view.state));
    this.#isBesideView = true;
    try {
      const { doc } = this.body;
      doc.transact(() => change(doc, this), this);
    } finally {
      this.#isBesideView = false;
    }
  }

  /** What is composed has been written as far as it goes; the input method begins anew. */
  stopComposing = (view: EditorView): void => {
    if (view.composing) stopComposing(view);
    this.#endComposition();
  };

  #endComposition(): void {
    if (!this.#composition.active) return;
    const view = this.#view;
    const selection = view && view.state.doc === this.#known && this.anchorSelection(view.state);
    this.#leaveComposition();
    this.#showPending(selection || null);
  }

  /**
   * Where the composition is over. What was composed may stand in another block than the view shows it
   * in, so the block is compared with the document, too, with others that the view was ahead in.
   */
  #leaveComposition(others: Iterable<string> = []): void {
    const { shownBlock } = this.#composition;
    if (shownBlock === null) return;
    this.#composition.end();
    const blocks = new Set([shownBlock, ...others]);
    this.#pending = merged(this.#pending, { blocks, order: this.#pending?.order ?? false });
  }

  /** Shows what had to wait for the end of a composition. */
  #showPending(selection: AnchoredSelection | null = null): void {
    const change = this.#pending;
    this.#pending = null;
    if (!change || !this.#view) return;
    this.#selection = selection;
    this.#selected = selection && this.#view.state.selection;
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
    const at = (position: number): Anchor | null => {
      const place = blockAt(state, position);
      if (this.#composition.active && place.id === this.#composition.block)
        return this.#composition.anchorAt(place.offset);
      return anchorAt(this.body, place);
    };
    const anchor = at(state.selection.anchor);
    const head = at(state.selection.head);
    if (!anchor || !head) return null;
    const { selection } = state;
    const isBlock = selection instanceof NodeSelection && selection.node.isBlock;
    const block = isBlock ? { block: String(selection.node.attrs.id) } : {};
    return { anchor, head, kind: kindOf(selection), ...block };
  }

  /** Such a selection in an editor's document. */
  selectionIn(doc: EditorState['doc'], anchored: AnchoredSelection): Selection | null {
    const anchor = this.positionOf(doc, anchored.anchor);
    const head = this.positionOf(doc, anchored.head);
    if (anchor === null || head === null) return null;
    if (anchored.kind === 'blocks') return BlockSelection.between(doc, anchor, head);
    if (anchored.kind === 'object' && isObject(doc.nodeAt(anchor), head - anchor, anchored.block))
      return NodeSelection.create(doc, anchor);
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

/**
 * Where an object was deleted, its two ends are one place, or those of another block, and what stands
 * there is something else.
 */
function isObject(node: Node | null, size: number, block: string | undefined): boolean {
  if (node === null || !NodeSelection.isSelectable(node)) return false;
  return node.isBlock ? node.attrs.id === block : node.nodeSize === size;
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

/** A text block as the view shows it, and what it is to hold. */
type FreshTexts = ReadonlyMap<string, { was: Fragment; is: Fragment }>;

function freshTexts(before: Node, after: Node): FreshTexts {
  const texts = (doc: Node, other: Node): Map<string, Fragment> => {
    const found = new Map<string, Fragment>();
    const same = new Set(other.children);
    for (const block of doc.children) {
      if (same.has(block)) continue;
      if (block.isTextblock) found.set(block.attrs.id, block.content);
      block.descendants((node) => {
        if (node.isTextblock) found.set(node.attrs.id, node.content);
        return !node.isTextblock;
      });
    }
    return found;
  };
  const now = texts(after, before);
  return new Map(
    [...texts(before, after)].map(([id, was]) => [id, { was, is: now.get(id) ?? Fragment.empty }]),
  );
}

/** A step that puts whole blocks in again, as those of tables do, means them as they are now. */
function withFreshTexts(step: Step, fresh: FreshTexts): Step {
  if (!(step instanceof ReplaceStep) || step.from === step.to) return step;
  const refresh = (content: Fragment): Fragment =>
    Fragment.fromArray(
      content.content.map((node) => {
        const text = node.isTextblock ? fresh.get(node.attrs.id) : undefined;
        if (text && node.content.eq(text.was)) return node.copy(text.is);
        return node.isLeaf || node.isTextblock ? node : node.copy(refresh(node.content));
      }),
    );
  const { content, openStart, openEnd } = step.slice;
  return new ReplaceStep(step.from, step.to, new Slice(refresh(content), openStart, openEnd));
}

/** Whether a step takes text away there that it did not take where it was made, nor puts in again. */
function takesMore(made: Step, before: Node, mapped: Step, after: Node): boolean {
  if (!(made instanceof ReplaceStep) || !(mapped instanceof ReplaceStep)) return false;
  if (mapped.from === mapped.to) return false;
  const took = textsIn(before.content, made.from, made.to);
  const { content } = mapped.slice;
  const puts = textsIn(content, 0, content.size);
  return [...textsIn(after.content, mapped.from, mapped.to)].some(
    ([id, text]) => !isPartOf(text, took.get(id) ?? '') && !isPartOf(text, puts.get(id) ?? ''),
  );
}

/** No caret comes to stand in the middle of a character, where the text it stood in is gone. */
function uncut(selection: Selection): Selection {
  const { $head, empty } = selection;
  if (!(selection instanceof TextSelection) || !empty) return selection;
  const { parent } = $head;
  const text = parent.textBetween(0, parent.content.size, undefined, '\ufffc');
  let at = $head.parentOffset;
  while (at > 0 && !isWholeAt((place) => text[place] ?? null, at)) at--;
  return TextSelection.create($head.doc, $head.start() + at);
}

/** The step where it writes in a line; null where it writes more than that, or nothing. */
function asLine(step: Step): ReplaceStep | null {
  if (!(step instanceof ReplaceStep) || !bringsText(step)) return null;
  return step.slice.content.content.every((node) => node.isInline) ? step : null;
}

/** Where new blocks were to come in place of others: they come behind these. */
function besideOthers(step: Step, doc: Node): Step | null {
  if (!(step instanceof ReplaceStep) || step.slice.openStart > 0 || step.slice.openEnd > 0)
    return null;
  if (doc.resolve(step.from).depth > 0 || doc.resolve(step.to).depth > 0) return null;
  const known = new Set(idsOf(doc));
  const isNew = step.slice.content.content.every(({ attrs }) => !known.has(attrs.id));
  return isNew ? new ReplaceStep(step.to, step.to, step.slice) : null;
}

/** What a stretch holds of the text of each block and cell, by their ids. */
function textsIn(content: Fragment, from: number, to: number): Map<string, string> {
  const texts = new Map<string, string>();
  content.nodesBetween(from, to, (node, position) => {
    if (!node.isTextblock) return true;
    const start = Math.max(0, from - position - 1);
    const end = Math.min(node.content.size, to - position - 1);
    if (start < end) texts.set(node.attrs.id, node.textBetween(start, end, '', '\ufffc'));
    return false;
  });
  return texts;
}

/** Whether a text is another one, or that with some of its units left out. */
function isPartOf(text: string, whole: string): boolean {
  let at = 0;
  for (let unit = 0; unit < whole.length && at < text.length; unit++)
    if (whole[unit] === text[at]) at++;
  return at === text.length;
}

function bringsText(step: Step): boolean {
  if (step instanceof BlocksStep) return true;
  if (!(step instanceof ReplaceStep || step instanceof ReplaceAroundStep)) return false;
  const { content } = step.slice;
  return content.textBetween(0, content.size, '', '\ufffc') !== '';
}

/** Ids of the blocks of the first document that differ in the second, and of those that do there. */
function changedIds(before: Node, after: Node): string[] {
  const changed = changedBlocks(before, after);
  if (!changed) return [];
  const { start, oldEnd, newEnd } = changed;
  return [...idsOf(before).slice(start, oldEnd), ...idsOf(after).slice(start, newEnd)];
}

function idsOf(doc: Node): string[] {
  return doc.children.map((block) => block.attrs.id as string);
}

function caretOf({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): BlockPosition | null {
  const isCaret = selection instanceof TextSelection && selection.empty;
  return isCaret ? blockAt({ doc }, selection.head) : null;
}

function noteSource(source: Source, tr: Transaction, { plugins }: EditorState): void {
  source.maps.push(...tr.mapping.maps);
  tr.steps.forEach((step, index) => {
    source.steps.push({ step, before: tr.docs[index]! });
  });
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

/** Null where nothing of it is in the text: it was in the title. */
function show(view: EditorView, selection: Selection | null): void {
  if (selection) view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
}

function merged(a: BodyChange | null, b: BodyChange): BodyChange {
  if (!a) return b;
  return { blocks: new Set([...a.blocks, ...b.blocks]), order: a.order || b.order };
}
