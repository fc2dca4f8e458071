/**
 * Hocuspocus with our rules in its hooks; the only file that knows Hocuspocus.
 *
 * Invariant: no document is in memory twice, and none stays there that differs from its log.
 */
import { type Connection, type Document, Hocuspocus, type WebSocketLike } from '@hocuspocus/server';
import type { Role } from '../../shared/access/roles.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import type { Exchange } from '../../shared/protocol/exchange.ts';
import type { LinkChange, Links } from '../access/links.ts';
import { MinuteLimit } from '../access/rates.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';
import {
  type Access,
  type AuthoriseOptions,
  allowed,
  authorise,
  type DocumentName,
  parseDocumentName,
} from './authorise.ts';
import { exchange } from './exchange.ts';
import { PresenceOwners } from './presence-guard.ts';
import { DocumentSession, type Endpoint, type Introduction, type OpenDocument } from './session.ts';
import { UpdateLog } from './update-log.ts';

/** Life is watched by pings (`sockets.ts`), which Hocuspocus does not count: its own watch is off. */
const NEVER_MS = 2 ** 31 - 1;
/** Timers take no longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Exchanges over HTTP that one address may ask for in a minute: several people, every second. */
const EXCHANGES_PER_MINUTE = 1_200;
/** Of these, how many may have to be tried on a copy of the document. */
const TRIALS_PER_MINUTE = 60;
/** Hocuspocus wants a code with a reason, and uses only the reason. */
const FINAL_CLOSE = 1000;

/** What an endpoint knows of its documents. */
export interface Sessions {
  sessionOf(documentName: string): DocumentSession | undefined;
}

/** What an endpoint tells Hocuspocus' hooks about itself. */
interface SocketContext {
  address: string;
  sessions: Sessions;
  /** Added once a document is let in: a second attempt on the socket gets a session of its own. */
  session?: DocumentSession;
}

/** The socket as Hocuspocus sees it. Frames in both directions carry their document's name. */
export type HocuspocusSocket = WebSocketLike;

/** Hocuspocus' side of one socket. */
export type HocuspocusClient = Pick<
  ReturnType<Hocuspocus['handleConnection']>,
  'handleMessage' | 'handleClose'
>;

/** One for all, and made up, so that no header with a secret in it is kept or seen anywhere. */
const REQUEST = new Request('http://localhost/');

/** Thrown into Hocuspocus: it sends `reason` to the client, and logs only what has a message. */
class Refusal extends Error {
  readonly reason: ErrorCode;
  constructor(reason: ErrorCode) {
    super('');
    this.reason = reason;
  }
}

export interface CollaborationOptions {
  config: Config;
  storage: Storage;
  links: Links;
  newDocuments: MinuteLimit;
  log: Log;
}

export class Collaboration {
  readonly updates: UpdateLog;
  private readonly options: CollaborationOptions;
  private readonly hocuspocus: Hocuspocus<SocketContext>;
  private readonly sessions = new Map<string, Set<DocumentSession>>();
  private readonly owners = new WeakMap<Document, PresenceOwners>();
  private readonly broken = new WeakSet<object>();
  /** Links revoked since the start: a connection that is just being let in must not slip by. */
  private readonly revoked = new Set<string>();
  /** Roles that links were given since the start, for the same reason. */
  private readonly roles = new Map<string, Role>();
  /** Documents deleted since the start, for the same reason. */
  private readonly deleted = new Set<string>();
  private readonly stopping = new AbortController();
  private readonly exchanges = new MinuteLimit(EXCHANGES_PER_MINUTE);
  private readonly trials = new MinuteLimit(TRIALS_PER_MINUTE);

