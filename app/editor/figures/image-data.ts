/**
 * Pictures that come as data in their address, as files write them, as attachments.
 *
 * Invariant: what an address says is believed only where it is a picture of a kind that executes
 * nothing; the work grows with the length of the address and no faster.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { AttachmentId } from '../../../shared/document/attachments.ts';
import { isImageData } from '../../../shared/formats/addresses.ts';
import { MAX_ATTACHMENT_BYTES } from '../../../shared/protocol/limits.ts';

/** Longer than any media type with its parameters. */
const MAX_HEAD_LENGTH = 300;

export function isData(address: string): boolean {
  return /^\s*data:/i.test(address.slice(0, 100));
}

/** The picture in an address; null for what is none, is too large, or cannot be read. */
export function imageOfData(address: string): { id: AttachmentId; blob: Blob } | null {
  const comma = address.indexOf(',');
  if (comma < 0 || comma > MAX_HEAD_LENGTH || address.length > MAX_ATTACHMENT_BYTES * 3)
    return null;
  const head = address.slice(0, comma).trim();
  if (!isImageData(`${head},`)) return null;
  const bytes = bytesOf(address.slice(comma + 1), /;\s*base64$/i.test(head));
  if (!bytes || bytes.length === 0 || bytes.length > MAX_ATTACHMENT_BYTES) return null;
  const type = /^data:(image\/\w+)/i.exec(head)?.[1]?.toLowerCase() ?? '';
  return { id: bytesToHex(sha256(bytes)), blob: new Blob([bytes], { type }) };
}

function bytesOf(data: string, isBase64: boolean): Uint8Array<ArrayBuffer> | null {
  try {
    // In an address base64 may be written with references, and wrapped.
    const text = data.includes('%') ? decodeBytes(data) : data;
    if (!isBase64) return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
    const binary = atob(text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    // No data in spite of what it says.
    return null;
  }
}

/** `%89PNG` as the bytes it stands for, each as one character. */
function decodeBytes(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
