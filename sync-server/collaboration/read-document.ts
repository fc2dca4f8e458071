/**
 * The one way to read a document on the server, for whoever wants to know what it says: an exchange
 * that brings nothing, and every route, webhook or export to come. The one way to write it is
 * `UpdateLog.append`.
 *
 * Invariant: what is read is durable and all that was confirmed, as whoever has the document open
 * would see it in that moment. Reading changes nothing: a document that was changed meanwhile is
 * thrown away, and comes fresh from the log.
 */

import type { NamedDocument } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { onDocument } from '../current-document.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';
import type { LiveDocument } from './update-log.ts';

/** A document that stays in memory until it is released. */
export interface HeldDocument {
  document: LiveDocument;
  release(): void;
  /** Whoever has it open gets it fresh from the log. */
  giveUp(): void;
}

interface DocumentReaderOptions {
  storage: Pick<Storage, 'findDocument'>;
  log: Log;
  /** Brings the document into memory, unless it is there; throws what stands in the way. */
  hold: (name: NamedDocument) => Promise<HeldDocument>;
}

export class DocumentReader {
  readonly #options: DocumentReaderOptions;

  constructor(options: DocumentReaderOptions) {
    this.#options = options;
  }

  /**
   * What `look` makes of the document, body or discussion. It looks in one turn, and takes nothing of
   * the document along: that goes on changing, and goes out of memory. Whether somebody may read it
   * has been asked before. Throws `document_unknown`, `document_deleted`, `document_damaged`,
   * `storage_failed` or `server_busy`.
   */
  async read<T>(name: NamedDocument, look: (document: LiveDocument) => T): Promise<T> {
    await this.#expect(name.docId);
    const held = await this.#options.hold(name);
    let isChanged = false;
    const note = (): void => {
      isChanged = true;
    };
    held.document.on('update', note);
    try {
      return onDocument(name.name, () => look(held.document));
    } finally {
      held.document.off('update', note);
      held.release();
      if (isChanged) {
        held.giveUp();
        this.#options.log.error('reading changed a document', { document: name.name });
      }
    }
  }

  async #expect(docId: DocId): Promise<void> {
    const stored = await this.#options.storage.findDocument(docId).catch((cause: unknown) => {
      throw new CatalogueError('storage_failed', { cause });
    });
    if (stored === null) throw new CatalogueError('document_unknown');
    if (stored.deletedAt !== null) throw new CatalogueError('document_deleted');
  }
}
