/**
 * News of something that can be taken back, with the way to do so: see `UndoOffer.tsx`.
 *
 * Invariant: it is offered as long as its own news are shown, and taken back once.
 */
import { announce } from './announce.ts';

/** Longer than mere news: one has to read it, and to decide, ms. */
const OFFERED_MS = 10_000;

/** Something that is not done before somebody says so: longer still, since nothing else leads to it. */
const ASKED_MS = 30_000;

export interface Undoable {
  readonly message: string;
  readonly undo: () => void;
  /** What pressing it does, where that is not to take something back. */
  readonly label?: string;
}

let offered: Undoable | null = null;

export function announceUndoable(message: string, undo: () => void): void {
  offered = { message, undo };
  announce(message, OFFERED_MS);
}

/** The same for something that may be done and was not. */
export function announceOffer(message: string, label: string, act: () => void): void {
  offered = { message, undo: act, label };
  announce(message, ASKED_MS);
}

/** What may be taken back while `message` is shown. */
export function offeredWith(message: string): Undoable | null {
  return message !== '' && offered?.message === message ? offered : null;
}

/** Shows it for as long again, as when somebody points at it. */
export function keepOffering({ message, label }: Undoable): void {
  announce(message, label === undefined ? OFFERED_MS : ASKED_MS);
}

export function takeBack(what: Undoable): void {
  if (offered !== what) return;
  offered = null;
  announce('');
  what.undo();
}
