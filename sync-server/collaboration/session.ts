/**
 * One document on one connection: everything a client sends about it is dealt with here.
 *
 * Invariant: answers go out in the order of what they answer, an update's only once it is stored
 * and applied; every frame with an update gets exactly one, or the session ends with an error of
 * the catalogue.
 */
import { type Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { encodeStateAsUpdate, encodeStateVector } from 'yjs';
import type { Role } from '../../shared/access/roles.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import {
  awarenessFrame,
  readClientFrame,
  SYNC,
  syncFrame,
  syncStatusFrame,
} from '../../shared/protocol/messages.ts';
import { TokenBucket } from '../access/rates.ts';
import type { Log } from '../log.ts';
import type { StoredLog } from '../storage/storage.ts';
import type { Access, DocumentName } from './authorise.ts';
import { canApply, inspectUpdate, isStateVector } from './inspect-update.ts';
import { PresenceGuard, type PresencePeer, type PresencePlace } from './presence-guard.ts';
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

/** How a session talks to its client. Frames carry no document name here. */
export interface Endpoint {
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
export interface OpenDocument extends PresencePlace {
  readonly document: LiveDocument & { readonly awareness: Awareness };
  /** Takes the connection off the document; tells the client in Hocuspocus' words. */
  leave(reason: ErrorCode | null): void;
}

/** What a client said of itself when it connected. */
export interface Introduction {
  /** Who connects, if they proved it. */
  person: string | null;
  /** It has nothing of the document. */
  isEmptyHanded: boolean;
}

export interface SessionOptions extends Introduction {
  name: DocumentName;
  endpoint: Endpoint;
  updates: UpdateLog;
  maxFrameBytes: number;
  log: Log;
}

/** What the client is told about one of its frames, once everything before it was answered. */
interface Answer {
  isDue: boolean;
  readonly give: () => void;
}

const CONFIRMED = syncStatusFrame(true);
const REFUSED = syncStatusFrame(false);

export class DocumentSession implements PresencePeer {
  readonly name: DocumentName;
  private readonly options: SessionOptions;
  private readonly inbox: Uint8Array[] = [];
  private inboxBytes = 0;
  /** What waits for an update to be stored, that update's own answer first. */
  private readonly answers: Answer[] = [];
  /** Awareness updates that came after updates which are still being stored. */
  private heldPresence: Uint8Array[] = [];
  private readonly stateRequests = new TokenBucket(
    STATE_REQUESTS_AT_ONCE,
    STATE_REQUESTS_PER_SECOND,
    performance.now(),
  );
  private readonly trials = new TokenBucket(TRIALS_AT_ONCE, TRIALS_PER_SECOND, performance.now());
  private granted: Access | null = null;
  private open: OpenDocument | null = null;
  private presence: PresenceGuard | null = null;
  private busy = false;
  private over = false;
  /** Whether the client has yet to ask for all it lacks, which it was given without asking. */
  private questionToSkip: boolean;
  /** What it was given while the document was still being read: the log up to this sequence. */
  private givenUpTo: number | null = null;

  constructor(options: SessionOptions) {
    this.name = options.name;
    this.options = options;
    this.questionToSkip = options.isEmptyHanded;
  }

  get proven(): string | null {
    return this.options.person;
  }
  get link(): string {
    return `${this.granted?.docId}/${this.granted?.linkId}`;
  }
  get mayShowCursor(): boolean {
    return this.granted?.mayShowCursor === true;
  }
  challenge(): void {
    this.options.endpoint.challenge();
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
    this.presence?.refresh();
    this.options.endpoint.tellRole(access.role);
  }

  /**
   * Gives a client that has nothing what is stored, if that is all in one piece: the document need
   * not be in memory for that, and takes its time to get there.
   */
  giveStored({ checkpoint, rows, lastSequence }: StoredLog): void {
    const { isEmptyHanded, endpoint } = this.options;
    if (!isEmptyHanded || this.over || this.granted === null) return;
    if (checkpoint === null || rows.length > 0) return;
    endpoint.tellRole(this.granted.role);
    this.send(syncFrame(SYNC.step2, checkpoint.state));
    this.givenUpTo = lastSequence;
  }

