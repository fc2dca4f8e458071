/**
 * What a server is asked about notices that reach a closed app.
 *
 * Invariant: each call proves who asks; a refusal becomes an error of the catalogue, and no answer at
 * all is `Unreachable`.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { readJson, refusalIn, Unreachable } from '../../shared/protocol/answers.ts';
import {
  type ForgottenPush,
  PushAnswer,
  PushInfo,
  type WantedPush,
} from '../../shared/protocol/push.ts';
import { keepChallenge, proofHeaders } from '../replica/request-proof.ts';

/** How long a call may take before the network counts as not there, ms. */
const PATIENCE_MS = 15_000;

/** By what a push service knows this server; null where its host has no keys. Throws Unreachable. */
export async function askPushKey(): Promise<string | null> {
  const { status, text } = await ask('/api/server', {});
  const said = PushInfo.safeParse(readJson(text));
  if (status !== 200 || !said.success) throw new Unreachable(new Error('answered in another form'));
  return said.data.pushKey ?? null;
}

export async function putPush(docId: DocId, secret: Secret, wanted: WantedPush): Promise<void> {
  await change('PUT', `/api/docs/${docId}/push`, docId, wanted, {
    Authorization: `Bearer ${secret}`,
  });
}

/** Of one document, or of all. */
export async function forgetPush(forgotten: ForgottenPush): Promise<void> {
  await change('DELETE', '/api/push', '', forgotten, {});
}

async function change(
  method: string,
  path: string,
  document: string,
  body: WantedPush | ForgottenPush,
  headers: Record<string, string>,
): Promise<void> {
  const { status, text } = await ask(path, {
    method,
    headers: {
      ...headers,
      ...(await proofHeaders('', document, true)),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw refusalIn(status, text);
  if (!PushAnswer.safeParse(readJson(text)).success)
    throw new Unreachable(new Error('answered in another form'));
}

async function ask(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(path, {
      ...init,
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    keepChallenge('', answer);
    return { status: answer.status, text: await answer.text() };
  } catch (cause) {
    throw new Unreachable(cause);
  }
}
