/**
 * Asks, from this browser, what the check-up wants to know of the server and of what lies between.
 *
 * Invariant: it changes nothing, here or there, and needs no document.
 */
import { version } from '../../package.json';
import { type Facts, type Finding, judge } from '../../shared/checkup/checkup.ts';
import { ErrorBody } from '../../shared/protocol/errors.ts';
import { ServerInfo } from '../../shared/protocol/http.ts';
import { tLazy } from '../i18n/lazy.ts';

const WITHIN_MS = 10_000;
/** The server closes a socket without a key with this code: so it was there to be closed. */
const CLOSED_BY_SERVER = 4401;

export async function checkUp(): Promise<Finding[]> {
  const [answer, isOriginLetIn, isSocketThrough, canStore, keepsHere] = await Promise.all([
    askServer(),
    isLetIn(),
    reachesSocket(),
    isReady(),
    canKeep(),
  ]);
  const facts = {
    ...answer,
    origin: location.origin,
    isSecureContext,
    appVersion: version,
    isOriginLetIn,
    isSocketThrough,
    canStore,
    keepsHere,
  };
  return judge(facts, tLazy().checkup.findings);
}

function ask(path: string, method = 'GET'): Promise<Response | null> {
  // No answer is an answer here.
  return fetch(path, { method, cache: 'no-store', signal: AbortSignal.timeout(WITHIN_MS) }).catch(
    () => null,
  );
}

async function askServer(): Promise<Pick<Facts, 'headers' | 'version' | 'clockAheadMs'>> {
  const answer = await ask('/api/server');
  if (!answer) return { headers: null, version: null, clockAheadMs: null };
  const sent = Date.parse(answer.headers.get('Date') ?? '');
  const info = ServerInfo.safeParse(await answer.json().catch(() => null));
  return {
    headers: new Map(answer.headers),
    version: info.success ? info.data.version : null,
    clockAheadMs: Number.isNaN(sent) ? null : sent - Date.now(),
  };
}

/** Only a request that could change something says where it comes from. */
async function isLetIn(): Promise<boolean | null> {
  const answer = await ask('/api/server', 'POST');
  const body = ErrorBody.safeParse(await answer?.json().catch(() => null));
  return body.success ? body.data.error.code !== 'origin_refused' : null;
}

function reachesSocket(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/sync/checkup`);
    const late = setTimeout(() => socket.close(), WITHIN_MS);
    socket.onclose = ({ code }) => {
      clearTimeout(late);
      resolve(code === CLOSED_BY_SERVER);
    };
  });
}

async function isReady(): Promise<boolean | null> {
  const answer = await ask('/readyz');
  if (!answer) return null;
  const body: unknown = await answer.json().catch(() => null);
  // A page of somebody else's says nothing about the server.
  if (body === null) return null;
  return answer.ok;
}

function canKeep(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('driftless:library');
      const late = setTimeout(() => resolve(false), WITHIN_MS);
      request.onsuccess = () => {
        clearTimeout(late);
        request.result.close();
        resolve(true);
      };
      request.onerror = () => resolve(false);
      // The app makes it, in a shape of its own.
      request.onupgradeneeded = () => request.transaction?.abort();
    } catch {
      // There is none, or its very name is forbidden here.
      resolve(false);
    }
  });
}
