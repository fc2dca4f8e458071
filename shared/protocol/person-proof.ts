/**
 * How whoever connects or asks proves to be a person: by signing what the server has just made up.
 *
 * Invariant: what is signed names the server, the document and the challenge, so that it says nothing
 * to another server, about another document or on another connection. The key itself is never sent.
 */
import { PersonId } from '../access/ids.ts';
import { PublicKey, Signature } from '../access/person-key.ts';
import { type Of, object, text } from '../shape.ts';

/** Offered beside a subprotocol, never selected: whoever connects will sign a challenge. */
export const PERSON_SIGNS_SUBPROTOCOL = 'person.signs';
/** In a request: the answer is to bring a challenge for the next one; in the answer: that one. */
export const CHALLENGE_HEADER = 'Driftless-Challenge';
/** In a request: who asks, and their signature of a challenge that a former answer brought. */
export const PROOF_HEADER = 'Driftless-Proof';
export const CHALLENGE_WANTED = 'wanted';

export const Challenge = text({ pattern: /^[A-Za-z0-9_.-]{16,160}$/ });

export const Proof = object({ person: PersonId, publicKey: PublicKey, signature: Signature });
export type Proof = Of<typeof Proof>;

/** Answer of `GET /api/challenge`. */
export const ChallengeAnswer = object({ challenge: Challenge });

/** What is signed. `host` is the server's as the page's address has it, with a port that is not the usual one. */
export function provenBytes(host: string, document: string, challenge: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([host, document, challenge]));
}

export function writeProofHeader(
  { person, publicKey, signature }: Proof,
  challenge: string,
): string {
  return [person, publicKey, signature, challenge].join(' ');
}

/** What the header says, or null if it says nothing that could be checked. */
export function readProofHeader(header: string): { proof: Proof; challenge: string } | null {
  const [person, publicKey, signature, signed, ...rest] = header.split(' ');
  const proof = Proof.safeParse({ person, publicKey, signature });
  const challenge = Challenge.safeParse(signed);
  if (!proof.success || !challenge.success || rest.length > 0) return null;
  return { proof: proof.data, challenge: challenge.data };
}
