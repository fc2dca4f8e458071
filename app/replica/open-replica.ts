/**
 * A document's replica: its Y.Doc, its copy on this device and its connection, as one thing.
 *
 * Invariant: in one tab there is one replica of a document for each link, however many parts of the
 * app use it; it ends when the last of them lets go, but for one that holds the only copy of what
 * somebody wrote. The Y.Doc gets a new client id every time.
 */

import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { type DocId, docIdOf, randomId, type Secret } from '../../shared/access/ids.ts';
import type { ClockRanges } from '../../shared/document/clock-ranges.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { ChangeNotes } from './change-notes.ts';
import type { Connection, ConnectionOptions, TabsConnection } from './connection.ts';
import { Ledger } from './ledger.ts';
import { LocalStore } from './local-store.ts';
import { isOffline } from './offline.ts';
import {
  createStore,
  type IncludedStatus,
  type Observable,
  type ReplicaStatus,
  type ServerState,
  type Store,
  statusAtFirst,
  withIncluded,
} from './status.ts';
import {
  hasUnsentMark,
  markUnsent,
  onUnsentMarks,
  tellUnsentMarks,
  unmarkUnsent,
} from './unsent-marks.ts';

/** One holder's view of a document on this device. */
export interface Replica {
  /** The document's id, or the name of a document that only this device has. */
  readonly name: string;
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly status: Observable<ReplicaStatus>;
  /** Resolves when the copy on this device is read, or it is clear that there is none to be had. */
  readonly whenLoaded: Promise<void>;
  /** Resolves when the server first has everything; without a server, when the copy is read. */
  readonly whenSynced: Promise<void>;
  /** Whether anything of the document is here; `status` notifies when this becomes true. */
  hasContent(): boolean;
  /** What was written on this device and the server has not confirmed, by the clocks it has. */
  unconfirmedRanges(): ClockRanges;
  /** The same of what was deleted here. */
  unconfirmedDeletions(): ClockRanges;
  /**
   * Has `status` speak for something else, too, such as this document's discussion, which is kept and
   * sent by itself. Returns the end of it.
   */
  include(other: Included): () => void;
  /** Tries again at once whatever has failed: storage, connection, a refusal. */
  retry(): void;
  /**
   * Lets go. Resolves when everything is written, if this was the last holder. Where this device
   * keeps nothing and something is unsent, it stays open until it is sent, or can be kept.
   */
  close(): Promise<void>;
  /**
   * Ends the replica for all its holders and removes what this device stored of it.
   *
   * @throws Error if the browser refuses, or another tab holds on to the database.
   */
  erase(): Promise<void>;
}

/** What a replica speaks for besides itself. */
export interface Included {
  readonly status: Observable<IncludedStatus>;
  retry(): void;
}

/** A document that begins as one of this device alone, and may be shared with other ones later. */
export interface LocalReplica extends Replica {
  /** What stays on this device beside the document; there once it is loaded. */
  fact(name: string): unknown;
  /** Keeps a fact, together with the changes of the same turn; undefined removes it. */
  keepFact(name: string, value: unknown): void;
  /** Goes on as the document that the secret owns; with null on this device alone. */
  goTo(secret: Secret | null, options?: ReplicaOptions): void;
}

/** Where a replica keeps and sends things, other than the page says. */
export interface ReplicaOptions {
  /** `ws://host/sync`; the page's own host if not given. */
  serverUrl?: string;
  timeouts?: ConnectionOptions['timeouts'];
  maxFrameBytes?: number;
  /** Talks to nobody, for whoever only writes something down; the outbox sends it. */
  staysHere?: boolean;
}

/**
 * Origin of what flows in from another document, whose replica answers for it: it is kept and sent as
 * everything is, and does not count as written here.
 */
export const FLOWS_IN: object = {};

const DATABASE_PREFIX = 'driftless:';
/** Idle or not, the connection is asked for after this, ms. */
const IDLE_WITHIN_MS = 500;
/** After which a connection that could not be loaded is asked for again, ms. */
const LOAD_AGAIN_MS = 5000;
/** How long an expected document may take to be opened, ms. */
const EXPECTED_FOR_MS = 10_000;
/** After everything is confirmed: whoever goes on writing sets no new mark with each key, ms. */
const UNMARK_AFTER_MS = 2000;
let expected: Core | null = null;
let person: (() => ProvingPerson) | null = null;
let bindPerson: (key: Secret, publicKey: string) => Promise<void> = async () => undefined;
const cores = new Map<string, Core>();

/** Who is at this device, and what proves it. */
export interface ProvingPerson {
  key: Secret;
  id: string;
  /** The id is not in use yet, and is to be made of the key's public half once that is known. */
  isNew?: boolean;
}

