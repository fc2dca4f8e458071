/**
 * A discussion as one reads it and takes part in it: threads, messages and what people did to them,
 * out of the registers of one Y.Doc.
 *
 * Invariant: what is read is a function of the registers and of who may moderate, so replicas with
 * the same updates read the same, whatever the clocks of those who wrote. Nothing is ever said for
 * somebody else: each writes under the own id, and what is not theirs to say counts for nothing. Words
 * that nobody can be shown to have signed are read as nobody's, and hide none that somebody has.
 */
import type * as Y from 'yjs';
import { bytesOf, type DocId } from '../access/ids.ts';
import type { PublicKey } from '../access/person-key.ts';
import { hexOf, sha256 } from '../access/sha256.ts';
import type { Pins } from '../document/claims.ts';
import type { Inline } from '../document/schema.ts';
import type { Person } from '../protocol/presence.ts';
import type { ThreadAnchor } from './anchor.ts';
import {
  authorOf,
  DISCUSSION_ROOT,
  freshName,
  keyOf,
  MAX_NUMBER,
  type MessageId,
  NO_THREAD,
  parseKey,
  type ThreadId,
} from './keys.ts';
import {
  DoneSays,
  type HandedTo,
  kindOf,
  MAX_QUOTE_LENGTH,
  MAX_REACTIONS,
  MAX_SEEN,
  MessageSays,
  PersonSays,
  PlaceSays,
  ReactsSays,
  RemovedSays,
  readSays,
  StateSays,
  StoredRegister,
  SUGGESTS,
  SuggestsSays,
  subjectOf,
  ThreadSays,
} from './registers.ts';
import type { Rights } from './rights.ts';
import { type Author, signedBytes, signerOf } from './signed.ts';
import { genuineOf, type Signed } from './standing.ts';

/** Who said what nobody can be shown to have signed. */
export const UNKNOWN_AUTHOR = '';

export interface Reaction {
  emoji: string;
  /** Ids of the people who put it there, sorted. */
  people: string[];
}

export interface Message {
  id: MessageId;
  /** A person's id, or `UNKNOWN_AUTHOR`. */
  author: string;
  /** ms since 1970 by the author's clock: to be shown. */
  at: number;
  editedAt: number | null;
  /** Its place in the thread: see `registers.ts`. Not unique. */
  order: number;
  text: Inline[];
  reactions: Reaction[];
  /** Whom it hands something to, and whether that is done. */
  task: { for: HandedTo; isDone: boolean; doneBy: string | null } | null;
}

/** What somebody suggests; its answers are those of the thread with its name. */
export interface Proposal {
  id: ThreadId;
  /** A person's id. */
  author: string;
  /** ms since 1970 by the author's clock: when it was begun, and written for the last time. */
  began: number;
  at: number;
  /** Grows whenever its author writes it anew. */
  version: number;
  /** Yjs clients it was written under. */
  clients: readonly number[];
  /** The sealed update, in base64url. */
  update: string;
}

export interface Thread {
  id: ThreadId;
  /** A person's id, or `UNKNOWN_AUTHOR`. */
  starter: string;
  at: number;
  /** What it hangs on: where it was put last first, what it began on last. */
  anchors: ThreadAnchor[];
  /** The words it began on; '' where it has none. */
  quote: string;
  /** In the order in which they answer one another; at least one, unless something is suggested. */
  messages: Message[];
  /** What is suggested, where these are the answers to that. */
  proposal: Proposal | null;
  isResolved: boolean;
  /** Who resolved it, while it is. */
  resolvedBy: { person: string; at: number } | null;
}

/** One person's registers of one name: what they say, by their numbers. */
interface Group {
  readonly says: Map<number, unknown>;
}

/** What one person says now. */
interface Said<T> {
  person: string;
  n: number;
  says: T;
}

/** What somebody had seen of a thread: these, and of some people all up to a place in it. */
interface SeenMessages {
  seen: readonly MessageId[];
  upTo?: readonly (readonly [person: string, order: number])[] | undefined;
}

