/**
 * One document on one connection: everything a client sends about it passes here first.
 *
 * Invariant: what reaches Hocuspocus has been allowed, read and sent to the log already, in the
 * order it came; every frame with an update gets exactly one answer, or the session ends with an
 * error of the catalogue.
 */
import type { Awareness } from 'y-protocols/awareness';
import { encodeAwarenessUpdate } from 'y-protocols/awareness';
import type { Role } from '../../shared/access/roles.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import {
  awarenessFrame,
  readClientFrame,
  syncStatusFrame,
} from '../../shared/protocol/messages.ts';
import { TokenBucket } from '../access/rates.ts';
import type { Log } from '../log.ts';
import type { Access, DocumentName } from './authorise.ts';
import { canApply, inspectUpdate, isStateVector } from './inspect-update.ts';
import { PresenceGuard, type PresenceOwners } from './presence-guard.ts';
import type { LiveDocument, UpdateLog } from './update-log.ts';

/** Full exchanges of state a client may ask for: at once, and a second in the long run. */
const STATE_REQUESTS_AT_ONCE = 10;
const STATE_REQUESTS_PER_SECOND = 1;
/** Updates that must be tried on a copy of the document, which costs as much as loading it. */
const TRIALS_AT_ONCE = 50;
const TRIALS_PER_SECOND = 5;
/** What may wait for the document to open, beside one frame of the greatest length. */
const MAX_WAITING_FRAMES = 1_000;
/** While the store does not answer, only the newest of the presence is worth keeping. */
const MAX_HELD_PRESENCE = 50;

/** How a session talks to its client and to Hocuspocus. Frames carry no document name here. */
export interface Endpoint {
  /** Hands a frame of the client to Hocuspocus. */
  forward(frame: Uint8Array): void;
  send(frame: Uint8Array): void;
  /** Tells the client why it ends, and ends it. */
  refuse(code: ErrorCode): void;
  /** Says whether the store takes updates, to a client that knows the frame. */
  tellHealth(healthy: boolean): void;
  /** Says what the client may do from now on, to one that knows the frame. */
  tellRole(role: Role): void;
  /** Finds out whether the client is still there, and cuts it if not. */
  challenge(): void;
}

/** What Hocuspocus gave for this session, once the document is loaded. */
export interface OpenDocument {
  document: LiveDocument & { readonly awareness: Awareness };
  owners: PresenceOwners;
  applyPresence: (update: Uint8Array) => void;
  /** Has Hocuspocus take updates of this connection, or none. */
  setMayWrite: (mayWrite: boolean) => void;
  /** Takes the connection off the document; tells the client in Hocuspocus' words. */
  leave: (reason: ErrorCode | null) => void;
}

export interface SessionOptions {
  name: DocumentName;
  /** Who connects, if they proved it. */
  person: string | null;
  endpoint: Endpoint;
  updates: UpdateLog;
  maxFrameBytes: number;
  log: Log;
}

export class DocumentSession {
  readonly name: DocumentName;
  private readonly options: SessionOptions;
  private readonly inbox: Uint8Array[] = [];
  private inboxBytes = 0;
  /** One promise for each update handed to Hocuspocus and not yet applied there, in order. */
  private readonly durable: Promise<void>[] = [];
  /** Awareness updates that came after updates which are still being stored. */
  private heldPresence: Uint8Array[] = [];
  private readonly stateRequests = new TokenBucket(
    STATE_REQUESTS_AT_ONCE,
    STATE_REQUESTS_PER_SECOND,
    performance.now(),
  );
  private readonly trials = new TokenBucket(TRIALS_AT_ONCE, TRIALS_PER_SECOND, performance.now());
  private granted: Access | null = null;
  private open: (OpenDocument & { presence: PresenceGuard }) | null = null;
  private busy = false;
  private over = false;

  constructor(options: SessionOptions) {
    this.name = options.name;
    this.options = options;
  }

  get access(): Access | null {
    return this.granted;
  }
  get document(): LiveDocument | null {
    return this.open?.document ?? null;
  }
  get isOpen(): boolean {
    return this.open !== null;
  }
  get ended(): boolean {
    return this.over;
  }

  authorised(access: Access): void {
    this.granted = access;
  }

  /** The client may do something else from now on; what it sent before and was stored stays. */
  changeAccess(access: Access): void {
    if (this.over || this.granted === null) return;
    this.granted = access;
    if (this.open === null) return;
    this.open.setMayWrite(access.mayWrite);
    this.open.presence.refresh();
    this.options.endpoint.tellRole(access.role);
  }

  /** The document is loaded: what the client sent meanwhile is taken up now. */
  opened(open: OpenDocument): void {
    const access = this.granted;
    if (this.over || access === null) {
      open.leave(null);
      return;
    }
    const { endpoint } = this.options;
    const presence = new PresenceGuard({
      awareness: open.document.awareness,
      owners: open.owners,
      proven: this.options.person,
      link: `${access.docId}/${access.linkId}`,
      mayShowCursor: () => this.granted?.mayShowCursor === true,
      apply: open.applyPresence,
      challenge: () => endpoint.challenge(),
    });
    this.open = { ...open, presence };
    open.setMayWrite(access.mayWrite);
    endpoint.tellRole(access.role);
    if (!this.options.updates.healthy) this.tellHealth(false);
    this.drain();
  }

