/**
 * The history of the document on the screen: what is known of it, and which session is looked at. A
 * store that React components subscribe to.
 *
 * Invariant: a snapshot is never changed in place. Nothing is asked of the server or of a worker
 * before somebody wants to look back, and looking changes nothing in the document. What the server
 * says counts: what this device kept of it shows only while the server cannot be reached.
 */
import * as Y from 'yjs';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { readWriters } from '../../shared/document/claims.ts';
import type { Change } from '../../shared/document/review/changes.ts';
import {
  addVersion,
  followVersions,
  momentOf,
  type NamedVersion,
  readVersions,
} from '../../shared/document/versions.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { type HistoryEntry, readHistoryPage } from '../../shared/protocol/history.ts';
import {
  forgetHistory,
  type KeptPage,
  keepHistory,
  readHistory,
} from '../replica/kept-histories.ts';
import { ownPins } from '../replica/own-signer.ts';
import { readSeen } from '../replica/seen-copies.ts';
import { ownScript } from '../ui/trusted-types.ts';
import { fetchHistory } from './history-api.ts';
import type { Look, PastMoment, PastStep, Session, WrittenUntil } from './history-log.ts';
import type { Answer, Answers, Question } from './history-worker.ts';
import workerAddress from './history-worker.ts?worker&url';

/** What others write is asked for when it has rested so long, ms. */
const RESTS_MS = 1500;
/** Where others never rest, it is asked for once in so long, ms. */
const WAITS_MS = 5000;

/** A version, and after how many rows of the history it was; null where those are not known here. */
export interface PlacedVersion extends NamedVersion {
  rows: number | null;
}

/** What is looked at. */
export interface Chosen {
  /** Of which entry of the list it is: see `entryOf`. */
  entry: string;
  moment: PastMoment;
  /** After how many rows begins what is shown as changed. */
  from: number;
  at: number;
  /** Those who wrote what is shown as changed; null for whoever did not prove who they are. */
  people: readonly (string | null)[];
  /** Of a version. */
  name: string | null;
  look: Look;
}

export interface HistorySnapshot {
  /** Newest first; null while nothing is known. */
  sessions: readonly Session[] | null;
  /** When the history begins, if who wrote what was there then is not kept. */
  beginsAt: number | null;
  /** Newest first. */
  versions: readonly PlacedVersion[];
  isAsking: boolean;
  /** Why there is no more of it; 'broken' where it cannot be made out. */
  problem: ErrorCode | 'unreachable' | 'broken' | null;
  /**
   * Without the server: when this device was told last what there is, in milliseconds since 1970, or
   * null where it never was.
   */
  toldAt: number | null;
  /** This device has no room for what it was told. */
  isWithoutRoom: boolean;
  chosen: Chosen | null;
}

export const NOTHING: HistorySnapshot = {
  sessions: null,
  beginsAt: null,
  versions: [],
  isAsking: false,
  problem: null,
  toldAt: null,
  isWithoutRoom: false,
  chosen: null,
};

/** What names an entry among sessions and versions. */
export function entryOf(entry: Session | PlacedVersion): string {
  return 'id' in entry ? entry.id : String(entry.from);
}

export class DocumentHistory {
  readonly #doc: Y.Doc;
  readonly #docId: DocId;
  readonly #secret: Secret;
  readonly #listeners = new Set<() => void>();
  #snapshot: HistorySnapshot = NOTHING;
  #worker: Worker | null = null;
  readonly #waiting: { resolve: (told: never) => void; reject: (error: Error) => void }[] = [];
  /** After which row the server is asked for more. */
  #known = 0;
  /** What is known was kept here, and may not be what the server says by now. */
  #isKept = false;
  /** Since what is shown was told, all of it was told anew. */
  #isAnew = false;
  /** When the server told the last of it, ms since 1970; null where it never did. */
  #toldAt: number | null = null;
  /** How many rows of what is shown the server told. */
  #toldRows = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Since when there is something to be asked for, ms of this page's clock; null where nothing is. */
  #waitsSince: number | null = null;
  #isClosed = false;
  /** Something was written while it was asked. */
  #isBehind = false;
  /** Of several sessions that were chosen one after the other, the last one is shown. */
  #choices = 0;

