/**
 * Sends what is stored here of a document and the server has not, without opening a replica: for
 * where there is no page.
 *
 * Invariant: nothing on this device is changed, not even what is noted as unsent: the next page finds
 * out by itself that it has arrived. Where anything speaks for somebody else having used the ids this
 * device wrote under, nothing is sent: a replica can write it again, and this cannot.
 */
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { randomId, type Secret } from '../../shared/access/ids.ts';
import { CatalogueError, ERRORS } from '../../shared/protocol/errors.ts';
import { MAX_FRAME_BYTES } from '../../shared/protocol/limits.ts';
import { exchangeUrl, postExchange } from './http-exchange.ts';
import { type FactStore, Ledger } from './ledger.ts';
import { splitUpdate } from './split-update.ts';
import { hasUnsentRecord, readStoredCopy, storedFacts } from './stored-copy.ts';
import { TakenIds } from './taken-ids.ts';
import { decodeValidated } from './validated-update.ts';

/** A frame of the server's, less what stands around an update in it. */
const PART_BYTES = MAX_FRAME_BYTES - 64;

/** Whoever only looks notes nothing. */
const NOTHING_KEPT: FactStore = { put: () => undefined, merge: () => undefined };

/**
 * `sent`: the server has all of it; `nothing`: nothing waited; `left`: a page has to do it.
 *
 * @param serverUrl where WebSockets go, `ws://host/sync`
 * @throws Error where the server is out of reach or takes nothing for now
 */
export async function sendStored(
  { name, room, secret }: { name: string; room: DocumentName; secret: Secret },
  serverUrl: string,
): Promise<'sent' | 'nothing' | 'left'> {
  if (!(await hasUnsentRecord(name))) return 'nothing';
  const copy = await readStoredCopy(name);
  if (!copy) return 'nothing';
  const { doc } = copy;
  const ledger = new Ledger(NOTHING_KEPT, randomId(12));
  ledger.restore(await storedFacts(name), doc);
  const { signal } = new AbortController();
  const ask = async (update: Uint8Array) => {
    const stateVector = Y.encodeStateVector(doc);
    return postExchange(exchangeUrl(serverUrl, room), secret, { stateVector, update }, signal);
  };
  try {
    const answer = await ask(new Uint8Array());
    if (isTaken(doc, ledger, answer)) return 'left';
    const update = Y.encodeStateAsUpdate(doc, answer.stateVector);
    const parts = update.length > PART_BYTES ? splitUpdate(update, PART_BYTES) : [update];
    for (const part of parts) await ask(part);
    return 'sent';
  } catch (error) {
    if (error instanceof CatalogueError && ERRORS[error.code].next !== 'retry') return 'left';
    throw error;
  } finally {
    doc.destroy();
  }
}

/** Whether the server has of the ids of what waits what is not from here. */
function isTaken(
  doc: Y.Doc,
  ledger: Ledger,
  { stateVector, update }: { stateVector: Uint8Array; update: Uint8Array },
): boolean {
  const there = Y.decodeStateVector(stateVector);
  // Without a record it may be anybody's, who writes on.
  for (const { ends, key } of ledger.all())
    for (const client of key === null ? [] : ends.keys())
      if ((there.get(client) ?? 0) > Y.getState(doc.store, client)) return true;
  return new TakenIds(doc, ledger).inUpdate(decodeValidated(update)) !== null;
}
