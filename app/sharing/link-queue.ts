/**
 * Sends links that were made on this device to the server, when it can be reached.
 *
 * Invariant: a link waits in the library until the server has confirmed it; sending it twice does
 * no harm, because its id and secret were made here.
 */
import type * as Y from 'yjs';
import { readEntry } from '../../shared/library/library.ts';
import { readMadeLinks, recordLinkSent } from '../../shared/library/made-links.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError, ERRORS, type ErrorCode } from '../../shared/protocol/errors.ts';
import { isOffline } from '../replica/offline.ts';
import type { ServerApi } from './server-api.ts';

/** Between two attempts while the server cannot be reached. */
const RETRY_MS = 15_000;

export interface LinkQueue {
  /** Tries to send what waits; resolves when that is done or cannot be done now. */
  send(): Promise<void>;
  /** Why the server refused a waiting link for good, if it did. */
  refusalOf(linkId: string): ErrorCode | null;
}

export function createLinkQueue(library: Y.Doc, api: ServerApi, now = Date.now): LinkQueue {
  const refusals = new Map<string, ErrorCode>();
  let running: Promise<void> | null = null;

  const sendAll = async () => {
    for (const link of readMadeLinks(library)) {
      if (link.sentAt !== null || refusals.has(link.id)) continue;
      const entry = readEntry(library, link.docId);
      if (entry?.role !== 'owner') continue;
      try {
        await api.putLink(link, entry.secret);
        recordLinkSent(library, link, now());
      } catch (error) {
        if (error instanceof Unreachable) return;
        if (!(error instanceof CatalogueError)) throw error;
        if (ERRORS[error.code].next === 'retry') return;
        refusals.set(link.id, error.code);
      }
    }
  };

  return {
    async send() {
      // A link made while another send is under way must not wait for the next occasion.
      await running?.catch(() => undefined);
      if (!running) {
        running = sendAll().finally(() => {
          running = null;
        });
      }
      await running;
    },
    refusalOf: (linkId) => refusals.get(linkId) ?? null,
  };
}

/** Keeps sending for as long as the app is open: now, when the network returns, and now and then. @returns how to stop */
export function keepSending(queue: LinkQueue, library: Y.Doc): () => void {
  const send = () => {
    if (!isOffline() && readMadeLinks(library).some((link) => link.sentAt === null)) {
      void queue.send();
    }
  };
  send();
  addEventListener('online', send);
  const timer = setInterval(send, RETRY_MS);
  return () => {
    removeEventListener('online', send);
    clearInterval(timer);
  };
}
