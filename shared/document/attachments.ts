/**
 * How a document names the pictures and files that belong to it.
 *
 * Invariant: the name is the hash of the bytes and says nothing of where they are, so a block means
 * the same in every document, on every device and in an exported file.
 */
import type { BlockContent } from './schema.ts';

/** Hex SHA-256 of the bytes. */
export type AttachmentId = string;

const ADDRESS = /^attachments\/([0-9a-f]{64})$/;

/** What `src` of a block says: a relative address, as if the bytes lay beside the document. */
export function attachmentAddress(id: AttachmentId): string {
  return `attachments/${id}`;
}

/** The attachment that an address names, or null where it leads elsewhere. */
export function attachmentOf(src: string): AttachmentId | null {
  return ADDRESS.exec(src)?.[1] ?? null;
}

/** The attachments that blocks show, each once. */
export function attachmentsIn(blocks: readonly BlockContent[]): Set<AttachmentId> {
  const found = new Set<AttachmentId>();
  const note = (src: unknown) => {
    const id = typeof src === 'string' ? attachmentOf(src) : null;
    if (id !== null) found.add(id);
  };
  for (const { src, content, table } of blocks) {
    note(src);
    const lines = [content, ...(table?.rows.flatMap(({ cells }) => cells) ?? [])];
    for (const line of lines) for (const run of line) if ('embed' in run) note(run.embed.src);
  }
  return found;
}
