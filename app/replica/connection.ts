/**
 * A document's connection to the server and to this browser's other tabs.
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
  writeSyncStep1,
  writeSyncStep2,
  writeUpdate,
} from 'y-protocols/sync';
import * as Y from 'yjs';
import { hashSecret, personIdOf, type Secret } from '../../shared/access/ids.ts';
import { Role } from '../../shared/access/roles.ts';
import { CatalogueError, type ErrorCode, errorOfClose } from '../../shared/protocol/errors.ts';
import { MAX_FRAME_BYTES } from '../../shared/protocol/limits.ts';
import { EMPTY_HANDED_SUBPROTOCOL, FRAME } from '../../shared/protocol/messages.ts';
import type { ChangeNotes } from './change-notes.ts';
import { Conversation } from './conversation.ts';
import { HttpExchange } from './http-exchange.ts';
import type { Ledger } from './ledger.ts';
import { isOffline } from './offline.ts';
import { messageSync, Provider } from './provider.ts';
import { decodeSound } from './sound-update.ts';
import { mayHaveMoreToCome, splitUpdate } from './split-update.ts';
import type { ServerState } from './status.ts';

const CLOSE_TOO_LARGE = 1009;
/** Close codes after which the server wants to be left alone for a while. */
const CLOSE_NOT_NOW: readonly number[] = [4500, 4529];
/** Attempts that y-websocket is told to have made, so that its next wait is a few seconds. */
const ATTEMPTS_WHEN_NOT_NOW = 5;
const LONGEST_BACKOFF_MS = 5000;
/** Sockets that came to nothing, one after the other, before plain HTTP is tried. */
const SOCKETS_IN_VAIN = 2;
/** Bytes around an update in a frame: two types and the length. */
const FRAME_OVERHEAD = 16;

/** How long each thing may take before the connection does something about it, ms. */
export interface Patience {
  /** An answer that the server owes us, until the connection counts as dead. */
  answer: number;
  /** The same, until the server is asked what it has, which shows whether a frame was lost. */
  doubt: number;
  /** A change of another tab, which sends it itself, to come back from the server. */
  otherTab: number;
  /** A socket to open. */
  open: number;
  /** Between two comparisons with the server, while something is being written. */
  comparison: number;
  /** What is known to be on the server, until it is kept on the device. */
  keep: number;
}

const PATIENCE: Patience = {
  answer: 30_000,
  doubt: 4000,
  otherTab: 3000,
  open: 10_000,
  comparison: 300_000,
  keep: 1000,
};

/** What the connection needs of its surroundings. */
export interface ConnectionOptions {
  docId: string;
  secret: Secret;
  doc: Y.Doc;
  awareness: Awareness;
  ledger: Ledger;
  /** Fills the ledger, since before there was a connection. */
  notes: ChangeNotes;
  /** Called after each change of `state` or `refusal`. */
  changed: () => void;
  /** Where the server listens, `ws://host/sync`. */
  serverUrl: string;
  maxFrameBytes?: number;
  /** What proves who is at this device; asked for at each attempt to connect. */
  personKey?: (() => Secret) | null;
  patience?: Partial<Patience>;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #patience: Patience;
  readonly #provider: Provider;
  readonly #ledger: Ledger;
  readonly #http: HttpExchange;

  #state: ServerState = 'connecting';
  #refusal: ErrorCode | null = null;
  #role: Role | null = null;
  #trouble: ErrorCode | null = null;
  #isClosed = false;
  #isStarted = false;
  /** Whether the last attempt failed before a socket opened; the next ones are then not announced. */
  #isUnreachable = false;

  /** Who the newest socket has proved to be at this device. */
  #proved: { key: Secret; id: string } | null = null;

  /** Where a message that is being applied comes from. */
  #source: 'server' | 'tab' | null = null;
  /** Whether that message may be a part of a change that was too large for one frame. */
  #isPartArriving = false;

