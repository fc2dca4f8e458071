/**
 * How often something may be done.
 *
 * Invariant: a counter forgets whoever has stopped, so its memory follows what goes on.
 */

/** Allows `burst` at once and `perSecond` in the long run. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #at: number;

  /** `now` is milliseconds of any steady clock. */
  constructor(burst: number, perSecond: number, now: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
    this.#at = now;
  }

  /** Takes one token; false if there is none. */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes what was used already: what is not there yet has to come in first. */
  spend(tokens: number, now: number): void {
    this.#refill(now);
    this.#tokens -= tokens;
  }

  /** Milliseconds until a token is there; 0 if one is. */
  wait(now: number): number {
    this.#refill(now);
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000);
  }

  get full(): boolean {
    return this.#tokens >= this.#burst;
  }

  #refill(now: number): void {
    this.#tokens = Math.min(
      this.#burst,
      // A clock that is set back takes nothing away.
      this.#tokens + (Math.max(0, now - this.#at) / 1000) * this.#perSecond,
    );
    this.#at = now;
  }
}

/** Keys that have had their all again are looked for this often. */
const FORGET_EVERY_MS = 1_000;

/** How often each key may do something in a minute, and how often at once. */
export class MinuteLimit {
  readonly #perMinute: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, TokenBucket>();
  #forgotAt = 0;

  constructor(perMinute: number, burst = perMinute) {
    this.#perMinute = perMinute;
    this.#burst = burst;
  }

  /** Whether `take` would say no. */
  isSpent(key: string, now: number): boolean {
    return this.wait(key, now) > 0;
  }

  /** Milliseconds until `take` says yes; 0 for now. */
  wait(key: string, now: number): number {
    return this.#buckets.get(key)?.wait(now) ?? 0;
  }

  take(key: string, now: number): boolean {
    return this.#bucketOf(key, now).take(now);
  }

  /** How many keys are known. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Takes what was used already. */
  spend(key: string, tokens: number, now: number): void {
    this.#bucketOf(key, now).spend(tokens, now);
  }

  #bucketOf(key: string, now: number): TokenBucket {
    this.#forgetIdle(now);
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(this.#burst, this.#perMinute / 60, now);
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  #forgetIdle(now: number): void {
    // A clock that is set back does not put it off.
    if (this.#buckets.size < 1000 || Math.abs(now - this.#forgotAt) < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    for (const [key, bucket] of this.#buckets) {
      bucket.wait(now);
      if (bucket.full) this.#buckets.delete(key);
    }
  }
}

/** What each key took lately: of what it took, half counts when so much time has passed. */
export class RecentSum {
  readonly #halfAfterMs: number;
  readonly #sums = new Map<string, { sum: number; at: number }>();
  #forgotAt = 0;

  constructor(halfAfterMs: number) {
    this.#halfAfterMs = halfAfterMs;
  }

  add(key: string, amount: number, now: number): void {
    this.#forgetIdle(now);
    this.#sums.set(key, { sum: Math.max(0, this.of(key, now) + amount), at: now });
  }

  of(key: string, now: number): number {
    const { sum, at } = this.#sums.get(key) ?? { sum: 0, at: now };
    return sum * 2 ** (Math.min(0, at - now) / this.#halfAfterMs);
  }

  #forgetIdle(now: number): void {
    if (this.#sums.size < 1000 || Math.abs(now - this.#forgotAt) < FORGET_EVERY_MS) return;
    this.#forgotAt = now;
    for (const key of this.#sums.keys()) if (this.of(key, now) < 1) this.#sums.delete(key);
  }
}

/** So many /64 may a /48 spend the limits of: a provider gives a household, or a company, one. */
export const NETWORKS_AT_ONCE = 8;

/** A limit for each address, and for IPv6 also for the larger network it is in. */
export class AddressLimit {
  readonly #near: MinuteLimit;
  readonly #far: MinuteLimit;

  constructor(perMinute: number) {
    this.#near = new MinuteLimit(perMinute);
    this.#far = new MinuteLimit(perMinute * NETWORKS_AT_ONCE);
  }

  /** `address` as `addressOfRequest` writes it. */
  take(address: string, now: number): boolean {
    const network = siteOf(address);
    if (network !== null && this.#far.isSpent(network, now)) return false;
    return this.#near.take(address, now) && (network === null || this.#far.take(network, now));
  }
}

/** The /48 of an IPv6 network as `addressOfRequest` writes it, or null for anything else. */
export function siteOf(address: string): string | null {
  const groups = address.split(':');
  return groups.length < 4 ? null : `${groups.slice(0, 3).join(':')}::/48`;
}

/** Neighbours in the sense of who guesses together: a /48, or 256 addresses of IPv4. */
export function neighbourhoodOf(address: string): string {
  return siteOf(address) ?? address.replace(/\.\d+$/, '.0/24');
}
