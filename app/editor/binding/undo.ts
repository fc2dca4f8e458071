/**
 * Undo of one's own changes, step by step as a person remembers them.
 *
 * Invariant: a step holds typing in one place without a long pause, or one command, paste or
 * composition. The selection a person had before a step comes back with it.
 */
import type { Node } from 'prosemirror-model';
import type * as Y from 'yjs';
import {
  type Anchor,
  anchorFromJson,
  anchorToJson,
  type BlockPosition,
} from '../../../shared/document/position.ts';
import { UndoHistory } from '../../../shared/document/undo-history.ts';
import { changedBlocks, changedText } from './to-body.ts';

/** A pause in typing that begins a new step. */
const PAUSE_MS = 800;
/** What one key or one sign of an input method puts in or takes out, in positions. */
const MAX_TYPED = 2;

const KINDS = ['text', 'object', 'blocks'] as const;

export interface AnchoredSelection {
  anchor: Anchor;
  head: Anchor;
  /** What is selected: text, an object, or whole blocks. */
  kind: (typeof KINDS)[number];
  /** Of a block that is selected as an object, its id. */
  block?: string;
}

export interface UndoOptions {
  /** Milliseconds, from any beginning. */
  now?: () => number;
  /** Whether this device may change the document. */
  mayWrite?: () => boolean;
  /** Told whenever there is something else to undo or to redo. */
  onChange?: () => void;
}

/** A change of the editor that is about to be written. */
export interface EditorStep {
  old: Node;
  now: Node;
  /** Where the caret was and is; null where a range is selected. */
  caretBefore: BlockPosition | null;
  caretAfter: BlockPosition | null;
  /** The composition it belongs to, by its number. */
  composition: number | null;
  /** Whether it is a step by itself, however small. */
  isWhole: boolean;
  selection: () => AnchoredSelection | null;
}

export class Undo {
  readonly history: UndoHistory<AnchoredSelection>;
  readonly #now: () => number;
  /** The selection before the step that begins. */
  #selection: AnchoredSelection | null = null;
  /** What the next change may belong to. */
  #open: {
    time: number;
    caret: BlockPosition | 'in the title' | null;
    composition: number | null;
  } | null = null;

  /** @param origin that of one's own changes */
  constructor(doc: Y.Doc, origin: unknown, { now, mayWrite, onChange }: UndoOptions = {}) {
    this.#now = now ?? (() => performance.now());
    this.history = new UndoHistory(doc, {
      origin,
      note: () => this.#selection,
      ...(mayWrite ? { mayWrite } : {}),
      ...(onChange ? { onChange } : {}),
    });
  }

  /** Call before a change of the editor is written. */
  before(change: EditorStep): void {
    const { composition } = change;
    const time = this.#now();
    const typed = change.isWhole ? null : typing(change.old, change.now);
    const open = this.#open;
    const continues =
      open !== null &&
      open.caret !== 'in the title' &&
      ((composition !== null && composition === open.composition) ||
        (typed === 'more' &&
          time - open.time < PAUSE_MS &&
          sameCaret(open.caret, change.caretBefore)));
    this.history.extend(continues);
    if (!continues) this.#selection = change.selection();
    this.#open =
      typed !== null || composition !== null
        ? { time, caret: change.caretAfter, composition }
        : null;
  }

  /**
   * Call before what is written in the title is.
   *
   * @param goesOn whether one types on there, and nobody else did
   * @param composition the one it belongs to, by its number
   */
  beforeTitle(goesOn: boolean, composition: number | null = null): void {
    const time = this.#now();
    const open = this.#open?.caret === 'in the title' ? this.#open : null;
    this.beginStep(null);
    const isComposed = composition !== null && composition === open?.composition;
    this.history.extend(isComposed || (goesOn && open !== null && time - open.time < PAUSE_MS));
    this.#open = { time, caret: 'in the title', composition };
  }

  /** Call before a change that is a step by itself; with the selection that comes back with it. */
  beginStep(selection: AnchoredSelection | null): void {
    this.#open = null;
    this.history.extend(false);
    this.#selection = selection;
  }

  /** Takes back the latest step. @returns null where there is none; else the selection before it */
  undo(): { selection: AnchoredSelection | null } | null {
    this.#open = null;
    const step = this.history.undo();
    return step && { selection: step.note };
  }

  /** Does again what was taken back last; false where nothing was. */
  redo(): boolean {
    this.#open = null;
    return this.history.redo() !== null;
  }

  destroy(): void {
    this.history.destroy();
  }
}

export function selectionToJson({ anchor, head, ...others }: AnchoredSelection): unknown {
  return { anchor: anchorToJson(anchor), head: anchorToJson(head), ...others };
}

/** What `selectionToJson` gave; null for anything else. */
export function selectionFromJson(json: unknown): AnchoredSelection | null {
  if (typeof json !== 'object' || json === null) return null;
  const { anchor, head, kind, block } = json as Record<string, unknown>;
  const isAnchor = (value: unknown) => typeof value === 'object' && value !== null;
  const known = KINDS.find((name) => name === kind);
  if (!known || !isAnchor(anchor) || !isAnchor(head)) return null;
  try {
    const ends = { anchor: anchorFromJson(anchor), head: anchorFromJson(head) };
    return { ...ends, kind: known, ...(typeof block === 'string' ? { block } : {}) };
  } catch {
    // Anchors of another form: the steps are good without a selection.
    return null;
  }
}

function sameCaret(a: BlockPosition | null, b: BlockPosition | null): boolean {
  return a !== null && b !== null && a.id === b.id && a.offset === b.offset;
}

/**
 * Whether a change is a key's: one that goes on with typing ('more'), or one that replaced
 * something and that typing goes on with ('over').
 */
function typing(old: Node, now: Node): 'more' | 'over' | null {
  const blocks = changedBlocks(old, now);
  if (!blocks || blocks.newEnd !== blocks.start + 1) return null;
  if (blocks.oldEnd > blocks.start + 1) {
    const written = now.child(blocks.start);
    const first = old.child(blocks.start);
    const last = old.child(blocks.oldEnd - 1);
    if (![written, first, last].every((block) => block.isTextblock)) return null;
    const start = first.content.findDiffStart(written.content) ?? first.content.size;
    const end = last.content.findDiffEnd(written.content)?.b ?? written.content.size;
    return end > start && end - start <= MAX_TYPED ? 'over' : null;
  }
  const text = changedText(old, now);
  if (!text || text.old.textContent === text.now.textContent) return null;
  const start = text.old.content.findDiffStart(text.now.content);
  const end = text.old.content.findDiffEnd(text.now.content);
  if (start === null || !end) return null;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const removed = end.a + overlap - start;
  const inserted = end.b + overlap - start;
  if (removed === 0 || inserted === 0) return removed + inserted <= MAX_TYPED ? 'more' : null;
  return inserted <= MAX_TYPED ? 'over' : null;
}
