/**
 * Suggestions for an open document, as the screen shows them, and the one that is being written: its
 * fork, which is sealed into the discussion whenever the keys rest.
 *
 * Invariant: what is written as a suggestion is kept on this device within the second and in the
 * discussion within a few, or it is said that it is not; nothing of it is in the document before
 * somebody accepts it.
 */
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { may, type Role } from '../../shared/access/roles.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { authorOf, type ThreadId } from '../../shared/discussion/keys.ts';
import { rightsBy } from '../../shared/discussion/rights.ts';
import { readPeople } from '../../shared/document/read-people.ts';
import type { Change } from '../../shared/document/review/changes.ts';
import { ROOT } from '../../shared/document/schema.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { sameBytes } from '../../shared/same-bytes.ts';
import { decidedOf } from '../../shared/suggesting/decisions.ts';
import { SuggestionFork } from '../../shared/suggesting/fork.ts';
import { acceptPart, takeBackPart } from '../../shared/suggesting/part.ts';
import { Preview } from '../../shared/suggesting/preview.ts';
import {
  type Acceptance,
  acceptMany,
  reject,
  reopen,
  takeBackAtOnce,
} from '../../shared/suggesting/review.ts';
import type { Sealed, SuggestionFault } from '../../shared/suggesting/sealed.ts';
import type { SuggestedChange } from '../../shared/suggesting/shown.ts';
import {
  keepSuggestion,
  newSuggestionId,
  type StoredSuggestion,
  stateOf,
  suggestionsIn,
  Unsuitable,
  withdrawSuggestion,
} from '../../shared/suggesting/stored.ts';
import { withBases } from '../../shared/suggesting/within.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { ownAuthor } from '../discussion/author.ts';
import { Signatures } from '../discussion/signatures.ts';
import { tLazy } from '../i18n/lazy.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import { claimOwn } from '../replica/own-claims.ts';
import { ownPins } from '../replica/own-signer.ts';
import { createStore, type IncludedStatus } from '../replica/status.ts';
import { storedNames } from '../replica/stored-copy.ts';
import { announce } from '../ui/announce.ts';
import { announceUndoable } from '../ui/undoable.ts';
import type { Compared } from './compared.ts';
import { Comparing } from './comparing.ts';
import { type Found, Listed, openOf, type ShownSuggestion } from './listed.ts';
import { forgetTakenUp, forgetUnsealed, keepUnsealed, unsealedOf } from './unsealed.ts';

export interface SuggestingSnapshot {
  /** Those that were not withdrawn: open ones in the order of the document, then those decided. */
  suggestions: readonly ShownSuggestion[];
  people: ReadonlyMap<string, Person>;
  active: ThreadId | null;
  /** In what one suggests; null while one does not. */
  fork: Y.Doc | null;
  /** The name of what is being suggested. */
  writing: ThreadId | null;
  /** Names of what that is written in. */
  within: readonly ThreadId[];
  /** What differs in the fork. */
  own: readonly Change[];
  /** Why what was written last is not kept as a suggestion, if it is not. */
  fault: SuggestionFault | 'not kept' | null;
  /** How much of what one suggested or said the server refuses; it is on this device. */
  refused: number;
  view: SuggestionsView;
  /** The document as if all were accepted, where that is what one looks at; to be read. */
  preview: Y.Doc | null;
}

/** The document as it is, with suggestions drawn in it, or as if all were accepted. */
export const VIEWS = ['plain', 'suggested', 'accepted'] as const;
export type SuggestionsView = (typeof VIEWS)[number];

export interface SuggestingOptions {
  docId: DocId;
  secret: Secret;
  /** The document. */
  body: Replica;
  person: () => Person;
  role: () => Role | null;
}

/** What is written is sealed once the keys have rested so long, and after so long at the most, ms. */
const SEALS_AFTER_MS = 1_000;
const SEALS_WITHIN_MS = 4_000;
/** Until then this device keeps it by itself, ms. */
const KEEPS_WITHIN_MS = 250;
/** What could not be kept is tried again, ms. */
const TRIES_AGAIN_MS = 5_000;
/** How long the text rests before suggestions are looked up in it anew, ms. */
const REST_MS = 400;

