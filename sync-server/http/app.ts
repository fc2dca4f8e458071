/**
 * Everything the server answers over HTTP: health, the API, the app's files.
 *
 * Invariant: no route writes document content, and every refusal is an error of the catalogue.
 */

import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DocId, docIdOf, LinkId, Secret } from '../../shared/access/ids.ts';
import { type Action, may, type Role } from '../../shared/access/roles.ts';
import {
  CatalogueError,
  ERRORS,
  type ErrorBody,
  type ErrorCode,
} from '../../shared/protocol/errors.ts';
import {
  EXCHANGE_TYPE,
  type Exchange,
  ROLE_HEADER,
  readExchange,
  writeExchange,
} from '../../shared/protocol/exchange.ts';
import {
  ChangeLink,
  type DeletedDocument,
  type DocumentInfo,
  type Link,
  type LinkList,
  PutLink,
  type ServerInfo,
} from '../../shared/protocol/http.ts';
import {
  MAX_PRESENCE_BYTES,
  MAX_PRESENCE_CHANGES_PER_SECOND,
} from '../../shared/protocol/limits.ts';
import type { Shape } from '../../shared/shape.ts';
import type { Identity, Links } from '../access/links.ts';
import { addressOfRequest, originAllowed } from '../access/origin.ts';
import type { AttachmentFiles } from '../attachments/attachment-files.ts';
import { attachmentRoutes } from '../attachments/attachment-routes.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';
import { addSecurityHeaders } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** A state vector may take this much beside an update of the greatest length. */
const MAX_STATE_VECTOR_BYTES = 256 * 1024;
const APP_SHELL = '/index.html';
/** The last part of a path has an ending: it asks for a file, not for a screen of the app. */
const NAMES_A_FILE = /\.[a-z0-9]{2,12}$/i;

export interface HttpOptions {
  config: Config;
  version: string;
  storage: Storage;
  links: Links;
  files: StaticFiles;
  attachments: AttachmentFiles;
  log: Log;
  /** Makes the document known to the server; throws `rate_limited`. */
  ensureDocument: (docId: string, address: string) => Promise<void>;
  /** Takes in what a client has and gives out what it lacks; throws what stands in the way. */
  exchange: (
    docId: string,
    secret: string,
    address: string,
    offered: Exchange,
  ) => Promise<Exchange & { role: Role }>;
  /** Links somebody is connected with right now. */
  linksInUse: (docId: string) => ReadonlySet<string>;
  /** Removes the document for everyone, for good; resolves with when that was. */
  deleteDocument: (docId: DocId) => Promise<number>;
  /** Whether the server takes connections and stores what they send. */
  isReady: () => Promise<boolean>;
}

type Env = { Bindings: HttpBindings };

/** The listener of the HTTP server. */
export function createHttpListener(options: HttpOptions): RequestListener {
  const app = createApp(options);
  return getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // A request that is none, for example by its Host header, does not get as far as the routes.
    errorHandler: (error) => {
      options.log.debug('request not understood', { error });
      const answer = refused('request_invalid');
      addSecurityHeaders(answer.headers, undefined, '');
      return answer;
    },
  });
}

