/**
 * The drafts of an open document, as the screen shows them, and the one that is looked at in its place:
 * its replica, into which the document flows.
 *
 * Invariant: nothing of a draft is in the document before somebody merges it; and what is written in
 * one is kept and sent as what is written in the document.
 */
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { draftOf } from '../../shared/access/document-name.ts';
import type { DocId, DraftId, Secret } from '../../shared/access/ids.ts';
import { may, type Role } from '../../shared/access/roles.ts';
import { bodyText } from '../../shared/document/body.ts';
import { keepClaim, keepPerson } from '../../shared/document/people.ts';
import { readPeople } from '../../shared/document/read-people.ts';
import type { Change } from '../../shared/document/review/changes.ts';
import type { Step } from '../../shared/document/undo-history.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import {
  bringBack,
  DraftFlow,
  hasMore,
  mergeDraft,
  takeBackMerge,
} from '../../shared/suggesting/draft.ts';
import {
  addDraft,
  addDraftOf,
  discardDraft,
  followDrafts,
  mayAddDraft,
  type NamedDraft,
  readDraft,
  readDrafts,
  renameDraft,
  takeUpDraft,
} from '../../shared/suggesting/drafts.ts';
import type { Acceptance } from '../../shared/suggesting/review.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { tLazy } from '../i18n/lazy.ts';
import { isOffline } from '../replica/offline.ts';
import { FLOWS_IN, openReplica, type Replica } from '../replica/open-replica.ts';
import { claimOwn } from '../replica/own-claims.ts';
import { announce } from '../ui/announce.ts';
import { announceUndoable } from '../ui/undoable.ts';
import { Comparing } from './comparing.ts';

/** What is shown in the document's place. */
export interface ShownDraft {
  readonly id: DraftId;
  readonly doc: Y.Doc;
  /** Who is in it. */
  readonly awareness: Awareness;
  readonly mayWrite: boolean;
}

export interface DraftsSnapshot {
  readonly drafts: readonly NamedDraft[];
  readonly people: ReadonlyMap<string, Person>;
  readonly shown: ShownDraft | null;
  /** Whether the draft that is shown has what the document has not, to be merged. */
  readonly hasMore: boolean;
  /** What merging it would change. */
  readonly changes: readonly Change[];
  /** That is drawn in its text. */
  readonly isDrawn: boolean;
  /** Those that were merged at this page, where that can be taken back. */
  readonly merged: ReadonlySet<DraftId>;
  /** Those that were merged, in which somebody has written on. */
  readonly goesOn: ReadonlySet<DraftId>;
}

export interface DraftsOptions {
  docId: DocId;
  secret: Secret;
  /** The document. */
  body: Replica;
  person: () => Person;
  role: () => Role | null;
  /** What one did in the document and undo could take back, the oldest first; null in a copy of it. */
  steps: () => readonly Step[] | null;
}

/** How long the text rests before it is looked up what differs, ms. */
const REST_MS = 400;
/** How long a draft that is not on this device may take to come, ms. */
const COMES_WITHIN_MS = 5_000;
/** Of those that were merged, in how many it is looked up whether somebody has written on. */
const LOOKED_AT = 5;

/** A draft while it is open. */
interface Opened {
  readonly replica: Replica;
  readonly shown: ShownDraft;
  readonly stops: (() => void)[];
}

