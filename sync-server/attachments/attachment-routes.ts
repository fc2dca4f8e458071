/**
 * Pictures and files over HTTP: taken in from whoever may write, and pictures from whoever may say
 * something about the document; given out to whoever may read.
 *
 * Invariant: what is given out is a download and nothing else: whatever somebody stored, no browser
 * shows it as a page, runs it, or guesses what it is. Who may not write in the document leaves room
 * for those who may.
 */

import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { DocId } from '../../shared/access/ids.ts';
import { type Action, may } from '../../shared/access/roles.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { AttachmentId, type AttachmentList } from '../../shared/protocol/http.ts';
import { MAX_SAID_PICTURE_BYTES, MOST_SAID_SHARE } from '../../shared/protocol/limits.ts';
import type { Identity } from '../access/links.ts';
import { MinuteLimit } from '../access/rates.ts';
import type { Attachments } from './attachments.ts';

/** What is in memory of one that somebody reads slowly, about. */
const IN_MEMORY_BYTES = 512 * 1024;
/** Pictures that somebody attaches to what they say. */
const SAID_PER_MINUTE = 10;
const SAID_AT_ONCE = 30;

type Env = { Bindings: HttpBindings };

interface AttachmentRoutesOptions {
  files: Attachments;
  /** Bytes of all pictures and files of one document. */
  mostBytes: number;
  /** Who asks, if they may do this; throws what stands in the way. */
  identify: (context: Context<Env>, action: Action) => Promise<Identity>;
  /** Makes the owner's document known to the server; throws `rate_limited`. */
  ensureDocument: (context: Context<Env>, docId: DocId) => Promise<void>;
  /** Counts so many bytes until the answer has left; throws `server_busy` if there is no room. */
  holdAnswer: (context: Context<Env>, bytes: number) => void;
}

/** The routes below `/api/docs/:docId/attachments`. */
export function attachmentRoutes(options: AttachmentRoutesOptions): Hono<Env> {
  const { files, identify, ensureDocument, holdAnswer, mostBytes } = options;
  const said = new MinuteLimit(SAID_PER_MINUTE, SAID_AT_ONCE);
  const routes = new Hono<Env>();

  routes.get('/', async (context) => {
    const { docId } = await identify(context, 'read');
    const list: AttachmentList = { attachments: await files.list(docId) };
    return context.json(list);
  });

  routes.post('/:sha256', async (context) => {
    const { docId, role, linkId, person } = await identify(context, 'writeDiscussion');
    const sha256 = nameIn(context);
    const announced = announcedBy(context.req.header('Content-Length'));
    const mayWrite = may(role, 'writeBody');
    const most = mayWrite ? Number.POSITIVE_INFINITY : MAX_SAID_PICTURE_BYTES;
    if (announced !== null && announced > most) throw new CatalogueError('payload_too_large');
    if (!mayWrite) {
      // Where a proxy does not say how much it is, it may be as much as it may be.
      if ((await files.usedBy(docId)) + (announced ?? most) > mostBytes * MOST_SAID_SHARE)
        throw new CatalogueError('document_full');
      if (!said.take(person ?? `${docId}/${linkId}`, performance.now()))
        throw new CatalogueError('rate_limited');
    }
    // Its owner may add a picture before the document itself has come.
    if (role === 'owner') await ensureDocument(context, docId);
    const stored = await files.store(
      docId,
      sha256,
      piecesOf(context.req.raw, most),
      announced,
      // The link may have been revoked while it arrived.
      () => identify(context, mayWrite ? 'writeBody' : 'writeDiscussion'),
    );
    return context.json(stored);
  });

  routes.get('/:sha256', async (context) => {
    const { docId } = await identify(context, 'read');
    const sha256 = nameIn(context);
    const headers = new Headers({
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      // A name always means the same bytes; who may see them depends on who asks.
      'Cache-Control': 'private, max-age=31536000, immutable',
      Vary: 'Authorization',
      ETag: `"${sha256}"`,
    });
    const withoutBody = context.req.method === 'HEAD' || isKnown(context, sha256);
    if (withoutBody) {
      const bytes = await files.sizeOf(docId, sha256);
      if (bytes === null) throw new CatalogueError('not_found');
      if (isKnown(context, sha256)) return new Response(null, { status: 304, headers });
      headers.set('Content-Length', String(bytes));
      return new Response(null, { headers });
    }
    holdAnswer(context, IN_MEMORY_BYTES);
    const found = await files.find(docId, sha256);
    if (found === null) throw new CatalogueError('not_found');
    headers.set('Content-Length', String(found.bytes));
    const body = Readable.toWeb(found.read());
    return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, { headers });
  });
  return routes;
}

/** The name in the path: a hash and nothing else, so it leads nowhere in the file system. */
function nameIn(context: Context<Env>): AttachmentId {
  const name = AttachmentId.safeParse(context.req.param('sha256'));
  if (!name.success) throw new CatalogueError('not_found');
  return name.data;
}

function isKnown(context: Context<Env>, sha256: AttachmentId): boolean {
  return context.req.header('If-None-Match')?.includes(`"${sha256}"`) ?? false;
}

function announcedBy(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Throws `payload_too_large` above `most` bytes. */
async function* piecesOf(request: Request, most: number): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.length;
    if (bytes > most) throw new CatalogueError('payload_too_large');
    yield piece;
  }
}
