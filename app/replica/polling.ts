/**
 * The way round for networks that let no WebSocket through: exchanges over plain HTTP.
 *
 * Invariant: an answer is believed only if it is one of our server: anything else, such as the page
 * of a hotel network, means that the server is out of reach.
 */
import type { Secret } from '../../shared/access/ids.ts';
import { Role } from '../../shared/access/roles.ts';
import { refusalIn } from '../../shared/protocol/answers.ts';
import {
  EXCHANGE_TYPE,
  type Exchange,
  ROLE_HEADER,
  readExchange,
  writeExchange,
} from '../../shared/protocol/exchange.ts';

const ANSWER_WITHIN_MS = 30_000;

/** Where exchanges go, from where WebSockets go (`ws://host/sync`). */
export function exchangeUrl(serverUrl: string, docId: string): string {
  return `${serverUrl.replace(/^ws/, 'http').replace(/\/sync$/, '')}/api/docs/${docId}/sync`;
}

/** Throws CatalogueError if the server refuses, any other error if it is out of reach. */
export async function postExchange(
  url: string,
  secret: Secret,
  offered: Exchange,
  signal: AbortSignal,
): Promise<Exchange & { role: Role }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': EXCHANGE_TYPE },
    body: writeExchange(offered),
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.ok && answer.headers.get('Content-Type') === EXCHANGE_TYPE) {
    const read = readExchange(bytes);
    const role = Role.safeParse(answer.headers.get(ROLE_HEADER));
    if (read && role.success) return { ...read, role: role.data };
  }
  throw refusalIn(answer.status, new TextDecoder().decode(bytes));
}
