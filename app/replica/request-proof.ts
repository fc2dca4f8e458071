/**
 * Proves who asks something over HTTP, by signing a challenge that a former answer brought.
 *
 * Invariant: a challenge is signed once, for one document of one server. A server that gives none is
 * asked without a proof; what is asked is never held up by one that cannot be had.
 */
import { readJson } from '../../shared/protocol/answers.ts';
import {
  CHALLENGE_HEADER,
  CHALLENGE_WANTED,
  Challenge,
  ChallengeAnswer,
  PROOF_HEADER,
  provenBytes,
  writeProofHeader,
} from '../../shared/protocol/person-proof.ts';
import { ownPerson } from './open-replica.ts';
import { signAsOwn } from './own-signer.ts';

/** The server takes them for twice as long, ms. */
const FRESH_MS = 5 * 60_000;
/** How long to wait for one that is asked for, ms. */
const WITHIN_MS = 5_000;
/** So many are kept for calls that go side by side. */
const MOST_KEPT = 8;

const kept = new Map<string, { challenge: string; at: number }[]>();

/**
 * Headers that prove who asks; `origin` is '' for the page's own. `mayAsk` says whether a challenge
 * may be asked for where none is at hand, which costs a round trip.
 */
export async function proofHeaders(
  origin: string,
  document: string,
  mayAsk: boolean,
): Promise<Record<string, string>> {
  if (ownPerson() === null) return {};
  const wanted = { [CHALLENGE_HEADER]: CHALLENGE_WANTED };
  try {
    const challenge = takeKept(origin) ?? (mayAsk ? await ask(origin) : null);
    if (challenge === null) return wanted;
    const { host } = new URL(origin || location.href);
    const proof = await signAsOwn('request', provenBytes(host, document, challenge));
    return proof ? { ...wanted, [PROOF_HEADER]: writeProofHeader(proof, challenge) } : wanted;
  } catch (error) {
    console.error('It cannot be proved who is at this device.', error);
    return wanted;
  }
}

/** Keeps the challenge that an answer brings. */
export function keepChallenge(origin: string, { headers }: Pick<Response, 'headers'>): void {
  const challenge = Challenge.safeParse(headers.get(CHALLENGE_HEADER));
  if (!challenge.success) return;
  const list = kept.get(origin) ?? [];
  kept.set(origin, [...list, { challenge: challenge.data, at: Date.now() }].slice(-MOST_KEPT));
}

function takeKept(origin: string): string | null {
  const list = kept.get(origin);
  while (list !== undefined && list.length > 0) {
    const { challenge, at } = list.pop()!;
    if (Math.abs(Date.now() - at) < FRESH_MS) return challenge;
  }
  return null;
}

/** Null where the server knows of none, or cannot be reached: then nor can what comes next. */
async function ask(origin: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/api/challenge`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const read = ChallengeAnswer.safeParse(readJson(await answer.text()));
    return answer.ok && read.success ? read.data.challenge : null;
  } catch {
    return null;
  }
}
