/**
 * The built app, as files over HTTP.
 *
 * Invariant: only files that were in the folder when the server started are served, each under its
 * exact path; so no request can reach anything else.
 *
 * Whoever reads slowly, and nobody needs a secret to, holds no copy of a file for themselves.
 *
 * Compression: a `.br` or `.gz` file beside a file is sent as it is. Without one, a file is
 * compressed when it is first asked for, off the main thread, and the result is kept: the start
 * does not wait for it, and memory holds at most the compressed size of the app (about two megabytes).
 */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };
/** Near the best size at a tenth of the time. */
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;
/** What is longer is sent in pieces of what all read together. */
const PIECE_BYTES = 64 * 1024;
/** Below this a compressed file saves no packet. */
const LEAST_TO_COMPRESS = 1024;

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|manifest|wasm))/;
/** The build puts a hash of the content into the names of these. */
const HASHED = /^\/assets\/.+-[\w-]{7,}\.\w+$/;

interface StaticFile {
  path: string;
  type: string;
  size: number;
  etag: string;
  immutable: boolean;
  /** Files beside it that hold it compressed. */
  siblings: ReadonlyMap<Encoding, string>;
  compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** What it holds, as long as somebody is sent it. */
  plain: WeakRef<Uint8Array<ArrayBuffer>> | null;
  reading: Promise<Uint8Array<ArrayBuffer>> | null;
}

export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;

  private constructor(files: ReadonlyMap<string, StaticFile>) {
    this.#files = files;
  }

  /** Lists the folder. A folder that is not there holds no files. */
  static async open(folder: string): Promise<StaticFiles> {
    const files = new Map<string, StaticFile>();
    let entries: string[];
    try {
      entries = await readdir(folder, { recursive: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return new StaticFiles(files);
    }
    const found = new Map<string, Stats>();
    for (const entry of entries) {
      const path = join(folder, entry);
      const stats = await stat(path);
      if (stats.isFile()) found.set(path, stats);
    }
    for (const [path, stats] of found) {
      const type = TYPES[extname(path)];
      if (type === undefined) continue;
      const url = `/${relative(folder, path).split(sep).join('/')}`;
      const siblings = new Map<Encoding, string>();
      for (const encoding of ['br', 'gzip'] as const) {
        const sibling = path + SUFFIX[encoding];
        if (found.has(sibling)) siblings.set(encoding, sibling);
      }
      const immutable = HASHED.test(url);
      files.set(url, {
        path,
        type,
        size: stats.size,
        etag: `W/"${immutable ? basename(url) : hashOf(await readFile(path))}"`,
        immutable,
        siblings,
        compressed: new Map(),
        plain: null,
        reading: null,
      });
    }
    return new StaticFiles(files);
  }

  /** The answer to a GET of this path, or null if there is no such file. */
  async answer(url: string, request: Headers): Promise<Response | null> {
    const file = this.#files.get(url);
    if (file === undefined) return null;
    const headers = new Headers({
      'Content-Type': file.type,
      'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    });
    if (request.get('if-none-match')?.includes(file.etag)) {
      return new Response(null, { status: 304, headers });
    }
    const encoding = this.#encodingFor(file, request.get('accept-encoding') ?? '');
    const bytes = await (encoding === null ? plain(file) : compressed(file, encoding));
    if (encoding !== null) headers.set('Content-Encoding', encoding);
    headers.set('Content-Length', String(bytes.length));
    return new Response(inPieces(bytes), { headers });
  }

  #encodingFor(file: StaticFile, accepted: string): Encoding | null {
    if (file.size < LEAST_TO_COMPRESS || !COMPRESSIBLE.test(file.type)) return null;
    return (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding)) ?? null;
  }
}

function accepts(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** What the file holds: one copy for all who are sent it at the same time. */
async function plain(file: StaticFile): Promise<Uint8Array<ArrayBuffer>> {
  const held = file.plain?.deref();
  if (held !== undefined) return held;
  file.reading ??= readFile(file.path)
    .then(own)
    .finally(() => {
      file.reading = null;
    });
  const bytes = await file.reading;
  file.plain = new WeakRef(bytes);
  return bytes;
}

/** As a body: a Response makes a copy of bytes that it is given whole, and keeps it until it is read. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): BodyInit {
  if (bytes.length <= PIECE_BYTES) return bytes;
  let at = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
    at += PIECE_BYTES;
    if (at >= bytes.length) controller.close();
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

function compressed(file: StaticFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  let made = file.compressed.get(encoding);
  if (made === undefined) {
    const sibling = file.siblings.get(encoding);
    made = sibling ? readFile(sibling).then(own) : compress(file.path, encoding);
    file.compressed.set(encoding, made);
    // A file that could not be read now may be readable the next time.
    made.catch(() => file.compressed.delete(encoding));
  }
  return made;
}

async function compress(path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path);
  if (encoding === 'gzip') return own(await promisify(gzip)(bytes, { level: GZIP_LEVEL }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return own(await promisify(brotliCompress)(bytes, { params }));
}

/**
 * Of two releases such a file may have the same length, as what it names has, and, where the image of a
 * disk has one time for all its files, the same time.
 */
function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

function own(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
