/**
 * Who proves to be which person, by what they signed.
 *
 * Invariant: an id that is the hash of a public key is proved by that key's signature alone. One that
 * is older belongs to the key that its seed, once shown to this server, has; until that is known, to
 * the first one that signed for it here. A challenge is good for one proof, at any server on the store.
 */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { personIdOf, type Secret } from '../../shared/access/ids.ts';
import { bindingOf, type PublicKey, type Purpose, signed } from '../../shared/access/person-key.ts';
import { type Proof, provenBytes } from '../../shared/protocol/person-proof.ts';
import type { Log } from '../log.ts';
import type { SharedStorage, Storage } from '../storage/storage.ts';
import { AddressLimit } from './rates.ts';
import { ShareCounter } from './shares.ts';

/** How long a challenge that came with an answer can be signed. */
const CHALLENGE_MS = 10 * 60_000;
/** Those that were used are remembered until they are old; of each address as many as are still free. */
const MOST_USED = 100_000;
/** How many of them are looked at with each that is used: more than one, or they would never be fewer. */
const LOOKS_AT_USED = 10;
/** Keys that were shown and are known to be stored. */
const MOST_SHOWN = 20_000;
/** Keys from one address that are stored in a minute: each is a row, and anybody can make one. */
const STORED_PER_MINUTE = 120;
/** What stands in front of a seed in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What a proof has to be about. */
export interface ProofSubject {
  purpose: Purpose & ('connection' | 'request');
  /** The names under which whoever proves it may have called this server. */
  hosts: readonly string[];
  document: string;
  challenge: string;
}

export class PersonProofs {
  readonly #storage: Pick<Storage, 'pinPersonKey'>;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #shared: Pick<SharedStorage, 'secret' | 'takeOnce'> | null;
  /** This server's only, for as long as it runs, or that of all on one store. */
  readonly #stamp: Uint8Array | string;
  readonly #used = new Map<string, { end: number; address: string }>();
  readonly #usedFrom = new ShareCounter();
  readonly #shown = new Set<string>();
  readonly #stored = new AddressLimit(STORED_PER_MINUTE);

  /** `shared` is the store that other servers use, too: a request goes to any of them. */
  constructor(
    storage: Pick<Storage, 'pinPersonKey'>,
    log: Log,
    now: () => number = Date.now,
    shared: Pick<SharedStorage, 'secret' | 'takeOnce'> | null = null,
  ) {
    this.#storage = storage;
    this.#log = log;
    this.#now = now;
    this.#shared = shared;
    this.#stamp = shared === null ? randomBytes(32) : shared.secret;
  }

  /** The person who proves it, or null. */
  async personOf(proof: Proof, subject: ProofSubject): Promise<string | null> {
    if (!isSignedBy(proof, subject)) return null;
    const { person, publicKey } = proof;
    const binding = bindingOf(person, publicKey);
    if (binding !== 'pinned') return binding ? person : null;
    try {
      const pinned = await this.#storage.pinPersonKey(person, publicKey, false, this.#now());
      return pinned === publicKey ? person : null;
    } catch (error) {
      this.#log.error('key of a person not looked up', { person, error });
      return null;
    }
  }

  /**
   * The person whose key was shown, as programs and earlier versions do; the public key is remembered,
   * or the next time, where very many come from this address.
   */
  shown(key: Secret, address: string): string {
    const person = personIdOf(key);
    if (this.#shown.has(person) || !this.#stored.take(address, this.#now())) return person;
    if (this.#shown.size >= MOST_SHOWN) this.#shown.clear();
    this.#shown.add(person);
    this.#storage.pinPersonKey(person, publicKeyOf(key), true, this.#now()).catch((error) => {
      this.#shown.delete(person);
      this.#log.error('key of a person not stored', { person, error });
    });
    return person;
  }

  /** How many challenges that were used are remembered. */
  get remembered(): number {
    return this.#used.size;
  }

  /** A challenge for a request that is yet to come. Nothing is kept of it here. */
  issue(): string {
    const said = `${(this.#now() + CHALLENGE_MS).toString(36)}.${randomBytes(16).toString('base64url')}`;
    return `${said}.${this.#sealOf(said)}`;
  }

  /**
   * Whether this is a challenge of this server, or of another one on the store, that is not old; it is
   * none the next time.
   *
   * @param address whose limits it counts for
   */
  async spend(challenge: string, address: string): Promise<boolean> {
    const [until = '', nonce, seal = ''] = challenge.split('.');
    const expected = Buffer.from(this.#sealOf(`${until}.${nonce}`));
    const given = Buffer.from(seal);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    // Here first, where no more than so many are used in a while, whoever asks.
    if (!this.#takeHere(challenge, Number.parseInt(until, 36), address)) return false;
    try {
      return this.#shared === null || (await this.#shared.takeOnce(challenge));
    } catch (error) {
      this.#log.error('challenge not looked up', { error });
      return false;
    }
  }

  #takeHere(challenge: string, end: number, address: string): boolean {
    const now = this.#now();
    if (!(end > now) || this.#used.has(challenge)) return false;
    let looks = 0;
    for (const [old, used] of this.#used) {
      if (looks++ === LOOKS_AT_USED) break;
      this.#used.delete(old);
      // To the end: those of a clock that was ahead would keep all others behind them for as long.
      if (used.end > now) this.#used.set(old, used);
      else this.#usedFrom.giveBack(used.address);
    }
    if (!this.#usedFrom.take(address, MOST_USED - this.#used.size)) return false;
    this.#used.set(challenge, { end, address });
    return true;
  }

  #sealOf(said: string): string {
    return createHmac('sha256', this.#stamp).update(said).digest('base64url');
  }
}

/** A challenge for one connection. */
export function connectionChallenge(): string {
  return randomBytes(32).toString('base64url');
}

function isSignedBy({ publicKey, signature }: Proof, subject: ProofSubject): boolean {
  const { purpose, hosts, document, challenge } = subject;
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    });
    const bytes = Buffer.from(signature, 'base64url');
    return hosts.some((host) =>
      verify(null, signed(purpose, provenBytes(host, document, challenge)), key, bytes),
    );
  } catch {
    // No point of the curve, or not written as it should be: no proof, whatever OpenSSL calls it.
    return false;
  }
}

/** The public key that goes with a seed that was shown. */
export function publicKeyOf(key: Secret): PublicKey {
  const der = Buffer.concat([PKCS8, Buffer.from(key, 'base64url')]);
  const { x } = createPublicKey(
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  ).export({
    format: 'jwk',
  });
  if (x === undefined) throw new TypeError('the key has no public half');
  return x;
}
