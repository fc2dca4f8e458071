/**
 * A second look, in quiet moments: does the view show what a fresh read of the document says?
 *
 * Invariant: it only reads, a slice at a time, and begins anew whenever the document has changed; a
 * difference is reported once it is certain.
 */
import type { Node } from 'prosemirror-model';
import type * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { shownNode } from './nodes.ts';

/** Blocks compared before the browser gets its turn again. */
const SLICE = 200;

/** How long nobody else has to have changed anything, ms: to begin costs a read of everything. */
const QUIET_MS = 10_000;

/** What is left to the browser between two slices where it does not say that it has nothing to do, ms. */
const BREATH_MS = 50;

/** Calls back after a while, when there is nothing better to do; what it returns takes that back. */
export type WhenIdle = (work: () => void, afterMs: number) => () => void;

interface Checked {
  readonly doc: Y.Doc;
  /** What the view shows; null while that may differ for a good reason. */
  shown(): Node | null;
  /** Called where it shows something else than the document says. */
  onDifference(): void;
}

export class SelfCheck {
  readonly #checked: Checked;
  readonly #whenIdle: WhenIdle;
  #cancel: (() => void) | null = null;

  constructor(checked: Checked, whenIdle: WhenIdle = idleCallback) {
    this.#checked = checked;
    this.#whenIdle = whenIdle;
  }

  /** Looks soon, from the beginning. */
  soon(): void {
    this.stop();
    this.#next(() => this.#begin(), QUIET_MS);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #next(work: () => void, afterMs = 0): void {
    this.#cancel = this.#whenIdle(() => {
      this.#cancel = null;
      work();
    }, afterMs);
  }

  #begin(): void {
    const view = this.#checked.shown();
    if (!view) return;
    // A fresh index: what the binding's own one says may be what is wrong.
    const body = new Body(this.#checked.doc);
    if (body.shown.length !== view.childCount) this.#checked.onDifference();
    else this.#next(() => this.#compare(body, view, 0));
  }

  #compare(body: Body, view: Node, from: number): void {
    if (this.#checked.shown() !== view) {
      this.soon();
      return;
    }
    const to = Math.min(from + SLICE, view.childCount);
    for (let index = from; index < to; index++) {
      if (shownNode(body, body.shown[index]!).eq(view.child(index))) continue;
      this.#checked.onDifference();
      return;
    }
    if (to < view.childCount) this.#next(() => this.#compare(body, view, to));
  }
}

const idleCallback: WhenIdle = (work, afterMs) => {
  if (typeof requestIdleCallback === 'undefined') {
    const wait = setTimeout(work, afterMs + BREATH_MS);
    return () => clearTimeout(wait);
  }
  let handle: number | null = null;
  const timer = setTimeout(() => {
    handle = requestIdleCallback(work);
  }, afterMs);
  return () => {
    clearTimeout(timer);
    if (handle !== null) cancelIdleCallback(handle);
  };
};