  constructor(options: CollaborationOptions) {
    this.options = options;
    const { config, storage, log } = options;
    this.updates = new UpdateLog({
      storage,
      log,
      compactAfterUpdates: config.compactAfterUpdates,
      maxDocumentBytes: config.maxDocumentBytes,
      // What is applied is in the log already: Hocuspocus must not store it a second time.
      origin: { source: 'local', skipStoreHooks: true },
      onBroken: (document) => this.giveUp(document as Document),
      // Hocuspocus would do so a turn later, when a burst of other frames may have come between.
      onApplied: (document) => (document as Document).flush(),
      onHealth: (healthy) => this.tellHealth(healthy),
    });
    options.links.onChange((docId, linkId, change) => this.apply(docId, linkId, change));
    this.hocuspocus = new Hocuspocus<SocketContext>({
      quiet: true,
      timeout: NEVER_MS,
      onAuthenticate: async ({ documentName, token, context, connectionConfig }) => {
        const session = context.sessions.sessionOf(documentName);
        if (session === undefined) throw new Refusal('request_invalid');
        connectionConfig.readOnly = !(await this.admit(session, token, context.address));
        return { session };
      },
      onLoadDocument: async ({ document, context }) => {
        try {
          await this.updates.load(document, (stored) => context.session?.giveStored(stored));
        } catch (error) {
          throw new Refusal(error instanceof CatalogueError ? error.code : 'storage_failed');
        }
      },
      connected: async ({ context, connection }) => {
        const { document } = connection;
        if (this.hocuspocus.documents.get(document.name) !== document) {
          // It went out of memory while this client was being let in: it gets the next one.
          context.session?.refuse('server_busy');
          return;
        }
        let owners = this.owners.get(document);
        if (owners === undefined) {
          owners = new PresenceOwners();
          this.owners.set(document, owners);
        }
        context.session?.opened(new Membership(connection, owners));
      },
      // Nothing of the kind is ever handed over: it would be a change that is in no log.
      beforeSync: async () => {
        throw new Refusal('update_invalid');
      },
      beforeUnloadDocument: async ({ document }) => {
        if (this.broken.has(document)) throw new Refusal('storage_failed');
        await pause(config.idleUnloadMs, this.stopping.signal);
        // Throwing keeps it: somebody came back.
        if (document.getConnectionsCount() > 0) throw new Refusal('server_busy');
        await this.updates.unload(document);
        while (this.updates.waits(document)) await this.updates.settled(document);
      },
    });
  }

  /** Lets Hocuspocus serve a socket. */
  connect(socket: HocuspocusSocket, address: string, sessions: Sessions): HocuspocusClient {
    return this.hocuspocus.handleConnection(socket, REQUEST, { address, sessions });
  }

  /**
   * Takes in and gives out what a client without a WebSocket has and lacks. Throws what stands in
   * the way, as `authorise` and `exchange` do.
   */
  async exchange(
    name: DocumentName,
    secret: string,
    address: string,
    offered: Exchange,
  ): Promise<Exchange & { role: Role }> {
    if (this.stopping.signal.aborted) throw new CatalogueError('server_busy');
    if (!this.exchanges.take(address, Date.now())) throw new CatalogueError('rate_limited');
    const access = await this.accessOf(name, secret, address);
    const connection = await this.hocuspocus.openDirectConnection(name.name).catch((cause) => {
      throw new CatalogueError(cause instanceof Refusal ? cause.reason : 'storage_failed', {
        cause,
      });
    });
    try {
      const { document } = connection;
      if (document === null) throw new CatalogueError('server_busy');
      const { updates } = this;
      const mayTry = () => this.trials.take(address, Date.now());
      const now = this.asOfNow(name, access);
      const answer = await exchange({ document, access: now, updates, mayTry }, offered);
      return { ...answer, role: now.role };
    } finally {
      // Not waited for: it ends when the document has been idle for long enough to be let go.
      connection.disconnect().catch((error: unknown) => {
        this.options.log.debug('document kept', { docId: name.docId, error });
      });
    }
  }

  createSession(
    name: DocumentName,
    introduction: Introduction,
    endpoint: Endpoint,
  ): DocumentSession {
    const { config, log } = this.options;
    const session = new DocumentSession({
      ...introduction,
      name,
      endpoint,
      updates: this.updates,
      maxFrameBytes: config.maxFrameBytes,
      log,
    });
    const others = this.sessions.get(name.docId);
    if (others === undefined) this.sessions.set(name.docId, new Set([session]));
    else others.add(session);
    return session;
  }

  endSession(session: DocumentSession): void {
    session.close();
    const { docId } = session.name;
    const sessions = this.sessions.get(docId);
    if (!sessions?.delete(session)) return;
    if (sessions.size === 0) this.sessions.delete(docId);
    const linkId = session.access?.linkId;
    if (linkId != null && session.isOpen) void this.options.links.seen(docId, linkId);
  }

  /** Links of a document that somebody is connected with right now. */
  linksInUse(docId: string): ReadonlySet<string> {
    const inUse = new Set<string>();
    for (const { access, isOpen } of this.sessions.get(docId) ?? []) {
      if (isOpen && access?.linkId != null) inUse.add(access.linkId);
    }
    return inUse;
  }

  /**
   * Removes a document for everyone: its connections end, and `remove` is called once nothing of it
   * is on its way into the store any more, and never will be. Rejects with what `remove` throws.
   */
  async deleteDocument<T>(docId: string, remove: () => Promise<T>): Promise<T> {
    this.deleted.add(docId);
    for (const session of [...(this.sessions.get(docId) ?? [])]) {
      session.refuse('document_deleted');
    }
    for (const document of [...this.hocuspocus.documents.values()]) {
      if (parseDocumentName(document.name)?.docId === docId) this.letGo(document);
    }
    try {
      await this.updates.forbid(docId);
      return await remove();
    } catch (error) {
      this.deleted.delete(docId);
      this.updates.allow(docId);
      throw error;
    }
  }

