/**
 * Puts the server together, and takes it apart again in order.
 *
 * Invariant: after a stop everything that was confirmed is on disk and nothing is left running,
 * and a stop always ends.
 */
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import packageJson from '../package.json' with { type: 'json' };
import type { DocId } from '../shared/access/ids.ts';
import { Links } from './access/links.ts';
import { comesThroughUnknownProxy } from './access/origin.ts';
import { PersonProofs } from './access/person-proofs.ts';
import { AddressLimit } from './access/rates.ts';
import { AttachmentFiles } from './attachments/attachment-files.ts';
import { AttachmentObjects, tryBucket } from './attachments/attachment-objects.ts';
import { AttachmentRows } from './attachments/attachment-rows.ts';
import { bucketIn } from './attachments/bucket.ts';
import type { Bus, Speaker } from './bus/bus.ts';
import { PostgresBus } from './bus/postgres-bus.ts';
import { openRedisBus } from './bus/redis-bus.ts';
import { AbandonedDocuments } from './collaboration/abandoned.ts';
import { ensureDocument } from './collaboration/authorise.ts';
import { Collaboration } from './collaboration/collaboration.ts';
import { OldHistory } from './collaboration/old-history.ts';
import { Sockets } from './collaboration/sockets.ts';
import type { Config } from './config.ts';
import { createHttpListener } from './http/app.ts';
import { leaveRoom } from './http/connections.ts';
import { StaticFiles } from './http/static-files.ts';
import { createLog, type Log } from './log.ts';
import { startMetrics } from './metrics.ts';
import { PushNotices } from './push/push-notices.ts';
import { PushServices } from './push/push-services.ts';
import { QuietMemory } from './quiet-memory.ts';
import { SetApart } from './set-apart.ts';
import { SteadyClock } from './steady-clock.ts';
import { DiskSpace } from './storage/disk-space.ts';
import { openPostgres } from './storage/postgres.ts';
import { openSqlite } from './storage/sqlite.ts';
import { sharedOf } from './storage/storage.ts';
import type { Ended } from './supervisor.ts';
import { startTracing, type Tracing } from './tracing.ts';
import { Troubles } from './troubles.ts';

/** A header block longer than this is no request of ours. */
const MAX_HEADER_BYTES = 16 * 1024;
/**
 * A request that takes longer is cut off. By itself Node has five minutes for one, and the app gives a
 * picture or a file ten over a bad line (`app/attachments/attachment-api.ts`).
 */
const REQUEST_WITHIN_MS = 11 * 60_000;

export interface RunningServer {
  /** Where it listens, with the port it really has. */
  readonly url: string;
  /** Looks for abandoned documents now, as it does every hour; resolves with what it removed. */
  removeAbandoned(): Promise<readonly DocId[]>;
  /** Forgets history that is older than it may be, as it does every hour. */
  forgetHistory(): Promise<void>;
  /** Looks at the bucket now, and removes what was left there of deleted documents. */
  sweepBucket(): Promise<void>;
  /** Stops in order; a second call waits for the first. */
  stop(): Promise<void>;
}

/**
 * Opens the data folder and listens. Rejects with StorageUnavailable if the folder cannot be used,
 * with ListenError if the address cannot be listened on. `ended` is what became of the server before
 * this one, if whoever watches had to end it.
 */
