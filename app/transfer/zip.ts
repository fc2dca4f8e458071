/**
 * Zip archives: written piece by piece, and read where they lie. Of an archive that is read, the list
 * comes first, and each part when it is asked for: one of many gigabytes needs no more memory than the
 * largest part of it.
 *
 * Invariant: bytes that are given are as many as the list says, and have its checksum.
 */
import { inflateSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

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

const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const LARGE_END_SIZE = 56;
const LARGE_LOCATOR_SIZE = 20;
const HEADER_SIZE = 46;
const LOCAL_HEADER_SIZE = 30;
const SIGNATURE = {
  end: 0x06054b50,
  largeLocator: 0x07064b50,
  largeEnd: 0x06064b50,
  header: 0x02014b50,
  localHeader: 0x04034b50,
};
/** Stands where a number has more than four bytes, and is said elsewhere. */
const ELSEWHERE = 0xffffffff;
const EXTRA = { large: 0x0001, unicodePath: 0x7075 };
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** @throws Error where it is no archive, or none that can be read. */
export async function readZip(file: Blob): Promise<Part[]> {
  const { offset, size } = await directoryOf(file);
  const list = await viewOf(file, offset, size);
  const parts: Part[] = [];
  for (let at = 0; at < size; ) {
    expectSign(list, at, SIGNATURE.header);
    const [pathSize, extraSize, commentSize] = [28, 30, 32].map((from) =>
      list.getUint16(at + from, true),
    ) as [number, number, number];
    const extra = extraOf(list, at + HEADER_SIZE + pathSize, extraSize);
    const path = pathOf(bytesOf(list, at + HEADER_SIZE, pathSize), extra);
    parts.push(partOf(file, list, at, path, extra.get(EXTRA.large)));
    at += HEADER_SIZE + pathSize + extraSize + commentSize;
  }
  return parts;
}

/** Where the list of an archive is. Its place is said at the end, before a comment of any length. */
async function directoryOf(file: Blob): Promise<{ offset: number; size: number }> {
  const from = Math.max(0, file.size - END_SIZE - LONGEST_COMMENT);
  const tail = await viewOf(file, from, file.size - from);
  let at = tail.byteLength - END_SIZE;
  while (at >= 0 && tail.getUint32(at, true) !== SIGNATURE.end) at--;
  if (at < 0) throw new Error('It has no end of an archive.');
  const locator = at - LARGE_LOCATOR_SIZE;
  if (locator < 0 || tail.getUint32(locator, true) !== SIGNATURE.largeLocator)
    return { size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true) };
  const large = await viewOf(file, longAt(tail, locator + 8), LARGE_END_SIZE);
  expectSign(large, 0, SIGNATURE.largeEnd);
  return { size: longAt(large, 40), offset: longAt(large, 48) };
}

function partOf(file: Blob, list: DataView, at: number, path: string, large?: DataView): Part {
  const flags = list.getUint16(at + 8, true);
  const method = list.getUint16(at + 10, true);
  const checksum = list.getUint32(at + 16, true);
  let next = 0;
  const number = (from: number): number => {
    const said = list.getUint32(at + from, true);
    if (said !== ELSEWHERE || !large) return said;
    next += 8;
    return longAt(large, next - 8);
  };
  const size = number(24);
  const packedSize = number(20);
  const offset = number(42);
  const read = async () => {
    if (flags & ENCRYPTED || (method !== STORED && method !== DEFLATED))
      throw new Error('It is packed in a way that is not read here.');
    const local = await viewOf(file, offset, LOCAL_HEADER_SIZE);
    expectSign(local, 0, SIGNATURE.localHeader);
    const start = LOCAL_HEADER_SIZE + local.getUint16(26, true) + local.getUint16(28, true);
    const packed = new Uint8Array((await viewOf(file, offset + start, packedSize)).buffer);
    // With room for no more, it unpacks to no more.
    const bytes = method === STORED ? packed : inflateSync(packed, { out: new Uint8Array(size) });
    if (bytes.length !== size || checksumOf(bytes) !== checksum)
      throw new Error(`“${path}” is not what the list says.`);
    return bytes as Uint8Array<ArrayBuffer>;
  };
  return { path, size, read };
}

/** What a header says beside its fixed part, by kind. */
function extraOf(list: DataView, from: number, size: number): Map<number, DataView> {
  const extra = new Map<number, DataView>();
  for (let at = from; at + 4 <= from + size; ) {
    const length = list.getUint16(at + 2, true);
    if (at + 4 + length > from + size) break;
    extra.set(
      list.getUint16(at, true),
      new DataView(list.buffer, list.byteOffset + at + 4, length),
    );
    at += 4 + length;
  }
  return extra;
}

/**
 * A path as this app writes it. Many programs write UTF-8 and do not say so; what is none is in the
 * letters of the first personal computers.
 */
function pathOf(written: Uint8Array, extra: ReadonlyMap<number, DataView>): string {
  const said = extra.get(EXTRA.unicodePath);
  const path =
    (said && said.byteLength > 5 ? asUtf8(bytesOf(said, 5, said.byteLength - 5)) : null) ??
    asUtf8(written) ??
    Array.from(written, (byte) => FIRST_LETTERS[byte - 0x80] ?? String.fromCharCode(byte)).join('');
  return path.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '');
}

/** Code page 437 from its 128th sign on. */
const FIRST_LETTERS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Then it is something else.
    return null;
  }
}

async function viewOf(file: Blob, from: number, size: number): Promise<DataView<ArrayBuffer>> {
  if (from < 0 || from + size > file.size) throw new Error('It says more than there is.');
  return new DataView(await file.slice(from, from + size).arrayBuffer());
}

function bytesOf(view: DataView, from: number, size: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + from, size);
}

function longAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function expectSign(view: DataView, at: number, sign: number): void {
  if (view.getUint32(at, true) !== sign) throw new Error('It is not put together like an archive.');
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksumOf(bytes: Uint8Array): number {
  let value = -1;
  for (let at = 0; at < bytes.length; at++)
    value = (value >>> 8) ^ CHECKSUMS[(value ^ bytes[at]!) & 0xff]!;
  return (value ^ -1) >>> 0;
}
