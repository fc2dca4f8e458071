/**
 * Fetches pages and pictures of the web for somebody who named their address.
 *
 * Invariant: no connection is made to an address that is not public, whatever a name resolves to and
 * wherever a page sends on to, but to those the host allows; nothing of the person goes along; and
 * what one answer takes of time and memory is bounded.
 */
import type { IncomingMessage } from 'node:http';
import { get as getPlain } from 'node:http';
import { get as getEncrypted } from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { MAX_PREVIEW_ADDRESS_LENGTH } from '../../shared/protocol/limits.ts';

/** From the first redirection to the last byte, ms. */
const WITHIN_MS = 8_000;
const MOST_REDIRECTIONS = 4;
/** As a program that says what it is: some pages answer no other, some no browser's name. */
const USER_AGENT = 'Mozilla/5.0 (compatible; Driftless bookmark)';

/** The page cannot be had; the message says why, for the log. */
export class Unfetchable extends Error {
  override readonly name = 'Unfetchable';
}

export interface Fetched {
  /** Where it was in the end. */
  url: URL;
  /** Without parameters, in small letters: `text/html`. */
  type: string;
  /** As the answer says; '' where it does not. */
  charset: string;
  /** At most as many as were asked for; a longer answer is cut or refused. */
  bytes: Uint8Array;
}

export interface Wanted {
  /** Media types, or their beginnings, that are of use. */
  types: readonly string[];
  mostBytes: number;
  /** Whether the first bytes of a longer answer are of use. */
  mayBeCut: boolean;
}

export class PublicPages {
  readonly #plain: RequestFilteringHttpAgent;
  readonly #encrypted: RequestFilteringHttpsAgent;
  readonly #anyPort: boolean;

  /** `allowed`: addresses of the host's own network that may be asked as well, on any port. */
  constructor(allowed: readonly string[]) {
    const options = { allowIPAddressList: [...allowed] };
    this.#plain = new RequestFilteringHttpAgent(options);
    this.#encrypted = new RequestFilteringHttpsAgent(options);
    this.#anyPort = allowed.length > 0;
  }

  /** Throws Unfetchable. */
  async fetch(address: URL, wanted: Wanted): Promise<Fetched> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    let url = address;
    for (let turn = 0; turn <= MOST_REDIRECTIONS; turn++) {
      this.#check(url);
      const answer = await this.#ask(url, signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy();
        if (!URL.canParse(headers.location, url)) throw new Unfetchable('leads nowhere');
        url = new URL(headers.location, url);
        continue;
      }
      try {
        if (statusCode !== 200) throw new Unfetchable(`answers ${statusCode}`);
        return { url, ...(await read(answer, wanted)) };
      } finally {
        answer.destroy();
      }
    }
    throw new Unfetchable('sends on and on');
  }

  #check({ protocol, port, username, password, href }: URL): void {
    if (protocol !== 'http:' && protocol !== 'https:') throw new Unfetchable('is not of the web');
    // Other ports are services of other kinds.
    if (port !== '' && !this.#anyPort) throw new Unfetchable('is on an unusual port');
    if (username !== '' || password !== '') throw new Unfetchable('holds a password');
    if (href.length > MAX_PREVIEW_ADDRESS_LENGTH) throw new Unfetchable('is too long');
  }

  #ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const isEncrypted = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isEncrypted ? getEncrypted : getPlain)(
        url,
        {
          agent: isEncrypted ? this.#encrypted : this.#plain,
          signal,
          headers: {
            Accept: 'text/html,application/xhtml+xml,image/*;q=0.8,*/*;q=0.5',
            // A small answer that is compressed may be a large one.
            'Accept-Encoding': 'identity',
            'User-Agent': USER_AGENT,
          },
        },
        resolve,
      );
      request.on('error', (cause) => reject(new Unfetchable('does not answer', { cause })));
    });
  }
}

async function read(
  answer: IncomingMessage,
  { types, mostBytes, mayBeCut }: Wanted,
): Promise<Omit<Fetched, 'url'>> {
  const said = answer.headers['content-type'] ?? '';
  const type = (said.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (!types.some((wanted) => type.startsWith(wanted))) throw new Unfetchable(`is ${type}`);
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Unfetchable(`is encoded as ${encoding}, unasked`);
  const charset = /charset="?([\w:-]+)/i.exec(said)?.[1] ?? '';
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length <= mostBytes) continue;
      if (!mayBeCut) throw new Unfetchable('is too large');
      break;
    }
  } catch (cause) {
    if (cause instanceof Unfetchable) throw cause;
    throw new Unfetchable('breaks off', { cause });
  }
  return { type, charset, bytes: Buffer.concat(parts).subarray(0, mostBytes) };
}
