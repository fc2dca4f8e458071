/**
 * A document's connection to the server and to this browser's other tabs: what of them is told to
 * whom, and what state that makes. The subjects around it have their files: `messages.ts` and
 * `sync-frames.ts` what comes and goes, `watchdog.ts` a server that does not answer, `tabs.ts` the
 * other tabs, `missing-changes.ts`, `taken-ids-recovery.ts` and `divergence.ts` what is put right.
 *
 * Invariant: `synced` is said only while connected, after both sides told each other what they
 * have, and when the server has confirmed as durable every change that a person made here.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { Awareness } from 'y-protocols/awareness';
import {
  messageYjsSyncStep1,
  messageYjsSyncStep2,
  messageYjsUpdate,
  writeSyncStep2,
} from 'y-protocols/sync';
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { Secret } from '../../shared/access/ids.ts';
import type { Role } from '../../shared/access/roles.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { CatalogueError, type ErrorCode, errorOfClose } from '../../shared/protocol/errors.ts';
import { MAX_FRAME_BYTES } from '../../shared/protocol/limits.ts';
import {
  DIGEST_SUBPROTOCOL,
  digestFrame,
  FRAME,
  NO_STATE_SUBPROTOCOL,
  proofFrame,
} from '../../shared/protocol/messages.ts';
import type { ChangeNotes } from './change-notes.ts';
import { Divergence } from './divergence.ts';
import { HttpExchange } from './http-exchange.ts';
import { InFlightFrames } from './in-flight-frames.ts';
import type { Ledger } from './ledger.ts';
import { guardSocket, readMessages } from './messages.ts';
import { MissingChanges } from './missing-changes.ts';
import { isOffline } from './offline.ts';
import type { ProvingPerson } from './open-replica.ts';
import { PersonProof } from './person-proof.ts';
import { messageSync, Provider } from './provider.ts';
import { heedServerState } from './server-behind.ts';
import { mayHaveMoreToCome } from './split-update.ts';
import type { ServerState } from './status.ts';
import { type Bytes, comparisonFrame, cutFrame, FRAME_OVERHEAD, framesOf } from './sync-frames.ts';
import { OtherTabsChanges, tabsChannel } from './tabs.ts';
import { TakenIds } from './taken-ids.ts';
import { TakenIdsRecovery } from './taken-ids-recovery.ts';
import { type DecodedUpdate, decodeValidated } from './validated-update.ts';
import { TIMEOUTS, type Timeouts, Watchdog } from './watchdog.ts';

const CLOSE_TOO_LARGE = 1009;
/** Close codes after which the server wants to be left alone for a while. */
const CLOSE_NOT_NOW: readonly number[] = [4500, 4529];
/** Attempts that y-websocket is told to have made, so that its next wait is a few seconds. */
const ATTEMPTS_WHEN_NOT_NOW = 5;
const LONGEST_BACKOFF_MS = 5000;
/** Sockets that came to nothing, one after the other, before plain HTTP is tried. */
const SOCKETS_IN_VAIN = 2;

export { onServerBehind } from './server-behind.ts';
export { TabsConnection } from './tabs.ts';

/** What the connection needs of its surroundings. */
export interface ConnectionOptions {
  room: DocumentName;
  secret: Secret;
  doc: Y.Doc;
  awareness: Awareness;
  ledger: Ledger;
  /** Fills the ledger, since before there was a connection. */
  notes: ChangeNotes;
  /** Has what is stored replaced by the document as it is after `change`. */
  replaceStored?: (change: () => void) => Promise<void>;
  /** Called after each change of `state` or `refusal`. */
  changed: () => void;
  /** Where the server listens, `ws://host/sync`. */
  serverUrl: string;
  maxFrameBytes?: number;
  /** Who is at this device; asked for at each attempt to connect. */
  person?: (() => ProvingPerson) | null;
  timeouts?: Partial<Timeouts>;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #timeouts: Timeouts;
  readonly #provider: Provider;
  readonly #ledger: Ledger;
  readonly #http: HttpExchange;
  readonly #proof: PersonProof;
  readonly #taken: TakenIds;
  readonly #recovery: TakenIdsRecovery;
  readonly #divergence: Divergence;
  readonly #missing: MissingChanges;
  readonly #otherTabs: OtherTabsChanges;
  readonly #watchdog: Watchdog;