  /** Has what is worth it written in one piece for the next start, until a time. */
  fold(deadline: number): Promise<void> {
    return this.updates.unloadAll([...this.hocuspocus.documents.values()], deadline);
  }

  /** Lets go of all documents; the sockets are closed by now. */
  stop(): void {
    this.stopping.abort();
    this.updates.close();
    for (const document of this.hocuspocus.documents.values()) document.destroy();
  }

  /** Checks the secret; resolves with whether the session may write. */
  private async admit(session: DocumentSession, secret: string, address: string): Promise<boolean> {
    const { log, config } = this.options;
    const { name, docId } = session.name;
    try {
      const access = await this.accessOf(session.name, secret, address);
      const connections = this.hocuspocus.documents.get(name)?.getConnectionsCount() ?? 0;
      if (connections >= config.maxConnectionsPerDocument) throw new CatalogueError('server_busy');
      session.authorised(this.asOfNow(session.name, access));
      if (access.expiresAt !== null) this.expire(session, access.expiresAt);
      log.debug('let in', { docId, role: access.role, linkId: access.linkId });
      return session.access?.mayWrite === true;
    } catch (error) {
      const code = error instanceof CatalogueError ? error.code : 'storage_failed';
      log.info('not let in', { docId, code });
      throw new Refusal(code);
    }
  }

  /** What the bearer of the secret may do right now. */
  private async accessOf(name: DocumentName, secret: string, address: string): Promise<Access> {
    const access = await authorise(this.options satisfies AuthoriseOptions, name, secret, address);
    return this.asOfNow(name, access);
  }

  /** What was changed while the store was asked. */
  private asOfNow(name: DocumentName, access: Access): Access {
    if (this.deleted.has(name.docId)) throw new CatalogueError('document_deleted');
    const link = `${access.docId}/${access.linkId}`;
    if (this.revoked.has(link)) throw new CatalogueError('link_revoked');
    return { ...access, ...allowed(name, this.roles.get(link) ?? access.role) };
  }

  /** Ends a session when its link expires. */
  private expire(session: DocumentSession, at: number): void {
    const left = Math.min(at - Date.now(), LONGEST_TIMER_MS);
    setTimeout(() => {
      if (session.ended) return;
      if (Date.now() < at) this.expire(session, at);
      else session.refuse('link_expired');
    }, left).unref();
  }

  /** Has a change of a link take effect on whoever is connected with it. */
  private apply(docId: string, linkId: string, change: LinkChange): void {
    if (change === 'revoked') this.revoked.add(`${docId}/${linkId}`);
    else if (change !== 'changed') this.roles.set(`${docId}/${linkId}`, change.role);
    for (const session of [...(this.sessions.get(docId) ?? [])]) {
      if (session.access?.linkId !== linkId) continue;
      if (change === 'revoked') session.refuse('link_revoked');
      // The client comes back by itself and gets what holds now.
      else if (change === 'changed') session.refuse('server_busy');
      else session.changeAccess(this.asOfNow(session.name, session.access));
    }
  }

  /** Whoever waits for a confirmation hears why it does not come. */
  private tellHealth(healthy: boolean): void {
    for (const sessions of this.sessions.values()) {
      for (const session of sessions) session.tellHealth(healthy);
    }
  }

  /** An update broke the document in memory: whoever comes back gets it fresh from the log. */
  private giveUp(document: Document): void {
    this.letGo(document);
    for (const sessions of [...this.sessions.values()]) {
      for (const session of [...sessions]) {
        if (session.document === document) session.refuse('storage_failed');
      }
    }
  }

  /** Takes a document out of memory without writing anything of it. */
  private letGo(document: Document): void {
    this.broken.add(document);
    this.hocuspocus.documents.delete(document.name);
    // After the turn, when the refused connections have let go of it.
    setImmediate(() => document.destroy());
  }
}

/** A connection on its document. */
class Membership implements OpenDocument {
  readonly document: Document;
  readonly owners: PresenceOwners;
  private readonly connection: Connection<SocketContext>;

  constructor(connection: Connection<SocketContext>, owners: PresenceOwners) {
    this.document = connection.document;
    this.owners = owners;
    this.connection = connection;
  }

  applyPresence(update: Uint8Array): void {
    this.document.applyAwarenessUpdate(this.connection, update);
  }

  leave(reason: ErrorCode | null): void {
    this.connection.close({ code: FINAL_CLOSE, reason: reason ?? 'provider_initiated' });
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms).unref();
    signal.addEventListener('abort', done);
  });
}