  /** With the server, over the newest socket. */
  #conversation = new Conversation();
  /** Whether the server was asked because of an owed answer, and nothing has come since. */
  #isInDoubt = false;
  /** When the server last got on with something, ms since 1970. */
  #progressAt = 0;
  #bufferedBytes = 0;
  #comparedAt = 0;
  #wroteSinceComparison = false;
  #missingAttempts = 0;

  /** Sockets that ended before they brought anything, since the last one that did. */
  #socketsInVain = 0;

  #watch: ReturnType<typeof setInterval> | null = null;
  #missingTimer: ReturnType<typeof setTimeout> | null = null;
  #otherTabTimer: ReturnType<typeof setTimeout> | null = null;
  #keepTimer: ReturnType<typeof setTimeout> | null = null;

  /** Makes the connection and listens to the document; `start` opens it. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#patience = { ...PATIENCE, ...options.patience };
    this.#ledger = options.ledger;
    const { doc, awareness } = options;
    doc.on('afterTransaction', this.#onAfterTransaction);
    awareness.on('change', this.#proveAnew);

    this.#http = new HttpExchange({
      docId: options.docId,
      secret: options.secret,
      serverUrl: options.serverUrl,
      doc,
      ledger: options.ledger,
      partBytes: this.#partBytes,
      mayAsk: () => this.#refusal === null && !isOffline(),
      apply: (update) => this.#applyExchanged(update),
      answered: (role) => {
        if (role !== this.#role) this.#onRole(role);
      },
      succeeded: () => this.#onExchanged(),
      failed: (error) => this.#onExchangeFailed(error),
    });
    const proof = () => this.#proof();
    const sending = (socket: WebSocket, data: Uint8Array, send: (frame: Uint8Array) => void) =>
      this.#send(socket, data, send);
    this.#provider = new Provider(options.serverUrl, options.docId, doc, {
      awareness,
      connect: false,
      protocols: ['driftless.v1', `token.${options.secret}`],
      maxBackoffTime: LONGEST_BACKOFF_MS,
      WebSocketPolyfill: class extends WebSocket {
        constructor(url: string | URL, protocols: string | string[] = []) {
          const isEmpty = doc.store.clients.size === 0;
          super(url, [
            ...(isEmpty ? [EMPTY_HANDED_SUBPROTOCOL] : []),
            ...[protocols].flat(),
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
    // Tabs with the same link talk to each other. The name must not give the secret away, and a
    // tab that may only read must not be handed what it could not send.
    this.#provider.bcChannel = `driftless:${options.docId}:${hashSecret(options.secret).slice(0, 16)}`;
    this.#provider.messageHandlers[messageSync] = (encoder, decoder, _provider, isFromServer) =>
      this.#onSyncMessage(encoder, decoder, isFromServer);
    this.#provider.messageHandlers[FRAME.store] = (_encoder, decoder, _provider, isServer) => {
      const takesUpdates = decoding.readVarUint(decoder) === 1;
      if (isServer) this.#onTrouble(takesUpdates ? null : 'storage_failed');
    };
    this.#provider.messageHandlers[FRAME.role] = (_encoder, decoder, _provider, isServer) => {
      const role = Role.safeParse(decoding.readVarString(decoder));
      if (isServer && role.success) this.#onRole(role.data);
    };
    this.#provider.messageHandlers[FRAME.tally] = (_encoder, decoder, _provider, isServer) => {
      const sent = decoding.readVarUint(decoder);
      // What it was is found out by asking what the server has.
      if (isServer && this.#conversation.takeTally(sent)) this.compare();
    };
    this.#provider.messageHandlers[FRAME.syncStatus] = (_encoder, decoder, _provider, isServer) => {
      const isDurable = decoding.readVarUint(decoder) === 1;
      if (isServer) this.#onAnswer(isDurable);
    };
    // A broken frame must not surface as an error of the page, nor be taken for a whole one.
    this.#provider.messageHandlers = this.#provider.messageHandlers.map(
      (handle) => (encoder, decoder, provider, isFromServer, type) => {
        try {
          handle(encoder, decoder, provider, isFromServer, type);
        } catch (error) {
          if (isFromServer) this.#dropBroken(error);
          else console.error('A broken message arrived.', error);
        }
      },
    );
    this.#provider.on('status', ({ status }) => {
      if (status === 'connected') this.#onOpen();
      else if (status === 'connecting') {
        this.#progressAt = Date.now();
        this.#guardSocket();
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

  /** Whether it is connected by exchanges over HTTP. */
  get isPolling(): boolean {
    return this.#http.isWorking;
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
    this.#watch = setInterval(this.#onWatch, Math.min(1000, this.#patience.answer / 4));
    if (isOffline()) this.#provider.connectBc();
    else this.#provider.connect();
    this.#report();
  }