  constructor(docId: DocId, secret: Secret, doc: Y.Doc) {
    this.#docId = docId;
    this.#secret = secret;
    this.#doc = doc;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get = (): HistorySnapshot => this.#snapshot;

  /** Asks for what there is, now and whenever something was written. @returns how to stop */
  follow(): () => void {
    const soon = () => {
      const now = performance.now();
      this.#waitsSince ??= now;
      clearTimeout(this.#rest);
      this.#rest = setTimeout(
        () => void this.ask(),
        Math.min(RESTS_MS, this.#waitsSince + WAITS_MS - now),
      );
    };
    this.#doc.on('update', soon);
    addEventListener('online', soon);
    const stop = followVersions(this.#doc, () => void this.#placeVersions());
    void this.ask();
    return () => {
      stop();
      clearTimeout(this.#rest);
      this.#doc.off('update', soon);
      removeEventListener('online', soon);
    };
  }

  /** Asks the server for what is not known yet; without it, this device. */
  async ask(): Promise<void> {
    if (this.#snapshot.isAsking) {
      this.#isBehind = true;
      return;
    }
    this.#isBehind = false;
    this.#waitsSince = null;
    this.#set({ isAsking: true, problem: null });
    try {
      const writers = await readWriters(this.#doc, this.#docId, await ownPins());
      let problem: HistorySnapshot['problem'] = null;
      try {
        await this.#askServer();
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        problem = 'unreachable';
        await this.#askDevice();
      }
      await this.#tell({ ask: 'who', writers });
      await this.#show(await this.#tell({ ask: 'sessions' }), problem);
      if (this.#isBehind) await this.ask();
    } catch (error) {
      // Whoever has left needs no reason.
      if (!this.#isClosed) this.#set({ isAsking: false, problem: problemOf(error) });
    }
  }

  async #askServer(): Promise<void> {
    const from = this.#isKept ? 0 : this.#known;
    const pages: KeptPage[] = [];
    const told: HistoryEntry[][] = [];
    let after = from;
    for (let more = true; more; ) {
      const { entries, next, bytes } = await this.#fetch(after);
      if (entries.length > 0) {
        pages.push({ after, bytes });
        told.push(entries);
      }
      more = next !== null;
      after = next ?? after;
    }
    if (this.#isKept) await this.#tell({ ask: 'anew' });
    this.#isAnew = this.#isKept;
    this.#isKept = false;
    // Also where nothing came: what this device has is not behind it any more.
    for (const entries of told.length > 0 ? told : [[]]) await this.#tell({ ask: 'add', entries });
    this.#known = after;
    this.#toldAt = Date.now();
    if (pages.length > 0 || from === 0) await this.#keep(from, pages);
  }

  async #fetch(after: number): ReturnType<typeof fetchHistory> {
    try {
      return await fetchHistory(this.#docId, this.#secret, after);
    } catch (error) {
      // It is not for whoever is at this device any more.
      if (error instanceof CatalogueError && error.code === 'history_hidden')
        await forgetHistory(this.#docId).catch((cause: unknown) =>
          console.warn('A history cannot be forgotten.', cause),
        );
      throw error;
    }
  }

  /** For a time without a network. Each device does so as far as it has room. */
  async #keep(after: number, pages: KeptPage[]): Promise<void> {
    try {
      await keepHistory(this.#docId, after, { at: this.#toldAt!, pages });
      this.#set({ isWithoutRoom: false });
    } catch (error) {
      console.warn('The history cannot be kept on this device.', error);
      this.#set({ isWithoutRoom: true });
    }
  }

  /** What the server told once, then the document as it was seen last, and as it is. */
  async #askDevice(): Promise<void> {
    if (this.#toldAt === null) await this.#readKept();
    const seen = await this.#kept(() => readSeen(this.#docId));
    const now = { state: Y.encodeStateAsUpdate(this.#doc), at: Date.now() };
    await this.#tell({ ask: 'own', states: seen ? [seen, now] : [now] });
  }

  async #readKept(): Promise<void> {
    const kept = await this.#kept(() => readHistory(this.#docId));
    if (kept === null) return;
    let [known, rows] = [0, 0];
    for (const { after, bytes } of kept.pages) {
      const page = after === known ? readHistoryPage(bytes) : null;
      if (page === null || page.next === null) break;
      await this.#tell({ ask: 'add', entries: page.entries });
      known = page.next;
      rows += page.entries.length;
    }
    if (rows === 0) return;
    this.#isKept = true;
    this.#toldAt = kept.at;
  }

  /** What cannot be read is as good as not there. */
  async #kept<T>(read: () => Promise<T | null>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      console.warn('What this device has of the history cannot be read.', error);
      return null;
    }
  }

  async #show(told: Answers['sessions'], problem: HistorySnapshot['problem']): Promise<void> {
    const { chosen } = this.#snapshot;
    const sessions = told.sessions.reverse();
    const { beginsAt } = told;
    // Other rows may stand where what is looked at was.
    const isOther = this.#isAnew || (chosen?.moment.rows ?? 0) > this.#toldRows;
    this.#isAnew = false;
    this.#toldRows = told.rows;
    this.#set({ sessions, beginsAt, problem, toldAt: this.#toldAt, isAsking: false });
    await this.#placeVersions();
    if (chosen === null || !isOther || chosen !== this.#snapshot.chosen) return;
    const again =
      this.#snapshot.versions.find(({ id, rows }) => id === chosen.entry && rows !== null) ??
      sessions.find(({ at }) => at === chosen.at);
    await this.choose(again ?? null);
  }

  /** Looks at a session, or at a version with what came since the one before; null is now. */
  async choose(entry: Session | PlacedVersion | null): Promise<void> {
    const choice = ++this.#choices;
    if (entry === null) {
      this.#set({ chosen: null });
      return;
    }
    const { from, ...chosen } = 'id' in entry ? this.#ofVersion(entry) : ofSession(entry);
    try {
      const look = await this.#tell({ ask: 'look', from, to: chosen.moment });
      if (choice !== this.#choices) return;
      const shown = { ...chosen, from: from.rows, entry: entryOf(entry), look };
      this.#set({ chosen: shown, problem: null });
    } catch (error) {
      if (!this.#isClosed) this.#set({ problem: problemOf(error) });
    }
  }

  /** Looks at a moment within a session, with what came in it until then. */
  async chooseRows(rows: number, at: number): Promise<void> {
    const session = this.#snapshot.sessions?.find(({ from }) => from < rows);
    if (session?.to === rows) return this.choose(session);
    const choice = ++this.#choices;
    try {
      const from = { rows: Math.min(session?.from ?? 0, rows) };
      const look = await this.#tell({ ask: 'look', from, to: { rows } });
      const people = [...new Set(look.changes.flatMap((change) => change.people))];
      const chosen: Chosen = {
        entry: '',
        moment: { rows },
        from: from.rows,
        at,
        people,
        name: null,
        look,
      };
      if (choice === this.#choices) this.#set({ chosen, problem: null });
    } catch (error) {
      if (!this.#isClosed) this.#set({ problem: problemOf(error) });
    }
  }

  /** What one of those did who wrote in what is looked at, to be taken back. */
  changesBy(person: string, { from, moment }: Chosen): Promise<Change[]> {
    return this.#tell({ ask: 'by', person, from, to: moment.rows });
  }

  /** The document after so many rows, as an update. */
  stateAt(rows: number): Promise<Uint8Array> {
    return this.#tell({ ask: 'state', rows });
  }

  /** The rows from one moment to another. */
  steps(from: number, to: number): Promise<PastStep[]> {
    return this.#tell({ ask: 'steps', from, to });
  }

  /** When the server had what was written under each client. */
  written(): Promise<Map<number, WrittenUntil[]>> {
    return this.#tell({ ask: 'written' });
  }

  /** When each row came, in milliseconds since 1970. */
  times(): Promise<Float64Array> {
    return this.#tell({ ask: 'times' });
  }

  /**
   * Gives a moment a name.
   *
   * @param chosen what is looked at; null for what is there now
   * @param by id of whoever names it
   */
  async name(name: string, chosen: Chosen | null, by: string): Promise<void> {
    const told =
      chosen?.moment.told ??
      (chosen
        ? await this.#tell({ ask: 'moment', rows: chosen.moment.rows })
        : momentOf(this.#doc));
    addVersion(this.#doc, { name, at: chosen?.at ?? Date.now(), by, moment: told });
  }

  /**
   * All that has changed since what is looked at.
   *
   * @returns null where this device has not heard of all that was there then
   */
  async changesSince({ moment }: Chosen): Promise<Change[] | null> {
    const now = Y.encodeStateAsUpdate(this.#doc);
    const since = await this.#tell({ ask: 'since', moment, now });
    return since && [...since.changes.map(({ change }) => change), ...since.unseen];
  }

  #ofVersion(version: PlacedVersion) {
    const { versions, sessions } = this.#snapshot;
    const rows = version.rows ?? 0;
    const before = versions
      .slice(versions.indexOf(version) + 1)
      .find((other) => other.rows !== null);
    const start = sessions?.find(({ from }) => from < rows)?.from ?? 0;
    const from: PastMoment = before ? { rows: before.rows!, told: before.moment } : { rows: start };
    const people = (sessions ?? [])
      .filter((session) => session.to > from.rows && session.from < rows)
      .reverse()
      .flatMap((session) => session.people);
    const moment: PastMoment = { rows, told: version.moment };
    return { from, moment, at: version.at, people: [...new Set(people)], name: version.name };
  }

  async #placeVersions(): Promise<void> {
    const named = readVersions(this.#doc);
    try {
      const of = named.map(({ moment, at }) => ({ moment, at }));
      const places = of.length > 0 ? await this.#tell({ ask: 'places', of }) : [];
      const versions = named.map((version, index) => ({ ...version, rows: places[index] ?? null }));
      this.#set({ versions: versions.reverse() });
    } catch (error) {
      if (!this.#isClosed) this.#set({ problem: problemOf(error) });
    }
  }

  /** Nothing is asked or told from now on. */
  close(): void {
    this.#isClosed = true;
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('Nobody looks back now.'));
  }

  #tell<Q extends Question>(question: Q): Promise<Answers[Q['ask']]> {
    if (this.#isClosed) return Promise.reject(new Error('Nobody looks back now.'));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      worker.postMessage(question);
    });
  }

  #start(): Worker {
    const worker = new Worker(ownScript(workerAddress), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = this.#waiting.shift();
      if ('told' in data) asked?.resolve(data.told as never);
      else asked?.reject(new Error(data.problem));
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(message));
    };
    return worker;
  }

  #set(change: Partial<HistorySnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function ofSession({ from, to, at, people }: Session) {
  return { from: { rows: from }, moment: { rows: to }, at, people, name: null };
}

function problemOf(error: unknown): NonNullable<HistorySnapshot['problem']> {
  if (error instanceof CatalogueError) return error.code;
  if (error instanceof Unreachable) return 'unreachable';
  console.error('The history cannot be made out.', error);
  return 'broken';
}
