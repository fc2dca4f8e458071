/** Identifiers and secrets. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createSecret,
  DocId,
  docIdOf,
  hashSecret,
  LinkId,
  randomId,
  Secret,
  SecretHash,
} from './ids.ts';

test('secrets fit their pattern and are never the same', () => {
  const secrets = Array.from({ length: 200 }, createSecret);
  for (const secret of secrets) expect(Secret.safeParse(secret).success).toBe(true);
  expect(new Set(secrets).size).toBe(200);
});

test('a secret is 32 bytes in base64url', () => {
  const secret = createSecret();
  const bytes = Buffer.from(secret, 'base64url');
  expect(bytes).toHaveLength(32);
  expect(bytes.toString('base64url')).toBe(secret);
});

test('the hash of a secret is its SHA-256', () => {
  const secret = createSecret();
  expect(hashSecret(secret)).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(SecretHash.safeParse(hashSecret(secret)).success).toBe(true);
});

test('the same owner secret always owns the same document, another one another', () => {
  const secret = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  expect(docIdOf(secret)).toBe(docIdOf(secret));
  expect(docIdOf(createSecret())).not.toBe(docIdOf(secret));
});

test('a document id is the beginning of a hash in base58, with its leading zeros', () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  for (const secret of Array.from({ length: 600 }, createSecret)) {
    const digest = createHash('sha256').update(secret).digest().subarray(0, 16);
    let value = 0n;
    for (const character of docIdOf(secret))
      value = value * 58n + BigInt(alphabet.indexOf(character));
    expect(value, secret).toBe(BigInt(`0x${digest.toString('hex')}`));
    const zeros = digest.findIndex((byte) => byte !== 0);
    expect(docIdOf(secret).search(/[^1]/), secret).toBe(zeros);
  }
});

test('every document id fits its pattern', () => {
  for (let i = 0; i < 500; i++) {
    expect(DocId.safeParse(docIdOf(createSecret())).success).toBe(true);
  }
});

test.each([
  '',
  'short',
  '0'.repeat(20),
  'l'.repeat(20),
  'x'.repeat(23),
  'abc/../def123456',
  'a\0b',
])('is no document id: %j', (text) => {
  expect(DocId.safeParse(text).success).toBe(false);
});

test('random ids have the length asked for and use the whole alphabet', () => {
  expect(LinkId.safeParse(randomId(12)).success).toBe(true);
  expect(randomId(1)).toHaveLength(1);
  const many = randomId(20_000);
  expect(new Set(many).size).toBe(62);
});
