/**
 * The way round for networks that let no WebSocket through: exchanges over plain HTTP, one after the
 * other, for as long as nothing stops them.
 *
 * Invariant: an answer is believed only if it is one of our server: anything else, such as the page
 * of a hotel network, means that the server is out of reach.
 */
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { Secret } from '../../shared/access/ids.ts';
import { Role } from '../../shared/access/roles.ts';
import { refusalIn } from '../../shared/protocol/answers.ts';
import {
  DISCUSSION_HEADER,
  EXCHANGE_TYPE,
  type Exchange,
  type ExchangeAnswer,
  HIDDEN_HISTORY_HEADER,
  ROLE_HEADER,
  readExchange,
  SUGGESTS_HEADER,
  writeExchange,
} from '../../shared/protocol/exchange.ts';
import type { Ledger } from './ledger.ts';
import { keepChallenge, proofHeaders } from './request-proof.ts';
import { heedServerState } from './server-behind.ts';
import { splitUpdate } from './split-update.ts';
import { decodeValidated } from './validated-update.ts';

/** Until the next piece of an answer comes, ms; until the first one, beside what it takes to send. */
const ANSWER_WITHIN_MS = 30_000;
/** Slower than this nothing is sent. */
const LEAST_BYTES_PER_MS = 4;
/** After a change of one's own, so that a few keys share an exchange, ms. */
const AFTER_OWN_MS = 300;
/** Between two exchanges: while something changes, and when nothing has for long, ms. */
const PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 8000;
/** The same, while the server is out of reach. */
const LONGEST_RETRY_MS = 30_000;
/** A pause grows by this while nothing changes. */
const PAUSE_GROWTH = 1.5;

export interface HttpExchangeOptions {
  room: DocumentName;
  secret: Secret;
  /** Where WebSockets go, `ws://host/sync`. */
  serverUrl: string;
  doc: Y.Doc;
  ledger: Ledger;
  /** Bytes of an update that the server takes at once. */
  partBytes: number;
  /** Whether there is any use in asking: the device is online, and the server refused nothing. */
  mayAsk: () => boolean;
  /** Applies an update of the server's to the document. */
  apply: (update: Uint8Array) => void;
  /** Called with what each answer says that one may do. */
  answered: (
    role: Role,
    rest: Pick<ExchangeAnswer, 'hasDiscussion' | 'hidesHistory' | 'maySuggest'>,
  ) => void;
  /** Called when both sides have told each other what they have. */
  succeeded: () => void;
  /** Called when they could not, with a CatalogueError if the server refused. */
  failed: (error: unknown) => void;
}

export class HttpExchange {
  readonly #options: HttpExchangeOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #pauseMs = PAUSE_MS;
  /** Ends the exchange that is under way. */
  #underWay: AbortController | null = null;
  #isWorking = false;
  #isClosed = false;

  constructor(options: HttpExchangeOptions) {
    this.#options = options;
  }

  /** Whether the last exchange went well, and nothing has stopped them since. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** Exchanges at once, and from then on again and again. */
  start(): void {
    this.#plan(0);
  }