interface DiscussionOptions {
  doc: Y.Doc;
  docId: DocId;
  rights: Rights;
  /** The origin of what is written here. */
  origin?: unknown;
}

export class Discussion {
  readonly #doc: Y.Doc;
  readonly #docId: DocId;
  readonly #map: Y.Map<unknown>;
  readonly #rights: Rights;
  readonly #origin: unknown;
  /** By thread, by field and by person. */
  readonly #groups = new Map<string, Map<string, Map<string, Group>>>();
  readonly #read = new Map<ThreadId, Thread | null>();
  /** Under whom registers stand in the groups: whom they say, or `doubtful` where that is not so. */
  readonly #filed = new Map<string, string>();
  /** Registers whose signatures were looked at. */
  readonly #signed = new Map<string, Signed & { stored: unknown }>();
  /** Those of them that are not shown to be whose they say. */
  #doubted: ReadonlySet<string> = new Set();
  readonly #told = new Set<string>();
  readonly #listeners = new Set<(threads: ReadonlySet<ThreadId>) => void>();
  readonly #observer: (event: Y.YMapEvent<unknown>) => void;
  readonly #stopRights: (() => void) | undefined;
  /** What is being signed: one register after the other, so that each knows of the one before. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor({ doc, docId, rights, origin = null }: DiscussionOptions) {
    this.#doc = doc;
    this.#docId = docId;
    this.#rights = rights;
    this.#origin = origin;
    this.#map = doc.getMap<unknown>(DISCUSSION_ROOT);
    for (const key of this.#map.keys()) this.#note(key);
    this.#observer = ({ keysChanged }) => this.#changed(keysChanged);
    this.#map.observe(this.#observer);
    this.#stopRights = rights.subscribe?.(() => this.#rightsChanged());
  }

  /** Hears no more of its document. */
  destroy(): void {
    this.#map.unobserve(this.#observer);
    this.#stopRights?.();
    this.#listeners.clear();
  }

