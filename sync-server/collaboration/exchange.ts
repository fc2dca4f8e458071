/**
 * One exchange over HTTP, for clients whose network lets no WebSocket through: what they have goes
 * in, what they lack comes out.
 *
 * Invariant: the rules are those of a session, and an answer means that all of the update is stored.
 */
import * as Y from 'yjs';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import type { Exchange } from '../../shared/protocol/exchange.ts';
import type { Access } from './authorise.ts';
import { canApply, inspectUpdate, isStateVector } from './inspect-update.ts';
import type { LiveDocument, UpdateLog } from './update-log.ts';

/** A store that takes longer has failed as far as whoever asks is concerned. */
const STORE_WITHIN_MS = 20_000;

export interface ExchangeOptions {
  document: LiveDocument;
  access: Access;
  updates: UpdateLog;
  /** Takes one from what may be tried on a copy, which costs as much as loading the document. */
  mayTry: () => boolean;
}

/**
 * Throws `request_invalid`, `update_invalid`, `role_too_low`, `document_full`, `rate_limited` or
 * `storage_failed`; what was sent is then to be sent again.
 */
export async function exchange(
  options: ExchangeOptions,
  { stateVector, update }: Exchange,
): Promise<Exchange> {
  const { document } = options;
  if (!isStateVector(stateVector)) throw new CatalogueError('request_invalid');
  if (update.length > 0) await takeIn(options, update);
  return {
    stateVector: Y.encodeStateVector(document),
    update: Y.encodeStateAsUpdate(document, stateVector),
  };
}

async function takeIn(
  { document, access, updates, mayTry }: ExchangeOptions,
  update: Uint8Array,
): Promise<void> {
  const verdict = inspectUpdate(document, update);
  if (verdict === 'invalid') throw new CatalogueError('update_invalid');
  if (verdict === 'nothing-new') return;
  if (!access.mayWrite) throw new CatalogueError('role_too_low');
  if (verdict !== 'deletions' && !updates.hasRoomFor(document, update.length)) {
    throw new CatalogueError('document_full');
  }
  if (!updates.healthy) throw new CatalogueError('storage_failed');
  if (verdict === 'unusual') {
    if (!mayTry()) throw new CatalogueError('rate_limited');
    await inTime(updates.settled(document));
    if (!canApply(document, update)) throw new CatalogueError('update_invalid');
  }
  await inTime(updates.append(document, { docId: access.docId, person: null, bytes: update }));
}

/** The store may still take it later, which does no harm: sent again, it is nothing new. */
async function inTime(stored: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CatalogueError('storage_failed')), STORE_WITHIN_MS);
  });
  try {
    await Promise.race([stored, late]);
  } finally {
    clearTimeout(timer);
  }
}
