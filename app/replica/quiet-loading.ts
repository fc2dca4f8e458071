/**
 * Loads a document without Yjs encoding all of it again for whoever listens to updates.
 *
 * Invariant: only of a first load is anything left out, and listeners still hear that the document
 * changed: they get an update that holds nothing.
 */
import type * as Y from 'yjs';

const NOTHING = new Uint8Array([0, 0]);

/** Watches for the next transaction of that origin, if the document is empty until then. */
export function loadQuietly(doc: Y.Doc, isOrigin: (origin: unknown) => boolean): void {
  if (doc.store.clients.size > 0) return;
  const afterLoading = (transaction: Y.Transaction): void => {
    if (!isOrigin(transaction.origin)) return;
    doc.off('afterTransactionCleanup', afterLoading);
    // Yjs encodes the update right behind this event, and only if somebody listens.
    const listeners = doc._observers.get('update');
    if (!listeners) return;
    doc._observers.delete('update');
    const goOn = (): void => {
      doc.off('beforeObserverCalls', goOn);
      doc.off('afterAllTransactions', goOn);
      doc._observers.set('update', listeners);
      doc.emit('update', [NOTHING, transaction.origin, doc, transaction]);
    };
    // What Yjs itself does after loading is a transaction of its own, which they hear of.
    doc.on('beforeObserverCalls', goOn);
    doc.on('afterAllTransactions', goOn);
  };
  doc.on('afterTransactionCleanup', afterLoading);
}