  /** Calls `listener` with the threads that may read otherwise now. @returns how to stop */
  subscribe(listener: (threads: ReadonlySet<ThreadId>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #rightsChanged(): void {
    const threads = new Set(this.#groups.keys());
    this.#read.clear();
    this.#tell(threads);
  }

  /**
   * All threads that anybody would see, resolved ones included, in the order of their ids; without
   * those in which something is suggested.
   */
  threads(): Thread[] {
    return this.allThreads().filter(({ proposal }) => !proposal);
  }

  /** The same with those: what is said in them is said to somebody, too. */
  allThreads(): Thread[] {
    return [...this.#groups.keys()].sort().flatMap((id) => this.thread(id) ?? []);
  }

  /** What is suggested and was not withdrawn, in the order in which it was begun. */
  proposals(): Proposal[] {
    const found: Proposal[] = [];
    for (const [id, fields] of this.#groups) {
      const proposal = fields.has(SUGGESTS) ? this.thread(id)?.proposal : null;
      if (proposal) found.push(proposal);
    }
    return found.sort((a, b) => a.began - b.began || (a.id < b.id ? -1 : 1));
  }

  /** A thread, or null where there is none, or none any more. */
  thread(id: ThreadId): Thread | null {
    let thread = this.#read.get(id);
    if (thread === undefined) {
      thread = id === NO_THREAD ? null : this.#readThread(id);
      this.#read.set(id, thread);
    }
    return thread;
  }

  /** What a thread was about that is there no more, as its last message was deleted; null for any other. */
  lost(id: ThreadId): Pick<Thread, 'anchors' | 'quote'> | null {
    return this.#groups.has(id) && this.thread(id) === null ? this.#about(id) : null;
  }

  /** Names and colours that people gave themselves here, by their ids. */
  people(): Map<string, Person> {
    const people = new Map<string, Person>();
    for (const { person, says } of this.#said(NO_THREAD, 'person', PersonSays))
      people.set(person, { id: person, ...says });
    return people;
  }

  /**
   * Looks at the signatures that were not looked at yet. Of what is not shown to be from whom it says,
   * messages are read as nobody's from then on, where there are none of the person in their place;
   * anything else counts for nothing.
   *
   * @param pins keys of people whose ids do not tell them
   * @param pause waited for between two of them: signatures take a while where a library computes
   * @returns how many more are doubted than before
   */
  async verify(
    pins: Pins = new Map(),
    pause: () => Promise<unknown> | null = () => null,
  ): Promise<number> {
    for (const [key, stored] of [...this.#map.entries()]) {
      if (this.#signed.get(key)?.stored === stored) continue;
      const name = parseKey(key);
      const register = StoredRegister.safeParse(stored);
      if (!name || !register.success) continue;
      const [says, proof] = register.data;
      const signer = await signerOf(signedBytes(this.#docId, key, says), proof);
      this.#signed.set(key, { person: name.person, signer, stored });
      await pause();
    }
    for (const [key, { stored }] of this.#signed)
      if (this.#map.get(key) !== stored) this.#signed.delete(key);
    const isGenuine = genuineOf(this.#signed.values(), pins);
    const before = this.#doubted;
    const doubted = new Set<string>();
    for (const [key, signed] of this.#signed) if (!isGenuine(signed)) doubted.add(key);
    this.#doubted = doubted;
    const fresh = [...doubted].filter((key) => !before.has(key));
    for (const key of fresh) this.#tellOnce(key);
    const changed = [...fresh, ...[...before].filter((key) => !doubted.has(key))];
    if (changed.length > 0) this.#changed(changed);
    return fresh.length;
  }

  #tellOnce(key: string): void {
    const person = parseKey(key)?.person ?? '';
    if (this.#told.has(person)) return;
    this.#told.add(person);
    console.warn('Somebody says something here in a name, and cannot prove it.', key);
  }

  /** Begins a thread. Throws where nothing is said. @returns its id, and that of its first message */
  async begin(
    author: Author,
    anchor: ThreadAnchor,
    quote: string,
    text: readonly Inline[],
    handTo: HandedTo | null = null,
  ): Promise<{ thread: ThreadId; message: MessageId }> {
    const thread = freshName(author.id);
    const at = Date.now();
    const says: ThreadSays = { at, anchor, quote: quote.slice(0, MAX_QUOTE_LENGTH) };
    await this.#write(author, thread, 'thread', () => says);
    const message = await this.answer(author, thread, text, handTo);
    return { thread, message };
  }

  /** Says something in a thread; in a resolved one, that opens it again. */
  async answer(
    author: Author,
    thread: ThreadId,
    text: readonly Inline[],
    handTo: HandedTo | null = null,
  ): Promise<MessageId> {
    const id = freshName(author.id);
    await this.#write(author, thread, messageField(id), () => ({
      at: Date.now(),
      order: Math.min(MAX_NUMBER, this.#lastOrder(thread) + 1),
      text,
      ...(handTo ? { for: handTo } : {}),
    }));
    return id;
  }

  /** Writes one's own message otherwise. Whom it hands something to stays, unless that is given. */
  async edit(
    author: Author,
    thread: ThreadId,
    message: MessageId,
    text: readonly Inline[],
    handTo?: HandedTo | null,
  ): Promise<void> {
    await this.#write(author, thread, messageField(message), () => {
      const before = this.#own(thread, messageField(message), author.id, MessageSays);
      if (!before || 'deleted' in before) throw new Error('There is no such message of theirs.');
      const { for: kept, ...rest } = before;
      const given = handTo === undefined ? kept : (handTo ?? undefined);
      return { ...rest, text, editedAt: Date.now(), ...(given ? { for: given } : {}) };
    });
  }

  /** Deletes one's own message; a thread without messages is gone. */
  async deleteMessage(author: Author, thread: ThreadId, message: MessageId): Promise<void> {
    await this.#write(author, thread, messageField(message), () => {
      const before = this.#own(thread, messageField(message), author.id, MessageSays);
      if (!before) throw new Error('There is no such message of theirs.');
      return { at: Date.now(), order: before.order, deleted: true };
    });
  }

  /** For whoever `mayResolve`. Holds until somebody says something that one had not seen. */
  async setResolved(author: Author, thread: ThreadId, resolved: boolean): Promise<void> {
    await this.#write(author, thread, 'state', () => ({
      at: Date.now(),
      resolved,
      ...this.#seenOf(thread),
    }));
  }

  mayResolve(person: string, thread: ThreadId): boolean {
    return person === authorOf(thread) || this.#rights.moderates(person);
  }

  /** For those who moderate: takes the thread away, or puts it back where `removed` is false. */
  async setRemoved(author: Author, thread: ThreadId, removed: boolean): Promise<void> {
    await this.#write(author, thread, 'removed', () => ({
      at: Date.now(),
      ...(removed ? this.#seenOf(thread) : { seen: [] }),
    }));
  }

  /** Puts an emoji to a message, or takes one's own away. */
  async react(
    author: Author,
    thread: ThreadId,
    message: MessageId,
    emoji: string,
    isThere: boolean,
  ): Promise<void> {
    await this.#write(author, thread, `reacts:${message}`, () => {
      const before = this.#own(thread, `reacts:${message}`, author.id, ReactsSays)?.emoji ?? [];
      const others = before.filter((other) => other !== emoji).slice(-(MAX_REACTIONS - 1));
      return { at: Date.now(), emoji: isThere ? [...others, emoji] : others };
    });
  }

  /** Says whether what a message hands to somebody is done. */
  async setDone(
    author: Author,
    thread: ThreadId,
    message: MessageId,
    done: boolean,
  ): Promise<void> {
    await this.#write(author, thread, `done:${message}`, () => ({ at: Date.now(), done }));
  }

  /**
   * Suggests something, or something else in the place of what one suggested under this name. Throws a
   * `RangeError` where it is too large.
   */
  async suggest(
    author: Author,
    id: ThreadId,
    { clients, update }: Pick<Proposal, 'clients' | 'update'>,
  ): Promise<void> {
    if (authorOf(id) !== author.id) throw new Error('It is somebody else’s.');
    await this.#write(author, id, SUGGESTS, () => {
      const before = this.#own(id, SUGGESTS, author.id, SuggestsSays);
      const at = Date.now();
      const began = before && 'update' in before ? before.began : at;
      return { at, began, clients, update };
    });
  }

  /**
   * Takes one's own suggestion back, with what was to come of it, also with what another device of its
   * author keeps of it apart; what was accepted stays.
   */
  async withdraw(author: Author, id: ThreadId): Promise<void> {
    if (authorOf(id) !== author.id) throw new Error('It is somebody else’s.');
    await this.#write(author, id, SUGGESTS, () => ({ at: Date.now(), withdrawn: true }), {
      ahead: WITHDRAWN_AHEAD,
    });
  }

  /** Whether its author took it back, and has not written on in it since. */
  isWithdrawn(id: ThreadId): boolean {
    const said = this.#own(id, SUGGESTS, authorOf(id), SuggestsSays);
    return said !== null && 'withdrawn' in said;
  }

  /** Hangs a thread elsewhere, as whoever cut its text and put it in again does. */
  async place(author: Author, thread: ThreadId, anchor: ThreadAnchor): Promise<void> {
    await this.#write(author, thread, 'place', () => ({ at: Date.now(), anchor }));
  }

  /** Says how one wants to be called here, unless that is what one said. */
  async keepName(author: Author, { name, color }: Pick<Person, 'name' | 'color'>): Promise<void> {
    const kept = this.#own(NO_THREAD, 'person', author.id, PersonSays);
    if (kept?.name === name && kept.color === color) return;
    await this.#write(author, NO_THREAD, 'person', () => ({ name, color }));
  }

  /**
   * Writes one register with the next number, and drops the author's earlier ones of this name: what
   * was deleted or written otherwise is then nowhere any more.
   */
  #write(
    author: Author,
    thread: string,
    field: string,
    says: () => unknown,
    { ahead = 0 } = {},
  ): Promise<void> {
    const write = async () => {
      const json = JSON.stringify(says());
      // What would count nowhere is not written, and whoever wrote it has it still.
      if (readSays(field, json) === null) throw new RangeError('It cannot be said like this.');
      const n = Math.min(MAX_NUMBER, this.#nextNumber(thread, field, author.id) + ahead);
      const key = keyOf({ person: author.id, thread, field, n });
      const proof = await author.sign(signedBytes(this.#docId, key, json));
      this.#doc.transact(() => {
        this.#map.set(key, [json, proof]);
        for (const before of this.#group(thread, field, author.id)?.says.keys() ?? [])
          if (before < n) this.#map.delete(keyOf({ person: author.id, thread, field, n: before }));
      }, this.#origin);
    };
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** One more than what anybody said of it whose word counts: so the last who knew all wins. */
  #nextNumber(thread: string, field: string, author: string): number {
    let highest = 0;
    for (const [person, { says }] of this.#groups.get(thread)?.get(field) ?? []) {
      const counts = person === author || !ORDERS.has(field) || this.mayResolve(person, thread);
      if (counts) for (const n of says.keys()) highest = Math.max(highest, n);
    }
    return Math.min(MAX_NUMBER, highest + 1);
  }

  #group(thread: string, field: string, person: string): Group | undefined {
    return this.#groups.get(thread)?.get(field)?.get(person);
  }

  #changed(keys: Iterable<string>): void {
    const threads = new Set<ThreadId>();
    for (const key of keys) {
      const thread = this.#note(key);
      if (thread !== null) threads.add(thread);
    }
    this.#tell(threads);
  }

  #tell(threads: ReadonlySet<ThreadId>): void {
    for (const listener of this.#listeners) listener(threads);
  }

  /** Takes in what stands under a key now. @returns the thread it is about */
  #note(key: string): ThreadId | null {
    const name = parseKey(key);
    if (!name) return null;
    const { thread, field, n } = name;
    const stored = this.#map.get(key);
    const register = StoredRegister.safeParse(stored);
    const says = register.success ? readSays(field, register.data[0]) : null;
    this.#read.delete(thread);
    const filed = this.#filed.get(key);
    if (filed !== undefined) this.#group(thread, field, filed)?.says.delete(n);
    this.#filed.delete(key);
    if (says !== null) {
      const person = this.#filedUnder(key, name.person, stored);
      const fields = childOf(this.#groups, thread, () => new Map<string, Map<string, Group>>());
      const people = childOf(fields, field, () => new Map<string, Group>());
      const group = { says: new Map<number, unknown>() };
      childOf(people, person, () => group).says.set(n, says);
      this.#filed.set(key, person);
    }
    return thread;
  }

  /** What is written anew under a key was not looked at, whatever stood there before. */
  #filedUnder(key: string, person: string, stored: unknown): string {
    const signed = this.#signed.get(key);
    if (!signed || signed.stored !== stored || !this.#doubted.has(key)) return person;
    return doubtful(person, signed.signer);
  }

  /** What each person says of something, those of higher numbers first. */
  #said<T>(thread: string, field: string, shape: { parse(value: unknown): T }): Said<T>[] {
    return this.#allSaid(thread, field, shape).filter(({ person }) => !isDoubtful(person));
  }

  /** The same with what is not shown to be from whom it says. */
  #allSaid<T>(thread: string, field: string, _shape: { parse(value: unknown): T }): Said<T>[] {
    const said: Said<T>[] = [];
    for (const [person, { says }] of this.#groups.get(thread)?.get(field) ?? []) {
      let n = 0;
      for (const number of says.keys()) n = Math.max(n, number);
      // It has been parsed with this shape as it came: see `readSays`.
      if (n > 0) said.push({ person, n, says: says.get(n) as T });
    }
    // Whoever moderates has the last word, should somebody have used up the numbers.
    const starts = (person: string) => Number(person === authorOf(thread));
    return said.sort(
      (a, b) => b.n - a.n || starts(a.person) - starts(b.person) || (a.person < b.person ? -1 : 1),
    );
  }

  #own<T>(
    thread: string,
    field: string,
    person: string,
    shape: { parse(value: unknown): T },
  ): T | null {
    return this.#said(thread, field, shape).find((said) => said.person === person)?.says ?? null;
  }

  *#messages(thread: ThreadId): Generator<Spoken> {
    for (const field of this.#groups.get(thread)?.keys() ?? []) {
      if (kindOf(field) !== 'message') continue;
      const byPerson = new Map<string, Said<MessageSaid>[]>();
      for (const said of this.#allSaid(thread, field, MessageSays))
        childOf(byPerson, whomItSays(said.person), (): Said<MessageSaid>[] => []).push(said);
      for (const [person, all] of byPerson) {
        const id = `${person}.${subjectOf(field)}`;
        const own = all.find((said) => !isDoubtful(said.person));
        if (own) yield { id, says: own.says, author: person };
        else yield* unknownOf(id, all);
      }
    }
  }

  /** The messages that are here: each by its name, or where they are too many, by their authors. */
  #seenOf(thread: ThreadId): SeenMessages {
    const messages = [...this.#messages(thread)];
    if (messages.length <= MAX_SEEN) return { seen: messages.map(({ id }) => id).sort() };
    const upTo = new Map<string, number>();
    for (const { id, says } of messages)
      upTo.set(authorOf(id), Math.max(says.order, upTo.get(authorOf(id)) ?? 0));
    return { seen: [], upTo: [...upTo].sort() };
  }

  #lastOrder(thread: ThreadId): number {
    let last = 0;
    for (const { says } of this.#messages(thread)) last = Math.max(last, says.order);
    return last;
  }

  #readThread(id: ThreadId): Thread | null {
    const starter = authorOf(id);
    const mayOrder = (person: string) => this.mayResolve(person, id);
    const messages: Message[] = [];
    for (const { id: message, says, author } of this.#messages(id))
      if (!('deleted' in says)) messages.push(this.#readMessage(id, message, says, author));
    messages.sort((a, b) => a.order - b.order || a.at - b.at || (a.id < b.id ? -1 : 1));
    const [removed] = this.#said(id, 'removed', RemovedSays).filter(({ person }) =>
      this.#rights.moderates(person),
    );
    const hasUnseen = ({ seen, upTo }: SeenMessages) => {
      const known = new Set(seen);
      const places = new Map(upTo);
      return messages.some(
        ({ id: message, order }) =>
          !known.has(message) && order > (places.get(authorOf(message)) ?? 0),
      );
    };
    const [first] = messages;
    const proposal = this.#proposal(id, starter);
    // It is refused where somebody does not want it, and not removed.
    if (!proposal && (!first || (removed && !hasUnseen(removed.says)))) return null;
    const began = this.#began(id, starter);
    // Anybody can say something in a thread that has somebody's name, and that they never began.
    const isTheirs = began
      ? !isDoubtful(began.person)
      : this.#own(id, SUGGESTS, starter, SuggestsSays) !== null;
    const [state] = this.#said(id, 'state', StateSays).filter(({ person }) => mayOrder(person));
    const isResolved = state?.says.resolved === true && !hasUnseen(state.says);
    return {
      id,
      starter: isTheirs ? starter : UNKNOWN_AUTHOR,
      at: began?.says.at ?? proposal?.began ?? first?.at ?? 0,
      ...this.#about(id),
      messages,
      proposal,
      isResolved,
      resolvedBy: isResolved ? { person: state.person, at: state.says.at } : null,
    };
  }

  #about(id: ThreadId): Pick<Thread, 'anchors' | 'quote'> {
    const places = this.#said(id, 'place', PlaceSays).filter(({ person }) =>
      this.mayResolve(person, id),
    );
    const began = this.#began(id, authorOf(id))?.says;
    const anchors = [...places.map(({ says }) => says.anchor), began?.anchor ?? DOCUMENT];
    return { anchors, quote: began?.quote ?? '' };
  }

  #proposal(id: ThreadId, author: string): Proposal | null {
    const said = this.#said(id, SUGGESTS, SuggestsSays).find(({ person }) => person === author);
    if (!said || !('update' in said.says)) return null;
    return { id, author, version: said.n, ...said.says };
  }

  /** How a thread began, as its starter says or, where that is not there, anybody in their name. */
  #began(thread: ThreadId, starter: string): Said<ThreadSays> | undefined {
    const said = this.#allSaid(thread, 'thread', ThreadSays);
    return (
      said.find(({ person }) => person === starter) ??
      said
        .filter(({ person }) => whomItSays(person) === starter)
        .sort((a, b) => (a.person < b.person ? -1 : 1))[0]
    );
  }

  #readMessage(thread: ThreadId, id: MessageId, says: WrittenSaid, author: string): Message {
    const reactions = new Map<string, string[]>();
    for (const { person, says: reacts } of this.#said(thread, `reacts:${id}`, ReactsSays))
      for (const emoji of reacts.emoji) childOf(reactions, emoji, () => []).push(person);
    const [done] = this.#said(thread, `done:${id}`, DoneSays).filter(
      ({ person }) =>
        person === authorOf(id) || person === says.for?.person || this.#rights.moderates(person),
    );
    const isDone = done?.says.done === true;
    return {
      id,
      author,
      at: says.at,
      editedAt: says.editedAt ?? null,
      order: says.order,
      text: says.text,
      reactions: [...reactions]
        .map(([emoji, people]) => ({ emoji, people: people.sort() }))
        .sort((a, b) => b.people.length - a.people.length || (a.emoji < b.emoji ? -1 : 1)),
      task: says.for ? { for: says.for, isDone, doneBy: isDone ? done.person : null } : null,
    };
  }
}

