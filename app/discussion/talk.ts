/**
 * The discussion of an open document, as the screen shows it: its replica, its threads in the order
 * of the text, and what one is about to say.
 *
 * Invariant: nothing of it is opened before there is something to show or to say, and no key typed
 * in the text waits for it: where threads stand is looked up when nobody types.
 */
import type * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { may, type Role } from '../../shared/access/roles.ts';
import { Discussion, type Message, type Thread } from '../../shared/discussion/discussion.ts';
import type { MessageId, ThreadId } from '../../shared/discussion/keys.ts';
import {
  isBlank,
  isTooMuch,
  MAX_MESSAGE_LENGTH,
  mentionsIn,
  plainMessage,
} from '../../shared/discussion/message-text.ts';
import { comparePlaces, placeOf, type ThreadPlace } from '../../shared/discussion/place.ts';
import type { HandedTo } from '../../shared/discussion/registers.ts';
import { makeKnown, rightsBy } from '../../shared/discussion/rights.ts';
import type { Author } from '../../shared/discussion/signed.ts';
import { Body } from '../../shared/document/body.ts';
import { readPeople } from '../../shared/document/read-people.ts';
import { Restored } from '../../shared/document/restored.ts';
import type { BlockContent, Inline } from '../../shared/document/schema.ts';
import { clip } from '../../shared/document/text.ts';
import { markRead, READ_MARKS, readMarks, unreadIn } from '../../shared/library/read-marks.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import type { Menus } from '../editor/menus/menus.ts';
import { type CarriedThread, carryThreads } from '../editor/threads/carried-threads.ts';
import { drawThreads, selectThread, showThread, threadAt } from '../editor/threads/draw-threads.ts';
import { type ThreadTarget, threadTarget } from '../editor/threads/thread-target.ts';
import { tLazy } from '../i18n/lazy.ts';
import { openReplica, type Replica } from '../replica/open-replica.ts';
import { ownPins } from '../replica/own-signer.ts';
import { storedNames } from '../replica/stored-copy.ts';
import { announce } from '../ui/announce.ts';
import { formatMoment } from '../ui/time.ts';
import { announceOffer, announceUndoable } from '../ui/undoable.ts';
import { ownAuthor } from './author.ts';
import { type BroughtThread, StoredCuts } from './brought-threads.ts';
import { Drafts, NEW_THREAD } from './drafts.ts';
import { nameOf } from './names.ts';
import { Signatures } from './signatures.ts';

/** A thread, and where it stands now. */
export interface PlacedThread {
  thread: Thread;
  place: ThreadPlace;
}

export interface TalkSnapshot {
  /** Those that anybody would see, in the order of the text. */
  threads: readonly PlacedThread[];
  /** Names and colours of all who may be named here. */
  people: ReadonlyMap<string, Person>;
  /** The thread one is at, or that one is about to begin. */
  active: ThreadId | typeof NEW_THREAD | null;
  /** What the new one will be about. */
  target: ThreadTarget | null;
  /** Counts the wishes to write in the active thread by keys; 0 where there is none. */
  asked: number;
  isSending: boolean;
  /** Messages that this person has not read, on any of their devices; also answers to suggestions. */
  unread: ReadonlySet<MessageId>;
}

export interface TalkOptions {
  docId: DocId;
  library: Y.Doc;
  secret: Secret;
  /** The text. */
  body: Replica;
  menus: Menus;
  person: () => Person;
  role: () => Role | null;
}

/** How long the text rests before threads are looked up in it anew, ms. */
const REST_MS = 400;

