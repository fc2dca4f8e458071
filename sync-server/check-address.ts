/**
 * Asks, from a terminal, what the check-up wants to know of a server behind its address.
 *
 * Invariant: it changes nothing there.
 */
import { WebSocket } from 'ws';
import { type Facts, type Finding, judge } from '../shared/checkup/checkup.ts';
import { ERRORS, ErrorBody } from '../shared/protocol/errors.ts';
import { ServerInfo } from '../shared/protocol/http.ts';
import { ReadyAnswer } from '../shared/protocol/ready.ts';

const WITHIN_MS = 10_000;

/** `address` as people type it: `https://docs.example.org`. */
export async function checkAddress(address: string): Promise<Finding[]> {
  const { origin } = new URL(address);
  const [answer, { canStore, troubles }, isSocketThrough] = await Promise.all([
    askServer(origin),
    isReady(origin),
    reachesSocket(origin),
  ]);
  const found = judge({
    ...answer,
    origin,
    canStore,
    isSocketThrough,
    isSecureContext: null,
    appVersion: null,
    keepsHere: null,
  });
  return [...found, ...troubles.map((words) => ({ of: 'Told by it', isWell: false, words }))];
}

async function ask(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  try {
    return await fetch(new URL(path, origin), {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
  } catch {
    // No answer is an answer here.
    return null;
  }
}

async function askServer(
  origin: string,
): Promise<Pick<Facts, 'headers' | 'version' | 'clockAheadMs' | 'isOriginLetIn'>> {
  // As a page of this address would say it.
  const answer = await ask(origin, '/api/server', { Origin: origin });
  if (!answer) return { headers: null, version: null, clockAheadMs: null, isOriginLetIn: null };
  const body: unknown = await answer.json().catch(() => null);
  const info = ServerInfo.safeParse(body);
  const refusal = ErrorBody.safeParse(body);
  const sent = Date.parse(answer.headers.get('Date') ?? '');
  return {
    headers: new Map(answer.headers),
    version: info.success ? info.data.version : refusal.success ? 'of a version not told' : null,
    clockAheadMs: Number.isNaN(sent) ? null : sent - Date.now(),
    isOriginLetIn: info.success || (refusal.success ? false : null),
  };
}

async function isReady(
  origin: string,
): Promise<{ canStore: boolean | null; troubles: readonly string[] }> {
  const answer = await ask(origin, '/readyz');
  const body: unknown = await answer?.json().catch(() => null);
  const told = ReadyAnswer.safeParse(body);
  const canStore = answer === null || body === null || body === undefined ? null : answer.ok;
  return { canStore, troubles: told.success ? told.data.troubles : [] };
}

function reachesSocket(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/sync/checkup`, {
      origin,
      handshakeTimeout: WITHIN_MS,
    });
    // What it is about follows as a close.
    socket.on('error', () => undefined);
    socket.on('close', (code) => resolve(code === ERRORS.token_missing.close));
  });
}
