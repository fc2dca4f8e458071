/** The name of bytes: their SHA-256, also over plain http, where browsers offer none. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { AttachmentId } from '../../../shared/document/attachments.ts';

export async function hashOf(blob: Blob): Promise<AttachmentId> {
  // Without a safe context `crypto.subtle` is not there, whatever its type says.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle) {
    return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', await blob.arrayBuffer())));
  }
  const hash = sha256.create();
  // In pieces, so that the page goes on meanwhile.
  for (const reader = blob.stream().getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
  }
}
