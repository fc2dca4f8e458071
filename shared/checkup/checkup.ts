/**
 * The check-up of an installation: what was found out about it from outside, judged, each with what
 * to do. The settings screen asks from a browser, `npm run doctor -- --url` from a terminal.
 *
 * Invariant: nothing is called well that was not tried; what could not be tried says so.
 */

import { CHECKUP_TEXTS } from './checkup-texts.ts';

export interface Finding {
  readonly of: string;
  /** Null where it could not be found out. */
  readonly isWell: boolean | null;
  /** What was found, and what to do if it is not well. */
  readonly words: string;
}

export interface Facts {
  /** The address people use, such as `https://docs.example.org`. */
  origin: string;
  /** Whether the browser counts it as secure; null where no browser was asked. */
  isSecureContext: boolean | null;
  /** The headers of an answer, by lower-case name; null if there was none. */
  headers: ReadonlyMap<string, string> | null;
  /** The server's version; null if something else answered, or nothing. */
  version: string | null;
  /** That of the app in the browser, where there is one. */
  appVersion: string | null;
  /** The server's clock minus this one's, ms. */
  clockAheadMs: number | null;
  /** Whether a request with this origin is let in. */
  isOriginLetIn: boolean | null;
  /** Whether a WebSocket came through to the server. */
  isSocketThrough: boolean;
  /** Whether the server says that it can store. */
  canStore: boolean | null;
  /** Whether this browser keeps what is written; null where no browser was asked. */
  keepsHere: boolean | null;
}

const CLOCK_MAY_DIFFER_MS = 2 * 60_000;

/** Headers every answer carries, and what they must hold. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', "default-src 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
];

type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Widened<T[Key]> };
/** What the check-up says, in some language. */
type CheckupTexts = Widened<typeof CHECKUP_TEXTS>;

export function judge(facts: Facts, texts: CheckupTexts = CHECKUP_TEXTS): Finding[] {
  const { of } = texts;
  return [
    { of: of.server, ...server(facts, texts) },
    { of: of.encryption, ...https(facts, texts) },
    { of: of.connection, ...sockets(facts, texts) },
    { of: of.address, ...origin(facts, texts) },
    { of: of.headers, ...headers(facts, texts) },
    { of: of.clock, ...clock(facts, texts) },
    { of: of.storage, ...storage(facts, texts) },
    ...(facts.keepsHere === null ? [] : [{ of: of.device, ...device(facts.keepsHere, texts) }]),
    ...(facts.appVersion === null ? [] : [{ of: of.version, ...versions(facts, texts) }]),
  ];
}

type Judged = Omit<Finding, 'of'>;

function server({ version, headers: found }: Facts, texts: CheckupTexts): Judged {
  if (version !== null) return { isWell: true, words: texts.answers(version) };
  return { isWell: false, words: found === null ? texts.nothingAnswers : texts.somethingElse };
}

function https({ origin: address, isSecureContext }: Facts, texts: CheckupTexts): Judged {
  const { protocol, hostname } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isWell = isSecureContext ?? (protocol === 'https:' || isLocal);
  if (!isWell) return { isWell, words: texts.notEncrypted };
  return { isWell, words: protocol === 'https:' ? texts.encrypted : texts.local };
}

function sockets({ isSocketThrough }: Facts, texts: CheckupTexts): Judged {
  const words = isSocketThrough ? texts.socketsThrough : texts.noSockets;
  return { isWell: isSocketThrough, words };
}

function origin({ isOriginLetIn }: Facts, texts: CheckupTexts): Judged {
  if (isOriginLetIn === null) return { isWell: null, words: texts.notTried };
  return { isWell: isOriginLetIn, words: isOriginLetIn ? texts.letIn : texts.notLetIn };
}

function headers({ headers: found }: Facts, texts: CheckupTexts): Judged {
  if (found === null) return { isWell: null, words: texts.notTried };
  const missing = HEADERS.filter(([name, value]) => !found.get(name)?.includes(value));
  if (missing.length === 0) return { isWell: true, words: texts.headersArrive };
  return { isWell: false, words: texts.headersMissing(missing.map(([name]) => name).join(', ')) };
}

function clock({ clockAheadMs }: Facts, texts: CheckupTexts): Judged {
  if (clockAheadMs === null) return { isWell: null, words: texts.noTime };
  if (Math.abs(clockAheadMs) <= CLOCK_MAY_DIFFER_MS) {
    return { isWell: true, words: texts.clocksAgree };
  }
  const minutes = Math.round(Math.abs(clockAheadMs) / 60_000);
  const words = clockAheadMs > 0 ? texts.clockAhead(minutes) : texts.clockBehind(minutes);
  return { isWell: false, words };
}

function storage({ canStore }: Facts, texts: CheckupTexts): Judged {
  if (canStore === null) return { isWell: null, words: texts.notAsked };
  return { isWell: canStore, words: canStore ? texts.canStore : texts.cannotStore };
}

function device(keepsHere: boolean, texts: CheckupTexts): Judged {
  return { isWell: keepsHere, words: keepsHere ? texts.keepsHere : texts.keepsNothing };
}

function versions({ appVersion, version }: Facts, texts: CheckupTexts): Judged {
  if (version === null) return { isWell: null, words: texts.notCompared };
  if (version === appVersion) return { isWell: true, words: texts.sameVersion(version) };
  return { isWell: false, words: texts.otherVersions(String(appVersion), version) };
}
