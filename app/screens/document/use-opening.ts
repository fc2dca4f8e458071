/**
 * A document as it comes onto the screen: when its text can be drawn, and when it is open.
 *
 * Invariant: what is on this device is drawn as soon as it is read, and the focus is taken from
 * nobody who was quicker.
 */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import { readTitle } from '../../../shared/document/text.ts';
import { beforeDrawing } from '../../editor/viewport/lazy-windowing.ts';
import type { Replica } from '../../replica/open-replica.ts';
import { pageIsUp } from '../../ui/lazy.tsx';
import { writeInitialContent } from './new-document.ts';

/** Whether what is here of a document can be drawn: a short one at once. */
export function useDrawable(doc: Y.Doc, docId: DocId, isHere: boolean): boolean {
  const [waitedFor, setWaitedFor] = useState<Y.Doc | null>(null);
  const waiting = useMemo(
    () => (isHere && waitedFor !== doc ? beforeDrawing(doc, docId) : null),
    [doc, docId, isHere, waitedFor],
  );
  useEffect(() => {
    void waiting?.then(() => setWaitedFor(doc));
  }, [waiting, doc]);
  return isHere && waiting === null;
}

/**
 * Writes what a new document starts with, at once: nothing of it is stored anywhere yet, and what one
 * types next is meant for it. Says whether the document is open: this device's copy has been read.
 */
export function useOpening(
  replica: Replica,
  docId: DocId,
  page: RefObject<HTMLElement | null>,
  { isHere, hasContent }: { isHere: boolean; hasContent: boolean },
): boolean {
  const [loaded, setLoaded] = useState(false);
  const isNew = useRef(false);
  useLayoutEffect(() => {
    if (writeInitialContent(docId, replica.doc)) isNew.current = true;
  }, [replica, docId]);
  // In an empty new document one writes at once.
  useLayoutEffect(() => {
    if (!hasContent || !isNew.current) return;
    isNew.current = false;
    if (readTitle(replica.doc) !== '') return;
    page.current?.querySelector<HTMLElement>('.title')?.focus();
  }, [replica, page, hasContent]);
  useEffect(() => {
    let current = true;
    const open = () => {
      if (!current) return;
      setLoaded(true);
      // Elsewhere the focus only tells of a new screen.
      requestAnimationFrame(() => {
        // Whoever was quicker keeps the caret where they put it.
        const focused = document.activeElement;
        if (focused !== page.current && page.current?.contains(focused)) return;
        page.current?.focus({ preventScroll: true });
      });
    };
    void replica.whenLoaded.then(() => {
      const waiting = beforeDrawing(replica.doc, docId);
      if (waiting) void waiting.then(open);
      else open();
    });
    return () => {
      current = false;
    };
  }, [replica, docId, page]);
  const opened = loaded && isHere === hasContent;
  // By now the text is drawn, or it is clear that it is not on this device.
  useEffect(() => {
    if (opened) pageIsUp();
  }, [opened]);
  return opened;
}
