/**
 * A document over HTTP: what the server knows of it, its history, its deletion, and the exchange for
 * clients whose network lets no WebSocket through.
 *
 * Invariant: what is written goes the way of what comes by a socket; what is read, that of
 * `read-document.ts`.
 */
import { type Context, Hono } from 'hono';
import {
  type DocumentName,
  discussionOf,
  type NamedDocument,
} from '../../shared/access/document-name.ts';
import { type DocId, docIdOf } from '../../shared/access/ids.ts';
import { earlierRole } from '../../shared/access/roles.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import {
  DISCUSSION_HEADER,
  EXCHANGE_TYPE,
  type Exchange,
  type ExchangeAnswer,
  HIDDEN_HISTORY_HEADER,
  ROLE_HEADER,
  readExchange,
  SUGGESTS_HEADER,
  writeExchange,
} from '../../shared/protocol/exchange.ts';
import { HISTORY_TYPE, writeHistoryPage } from '../../shared/protocol/history.ts';
import type { DeletedDocument, DocumentChanges, DocumentInfo } from '../../shared/protocol/http.ts';
import type { TimeShare } from '../access/processor-time.ts';
import type { Config } from '../config.ts';
import type { Doer, HistoryRow, Storage } from '../storage/storage.ts';
import { Bodies } from './bodies.ts';
import { bearerOf, type Env, namedBy, type Requests, saidRole } from './requests.ts';

/** A state vector may take this much beside an update of the greatest length. */
const MAX_STATE_VECTOR_BYTES = 256 * 1024;
/** Of all answers with a document in them that are on their way at one time. */
const MOST_ANSWER_BYTES = 160 * 1024 * 1024;
/** Of the updates in a page of the history; one that is larger comes alone. */
const MOST_PAGE_BYTES = 1024 * 1024;
/** They may be small, and others wait while they are read. */
const MOST_PAGE_ROWS = 5_000;

export interface DocumentRoutesOptions {
  config: Config;
  requests: Requests;
  bodies: Bodies;
  storage: Storage;
  /**
   * Takes in what a client has and gives out what it lacks; throws what stands in the way. What it
   * has is read only once the secret was checked.
   */
  exchange: (
    document: NamedDocument,
    secret: string,
    address: string,
    readOffered: () => Promise<Exchange>,
    person: string | null,
  ) => Promise<ExchangeAnswer>;
  /** Waits until whoever asks from there may have something looked for that may take long. */
  turnOf: (docId: DocId, address: string) => Promise<Pick<TimeShare, 'measure'>>;
  /** Removes the document for everyone, for good; resolves with when that was. */
  deleteDocument: (docId: DocId, by: Doer) => Promise<number>;
}