export class Talk {
  readonly drafts: Drafts;
  readonly #options: TalkOptions;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  #snapshot: TalkSnapshot = {
    threads: [],
    people: new Map(),
    active: null,
    target: null,
    asked: 0,
    isSending: false,
    unread: new Set(),
  };
  #replica: Replica | null = null;
  #discussion: Discussion | null = null;
  /** The suggestion whose answers one is at. */
  #suggestion: ThreadId | null = null;
  /** Whether anything may have been said or taken away since that was looked at. */
  #isTalkNew = true;
  #signatures: Signatures | null = null;
  /** How much is on its way at once. */
  #writes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #drawnAs = '';
  #isEnded = false;
  /** Shows the panel; told by whoever draws it. */
  onWanted: () => void = () => undefined;

  constructor(options: TalkOptions) {
    this.#options = options;
    this.drafts = new Drafts(options.docId);
  }

  get = (): TalkSnapshot => this.#snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get me(): string {
    return this.#options.person().id;
  }

  get menus(): Menus {
    return this.#options.menus;
  }

  /** Whether one may say something. */
  get mayWrite(): boolean {
    const role = this.#options.role();
    return role !== null && may(role, 'writeDiscussion');
  }

  /** Whether one may resolve and remove what others began. */
  get moderates(): boolean {
    const role = this.#options.role();
    return role !== null && may(role, 'writeBody');
  }

  mayResolve({ starter }: Thread): boolean {
    return this.mayWrite && (starter === this.me || this.moderates);
  }

  /** Goes on for as long as the text is there. */
  start(): void {
    const { body, menus, docId } = this.#options;
    const look = () => {
      if (body.status.get().hasDiscussion) this.open();
    };
    this.#stops.push(body.status.subscribe(look));
    look();
    storedNames().then(
      (names) => {
        if ([...names].includes(discussionOf(docId)) || this.drafts.has(NEW_THREAD)) this.open();
      },
      (error: unknown) => console.error('What is said about the document is not told.', error),
    );
    const onClick = (event: Event) => {
      const thread = threadAt(event.target);
      if (thread !== null) this.goTo(thread, { byKey: false });
    };
    const { dom } = menus.view;
    dom.addEventListener('click', onClick);
    this.#stops.push(() => dom.removeEventListener('click', onClick));
    const all = () => this.#discussion?.threads() ?? [];
    const carry = (carried: readonly CarriedThread[]) => this.#carry(carried);
    const cuts = new StoredCuts(docId, (brought) => this.#bring(brought));
    this.#stops.push(carryThreads(menus, all, carry, cuts));
  }

  /** Resolves once all that was said here is kept on this device; throws where it cannot be. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    this.drafts.end();
    this.#signatures?.end();
    this.#discussion?.destroy();
    this.#listeners.clear();
    await this.#replica?.close();
  }

  /** Opens the discussion; the first time when nothing else is to do. */
  open(): void {
    if (this.#replica || this.#isEnded) return;
    const { docId, secret, body } = this.#options;
    const replica = openReplica({ name: discussionOf(docId), secret });
    this.#replica = replica;
    this.#stops.push(body.include(replica));
    const discussion = new Discussion({
      doc: replica.doc,
      docId,
      rights: rightsBy(body.doc),
      origin: this,
    });
    this.#discussion = discussion;
    this.#signatures = new Signatures(discussion, ownPins);
    const said = () => {
      this.#isTalkNew = true;
      this.#refreshSoon(0);
    };
    this.#stops.push(discussion.subscribe(said));
    const changed = (transaction: Y.Transaction) => {
      if (transaction.changed.size > 0) this.#refreshSoon(REST_MS);
    };
    const { library } = this.#options;
    const marks = library.getMap(READ_MARKS);
    const marked = () => this.#refreshSoon(0);
    marks.observe(marked);
    this.#stops.push(() => marks.unobserve(marked));
    // What is shown may be a draft, or the copy in which one suggests.
    for (const doc of new Set([body.doc, this.menus.binding.body.doc])) {
      doc.on('afterTransaction', changed);
      this.#stops.push(() => doc.off('afterTransaction', changed));
    }
    this.#refreshSoon(0);
  }

  /** Begins a thread about what is selected, or pointed at. */
  compose(target: ThreadTarget = threadTarget(this.menus)): void {
    if (!this.mayWrite) return;
    this.open();
    this.drafts.keepTarget(target);
    this.#set({ active: NEW_THREAD, target, asked: this.#snapshot.asked + 1 });
    this.onWanted();
  }

  /** Goes to a thread, and shows it and its words. */
  goTo(id: ThreadId, { byKey }: { byKey: boolean }): void {
    const { asked } = this.#snapshot;
    this.#set({ active: id, target: null, asked: byKey ? asked + 1 : 0 });
    this.onWanted();
    this.readActive();
    showThread(this.menus.view, id);
  }

  leave(): void {
    this.#set({ active: null, target: null });
  }

  /** One is at a suggestion and its answers; null at none any more. */
  goToSuggestion(id: ThreadId | null): void {
    this.#suggestion = id;
    this.readActive();
  }

  /** What one is at has been read, while one looks at the page. */
  readActive(): void {
    const { active, unread } = this.#snapshot;
    if (document.visibilityState !== 'visible') return;
    const at = (this.#discussion?.allThreads() ?? []).filter(
      ({ id, messages }) =>
        (id === active || id === this.#suggestion) && messages.some((each) => unread.has(each.id)),
    );
    if (at.length > 0) markRead(this.#options.library, this.#options.docId, at);
  }

  readAll(): void {
    const all = this.#discussion?.allThreads() ?? [];
    markRead(this.#options.library, this.#options.docId, all);
  }

  /**
   * The document with its open threads as notes, and the resolved ones, which say so, where asked. What
   * is shown may be a draft, or the copy in which one suggests.
   */
  async withNotes({ withResolved }: { withResolved: boolean }): Promise<BlockContent[]> {
    const { blocksWithNotes } = await import('../../shared/discussion/notes.ts');
    const body = new Body(this.#options.body.doc);
    const { threads, people } = this.#snapshot;
    return blocksWithNotes({
      body,
      restored: new Restored(body.doc, body.text),
      threads: threads.map(({ thread }) => thread),
      nameOf: (id) => nameOf(people, id),
      timeOf: (at) => formatMoment(at),
      resolved: withResolved ? tLazy().discussion.filters.resolved : null,
    });
  }

  /** To where one was in the text, or to the words of the thread one is at. */
  backToText(): void {
    const { active } = this.#snapshot;
    const { view } = this.menus;
    if (active !== null && active !== NEW_THREAD) selectThread(view, active);
    this.leave();
    if (view.editable) view.focus();
    else view.dom.focus({ preventScroll: true });
  }

  /** What was begun and not said, as before a reload. */
  takeUpDraft(): void {
    const target = this.drafts.has(NEW_THREAD) ? this.drafts.target() : null;
    if (target && this.#snapshot.active === null && this.mayWrite)
      this.#set({ active: NEW_THREAD, target });
  }

  /** To the next open thread, or the one before; round at the ends. */
  step(by: 1 | -1): boolean {
    const open = this.#snapshot.threads.filter(({ thread }) => !thread.isResolved);
    if (open.length === 0) {
      announce(tLazy().discussion.none);
      return true;
    }
    const at = open.findIndex(({ thread }) => thread.id === this.#snapshot.active);
    const next = at < 0 && by < 0 ? open.length - 1 : (at + by + open.length) % open.length;
    this.goTo(open[next]!.thread.id, { byKey: true });
    return true;
  }

  /** Sends what stands in the draft of a thread, or of the new one. */
  async send(id: ThreadId | typeof NEW_THREAD, handTo: HandedTo | null = null): Promise<void> {
    const text = this.drafts.read(id);
    const { target } = this.#snapshot;
    if (isBlank(text) || this.#snapshot.isSending || !fitsIntoOne(text)) return;
    await this.#write(async (discussion, author) => {
      if (id !== NEW_THREAD) {
        await discussion.answer(author, id, text, handTo);
        this.drafts.said(id, text);
        return;
      }
      if (!target) return;
      const { anchor, quote } = target;
      const { thread } = await discussion.begin(author, anchor, quote, text, handTo);
      this.drafts.said(NEW_THREAD, text, thread);
      this.#refresh();
      this.#set({ active: thread, target: null });
    });
  }

  /** Sends one's message as it reads now. Returns whether it could be sent. */
  async edit(thread: ThreadId, message: MessageId, text: readonly Inline[]): Promise<boolean> {
    return (
      fitsIntoOne(text) &&
      this.#write((discussion, author) => discussion.edit(author, thread, message, text))
    );
  }

  deleteMessage(thread: ThreadId, message: MessageId): Promise<boolean> {
    return this.#write((discussion, author) => discussion.deleteMessage(author, thread, message));
  }

  /** Ends a thread, or opens it again; either can be taken back for a moment. */
  resolve(thread: Thread, resolved: boolean): void {
    const texts = tLazy().discussion;
    const set = (isResolved: boolean) =>
      this.#write((discussion, author) => {
        if (thread.starter !== author.id) this.#makeKnown();
        return discussion.setResolved(author, thread.id, isResolved);
      });
    void set(resolved).then((isSaid) => {
      if (!isSaid) return;
      announceUndoable(resolved ? texts.nowResolved : texts.nowOpen, () => void set(!resolved));
    });
  }

  /** Takes a thread away for everybody; it can be brought back for a moment. */
  removeThread(thread: Thread): void {
    const set = (isRemoved: boolean) =>
      this.#write((discussion, author) => {
        this.#makeKnown();
        return discussion.setRemoved(author, thread.id, isRemoved);
      });
    void set(true).then((isSaid) => {
      if (isSaid) announceUndoable(tLazy().discussion.threadRemoved, () => void set(false));
    });
  }

  react(thread: ThreadId, message: Message, emoji: string): Promise<boolean> {
    const isMine = message.reactions.some(
      (reaction) => reaction.emoji === emoji && reaction.people.includes(this.me),
    );
    return this.#write((discussion, author) =>
      discussion.react(author, thread, message.id, emoji, !isMine),
    );
  }

  setDone(thread: ThreadId, message: MessageId, done: boolean): Promise<boolean> {
    return this.#write((discussion, author) => {
      // Of others' it counts only from whoever it is for, or who may write in the text.
      this.#makeKnown();
      return discussion.setDone(author, thread, message, done);
    });
  }

  /** Who takes the words of a thread elsewhere takes it along. */
  #carry(carried: readonly CarriedThread[]): Promise<boolean> {
    return this.#write(async (discussion, author) => {
      this.#makeKnown();
      for (const { thread, anchor } of carried) await discussion.place(author, thread, anchor);
    });
  }

  /** The same from another document, where one says so: as threads of one's own that quote the others. */
  #bring(brought: readonly BroughtThread[]): void {
    if (!this.mayWrite || this.#isEnded) return;
    const { broughtAlong, takeAlong, cameAlong } = tLazy().discussion;
    announceOffer(broughtAlong(brought.length), takeAlong, () => {
      const said = this.#write(async (discussion, author) => {
        for (const { anchor, quote, messages } of brought) {
          const [first = [], ...rest] = messages;
          const { thread } = await discussion.begin(author, anchor, quote, first);
          for (const text of rest) await discussion.answer(author, thread, text);
        }
        announce(cameAlong);
      });
      said.catch((error: unknown) => console.error('Comments could not be brought.', error));
    });
  }

  /** Only who may write in the text can have their name among those who wrote in it. */
  #makeKnown(): void {
    if (this.moderates) makeKnown(this.#options.body.doc, this.#options.person(), this);
  }

  /** Says it, or says that it could not be said. Returns whether it could. */
  async #write(
    say: (discussion: Discussion, author: Author) => Promise<unknown>,
  ): Promise<boolean> {
    this.open();
    const discussion = this.#discussion;
    if (!discussion || !this.mayWrite) {
      announce(tLazy().discussion.notSaid);
      return false;
    }
    this.#writes++;
    this.#set({ isSending: true });
    try {
      const author = await ownAuthor();
      // What this device has of it comes first: numbers are counted on from there.
      await this.#replica?.whenLoaded;
      await discussion.keepName(author, this.#options.person());
      await say(discussion, author);
      return true;
    } catch (error) {
      console.error('It could not be said.', error);
      announce(tLazy().discussion.notSaid);
      return false;
    } finally {
      this.#writes--;
      this.#set({ isSending: this.#writes > 0 });
    }
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
    const discussion = this.#discussion;
    const { view, binding } = this.menus;
    if (!discussion || this.#isEnded || view.isDestroyed) return;
    const { body, undo } = binding;
    const all = discussion.allThreads();
    const threads = all
      .filter(({ proposal }) => !proposal)
      .map((thread) => ({
        thread,
        place: placeOf(body, undo.history.restored, thread.anchors),
      }))
      .sort((a, b) => comparePlaces(body, a.place, b.place) || a.thread.at - b.thread.at);
    const people = new Map([...readPeople(body.doc), ...discussion.people()]);
    const marks = readMarks(this.#options.library, this.#options.docId);
    const unread = new Set(
      all.flatMap((thread) =>
        thread.isResolved ? [] : unreadIn(thread, marks, this.me).map(({ id }) => id),
      ),
    );
    this.#set({ threads, people, unread });
    if (this.#isTalkNew) this.#keepUnsaid(discussion);
    this.#isTalkNew = false;
    if (threads.length > 0) this.#signatures?.shown();
    this.readActive();
  }

  /** What one was about to say in a thread that is gone begins one about the same, when it is sent. */
  #keepUnsaid(discussion: Discussion): void {
    const { active, asked } = this.#snapshot;
    for (const id of this.drafts.threads()) {
      const about = discussion.lost(id);
      if (!about || this.drafts.has(NEW_THREAD)) continue;
      const target = { anchor: about.anchors[0]!, quote: about.quote };
      const hasFocus = document.activeElement?.closest(`[data-card="${id}"]`) != null;
      this.drafts.write(NEW_THREAD, this.drafts.read(id));
      this.drafts.write(id, []);
      this.drafts.keepTarget(target);
      if (active === id) this.#set({ active: NEW_THREAD, target, asked: hasFocus ? asked + 1 : 0 });
    }
  }

  #set(values: Partial<TalkSnapshot>): void {
    if (this.#isEnded) return;
    this.#snapshot = { ...this.#snapshot, ...values };
    this.#draw();
    for (const listener of this.#listeners) listener();
  }

  #draw(): void {
    // An input method begins again where what it writes in is drawn anew.
    if (this.menus.view.composing) {
      this.#refreshSoon(REST_MS);
      return;
    }
    const { threads, people, active, target } = this.#snapshot;
    const shown = threads
      .filter(({ thread }) => !thread.isResolved || thread.id === active)
      .map(({ thread, place }) => ({
        id: thread.id,
        place,
        says: saysOf(thread, people),
        isActive: thread.id === active,
      }));
    if (target) {
      const { body, undo } = this.menus.binding;
      const place = placeOf(body, undo.history.restored, [target.anchor]);
      shown.push({ id: NEW_THREAD, place, says: '', isActive: true });
    }
    // A mark goes along by itself: it is drawn anew where it says something else.
    const now = JSON.stringify(shown);
    if (now === this.#drawnAs) return;
    this.#drawnAs = now;
    drawThreads(this.menus.view, this.menus.binding, shown);
  }
}

/** Whether a text can be one message; says so where it cannot. */
function fitsIntoOne(text: readonly Inline[]): boolean {
  const fits = !isTooMuch(text);
  if (!fits) announce(tLazy().discussion.tooMuch(MAX_MESSAGE_LENGTH));
  return fits;
}

/** What is heard at the words of a thread. */
function saysOf({ messages: [first] }: Thread, people: ReadonlyMap<string, Person>): string {
  if (!first) return '';
  return tLazy().discussion.heard(
    nameOf(people, first.author),
    clip(plainMessage(first.text), 120),
  );
}

/** Whether a thread asks something of this person. */
export function concerns({ messages, starter }: Thread, person: string): boolean {
  return (
    starter === person ||
    messages.some(
      ({ author, text, task }) =>
        author === person || task?.for.person === person || mentionsIn(text).has(person),
    )
  );
}