/**
 * Has every connection from now on prove who is at this device, whatever part of the app asks for it:
 * they share it. Without it, others see an id of the server's. `bind` is told the public key of
 * somebody new.
 */
export function proveWith(who: () => ProvingPerson, bind = bindPerson): void {
  person = who;
  bindPerson = bind;
}

/** Who is at this device, for what is not the replica's. */
export function ownPerson(): ProvingPerson | null {
  return person?.() ?? null;
}

export function bindOwnPerson(key: Secret, publicKey: string): Promise<void> {
  return bindPerson(key, publicKey);
}

/** The replica of a shared document: on this device, in other tabs and on the server. */
export function openReplica(
  { name, secret }: { name: DocumentName; secret: Secret },
  options: ReplicaOptions = {},
): Replica {
  const key = `${name} ${secret}`;
  const replica = hold(
    key,
    () => takeExpected(name) ?? new Core(name, { room: name, secret: null, options: {} }),
  );
  if (!options.staysHere) cores.get(key)?.connectWith(secret, options);
  return replica;
}

/**
 * Begins to read what this device has of a document, before it is known with which link it will be
 * opened. Only of one that is on this device: reading makes a place for it. One at a time: who expects
 * another one does so no longer. Resolves when it is read.
 */
export function expectReplica(docId: DocId, forMs = EXPECTED_FOR_MS): Promise<void> {
  if (expected?.name === docId) return expected.whenLoaded;
  dropExpected();
  const core = new Core(docId, { room: docId, secret: null, options: {} });
  expected = core;
  setTimeout(() => {
    if (expected === core) dropExpected();
  }, forMs);
  return core.whenLoaded;
}

function dropExpected(): void {
  const core = expected;
  expected = null;
  core?.close().catch((error: unknown) => {
    console.error('A replica could not be closed.', error);
  });
}

function takeExpected(name: DocumentName): Core | null {
  const core = expected;
  if (core?.name !== name) return null;
  expected = null;
  return core;
}

/** Whether some part of this tab has the document open, and so sends it by itself. */
export function isOpenHere(name: DocumentName): boolean {
  return openHere().some((core) => core.name === name);
}

/** What this tab has open: of a document one for each link. */
export function openHere(): { name: string; doc: Y.Doc }[] {
  return [...cores.values()];
}

/** A document of this device, shared by its tabs. */
export function openLocalReplica(name: string): LocalReplica {
  const key = `local ${name}`;
  const replica = hold(key, () => new Core(name, null));
  const core = cores.get(key)!;
  return {
    ...replica,
    fact: (fact) => core.fact(fact),
    keepFact: (fact, value) => core.keepFact(fact, value),
    goTo: (secret, options = {}) => core.goTo(secret, options),
  };
}

/** Has `listener` told of each document that changes on this device, whoever changed it. */
export function onDocumentChange(listener: (name: DocumentName) => void): void {
  tellChanged = listener;
}

let tellChanged: (name: DocumentName) => void = () => {};

function hold(key: string, create: () => Core): Replica {
  let core = cores.get(key);
  if (!core) {
    core = create();
    cores.set(key, core);
  }
  const held = core;
  const forget = (): void => {
    if (cores.get(key) === held) cores.delete(key);
  };
  held.holders++;
  let isHeld = true;
  return {
    name: held.name,
    doc: held.doc,
    awareness: held.awareness,
    status: held.status,
    whenLoaded: held.whenLoaded,
    whenSynced: held.whenSynced,
    hasContent: () => held.hasContent(),
    unconfirmedRanges: () => held.unconfirmedRanges(),
    unconfirmedDeletions: () => held.unconfirmedDeletions(),
    include: (other) => held.include(other),
    retry: () => held.retry(),
    async close() {
      if (!isHeld) return;
      isHeld = false;
      held.holders--;
      await held.closeWhenSafe(forget);
    },
    async erase() {
      isHeld = false;
      forget();
      await held.erase();
    },
  };
}

interface Remote {
  /** What the server and the other tabs know it by. */
  room: DocumentName;
  /** Null until it is known. */
  secret: Secret | null;
  options: ReplicaOptions;
}