function createApp(options: HttpOptions): Hono<Env> {
  const { config, log } = options;
  const app = new Hono<Env>();

  app.use(async (context, next) => {
    const incoming = incomingOf(context);
    const { origin } = incoming.headers;
    if (!originAllowed(config, incoming.headers)) {
      // An operator whose proxy changes the Host header finds out here.
      log.info('origin refused', { origin, host: incoming.headers.host });
      context.res = refused('origin_refused');
    } else {
      const foreign = origin !== undefined && config.allowedOrigins.includes(origin);
      if (foreign && context.req.method === 'OPTIONS') {
        context.res = new Response(null, { status: 204 });
        context.res.headers.set('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
        context.res.headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type');
        context.res.headers.set('Access-Control-Max-Age', '600');
      } else await next();
      if (foreign) {
        context.res.headers.set('Access-Control-Allow-Origin', origin);
        context.res.headers.set('Access-Control-Expose-Headers', ROLE_HEADER);
        context.res.headers.append('Vary', 'Origin');
      }
    }
    addSecurityHeaders(context.res.headers, incoming.headers.host, context.req.path);
    if (!context.res.headers.has('Cache-Control')) {
      context.res.headers.set('Cache-Control', 'no-store');
    }
  });

  app.onError((error, context) => {
    if (error instanceof CatalogueError) return refused(error.code);
    log.error('request failed', {
      method: context.req.method,
      route: context.req.routePath,
      error,
    });
    return refused('storage_failed');
  });

  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) =>
    (await options.isReady()) ? context.json({ status: 'ready' }) : refused('server_busy'),
  );

  app.get('/api/server', (context) => context.json(serverInfo(options)));
  app.get('/api/docs/:docId', async (context) => {
    const identity = await identify(options, context, 'read');
    const stored = await options.storage.findDocument(identity.docId);
    if (stored === null) throw new CatalogueError('document_unknown');
    const { docId, bytes, createdAt, updatedAt } = stored;
    const info: DocumentInfo = { docId, role: identity.role, bytes, createdAt, updatedAt };
    return context.json(info);
  });
  app.get('/api/docs/:docId/links', async (context) => {
    const { docId } = await identify(options, context, 'manageLinks');
    if ((await options.storage.findDocument(docId)) === null) {
      throw new CatalogueError('document_unknown');
    }
    const inUse = options.linksInUse(docId);
    const now = Date.now();
    const links = (await options.links.list(docId)).map((link) =>
      inUse.has(link.id) ? { ...link, lastUsedAt: now } : link,
    );
    const list: LinkList = { links };
    return context.json(list);
  });
  app.put(
    '/api/docs/:docId/links/:linkId',
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refused('payload_too_large') }),
    async (context) => {
      const { docId } = await identify(options, context, 'manageLinks');
      const linkId = parse(LinkId, context.req.param('linkId'));
      const wanted = parse(PutLink, await jsonOf(context));
      await options.ensureDocument(docId, addressOfRequest(config, incomingOf(context)));
      const link: Link = await options.links.put(docId, linkId, wanted);
      return context.json(link);
    },
  );
  app.patch(
    '/api/docs/:docId/links/:linkId',
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refused('payload_too_large') }),
    async (context) => {
      const { docId } = await identify(options, context, 'manageLinks');
      const linkId = parse(LinkId, context.req.param('linkId'));
      const link: Link = await options.links.change(
        docId,
        linkId,
        parse(ChangeLink, await jsonOf(context)),
      );
      return context.json(link);
    },
  );
  app.delete('/api/docs/:docId', async (context) => {
    const { docId, secret } = bearerOf(context);
    // Once more does no harm: whoever heard no answer asks again.
    if (docIdOf(secret) !== docId) await identify(options, context, 'deleteForEveryone');
    await options.ensureDocument(docId, addressOfRequest(config, incomingOf(context)));
    const deleted: DeletedDocument = { docId, deletedAt: await options.deleteDocument(docId) };
    return context.json(deleted);
  });
  app.delete('/api/docs/:docId/links/:linkId', async (context) => {
    const { docId } = await identify(options, context, 'manageLinks');
    const link: Link = await options.links.revoke(
      docId,
      parse(LinkId, context.req.param('linkId')),
    );
    return context.json(link);
  });
  app.post(
    '/api/docs/:docId/sync',
    bodyLimit({
      maxSize: config.maxFrameBytes + MAX_STATE_VECTOR_BYTES,
      onError: () => refused('payload_too_large'),
    }),
    async (context) => {
      const { docId, secret } = bearerOf(context);
      const offered = readExchange(new Uint8Array(await context.req.arrayBuffer()));
      if (offered === null) throw new CatalogueError('request_invalid');
      const address = addressOfRequest(config, incomingOf(context));
      const { role, ...answer } = await options.exchange(docId, secret, address, offered);
      return context.body(writeExchange(answer), 200, {
        'Content-Type': EXCHANGE_TYPE,
        [ROLE_HEADER]: role,
      });
    },
  );
  app.route(
    '/api/docs/:docId/attachments',
    attachmentRoutes({
      files: options.attachments,
      identify: (context, action) => identify(options, context, action),
      ensureDocument: (context, docId) =>
        options.ensureDocument(docId, addressOfRequest(config, incomingOf(context))),
    }),
  );
  app.all('/api/*', () => refused('not_found'));
  // Only WebSockets live here; the app has no screen of these names.
  app.all('/sync/*', () => refused('not_found'));
  app.all('/hocuspocus', () => refused('not_found'));

  app.get('*', async (context) => {
    const { path } = context.req;
    const headers = context.req.raw.headers;
    const file = await options.files.answer(path === '/' ? APP_SHELL : path, headers);
    if (file !== null) return file;
    if (NAMES_A_FILE.test(path) || !acceptsHtml(headers)) return refused('not_found');
    return (await options.files.answer(APP_SHELL, headers)) ?? refused('not_found');
  });
  app.all('*', () => refused('not_found'));
  return app;
}

/** Who asks, if they may do this. Throws what stands in the way. */
async function identify(
  { links, config }: HttpOptions,
  context: Context<Env>,
  action: Action,
): Promise<Identity> {
  const { docId, secret } = bearerOf(context);
  const address = addressOfRequest(config, incomingOf(context));
  const identity = await links.identify(docId, secret, address);
  if (!may(identity.role, action)) throw new CatalogueError('role_too_low');
  return identity;
}

/** The document that is asked for, and the secret that comes with the request. */
function bearerOf(context: Context<Env>): { docId: DocId; secret: Secret } {
  const header = context.req.header('Authorization');
  if (header === undefined) throw new CatalogueError('token_missing');
  const docId = DocId.safeParse(context.req.param('docId'));
  if (!docId.success) throw new CatalogueError('document_unknown');
  const secret = Secret.safeParse(/^Bearer +(\S+)$/i.exec(header)?.[1]);
  if (!secret.success) throw new CatalogueError('token_invalid');
  return { docId: docId.data, secret: secret.data };
}

function serverInfo({ config, version }: HttpOptions): ServerInfo {
  return {
    version,
    limits: {
      frameBytes: config.maxFrameBytes,
      documentBytes: config.maxDocumentBytes,
      connectionsPerDocument: config.maxConnectionsPerDocument,
      linksPerDocument: config.maxLinksPerDocument,
      attachmentBytes: config.maxAttachmentBytes,
      attachmentBytesPerDocument: config.maxAttachmentBytesPerDocument,
      presenceBytes: MAX_PRESENCE_BYTES,
      presenceChangesPerSecond: MAX_PRESENCE_CHANGES_PER_SECOND,
    },
  };
}

function refused(code: ErrorCode): Response {
  const { status, message } = ERRORS[code];
  const body: ErrorBody = { error: { code, message } };
  return Response.json(body, { status });
}

function parse<T>(shape: Shape<T>, value: unknown): T {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new CatalogueError('request_invalid');
  return parsed.data;
}

async function jsonOf(context: Context<Env>): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (cause) {
    throw new CatalogueError('request_invalid', { cause });
  }
}

function acceptsHtml(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*';
  return accept.includes('text/html') || accept.includes('*/*');
}

function incomingOf(context: Context<Env>): IncomingMessage {
  return context.env.incoming as IncomingMessage;
}
