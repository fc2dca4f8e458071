/**
 * A picture in a line: as high as it is, up to a few lines, and called what its text says.
 *
 * Invariant: nothing is loaded from elsewhere, as for pictures in blocks; what is not here shows its
 * words in its place.
 */
import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { type AttachmentId, attachmentOf } from '../../../shared/document/attachments.ts';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { isImageData } from '../../../shared/formats/addresses.ts';
import type { AttachmentSource } from './attachment-source.ts';

/** What a picture in a line shows: bytes that belong to the document, or that are in the address. */
type Source = { id: AttachmentId } | { url: string };

interface LineImage {
  source: Source;
  alt: string;
}

/** The picture an object of the line shows; null where it lies elsewhere, or is no picture. */
export function lineImage({ object, src, alt }: InlineObject): LineImage | null {
  if (object !== 'image' || typeof src !== 'string') return null;
  const id = attachmentOf(src);
  const source = id !== null ? { id } : isImageData(src) ? { url: src } : null;
  return source && { source, alt: typeof alt === 'string' ? alt : '' };
}

export class InlineImageView implements NodeView {
  readonly dom = document.createElement('span');
  readonly #attachmentSource: AttachmentSource;
  readonly #stop: () => void;
  readonly #embed: InlineObject;
  readonly #picture: LineImage;

  constructor(node: Node, picture: LineImage, attachmentSource: AttachmentSource) {
    this.#embed = node.attrs.embed;
    this.#picture = picture;
    this.#attachmentSource = attachmentSource;
    this.dom.className = 'line-picture';
    const { source } = picture;
    this.#stop =
      'id' in source ? attachmentSource.watch(source.id, true, () => this.#draw()) : () => {};
    this.#draw();
  }

  update(node: Node): boolean {
    return node.attrs.embed === this.#embed;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#stop();
  }

  #draw(): void {
    const { source, alt } = this.#picture;
    const { url, words } =
      'id' in source ? this.#attachmentSource.get(source.id) : { ...source, words: null };
    this.dom.classList.toggle('object', url === null);
    if (url === null) {
      const name = alt || 'Picture';
      this.dom.replaceChildren(words ? `${name}: ${words}` : name);
      return;
    }
    const img = this.dom.querySelector('img') ?? document.createElement('img');
    img.alt = alt;
    img.draggable = false;
    if (img.src !== url) img.src = url;
    if (img.parentElement !== this.dom) this.dom.replaceChildren(img);
  }
}