class Core {
  readonly name: string;
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly status: Store<ReplicaStatus>;
  readonly whenLoaded: Promise<void>;
  readonly whenSynced: Promise<void>;
  holders = 0;
  isClosed = false;
  readonly #store: LocalStore;
  #ledger: Ledger | null = null;
  #notes: ChangeNotes | null = null;
  #facts = new Map<string, unknown>();
  #remote: Remote | null;
  #connection: Connection | null = null;
  #tabs: TabsConnection | null = null;
  #isOpen = false;
  #isAskedFor = false;
  #isUnloadable = false;
  /** Whether the device failed to keep something, and has not kept all since: trying again is not it. */
  #isUnkept = false;
  #connectAgain: ReturnType<typeof setTimeout> | undefined;
  #settleSynced: () => void = () => {};
  #isLoaded = false;
  #presenceAtHide: Record<string, unknown> | null = null;
  readonly #included = new Set<Included>();
  /** Whether this device's mark of what is unsent was set by this replica, or found by it. */
  #isMarked = false;
  /** Whether there was none before this replica set it. */
  #isOwnMark = false;
  #unmarkTimer: ReturnType<typeof setTimeout> | undefined;
  /** How to stop to hear of marks; null for what has no mark, a document of this device alone. */
  #stopMarks: (() => void) | null = null;

