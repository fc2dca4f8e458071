/**
 * Puts the server together, and takes it apart again in order.
 *
 * Invariant: after a stop everything that was confirmed is on disk and nothing is left running,
 * and a stop always ends.
 */
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import packageJson from '../package.json' with { type: 'json' };
import { Links } from './access/links.ts';
import { MinuteLimit } from './access/rates.ts';
import { AttachmentFiles } from './attachments/attachment-files.ts';
import { ensureDocument } from './collaboration/authorise.ts';
import { Collaboration } from './collaboration/collaboration.ts';
import { Sockets } from './collaboration/sockets.ts';
import type { Config } from './config.ts';
import { createHttpListener } from './http/app.ts';
import { StaticFiles } from './http/static-files.ts';
import { createLog, type Log } from './log.ts';
import { openSqlite } from './storage/sqlite.ts';

/** A header block longer than this is no request of ours. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface RunningServer {
  /** Where it listens, with the port it really has. */
  readonly url: string;
  /** Stops in order; a second call waits for the first. */
  stop(): Promise<void>;
}

/**
 * Opens the data folder and listens. Rejects with StorageUnavailable if the folder cannot be used,
 * with ListenError if the address cannot be listened on.
 */
export async function createServer(
  config: Config,
  log: Log = createLog(config.logLevel),
): Promise<RunningServer> {
  const storage = openSqlite(config.dataDir);
  const newDocuments = new MinuteLimit(config.maxNewDocumentsPerMinute);
  const links = new Links(storage, config.maxLinksPerDocument, log);
  const collaboration = new Collaboration({ config, storage, links, newDocuments, log });
  const sockets = new Sockets(collaboration, config, log);
  const attachments = await AttachmentFiles.open(config.dataDir, config);
  let stopping: Promise<void> | null = null;

  const server = createHttpServer(
    { maxHeaderSize: MAX_HEADER_BYTES },
    createHttpListener({
      config,
      version: packageJson.version,
      storage,
      links,
      files: await StaticFiles.open(config.publicDir),
      attachments,
      log,
      ensureDocument: (docId, address) =>
        ensureDocument({ storage, links, newDocuments, log }, docId, address),
      exchange: (docId, secret, address, offered) =>
        collaboration.exchange(
          { name: docId, docId, isDiscussion: false },
          secret,
          address,
          offered,
        ),
      linksInUse: (docId) => collaboration.linksInUse(docId),
      deleteDocument: (docId) =>
        collaboration.deleteDocument(docId, async () => {
          const deletedAt = await storage.deleteDocument(docId, Date.now());
          await attachments.removeAll(docId);
          log.info('document deleted', { docId });
          return deletedAt;
        }),
      isReady: async () => {
        if (stopping !== null || !collaboration.updates.healthy) return false;
        try {
          await storage.check();
          return true;
        } catch (error) {
          log.warn('store not ready', { error });
          return false;
        }
      },
    }),
  );
  sockets.attach(server);

  async function stop(): Promise<void> {
    const deadline = Date.now() + config.stopTimeoutMs;
    const left = () => Math.max(0, deadline - Date.now());
    log.info('stopping', { sockets: sockets.count });
    sockets.quiesce();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const flushed = await within(left(), collaboration.updates.idle());
    if (!flushed) log.error('stopped with updates that could not be stored and were not confirmed');
    await within(left(), collaboration.fold(Date.now() + left() / 2));
    // Before the sockets go: what is refused now must not be confirmed by a store that recovers.
    collaboration.updates.close();
    await sockets.closeAll(Math.min(left(), 2_000));
    collaboration.stop();
    server.closeAllConnections();
    await closed;
    await storage.close();
    log.info('stopped');
  }

  try {
    await listen(server, config);
  } catch (error) {
    collaboration.stop();
    await storage.close();
    throw error;
  }
  const url = urlOf(server, config);
  log.info('listening', { url });
  return {
    url,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
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
