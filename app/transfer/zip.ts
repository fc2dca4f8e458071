/**
 * Zip archives: written piece by piece, and read where they lie. Of an archive that is read, the list
 * comes first, and each part when it is asked for: one of many gigabytes needs no more memory than the
 * largest part of it.
 *
 * Invariant: bytes that are given are as many as the list says, and have its checksum.
 */
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A part of an archive, by the path that the archive gives it. */
export interface Part {
  path: string;
  size: number;
  /** Rejects where it is not what the list says. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** What is packed already, as pictures are, is not packed again. */
export class ZipWriter {
  /** Handed to the browser at once, which need not keep them in memory. */
  readonly #pieces: Blob[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error;
    const piece = new Blob([chunk as Uint8Array<ArrayBuffer>]);
    this.bytes += piece.size;
    this.#pieces.push(piece);
  });
  /** Written so far, and how many parts that is. */
  bytes = 0;
  count = 0;

  put(path: string, bytes: Uint8Array, isPacked = false): void {
    const part = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path);
    this.count++;
    // Years before and after these it has no words for, and a clock may say anything.
    part.mtime = Math.min(Math.max(Date.now(), Date.UTC(1981, 0)), Date.UTC(2099, 0));
    this.#zip.add(part);
    part.push(bytes, true);
  }

  end(): Blob {
    this.#zip.end();
    return new Blob(this.#pieces, { type: 'application/zip' });
  }
}

/** @throws Error where it is no archive, or none that can be read. */
export async function readZip(file: Blob): Promise<Part[]> {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false, checkCrc32: true });
  return (await reader.getEntries()).map((entry) => ({
    path: entry.filename.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, ''),
    size: entry.uncompressedSize,
    read: async () =>
      entry.directory ? new Uint8Array() : await entry.getData(new Uint8ArrayWriter()),
  }));
}