  constructor(name: string, remote: Remote | null) {
    this.name = name;
    this.doc = new Y.Doc();
    this.awareness = new Awareness(this.doc);
    this.status = createStore(statusAtFirst(remote ? 'connecting' : 'offline'));
    this.#store = new LocalStore(`${DATABASE_PREFIX}${name}`, this.doc, {
      changed: () => this.#report(),
      loaded: (facts) => this.#onStoreLoaded(facts),
    });
    this.whenLoaded = this.#store.whenLoaded;
    this.#remote = remote;
    if (remote) {
      this.#keepLedger();
      this.whenSynced = new Promise((resolve) => {
        this.#settleSynced = resolve;
      });
      this.doc.on('update', this.#onAnyUpdate);
      this.#isMarked = hasUnsentMark(name);
      this.#stopMarks = onUnsentMarks(this.#onMarks);
    } else {
      this.whenSynced = this.whenLoaded;
    }
    // After the notes, which thus count a change before the store reports it.
    this.#store.start();
    globalThis.addEventListener?.('online', this.#connect);
    // Waiting for the copy on this device spares the server and the network what is here already.
    // What is here can be shown first, too; what is not has to come from elsewhere.
    void this.whenLoaded.then(() => {
      this.#isOpen = true;
      this.#connectSoon();
    });
    this.doc.on('update', this.#onFirstUpdate);
    globalThis.addEventListener?.('pagehide', this.#onPageHide);
    globalThis.addEventListener?.('pageshow', this.#onPageShow);
    globalThis.document?.addEventListener('visibilitychange', this.#onVisibilityChange);
    // A page that the browser puts to sleep says goodbye, too; its socket may live on.
    globalThis.document?.addEventListener('freeze', this.#onPageHide);
    globalThis.document?.addEventListener('resume', this.#onPageShow);
  }

  hasContent(): boolean {
    return this.doc.store.clients.size > 0;
  }

  unconfirmedRanges(): ClockRanges {
    return this.#ledger?.unconfirmedRanges() ?? new Map();
  }

  unconfirmedDeletions(): ClockRanges {
    return this.#ledger?.unconfirmedDeletions() ?? new Map();
  }

  include(other: Included): () => void {
    this.#included.add(other);
    const report = () => this.#report();
    const stop = other.status.subscribe(report);
    report();
    return () => {
      stop();
      this.#included.delete(other);
      report();
    };
  }

  retry(): void {
    this.#store.retry();
    if (this.#isUnloadable) this.#connect();
    this.#connection?.retry();
    for (const other of this.#included) other.retry();
  }

  fact(name: string): unknown {
    return this.#facts.get(name);
  }

  keepFact(name: string, value: unknown): void {
    if (value === undefined) this.#facts.delete(name);
    else this.#facts.set(name, value);
    this.#store.put(name, () => value);
  }

  goTo(secret: Secret | null, options: ReplicaOptions): void {
    if (this.isClosed || secret === (this.#remote?.secret ?? null)) return;
    this.#disconnect();
    this.#remote = secret === null ? null : { room: docIdOf(secret), secret, options };
    if (this.#remote) this.#keepLedger().restore(this.#facts, this.doc);
    this.#connectSoon();
    this.#report();
  }

  #keepLedger(): Ledger {
    const ledger = new Ledger(this.#store, randomId(12));
    this.#ledger = ledger;
    this.#notes = new ChangeNotes({
      doc: this.doc,
      ledger,
      isFromElsewhere: (origin) => origin === FLOWS_IN || this.#store.isOrigin(origin),
      changed: () => this.#report(),
    });
    return ledger;
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#tabs?.close();
    this.#notes?.close();
    this.#connection = null;
    this.#tabs = null;
    this.#notes = null;
    this.#ledger = null;
    this.#isAskedFor = false;
    clearTimeout(this.#connectAgain);
  }

  connectWith(secret: Secret, options: ReplicaOptions): void {
    if (this.#remote === null || this.#remote.secret === secret) return;
    this.#remote = { ...this.#remote, secret, options };
    this.#connectSoon();
  }

  #connectSoon(): void {
    if (this.hasContent()) whenIdle(this.#connect, IDLE_WITHIN_MS);
    else this.#connect();
  }

  /** Brings what talks to the server and to other tabs, and has it start. */
  readonly #connect = (): void => {
    if (this.isClosed || !this.#isOpen || this.#isAskedFor || this.#remote?.secret === null) return;
    this.#isAskedFor = true;
    clearTimeout(this.#connectAgain);
    const remote = this.#remote;
    import('./connection.ts').then(
      (part) => {
        if (remote === this.#remote) this.#start(part);
      },
      () => {
        if (remote !== this.#remote) return;
        // Not reachable now, as the server is not.
        this.#isAskedFor = false;
        this.#isUnloadable = true;
        this.#connectAgain = setTimeout(this.#connect, LOAD_AGAIN_MS);
        this.#report();
      },
    );
  };

  #start({ Connection, TabsConnection }: typeof import('./connection.ts')): void {
    if (this.isClosed) return;
    this.#isUnloadable = false;
    const { doc, awareness } = this;
    if (this.#connection || this.#tabs) return;
    if (this.#remote?.secret && this.#ledger && this.#notes) {
      const { room, secret, options } = this.#remote;
      this.#connection = new Connection({
        room,
        secret,
        doc,
        awareness,
        ledger: this.#ledger,
        notes: this.#notes,
        replaceStored: (change) => this.#store.replace(change),
        changed: () => this.#report(),
        serverUrl: options.serverUrl ?? pageServerUrl(),
        maxFrameBytes: options.maxFrameBytes,
        person,
        timeouts: options.timeouts,
      });
      this.#connection.start();
    } else {
      this.#tabs = new TabsConnection(this.name, doc, awareness);
      this.#tabs.start();
    }
    this.#store.noteTold();
  }

  get #server(): ServerState {
    if (this.#connection) return this.#connection.state;
    return this.#remote && !this.#isUnloadable && !isOffline() ? 'connecting' : 'offline';
  }

  /** The only copy of what was written here is not let go of. `forget` takes it off the list. */
  async closeWhenSafe(forget: () => void): Promise<void> {
    // Whoever takes over in the same turn finds it still open.
    await Promise.resolve();
    if (this.holders > 0 || this.isClosed) return;
    if (!this.#isOnlyCopy) {
      forget();
      await this.close();
      return;
    }
    const stop = this.status.subscribe(() => {
      if (this.holders === 0 && this.#isOnlyCopy) return;
      stop();
      void this.closeWhenSafe(forget);
    });
  }

  /** Whether something is neither on the server nor to be had on this device. */
  get #isOnlyCopy(): boolean {
    return this.#isUnkept && (this.#ledger?.count ?? 0) > 0;
  }

  async close(): Promise<void> {
    this.#end();
    await this.#store.close();
    this.#destroy();
    if (this.#isMarked) tellUnsentMarks();
  }

  async erase(): Promise<void> {
    this.#end();
    await this.#store.erase();
    if (this.#stopMarks) unmarkUnsent(this.name);
    this.#destroy();
  }

  #end(): void {
    if (this.isClosed) return;
    this.#unmark();
    this.#stopMarks?.();
    clearTimeout(this.#unmarkTimer);
    this.#connection?.close();
    this.#tabs?.close();
    this.#notes?.close();
    this.isClosed = true;
    globalThis.removeEventListener?.('beforeunload', this.#onBeforeUnload);
    clearTimeout(this.#connectAgain);
    this.doc.off('update', this.#onAnyUpdate);
    globalThis.removeEventListener?.('online', this.#connect);
    globalThis.removeEventListener?.('pagehide', this.#onPageHide);
    globalThis.removeEventListener?.('pageshow', this.#onPageShow);
    globalThis.document?.removeEventListener('visibilitychange', this.#onVisibilityChange);
    globalThis.document?.removeEventListener('freeze', this.#onPageHide);
    globalThis.document?.removeEventListener('resume', this.#onPageShow);
  }

  #destroy(): void {
    this.awareness.destroy();
    this.doc.destroy();
  }

  #onStoreLoaded(facts: ReadonlyMap<string, unknown>): void {
    if (this.#isLoaded) {
      // Opened once more; another tab may have removed what was stored.
      this.#ledger?.keepAll();
      return;
    }
    this.#isLoaded = true;
    this.#facts = new Map(facts);
    this.#ledger?.restore(facts, this.doc);
    // Only matters where the storage came back after the connection was made.
    this.#connection?.compare();
    this.#report();
  }

  readonly #onAnyUpdate = (_update: Uint8Array, origin: unknown): void => {
    if (this.#remote && !this.#store.isOrigin(origin)) tellChanged(this.#remote.room);
  };

  readonly #onFirstUpdate = (): void => {
    if (!this.hasContent()) return;
    this.doc.off('update', this.#onFirstUpdate);
    this.status.touch();
  };

  /** A page that goes away may never run again: what is left is written now, and presence ends. */
  readonly #onPageHide = (): void => {
    this.#presenceAtHide ??= this.awareness.getLocalState();
    this.awareness.setLocalState(null);
    this.#flush();
  };

  /** The browser took the page out of its cache as it was. */
  readonly #onPageShow = (): void => {
    if (this.#presenceAtHide) this.awareness.setLocalState(this.#presenceAtHide);
    this.#presenceAtHide = null;
  };

  /** Leaving the app would lose what only this tab has: the browser asks first. */
  readonly #onBeforeUnload = (event: Event): void => event.preventDefault();

  readonly #onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') this.#flush();
  };

  /** Sets this device's mark with the first change that waits; it goes when nothing does. */
  #mark(): void {
    if (!this.#stopMarks) return;
    if ((this.#ledger?.count ?? 0) > 0) {
      clearTimeout(this.#unmarkTimer);
      this.#unmarkTimer = undefined;
      if (!this.#isMarked) {
        this.#isMarked = true;
        this.#isOwnMark = true;
        markUnsent(this.name);
      }
    } else if (this.#isMarked && this.#hasAllConfirmed) {
      this.#unmarkTimer ??= setTimeout(() => this.#unmark(), UNMARK_AFTER_MS);
    }
  }

  #unmark(): void {
    this.#unmarkTimer = undefined;
    if (!this.#isMarked || !this.#hasAllConfirmed) return;
    this.#isMarked = false;
    unmarkUnsent(this.name);
  }

  /** What was never read from this device may hold what an earlier mark stands for. */
  get #hasAllConfirmed(): boolean {
    const isKnown = this.#isLoaded || this.#isOwnMark;
    return isKnown && this.#connection?.state === 'synced' && this.#ledger?.count === 0;
  }

  /** Another tab, which had all of its own confirmed, does not know of what waits here. */
  readonly #onMarks = (): void => {
    const isMarked = hasUnsentMark(this.name);
    if (isMarked === this.#isMarked) return;
    this.#isMarked = isMarked;
    this.#mark();
  };

  #flush(): void {
    this.#unmark();
    this.#connection?.keep();
    this.#store.leave();
  }

  #report(): void {
    // The parts report while they are being made, too.
    if (this.isClosed || !this.#store) return;
    const { state: device, problem: deviceProblem } = this.#store.status;
    this.#isUnkept = device === 'failed' || (this.#isUnkept && device !== 'saved');
    const own: ReplicaStatus = {
      device,
      deviceProblem,
      server: this.#server,
      refusal: this.#connection?.refusal ?? null,
      role: this.#connection?.role ?? null,
      hasDiscussion: this.#connection?.hasDiscussion ?? false,
      hidesHistory: this.#connection?.hidesHistory ?? false,
      maySuggest: this.#connection?.maySuggest ?? false,
      trouble: this.#connection?.trouble ?? null,
      isPolling: this.#connection?.isPolling ?? false,
      unconfirmed: this.#ledger?.count ?? 0,
      syncedAt: this.#ledger?.syncedAt ?? null,
      checkedAt: this.#connection?.checkedAt ?? null,
      checkedSequence: this.#connection?.checkedSequence ?? null,
      differs: this.#connection?.differs ?? false,
    };
    // Several may hold one replica, which counts once.
    const others = new Set([...this.#included].map(({ status }) => status));
    this.status.update([...others].reduce((all, other) => withIncluded(all, other.get()), own));
    this.#mark();
    // Only while it is needed: a page that asks is kept by no browser to go back to.
    if (this.#isOnlyCopy) globalThis.addEventListener?.('beforeunload', this.#onBeforeUnload);
    else globalThis.removeEventListener?.('beforeunload', this.#onBeforeUnload);
    if (this.#connection?.state === 'synced') this.#settleSynced();
  }
}

function pageServerUrl(): string {
  const { protocol, host } = globalThis.location;
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/sync`;
}
