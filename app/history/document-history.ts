/**
 * The history of the document on the screen: what is known of it, and which session is looked at. A
 * store that React components subscribe to.
 *
 * Invariant: a snapshot is never changed in place. Nothing is asked of the server or of a worker
 * before somebody wants to look back, and looking changes nothing in the document.
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
import { ownPins } from '../replica/own-signer.ts';
import { ownScript } from '../ui/trusted-types.ts';
import { fetchHistory } from './history-api.ts';
import type { Look, PastMoment, PastStep, Session } from './history-log.ts';
import type { Answer, Answers, Question } from './history-worker.ts';
import workerAddress from './history-worker.ts?worker&url';

/** What others write is asked for when it has rested so long, ms. */
const RESTS_MS = 1500;

/** A version, and after how many rows of the history it was; null where those are not known here. */
export interface PlacedVersion extends NamedVersion {
  rows: number | null;
}

/** What is looked at. */
export interface Chosen {
  /** Of which entry of the list it is: see `entryOf`. */
  entry: string;
  moment: PastMoment;
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
  chosen: Chosen | null;
}

export const NOTHING: HistorySnapshot = {
  sessions: null,
  beginsAt: null,
  versions: [],
  isAsking: false,
  problem: null,
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
  #known = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
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
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => void this.ask(), RESTS_MS);
    };
    this.#doc.on('update', soon);
    const stop = followVersions(this.#doc, () => void this.#placeVersions());
    void this.ask();
    return () => {
      stop();
      clearTimeout(this.#rest);
      this.#doc.off('update', soon);
    };
  }

  /** Asks the server for what is not known yet. */
  async ask(): Promise<void> {
    if (this.#snapshot.isAsking) {
      this.#isBehind = true;
      return;
    }
    this.#isBehind = false;
    this.#set({ isAsking: true, problem: null });
    try {
      const writers = await readWriters(this.#doc, this.#docId, await ownPins());
      await this.#tell({ ask: 'who', writers });
      let told: Answers['add'] = { sessions: [], beginsAt: null };
      for (let more = true; more; ) {
        const { entries, next } = await fetchHistory(this.#docId, this.#secret, this.#known);
        more = next !== null;
        this.#known = next ?? this.#known;
        told = await this.#tell({ ask: 'add', entries });
      }
      // Not before: of a session that goes on behind a page, an end would be shown that it never had.
      const { sessions, beginsAt } = told;
      this.#set({ sessions: sessions.reverse(), beginsAt, isAsking: false });
      await this.#placeVersions();
      if (this.#isBehind) await this.ask();
    } catch (error) {
      // Whoever has left needs no reason.
      if (!this.#isClosed) this.#set({ isAsking: false, problem: problemOf(error) });
    }
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
      this.#set({ chosen: { ...chosen, entry: entryOf(entry), look }, problem: null });
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
      const chosen = { entry: '', moment: { rows }, at, people, name: null, look };
      if (choice === this.#choices) this.#set({ chosen, problem: null });
    } catch (error) {
      if (!this.#isClosed) this.#set({ problem: problemOf(error) });
    }
  }

  /** The document after so many rows, as an update. */
  stateAt(rows: number): Promise<Uint8Array> {
    return this.#tell({ ask: 'state', rows });
  }

  /** The rows from one moment to another. */
  steps(from: number, to: number): Promise<PastStep[]> {
    return this.#tell({ ask: 'steps', from, to });
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