const DOCUMENT: ThreadAnchor = { kind: 'document' };

/** More than somebody writes of one suggestion on a device that has not heard that it was withdrawn. */
const WITHDRAWN_AHEAD = 10_000;

/** Fields in which only some people's words count. */
const ORDERS: ReadonlySet<string> = new Set(['place', 'removed', 'state']);

type MessageSaid = ReturnType<typeof MessageSays.parse>;
type WrittenSaid = Exclude<MessageSaid, { deleted: boolean }>;

/** One message, or one that is no more. */
interface Spoken {
  id: MessageId;
  says: MessageSaid;
  /** A person's id, or `UNKNOWN_AUTHOR`. */
  author: string;
}

/** Stands behind the id of whom a register says it is of, where that is not so, before its signer. */
const DOUBT = '?';

/** Under whom words are filed that were not signed by whom they say: nobody has such an id. */
function doubtful(person: string, signer: PublicKey | null): string {
  return `${person}${DOUBT}${signer ?? ''}`;
}

function isDoubtful(person: string): boolean {
  return person.includes(DOUBT);
}

function whomItSays(person: string): string {
  return person.split(DOUBT, 1)[0]!;
}

/**
 * What several say under the name of one message, none of whom is known to have that name: each has a
 * message, as none may change another's.
 */
function* unknownOf(id: MessageId, all: readonly Said<MessageSaid>[]): Generator<Spoken> {
  const there = all.filter(({ says }) => !('deleted' in says));
  there.sort((a, b) => (a.person < b.person ? -1 : 1));
  for (const [index, { person, says }] of there.entries()) {
    const own = index === 0 ? id : `${authorOf(id)}.${shortHash(`${id} ${person}`)}`;
    yield { id: own, says, author: UNKNOWN_AUTHOR };
  }
}

/** 12 of 0-9a-f. */
function shortHash(ascii: string): string {
  return hexOf(sha256(bytesOf(ascii)).subarray(0, 6));
}

function messageField(message: MessageId): string {
  return `message:${message.slice(message.indexOf('.') + 1)}`;
}

function childOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let child = map.get(key);
  if (child === undefined) {
    child = make();
    map.set(key, child);
  }
  return child;
}
