/**
 * One document on one connection: everything a client sends about it is dealt with here.
 *
 * Invariant: answers go out in the order of what they answer, an update's only once it is stored
 * and applied; every frame with an update gets exactly one, or the session ends with an error of
 * the catalogue.
 */
import { type Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { encodeStateVector } from 'yjs';
import { isBody, type NamedDocument } from '../../shared/access/document-name.ts';
import type { Role } from '../../shared/access/roles.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import {
  awarenessFrame,
  readClientFrame,
  SYNC,
  syncFrame,
  syncStatusFrame,
} from '../../shared/protocol/messages.ts';
import type { Proof } from '../../shared/protocol/person-proof.ts';
import type { PersonProofs } from '../access/person-proofs.ts';
import type { TimeShare, Work } from '../access/processor-time.ts';
import { TokenBucket } from '../access/rates.ts';
import { onDocument } from '../current-document.ts';
import type { Log } from '../log.ts';
import { meter } from '../meter.ts';
import type { StoredLog } from '../storage/storage.ts';
import { tracer, type Way } from '../way.ts';
import { Answers } from './answers.ts';
import type { Access } from './authorise.ts';
import { checkSignatures, judge, SIGNATURE_MS } from './discussion-gate.ts';
import { Inbox } from './inbox.ts';
import { canApply, type Inspection, inspect, knownIn } from './inspect-update.ts';
import { LinkExpiry } from './link-expiry.ts';
import { PresenceGuard, type PresencePeer, type PresencePlace } from './presence-guard.ts';
import { faultInProposals, type ReadBody } from './proposals-gate.ts';
import type { StateFrames } from './state-frames.ts';
import { Turns } from './turns.ts';
import type { LiveDocument, UpdateLog } from './update-log.ts';

/** Full exchanges of state a client may ask for: at once, and a second in the long run. */
const STATE_REQUESTS_AT_ONCE = 10;
const STATE_REQUESTS_PER_SECOND = 1;
/** Answers to the question who is here. */
const PRESENCE_REQUESTS_AT_ONCE = 10;
const PRESENCE_REQUESTS_PER_SECOND = 1;
/** Updates that must be tried on a copy of the document, which costs as much as loading it. */
const TRIALS_AT_ONCE = 50;
const TRIALS_PER_SECOND = 5;
/** Updates of one session that may be on their way into the store. */
const MAX_UNANSWERED = 200;
/** While the store does not answer, only the newest of the presence is worth keeping. */
const MAX_HELD_PRESENCE = 50;
/** How a session talks to its client. Frames carry no document name here. */
export interface Endpoint {
  /** `onSent` is given with the state of a document, and called when it has left or will not. */
  send(frame: Uint8Array, onSent?: () => void): void;
  /** Tells the client why it ends, and ends it. */
  refuse(code: ErrorCode): void;
  /** Says whether the store takes updates, to a client that knows the frame. */
  tellHealth(healthy: boolean): void;
  /** Says what the client may do from now on, to one that knows the frame. */
  tellRole(role: Role, hidesHistory: boolean, maySuggest: boolean): void;
  /** Says what the document says, to one that wants to hear it. */
  tellDigest(digest: string, sequence: number): void;
  /** Says that the document has a discussion, to one that knows the frame. */
  tellDiscussion(): void;
  /** Ends the connection with all that was not sent yet: the client reads too slowly. */
  cut(): void;
  /** Finds out whether the client is still there, and cuts it if not. */
  challenge(): void;
  /** Has nothing more read from the client, or goes on. */
  hold(isHeld: boolean): void;
  /** The client has shown a secret that opens its document. */
  admitted(): void;
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
  hasNoState: boolean;
  /** What it was given to sign, if it said that it does. */
  challenge?: string;
  /** The names under which it may have called this server. */
  hosts?: readonly string[];
}

