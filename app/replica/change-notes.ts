/**
 * Notes in the ledger what the server has yet to learn of, from the first change on: the connection
 * comes after the page.
 *
 * Invariant: every change a person makes here is noted, with the turn it is made in. What came from
 * storage or the server is not, nor what Yjs tidied up because of what came from elsewhere.
 */
import * as Y from 'yjs';
import { insertsSomething, type Ledger } from './ledger.ts';

/** What listens to what is noted, and says where a change that is no one's here comes from. */
export interface NotesReader {
  /** The origin of its transactions. */
  readonly origin: object;
  /** Where a message that is being applied comes from. */
  source(): 'server' | 'tab' | null;
  noted(from: 'own' | 'tab'): void;
}

export class ChangeNotes {
  /** The connection, once there is one. */
  reader: NotesReader | null = null;
  readonly #doc: Y.Doc;
  readonly #ledger: Ledger;
  readonly #isFromElsewhere: (origin: unknown) => boolean;
  readonly #changed: () => void;
  /** Whether the first transaction of a batch came from elsewhere. */
  #isRemoteBatch = false;
  #isInBatch = false;
  /** Transactions that only removed formatting marks which lost their meaning. */
  readonly #tidying = new WeakSet<Y.Transaction>();

  constructor(options: {
    doc: Y.Doc;
    ledger: Ledger;
    /** Whether a transaction came from this device's storage, or from another document. */
    isFromElsewhere: (origin: unknown) => boolean;
    /** Called after what was noted while nothing reads it. */
    changed: () => void;
  }) {
    this.#doc = options.doc;
    this.#ledger = options.ledger;
    this.#isFromElsewhere = options.isFromElsewhere;
    this.#changed = options.changed;
    this.#doc.on('beforeTransaction', this.#onBeforeTransaction);
    this.#doc.on('afterTransaction', this.#onAfterTransaction);
    this.#doc.on('afterAllTransactions', this.#onAfterAllTransactions);
    this.#doc.on('update', this.#onUpdate);
  }

  close(): void {
    this.#doc.off('beforeTransaction', this.#onBeforeTransaction);
    this.#doc.off('afterTransaction', this.#onAfterTransaction);
    this.#doc.off('afterAllTransactions', this.#onAfterAllTransactions);
    this.#doc.off('update', this.#onUpdate);
  }

  readonly #onBeforeTransaction = (transaction: Y.Transaction): void => {
    if (this.#isInBatch) return;
    this.#isInBatch = true;
    this.#isRemoteBatch = !transaction.local;
  };

  readonly #onAfterAllTransactions = (): void => {
    this.#isInBatch = false;
  };

  /** Has to look before Yjs drops the content of what was deleted. */
  readonly #onAfterTransaction = (transaction: Y.Transaction): void => {
    const isOnItsOwn = transaction.local && transaction.origin === null && this.#isRemoteBatch;
    const isFromTab = this.#isOfReader(transaction.origin) && this.reader?.source() === 'tab';
    if (!isOnItsOwn && !isFromTab) return;
    if (insertsSomething(transaction)) return;
    let isTidying = true;
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
      if (!(struct instanceof Y.Item && struct.content instanceof Y.ContentFormat)) {
        isTidying = false;
      }
    });
    if (isTidying) this.#tidying.add(transaction);
  };

  readonly #onUpdate = (
    _update: Uint8Array,
    origin: unknown,
    _doc: Y.Doc,
    transaction: Y.Transaction,
  ): void => {
    if (this.#tidying.has(transaction) || this.#isFromElsewhere(origin)) return;
    if (!this.#isOfReader(origin)) {
      this.#ledger.addOwn(transaction);
      this.#tell('own');
    } else if (this.reader?.source() === 'tab') {
      this.#ledger.addFromTab(transaction);
      this.#tell('tab');
    }
  };

  #isOfReader(origin: unknown): boolean {
    return this.reader !== null && origin === this.reader.origin;
  }

  #tell(from: 'own' | 'tab'): void {
    if (this.reader) this.reader.noted(from);
    else this.#changed();
  }
}
