/**
 * Where a request comes from: which web page's origin, and which network address.
 *
 * Invariant: headers a proxy writes count only when the operator said that one is there.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Config } from '../config.ts';

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host'> & {
  'x-forwarded-host'?: string | string[] | undefined;
};

/**
 * Whether a page of this origin may use the server: its own pages and those the operator named.
 * A request without an origin comes from no page.
 */
export function originAllowed(
  { allowedOrigins, trustProxy }: Pick<Config, 'allowedOrigins' | 'trustProxy'>,
  headers: Headers,
): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if (allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return host === asInAddress(protocol, calledBy(trustProxy, headers));
}

/** What the server was called, as the first of the trusted proxies heard it. */
function calledBy(trustProxy: number, headers: Headers): string | undefined {
  const hops = trustProxy > 0 ? hopsIn(headers['x-forwarded-host']) : [];
  return hops.at(-trustProxy) ?? hops[0] ?? headers.host;
}

/** The same as the address of a page has it: in small letters, without the usual port. */
function asInAddress(protocol: string, called = ''): string | null {
  const address = `${protocol}//${called}`;
  return URL.canParse(address) ? new URL(address).host : null;
}

/** What each proxy added to a header, the nearest one last; some write it anew instead. */
function hopsIn(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return String(header)
    .split(',')
    .map((hop) => hop.trim());
}

/** The names under which somebody may have called this server, in this request: see `provenBytes`. */
export function hostsOf(
  { allowedOrigins, trustProxy }: Pick<Config, 'allowedOrigins' | 'trustProxy'>,
  headers: Headers,
): string[] {
  const called = calledBy(trustProxy, headers);
  const own = ['https:', 'http:'].flatMap((protocol) => asInAddress(protocol, called) ?? []);
  // Behind a proxy that writes a Host of its own, these are what the operator calls it.
  const named = allowedOrigins.flatMap((origin) =>
    URL.canParse(origin) ? new URL(origin).host : [],
  );
  return [...new Set([...own, ...named])];
}

/**
 * Whose limits a request counts for: the client's network address. With n trusted proxies, the n-th
 * address from the right.
 */
export function addressOfRequest(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  request: Pick<IncomingMessage, 'headers'> & {
    socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
  },
): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (trustProxy === 0) return shared(direct);
  return shared(hopsIn(request.headers['x-forwarded-for']).at(-trustProxy) || direct);
}

/** Some proxies write the port, too, and each would be an address of its own. */
function withoutPort(written: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1] ?? written;
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1] ?? bare;
}

/** Whether the person's own connection is encrypted, as the proxies that are trusted say. */
export function cameEncrypted(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  headers: IncomingHttpHeaders,
): boolean {
  if (trustProxy === 0) return false;
  const hops = hopsIn(headers['x-forwarded-proto']);
  return (hops.at(-trustProxy) ?? hops[0]) === 'https';
}

/** Whether a proxy seems to stand in front of which the operator has said nothing. */
export function comesThroughUnknownProxy(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  headers: IncomingHttpHeaders,
): boolean {
  return trustProxy === 0 && headers['x-forwarded-for'] !== undefined;
}

/**
 * What one household has of an address: all of IPv4, the first half of IPv6, of which everybody has
 * more addresses than there are limits.
 */
function shared(written: string): string {
  const address = withoutPort(written);
  if (!isIPv6(address)) return address;
  // In one form: small letters, no zeros in front, the longest row of them left out.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const plain = hostname.slice(1, -1);
  const v4 = V4_IN_V6.exec(plain)?.slice(1);
  if (v4 !== undefined) return v4.flatMap(bytesOf).join('.');
  const [start = '', end] = plain.split('::');
  const first = start === '' ? [] : start.split(':');
  const last = end ? end.split(':') : [];
  const gap = end === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: gap }, () => '0'), ...last];
  return `${groups.slice(0, 4).join(':')}::`;
}

/** IPv4 as programs write it that know IPv6 alone, and as translators between the two do (RFC 6052). */
const V4_IN_V6 = /^(?:::ffff|64:ff9b:):([0-9a-f]+):([0-9a-f]+)$/;

function bytesOf(group: string): number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 255];
}
