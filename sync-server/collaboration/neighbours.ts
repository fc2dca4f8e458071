/**
 * The other servers on the same store: what is told to them, what they tell, and the look at the
 * store that finds what was not heard.
 *
 * Invariant: what the others did is seen at the latest with the second look after it, whether or not
 * the bus works; and what is heard changes nothing that the store does not say, but presence, which
 * nobody stores.
 */
import * as decoding from 'lib0/decoding';
import { type Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import type { Bus, BusMessage } from '../bus/bus.ts';
import type { Log } from '../log.ts';
import { meter } from '../meter.ts';
import type { LogMark, LogPosition, SharedStorage, StoredLink } from '../storage/storage.ts';
import { tracer, type Way, type WayHere } from '../way.ts';
import type { LiveDocument } from './update-log.ts';

/** How long what others did may stay unseen where nothing is heard of it, twice at the most. */
export const LOOK_EVERY_MS = 1_000;
/** Documents that are looked for in one question. */
const AT_A_TIME = 2_000;
/** Origin of presence that came from another server. */
const FROM_ANOTHER_NODE = { source: 'local', skipStoreHooks: true } as const;

/** A document with who is there. */
export type Inhabited = LiveDocument & { readonly awareness: Awareness };

interface NeighboursOptions {
  storage: SharedStorage;
  bus: Bus;
  log: Log;
  lookEveryMs?: number;
  /** Documents that somebody here has open or is about to. */
  docIdsInUse: () => Iterable<DocId>;
  documents: () => Iterable<Inhabited>;
  documentOf: (name: DocumentName) => Inhabited | undefined;
  /** A row that another server appended. */
  appended: (name: DocumentName, sequence: number, bytes: Uint8Array | null) => void;
  /** A row that another server traces, before it is told of. */
  traced: (name: DocumentName, sequence: number, way: WayHere) => void;
  compacted: (name: DocumentName, upTo: number) => void;
  /** A log is that long by now. */
  isAt: (document: LiveDocument, position: LogPosition, before: LogMark) => void;
  /** How far a log is here. */
  markOf: (document: LiveDocument) => LogMark;
  /** Another server deleted it. */
  deleted: (docId: DocId) => void;
  /** What holds now of its links, of which one or more were changed. */
  linksAre: (docId: DocId, links: readonly StoredLink[]) => void;
}

export class Neighbours {
  readonly #options: NeighboursOptions;
  /** As which version of their links those in use are dealt with here. */
  readonly #versions = new Map<DocId, number>();
  readonly #followed = new Set<DocId>();
  /** Of each document, who is there by another server's word. */
  readonly #elsewhere = new WeakMap<Awareness, Set<number>>();
  /** How far documents were when the store was asked and did not answer: later rows hide nothing then. */
  readonly #unanswered = new WeakMap<LiveDocument, LogMark>();
  /** Whose presence is to be told, by document. */
  readonly #shown = new Map<Inhabited, Set<number>>();
  #flush: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  /** What is to be asked with the next look: all there is, or who may get at these documents. */
  #wantsAll = false;
  readonly #changedElsewhere = new Set<DocId>();
  #isFailing = false;
  #isStopped = false;

  constructor(options: NeighboursOptions) {
    this.#options = options;
    options.bus.listen({
      heard: (message) => this.#heard(message),
      missed: () => {
        for (const document of options.documents()) this.#ask(document);
        void this.look();
      },
    });
    this.#lookLater();
  }

  /** Somebody here has the document open, or is about to. */
  follow(docId: DocId): void {
    // Who was let in before this moment is held against what holds now.
    this.#versions.delete(docId);
    if (this.#followed.has(docId)) return;
    this.#followed.add(docId);
    this.#options.bus.follow(docId);
  }

  /** A document came into memory: from now on the others see who is there, and we see who is there. */
  opened(document: Inhabited): void {
    const { awareness } = document;
    const elsewhere = new Set<number>();
    this.#elsewhere.set(awareness, elsewhere);
    awareness.on(
      'update',
      (changed: Record<'added' | 'updated' | 'removed', number[]>, origin: unknown) => {
        const clients = [...changed.added, ...changed.updated, ...changed.removed];
        if (origin === FROM_ANOTHER_NODE) return;
        // One that left by running out is not ours to tell of; one that came here is.
        const ours = origin === 'timeout' ? clients.filter((id) => !elsewhere.has(id)) : clients;
        for (const client of clients) elsewhere.delete(client);
        this.#show(document, ours);
      },
    );
    this.#ask(document);
  }

  appended(name: DocumentName, sequence: number, bytes: Uint8Array, way: Way | null): void {
    if (way !== null) {
      const { parent, onTold } = way.telling();
      this.#tell({ kind: 'trace', name, sequence, parent }, onTold);
    }
    this.#tell({ kind: 'update', name, sequence, bytes });
  }

  compacted(name: DocumentName, upTo: number): void {
    this.#tell({ kind: 'compacted', name, upTo });
  }

  /** Who may do what was changed here, or the document was deleted. */
  accessChanged(docId: DocId): void {
    this.#tell({ kind: 'access', name: docId });
  }

  /** Whether another server deleted the document; then that is dealt with. */
  async isDeleted(docId: DocId): Promise<boolean> {
    const versions = await this.#options.storage.accessVersions([docId]);
    const isDeleted = versions.get(docId) === null;
    if (isDeleted) this.#options.deleted(docId);
    return isDeleted;
  }

  /** Asks the store what others did. Resolves when that is known, or cannot be now. */
  look(): Promise<void> {
    this.#wantsAll = true;
    return this.#goOnLooking();
  }

  get #wantsLook(): boolean {
    return this.#wantsAll || this.#changedElsewhere.size > 0;
  }

  /** One look at a time: what an earlier one found would undo what a later one did. */
  #goOnLooking(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
      // Whoever asked while the last one ended waits for theirs.
      return this.#wantsLook ? this.#goOnLooking() : undefined;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#flush !== null) clearImmediate(this.#flush);
    this.#showNow();
    await this.#looking;
    await this.#options.bus.close();
  }

  #lookLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.look(), this.#options.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async #lookNow(): Promise<void> {
    while (this.#wantsLook && !this.#isStopped) {
      const isAll = this.#wantsAll;
      const changed = [...this.#changedElsewhere];
      this.#wantsAll = false;
      this.#changedElsewhere.clear();
      try {
        if (isAll) await this.#lookAtAll();
        else await this.#lookAtAccessOf(changed);
        if (this.#isFailing) this.#options.log.info('others can be seen again');
        this.#isFailing = false;
      } catch (error) {
        meter.storeFailed('look');
        if (!this.#isFailing) this.#options.log.warn('others cannot be seen', { error });
        this.#isFailing = true;
      }
      // However often others say that something was changed: all is looked at every second.
      if (isAll) this.#lookLater();
    }
  }

  async #lookAtAll(): Promise<void> {
    const { documents, markOf } = this.#options;
    for (const document of documents()) {
      if (!this.#unanswered.has(document)) this.#unanswered.set(document, markOf(document));
    }
    // First of all: the logs of what was deleted are gone, too.
    await this.#lookAtAccess();
    await this.#lookAtLogs();
  }

  async #lookAtLogs(): Promise<void> {
    const { storage, documents, isAt, markOf } = this.#options;
    for (const some of slices([...documents()])) {
      const before = some.map((document) => this.#unanswered.get(document) ?? markOf(document));
      const positions = await storage.positions(before);
      some.forEach((document, index) => {
        this.#unanswered.delete(document);
        const [position, mark] = [positions.get(document.name), before[index]];
        if (position === undefined || mark === undefined || document.isDestroyed) return;
        isAt(document, position, mark);
      });
    }
  }

  async #lookAtAccess(): Promise<void> {
    const { bus, docIdsInUse } = this.#options;
    const inUse = new Set(docIdsInUse());
    for (const docId of this.#followed) {
      if (inUse.has(docId)) continue;
      this.#followed.delete(docId);
      this.#versions.delete(docId);
      bus.unfollow(docId);
    }
    await this.#lookAtAccessOf([...inUse]);
  }

  async #lookAtAccessOf(docIds: readonly DocId[]): Promise<void> {
    const { storage, deleted } = this.#options;
    for (const some of slices(docIds)) {
      for (const [docId, version] of await storage.accessVersions(some)) {
        if (version === null) deleted(docId);
        else if (this.#versions.get(docId) !== version) await this.#readLinks(docId, version);
      }
    }
  }

  async #readLinks(docId: DocId, version: number): Promise<void> {
    this.#versions.set(docId, version);
    try {
      this.#options.linksAre(docId, await this.#options.storage.links(docId));
    } catch (error) {
      this.#versions.delete(docId);
      throw error;
    }
  }

  #heard(message: BusMessage): void {
    if (this.#isStopped) return;
    const { appended, traced, compacted, documentOf } = this.#options;
    switch (message.kind) {
      case 'update':
        appended(message.name, message.sequence, message.bytes);
        return;
      case 'trace':
        if (tracer !== null) traced(message.name, message.sequence, tracer.heard(message.parent));
        return;
      case 'compacted':
        compacted(message.name, message.upTo);
        return;
      case 'access':
        // Of this document alone: whoever changes its links without end costs no more than that.
        if (!this.#followed.has(message.name)) return;
        this.#changedElsewhere.add(message.name);
        void this.#goOnLooking();
        return;
      case 'who': {
        const document = documentOf(message.name);
        if (document !== undefined) this.#show(document, document.awareness.getStates().keys());
        return;
      }
      case 'presence': {
        const document = documentOf(message.name);
        if (document !== undefined) this.#showOthers(document, message.bytes);
      }
    }
  }

  #showOthers({ name, awareness }: Inhabited, bytes: Uint8Array): void {
    const elsewhere = this.#elsewhere.get(awareness);
    // Somebody who left there may have come here meanwhile, and is not gone.
    const left = whoLeft(bytes);
    if (left !== null && awareness.states.has(left) && elsewhere?.has(left) === false) return;
    const note = (changed: { added: number[]; updated: number[] }, origin: unknown) => {
      if (origin !== FROM_ANOTHER_NODE) return;
      for (const client of [...changed.added, ...changed.updated]) elsewhere?.add(client);
    };
    awareness.on('update', note);
    try {
      applyAwarenessUpdate(awareness, bytes, FROM_ANOTHER_NODE);
    } catch (error) {
      this.#options.log.debug('presence not understood', { document: name, error });
    } finally {
      awareness.off('update', note);
    }
  }

  #ask(document: Inhabited): void {
    this.#tell({ kind: 'who', name: document.name });
    this.#show(document, document.awareness.getStates().keys());
  }

  /** Tells the others of those who are here. */
  #show(document: Inhabited, clients: Iterable<number>): void {
    const elsewhere = this.#elsewhere.get(document.awareness);
    let shown = this.#shown.get(document);
    for (const client of clients) {
      if (elsewhere?.has(client)) continue;
      if (shown === undefined) {
        shown = new Set();
        this.#shown.set(document, shown);
      }
      shown.add(client);
    }
    this.#flush ??= setImmediate(() => {
      this.#flush = null;
      this.#showNow();
    });
  }

  #showNow(): void {
    for (const [{ name, awareness }, clients] of this.#shown) {
      for (const client of clients) {
        if (!awareness.meta.has(client)) continue;
        this.#tell({ kind: 'presence', name, bytes: encodeAwarenessUpdate(awareness, [client]) });
      }
    }
    this.#shown.clear();
  }

  #tell(message: BusMessage, onTold?: (isTold: boolean) => void): void {
    const docId = parseDocumentName(message.name)?.docId;
    if (docId !== undefined) this.#options.bus.tell(docId, message, onTold);
  }
}

/** The client that is gone by the word of this update, if it is of one client and says so. */
function whoLeft(update: Uint8Array): number | null {
  try {
    const decoder = decoding.createDecoder(update);
    if (decoding.readVarUint(decoder) !== 1) return null;
    const client = decoding.readVarUint(decoder);
    decoding.readVarUint(decoder);
    return decoding.readVarString(decoder) === 'null' ? client : null;
  } catch {
    // Whoever applies it finds the same.
    return null;
  }
}

function* slices<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += AT_A_TIME) yield all.slice(at, at + AT_A_TIME);
}
