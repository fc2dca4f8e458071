/**
 * `POST /api/docs/:docId/preview`: what a web page says of itself, for a bookmark.
 *
 * Invariant: only where the host turned it on, and only for those who may write in the document; how
 * often one document or one address of the network asks is bounded.
 */
import { Hono } from 'hono';
import { isWebAddress } from '../../shared/document/addresses.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { type PagePreview, WantedPreview } from '../../shared/protocol/http.ts';
import { MinuteLimit } from '../access/rates.ts';
import { ShareCounter } from '../access/shares.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { previewOf } from '../previews/page-preview.ts';
import { PublicPages, Unfetchable } from '../previews/public-pages.ts';
import type { Env, Requests } from './requests.ts';

const PER_MINUTE = 30;
/** Pages that are asked at one time, by everybody; by one address as many as are still free. */
const AT_ONCE = 8;

interface PreviewRoutesOptions {
  config: Config;
  requests: Requests;
  log: Log;
}

/** The route at `/api/docs/:docId/preview`. */
export function previewRoutes({ config, requests, log }: PreviewRoutesOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const limit = new MinuteLimit(PER_MINUTE, PER_MINUTE);
  const pages = new PublicPages(config.linkPreviewsAllow);
  const runningFor = new ShareCounter();
  let running = 0;

  routes.post('/', async (context) => {
    if (config.linkPreviews === 'off') throw new CatalogueError('not_found');
    const { docId } = await requests.identify(context, 'writeBody');
    const now = performance.now();
    const asker = requests.addressOf(context);
    for (const key of [docId, asker])
      if (!limit.take(key, now)) throw new CatalogueError('rate_limited');
    const { address } = await requests.json(context, WantedPreview);
    if (!isWebAddress(address) || !URL.canParse(address))
      throw new CatalogueError('request_invalid');
    if (!runningFor.take(asker, AT_ONCE - running)) throw new CatalogueError('server_busy');
    running++;
    try {
      const preview: PagePreview = await previewOf(pages, new URL(address));
      return context.json(preview);
    } catch (error) {
      if (!(error instanceof Unfetchable)) throw error;
      // Not the address: what people bookmark is theirs.
      log.info('page not fetched', { docId, reason: error.message });
      throw new CatalogueError('page_unreachable', { cause: error });
    } finally {
      running--;
      runningFor.giveBack(asker);
    }
  });
  return routes;
}
