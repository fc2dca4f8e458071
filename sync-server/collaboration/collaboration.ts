/**
 * Hocuspocus with our rules in its hooks; the only file that knows Hocuspocus.
 *
 * Invariant: no document is in memory twice, and none stays there that differs from its log.
 */

import { type Connection, type Document, Hocuspocus, type WebSocketLike } from '@hocuspocus/server';
import {
  type DocumentName,
  discussionOf,
  isBody,
  type NamedDocument,
  parseDocumentName,
} from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { may } from '../../shared/access/roles.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import type { Exchange, ExchangeAnswer } from '../../shared/protocol/exchange.ts';
import { MAX_DRAFTS_APART } from '../../shared/protocol/limits.ts';
import { changeFor, type LinkChange, type Links } from '../access/links.ts';
import type { PersonProofs } from '../access/person-proofs.ts';
import { ProcessorTime, type TimeShare } from '../access/processor-time.ts';
import { type AddressLimit, MinuteLimit } from '../access/rates.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { meter } from '../meter.ts';
import type { SetApart } from '../set-apart.ts';
import { type SharedStorage, type Storage, type StoredLink, sharedOf } from '../storage/storage.ts';
import { type Access, type AuthoriseOptions, allowed, authorise } from './authorise.ts';
import { DamagedDocuments } from './damaged-documents.ts';
import { Digests } from './digests.ts';
import { answerTo, exchange } from './exchange.ts';
import { Meanwhile } from './meanwhile.ts';
import { LOOK_EVERY_MS, Neighbours } from './neighbours.ts';
import { budgetOf, OpenDocuments } from './open-documents.ts';
import { PresenceOwners } from './presence-guard.ts';
import type { ReadBody } from './proposals-gate.ts';
import { DocumentReader, type HeldDocument } from './read-document.ts';
import { DocumentSession, type Endpoint, type Introduction, type OpenDocument } from './session.ts';
import { StateFrames } from './state-frames.ts';
import { type LiveDocument, UpdateLog } from './update-log.ts';

/** Life is watched by pings (`sockets.ts`), which Hocuspocus does not count: its own watch is off. */
const NEVER_MS = 2 ** 31 - 1;
/** Exchanges over HTTP, and looks at the history, that one address may ask for in a minute: several people, every second. */
const EXCHANGES_PER_MINUTE = 1_200;
/** Of these, how many may have to be tried on a copy of the document. */
const TRIALS_PER_MINUTE = 60;
/** Of the connections of a document, those that it may have when somebody comes who does not write in it. */
const READERS_SHARE = 0.9;
/** Hocuspocus wants a code with a reason, and uses only the reason. */
const FINAL_CLOSE = 1000;

/**
 * What whoever is connected with a link is told when it goes, or has another password: then they come
 * back by themselves and are asked for it.
 */
const ENDS = {
  revoked: 'link_revoked',
  expired: 'link_expired',
  changed: 'server_busy',
} as const satisfies Partial<Record<Exclude<LinkChange, object>, ErrorCode>>;

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

interface CollaborationOptions {
  config: Config;
  storage: Storage;
  links: Links;
  newDocuments: AddressLimit;
  proofs: PersonProofs;
  log: Log;
  setApart: SetApart;
  /** Whether the disk has too little room for more. */
  isDiskLow?: () => boolean;
  time?: ProcessorTime;
  /** Where others write into the store, too: how they tell each other. */
  bus?: Bus | null;
  /** Told whom something that was said is for; nobody asks where it is not there. */
  onCalled?: ((docId: DocId, people: ReadonlySet<string>) => void) | undefined;
  /** How often the store is asked what others did, in milliseconds. */
  lookEveryMs?: number;
}

