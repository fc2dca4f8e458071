/** Our digest against the one of Node. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('the digest is that of everybody else, whatever the length', () => {
  for (let length = 0; length <= 300; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 151 + length * 7) % 256);
    const expected = createHash('sha256').update(message).digest('hex');
    expect(Buffer.from(sha256(message)).toString('hex'), `${length} bytes`).toBe(expected);
  }
});

test('so is that of a message of many blocks', () => {
  const message = new TextEncoder().encode('driftless '.repeat(10_000));
  const expected = createHash('sha256').update(message).digest('hex');
  expect(Buffer.from(sha256(message)).toString('hex')).toBe(expected);
});