  /** The document is loaded: what the client sent meanwhile is taken up now. */
  opened(open: OpenDocument): void {
    const access = this.granted;
    if (this.over || access === null) {
      open.leave(null);
      return;
    }
    const { endpoint } = this.options;
    this.presence = new PresenceGuard(open, this);
    this.open = open;
    endpoint.tellRole(access.role);
    if (!this.options.updates.healthy) this.tellHealth(false);
    if (this.questionToSkip) this.sendAll(open.document);
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
    this.answers.length = 0;
    this.heldPresence = [];
    this.presence?.close();
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
        else if (this.isAnswered(read.stateVector)) return;
        else if (!this.stateRequests.take(performance.now())) this.refuse('rate_limited');
        else this.answer(() => this.sendState(read.stateVector, open.document));
        return;
      case 'query-awareness': {
        const { awareness } = open.document;
        const everyone = [...awareness.getStates().keys()];
        this.options.endpoint.send(awarenessFrame(encodeAwarenessUpdate(awareness, everyone)));
        return;
      }
      case 'awareness':
        // A cursor points at text: it follows the text that was sent before it.
        if (this.answers.length === 0) this.showPresence(read.update);
        else this.holdPresence(read.update);
        return;
      case 'update':
        this.admit(read.update.slice(), open.document);
    }
  }

  private admit(update: Uint8Array, document: LiveDocument): void {
    const { updates } = this.options;
    const verdict = inspectUpdate(document, update);
    if (verdict === 'invalid') {
      this.refuse('update_invalid');
      return;
    }
    if (!this.granted?.mayWrite) {
      if (verdict === 'nothing-new') this.answer(() => this.send(CONFIRMED));
      else if (verdict === 'deletions') this.answer(() => this.send(REFUSED));
      else this.refuse('role_too_low');
      return;
    }
    if (verdict === 'nothing-new') {
      this.answer(() => this.send(CONFIRMED));
      return;
    }
    if (verdict !== 'deletions' && !updates.hasRoomFor(document, update.length)) {
      this.refuse('document_full');
      return;
    }
    if (verdict === 'unusual') {
      if (this.trials.take(performance.now())) this.tryFirst(update, document);
      else this.refuse('rate_limited');
      return;
    }
    this.store(update, document);
  }

  /** Tries an update on a copy of the document as it will be when everything before is applied. */
  private async tryFirst(update: Uint8Array, document: LiveDocument): Promise<void> {
    this.busy = true;
    await this.options.updates.settled(document);
    this.busy = false;
    if (this.over) return;
    if (canApply(document, update)) this.store(update, document);
    else this.refuse('update_invalid');
    this.drain();
  }

  private store(bytes: Uint8Array, document: LiveDocument): void {
    const answer: Answer = { isDue: false, give: () => this.send(CONFIRMED) };
    this.answers.push(answer);
    this.options.updates
      .append(document, {
        docId: this.name.docId,
        person: this.presence?.personId ?? null,
        bytes,
      })
      .then(
        () => {
          answer.isDue = true;
          this.giveAnswers();
        },
        (error: unknown) =>
          this.refuse(error instanceof CatalogueError ? error.code : 'storage_failed'),
      );
  }

  /** Gives an answer that waits for nothing but those before it. */
  private answer(give: () => void): void {
    if (this.answers.length === 0) give();
    else this.answers.push({ isDue: true, give });
  }

  private giveAnswers(): void {
    while (!this.over && this.answers[0]?.isDue) this.answers.shift()?.give();
    if (this.answers.length === 0) this.releasePresence();
  }

  /** Whether it is the question of a client that was given everything before it could ask. */
  private isAnswered(stateVector: Uint8Array): boolean {
    const isFirst = this.questionToSkip;
    this.questionToSkip = false;
    return isFirst && stateVector.every((byte) => byte === 0);
  }

  /** The document for a client that has nothing of it, unless it was given just that already. */
  private sendAll(document: LiveDocument): void {
    if (this.givenUpTo !== this.options.updates.sequenceOf(document)) {
      this.sendState(undefined, document);
    } else this.send(syncFrame(SYNC.step1, encodeStateVector(document)));
  }

  /** What the client lacks, and the question what the server lacks. */
  private sendState(stateVector: Uint8Array | undefined, document: LiveDocument): void {
    this.send(syncFrame(SYNC.step1, encodeStateVector(document)));
    this.send(syncFrame(SYNC.step2, encodeStateAsUpdate(document, stateVector)));
  }

  private send(frame: Uint8Array): void {
    this.options.endpoint.send(frame);
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
    if (this.presence?.receive(update) === false) this.refuse('request_invalid');
  }
}