  #state: ServerState = 'connecting';
  #refusal: ErrorCode | null = null;
  #role: Role | null = null;
  #hasDiscussion = false;
  #hidesHistory = false;
  #maySuggest = false;
  #trouble: ErrorCode | null = null;
  #isClosed = false;
  #isStarted = false;
  /** Whether the last attempt failed before a socket opened; the next ones are then not announced. */
  #isUnreachable = false;

  /** Where a message that is being applied comes from. */
  #source: 'server' | 'tab' | null = null;
  /** Whether that message may be a part of a change that was too large for one frame. */
  #isPartArriving = false;

  /** With the server, over the newest socket. */
  #inFlight = new InFlightFrames();
  /** Sockets that ended before they brought anything, since the last one that did. */
  #socketsInVain = 0;

  #keepTimer: ReturnType<typeof setTimeout> | null = null;

  /** Makes the connection and listens to the document; `start` opens it. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#timeouts = { ...TIMEOUTS, ...options.timeouts };
    this.#ledger = options.ledger;
    const { doc, awareness } = options;
    this.#taken = new TakenIds(doc, options.ledger);
    this.#recovery = new TakenIdsRecovery({
      room: options.room,
      secret: options.secret,
      serverUrl: options.serverUrl,
      doc,
      awareness,
      taken: this.#taken,
      ledger: options.ledger,
      replaceStored: options.replaceStored ?? (async (change) => change()),
      apply: (update) => this.#applyFromServer(update),
      untold: () => this.#provider,
      tellTabs: (cut) => this.#provider.tellTabs(cutFrame(cut)),
      leave: () => this.#leaveServer(),
      rejoin: () => this.retry(),
    });
    this.#divergence = new Divergence({
      room: options.room,
      secret: options.secret,
      serverUrl: options.serverUrl,
      doc,
      ledger: options.ledger,
      taken: this.#taken,
      role: () => this.#role,
      isSettled: () => this.#currentState() === 'synced' && !this.#missing.areThere(),
      tell: (digest) => this.#provider.ws?.send(digestFrame(digest) as Bytes),
      writeAgain: (own) => this.#recovery.writeAgain(own),
      exchangeAnew: () => this.#drop(),
      takeWhole: () => this.#recovery.takeWhole(),
      checked: () => this.#report(),
    });
    this.#proof = new PersonProof({
      awareness,
      person: options.person,
      serverUrl: options.serverUrl,
      document: options.room,
      send: (socket, proof) => socket.send(proofFrame(proof) as Bytes),
      mayShow: () => this.#provider.showOwn(),
    });
    doc.on('afterTransaction', this.#onAfterTransaction);
    doc.on('afterAllTransactions', this.#recovery.followId);
    awareness.on('change', this.#proveAnew);

    this.#http = new HttpExchange({
      room: options.room,
      secret: options.secret,
      serverUrl: options.serverUrl,
      doc,
      ledger: options.ledger,
      partBytes: this.#partBytes,
      mayAsk: () => this.#refusal === null && !isOffline() && !this.#recovery.isApart,
      apply: (update) => this.#applyExchanged(update),
      answered: (role, { hasDiscussion, hidesHistory, maySuggest }) => {
        const isSame = role === this.#role && maySuggest === this.#maySuggest;
        if (!isSame || hidesHistory !== this.#hidesHistory)
          this.#onRole(role, hidesHistory, maySuggest);
        if (hasDiscussion) this.#onDiscussion();
      },
      succeeded: () => this.#onExchanged(),
      failed: (error) => this.#onExchangeFailed(error),
    });
    const proof = () => this.#proof.offer();
    const sending = (socket: WebSocket, data: Uint8Array, send: (frame: Uint8Array) => void) =>
      this.#send(socket, data, send);
    this.#provider = new Provider(options.serverUrl, options.room, doc, {
      awareness,
      connect: false,
      protocols: ['driftless.v1', `token.${options.secret}`],
      maxBackoffTime: LONGEST_BACKOFF_MS,
      WebSocketPolyfill: class extends WebSocket {
        constructor(url: string | URL, protocols: string | string[] = []) {
          const isEmpty = doc.store.clients.size === 0;
          super(url, [
            ...(isEmpty ? [NO_STATE_SUBPROTOCOL] : []),
            ...[protocols].flat(),
            DIGEST_SUBPROTOCOL,
            ...proof(),
          ]);
        }
        override send(data: Parameters<WebSocket['send']>[0]): void {
          if (data instanceof Uint8Array)
            sending(this, data, (frame) => super.send(frame as Bytes));
          else super.send(data);
        }
      },
      // A frame that is too large for the server is too large the next time, too.
      shouldReconnect: ({ code }) => !(code >= 4400 && code < 4500) && code !== CLOSE_TOO_LARGE,
    });
    this.#provider.bcChannel = tabsChannel(options.room, options.secret);
    this.#missing = new MissingChanges({
      doc,
      ledger: options.ledger,
      provider: this.#provider,
      compare: () => this.compare(),
    });
    this.#otherTabs = new OtherTabsChanges(this.#timeouts.otherTab, () => {
      if (this.#ledger.hasUnsent && this.#inFlight.hasToldAll && this.#refusal === null)
        this.compare();
    });
    this.#watchdog = new Watchdog({
      timeouts: this.#timeouts,
      provider: this.#provider,
      inFlight: () => this.#inFlight,
      isRefused: () => this.#refusal !== null,
      hasTrouble: () => this.#trouble !== null,
      compare: () => this.compare(),
      drop: () => this.#drop(),
    });
    readMessages(this.#provider, {
      sync: (encoder, decoder, isFromServer) => this.#onSyncMessage(encoder, decoder, isFromServer),
      health: (takesUpdates) => this.#onTrouble(takesUpdates ? null : 'storage_failed'),
      role: (role, hidesHistory, maySuggest) => {
        this.#proof.notAsked();
        this.#onRole(role, hidesHistory, maySuggest);
      },
      challenge: (challenge) =>
        void this.#proof.answer(challenge, this.#provider.ws, () => this.#provider.ws),
      // What it was is found out by asking what the server has.
      count: (sent) => {
        if (this.#inFlight.hearCount(sent)) this.compare();
      },
      answer: (isDurable) => this.#onAnswer(isDurable),
      digest: (digest, sequence) => this.#divergence.hear(digest, sequence),
      discussion: () => this.#onDiscussion(),
      cut: (cut) => void this.#recovery.forget(cut).then(() => this.compare()),
      broken: (error) => this.#dropBroken(error),
    });
    this.#provider.on('status', ({ status }) => {
      if (status === 'connected') this.#onOpen();
      else if (status === 'connecting') {
        this.#watchdog.progressed();
        guardSocket(this.#provider.ws, (error) => this.#dropBroken(error));
      }
    });
    this.#provider.on('connection-close', (event) => this.#onClose(event));
    this.#provider.on('closed', ({ code, reason }) => this.#onRefusal(code, reason));
    options.notes.reader = {
      origin: this.#provider,
      source: () => this.#source,
      noted: (from) => this.#onNoted(from),
    };
  }

  get state(): ServerState {
    return this.#state;
  }

  get refusal(): ErrorCode | null {
    return this.#refusal;
  }

  /** What the server said one may do, or null while it has not. */
  get role(): Role | null {
    return this.#role;
  }

