/**
 * `PUT /api/docs/:docId/push` and `DELETE /api/push`: a browser asks to be told of what is for its
 * person, and not to be any more.
 *
 * Invariant: only where the host has keys for it; only whoever can read the document and proves who
 * they are is registered, as that person; and nothing that is registered is ever given out.
 */
import { Hono } from 'hono';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { ForgottenPush, type PushAnswer, WantedPush } from '../../shared/protocol/push.ts';
import { MinuteLimit } from '../access/rates.ts';
import type { PushServices } from '../push/push-services.ts';
import type { Storage } from '../storage/storage.ts';
import type { Env, Requests } from './requests.ts';

/** Of one address: a device registers each of its documents. */
const PER_MINUTE = 120;
const AT_ONCE = 400;

export interface PushRoutesOptions {
  requests: Requests;
  storage: Storage;
  /** Null where the host has no keys. */
  pushServices: PushServices | null;
}

/** The routes below `/api`. */
export function pushRoutes({ requests, storage, pushServices }: PushRoutesOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const limit = new MinuteLimit(PER_MINUTE, AT_ONCE);
  const done: PushAnswer = { done: true };

  routes.put('/docs/:docId/push', async (context) => {
    if (pushServices === null) throw new CatalogueError('not_found');
    const { docId, linkId, person } = await requests.identify(context, 'read');
    if (person === null) throw new CatalogueError('token_invalid');
    if (!limit.take(requests.addressOf(context), performance.now()))
      throw new CatalogueError('rate_limited');
    const wanted = await requests.json(context, WantedPush);
    if (!pushServices.isOne(wanted.endpoint)) throw new CatalogueError('request_invalid');
    const result = await storage.putPush({ docId, person, linkId, ...wanted, at: Date.now() });
    if (result === 'gone') throw new CatalogueError('document_unknown');
    if (result === 'full') throw new CatalogueError('rate_limited');
    return context.json(done);
  });

  routes.delete('/push', async (context) => {
    if (pushServices === null) throw new CatalogueError('not_found');
    const person = await requests.personOf(context);
    if (person === null) throw new CatalogueError('token_invalid');
    if (!limit.take(requests.addressOf(context), performance.now()))
      throw new CatalogueError('rate_limited');
    const { endpoint, docId } = await requests.json(context, ForgottenPush);
    await storage.forgetPushes(endpoint, { person, ...(docId ? { docId } : {}) });
    return context.json(done);
  });
  return routes;
}
