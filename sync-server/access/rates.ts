/**
 * How often something may be done.
 *
 * Invariant: a counter forgets whoever has stopped, so its memory follows what goes on.
 */

/** Allows `burst` at once and `perSecond` in the long run. */
export class TokenBucket {
  private readonly burst: number;
  private readonly perSecond: number;
  private tokens: number;
  private at: number;

  /** `now` is milliseconds of any steady clock. */
  constructor(burst: number, perSecond: number, now: number) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.tokens = burst;
    this.at = now;
  }

  /** Takes one token; false if there is none. */
  take(now: number): boolean {
    this.refill(now);
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  /** Milliseconds until a token is there; 0 if one is. */
  wait(now: number): number {
    this.refill(now);
    return this.tokens >= 1 ? 0 : Math.ceil(((1 - this.tokens) / this.perSecond) * 1000);
  }

  get full(): boolean {
    return this.tokens >= this.burst;
  }

  private refill(now: number): void {
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.at) / 1000) * this.perSecond);
    this.at = now;
  }
}

/** How often each key may do something in a minute. */
export class MinuteLimit {
  private readonly perMinute: number;
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Whether `take` would say no. */
  isSpent(key: string, now: number): boolean {
    return (this.buckets.get(key)?.wait(now) ?? 0) > 0;
  }

  take(key: string, now: number): boolean {
    if (this.buckets.size > 1000) this.forgetIdle(now);
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(this.perMinute, this.perMinute / 60, now);
      this.buckets.set(key, bucket);
    }
    return bucket.take(now);
  }

  private forgetIdle(now: number): void {
    for (const [key, bucket] of this.buckets) {
      bucket.wait(now);
      if (bucket.full) this.buckets.delete(key);
    }
  }
}