  /** Whether the server said that something is said about the document. */
  get hasDiscussion(): boolean {
    return this.#hasDiscussion;
  }

  /** Whether the server said that one is not told who wrote what when. */
  get hidesHistory(): boolean {
    return this.#hidesHistory;
  }

  /** Whether the server said that one may suggest changes. */
  get maySuggest(): boolean {
    return this.#maySuggest;
  }

  /** Whether it is connected by exchanges over HTTP. */
  get isPolling(): boolean {
    return this.#http.isWorking;
  }

  /** When this device last showed the same as the server, ms since 1970. */
  get checkedAt(): number | null {
    return this.#divergence.checkedAt;
  }

  /** See `ReplicaStatus`. */
  get checkedSequence(): number | null {
    return this.#divergence.checkedSequence;
  }

  /** Whether it shows something else, also after everything was exchanged once more. */
  get differs(): boolean {
    return this.#divergence.differs;
  }

  get trouble(): ErrorCode | null {
    return this.#trouble;
  }

  /** Starts to talk to the server and the other tabs. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    globalThis.addEventListener?.('online', this.#onOnline);
    globalThis.addEventListener?.('offline', this.#onOffline);
    this.#watchdog.start();
    if (isOffline()) this.#provider.connectBc();
    else this.#provider.connect();
    this.#report();
  }

  /** Tries again at once, also after a refusal. */
  retry(): void {
    if (!this.#isStarted || this.#isClosed || this.#recovery.isApart) return;
    this.#refusal = null;
    this.#isUnreachable = false;
    if (this.#http.isWorking || this.#socketsInVain >= SOCKETS_IN_VAIN) this.#http.start();
    this.#provider.wsUnsuccessfulReconnects = 0;
    if (!isOffline() && this.#provider.ws === null) this.#provider.connect();
    else if (this.#provider.wsconnected) this.compare();
    this.#report();
  }

  /** Keeps on the device what is known to be on the server, if that is due. */
  keep(): void {
    if (this.#keepTimer === null) return;
    clearTimeout(this.#keepTimer);
    this.#keepTimer = null;
    this.#ledger.keepServerClocks();
  }

  /** Says goodbye and closes; frames already handed over still go out. */
  close(): void {
    if (this.#isClosed) return;
    this.keep();
    this.#isClosed = true;
    globalThis.removeEventListener?.('online', this.#onOnline);
    globalThis.removeEventListener?.('offline', this.#onOffline);
    this.#http.close();
    this.#recovery.close();
    this.#divergence.close();
    this.#missing.close();
    this.#otherTabs.close();
    this.#watchdog.close();
    const { doc, awareness, notes } = this.#options;
    doc.off('afterTransaction', this.#onAfterTransaction);
    doc.off('afterAllTransactions', this.#recovery.followId);
    awareness.off('change', this.#proveAnew);
    notes.reader = null;
    this.#provider.destroy();
  }

  /** Another person is at this device now: a new socket proves it. */
  readonly #proveAnew = (): void => {
    if (!this.#provider.synced || !this.#proof.showsAnother()) return;
    if (this.#proof.wouldProveAnother()) this.#drop();
  };

  // The document changes

  readonly #onAfterTransaction = (transaction: Y.Transaction): void => {
    if (this.#isPartArriving && transaction.origin === this.#provider) {
      transaction._needFormattingCleanup = false;
    }
  };

  #onNoted(from: 'own' | 'tab'): void {
    if (from === 'tab') this.#otherTabs.wait();
    else {
      this.#watchdog.wrote();
      this.#http.wrote();
    }
    this.#report();
  }

  // Frames out

  #send(socket: WebSocket, data: Uint8Array, send: (frame: Uint8Array) => void): void {
    const decoder = decoding.createDecoder(data);
    const frame = decoding.readVarUint(decoder);
    if (frame === FRAME.awareness && this.#proof.holdsBack()) return;
    const isSync = frame === messageSync;
    const type = isSync ? decoding.readVarUint(decoder) : null;
    if (type === null || socket !== this.#provider.ws) {
      send(data);
      return;
    }
    if (type === messageYjsSyncStep1) {
      this.#inFlight.asks();
      send(data);
      return;
    }
    const isExchange = type === messageYjsSyncStep2;
    // Until the server has asked what we have, an update is not worth a frame: the answer will
    // hold it, and so the server never gets something whose beginning it lacks.
    if (!isExchange && !this.#inFlight.hasToldAll) return;
    let frames: Uint8Array[];
    try {
      frames = framesOf(data, decoding.readVarUint8Array(decoder), this.#partBytes);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      this.#refuse(error.code);
      return;
    }
    const covers = this.#ledger
      .all()
      .filter((change) => isExchange || (!change.sent && change.source === 'own'));
    if (isExchange) this.#ledger.markAllSent(this.#options.doc);
    else for (const change of covers) this.#ledger.markSent(change);
    if (!this.#inFlight.hasUnanswered) this.#watchdog.progressed();
    this.#inFlight.sends(frames.length, covers, isExchange);
    for (const frame of frames) send(frame);
    this.#report();
  }

  /** Bytes of an update that a frame can hold. */
  get #partBytes(): number {
    return (this.#options.maxFrameBytes ?? MAX_FRAME_BYTES) - FRAME_OVERHEAD;
  }

  // Messages in

  #onSyncMessage(
    encoder: encoding.Encoder,
    decoder: decoding.Decoder,
    isFromServer: boolean,
  ): void {
    const { doc } = this.#options;
    const type = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (isFromServer) {
      this.#proof.notAsked();
      this.#inFlight.arrives();
      this.#watchdog.arrived();
    } else this.#ledger.noteOtherTabs();
    encoding.writeVarUint(encoder, messageSync);
    if (type === messageYjsSyncStep1) {
      if (isFromServer) {
        const claimed = Y.decodeStateVector(payload);
        if (this.#taken.isToBeLookedAt(claimed)) {
          this.#recovery.look();
          return;
        }
        const taken = this.#taken.inState(claimed);
        if (taken) {
          this.#recovery.writeAgain(taken);
          return;
        }
        heedServerState(this.#options.room, this.#ledger.serverClocks, claimed);
        this.#ledger.setServerClocks(claimed);
      }
      writeSyncStep2(encoder, doc, payload);
      return;
    }
    if (type !== messageYjsSyncStep2 && type !== messageYjsUpdate) return;
    const decoded = decodeValidated(payload);
    if (isFromServer && this.#isDoubted(decoded)) return;
    this.#source = isFromServer ? 'server' : 'tab';
    this.#isPartArriving =
      isFromServer && type === messageYjsUpdate && mayHaveMoreToCome(payload, this.#partBytes);
    try {
      applyUpdate(doc, payload, this.#provider);
      if (isFromServer && type === messageYjsUpdate) {
        this.#ledger.receive(decoded);
        this.#keepSoon();
      }
    } catch (error) {
      // Also whoever listens to the document may have thrown. What is missing then is found by
      // the comparison and asked for again.
      console.error('A change that arrived could not be applied.', error);
    } finally {
      this.#source = null;
      this.#isPartArriving = false;
    }
    if (isFromServer) {
      this.#watchdog.progressed();
      if (type === messageYjsSyncStep2) {
        this.#watchdog.compared();
        this.#provider.synced = true;
        this.#socketsInVain = 0;
        this.#http.stop();
        if (this.#inFlight.takeComparison()) {
          this.#drop();
          return;
        }
        this.#proveAnew();
      }
    }
    this.#missing.ask();
    this.#report();
  }

  #onAnswer(isDurable: boolean): void {
    this.#watchdog.progressed();
    const answered = this.#inFlight.takeAnswer(isDurable);
    if (!answered) return;
    const { covers, isExchange, isRefused } = answered;
    if (isRefused && covers.length > 0) {
      this.#refuse('role_too_low');
      return;
    }
    if (isExchange && !isRefused && this.#refusal === 'role_too_low') this.#refusal = null;
    this.#ledger.confirm(covers);
    if (this.#provider.synced) this.#taken.confirmed(covers);
    this.#keepSoon();
    this.#report();
  }

  #onRole(role: Role, hidesHistory: boolean, maySuggest: boolean): void {
    const isAnother = role !== this.#role || maySuggest !== this.#maySuggest;
    this.#role = role;
    this.#maySuggest = maySuggest;
    this.#hidesHistory = hidesHistory;
    // What was refused may be taken now.
    if (isAnother && this.#refusal === 'role_too_low') this.compare();
    this.#report();
  }

  #onDiscussion(): void {
    if (this.#hasDiscussion) return;
    this.#hasDiscussion = true;
    this.#report();
  }

  #onTrouble(trouble: ErrorCode | null): void {
    this.#trouble = trouble;
    this.#watchdog.progressed();
    this.#report();
  }

  /** Asks the server what it has, which it answers together with what we lack. */
  compare(): void {
    const { ws } = this.#provider;
    if (!ws || ws.readyState !== WebSocket.OPEN) return;
    ws.send(comparisonFrame(this.#options.doc));
    this.#watchdog.asked();
  }

  // The socket

  #onOpen(): void {
    this.#isUnreachable = false;
    this.#begin();
    this.#trouble = null;
    this.#watchdog.progressed();
    this.#report();
  }

  /** What the last socket was owed, no other one will be paid. */
  #begin(): void {
    this.#inFlight = new InFlightFrames();
    this.#watchdog.begin();
  }

  #onClose(event: CloseEvent | null): void {
    // Whether it ever opened is still to be seen from the provider at this moment.
    if (!this.#provider.wsconnected) this.#isUnreachable = true;
    if (event && CLOSE_NOT_NOW.includes(event.code)) {
      this.#provider.wsUnsuccessfulReconnects = Math.max(
        this.#provider.wsUnsuccessfulReconnects,
        ATTEMPTS_WHEN_NOT_NOW,
      );
      this.#trouble = errorOfClose(event.code, event.reason);
    }
    if (!this.#provider.synced) this.#socketsInVain++;
    // Where this socket sent nothing, what is under way over HTTP may still be confirmed.
    if (this.#inFlight.hasToldAll) this.#ledger.forgetSent();
    this.#begin();
    if (this.#socketsInVain >= SOCKETS_IN_VAIN) this.#http.ensure();
    queueMicrotask(() => this.#report());
  }

  // Plain HTTP, where no socket comes through

  #applyExchanged(update: Uint8Array): void {
    if (this.#isDoubted(decodeValidated(update)))
      throw new Error('It is asked for again when it is known whose it is.');
    this.#applyFromServer(update);
  }

  /** Whether something speaks for somebody else having used the ids of this device, which is seen to. */
  #isDoubted(update: DecodedUpdate): boolean {
    if (this.#taken.isToBeLookedAtIn(update)) {
      this.#recovery.look();
      return true;
    }
    const taken = this.#taken.inUpdate(update);
    if (taken) this.#recovery.writeAgain(taken);
    return taken !== null;
  }

  #applyFromServer(update: Uint8Array): void {
    this.#source = 'server';
    try {
      applyUpdate(this.#options.doc, update, this.#provider);
    } finally {
      this.#source = null;
    }
  }

  #onExchanged(): void {
    this.#isUnreachable = false;
    this.#trouble = null;
    this.#keepSoon();
    this.#report();
  }

  #onExchangeFailed(error: unknown): void {
    if (!this.#inFlight.hasToldAll) this.#ledger.forgetSent();
    if (!(error instanceof CatalogueError)) {
      // No answer, or somebody else's: the same as a socket that does not open.
      this.#isUnreachable = true;
    } else {
      const { close } = error;
      const isFinal = close !== null && close >= 4400 && close < 4500;
      if (isFinal) this.#refusal = error.code;
      else this.#trouble = error.code;
    }
    this.#report();
  }

  #onRefusal(close: number, reason: string): void {
    const code = close === CLOSE_TOO_LARGE ? 'payload_too_large' : errorOfClose(close, reason);
    this.#refuse(code ?? 'request_invalid');
  }

  #refuse(code: ErrorCode): void {
    this.#refusal = code;
    this.#report();
  }

  #dropBroken(error: unknown): void {
    console.error('A broken message arrived.', error);
    this.#drop();
  }

  /** Gives up a connection that is as good as dead; y-websocket then makes another. */
  #drop(): void {
    const { ws } = this.#provider;
    // Its own closing may take as long as the network stays away, so it is told at once.
    ws?.onclose?.(new CloseEvent('close', { code: 1006 }));
  }

  /** Tells the server nothing more and takes nothing from it, until it is tried again. */
  #leaveServer(): void {
    this.#http.stop();
    this.#provider.shouldConnect = false;
    this.#drop();
  }

  readonly #onOnline = (): void => this.retry();

  readonly #onOffline = (): void => {
    this.#leaveServer();
    this.#report();
  };

  #keepSoon(): void {
    this.#keepTimer ??= setTimeout(() => this.keep(), this.#timeouts.keep);
  }

  // State

  #report(): void {
    if (this.#isClosed) return;
    const state = this.#currentState();
    if (state === 'synced' && (this.#state !== 'synced' || this.#ledger.syncedAt === null)) {
      this.#ledger.markSynced(Date.now());
    }
    this.#state = state;
    this.#options.changed();
  }

  #currentState(): ServerState {
    if (this.#refusal !== null) return 'refused';
    if (isOffline()) return 'offline';
    if (this.#provider.wsconnected) {
      if (!this.#provider.synced || !this.#inFlight.isAllConfirmed) {
        return this.#inFlight.hasToldAll && this.#ledger.count > 0 ? 'sending' : 'connecting';
      }
      return this.#ledger.count > 0 ? 'sending' : 'synced';
    }
    if (this.#http.isWorking) return this.#ledger.count > 0 ? 'sending' : 'synced';
    return this.#isUnreachable ? 'offline' : 'connecting';
  }
}
