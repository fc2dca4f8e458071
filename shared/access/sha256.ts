/**
 * SHA-256, as FIPS 180-4 has it, for the few bytes of a secret. The browser's own answers later
 * only, and not on pages without TLS; a library's is ten times as long, and every first visit would
 * wait for it.
 *
 * Invariant: the same digest as everybody's, of any bytes up to half a gigabyte; sha256.test.ts asks
 * Node.
 */

/** The first 32 bits of the fractional part. */
const fraction = (root: number) => (root % 1) * 2 ** 32;

const PRIMES: number[] = [];
for (let candidate = 2; PRIMES.length < 64; candidate++)
  if (PRIMES.every((prime) => candidate % prime !== 0)) PRIMES.push(candidate);

const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
/** Of the block at hand. */
const words = new Uint32Array(64);
const BLOCK = 64;
/** Of the length in bits, behind a bit that ends the message. */
const LENGTH_BYTES = 8;

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Two of 0-9a-f for each byte. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK);
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  let hash = START;
  for (let at = 0; at < padded.length; at += BLOCK) {
    let [a, b, c, d, e, f, g, h] = hash as unknown as Eight;
    for (let round = 0; round < ROUNDS.length; round++) {
      if (round < 16) words[round] = view.getUint32(at + 4 * round);
      else {
        const early = words[round - 15]!;
        const late = words[round - 2]!;
        words[round] =
          words[round - 16]! +
          (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
          words[round - 7]! +
          (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10));
      }
      const chosen = (e & f) ^ (~e & g);
      const one =
        h +
        (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
        chosen +
        ROUNDS[round]! +
        words[round]!;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
      // Not as one list to another: until it is compiled that takes ten times as long, and a library
      // of thousands of documents is read by then.
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    const more = [a, b, c, d, e, f, g, h];
    // The array keeps 32 bits of each sum.
    hash = hash.map((word, index) => word + more[index]!);
  }
  return new Uint8Array(32).map((_, at) => hash[at >> 2]! >>> (24 - 8 * (at & 3)));
}

type Eight = [number, number, number, number, number, number, number, number];