/** The routes at `/api/docs/:docId`. */
export function documentRoutes(options: DocumentRoutesOptions): Hono<Env> {
  const { config, requests, bodies, storage } = options;
  const answers = new Bodies(MOST_ANSWER_BYTES);
  const routes = new Hono<Env>();

  routes.get('/', async (context) => {
    const identity = await requests.identify(context, 'read');
    const stored = await storage.findDocument(identity.docId);
    if (stored === null) throw new CatalogueError('document_unknown');
    const { docId, createdAt, updatedAt } = stored;
    const bytes = await storage.sizeOf(docId);
    const info: DocumentInfo = {
      docId,
      role: saidRole(context, identity.role),
      bytes,
      createdAt,
      updatedAt,
    };
    return context.json(info);
  });

  routes.get('/history', async (context) => {
    const { docId, hidesHistory } = await requests.identify(context, 'read');
    if ((await storage.findDocument(docId)) === null) throw new CatalogueError('document_unknown');
    if (hidesHistory) throw new CatalogueError('history_hidden');
    const after = afterIn(context);
    const time = await options.turnOf(docId, requests.addressOf(context));
    const rows = await time.measure(() =>
      storage.historyPart(docId, after, MOST_PAGE_BYTES, 'all', MOST_PAGE_ROWS),
    );
    const body = time.measure(() => pageOf(rows));
    // Whoever reads slowly keeps it in memory.
    answers.holdAnswer(context.env.outgoing, requests.addressOf(context), body.length);
    return context.body(body, 200, { 'Content-Type': HISTORY_TYPE });
  });

  routes.get('/changes', async (context) => {
    const { docId, hidesHistory } = await requests.identify(context, 'read');
    if ((await storage.findDocument(docId)) === null) throw new CatalogueError('document_unknown');
    if (hidesHistory) throw new CatalogueError('history_hidden');
    const [after, talkedAfter] = [afterIn(context), afterIn(context, 'talkedAfter')];
    const time = await options.turnOf(docId, requests.addressOf(context));
    const writersOf = async (name: DocumentName, after: number) =>
      (await time.measure(() => storage.writersSince(name, after))).map(
        ({ person, sequence, receivedAt }) => ({ person, sequence, at: receivedAt }),
      );
    const changes: DocumentChanges = {
      writers: await writersOf(docId, after),
      talkers: await writersOf(discussionOf(docId), talkedAfter),
    };
    return context.json(changes);
  });

  routes.delete('/', async (context) => {
    const { docId, secret } = bearerOf(context);
    // Once more does no harm: whoever heard no answer asks again.
    if (docIdOf(secret) !== docId) await requests.identify(context, 'deleteForEveryone');
    requests.countChange(context, docId);
    await requests.ensureDocument(context, docId);
    const by = { linkId: null, person: await requests.personOf(context) };
    const deletedAt = await options.deleteDocument(docId, by);
    const deleted: DeletedDocument = { docId, deletedAt };
    return context.json(deleted);
  });

  routes.post('/sync', async (context) => {
    const { document, secret } = namedBy(context);
    const address = requests.addressOf(context);
    const readOffered = async () => {
      const most = config.maxFrameBytes + MAX_STATE_VECTOR_BYTES;
      const body = await bodies.read(context.req.raw, most, address);
      const offered = readExchange(body);
      if (offered === null) throw new CatalogueError('request_invalid');
      return offered;
    };
    const person = await requests.personOf(context);
    const { role, hasDiscussion, hidesHistory, maySuggest, ...answer } = await options.exchange(
      document,
      secret,
      address,
      readOffered,
      person,
    );
    const body = writeExchange(answer);
    // Whoever reads slowly keeps it in memory.
    answers.holdAnswer(context.env.outgoing, address, body.length);
    return context.body(body, 200, {
      'Content-Type': EXCHANGE_TYPE,
      [ROLE_HEADER]: earlierRole(role),
      ...(maySuggest ? { [SUGGESTS_HEADER]: role === 'suggester' ? 'role' : 'too' } : {}),
      ...(hasDiscussion ? { [DISCUSSION_HEADER]: 'yes' } : {}),
      ...(hidesHistory ? { [HIDDEN_HISTORY_HEADER]: 'yes' } : {}),
    });
  });
  return routes;
}

function pageOf(rows: readonly HistoryRow[]): Uint8Array<ArrayBuffer> {
  const entries = rows
    // What was left out of the document was never part of it.
    .filter(({ quarantined }) => quarantined === null)
    .map(({ sequence, since, receivedAt, person, bytes, isBeginning, isDamaged }) => ({
      sequence,
      since,
      at: receivedAt,
      person,
      update: isDamaged ? null : bytes,
      isBeginning,
    }));
  return writeHistoryPage({ entries, next: rows.at(-1)?.sequence ?? null });
}

/** Behind which row of the log is asked for; all of it where nothing is said. */
function afterIn(context: Context<Env>, parameter = 'after'): number {
  const after = Number(context.req.query(parameter) ?? 0);
  if (!Number.isSafeInteger(after) || after < 0) throw new CatalogueError('request_invalid');
  return after;
}