  /** Takes a frame of the client. Its bytes must be nobody else's. */
  receive(frame: Uint8Array): void {
    if (this.over) return;
    this.inbox.push(frame);
    this.inboxBytes += frame.length;
    if (
      this.inbox.length > MAX_WAITING_FRAMES ||
      (this.inbox.length > 1 && this.inboxBytes > 2 * this.options.maxFrameBytes)
    ) {
      this.refuse('rate_limited');
      return;
    }
    this.drain();
  }

  /** Resolves when the next update that was handed to Hocuspocus is stored and applied. */
  async nextDurable(): Promise<void> {
    const next = this.durable[0];
    // Hocuspocus asks once for each update handed over; anything else would be an unlogged change.
    if (next === undefined) throw new CatalogueError('update_invalid');
    try {
      await next;
    } finally {
      this.durable.shift();
      if (this.durable.length === 0) this.releasePresence();
    }
  }

  tellHealth(healthy: boolean): void {
    if (!this.over && this.open !== null) this.options.endpoint.tellHealth(healthy);
  }

  /** Ends the session with an error of the catalogue. */
  refuse(code: ErrorCode): void {
    if (this.over) return;
    this.options.log.info('refused', {
      docId: this.name.docId,
      code,
      role: this.granted?.role,
      linkId: this.granted?.linkId,
    });
    this.close();
    this.options.endpoint.refuse(code);
  }

  /** Takes the client off the document but not off the socket; with a reason, tells it why. */
  leave(reason: ErrorCode | null): void {
    this.close();
    this.open?.leave(reason);
  }

  /** The connection is gone. What was handed to the log goes on its way; the rest never came. */
  close(): void {
    this.over = true;
    this.inbox.length = 0;
    this.inboxBytes = 0;
    this.heldPresence = [];
    this.open?.presence.close();
  }

  private drain(): void {
    while (this.open !== null && !this.busy && !this.over) {
      const frame = this.inbox.shift();
      if (frame === undefined) return;
      this.inboxBytes -= frame.length;
      this.handle(frame, this.open);
    }
  }

  private handle(frame: Uint8Array, open: OpenDocument): void {
    const read = readClientFrame(frame);
    switch (read?.kind) {
      case undefined:
        this.refuse('request_invalid');
        return;
      case 'state-vector':
        if (!isStateVector(read.stateVector)) this.refuse('request_invalid');
        else if (!this.stateRequests.take(performance.now())) this.refuse('rate_limited');
        else this.options.endpoint.forward(frame);
        return;
      case 'query-awareness': {
        const { awareness } = open.document;
        const everyone = [...awareness.getStates().keys()];
        this.options.endpoint.send(awarenessFrame(encodeAwarenessUpdate(awareness, everyone)));
        return;
      }
      case 'awareness':
        // A cursor points at text: it follows the text that was sent before it.
        if (this.durable.length === 0) this.showPresence(read.update);
        else this.holdPresence(read.update);
        return;
      case 'update':
        this.admit(frame, read.update.slice(), open.document);
    }
  }

  private admit(frame: Uint8Array, update: Uint8Array, document: LiveDocument): void {
    const { updates, endpoint } = this.options;
    const verdict = inspectUpdate(document, update);
    if (verdict === 'invalid') {
      this.refuse('update_invalid');
      return;
    }
    if (!this.granted?.mayWrite) {
      if (verdict === 'nothing-new') endpoint.send(syncStatusFrame(true));
      else if (verdict === 'deletions') endpoint.send(syncStatusFrame(false));
      else this.refuse('role_too_low');
      return;
    }
    if (verdict === 'nothing-new') {
      this.durable.push(Promise.resolve());
      endpoint.forward(frame);
      return;
    }
    if (verdict !== 'deletions' && !updates.hasRoomFor(document, update.length)) {
      this.refuse('document_full');
      return;
    }
    if (verdict === 'unusual') {
      if (this.trials.take(performance.now())) this.tryFirst(frame, update, document);
      else this.refuse('rate_limited');
      return;
    }
    this.store(frame, update, document);
  }

  /** Tries an update on a copy of the document as it will be when everything before is applied. */
  private async tryFirst(
    frame: Uint8Array,
    update: Uint8Array,
    document: LiveDocument,
  ): Promise<void> {
    this.busy = true;
    await this.options.updates.settled(document);
    this.busy = false;
    if (this.over) return;
    if (canApply(document, update)) this.store(frame, update, document);
    else this.refuse('update_invalid');
    this.drain();
  }

  private store(frame: Uint8Array, bytes: Uint8Array, document: LiveDocument): void {
    const stored = this.options.updates.append(document, {
      docId: this.name.docId,
      person: this.open?.presence.personId ?? null,
      bytes,
    });
    // Awaited by `nextDurable`; this only keeps a refusal from counting as unhandled until then.
    stored.catch(() => undefined);
    this.durable.push(stored);
    this.options.endpoint.forward(frame);
  }

  private holdPresence(update: Uint8Array): void {
    if (this.heldPresence.length === MAX_HELD_PRESENCE) this.heldPresence.shift();
    this.heldPresence.push(update);
  }

  private releasePresence(): void {
    const held = this.heldPresence;
    this.heldPresence = [];
    for (const update of held) this.showPresence(update);
  }

  private showPresence(update: Uint8Array): void {
    if (this.open?.presence.receive(update) === false) this.refuse('request_invalid');
  }
}