const SEALED: IncludedStatus = {
  device: 'saved',
  deviceProblem: null,
  server: 'synced',
  unconfirmed: 0,
  trouble: null,
};
const UNSEALED: IncludedStatus = { ...SEALED, device: 'saving', server: 'sending', unconfirmed: 1 };

const allOf = (changes: readonly SuggestedChange[]): number[] => [...changes.keys()];

/** One fork, from when it was begun to when all of it is kept. */
interface Writing {
  readonly fork: SuggestionFork;
  /** Others that it is written in, as they read last. */
  within: readonly StoredSuggestion[];
  /** A person's id. */
  readonly author: string;
  /** Stops to sign for what is written in it. */
  readonly stopClaiming: () => void;
  /** What the discussion was given last. */
  kept: Uint8Array | null;
  /** Something was written that was not sealed. */
  isDirty: boolean;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  copying: ReturnType<typeof setTimeout> | undefined;
}

export class Suggesting {
  readonly #options: SuggestingOptions;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  readonly #status = createStore<IncludedStatus>({ ...SEALED });
  /** Not that of an editor's undo history: to take an acceptance back is a step of its own. */
  readonly #origin = {};
  readonly #comparing = new Comparing();
  /** Decided at this page, which has said so. */
  readonly #decidedHere = new Set<ThreadId>();
  readonly #listed = new Listed();
  #isLooking = false;
  /** Something changed while it was being looked up. */
  #isDue = false;
  #snapshot: SuggestingSnapshot = {
    suggestions: [],
    people: new Map(),
    active: null,
    fork: null,
    writing: null,
    within: [],
    own: [],
    fault: null,
    refused: 0,
    view: 'suggested',
    preview: null,
  };
  #replica: Replica | null = null;
  #discussion: Discussion | null = null;
  #signatures: Signatures | null = null;
  #writing: Writing | null = null;
  /** Those one writes in no more, until no editor shows them and all of them is kept. */
  readonly #left = new Set<Writing>();
  #keeping: Promise<void> = Promise.resolve();
  #isBeginning = false;
  #preview: Preview | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;
  /** Shows the panel; told by whoever draws it. */
  onWanted: () => void = () => undefined;

  constructor(options: SuggestingOptions) {
    this.#options = options;
  }

  get = (): SuggestingSnapshot => this.#snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get me(): string {
    return this.#options.person().id;
  }

  /** Whether one may accept and refuse. */
  get mayDecide(): boolean {
    const role = this.#options.role();
    return role !== null && may(role, 'writeBody');
  }

  /** Goes on for as long as the text is there. */
  start(): void {
    const { body, docId } = this.#options;
    const look = () => {
      if (body.status.get().hasDiscussion) this.open();
    };
    this.#stops.push(body.status.subscribe(look));
    look();
    storedNames().then(
      (names) => {
        if ([...names].includes(discussionOf(docId))) this.open();
      },
      (error: unknown) => console.error('What is suggested is not told.', error),
    );
    this.#stops.push(body.include({ status: this.#status, retry: () => this.#sealAll() }));
    const onHide = () => {
      if (document.visibilityState === 'hidden') this.#sealAll();
    };
    const onLeave = () => this.#copyAll();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', onLeave);
    this.#stops.push(() => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', onLeave);
    });
    const decisions = body.doc.getMap(ROOT.suggestions);
    let isTold = false;
    const decided = () => {
      // What is told here happens within the transaction; it is drawn before anybody sees the text,
      // and once for all that is decided at a time.
      if (!isTold)
        queueMicrotask(() => {
          isTold = false;
          this.#showDecided();
          this.#refresh();
        });
      isTold = true;
      setTimeout(() => this.#lookWhatBecame());
    };
    decisions.observe(decided);
    this.#stops.push(() => decisions.unobserve(decided));
    if (unsealedOf(docId).length > 0) void this.#takeUp();
  }

  /** Goes on until all that was written is kept. */
  async end(): Promise<void> {
    this.#copyAll();
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#comparing.end();
    this.#preview?.end();
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
    if (this.#writing) this.#left.add(this.#writing);
    this.#writing = null;
    for (const writing of this.#left) await this.#leave(writing);
    this.#signatures?.end();
    this.#discussion?.destroy();
    await this.#replica?.close();
  }

  /** Opens the discussion, which has the suggestions. */
  open(): Discussion | null {
    if (this.#discussion || this.#isEnded) return this.#discussion;
    const { docId, secret, body } = this.#options;
    const replica = openReplica({ name: discussionOf(docId), secret });
    this.#replica = replica;
    this.#stops.push(body.include(replica));
    const tellRefused = () => {
      const { server, unconfirmed } = replica.status.get();
      const refused = server === 'refused' ? unconfirmed : 0;
      if (refused !== this.#snapshot.refused) this.#set({ refused });
    };
    this.#stops.push(replica.status.subscribe(tellRefused));
    const rights = () => `${body.status.get().role} ${body.status.get().maySuggest}`;
    let might = rights();
    const tryAgain = () => {
      if (rights() === might) return;
      might = rights();
      // The server had ended it there, and says nothing there of what one may by now.
      if (replica.status.get().refusal === 'role_too_low') replica.retry();
    };
    this.#stops.push(body.status.subscribe(tryAgain));
    tellRefused();
    const discussion = new Discussion({
      doc: replica.doc,
      docId,
      rights: rightsBy(body.doc),
      origin: this,
    });
    this.#discussion = discussion;
    this.#signatures = new Signatures(discussion, ownPins);
    this.#stops.push(
      discussion.subscribe(() => {
        this.#refreshSoon(0);
        // What is told here happens within the transaction.
        setTimeout(() => this.#lookWhatBecame());
      }),
    );
    const changed = (transaction: Y.Transaction) => {
      if (transaction.changed.size > 0 && this.#isShown) this.#refreshSoon(REST_MS);
    };
    body.doc.on('afterTransaction', changed);
    this.#stops.push(() => body.doc.off('afterTransaction', changed));
    this.#refreshSoon(0);
    return discussion;
  }

  // Suggesting

  /** From now on what is written is a suggestion in another one, which comes into the document with it. */
  async beginWithin(id: ThreadId): Promise<void> {
    const within = this.#these([id]);
    const writing = this.#writing;
    if (within.length === 0 || writing?.fork.id === id) return;
    if (!writing) {
      await this.begin(within);
      return;
    }
    this.#left.add(writing);
    this.#write(writing.author, within);
    announce(tLazy().proposing.anotherBegun);
  }

  /** From now on what is written is a suggestion. */
  async begin(within: readonly StoredSuggestion[] = []): Promise<void> {
    if (this.#writing || this.#isBeginning || this.#isEnded) return;
    if (this.#preview) this.look('suggested');
    this.#isBeginning = true;
    try {
      this.open();
      const { id } = await ownAuthor();
      if (this.#isEnded) return;
      this.#write(id, within);
      announce(tLazy().proposing.begun);
    } catch (error) {
      console.error('Suggesting could not begin.', error);
      announce(tLazy().proposing.notBegun);
    } finally {
      this.#isBeginning = false;
    }
  }

  /** From now on what is written is in the document. */
  stop(): void {
    if (this.#writing === null) return;
    this.#stop();
    announce(tLazy().proposing.stopped);
  }

  #stop(): void {
    if (this.#writing) this.#left.add(this.#writing);
    this.#writing = null;
    this.#set({ fork: null, writing: null, within: [], own: [] });
  }

  /** One may not suggest any more: what was written so far is shown, and nothing where that is nothing. */
  mayNoMore(): void {
    const writing = this.#writing;
    if (!writing) return;
    if (writing.fork.seal() === null) this.#stop();
    else this.#sealAll();
  }

  /** What is written from now on is a suggestion of its own. */
  beginAnother(): void {
    const writing = this.#writing;
    if (!writing) return;
    this.#left.add(writing);
    this.#write(writing.author);
    announce(tLazy().proposing.anotherBegun);
  }

  #write(author: string, within: readonly StoredSuggestion[] = []): void {
    const id = newSuggestionId(author);
    const { docId, body } = this.#options;
    const onWritten = () => this.#written(writing);
    const fork = new SuggestionFork(body.doc, { id, within, onWritten });
    const writing: Writing = {
      fork,
      within,
      author,
      stopClaiming: claimOwn(fork.doc, docId),
      kept: null,
      isDirty: false,
      since: 0,
      timer: undefined,
      copying: undefined,
    };
    this.#writing = writing;
    const names = within.map((each) => each.id);
    this.#set({ fork: fork.doc, writing: id, within: names, own: [], fault: null });
  }

  /** An editor shows this now, and no other any more. */
  isShown(doc: Y.Doc): void {
    for (const writing of this.#left) if (writing.fork.doc !== doc) void this.#leave(writing);
  }

  async #leave(writing: Writing): Promise<void> {
    if (!this.#left.delete(writing)) return;
    writing.stopClaiming();
    if (writing.isDirty) await this.#seal(writing);
    // What could not be kept is still on this device, and taken up the next time.
    clearTimeout(writing.timer);
    clearTimeout(writing.copying);
    writing.isDirty = false;
    this.#tellStatus();
    writing.fork.destroy();
  }

  #written(writing: Writing): void {
    const now = performance.now();
    if (!writing.isDirty) {
      writing.isDirty = true;
      writing.since = now;
      this.#tellStatus();
    }
    writing.copying ??= setTimeout(() => this.#copy(writing), KEEPS_WITHIN_MS);
    const left = writing.since + SEALS_WITHIN_MS - now;
    clearTimeout(writing.timer);
    writing.timer = setTimeout(
      () => void this.#seal(writing),
      Math.max(0, Math.min(SEALS_AFTER_MS, left)),
    );
    this.#refreshSoon(REST_MS);
  }

  #copy(writing: Writing): void {
    clearTimeout(writing.copying);
    writing.copying = undefined;
    const sealed = writing.isDirty ? writing.fork.seal() : null;
    if (sealed) keepUnsealed(this.#options.docId, sealed);
  }

  #copyAll(): void {
    for (const writing of this.#all()) this.#copy(writing);
  }

  #sealAll(): void {
    for (const writing of this.#all()) if (writing.isDirty) void this.#seal(writing);
  }

  #all(): Writing[] {
    return [...(this.#writing ? [this.#writing] : []), ...this.#left];
  }

  /** Has the discussion keep what was written so far. */
  #seal(writing: Writing): Promise<void> {
    clearTimeout(writing.timer);
    this.#copy(writing);
    const sealed = writing.fork.seal();
    if (!sealed) return Promise.resolve();
    writing.isDirty = false;
    const kept = this.#keeping.then(async () => {
      try {
        await this.#keep(sealed);
        writing.kept = sealed.update;
        if (!writing.isDirty) forgetUnsealed(this.#options.docId, sealed.id);
        if (writing === this.#writing) this.#set({ fault: null });
      } catch (error) {
        writing.isDirty = true;
        writing.since = performance.now();
        const fault = error instanceof Unsuitable ? error.fault : 'not kept';
        this.#set({ fault });
        if (error instanceof Unsuitable) return;
        console.error('A suggestion could not be kept.', error);
        if (!this.#isEnded)
          writing.timer = setTimeout(() => void this.#seal(writing), TRIES_AGAIN_MS);
      }
    });
    this.#keeping = kept.then(() => {
      this.#tellStatus();
      this.#lookWhatBecame();
    });
    return kept;
  }

  async #keep(sealed: Sealed): Promise<void> {
    const discussion = this.#discussion;
    if (!discussion) throw new Error('The discussion is not open.');
    const author = await ownAuthor();
    // What this device has of it comes first: numbers are counted on from there.
    await this.#replica?.whenLoaded;
    await discussion.keepName(author, this.#options.person());
    await keepSuggestion(discussion, author, sealed, this.#options.body.doc);
  }

  /** What a page left that went before it could be kept; one that cannot be holds up no other. */
  async #takeUp(): Promise<void> {
    const { docId, body } = this.#options;
    const discussion = this.open();
    const failed = (error: unknown) => {
      console.error('What was left of a suggestion could not be taken up.', error);
      this.#set({ fault: error instanceof Unsuitable ? error.fault : 'not kept' });
    };
    try {
      const { id: me } = await ownAuthor();
      await Promise.all([this.#replica?.whenLoaded, body.whenLoaded]);
      for (const left of unsealedOf(docId)) {
        if (authorOf(left.id as ThreadId) !== me || this.#isEnded) continue;
        if (discussion!.isWithdrawn(left.id as ThreadId)) {
          forgetTakenUp(docId, left);
          continue;
        }
        const kept = suggestionsIn(discussion!).find(({ id }) => id === left.id);
        const sealed = kept
          ? {
              id: left.id,
              clients: [...new Set([...kept.clients, ...left.clients])],
              update: Y.mergeUpdates([kept.update, left.update]),
            }
          : left;
        await this.#keep(sealed).then(() => forgetTakenUp(docId, left), failed);
      }
    } catch (error) {
      failed(error);
    }
  }

  /** Another page may have taken up what this one was writing: then the older one must not stand. */
  #sealAgain(found: readonly Found[]): void {
    for (const writing of this.#all()) {
      const there = found.find(({ suggestion }) => suggestion.id === writing.fork.id);
      if (there?.decided.state !== 'open' || writing.isDirty || writing.kept === null) continue;
      if (sameBytes(there.suggestion.update, writing.kept)) continue;
      writing.isDirty = true;
      writing.since = performance.now();
      void this.#seal(writing);
    }
  }

  /** What was suggested here may have been decided or withdrawn meanwhile: then another one begins. */
  #lookWhatBecame(): void {
    const writing = this.#writing;
    if (!writing || writing.isDirty || this.#isEnded) return;
    const { fork, author } = writing;
    if (this.#discussion?.isWithdrawn(fork.id as ThreadId)) {
      this.#left.add(writing);
      this.#write(author);
      announce(tLazy().proposing.withdrawn);
      return;
    }
    const known = this.#known(fork.id as ThreadId);
    if (!known) return;
    const state = stateOf(this.#options.body.doc, known);
    if (state === 'accepted' && fork.isAccepted) {
      const id = newSuggestionId(author);
      fork.beginAnother(id);
      writing.within = [];
      this.#set({ writing: id, within: [] });
      if (!this.#decidedHere.has(known.id)) announce(tLazy().proposing.ownAccepted);
    } else if (state === 'rejected') {
      this.#left.add(writing);
      this.#write(author);
      if (!this.#decidedHere.has(known.id)) announce(tLazy().proposing.ownRejected);
    }
  }

  #known(id: ThreadId): StoredSuggestion | null {
    const { suggestions } = this.#snapshot;
    const found = this.#discussion ? suggestionsIn(this.#discussion) : [];
    return (
      found.find((each) => each.id === id) ??
      suggestions.find(({ suggestion }) => suggestion.id === id)?.suggestion ??
      null
    );
  }

  #tellStatus(): void {
    this.#status.update(this.#all().some(({ isDirty }) => isDirty) ? UNSEALED : SEALED);
  }

  // Deciding

  accept(ids: readonly ThreadId[]): void {
    const { doc } = this.#options.body;
    if (!this.mayDecide) return;
    for (const id of ids) this.#decidedHere.add(id);
    const acceptance = acceptMany(doc, this.#these(ids), this.#origin);
    const texts = tLazy().proposing;
    if (!this.#isAny(acceptance)) return;
    announceUndoable(texts.accepted(acceptance.accepted.length), () => {
      if (!this.mayDecide) return;
      takeBackAtOnce(doc, acceptance, this.#origin);
      announce(texts.isOpenAgain);
    });
  }

  /**
   * Accepts of these what is picked of what they change; the rest of them is open.
   *
   * @param pick as `acceptPart` asks
   */
  acceptParts(
    ids: readonly ThreadId[],
    pick: (changes: readonly SuggestedChange[]) => readonly number[],
  ): void {
    const { doc } = this.#options.body;
    if (!this.mayDecide) return;
    for (const id of ids) this.#decidedHere.add(id);
    const parts = this.#these(ids).map((each) =>
      // What it is written in comes whole.
      acceptPart(doc, each, ids.includes(each.id) ? pick : allOf, this.#origin),
    );
    const texts = tLazy().proposing;
    const accepted = parts.flatMap((part) => part.accepted);
    if (!this.#isAny({ accepted, faults: parts.flatMap(({ faults }) => faults) })) return;
    const isPart = parts.some(({ part }) => part !== null);
    const says = isPart ? texts.partAccepted : texts.accepted(accepted.length);
    announceUndoable(says, () => {
      if (!this.mayDecide) return;
      for (const part of parts.reverse()) takeBackPart(doc, part, this.#origin);
      announce(texts.isOpenAgain);
    });
  }

  /** Whether any could be accepted, or says why not. */
  #isAny({ accepted, faults }: Pick<Acceptance, 'accepted' | 'faults'>): boolean {
    const texts = tLazy().proposing;
    if (accepted.length > 0) return true;
    announce(faults.some(({ fault }) => fault === 'waits') ? texts.waits : texts.cannotAccept);
    return false;
  }

  /** @param isPart only part of what they change was asked for: they are refused whole */
  reject(ids: readonly ThreadId[], isPart = false): void {
    const { doc } = this.#options.body;
    if (!this.mayDecide) return;
    const these = this.#named(ids).filter((each) => stateOf(doc, each) === 'open');
    for (const id of ids) this.#decidedHere.add(id);
    reject(doc, these, this.#origin);
    const texts = tLazy().proposing;
    const says = texts.rejected(these.length);
    announceUndoable(isPart ? `${says}. ${texts.whole}` : says, () => this.reopen(ids));
  }

  /** Has what was refused be open again. */
  reopen(ids: readonly ThreadId[]): void {
    if (!this.mayDecide) return;
    reopen(this.#options.body.doc, this.#named(ids), this.#origin);
    announce(tLazy().proposing.isOpenAgain);
  }

  /** Takes one's own back. */
  async withdraw(id: ThreadId): Promise<void> {
    const discussion = this.open();
    const writing = this.#writing;
    try {
      const author = await ownAuthor();
      if (writing?.fork.id === id) {
        // It is not to come again with what is written next.
        clearTimeout(writing.timer);
        writing.isDirty = false;
        await this.#keeping;
        writing.isDirty = false;
        this.#left.add(writing);
        this.#write(writing.author);
      }
      await withdrawSuggestion(discussion!, author, { id });
      forgetUnsealed(this.#options.docId, id);
      announce(tLazy().proposing.withdrawn);
    } catch (error) {
      console.error('A suggestion could not be withdrawn.', error);
      announce(tLazy().proposing.notWithdrawn);
    }
  }

  /**
   * In the order in which they were begun, as the preview has them, and with what they are written in,
   * as far as that is open.
   */
  #these(ids: readonly ThreadId[]): StoredSuggestion[] {
    const these = this.#named(ids);
    const { doc } = this.#options.body;
    const open = this.#snapshot.suggestions.flatMap(({ suggestion, state }) =>
      state === 'open' && stateOf(doc, suggestion) === 'open' ? [suggestion] : [],
    );
    return withBases(these, open);
  }

  #named(ids: readonly ThreadId[]): StoredSuggestion[] {
    const found = this.#discussion ? suggestionsIn(this.#discussion) : [];
    const byId = new Map<ThreadId, StoredSuggestion>();
    for (const { suggestion } of this.#snapshot.suggestions) byId.set(suggestion.id, suggestion);
    for (const suggestion of found) byId.set(suggestion.id, suggestion);
    return ids
      .flatMap((id) => byId.get(id) ?? [])
      .sort((a, b) => a.began - b.began || (a.id < b.id ? -1 : 1));
  }

  // Looking

  goTo(id: ThreadId | null): void {
    this.#set({ active: id });
    if (id !== null) this.onWanted();
  }

  /** To the next open one, or the one before; round at the ends. */
  step(by: 1 | -1): ThreadId | null {
    const open = this.#snapshot.suggestions.filter(({ state }) => state === 'open');
    if (open.length === 0) {
      announce(tLazy().proposing.none);
      return null;
    }
    const at = open.findIndex(({ suggestion }) => suggestion.id === this.#snapshot.active);
    const next = at < 0 && by < 0 ? open.length - 1 : (at + by + open.length) % open.length;
    const { id } = open[next]!.suggestion;
    this.goTo(id);
    return id;
  }

  look(view: SuggestionsView): void {
    if (view === this.#snapshot.view || this.#isEnded) return;
    if (view === 'accepted') {
      // What is being written is in it, too.
      this.#sealAll();
      this.#set({ view });
      this.#refreshSoon(0);
    } else {
      this.#preview?.end();
      this.#preview = null;
      this.#set({ view, preview: null });
    }
    announce(tLazy().proposing.views[view]);
  }

  #showPreview(found: readonly Found[]): void {
    if (this.#snapshot.view !== 'accepted') return;
    const open = openOf(found);
    if (this.#preview) this.#preview.show(open);
    else
      this.#preview = new Preview(this.#options.body.doc, open, () => {
        this.#set({ preview: this.#preview?.doc ?? null });
      });
    this.#set({ preview: this.#preview.doc });
  }

  get #isShown(): boolean {
    return this.#writing !== null || this.#snapshot.suggestions.length > 0;
  }

  #refreshSoon(ms: number): void {
    if (this.#isEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (ms === 0) this.#refresh();
      else whenIdle(() => this.#refresh());
    }, ms);
  }

  #refresh(): void {
    // What was to be looked up later is now.
    clearTimeout(this.#timer);
    if (this.#isEnded) return;
    const discussion = this.#discussion;
    if (!discussion) return;
    if (this.#isLooking) {
      this.#isDue = true;
      return;
    }
    const { doc } = this.#options.body;
    const found = suggestionsIn(discussion).map((suggestion) => ({
      suggestion,
      decided: decidedOf(doc, suggestion),
    }));
    const writing = this.#writing;
    this.#sealAgain(found);
    this.#showPreview(found);
    if (found.length === 0 && this.#snapshot.suggestions.length === 0 && !writing) return;
    const compared = this.#comparing.of(
      doc,
      openOf(found),
      writing?.fork.doc ?? null,
      writing ? this.#hearOf(writing, found) : [],
    );
    const show = (answer: Compared) =>
      this.#show(found, answer, writing === this.#writing ? answer.own : this.#snapshot.own);
    if (!(compared instanceof Promise)) {
      show(compared);
      return;
    }
    this.#isLooking = true;
    compared
      .then(show)
      .catch((error: unknown) => console.error('What is suggested cannot be shown.', error))
      .finally(() => {
        this.#isLooking = false;
        if (this.#isDue) this.#refreshSoon(REST_MS);
        this.#isDue = false;
      });
  }

  /** What one writes in, as its author has written on by now. */
  #hearOf(writing: Writing, found: readonly Found[]): readonly StoredSuggestion[] {
    writing.within = writing.within.map((before) => {
      const now = found.find(({ suggestion }) => suggestion.id === before.id)?.suggestion ?? before;
      if (now !== before) writing.fork.hear(now);
      return now;
    });
    return writing.within;
  }

  /** @param found as they were when it was asked what they change, which may be a while ago */
  #show(found: readonly Found[], { changes }: Compared, own: readonly Change[]): void {
    const discussion = this.#discussion;
    if (!discussion || this.#isEnded) return;
    const { doc } = this.#options.body;
    this.#set({
      suggestions: this.#listed.lookedUp(this.#snapshot.suggestions, found, changes, {
        doc,
        threadOf: (id) => discussion.thread(id),
      }),
      people: new Map([...readPeople(doc), ...discussion.people()]),
      own,
    });
    if (found.length > 0) this.#signatures?.shown();
  }

  /** What was decided is shown so at once, before it is looked up what the others change now. */
  #showDecided(): void {
    const { suggestions: before, writing, own } = this.#snapshot;
    const suggestions = this.#listed.decided(before, this.#options.body.doc);
    if (!suggestions) return;
    const isOwn = suggestions.some(
      (each, at) =>
        each.suggestion.id === writing && each.state === 'accepted' && each !== before[at],
    );
    this.#set({ suggestions, own: isOwn ? [] : own });
  }

  #set(values: Partial<SuggestingSnapshot>): void {
    if (this.#isEnded) return;
    this.#snapshot = { ...this.#snapshot, ...values };
    for (const listener of this.#listeners) listener();
  }
}
