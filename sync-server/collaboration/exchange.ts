/**
 * One exchange over HTTP, for clients whose network lets no WebSocket through: what they have goes
 * in, what they lack comes out.
 *
 * Invariant: the rules are those of a session, and an answer means that all of the update is stored.
 */
import * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import type { Exchange } from '../../shared/protocol/exchange.ts';
import type { TimeShare } from '../access/processor-time.ts';
import { onDocument } from '../current-document.ts';
import { tracer } from '../way.ts';
import type { Access } from './authorise.ts';
import { checkSignatures, judge, SIGNATURE_MS } from './discussion-gate.ts';
import { canApply, inspect, knownIn } from './inspect-update.ts';
import { faultInProposals, type ReadBody } from './proposals-gate.ts';
import type { LiveDocument, UpdateLog } from './update-log.ts';

/** A store that takes longer has failed as far as whoever asks is concerned. */
const STORE_WITHIN_MS = 20_000;

interface ExchangeOptions {
  document: LiveDocument;
  /** What whoever asks may do at this moment. Throws where that is nothing any more. */
  access: () => Access;
  /** Who asks, if they proved it. */
  person: string | null;
  updates: UpdateLog;
  /** Takes one from what may be tried on a copy, which costs as much as loading the document. */
  mayTry: () => boolean;
  /** What whoever asks may take of the processor. */
  time: TimeShare;
  /** Looks at the body of the document. */
  readBody: ReadBody;
}

/**
 * Throws `request_invalid`, `update_invalid`, `role_too_low`, `document_full`, `rate_limited` or
 * `storage_failed`; what was sent is then to be sent again.
 */
export async function exchange(options: ExchangeOptions, offered: Exchange): Promise<Exchange> {
  readQuestion(offered, options);
  await takeIn(options, offered.update);
  options.access();
  return onDocument(options.document.name, () => answerTo(offered, options));
}

type Asked = Pick<ExchangeOptions, 'document' | 'time'>;

/** What somebody with this state lacks. Throws `request_invalid`. */
export function answerTo(offered: Exchange, { document, time }: Asked): Exchange {
  const known = readQuestion(offered, { document, time });
  return time.measure(() => ({
    stateVector: Y.encodeStateVector(document),
    update: Y.encodeStateAsUpdate(document, known),
  }));
}

function readQuestion({ stateVector }: Exchange, { document, time }: Asked): Uint8Array {
  const known = time.measure(() => knownIn(document, stateVector), 'question');
  if (known === null) throw new CatalogueError('request_invalid');
  return known;
}

/** Work on the document, which is charged to whoever asks. */
function work<T>({ document, time }: ExchangeOptions, what: () => T): T {
  return time.measure(() => onDocument(document.name, what));
}

async function takeIn(options: ExchangeOptions, offered: Uint8Array): Promise<void> {
  const { document, person, updates, mayTry, time } = options;
  tracer?.came(offered);
  const way = tracer?.begin(offered) ?? null;
  let update = offered;
  let looked = work(options, () => inspect(document, update));
  if (looked.verdict === 'invalid') throw new CatalogueError('update_invalid');
  if (looked.verdict === 'nothing-new') return;
  const { docId, share } = accessToWrite(options);
  if (parseDocumentName(document.name)?.isDiscussion) {
    const allowed = await saidIn(options, update);
    if (allowed === null) return;
    update = allowed;
    looked = work(options, () => inspect(document, update));
  }
  const { verdict } = looked;
  if (updates.writers.isTaken(document, looked.writes, null)) {
    throw new CatalogueError('rate_limited');
  }
  const obstacle = updates.obstacleTo(document, update, looked, share);
  if (obstacle !== null) throw new CatalogueError(obstacle);
  if (!updates.healthy) throw new CatalogueError('storage_failed');
  if (verdict === 'unusual') {
    if (!mayTry() || !updates.mayTry(document)) throw new CatalogueError('rate_limited');
    await inTime(updates.settled(document));
    if (!work(options, () => canApply(document, update)))
      throw new CatalogueError('update_invalid');
  }
  // While it waited it may have become another role's.
  accessToWrite(options);
  const { weight, cuts } = looked;
  const charge = (ms: number) => time.charge(ms);
  try {
    const offer = { docId, person, bytes: update, weight, cuts, charge, way };
    await inTime(updates.append(document, offer));
    way?.confirmed();
  } catch (error) {
    way?.ended(error instanceof CatalogueError ? error.code : 'storage_failed');
    throw error;
  }
}

/** Throws `role_too_low` where whoever asks may not write now. */
function accessToWrite({ access }: ExchangeOptions): Access {
  const now = access();
  if (!now.mayWrite) throw new CatalogueError('role_too_low');
  return now;
}

/** What of an update is taken into a discussion; null for nothing. */
async function saidIn(options: ExchangeOptions, update: Uint8Array): Promise<Uint8Array | null> {
  const { document, access, person, updates, time } = options;
  const { docId, linkId } = access();
  const signed = await checkSignatures(document, docId, update, person);
  time.charge(signed.looked * SIGNATURE_MS);
  await inTime(updates.settled(document));
  const fault = await faultInProposals({
    document,
    update,
    maySuggest: () => access().maySuggest,
    readBody: (look) => options.readBody((body) => time.measure(() => look(body))),
  });
  if (fault !== null) throw new CatalogueError(fault);
  return work(options, () => {
    if (inspect(document, update).verdict === 'invalid') throw new CatalogueError('update_invalid');
    const verdict = judge(document, update, person, signed);
    if (verdict.kind === 'invalid') throw new CatalogueError('update_invalid');
    if (verdict.kind === 'nothing') return null;
    const who = person ?? `${docId}/${linkId}`;
    if (!updates.talk.take(who, verdict.said)) throw new CatalogueError('rate_limited');
    return verdict.update;
  });
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