  /** Tries again at once, also after a refusal. */
  retry(): void {
    if (!this.#isStarted || this.#isClosed) return;
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
    for (const timer of [this.#missingTimer, this.#otherTabTimer]) if (timer) clearTimeout(timer);
    if (this.#watch) clearInterval(this.#watch);
    const { doc, awareness, notes } = this.#options;
    doc.off('afterTransaction', this.#onAfterTransaction);
    awareness.off('change', this.#proveAnew);
    notes.reader = null;
    this.#provider.destroy();
  }

  // Who is at this device

  /** What a socket offers to prove it. */
  #proof(): string[] {
    const key = this.#options.personKey?.();
    this.#proved = key ? { key, id: personIdOf(key) } : null;
    return key ? [`person.${key}`] : [];
  }

  /**
   * Whether the page shows somebody else than the socket has proved. The server would take that for
   * a stranger, and show nobody else on this socket any more.
   */
  #showsAnother(): boolean {
    const shown = this.#options.awareness.getLocalState()?.person?.id;
    return this.#proved !== null && shown !== undefined && shown !== this.#proved.id;
  }

  /** Another person is at this device now: a new socket proves it. */
  readonly #proveAnew = (): void => {
    if (!this.#provider.synced || !this.#showsAnother()) return;
    if (this.#options.personKey?.() !== this.#proved?.key) this.#drop();
  };

  // The document changes

  readonly #onAfterTransaction = (transaction: Y.Transaction): void => {
    if (this.#isPartArriving && transaction.origin === this.#provider) {
      transaction._needFormattingCleanup = false;
    }
  };

  #onNoted(from: 'own' | 'tab'): void {
    if (from === 'tab') this.#awaitOtherTab();
    else {
      this.#wroteSinceComparison = true;
      this.#http.wrote();
    }
    this.#report();
  }

  // Frames out

  #send(socket: WebSocket, data: Uint8Array, send: (frame: Uint8Array) => void): void {
    const decoder = decoding.createDecoder(data);
    const frame = decoding.readVarUint(decoder);
    if (frame === FRAME.awareness && this.#showsAnother()) return;
    const isSync = frame === messageSync;
    const type = isSync ? decoding.readVarUint(decoder) : null;
    if (type === null || socket !== this.#provider.ws) {
      send(data);
      return;
    }
    if (type === messageYjsSyncStep1) {
      this.#conversation.asks();
      send(data);
      return;
    }
    const isExchange = type === messageYjsSyncStep2;
    // Until the server has asked what we have, an update is not worth a frame: the answer will
    // hold it, and so the server never gets something whose beginning it lacks.
    if (!isExchange && !this.#conversation.hasToldAll) return;
    let frames: Uint8Array[];
    try {
      frames = this.#framesOf(data, decoding.readVarUint8Array(decoder));
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      this.#refuse(error.code);
      return;
    }
    const covers = this.#ledger
      .all()
      .filter((change) => isExchange || (!change.sent && change.source === 'own'));
    for (const change of covers) change.sent = true;
    if (!this.#conversation.hasUnanswered) this.#progressAt = Date.now();
    this.#conversation.sends(frames.length, covers, isExchange);
    for (const frame of frames) send(frame);
    this.#report();
  }

  /** The frame itself, or as many updates as it takes to stay within the limit. */
  #framesOf(frame: Uint8Array, update: Uint8Array): Uint8Array[] {
    if (frame.length <= this.#partBytes + FRAME_OVERHEAD) return [frame];
    return splitUpdate(update, this.#partBytes).map((part) => {
      const encoder = encoding.createEncoder();
      encoding.writeVarUint(encoder, messageSync);
      writeUpdate(encoder, part);
      return encoding.toUint8Array(encoder);
    });
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
      this.#conversation.arrives();
      this.#isInDoubt = false;
    }
    encoding.writeVarUint(encoder, messageSync);
    if (type === messageYjsSyncStep1) {
      if (isFromServer) this.#ledger.setServerClocks(Y.decodeStateVector(payload));
      writeSyncStep2(encoder, doc, payload);
      return;
    }
    if (type !== messageYjsSyncStep2 && type !== messageYjsUpdate) return;
    const decoded = decodeSound(payload);
    this.#source = isFromServer ? 'server' : 'tab';
    this.#isPartArriving =
      isFromServer && type === messageYjsUpdate && mayHaveMoreToCome(payload, this.#partBytes);
    try {
      Y.applyUpdate(doc, payload, this.#provider);
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
      this.#progressAt = Date.now();
      if (type === messageYjsSyncStep2) {
        this.#comparedAt = Date.now();
        this.#provider.synced = true;
        this.#socketsInVain = 0;
        this.#http.stop();
        if (this.#conversation.takeComparison()) {
          this.#drop();
          return;
        }
        this.#proveAnew();
      }
    }
    this.#askForMissing();
    this.#report();
  }

  #onAnswer(isDurable: boolean): void {
    this.#progressAt = Date.now();
    const answered = this.#conversation.takeAnswer(isDurable);
    if (!answered) return;
    const { covers, isExchange, isRefused } = answered;
    if (isRefused && covers.length > 0) {
      this.#refuse('role_too_low');
      return;
    }
    if (isExchange && !isRefused && this.#refusal === 'role_too_low') this.#refusal = null;
    this.#ledger.confirm(covers);
    this.#keepSoon();
    this.#report();
  }

  /**
   * Yjs holds back what arrives before something it builds on, silently and for ever. So whenever
   * something is held back, or the server has more than we do, it is asked for again.
   */
  #askForMissing(): void {
    if (!this.#isMissingSomething()) {
      this.#missingAttempts = 0;
      return;
    }
    if (this.#missingTimer || !this.#provider.wsconnected) return;
    const wait = Math.min(250 * 2 ** this.#missingAttempts++, 30_000);
    this.#missingTimer = setTimeout(() => {
      this.#missingTimer = null;
      if (this.#isMissingSomething()) this.compare();
    }, wait);
  }

  #isMissingSomething(): boolean {
    const { doc } = this.#options;
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) return true;
    // Before the first answer of this connection, the server naturally has more.
    if (!this.#provider.synced) return false;
    for (const [client, clock] of this.#ledger.serverClocks) {
      if (Y.getState(doc.store, client) < clock) return true;
    }
    return false;
  }

  #onRole(role: Role): void {
    this.#role = role;
    this.#report();
  }

  #onTrouble(trouble: ErrorCode | null): void {
    this.#trouble = trouble;
    this.#progressAt = Date.now();
    this.#report();
  }

  /** Asks the server what it has, which it answers together with what we lack. */
  compare(): void {
    const { ws } = this.#provider;
    if (!ws || ws.readyState !== WebSocket.OPEN) return;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, messageSync);
    writeSyncStep1(encoder, this.#options.doc);
    ws.send(encoding.toUint8Array(encoder) as Bytes);
    this.#comparedAt = Date.now();
    this.#wroteSinceComparison = false;
  }

  // The socket

  #onOpen(): void {
    this.#isUnreachable = false;
    this.#begin();
    this.#trouble = null;
    this.#progressAt = Date.now();
    this.#report();
  }

  /** What the last socket was owed, no other one will be paid. */
  #begin(): void {
    this.#conversation = new Conversation();
    this.#isInDoubt = false;
    this.#bufferedBytes = 0;
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
    if (this.#conversation.hasToldAll) this.#ledger.forgetSent();
    this.#begin();
    if (this.#socketsInVain >= SOCKETS_IN_VAIN) this.#http.ensure();
    queueMicrotask(() => this.#report());
  }

  // Plain HTTP, where no socket comes through

  #applyExchanged(update: Uint8Array): void {
    this.#source = 'server';
    try {
      Y.applyUpdate(this.#options.doc, update, this.#provider);
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
    if (!this.#conversation.hasToldAll) this.#ledger.forgetSent();
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

  /** Lets through only what says of which kind it is: y-websocket takes any text for bytes. */
  #guardSocket(): void {
    const { ws } = this.#provider;
    const read = ws?.onmessage;
    if (!ws || !read) return;
    ws.onmessage = (event: MessageEvent<unknown>) => {
      try {
        decoding.readVarUint(decoding.createDecoder(bytesOf(event.data)));
      } catch (error) {
        this.#dropBroken(error);
        return;
      }
      read.call(ws, event);
    };
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

  readonly #onOnline = (): void => this.retry();

  readonly #onOffline = (): void => {
    this.#http.stop();
    this.#provider.shouldConnect = false;
    this.#drop();
    this.#report();
  };

  readonly #onWatch = (): void => {
    const { ws } = this.#provider;
    const now = Date.now();
    if (ws?.readyState === WebSocket.CONNECTING && now - this.#progressAt > this.#patience.open) {
      this.#drop();
      return;
    }
    if (!ws || ws.readyState !== WebSocket.OPEN || this.#refusal !== null) return;
    if (ws.bufferedAmount < this.#bufferedBytes) this.#progressAt = now;
    this.#bufferedBytes = ws.bufferedAmount;
    const isOwed =
      this.#conversation.hasUnanswered || !this.#conversation.hasToldAll || !this.#provider.synced;
    // A server that said that it cannot store is waited for: asked again, it would not answer either.
    if (isOwed && this.#trouble === null && now - this.#progressAt > this.#patience.answer) {
      this.#drop();
    } else if (
      // Before the first exchange it may be long on its way, and asked for again it would come twice.
      this.#conversation.hasUnanswered &&
      this.#provider.synced &&
      this.#trouble === null &&
      !this.#isInDoubt &&
      now - this.#progressAt > this.#patience.doubt
    ) {
      this.#isInDoubt = true;
      this.compare();
    } else if (this.#wroteSinceComparison && now - this.#comparedAt > this.#patience.comparison) {
      this.compare();
    }
  };

  /** Another tab sends its changes itself. If they do not come back, this one does. */
  #awaitOtherTab(): void {
    if (this.#otherTabTimer) return;
    this.#otherTabTimer = setTimeout(() => {
      this.#otherTabTimer = null;
      if (this.#ledger.hasUnsent && this.#conversation.hasToldAll && this.#refusal === null)
        this.compare();
    }, this.#patience.otherTab);
  }

  #keepSoon(): void {
    this.#keepTimer ??= setTimeout(() => this.keep(), this.#patience.keep);
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
      if (!this.#provider.synced || !this.#conversation.isAllConfirmed) {
        return this.#conversation.hasToldAll && this.#ledger.count > 0 ? 'sending' : 'connecting';
      }
      return this.#ledger.count > 0 ? 'sending' : 'synced';
    }
    if (this.#http.isWorking) return this.#ledger.count > 0 ? 'sending' : 'synced';
    return this.#isUnreachable ? 'offline' : 'connecting';
  }
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new TypeError('A frame is not made of bytes.');
}

/** What browsers' types ask of bytes: not in shared memory. All of ours are made by lib0. */
type Bytes = Uint8Array<ArrayBuffer>;

/** The tabs of this browser among themselves, for a document that no server has. */
export class TabsConnection {
  readonly #provider: Provider;

  constructor(name: string, doc: Y.Doc, awareness: Awareness) {
    this.#provider = new Provider('driftless:local', name, doc, {
      awareness,
      connect: false,
    });
  }

  start(): void {
    this.#provider.connectBc();
  }

  close(): void {
    this.#provider.destroy();
  }
}