export async function createServer(
  config: Config,
  log: Log = createLog(config.logLevel),
  ended: Ended | null = null,
): Promise<RunningServer> {
  const bucket = bucketIn(config);
  // One that had to be ended starts again, whatever the bucket says by now.
  if (bucket !== null) await tryBucket(bucket, ended === null, log);
  const storage =
    config.databaseUrl === ''
      ? openSqlite(config.dataDir)
      : await openPostgres(config.databaseUrl, log);
  const shared = sharedOf(storage);
  const bus =
    shared === null
      ? null
      : await openBus(config, shared, log).catch(async (error: unknown) => {
          await storage.close();
          throw error;
        });
  const clock = new SteadyClock(log);
  const newDocuments = new AddressLimit(config.maxNewDocumentsPerMinute);
  const links = new Links(storage, config.maxLinksPerDocument, log);
  const setApart = new SetApart(config.dataDir, log);
  if (ended !== null) {
    log.error('started again', { ...ended });
    if (ended.document !== null) setApart.note(ended.document, ended.why, Date.now());
  }
  // Where nothing is kept on it, its room is no matter, and nobody is to be told of it.
  const disk =
    shared === null ? await DiskSpace.of(config.dataDir, config.minFreeDiskBytes, log) : null;
  const isDiskLow = () => disk?.isLow === true;
  const proofs = new PersonProofs(storage, log, Date.now, shared);
  const pushServices = config.vapidPublicKey === '' ? null : new PushServices(config);
  const notices = pushServices && new PushNotices({ storage, services: pushServices, log });
  const collaboration = new Collaboration({
    ...{ config, storage, links, newDocuments, proofs, setApart, isDiskLow, bus, log },
    onCalled: notices ? (docId, people) => notices.called(docId, people) : undefined,
  });
  const sockets = new Sockets(collaboration, proofs, config, log);
  const beside =
    shared === null
      ? await AttachmentFiles.open(config.dataDir, config, isDiskLow)
      : await AttachmentRows.open(shared.files, config.dataDir, config);
  const objects =
    bucket === null
      ? null
      : await AttachmentObjects.open({
          ...{ bucket, storage, isDiskLow, log },
          former: beside,
          dataDir: config.dataDir,
          limits: config,
        });
  const attachments = objects ?? beside;
  const abandoned = new AbandonedDocuments({
    storage,
    afterDays: config.abandonedAfterDays,
    isInUse: (docId) => collaboration.isInUse(docId),
    docIdsInUse: () => collaboration.docIdsInUse(),
    removeAttachments: (docId) => attachments.forget(docId),
    log,
  });
  const oldHistory = new OldHistory({
    storage,
    days: config.historyDays,
    forget: (name, before) => collaboration.updates.forgetHistory(name, before),
    isSetApart: (name) => setApart.has(name, Date.now()),
    log,
  });
  let stopping: Promise<void> | null = null;
  const troubles = new Troubles({
    ...{ storage, bus, objects, clock, isDiskLow, log },
    isStopping: () => stopping !== null,
    isStoring: () => collaboration.updates.healthy,
  });

  const server = createHttpServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: REQUEST_WITHIN_MS,
      shouldUpgradeCallback: wantsWebSocket,
    },
    createHttpListener({
      config,
      version: packageJson.version,
      storage,
      links,
      proofs,
      files: await StaticFiles.open(config.publicDir),
      attachments,
      pushServices,
      log,
      ensureDocument: (docId, address, person) =>
        ensureDocument({ storage, links, newDocuments, log }, docId, address, person),
      exchange: (document, secret, address, readOffered, person) =>
        collaboration.exchange(document, secret, address, readOffered, person),
      turnOf: (docId, address) => collaboration.turnOf(docId, address),
      linksInUse: (docId) => collaboration.linksInUse(docId),
      deleteDocument: (docId, by) =>
        collaboration.deleteDocument(docId, async () => {
          const deletedAt = await storage.deleteDocument(docId, Date.now(), by);
          await attachments.removeAll(docId);
          log.info('document deleted', { docId, person: by.person });
          return deletedAt;
        }),
      health: () => troubles.now(),
    }),
  );
  leaveRoom(server, config.maxSockets);
  sockets.attach(server);
  tellOfProxy(server, config, log);
  let tracing: Tracing | null = null;

  async function stop(): Promise<void> {
    const deadline = Date.now() + config.stopTimeoutMs;
    const left = () => Math.max(0, deadline - Date.now());
    log.info('stopping', { sockets: sockets.count });
    sockets.quiesce();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const flushed = await within(left(), collaboration.updates.written());
    if (!flushed) log.error('stopped with updates that could not be stored and were not confirmed');
    // Others on the same store go on with them, and they need not wait for what is left to do here.
    if (flushed && shared !== null) {
      await sockets.closeAll(Math.min(left(), 2_000), 'server_leaving');
    }
    await within(left(), collaboration.compact(Date.now() + left() / 2));
    // Before the sockets go: what is refused now must not be confirmed by a store that recovers.
    collaboration.updates.close();
    await sockets.closeAll(Math.min(left(), 2_000));
    await collaboration.stop();
    await within(left(), links.tellLeft());
    notices?.close();
    pushServices?.close();
    disk?.close();
    clock.close();
    await abandoned.stop();
    await oldHistory.stop();
    await objects?.close();
    server.closeAllConnections();
    await closed;
    await storage.close();
    await tracing?.close(left());
    log.info('stopped');
  }

  try {
    if (config.tracesEndpoint !== '') {
      tracing = await startTracing({
        endpoint: config.tracesEndpoint,
        headers: config.tracesHeaders,
        serviceName: config.serviceName,
        version: packageJson.version,
        share: config.tracesShare,
        log,
      });
    }
    await listen(server, config);
  } catch (error) {
    await tracing?.close(0);
    await collaboration.stop();
    disk?.close();
    clock.close();
    await storage.close();
    throw error;
  }
  const metrics =
    config.metricsPort === 0
      ? null
      : await startMetrics(config.metricsPort, config.host, {
          waitingUpdates: () => collaboration.updates.waiting.updates,
          waitingBytes: () => collaboration.updates.waiting.bytes,
          openDocuments: () => collaboration.openDocuments,
          connections: () => sockets.counts,
          isHealthy: () => collaboration.updates.healthy,
          isBusUp: () => bus?.isUp ?? null,
          isBucketUp: () => objects && objects.trouble === null,
        }).catch(async (cause: NodeJS.ErrnoException) => {
          await stop();
          const why = `METRICS_PORT ${config.metricsPort} cannot be listened on (${cause.code}).`;
          throw new ListenError(`${why} Set it to another one, or to 0.`, { cause });
        });
  const url = urlOf(server, config);
  log.info('listening', { url });
  const memory = new QuietMemory({ log });
  abandoned.start();
  oldHistory.start();
  objects?.start();
  return {
    url,
    removeAbandoned: () => abandoned.look(),
    forgetHistory: () => oldHistory.look(),
    sweepBucket: async () => {
      await objects?.look();
      await objects?.sweep();
    },
    stop: () => {
      memory.close();
      stopping ??= stop().then(() => metrics?.close());
      return stopping;
    },
  };
}

/** What nodes tell each other goes over Redis where there is one, else over the database itself. */
async function openBus({ databaseUrl, redisUrl }: Config, us: Speaker, log: Log): Promise<Bus> {
  if (redisUrl === '') return new PostgresBus(databaseUrl, us, log);
  return openRedisBus(redisUrl, us, log);
}

/** Whoever offers another protocol, as many programs offer HTTP/2, is answered in the one there is. */
function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Says once that all people seem to have the address of a proxy, and so share its limits. */
function tellOfProxy(server: HttpServer, config: Config, log: Log): void {
  const look = ({ headers }: IncomingMessage) => {
    if (!comesThroughUnknownProxy(config, headers)) return;
    server.off('request', look).off('upgrade', look);
    log.warn('a proxy seems to stand in front: set TRUST_PROXY to how many there are');
  };
  server.on('request', look).on('upgrade', look);
}

/** The server cannot listen; the message is a sentence for whoever runs it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

function listen(server: HttpServer, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Set PORT to another one.`
          : `The server cannot listen on HOST ${host}, PORT ${port} (${cause.code}).`;
      reject(new ListenError(why, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

function urlOf(server: HttpServer, { host }: Config): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Whether the promise was done in time. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
