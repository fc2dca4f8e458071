/**
 * Undo beyond a reload of the page: the history, kept for as long as the tab is open.
 *
 * Invariant: what cannot be read or does not belong to the document is dropped, never tried. Where
 * there is no room, or the browser keeps nothing, undo reaches back to the reload and no further.
 */
import type { UndoHistory } from '../../../shared/document/undo-history.ts';
import { type AnchoredSelection, selectionFromJson, selectionToJson } from './undo.ts';

const KEY_PREFIX = 'driftless.undo.';
/** Characters and the like in the steps that are kept: browsers give a tab some five millions. */
const MAX_SIZE = 1_000_000;
/** How long a step may wait to be kept. A page that goes away keeps it at once. */
const KEEP_AFTER_MS = 1_000;

export class UndoSession {
  readonly #key: string;
  #history: UndoHistory<AnchoredSelection> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param name what tells the document from others */
  constructor(name: string) {
    this.#key = KEY_PREFIX + name;
  }

  /** Goes on with what was kept, and keeps what comes. */
  start(history: UndoHistory<AnchoredSelection>): void {
    this.#history = history;
    this.#load(history);
    addEventListener('pagehide', this.#keep);
    document.addEventListener('visibilitychange', this.#keep);
  }

  /** Call when the history has changed. */
  changed(): void {
    if (this.#history) this.#timer ??= setTimeout(this.#keep, KEEP_AFTER_MS);
  }

  stop(): void {
    this.#keep();
    this.#history = null;
    removeEventListener('pagehide', this.#keep);
    document.removeEventListener('visibilitychange', this.#keep);
  }

  #load(history: UndoHistory<AnchoredSelection>): void {
    try {
      const kept = sessionStorage.getItem(this.#key);
      if (kept !== null) history.load(JSON.parse(kept), selectionFromJson);
    } catch {
      // Blocked by the browser, or written by another version: there is nothing to go on with.
    }
  }

  #keep = (): void => {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    try {
      sessionStorage.setItem(
        this.#key,
        JSON.stringify(this.#history?.store(MAX_SIZE, selectionToJson)),
      );
    } catch {
      this.#forget();
    }
  };

  /** An older history in its place would take back the wrong steps. */
  #forget(): void {
    try {
      sessionStorage.removeItem(this.#key);
    } catch {
      // The browser blocks the storage altogether: it holds nothing.
    }
  }
}