interface SessionOptions extends Introduction {
  name: NamedDocument;
  endpoint: Endpoint;
  updates: UpdateLog;
  states: StateFrames;
  maxFrameBytes: number;
  /** What the client may take of the processor. */
  time: TimeShare;
  log: Log;
  /** The client was sent all of the document. */
  onStateSent: (document: LiveDocument) => void;
  /** Looks at the body of the document. */
  readBody: ReadBody;
  proofs: PersonProofs;
  /** Whoever was let in has now proved to be this person. */
  onProven: (session: DocumentSession, person: string) => void;
}

const CONFIRMED = syncStatusFrame(true);
const REFUSED = syncStatusFrame(false);
const NOTHING_TO_DO = () => undefined;

export class DocumentSession implements PresencePeer {
  readonly name: NamedDocument;
  readonly #options: SessionOptions;
  readonly #inbox: Inbox;
  /** What waits for an update to be stored, that update's own answer first. */
  readonly #answers = new Answers();
  /** Awareness updates that came after updates which are still being stored. */
  #heldPresence: Uint8Array[] = [];
  readonly #stateRequests = new TokenBucket(
    STATE_REQUESTS_AT_ONCE,
    STATE_REQUESTS_PER_SECOND,
    performance.now(),
  );
  readonly #presenceRequests = new TokenBucket(
    PRESENCE_REQUESTS_AT_ONCE,
    PRESENCE_REQUESTS_PER_SECOND,
    performance.now(),
  );
  readonly #trials = new TokenBucket(TRIALS_AT_ONCE, TRIALS_PER_SECOND, performance.now());
  #granted: Access | null = null;
  #open: OpenDocument | null = null;
  #presence: PresenceGuard | null = null;
  #busy = false;
  /** Its secret is being checked. */
  #checking = false;
  #held = false;
  #over = false;
  readonly #turns: Turns;
  #toldDigest: string | null = null;
  #toldDiscussion = false;
  readonly #expiry = new LinkExpiry(() => this.refuse('link_expired'));
  /** Whether the client has yet to ask for all it lacks, which it was given without asking. */
  #questionToSkip: boolean;
  /** What it was given while the document was still being read: the log up to this sequence. */
  #givenUpTo: number | null = null;

  #person: string | null;
  /** What is left to be signed. */
  #challenge: string | null;
  #tellWhoComes: (person: string | null) => void = NOTHING_TO_DO;
  /** Who it is, once that is known; undefined where it is known already. */
  readonly whoComes: Promise<string | null> | undefined;

  constructor(options: SessionOptions) {
    this.name = options.name;
    this.#person = options.person;
    this.#challenge = options.person === null ? (options.challenge ?? null) : null;
    if (this.#challenge !== null)
      this.whoComes = new Promise((resolve) => {
        this.#tellWhoComes = resolve;
      });
    this.#options = options;
    this.#inbox = new Inbox(options.maxFrameBytes);
    this.#questionToSkip = options.hasNoState;
    this.#turns = new Turns(options.time, () => this.#drain());
  }

  get proven(): string | null {
    return this.#person;
  }
  get link(): string {
    return `${this.#granted?.docId}/${this.#granted?.linkId}`;
  }
  get mayShowCursor(): boolean {
    return this.#granted?.mayShowCursor === true;
  }
  challenge(): void {
    this.#options.endpoint.challenge();
  }

  get time(): TimeShare {
    return this.#options.time;
  }
  get access(): Access | null {
    return this.#granted;
  }
  get document(): LiveDocument | null {
    return this.#open?.document ?? null;
  }
  get isOpen(): boolean {
    return this.#open !== null;
  }
  /** Whether it has yet to be known what its secret opens. */
  get isBeingLetIn(): boolean {
    return this.#checking && !this.#over;
  }
  get ended(): boolean {
    return this.#over;
  }

  /** A secret was presented: until it is checked, nothing that follows is read. */
  presented(): void {
    this.#checking = true;
    this.#regulate();
  }

  authorised(access: Access): void {
    this.#granted = access;
    this.#checking = false;
    if (!this.#over) this.#options.endpoint.admitted();
    this.#regulate();
    this.#expiry.set(access.expiresAt);
  }

  /** The client may do something else from now on; what it sent before and was stored stays. */
  changeAccess(access: Access): void {
    if (this.#over || this.#granted === null) return;
    this.#granted = access;
    this.#expiry.set(access.expiresAt);
    if (this.#open === null) return;
    this.#presence?.refresh();
    this.#options.endpoint.tellRole(access.role, access.hidesHistory, access.maySuggest);
  }

  /**
   * Gives a client that has nothing what is stored, if that is all in one piece: the document need
   * not be in memory for that, and takes its time to get there.
   */
  giveStored({ checkpoint, rows, lastSequence }: StoredLog): void {
    const { hasNoState, endpoint } = this.#options;
    if (!hasNoState || this.#over || this.#granted === null) return;
    if (checkpoint === null || rows.length > 0) return;
    const { role, hidesHistory, maySuggest } = this.#granted;
    endpoint.tellRole(role, hidesHistory, maySuggest);
    this.#send(syncFrame(SYNC.step2, checkpoint.state));
    this.#givenUpTo = lastSequence;
  }

  /** Shows a document that cannot be loaded as it was when it was last whole, and ends. */
  giveLastGood(state: Uint8Array | null): void {
    if (this.#over || this.#granted === null) return;
    if (state !== null && this.#givenUpTo === null) this.#send(syncFrame(SYNC.step2, state));
    this.#givenUpTo = 0;
  }

  /** The document is loaded: what the client sent meanwhile is taken up now. */
  opened(open: OpenDocument): void {
    const access = this.#granted;
    if (this.#over || access === null) {
      open.leave(null);
      return;
    }
    const { endpoint } = this.#options;
    this.#presence = new PresenceGuard(open, this);
    this.#open = open;
    endpoint.tellRole(access.role, access.hidesHistory, access.maySuggest);
    if (!this.#options.updates.healthy) this.tellHealth(false);
    if (this.#questionToSkip) this.#work('state', () => this.#sendAll(open.document), 'opening');
    this.#drain();
  }

  /** Takes a frame of the client. Its bytes must be nobody else's. */
  receive(frame: Uint8Array): void {
    if (this.#over) return;
    tracer?.came(frame);
    this.#inbox.push(frame);
    // While its secret is checked no more comes than was on its way with it.
    if (this.#inbox.hasTooMuch(this.#granted !== null || this.#checking)) {
      this.refuse('rate_limited');
      return;
    }
    this.#drain();
  }

  /** Reads no more from the client than can be dealt with: the rest waits where it is. */
  #regulate(): void {
    const isHeld = !this.#over && (this.#checking || this.#inbox.hasEnough);
    if (isHeld === this.#held) return;
    this.#held = isHeld;
    this.#options.endpoint.hold(isHeld);
  }

  tellHealth(healthy: boolean): void {
    if (!this.#over && this.#open !== null) this.#options.endpoint.tellHealth(healthy);
  }

  /** What the document says, as of which row of its log; told once. */
  tellDigest(digest: string, sequence: number): void {
    const told = `${digest} ${sequence}`;
    if (this.#over || this.#open === null || this.#toldDigest === told) return;
    this.#toldDigest = told;
    this.#safely('digest', () => this.#options.endpoint.tellDigest(digest, sequence));
  }

  /** Something is said about the document; told once, to who has its body. */
  tellDiscussion(): void {
    if (this.#over || this.#open === null || this.#toldDiscussion || !isBody(this.name)) return;
    this.#toldDiscussion = true;
    this.#safely('discussion', () => this.#options.endpoint.tellDiscussion());
  }

  /** Ends the session with an error of the catalogue. */
  refuse(code: ErrorCode): void {
    if (this.#over) return;
    meter.refused(code);
    this.#options.log.info('refused', {
      docId: this.name.docId,
      code,
      role: this.#granted?.role,
      linkId: this.#granted?.linkId,
    });
    this.close();
    this.#options.endpoint.refuse(code);
  }

  /** Takes the client off the document but not off the socket; with a reason, tells it why. */
  leave(reason: ErrorCode | null): void {
    this.close();
    this.#open?.leave(reason);
  }

  /** The connection is gone. What was handed to the log goes on its way; the rest never came. */
  close(): void {
    this.#over = true;
    this.#tellWhoComes(null);
    this.#expiry.end();
    this.#turns.end();
    this.#inbox.clear();
    this.#answers.clear();
    this.#heldPresence = [];
    this.#presence?.close();
    this.#regulate();
  }

  #drain(): void {
    while (this.#open !== null && !this.#busy && !this.#over) {
      const document = this.#open;
      const frame = this.#inbox.first;
      if (frame === undefined || !this.#takeTurn(frame)) break;
      this.#inbox.shift();
      const question = questionIn(frame);
      if (question === null) this.#work('frame', () => this.#handle(frame, document));
      else this.#ask(question, document.document);
    }
    this.#regulate();
  }

  /** Whether this frame is dealt with now; if not, the answers bring it on, or the time. */
  #takeTurn(frame: Uint8Array): boolean {
    if (this.#answers.length >= MAX_UNANSWERED) return false;
    return this.#turns.take(questionIn(frame) === null ? frame.length : 'unknown');
  }

  /** Work for this client, which is charged to it; undefined where it went wrong. */
  #work<T>(what: string, work: () => T, kind?: Work): T | undefined {
    const safely = () => this.#safely(what, work);
    return this.#options.time.measure(() => onDocument(this.name.name, safely), kind);
  }

  /** What goes wrong with one client's frame, or with the answer to it, ends that client only. */
  #safely<T>(what: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#fail(what, error);
      return undefined;
    }
  }

  /** The same of what takes several turns. */
  #later(what: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#fail(what, error));
  }

  #fail(what: string, error: unknown): void {
    this.#options.log.error('session failed', { docId: this.name.docId, what, error });
    this.refuse('server_busy');
  }

  #handle(frame: Uint8Array, open: OpenDocument): void {
    const read = readClientFrame(frame);
    switch (read?.kind) {
      case undefined:
        this.refuse('request_invalid');
        return;
      case 'query-awareness': {
        if (!this.#presenceRequests.take(performance.now())) return;
        const { awareness } = open.document;
        const everyone = [...awareness.getStates().keys()];
        this.#options.endpoint.send(awarenessFrame(encodeAwarenessUpdate(awareness, everyone)));
        return;
      }
      case 'awareness':
        // A cursor points at text: it follows the text that was sent before it.
        if (this.#answers.length === 0) this.#showPresence(read.update);
        else this.#holdPresence(read.update);
        return;
      case 'update':
        this.#admit(read.update.slice(), open.document, tracer?.begin(frame) ?? null);
        return;
      case 'proof':
        this.#later('proof', () => this.#prove(read.proof));
        return;
      case 'digest':
        if (!this.#stateRequests.take(performance.now())) return;
        this.#options.log.warn('a device shows something else', {
          docId: this.name.docId,
          linkId: this.#granted?.linkId,
          person: this.proven,
          digest: read.digest,
          told: this.#toldDigest,
        });
    }
  }

  /** The first answer counts: what was shown and written since then is that person's. */
  async #prove(proof: Proof): Promise<void> {
    const { proofs, hosts = [] } = this.#options;
    const challenge = this.#challenge;
    if (challenge === null) return;
    this.#challenge = null;
    this.#busy = true;
    const document = this.name.name;
    const subject = { purpose: 'connection', hosts, document, challenge } as const;
    const person = await proofs.personOf(proof, subject);
    this.#busy = false;
    if (this.#over) return;
    this.#person = person;
    if (person === null) {
      this.#options.log.info('proof not believed', {
        docId: this.name.docId,
        person: proof.person,
      });
    } else void this.whoComes?.then(() => this.#options.onProven(this, person));
    this.#tellWhoComes(person);
    this.#drain();
  }

  #admit(update: Uint8Array, document: LiveDocument, way: Way | null): void {
    const looked = inspect(document, update);
    const { verdict } = looked;
    if (verdict === 'invalid') {
      this.refuse('update_invalid');
      return;
    }
    if (verdict === 'nothing-new') {
      this.#answer(() => this.#send(CONFIRMED));
      return;
    }
    if (!this.#mayWrite(verdict)) return;
    if (this.name.isDiscussion)
      this.#later('discussion', () => this.#admitToDiscussion(update, document, way));
    else this.#take(update, looked, document, way);
  }

  /** Whether the client may write what is new, at this moment; if not, it is told. */
  #mayWrite(verdict: Inspection['verdict']): boolean {
    if (this.#granted?.mayWrite) return true;
    if (verdict === 'deletions') this.#answer(() => this.#send(REFUSED));
    else this.refuse('role_too_low');
    return false;
  }

  /** What is said is looked at before it is taken: whose it is, and whether that person signed it. */
  async #admitToDiscussion(
    update: Uint8Array,
    document: LiveDocument,
    way: Way | null,
  ): Promise<void> {
    const { updates, time } = this.#options;
    this.#busy = true;
    const signed = await checkSignatures(document, this.name.docId, update, this.proven);
    // What came before may be what this is about.
    await updates.settled(document);
    const fault = await faultInProposals({
      document,
      update,
      maySuggest: () => this.#granted?.maySuggest === true,
      readBody: (look) => this.#options.readBody((body) => time.measure(() => look(body))),
    });
    this.#busy = false;
    if (this.#over) return;
    time.charge(signed.looked * SIGNATURE_MS);
    if (fault !== null) return this.refuse(fault);
    this.#work('discussion', () => {
      const looked = inspect(document, update);
      if (looked.verdict === 'invalid') return this.refuse('update_invalid');
      if (!this.#mayWrite(looked.verdict)) return;
      const verdict = judge(document, update, this.proven, signed);
      if (verdict.kind === 'invalid') this.refuse('update_invalid');
      else if (verdict.kind === 'nothing') this.#answer(() => this.#send(CONFIRMED));
      else if (!updates.talk.take(this.proven ?? this.link, verdict.said))
        this.refuse('rate_limited');
      else this.#take(verdict.update, inspect(document, verdict.update), document, way);
    });
    this.#drain();
  }

  /** Stores what may be stored, as far as there is room, or says why not. */
  #take(update: Uint8Array, looked: Inspection, document: LiveDocument, way: Way | null): void {
    const { updates } = this.#options;
    if (updates.writers.isTaken(document, looked.writes, this)) {
      this.refuse('rate_limited');
      return;
    }
    const obstacle = updates.obstacleTo(document, update, looked, this.#granted?.share);
    if (obstacle !== null) {
      this.refuse(obstacle);
      return;
    }
    if (looked.verdict === 'unusual') {
      if (this.#trials.take(performance.now()) && updates.mayTry(document))
        this.#later('trial', () => this.#tryFirst(update, looked, document, way));
      else this.refuse('rate_limited');
      return;
    }
    this.#store(update, looked, document, way);
  }

  /** Tries an update on a copy of the document as it will be when everything before is applied. */
  async #tryFirst(
    update: Uint8Array,
    looked: Inspection,
    document: LiveDocument,
    way: Way | null,
  ): Promise<void> {
    this.#busy = true;
    await this.#options.updates.settled(document);
    this.#busy = false;
    if (this.#over) return;
    this.#work('trial', () => {
      if (!this.#mayWrite(looked.verdict)) return;
      if (canApply(document, update)) this.#store(update, looked, document, way);
      else this.refuse('update_invalid');
    });
    this.#drain();
  }

  #store(
    bytes: Uint8Array,
    { weight, cuts, writes }: Inspection,
    document: LiveDocument,
    way: Way | null,
  ): void {
    this.#options.updates.writers.note(document, writes, this);
    const answer = {
      isDue: false,
      give: () => {
        this.#send(CONFIRMED);
        way?.confirmed();
      },
      drop: () => way?.ended(null),
    };
    this.#answers.push(answer);
    this.#options.updates
      .append(document, {
        docId: this.name.docId,
        person: this.#presence?.personId ?? null,
        bytes,
        weight,
        cuts,
        charge: this.#options.time.charger(),
        way,
      })
      .then(
        () => {
          answer.isDue = true;
          this.#safely('answer', () => this.#giveAnswers());
        },
        (error: unknown) => {
          const code = error instanceof CatalogueError ? error.code : 'storage_failed';
          way?.ended(code);
          this.refuse(code);
        },
      );
  }

  /** Gives an answer that waits for nothing but those before it. */
  #answer(give: () => void): void {
    if (this.#answers.length === 0) give();
    else this.#answers.push({ isDue: true, give: () => this.#work('answer', give) });
  }

  /** Answers what the client lacks, behind the answers before; it is looked at only then. */
  #ask(stateVector: Uint8Array, document: LiveDocument): void {
    if (this.#isAnswered(stateVector)) return;
    if (!this.#stateRequests.take(performance.now())) {
      this.refuse('rate_limited');
      return;
    }
    const give = () => {
      const known = this.#work('question', () => knownIn(document, stateVector), 'question');
      if (known) this.#work('state', () => this.#sendState(known, document), 'opening');
      else this.refuse('request_invalid');
    };
    if (this.#answers.length === 0) give();
    else this.#answers.push({ isDue: true, give });
  }

  #giveAnswers(): void {
    while (!this.#over && this.#answers.isNextDue) this.#answers.giveNext();
    if (this.#answers.length === 0) this.#releasePresence();
    this.#drain();
  }

  /** Whether it is the question of a client that was given everything before it could ask. */
  #isAnswered(stateVector: Uint8Array): boolean {
    const isFirst = this.#questionToSkip;
    this.#questionToSkip = false;
    return isFirst && stateVector.every((byte) => byte === 0);
  }

  /** The document for a client that has nothing of it, unless it was given just that already. */
  #sendAll(document: LiveDocument): void {
    if (this.#givenUpTo !== this.#options.updates.sequenceOf(document)) {
      this.#sendState(undefined, document);
    } else {
      this.#send(syncFrame(SYNC.step1, encodeStateVector(document)));
      this.#options.onStateSent(document);
    }
  }

  /** What the client lacks, and the question what the server lacks. */
  #sendState(stateVector: Uint8Array | undefined, document: LiveDocument): void {
    this.#send(syncFrame(SYNC.step1, encodeStateVector(document)));
    const { states, endpoint, updates } = this.#options;
    const logged = { sequence: updates.sequenceOf(document), bytes: updates.bytesOf(document) };
    const cut = () => endpoint.cut();
    for (const { frame, onSent } of states.framesFor(document, logged, stateVector, cut)) {
      endpoint.send(frame, onSent ?? NOTHING_TO_DO);
    }
    this.#toldDigest = null;
    this.#options.onStateSent(document);
  }

  #send(frame: Uint8Array): void {
    this.#options.endpoint.send(frame);
  }

  #holdPresence(update: Uint8Array): void {
    if (this.#heldPresence.length === MAX_HELD_PRESENCE) this.#heldPresence.shift();
    this.#heldPresence.push(update);
  }

  #releasePresence(): void {
    const held = this.#heldPresence;
    this.#heldPresence = [];
    for (const update of held) this.#showPresence(update);
  }

  #showPresence(update: Uint8Array): void {
    if (this.#presence?.receive(update) === false) this.refuse('request_invalid');
  }
}

/** What it says is known, if it asks for the rest: it may be short, and the answer the whole document. */
function questionIn(frame: Uint8Array): Uint8Array | null {
  const read = readClientFrame(frame);
  return read?.kind === 'state-vector' ? read.stateVector : null;
}
