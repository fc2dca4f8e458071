/**
 * Everything the server answers over HTTP: health, the API, the app's files.
 *
 * Invariant: no route writes document content, and every refusal is an error of the catalogue.
 */

import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import {
  CatalogueError,
  ERRORS,
  type ErrorBody,
  type ErrorCode,
} from '../../shared/protocol/errors.ts';
import {
  DISCUSSION_HEADER,
  HIDDEN_HISTORY_HEADER,
  ROLE_HEADER,
  SUGGESTS_HEADER,
} from '../../shared/protocol/exchange.ts';
import { PERSON_HEADER, type ServerInfo } from '../../shared/protocol/http.ts';
import {
  MAX_PRESENCE_BYTES,
  MAX_PRESENCE_CHANGES_PER_SECOND,
} from '../../shared/protocol/limits.ts';
import {
  CHALLENGE_HEADER,
  CHALLENGE_WANTED,
  type ChallengeAnswer,
  PROOF_HEADER,
} from '../../shared/protocol/person-proof.ts';
import type { PushInfo } from '../../shared/protocol/push.ts';
import type { ReadyAnswer } from '../../shared/protocol/ready.ts';
import type { Of } from '../../shared/shape.ts';
import { cameEncrypted, originAllowed } from '../access/origin.ts';
import { attachmentRoutes } from '../attachments/attachment-routes.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { Log } from '../log.ts';
import { meter } from '../meter.ts';
import type { Health } from '../troubles.ts';
import { Bodies } from './bodies.ts';
import { type DocumentRoutesOptions, documentRoutes } from './document-routes.ts';
import { type LinkRoutesOptions, linkRoutes } from './link-routes.ts';
import { previewRoutes } from './preview-routes.ts';
import { type PushRoutesOptions, pushRoutes } from './push-routes.ts';
import { type Env, incomingOf, Requests, type RequestsOptions } from './requests.ts';
import { addSecurityHeaders } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

const YEAR_SECONDS = 31_536_000;
/** Of all pictures and files that are on their way to somebody at one time. */
const MOST_ATTACHMENT_BYTES_IN_MEMORY = 160 * 1024 * 1024;
const APP_SHELL = '/index.html';
/** The last part of a path has an ending: it asks for a file, not for a screen of the app. */
const NAMES_A_FILE = /\.[a-z0-9]{2,12}$/i;

interface HttpOptions
  extends Omit<RequestsOptions, 'bodies'>,
    Omit<DocumentRoutesOptions, 'requests' | 'bodies'>,
    Omit<LinkRoutesOptions, 'requests'>,
    Omit<PushRoutesOptions, 'requests'> {
  version: string;
  files: StaticFiles;
  attachments: Attachments;
  log: Log;
  /** Whether the server takes connections and stores what they send, and what is wrong with it. */
  health: () => Promise<Health>;
}

/** The listener of the HTTP server. */
export function createHttpListener(options: HttpOptions): RequestListener {
  const app = createApp(options);
  return getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // For whoever says none, as balancers that ask in HTTP/1.0; nothing depends on it.
    hostname: 'localhost',
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
  const bodies = new Bodies();
  const requests = new Requests({ ...options, bodies });
  const attachmentsSent = new Bodies(MOST_ATTACHMENT_BYTES_IN_MEMORY);

  app.use(async (context, next) => {
    const incoming = incomingOf(context);
    const { origin } = incoming.headers;
    if (!originAllowed(config, incoming.headers)) {
      // An operator whose proxy changes the Host header finds out here.
      log.info('origin refused', { origin, host: incoming.headers.host });
      meter.refused('origin_refused');
      context.res = refused('origin_refused');
    } else {
      const foreign = origin !== undefined && config.allowedOrigins.includes(origin);
      if (foreign && context.req.method === 'OPTIONS') {
        context.res = new Response(null, { status: 204 });
        context.res.headers.set('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
        context.res.headers.set(
          'Access-Control-Allow-Headers',
          `Authorization, Content-Type, ${PERSON_HEADER}, ${PROOF_HEADER}, ${CHALLENGE_HEADER}`,
        );
        context.res.headers.set('Access-Control-Max-Age', '600');
      } else await next();
      if (context.req.header(CHALLENGE_HEADER) === CHALLENGE_WANTED)
        context.res.headers.set(CHALLENGE_HEADER, options.proofs.issue());
      if (foreign) {
        context.res.headers.set('Access-Control-Allow-Origin', origin);
        context.res.headers.set(
          'Access-Control-Expose-Headers',
          [
            ROLE_HEADER,
            DISCUSSION_HEADER,
            HIDDEN_HISTORY_HEADER,
            SUGGESTS_HEADER,
            CHALLENGE_HEADER,
          ].join(', '),
        );
        context.res.headers.append('Vary', 'Origin');
      }
    }
    addSecurityHeaders(context.res.headers, incoming.headers.host, context.req.path);
    if (cameEncrypted(config, incoming.headers)) {
      context.res.headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
    }
    if (!context.res.headers.has('Cache-Control')) {
      context.res.headers.set('Cache-Control', 'no-store');
    }
  });

  app.onError((error, context) => {
    const code = error instanceof CatalogueError ? error.code : 'storage_failed';
    meter.refused(code);
    if (error instanceof CatalogueError) return refused(code);
    log.error('request failed', {
      method: context.req.method,
      route: context.req.routePath,
      error,
    });
    return refused(code);
  });

  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const { isReady, troubles } = await options.health();
    const answer: ReadyAnswer = { status: isReady ? 'ready' : 'not ready', troubles };
    return isReady ? context.json(answer) : refused('server_busy', answer);
  });

  app.get('/.well-known/security.txt', (context) => {
    if (config.securityContact === '') return refused('not_found');
    const expires = new Date(Date.now() + (YEAR_SECONDS / 2) * 1000).toISOString();
    return context.text(`Contact: ${config.securityContact}\nExpires: ${expires}\n`);
  });

  app.get('/api/challenge', (context) => {
    const answer: Of<typeof ChallengeAnswer> = { challenge: options.proofs.issue() };
    return context.json(answer);
  });
  app.get('/api/server', (context) => context.json(serverInfo(options)));
  app.route('/api/docs/:docId', documentRoutes({ ...options, requests, bodies }));
  app.route('/api/docs/:docId', linkRoutes({ ...options, requests }));
  app.route('/api/docs/:docId/preview', previewRoutes({ config, requests, log }));
  app.route(
    '/api/docs/:docId/attachments',
    attachmentRoutes({
      files: options.attachments,
      mostBytes: config.maxAttachmentBytesPerDocument,
      identify: requests.identify,
      ensureDocument: requests.ensureDocument,
      holdAnswer: (context, bytes) =>
        attachmentsSent.holdAnswer(context.env.outgoing, requests.addressOf(context), bytes),
    }),
  );
  app.route('/api', pushRoutes({ ...options, requests }));
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

function serverInfo({ config, version, pushServices }: HttpOptions): ServerInfo & PushInfo {
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
    linkPreviews: config.linkPreviews === 'on',
    ...(pushServices === null ? {} : { pushKey: config.vapidPublicKey }),
  };
}

function refused(code: ErrorCode, more: Partial<ReadyAnswer> = {}): Response {
  const { status, message } = ERRORS[code];
  const body: ErrorBody & Partial<ReadyAnswer> = { error: { code, message }, ...more };
  return Response.json(body, { status });
}

function acceptsHtml(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*';
  return accept.includes('text/html') || accept.includes('*/*');
}
