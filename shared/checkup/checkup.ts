/**
 * The check-up of an installation: what was found out about it from outside, judged, each with what
 * to do. The settings screen asks from a browser, `npm run doctor -- --url` from a terminal.
 *
 * Invariant: nothing is called well that was not tried; what could not be tried says so.
 */

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

export function judge(facts: Facts): Finding[] {
  return [
    server(facts),
    https(facts),
    sockets(facts),
    origin(facts),
    headers(facts),
    clock(facts),
    storage(facts),
    ...(facts.keepsHere === null ? [] : [device(facts.keepsHere)]),
    ...(facts.appVersion === null ? [] : [versions(facts)]),
  ];
}

function server({ version, headers: found }: Facts): Finding {
  const words =
    version !== null
      ? `Driftless ${version} answers.`
      : found === null
        ? 'Nothing answers at this address. Is the server running, and does the proxy pass on to its port?'
        : 'Something else answers at this address. Does the proxy pass all paths on to the server?';
  return { of: 'Server', isWell: version !== null, words };
}

function https({ origin: address, isSecureContext }: Facts): Finding {
  const { protocol, hostname } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isWell = isSecureContext ?? (protocol === 'https:' || isLocal);
  const words = isWell
    ? protocol === 'https:'
      ? 'What travels is encrypted, and the app can be kept for offline use.'
      : 'This computer itself: the app can be kept for offline use. Others need https.'
    : 'Not over https: anybody on the way can read along, and browsers do not keep the app for offline use. Put a proxy with a certificate in front.';
  return { of: 'Encryption', isWell, words };
}

function sockets({ isSocketThrough }: Facts): Finding {
  const words = isSocketThrough
    ? 'Live connections come through.'
    : 'No WebSocket comes through, so changes travel every few seconds and nobody is seen. The proxy must pass on Upgrade and Connection for /sync/.';
  return { of: 'Live connection', isWell: isSocketThrough, words };
}

function origin({ isOriginLetIn }: Facts): Finding {
  const words =
    isOriginLetIn === null
      ? 'Could not be tried.'
      : isOriginLetIn
        ? 'Pages of this address are let in.'
        : 'Pages of this address are refused as those of another website. The proxy must pass on the Host header as it came, or ALLOWED_ORIGINS must name this address.';
  return { of: 'Address', isWell: isOriginLetIn, words };
}

function headers({ headers: found }: Facts): Finding {
  const of = 'Protective headers';
  if (found === null) return { of, isWell: null, words: 'Could not be tried.' };
  const missing = HEADERS.filter(([name, value]) => !found.get(name)?.includes(value));
  if (missing.length === 0) return { of, isWell: true, words: 'They arrive as they were sent.' };
  const names = missing.map(([name]) => name).join(', ');
  return {
    of,
    isWell: false,
    words: `Missing or changed on the way: ${names}. Let the proxy pass on what the server sends.`,
  };
}

function clock({ clockAheadMs }: Facts): Finding {
  const of = 'Clock';
  if (clockAheadMs === null) return { of, isWell: null, words: 'The answer had no time in it.' };
  const minutes = Math.round(Math.abs(clockAheadMs) / 60_000);
  if (Math.abs(clockAheadMs) <= CLOCK_MAY_DIFFER_MS) {
    return { of, isWell: true, words: 'The server and this device agree on the time.' };
  }
  const way = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return {
    of,
    isWell: false,
    words: `The server is ${minutes} minutes ${way} this device. Links end at the wrong time: set the clock that is wrong.`,
  };
}

function storage({ canStore }: Facts): Finding {
  const words =
    canStore === null
      ? 'Could not be asked: the proxy does not pass on /readyz, or nothing answered.'
      : canStore
        ? 'The server can store.'
        : 'The server cannot store. Look at its log, and whether the disk is full or read-only.';
  return { of: 'Storage of the server', isWell: canStore, words };
}

function device(keepsHere: boolean): Finding {
  const words = keepsHere
    ? 'This browser keeps what you write.'
    : 'This browser keeps nothing of this app: a private window, a setting, or no room.';
  return { of: 'Storage of this browser', isWell: keepsHere, words };
}

function versions({ appVersion, version }: Facts): Finding {
  const of = 'Version';
  if (version === null) return { of, isWell: null, words: 'Could not be compared.' };
  if (version === appVersion) return { of, isWell: true, words: `App and server are ${version}.` };
  return {
    of,
    isWell: false,
    words: `The app here is ${appVersion}, the server ${version}. Reload; if that does not help, a cache in between keeps an old app.`,
  };
}
