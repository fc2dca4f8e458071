/**
 * Pictures and files in React. The rest of the feature is loaded after the text.
 *
 * Invariant: what one document holds is let go with its screen; sending goes on with the app.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { announce } from '../ui/Announcer.tsx';
import { Lazy, useLazy } from '../ui/lazy.tsx';
import type { DocumentAttachments, Unsent } from './document-attachments.ts';

const attachmentsPart = new Lazy(() => import('./attachments.ts'));

/** Sends what waits for as long as the app is open. `secretOf` must be the same function always. */
export function useUploads(
  whenReady: Promise<void>,
  secretOf: (docId: DocId) => Secret | null,
): void {
  const part = useLazy(attachmentsPart);
  useEffect(() => {
    if (part) void whenReady.then(() => part.startUploads(secretOf));
  }, [part, whenReady, secretOf]);
}

/** The pictures and files of a document; null until the part that knows them has come. */
export function useDocumentAttachments({
  docId,
  secret,
  mayWrite,
  maySay,
  reached,
  onRefused,
}: {
  docId: DocId;
  secret: Secret;
  mayWrite: boolean;
  /** Whether one may show pictures in what one says about it. */
  maySay: boolean;
  /** Whether the server answers for this document: what waits for it need not wait any longer. */
  reached: boolean;
  onRefused: (message: string) => void;
}): DocumentAttachments | null {
  const [attachments, setAttachments] = useState<DocumentAttachments | null>(null);
  const may = useRef({ mayWrite, maySay });
  may.current = { mayWrite, maySay };
  const refused = useRef(onRefused);
  refused.current = onRefused;
  const part = useLazy(attachmentsPart);
  useEffect(() => {
    if (!part) return;
    const opened = part.openDocumentAttachments({
      docId,
      secret,
      mayWrite: () => may.current.mayWrite,
      maySay: () => may.current.maySay,
      tell: announce,
      onRefused: (message) => refused.current(message),
    });
    setAttachments(opened);
    return () => {
      setAttachments(null);
      opened.close();
    };
  }, [part, docId, secret]);
  // Whoever may write again has what was refused meanwhile sent, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (reached) attachments?.resume();
  }, [attachments, reached, mayWrite]);
  return attachments;
}

const NOTHING_UNSENT: Unsent = { waiting: 0, refused: 0, unkept: 0 };

/** How much of the document's pictures and files is on this device only. */
export function useUnsent(attachments: DocumentAttachments | null): Unsent {
  return useSyncExternalStore(
    (listener) => attachments?.watchUnsent(listener) ?? (() => undefined),
    () => attachments?.unsent ?? NOTHING_UNSENT,
  );
}