export class Collaboration {
  readonly updates: UpdateLog;
  readonly reader: DocumentReader;
  readonly #options: CollaborationOptions;
  readonly #hocuspocus: Hocuspocus<SocketContext>;
  readonly #states = new StateFrames();
  readonly #sessions = new Map<string, Set<DocumentSession>>();
  readonly #owners = new WeakMap<Document, PresenceOwners>();
  readonly #broken = new WeakSet<object>();
  /** Links revoked or given another role while somebody is being let in, who must not slip by. */
  readonly #changedLinks = new Meanwhile<LinkChange>();
  /** Documents deleted meanwhile, for the same reason. */
  readonly #deleted = new Meanwhile<true>();
  /** Those that are being deleted. */
  readonly #deleting = new Set<string>();
  readonly #damaged = new DamagedDocuments();
  readonly #open: OpenDocuments;
  readonly #stopping = new AbortController();
  /** The other servers on the same store. */
  readonly #neighbours: Neighbours | null;
  readonly #digests: Digests;
  readonly #time: ProcessorTime;
  readonly #exchanges = new MinuteLimit(EXCHANGES_PER_MINUTE);
  readonly #trials = new MinuteLimit(TRIALS_PER_MINUTE);

  constructor(options: CollaborationOptions) {
    this.#options = options;
    const { config, storage, log, time = new ProcessorTime() } = options;
    this.#time = time;
    this.#digests = new Digests({
      log,
      tell: (document, digest, sequence) => this.#tellDigest(document, digest, sequence),
      sequenceOf: (document) => this.updates.sequenceOf(document),
    });
    this.updates = new UpdateLog({
      storage,
      log,
      compactAfterUpdates: config.compactAfterUpdates,
      maxDocumentBytes: config.maxDocumentBytes,
      hangLimitMs: config.hangLimitMs,
      isDiskLow: options.isDiskLow ?? (() => false),
      // What is applied is in the log already: Hocuspocus must not store it a second time.
      origin: { source: 'local', skipStoreHooks: true },
      onBroken: (document) => this.#giveUp(document as InMemory),
      // Hocuspocus would do so a turn later, when a burst of other frames may have come between.
      onApplied: (document) => {
        (document as InMemory).flush();
        this.#digests.changed(document);
        this.#tellDiscussion(document);
      },
      onHealth: (healthy) => this.#tellHealth(healthy),
      onAppended: (name, sequence, bytes, way) =>
        this.#neighbours?.appended(name, sequence, bytes, way),
      onCompacted: (name, upTo) => this.#neighbours?.compacted(name, upTo),
      onCalled: options.onCalled,
      onGone: (document) => void this.#isGone(document),
    });
    const shared = sharedOf(storage);
    const { bus = null, lookEveryMs } = options;
    this.#neighbours =
      shared === null || bus === null ? null : this.#meetNeighbours(shared, bus, lookEveryMs);
    this.#open = new OpenDocuments(budgetOf(config.maxOpenDocumentBytes), (document) =>
      this.updates.memoryOf(document),
    );
    this.reader = new DocumentReader({ storage, log, hold: (name) => this.#hold(name) });
    options.links.onChange((docId, linkId, change) => {
      this.#apply(docId, linkId, change);
      this.#neighbours?.accessChanged(docId);
    });
    this.#hocuspocus = new Hocuspocus<SocketContext>({
      quiet: true,
      timeout: NEVER_MS,
      onAuthenticate: async ({ documentName, token, context, connectionConfig }) => {
        const session = context.sessions.sessionOf(documentName);
        if (session === undefined) throw new Refusal('request_invalid');
        const mayWrite = this.#whileLetIn(() => this.#admit(session, token, context.address));
        connectionConfig.readOnly = !(await mayWrite);
        return { session };
      },
      onLoadDocument: async ({ document, context }) => {
        const { name } = inMemory(document);
        if (options.setApart.has(name, Date.now())) {
          await this.#showLastGood(name);
          throw new Refusal('document_damaged');
        }
        if (!this.#open.makeRoom([...this.#hocuspocus.documents.values()].map(inMemory))) {
          log.error('no memory for one more document', { document: name });
          throw new Refusal('server_busy');
        }
        try {
          await this.updates.load(
            inMemory(document),
            (stored) => context.session?.giveStored(stored),
            (ms) => context.session?.time.chargeOpening(ms),
          );
          this.#neighbours?.opened(inMemory(document));
        } catch (error) {
          const code = error instanceof CatalogueError ? error.code : 'storage_failed';
          if (code === 'document_damaged') await this.#showLastGood(name);
          throw new Refusal(code);
        }
      },
      connected: async ({ context, connection }) => {
        const { document } = connection;
        if (this.#hocuspocus.documents.get(document.name) !== document) {
          // It went out of memory while this client was being let in: it gets the next one.
          context.session?.refuse('server_busy');
          return;
        }
        let owners = this.#owners.get(document);
        if (owners === undefined) {
          owners = new PresenceOwners();
          this.#owners.set(document, owners);
        }
        context.session?.opened(new Membership(connection, owners));
        if (context.session) void this.#lookForDiscussion(context.session);
      },
      // Nothing of the kind is ever handed over: it would be a change that is in no log.
      beforeSync: async () => {
        throw new Refusal('update_invalid');
      },
      beforeUnloadDocument: async ({ document }) => {
        if (this.#broken.has(document)) throw new Refusal('storage_failed');
        const live = inMemory(document);
        await this.#open.whileIdle(live, (wanted) =>
          pause(config.idleUnloadMs, AbortSignal.any([this.#stopping.signal, wanted])),
        );
        // Throwing keeps it: somebody came back.
        if (document.getConnectionsCount() > 0) {
          this.#open.stays(live);
          throw new Refusal('server_busy');
        }
        await this.updates.unload(live);
        // Not for what is stored already: a row before it may be one that nobody can read.
        while (this.updates.waitsForStore(live)) await this.updates.stored(live);
      },
    });
  }

  /** Lets Hocuspocus serve a socket. */
  connect(socket: HocuspocusSocket, address: string, sessions: Sessions): HocuspocusClient {
    return this.#hocuspocus.handleConnection(socket, REQUEST, { address, sessions });
  }

  /**
   * Takes in and gives out what a client without a WebSocket has and lacks. Throws what stands in
   * the way, as `authorise` and `exchange` do.
   */
  async exchange(
    name: NamedDocument,
    secret: string,
    address: string,
    readOffered: () => Promise<Exchange>,
    person: string | null = null,
  ): Promise<ExchangeAnswer> {
    if (this.#stopping.signal.aborted) throw new CatalogueError('server_busy');
    if (!this.#exchanges.take(address, Date.now())) throw new CatalogueError('rate_limited');
    return this.#whileLetIn(() => this.#exchangeNow(name, secret, address, readOffered, person));
  }

  /**
   * Waits until whoever asks from there may have something looked for that may take long, to be measured
   * by what this gives. Throws `rate_limited` or `server_busy`.
   */
  async turnOf(docId: DocId, address: string): Promise<TimeShare> {
    if (!this.#exchanges.take(address, Date.now())) throw new CatalogueError('rate_limited');
    const time = this.#time.shareOf(address, docId);
    await this.#turnOf(time);
    return time;
  }

  async #exchangeNow(
    name: NamedDocument,
    secret: string,
    address: string,
    readOffered: () => Promise<Exchange>,
    person: string | null,
  ): Promise<ExchangeAnswer> {
    const ask = () => this.#accessOf(name, secret, address, person);
    const access = await ask();
    const time = this.#time.shareOf(address, name.docId);
    try {
      // Before the body is read, which would have to be kept.
      await this.#turnOf(time);
      // That may take as long as whoever sends it likes: others go on, and what is left is asked again.
      time.leave();
      const offered = await readOffered();
      await this.#turnOf(time);
      // What was changed at another server meanwhile is known to the store alone.
      const latest = this.#neighbours === null ? access : await ask();
      return await this.#exchangeInTurn(name, latest, offered, { address, person, time });
    } finally {
      time.leave();
    }
  }

  async #exchangeInTurn(
    name: NamedDocument,
    access: Access,
    offered: Exchange,
    { address, person, time }: { address: string; person: string | null; time: TimeShare },
  ): Promise<ExchangeAnswer> {
    if (offered.update.length === 0) {
      const answer = await this.reader.read(name, (document) =>
        answerTo(offered, { document, time }),
      );
      const hasDiscussion = isBody(name) && (await this.#hasDiscussion(name));
      const { role, hidesHistory, maySuggest } = this.#asOfNow(name, access);
      return { ...answer, role, hidesHistory, maySuggest, hasDiscussion };
    }
    const { document, release } = await this.#hold(name);
    try {
      const { updates } = this;
      const mayTry = () => this.#trials.take(address, Date.now());
      const now = () => this.#asOfNow(name, access);
      const answer = await exchange(
        { document, access: now, person, updates, mayTry, time, readBody: this.#bodyReader(name) },
        offered,
      );
      const hasDiscussion = isBody(name) && (await this.#hasDiscussion(name));
      const { role, hidesHistory, maySuggest } = now();
      return { ...answer, role, hidesHistory, maySuggest, hasDiscussion };
    } finally {
      release();
    }
  }

  /** Brings a document into memory, unless it is there, and keeps it there. */
  async #hold(name: NamedDocument): Promise<HeldDocument> {
    if (this.#stopping.signal.aborted) throw new CatalogueError('server_busy');
    this.#neighbours?.follow(name.docId);
    const connection = await this.#hocuspocus.openDirectConnection(name.name).catch((cause) => {
      const code = cause instanceof Refusal ? cause.reason : 'storage_failed';
      throw new CatalogueError(code, { cause });
    });
    if (connection.document === null) throw new CatalogueError('server_busy');
    const document = inMemory(connection.document);
    return {
      document,
      giveUp: () => this.#giveUp(document),
      release: () => {
        // Not waited for: it ends when the document has been idle for long enough to be let go.
        connection.disconnect().catch((error: unknown) => {
          this.#options.log.debug('document kept', { docId: name.docId, error });
        });
      },
    };
  }

  createSession(
    name: NamedDocument,
    introduction: Introduction,
    address: string,
    endpoint: Endpoint,
  ): DocumentSession {
    const { config, log, proofs, links } = this.#options;
    const session = new DocumentSession({
      ...introduction,
      name,
      endpoint,
      updates: this.updates,
      states: this.#states,
      maxFrameBytes: config.maxFrameBytes,
      time: this.#time.shareOf(address, name.docId),
      log,
      onStateSent: (document) => this.#digests.asked(document),
      readBody: this.#bodyReader(name),
      proofs,
      onProven: ({ access }, person) => {
        if (access) void links.proved(access.docId, access.linkId, person);
      },
    });
    const others = this.#sessions.get(name.docId);
    if (others === undefined) this.#sessions.set(name.docId, new Set([session]));
    else others.add(session);
    return session;
  }

  /** How to look at the body of a document, for what is said about it. */
  #bodyReader(name: NamedDocument): ReadBody {
    const { docId } = name;
    const body = { name: docId, docId, isDiscussion: false, isDraft: false };
    return (look) => this.reader.read(body, look);
  }

  endSession(session: DocumentSession): void {
    session.close();
    const { docId } = session.name;
    const sessions = this.#sessions.get(docId);
    if (!sessions?.delete(session)) return;
    if (sessions.size === 0) this.#sessions.delete(docId);
    const { access, isOpen } = session;
    if (access === null || !isOpen) return;
    void this.#options.links.seen(docId, access.linkId);
    this.#options.log.debug('gone', { docId, role: access.role, linkId: access.linkId });
  }

  /** Links of a document that somebody is connected with right now. */
  linksInUse(docId: DocId): ReadonlySet<string> {
    const inUse = new Set<string>();
    for (const { access, isOpen } of this.#sessions.get(docId) ?? []) {
      if (isOpen && access?.linkId != null) inUse.add(access.linkId);
    }
    return inUse;
  }

  /** Whether somebody is connected with the document, or something of it is in memory. */
  isInUse(docId: DocId): boolean {
    return this.#sessions.has(docId) || this.#openNames(docId).length > 0;
  }

  /** What of a document is in memory. */
  #openNames(docId: DocId): DocumentName[] {
    return [...this.#hocuspocus.documents.values()]
      .map((document) => inMemory(document).name)
      .filter((name) => parseDocumentName(name)?.docId === docId);
  }

  /**
   * Removes a document for everyone: its connections end, and `remove` is called once nothing of it
   * is on its way into the store any more, and never will be. Rejects with what `remove` throws.
   */
  async deleteDocument<T>(docId: DocId, remove: () => Promise<T>): Promise<T> {
    this.#deleting.add(docId);
    this.#endAllOf(docId);
    try {
      await this.updates.forbid(docId);
      const removed = await remove();
      this.#deleted.note(docId, true);
      this.#neighbours?.accessChanged(docId);
      return removed;
    } catch (error) {
      this.updates.allow(docId);
      throw error;
    } finally {
      this.#deleting.delete(docId);
    }
  }

  #endAllOf(docId: DocId): void {
    for (const session of [...(this.#sessions.get(docId) ?? [])]) {
      session.refuse('document_deleted');
    }
    for (const document of [...this.#hocuspocus.documents.values()]) {
      if (parseDocumentName(document.name)?.docId === docId) this.#letGo(document);
    }
  }

  #meetNeighbours(storage: SharedStorage, bus: Bus, lookEveryMs = LOOK_EVERY_MS): Neighbours {
    const { updates } = this;
    const inMemoryNow = () => [...this.#hocuspocus.documents.values()].map(inMemory);
    return new Neighbours({
      storage,
      bus,
      log: this.#options.log,
      lookEveryMs,
      docIdsInUse: () => this.docIdsInUse(),
      documents: () => inMemoryNow().filter(({ isLoading }) => !isLoading),
      documentOf: (name) => {
        const document = this.#hocuspocus.documents.get(name);
        return document && inMemory(document);
      },
      markOf: (document) => updates.markOf(document),
      appended: (name, sequence, bytes) => updates.appendedElsewhere(name, sequence, bytes),
      traced: (name, sequence, way) => updates.tracedElsewhere(name, sequence, way),
      compacted: (name, upTo) => updates.compactedElsewhere(name, upTo),
      isAt: (document, position, before) => updates.isAt(document, position, before),
      deleted: (docId) => this.#wasDeleted(docId),
      linksAre: (docId, links) => this.#applyAll(docId, links),
    });
  }

  /** Bodies, discussions and drafts in memory. */
  get openDocuments(): number {
    return this.#hocuspocus.documents.size;
  }

  /** Documents that somebody was let into, or that are in memory. */
  docIdsInUse(): Set<DocId> {
    const all = new Set<DocId>();
    for (const sessions of this.#sessions.values()) {
      for (const { name, access } of sessions) if (access !== null) all.add(name.docId);
    }
    for (const { name } of this.#hocuspocus.documents.values()) {
      const docId = parseDocumentName(name)?.docId;
      if (docId !== undefined) all.add(docId);
    }
    return all;
  }

  /** Another server deleted the document for everyone. */
  #wasDeleted(docId: DocId): void {
    this.#deleted.note(docId, true);
    this.#endAllOf(docId);
    void this.updates.forbid(docId);
  }

  /** What is in memory is not what the store has: people come again, and bring what it lacks. */
  async #isGone(document: LiveDocument): Promise<void> {
    const { log } = this.#options;
    const { name } = document;
    try {
      const docId = parseDocumentName(name)?.docId;
      if (docId !== undefined && (await this.#neighbours?.isDeleted(docId))) return;
      log.error('document is another one in the store', { document: name });
    } catch (error) {
      log.error('document not compared with the store', { document: name, error });
    }
    const held = this.#hocuspocus.documents.get(name);
    if (held !== undefined && inMemory(held) === document) this.updates.giveUp(document);
  }

  /** Holds whoever came by a link against what holds now. */
  #applyAll(docId: DocId, links: readonly StoredLink[]): void {
    const now = Date.now();
    const byId = new Map(links.map((link) => [link.id, link]));
    for (const session of [...(this.#sessions.get(docId) ?? [])]) {
      const { access } = session;
      if (access === null || access.linkId === null) continue;
      const link = byId.get(access.linkId);
      const change = link === undefined ? 'revoked' : changeFor(access, link, now);
      if (change !== null) this.#apply(docId, access.linkId, change);
    }
  }

  /** Has what is worth it written in one piece for the next start, until a time. */
  compact(deadline: number): Promise<void> {
    return this.updates.unloadAll([...this.#hocuspocus.documents.values()].map(inMemory), deadline);
  }

  /** Lets go of all documents; the sockets are closed by now. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.updates.close();
    for (const document of this.#hocuspocus.documents.values()) document.destroy();
    await this.#neighbours?.stop();
  }

  /** What changes until this is done is known to it. */
  #whileLetIn<R>(visit: () => Promise<R>): Promise<R> {
    return this.#changedLinks.during(() => this.#deleted.during(visit));
  }

  /** Checks the secret; resolves with whether the session may write. */
  async #admit(session: DocumentSession, secret: string, address: string): Promise<boolean> {
    const { log, config } = this.#options;
    const { name, docId } = session.name;
    try {
      const access = await this.#accessOf(
        session.name,
        secret,
        address,
        session.proven,
        session.whoComes,
      );
      // To make it of its log may take long.
      if (!this.#hocuspocus.documents.has(name)) await this.#turnOf(session.time);
      if (session.ended) throw new CatalogueError('server_busy');
      const connections = this.#hocuspocus.documents.get(name)?.getConnectionsCount() ?? 0;
      const share = may(access.role, 'writeBody') ? 1 : READERS_SHARE;
      if (connections >= config.maxConnectionsPerDocument * share)
        throw new CatalogueError('server_busy');
      session.authorised(this.#asOfNow(session.name, access));
      // What was changed at another server since the store was asked is seen with the next look.
      this.#neighbours?.follow(docId);
      const damaged = this.#damaged.of(name, Date.now());
      if (damaged !== null) {
        session.giveLastGood(damaged.lastGood);
        throw new CatalogueError('document_damaged');
      }
      log.debug('let in', { docId, role: access.role, linkId: access.linkId });
      return session.access?.mayWrite === true;
    } catch (error) {
      const code = error instanceof CatalogueError ? error.code : 'storage_failed';
      meter.refused(code);
      log.info('not let in', { docId, code });
      throw new Refusal(code);
    }
  }

  /** Waits until something may be done for this client that may take long. */
  async #turnOf(time: TimeShare): Promise<void> {
    await time.turn(this.#stopping.signal);
    if (this.#stopping.signal.aborted) throw new CatalogueError('server_busy');
  }

  /** Whoever waits for a document that cannot be loaded sees what it was when it was last whole. */
  async #showLastGood(name: DocumentName): Promise<void> {
    const lastGood = await this.updates.lastGood(name);
    this.#damaged.note(name, lastGood, Date.now());
    for (const session of this.#sessions.get(parseDocumentName(name)?.docId ?? '') ?? []) {
      if (session.name.name === name && !session.isOpen) session.giveLastGood(lastGood);
    }
  }

  /** What the bearer of the secret may do right now. */
  async #accessOf(
    name: NamedDocument,
    secret: string,
    address: string,
    person: string | null = null,
    whoComes?: Promise<string | null>,
  ): Promise<Access> {
    const options: AuthoriseOptions = this.#options;
    const access = await authorise(options, name, secret, address, person, whoComes);
    // Not for whoever has shown nothing: to follow a document costs the bus and the store.
    this.#neighbours?.follow(name.docId);
    if (name.isDraft) await this.#hasRoomForDraft(name, access.mayWrite);
    return this.#asOfNow(name, access);
  }

  /**
   * Throws `document_full` where this would be one draft more than a document may have; `server_busy`
   * where somebody who writes nothing waits for one more that nobody has begun.
   */
  async #hasRoomForDraft({ name, docId }: NamedDocument, mayWrite: boolean): Promise<void> {
    const names = new Set<string>(await this.#options.storage.namesOf(docId));
    const waitedFor = new Set<string>();
    // One in which nothing is written yet is one as soon as somebody is there who may.
    for (const session of this.#sessions.get(docId) ?? []) {
      if (session.access === null || session.ended) continue;
      (session.access.mayWrite ? names : waitedFor).add(session.name.name);
    }
    if (names.has(name)) return;
    const draftsOf = (all: Iterable<string>) =>
      [...all].filter((each) => parseDocumentName(each)?.isDraft).length;
    if (mayWrite && draftsOf(names) >= MAX_DRAFTS_APART) throw new CatalogueError('document_full');
    // Each is in memory, and nothing of it is anywhere else: there is no end to names.
    if (!mayWrite && !waitedFor.has(name) && draftsOf(waitedFor) >= MAX_DRAFTS_APART)
      throw new CatalogueError('server_busy');
  }

  /** What was changed while the store was asked. */
  #asOfNow(name: NamedDocument, access: Access): Access {
    if (this.#deleting.has(name.docId) || this.#deleted.of(name.docId)) {
      throw new CatalogueError('document_deleted');
    }
    const change = this.#changedLinks.of(`${access.docId}/${access.linkId}`);
    if (typeof change === 'string') throw new CatalogueError(ENDS[change]);
    const now = change === undefined ? access : changed(name, access, change);
    if (now.expiresAt !== null && now.expiresAt <= Date.now())
      throw new CatalogueError('link_expired');
    return now;
  }

  /** Has a change of a link take effect on whoever is connected with it. */
  #apply(docId: DocId, linkId: string, change: LinkChange): void {
    const key = `${docId}/${linkId}`;
    // Whoever was checked against another password has to come again, whatever else was changed.
    if (this.#changedLinks.of(key) !== 'changed') this.#changedLinks.note(key, change);
    for (const session of [...(this.#sessions.get(docId) ?? [])]) {
      if (session.access?.linkId !== linkId) continue;
      if (typeof change === 'string') session.refuse(ENDS[change]);
      else session.changeAccess(changed(session.name, session.access, change));
    }
  }

  /** Whoever waits for a confirmation hears why it does not come. */
  #tellHealth(healthy: boolean): void {
    for (const sessions of this.#sessions.values()) {
      for (const session of sessions) session.tellHealth(healthy);
    }
  }

  #tellDigest(document: LiveDocument, digest: string, sequence: number): void {
    const docId = parseDocumentName(document.name)?.docId ?? '';
    for (const session of this.#sessions.get(docId) ?? []) {
      if (session.document === document) session.tellDigest(digest, sequence);
    }
  }

  /** Whoever has the body open learns that something is said about it. */
  #tellDiscussion(document: LiveDocument): void {
    const named = parseDocumentName(document.name);
    if (!named?.isDiscussion) return;
    for (const session of this.#sessions.get(named.docId) ?? []) session.tellDiscussion();
  }

  /** For a client that has just come to the body. */
  async #lookForDiscussion(session: DocumentSession): Promise<void> {
    if (!isBody(session.name)) return;
    try {
      if (await this.#hasDiscussion(session.name)) session.tellDiscussion();
    } catch (error) {
      this.#options.log.error('no word of the discussion', { docId: session.name.docId, error });
    }
  }

  #hasDiscussion({ docId }: NamedDocument): Promise<boolean> {
    return this.#options.storage.hasLog(discussionOf(docId));
  }

  /** An update broke the document in memory: whoever comes back gets it fresh from the log. */
  #giveUp(document: InMemory): void {
    this.#letGo(document);
    for (const sessions of [...this.#sessions.values()]) {
      for (const session of [...sessions]) {
        if (session.document === document) session.refuse('storage_failed');
      }
    }
  }

  /** Takes a document out of memory without writing anything of it. */
  #letGo(document: Document): void {
    this.#broken.add(document);
    this.#hocuspocus.documents.delete(document.name);
    // After the turn, when the refused connections have let go of it.
    setImmediate(() => document.destroy());
  }
}

/** What whoever came by a link may do, now that it is another one. */
function changed(
  name: NamedDocument,
  access: Access,
  { role, expiresAt, hidesHistory, suggests }: Exclude<LinkChange, string>,
): Access {
  return { ...access, ...allowed(name, role, suggests), expiresAt, hidesHistory };
}

/** One of Hocuspocus' documents, by the name it was asked for with. */
type InMemory = Document & LiveDocument;

/** Hocuspocus has names as plain text; it only ever opens what `parseDocumentName` has read. */
function inMemory(document: Document): InMemory {
  return document as InMemory;
}

/** A connection on its document. */
class Membership implements OpenDocument {
  readonly document: InMemory;
  readonly owners: PresenceOwners;
  readonly #connection: Connection<SocketContext>;

  constructor(connection: Connection<SocketContext>, owners: PresenceOwners) {
    this.document = inMemory(connection.document);
    this.owners = owners;
    this.#connection = connection;
  }

  applyPresence(update: Uint8Array): void {
    this.document.applyAwarenessUpdate(this.#connection, update);
  }

  leave(reason: ErrorCode | null): void {
    this.#connection.close({ code: FINAL_CLOSE, reason: reason ?? 'provider_initiated' });
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
