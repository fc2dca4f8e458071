/**
 * Where a request comes from: which web page's origin, and which network address.
 *
 * Invariant: headers a proxy writes count only when the operator said that one is there.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  return host === (forwarded ?? headers.host);
}

/** Network address of the client. With n trusted proxies, the n-th address from the right. */
export function addressOfRequest(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  request: IncomingMessage,
): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (trustProxy === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  return hops.at(-trustProxy)?.trim() || direct;
}
