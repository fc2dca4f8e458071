/**
 * What the editor needs of pictures and files: to take them in, to show them, to say what is wrong;
 * and of pages of the web, whose pictures bookmarks show.
 * Where their bytes are kept and how they travel is nothing to it (see app/attachments/).
 *
 * Invariant: `words` is there whenever somebody who looks at the block should know something.
 */
import type { AttachmentId } from '../../../shared/document/attachments.ts';
import type { PagePreview } from '../../../shared/protocol/http.ts';

/** A picture or file as this device knows it now. Never changed in place. */
export interface Attachment {
  /** Where its bytes can be shown from while somebody watches it, or null while they are not here. */
  readonly url: string | null;
  /** What is being waited for, or what went wrong. */
  readonly words: string | null;
  /** Whether it is a trouble that does not pass by itself, so that trying again may be asked for. */
  readonly isProblem: boolean;
}

export interface Attachments {
  /** Whether the server opens pages of the web for bookmarks; false where it does not answer. */
  offersPages(): Promise<boolean>;
  /**
   * What a page of the web says of itself: the server opens it. Throws CatalogueError when that is
   * refused or the page cannot be had, Unreachable when there was no answer.
   */
  page(address: string): Promise<PagePreview>;
  /**
   * Takes a file in and resolves when this device keeps it, or it is clear that it cannot; sending
   * goes on behind. `isSaid` where a message shows it, and not the document. Throws CatalogueError
   * `payload_too_large`, or `role_too_low`.
   */
  add(file: Blob, isSaid?: boolean): Promise<AttachmentId>;
  /** Blocks that show these came into the document: whichever this device has are sent, too. */
  adopt(ids: Iterable<AttachmentId>): void;
  get(id: AttachmentId): Attachment;
  /**
   * Calls `listener` after each change, until the returned function is called. `show` fetches it if
   * it is not here; without it only what is known is told.
   */
  watch(id: AttachmentId, show: boolean, listener: () => void): () => void;
  /** Tries again at once what failed. */
  retry(id: AttachmentId): void;
  /** Saves it as a file of the device's owner. Tells a person who asked why it is not possible. */
  save(id: AttachmentId, name: string): Promise<void>;
  /** Tells a person about a file that was not taken in. */
  refuse(name: string, error: unknown): void;
}
