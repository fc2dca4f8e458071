/**
 * Undo of one's own changes, step by step as a person remembers them.
 *
 * Invariant: a step holds typing in one place without a long pause, or one command; what others did
 * is never part of it. The selection a person had before a step comes back with it.
 */
import type { Node } from 'prosemirror-model';
import * as Y from 'yjs';
import type { AnchoredSelection, Binding } from './binding.ts';
import { changedBlocks } from './to-body.ts';

/** A pause in typing that begins a new step. */
const PAUSE_MS = 800;

const SELECTION = Symbol('selection');

export class Undo {
  readonly manager: Y.UndoManager;
  #selection: AnchoredSelection | null = null;
  /** Block in which the step that is open was typed. */
  #typedIn: string | null = null;
  #typedAt: { position: number; size: number } | null = null;
  #isCommand = false;

  constructor(binding: Binding) {
    this.manager = new Y.UndoManager([binding.body.text, binding.body.fields], {
      trackedOrigins: new Set([binding]),
      captureTimeout: PAUSE_MS,
    });
    this.manager.on('stack-item-added', ({ stackItem, type }) => {
      if (type === 'undo' && !stackItem.meta.has(SELECTION))
        stackItem.meta.set(SELECTION, this.#selection);
    });
  }

  /** Call before a change of the editor is written. */
  before(old: Node, now: Node, selection: AnchoredSelection | null): void {
    const typed = typing(old, now);
    const continues =
      typed !== null &&
      this.#typedIn === typed.id &&
      this.#typedAt !== null &&
      Math.abs(typed.at - this.#typedAt.position) <= Math.max(1, this.#typedAt.size);
    if (!continues) this.manager.stopCapturing();
    this.#isCommand = typed === null;
    this.#typedIn = typed?.id ?? null;
    this.#typedAt = typed ? { position: typed.at + Math.max(0, typed.grown), size: 1 } : null;
    this.#selection = selection;
  }

  /** Call after it. */
  after(): void {
    if (this.#isCommand) this.manager.stopCapturing();
  }

  /** The selection a person had before the step that is undone next. */
  selectionBefore(): AnchoredSelection | null {
    const item = this.manager.undoStack[this.manager.undoStack.length - 1];
    return (item?.meta.get(SELECTION) as AnchoredSelection | null | undefined) ?? null;
  }

  destroy(): void {
    this.manager.destroy();
  }
}

/** The block and place of a change that only typed or deleted characters in one block. */
function typing(old: Node, now: Node): { id: string; at: number; grown: number } | null {
  const changed = changedBlocks(old, now);
  if (!changed || changed.oldEnd !== changed.start + 1 || changed.newEnd !== changed.start + 1)
    return null;
  const before = old.child(changed.start);
  const after = now.child(changed.start);
  if (!before.sameMarkup(after) || before.attrs.id !== after.attrs.id) return null;
  const at = before.content.findDiffStart(after.content);
  const grown = after.content.size - before.content.size;
  if (at === null || Math.abs(grown) > 1) return null;
  return { id: String(after.attrs.id), at, grown };
}