export class Drafts {
  readonly #options: DraftsOptions;
  readonly #listeners = new Set<() => void>();
  readonly #comparing = new Comparing();
  /** Not that of an editor's undo history: to take a merge back is a step of its own. */
  readonly #origin = {};
  readonly #acceptances = new Map<DraftId, Acceptance>();
  #snapshot: DraftsSnapshot = {
    drafts: [],
    people: new Map(),
    shown: null,
    hasMore: false,
    changes: [],
    isDrawn: true,
    merged: new Set(),
    goesOn: new Set(),
  };
  #opened: Opened | null = null;
  /** Those that were left, until no editor shows them. */
  readonly #left = new Set<Opened>();
  /** Counts what was asked for, so that what comes late is let go. */
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: () => void = () => undefined;
  #isEnded = false;

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  get = (): DraftsSnapshot => this.#snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether one may make drafts, write in them, merge and discard them. */
  get mayWrite(): boolean {
    const role = this.#options.role();
    return role !== null && may(role, 'writeBody');
  }

  /** Goes on for as long as the text is there. */
  start(): void {
    const { doc } = this.#options.body;
    this.#stop = followDrafts(doc, () => {
      // What is told here happens within the transaction.
      setTimeout(() => this.#list());
    });
    this.#list();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#asked++;
    clearTimeout(this.#timer);
    this.#comparing.end();
    this.#stop();
    this.#listeners.clear();
    this.#close();
    await Promise.all([...this.#left].map((each) => this.#letGo(each)));
  }

  // Which there are

  /** Makes one and opens it. */
  async make(name: string): Promise<void> {
    const { doc } = this.#options.body;
    if (!this.#mayAdd()) return;
    const id = addDraft(doc, this.#called(name), this.#origin);
    if (id === null) return;
    announce(tLazy().drafting.made);
    await this.open(id, true);
  }

  /** Makes one of what one just did in the document, which is without it from now on, and opens it. */
  async moveInto(name: string): Promise<void> {
    const { body, steps } = this.#options;
    const done = steps();
    if (!this.#mayAdd() || done === null) return;
    const texts = tLazy().drafting;
    const id = addDraftOf(body.doc, this.#called(name), done, this.#origin);
    if (id === null) {
      announce(texts.nothingToMove);
      return;
    }
    const undo = async () => {
      // One may have left it since.
      if (this.#opened?.shown.id !== id) await this.open(id);
      if (this.#opened?.shown.id === id) this.merge();
    };
    announceUndoable(texts.moved, () => void undo());
    await this.open(id, true);
  }

  /** Whether one more can be made; says so where the document has as many as it can have. */
  #mayAdd(): boolean {
    if (!this.mayWrite) return false;
    const mayAdd = mayAddDraft(this.#options.body.doc);
    if (!mayAdd) announce(tLazy().drafting.tooMany);
    return mayAdd;
  }

  /** So that the list says who made it. */
  #called(name: string): { name: string; at: number; by: string } {
    const { body, person } = this.#options;
    const me = person();
    body.doc.transact(() => {
      keepClaim(body.doc, me.id);
      keepPerson(body.doc, me);
    }, this.#origin);
    return { name, at: Date.now(), by: me.id };
  }

  rename(id: DraftId, name: string): void {
    if (this.mayWrite) renameDraft(this.#options.body.doc, id, name, this.#origin);
  }

  /**
   * Shows a draft in the document's place.
   *
   * @param isNew nobody can have written in it yet
   */
  async open(id: DraftId, isNew = false): Promise<void> {
    if (this.#opened?.shown.id === id) return;
    const asked = ++this.#asked;
    const replica = this.#replicaOf(id);
    let isKept = false;
    try {
      await Promise.all([replica.whenLoaded, this.#options.body.whenLoaded]);
      if (!isNew && !replica.hasContent() && !(await comes(replica))) {
        announce(tLazy().drafting.notHere);
        return;
      }
      if (asked !== this.#asked || this.#isEnded) return;
      this.#close();
      isKept = true;
      this.#show(id, replica);
      if (isNew) bringBack(replica.doc, this.#options.body.doc, id);
    } catch (error) {
      console.error('A draft could not be opened.', error);
      announce(tLazy().drafting.notHere);
    } finally {
      if (!isKept) await replica.close();
    }
  }

  /** Shows the document again. */
  leave(): void {
    this.#asked++;
    this.#close();
  }

  /** An editor shows this now, and no other any more. */
  isShown(doc: Y.Doc): void {
    for (const each of [...this.#left])
      if (each.shown.doc !== doc)
        this.#letGo(each).catch((error: unknown) =>
          console.error('A draft could not be closed.', error),
        );
  }

  #replicaOf(id: DraftId): Replica {
    const { docId, secret } = this.#options;
    return openReplica({ name: draftOf(docId, id), secret });
  }

  #show(id: DraftId, replica: Replica): void {
    const { docId, body } = this.#options;
    const mayWrite = this.#mayWriteIn(id);
    const { awareness } = replica;
    const stops = [body.include(replica)];
    let { doc } = replica;
    if (mayWrite) {
      const flow = new DraftFlow(doc, body.doc, id, FLOWS_IN);
      stops.push(() => flow.destroy(), claimOwn(doc, docId));
      void replica.whenSynced.then(() => {
        if (this.#opened?.replica === replica) bringBack(doc, body.doc, id);
      });
    } else {
      // Whose word would not be taken shows what there is and changes nothing of it.
      const [shown, stop] = together([body.doc, replica.doc]);
      doc = shown;
      stops.push(stop);
    }
    const changed = () => this.#compareSoon();
    for (const each of [doc, body.doc]) {
      each.on('update', changed);
      stops.push(() => each.off('update', changed));
    }
    this.#opened = { replica, shown: { id, doc, awareness, mayWrite }, stops };
    this.#set({ shown: this.#opened.shown, changes: [], hasMore: false });
    this.#compareSoon(0);
  }

  #close(): void {
    const opened = this.#opened;
    if (!opened) return;
    this.#opened = null;
    this.#left.add(opened);
    clearTimeout(this.#timer);
    this.#set({ shown: null, changes: [], hasMore: false });
  }

  async #letGo(opened: Opened): Promise<void> {
    if (!this.#left.delete(opened)) return;
    for (const stop of opened.stops) stop();
    await opened.replica.close();
  }

  // What becomes of them

  /** Has the document have all of the draft that is shown, and shows the document. */
  merge(): void {
    const opened = this.#opened;
    if (!opened?.shown.mayWrite || !this.mayWrite) return;
    const { body } = this.#options;
    const { id } = opened.shown;
    const name = readDraft(body.doc, id)?.name ?? '';
    const texts = tLazy().drafting;
    const acceptance = mergeDraft(body.doc, opened.replica.doc, id, this.#origin);
    if (!acceptance || acceptance.accepted.length === 0) {
      const waits = acceptance?.faults.some(({ fault }) => fault === 'waits');
      const cannot = acceptance?.faults.length ? texts.cannotMerge : texts.nothingToMerge;
      announce(waits ? texts.waits : cannot);
      return;
    }
    this.#acceptances.set(id, acceptance);
    this.#set({ merged: new Set(this.#acceptances.keys()) });
    this.leave();
    announceUndoable(texts.merged(name), () => void this.takeBack(id));
  }

  /** The document is without the draft again, and the draft as it was. */
  async takeBack(id: DraftId): Promise<void> {
    const acceptance = this.#acceptances.get(id);
    if (!acceptance || !this.mayWrite) return;
    const { body } = this.#options;
    const replica = this.#replicaOf(id);
    let flow: DraftFlow | null = null;
    try {
      await replica.whenLoaded;
      // One that is shown is the same, and has its own.
      const open = [this.#opened, ...this.#left];
      if (!open.some((each) => each?.shown.doc === replica.doc))
        flow = new DraftFlow(replica.doc, body.doc, id, FLOWS_IN);
      takeBackMerge(body.doc, replica.doc, id, acceptance, this.#origin);
      this.#acceptances.delete(id);
      this.#set({ merged: new Set(this.#acceptances.keys()) });
      announce(tLazy().drafting.isOpenAgain);
    } catch (error) {
      console.error('A merge could not be taken back.', error);
      announce(tLazy().drafting.notHere);
    } finally {
      flow?.destroy();
      await replica.close();
    }
  }

  discard(id: DraftId): void {
    const { doc } = this.#options.body;
    const draft = readDraft(doc, id);
    if (!draft || !this.mayWrite) return;
    discardDraft(doc, id, this.#origin);
    if (this.#opened?.shown.id === id) this.leave();
    announceUndoable(tLazy().drafting.discarded(draft.name), () => this.takeUp(id));
  }

  /** Takes a draft up again that was discarded. */
  takeUp(id: DraftId): void {
    if (!this.mayWrite) return;
    takeUpDraft(this.#options.body.doc, id, this.#origin);
    announce(tLazy().drafting.isOpenAgain);
  }

  // Looking

  setDrawn(isDrawn: boolean): void {
    this.#set({ isDrawn });
  }

  /** Finds those that were merged and in which somebody has written on, such as offline. */
  async lookWhatGoesOn(): Promise<void> {
    const { doc } = this.#options.body;
    const goesOn = new Set<DraftId>();
    const merged = readDrafts(doc).filter(({ state }) => state === 'accepted');
    for (const { id } of merged.slice(0, LOOKED_AT)) {
      const replica = this.#replicaOf(id);
      try {
        await replica.whenLoaded;
        if (!isOffline()) await comes(replica);
        if (replica.hasContent() && hasMore(replica.doc, doc, id)) goesOn.add(id);
      } finally {
        await replica.close();
      }
      if (this.#isEnded) return;
    }
    this.#set({ goesOn });
  }

  #list(): void {
    if (this.#isEnded) return;
    const { doc } = this.#options.body;
    const drafts = readDrafts(doc);
    if (drafts.length === 0 && this.#snapshot.drafts.length === 0) return;
    this.#set({ drafts, people: readPeople(doc) });
    if (!this.#opened) return;
    this.#compareSoon();
    this.heedRights();
  }

  /**
   * What is shown is written in no more, or again: it was discarded or taken up again, or one may
   * something else now.
   */
  heedRights(): void {
    const opened = this.#opened;
    if (!opened || opened.shown.mayWrite === this.#mayWriteIn(opened.shown.id)) return;
    this.#left.add(opened);
    const { id } = opened.shown;
    // It is loaded.
    this.#show(id, this.#replicaOf(id));
  }

  #mayWriteIn(id: DraftId): boolean {
    return this.mayWrite && readDraft(this.#options.body.doc, id)?.state !== 'rejected';
  }

  #compareSoon(ms = REST_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => whenIdle(() => this.#compare()), ms);
  }

  #compare(): void {
    const opened = this.#opened;
    if (!opened || this.#isEnded) return;
    const { doc } = this.#options.body;
    const { id } = opened.shown;
    const show = ({ own }: { own: Change[] }) => {
      if (this.#opened !== opened) return;
      this.#set({ changes: own, hasMore: hasMore(opened.shown.doc, doc, id) });
    };
    const compared = this.#comparing.of(doc, [], opened.shown.doc);
    if (!(compared instanceof Promise)) show(compared);
    else
      compared.then(show, (error: unknown) =>
        console.error('What a draft changes cannot be shown.', error),
      );
  }

  #set(values: Partial<DraftsSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...values };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the server has given what it has of it, within some seconds. */
async function comes(replica: Replica): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), isOffline() ? 0 : COMES_WITHIN_MS);
  });
  const isThere = await Promise.race([replica.whenSynced.then(() => true), late]);
  clearTimeout(timer);
  return isThere;
}

/** A document of all that stands in these, and comes into them. Returns how that ends. */
function together(docs: readonly Y.Doc[]): [Y.Doc, () => void] {
  const doc = new Y.Doc();
  // Before anything is in it: Yjs must not tidy its formatting.
  bodyText(doc);
  const take = (update: Uint8Array) => Y.applyUpdate(doc, update);
  for (const each of docs) {
    take(Y.encodeStateAsUpdate(each));
    each.on('update', take);
  }
  return [
    doc,
    () => {
      for (const each of docs) each.off('update', take);
      doc.destroy();
    },
  ];
}
