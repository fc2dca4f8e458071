/** What the screens need to share documents: the calls to the server, and the links that wait. */
import type * as Y from 'yjs';
import { keepChallenge, proofHeaders } from '../replica/request-proof.ts';
import { createLinkQueue, type LinkQueue } from './link-queue.ts';
import { createServerApi, type ServerApi } from './server-api.ts';

export interface Sharing {
  readonly api: ServerApi;
  readonly queue: LinkQueue;
}

export function openSharing(library: Y.Doc): Sharing {
  const api = createServerApi('', { proofHeaders, keepChallenge });
  return { api, queue: createLinkQueue(library, api) };
}

export { keepSending } from './link-queue.ts';
