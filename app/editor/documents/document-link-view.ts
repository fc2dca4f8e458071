/**
 * A link to another document, in a line: called what this device knows it as.
 *
 * Invariant: it is the same object for everyone, and its text is as of when it was put in; only what
 * is shown differs by what a device knows.
 */
import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { documentPath } from '../../../shared/access/addresses.ts';
import { DocId } from '../../../shared/access/ids.ts';
import { fieldOf, type InlineObject } from '../../../shared/document/schema.ts';
import { t } from '../../i18n/i18n.ts';
import type { OtherDocument, OtherDocuments } from './other-documents.ts';

/** A document that a text links to; null where what is written is no document. */
export function linkedDocument(embed: InlineObject): OtherDocument | null {
  if (embed.object !== 'document') return null;
  const docId = DocId.safeParse(embed.document);
  return docId.success ? { docId: docId.data, title: fieldOf(embed, 'title') } : null;
}

export class DocumentLinkView implements NodeView {
  readonly dom = document.createElement('a');
  readonly #documents: OtherDocuments;
  readonly #stop: () => void;
  #linked: OtherDocument;

  constructor(linked: OtherDocument, documents: OtherDocuments) {
    this.#linked = linked;
    this.#documents = documents;
    this.dom.className = 'document-link';
    this.dom.draggable = false;
    this.dom.addEventListener('click', (event) => {
      // With a modifier key the browser does what it does with links.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      documents.open(this.#linked.docId);
    });
    this.#stop = documents.subscribe(() => this.#show());
    this.#show();
  }

  update(node: Node): boolean {
    const linked = linkedDocument(node.attrs.embed as InlineObject);
    if (!linked) return false;
    this.#linked = linked;
    this.#show();
    return true;
  }

  destroy(): void {
    this.#stop();
  }

  stopEvent({ type }: Event): boolean {
    return type === 'mousedown' || type === 'click';
  }

  ignoreMutation(): boolean {
    return true;
  }

  #show(): void {
    const { docId, title } = this.#linked;
    this.dom.href = documentPath(docId);
    this.dom.textContent = this.#documents.titleOf(docId) || title || t().untitled;
  }
}