  /** The same, unless one is planned already. */
  ensure(): void {
    if (this.#timer === null) this.start();
  }

  /** Takes along what has just been written, if exchanges are what works. */
  wrote(): void {
    if (this.#isWorking) this.#plan(AFTER_OWN_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#underWay?.abort();
    this.#underWay = null;
    this.#isWorking = false;
    this.#pauseMs = PAUSE_MS;
  }

  /** Stops, and starts no more. */
  close(): void {
    this.stop();
    this.#isClosed = true;
  }

  /** The one that is under way plans the next itself. */
  #plan(ms: number): void {
    if (this.#underWay !== null || this.#isClosed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#exchange(), ms);
  }

  async #exchange(): Promise<void> {
    const { ledger, mayAsk, succeeded, failed } = this.#options;
    this.#timer = null;
    if (!mayAsk()) return;
    const underWay = new AbortController();
    this.#underWay = underWay;
    let isBusy = false;
    try {
      isBusy = ledger.count > 0;
      const ask = async (update: Uint8Array): Promise<void> => {
        if (await this.#ask(update, underWay.signal)) isBusy = true;
      };
      // What the server lacks can only be told once it has said what it has.
      if (!this.#isWorking || !isBusy) await ask(new Uint8Array());
      if (ledger.count > 0 || this.#isServerBehind()) await this.#offer(ask);
      this.#isWorking = true;
      succeeded();
    } catch (error) {
      if (underWay.signal.aborted) return;
      this.#isWorking = false;
      failed(error);
    }
    if (this.#underWay !== underWay) return;
    this.#underWay = null;
    const longest = this.#isWorking ? LONGEST_PAUSE_MS : LONGEST_RETRY_MS;
    this.#pauseMs = isBusy ? PAUSE_MS : Math.min(this.#pauseMs * PAUSE_GROWTH, longest);
    if (mayAsk()) this.#plan(this.#pauseMs);
  }

  /** As a server is that was restored from an older backup. */
  #isServerBehind(): boolean {
    const { doc, ledger } = this.#options;
    for (const [client, structs] of doc.store.clients) {
      const last = structs.at(-1);
      if (last && last.id.clock + last.length > (ledger.serverClocks.get(client) ?? 0)) return true;
    }
    return false;
  }

  /** Offers what the server lacks, in as many pieces as it takes. */
  async #offer(ask: (update: Uint8Array) => Promise<void>): Promise<void> {
    const { doc, ledger, partBytes } = this.#options;
    const covers = ledger.all();
    ledger.markAllSent(doc);
    const { epoch } = ledger;
    const known = Y.encodeStateVector(new Map(ledger.serverClocks));
    const update = Y.encodeStateAsUpdate(doc, known);
    const parts = update.length > partBytes ? splitUpdate(update, partBytes) : [update];
    for (const part of parts) await ask(part);
    if (ledger.epoch === epoch) ledger.confirm(covers);
  }

  /** One question and its answer; whether that brought something. */
  async #ask(update: Uint8Array, signal: AbortSignal): Promise<boolean> {
    const { doc, room, secret, serverUrl, ledger, apply, answered } = this.#options;
    const stateVector = Y.encodeStateVector(doc);
    const answer = await postExchange(
      exchangeUrl(serverUrl, room),
      secret,
      { stateVector, update },
      signal,
      true,
    );
    if (signal.aborted) throw signal.reason;
    decodeValidated(answer.update);
    let isNews = false;
    const note = (): void => {
      isNews = true;
    };
    doc.on('update', note);
    try {
      apply(answer.update);
    } finally {
      doc.off('update', note);
    }
    const claimed = Y.decodeStateVector(answer.stateVector);
    heedServerState(room, ledger.serverClocks, claimed);
    ledger.setServerClocks(claimed);
    answered(answer.role, answer);
    return isNews;
  }
}

/** All that the server has. Throws as `postExchange` does. */
export async function fetchWhole(
  serverUrl: string,
  room: DocumentName,
  secret: Secret,
): Promise<Uint8Array> {
  const nothing = { stateVector: Uint8Array.of(0), update: new Uint8Array() };
  const { signal } = new AbortController();
  const { update } = await postExchange(exchangeUrl(serverUrl, room), secret, nothing, signal);
  return update;
}

/** Where exchanges about a document go, given where WebSockets do. */
export function exchangeUrl(serverUrl: string, room: DocumentName): string {
  return `${serverUrl.replace(/^ws/, 'http').replace(/\/sync$/, '')}/api/docs/${room}/sync`;
}

/** Throws CatalogueError if the server refuses, any other error if it is out of reach. */
export async function postExchange(
  url: string,
  secret: Secret,
  offered: Exchange,
  signal: AbortSignal,
  provesPerson = false,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<ExchangeAnswer> {
  const { origin, pathname } = new URL(url);
  // The first question brings the challenge for those that bring something to the server.
  const proof = provesPerson
    ? await proofHeaders(origin, pathname.split('/').at(-2) ?? '', false)
    : {};
  const body = writeExchange(offered);
  const silence = new AbortController();
  const sending = setTimeout(
    () => silence.abort(),
    answerWithinMs + Math.ceil(body.length / LEAST_BYTES_PER_MS),
  );
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': EXCHANGE_TYPE,
      ...proof,
    },
    body,
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.any([signal, silence.signal]),
  }).finally(() => clearTimeout(sending));
  if (provesPerson) keepChallenge(origin, answer);
  const bytes = await wholeOf(answer, silence, answerWithinMs);
  if (answer.ok && answer.headers.get('Content-Type') === EXCHANGE_TYPE) {
    const read = readExchange(bytes);
    const role = Role.safeParse(answer.headers.get(ROLE_HEADER));
    const hasDiscussion = answer.headers.has(DISCUSSION_HEADER);
    const hidesHistory = answer.headers.has(HIDDEN_HISTORY_HEADER);
    const suggests = answer.headers.get(SUGGESTS_HEADER);
    if (read && role.success)
      return {
        ...read,
        role: suggests === 'role' ? 'suggester' : role.data,
        hasDiscussion,
        hidesHistory,
        maySuggest: suggests !== null,
      };
  }
  throw refusalIn(answer.status, new TextDecoder().decode(bytes));
}

/** All of an answer, however long that takes, unless nothing comes for so long. */
async function wholeOf(
  { body }: Response,
  silence: AbortController,
  withinMs: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  while (reader !== undefined) {
    const late = setTimeout(() => silence.abort(), withinMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(late));
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
