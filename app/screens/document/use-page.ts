/** What goes on beside the text of an open document, without being seen: notes, and warnings. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import type { Menus } from '../../editor/menus/menus.ts';
import { Lazy, useLazy } from '../../ui/lazy.tsx';
import styles from './document.module.css';

const keptNotes = new Lazy(() => import('./kept-notes.ts'));

/** Stores a snapshot of the page, so that the next opening shows it at once. */
export function usePageSnapshot(
  docId: DocId,
  screen: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  const notes = useLazy(keptNotes);
  // Its end is still with the page there to be seen.
  useLayoutEffect(
    () =>
      notes && isOpen && screen.current ? notes.storeSnapshotOf(docId, screen.current) : undefined,
    [notes, docId, screen, isOpen],
  );
}

/** Goes back to where one was in the document, unless its address speaks of another place. */
export function useKeptPlace(around: Menus | null, docId: DocId, goesBack: boolean): void {
  const notes = useLazy(keptNotes);
  // It speaks of the first look at the document.
  const [first] = useState({ goesBack });
  // Its end is still with the text there to be asked.
  useLayoutEffect(() => {
    if (!notes || !around) return undefined;
    const stop = notes.followPlace(around, docId, first);
    // Where the text is shown anew, one stays where one is.
    first.goesBack = false;
    return stop;
  }, [notes, around, docId, first]);
}

/** Has the library know once somebody has written in a document that was only begun. */
export function useWrittenNote(library: Y.Doc, { docId, blank }: LibraryEntry, doc: Y.Doc): void {
  const notes = useLazy(keptNotes);
  useEffect(
    () => (blank ? notes?.noteWritten(library, docId, doc) : undefined),
    [notes, blank, library, docId, doc],
  );
}

/** Whoever gets a link to a document that was only begun is to find it, and so is who gave it. */
export function noteShared(library: Y.Doc, docId: DocId): void {
  keptNotes.get()?.recordWritten(library, docId);
}

/** Whether somebody is writing: then what stands around the text steps back. */
export function useTyping(page: RefObject<HTMLElement | null>): boolean {
  const notes = useLazy(keptNotes);
  const [typing, setTyping] = useState(false);
  useEffect(() => notes?.followTyping(page.current!, setTyping), [notes, page]);
  return typing;
}

export function useTitleOutOfView(
  page: RefObject<HTMLElement | null>,
  hasContent: boolean,
): boolean {
  const notes = useLazy(keptNotes);
  const [out, setOut] = useState(false);
  useEffect(() => {
    const title = hasContent ? page.current?.querySelector(`.${styles.title}`) : null;
    return title ? notes?.followTitle(title, setOut) : undefined;
  }, [notes, page, hasContent]);
  return out;
}
