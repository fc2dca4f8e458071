/** Key pairs of people: the standard's own examples, by both ways to compute, and what must not pass. */
import { expect, test } from 'vitest';
import { base64url, createSecret, PersonId, personIdOf, personIdOfPublicKey } from './ids.ts';
import {
  bindingOf,
  bytesOfBase64url,
  type Ed25519,
  library,
  native,
  openPersonKey,
  type Purpose,
  personIdOfKey,
  signed,
  verify,
} from './person-key.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** RFC 8032, 7.1: seed, public key, message, signature. */
const EXAMPLES = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

const WAYS: [string, Ed25519][] = [
  ['the own one of the browser', native],
  ['the library', library],
];

test.each(WAYS)('%s computes what the standard says', async (_, way) => {
  for (const [seed, publicKey, message, signature] of EXAMPLES) {
    const pair = await way.open(hex(seed));
    expect(Buffer.from(pair.publicKey).toString('hex')).toBe(publicKey);
    expect(Buffer.from(await pair.sign(hex(message))).toString('hex')).toBe(signature);
    expect(await way.verify(hex(publicKey), hex(message), hex(signature))).toBe(true);
    expect(await way.verify(hex(publicKey), hex(`${message}00`), hex(signature))).toBe(false);
  }
});

test('both ways give the same keys and signatures, and believe each other', async () => {
  for (let round = 0; round < 20; round++) {
    const secret = createSecret();
    const message = crypto.getRandomValues(new Uint8Array(round * 7));
    const [one, other] = await Promise.all([
      openPersonKey(secret, native),
      openPersonKey(secret, library),
    ]);
    expect(one.publicKey, secret).toBe(other.publicKey);
    const signature = await one.sign('claim', message);
    expect(await other.sign('claim', message), secret).toBe(signature);
    for (const [, way] of WAYS)
      expect(await verify(one.publicKey, 'claim', message, signature, way), secret).toBe(true);
  }
});

test('a signature holds for its purpose, its bytes and its key alone', async () => {
  const [ana, ben] = await Promise.all(
    [createSecret(), createSecret()].map((key) => openPersonKey(key)),
  );
  const bytes = Uint8Array.of(1, 2, 3);
  const signature = await ana!.sign('connection', bytes);
  expect(await verify(ana!.publicKey, 'connection', bytes, signature)).toBe(true);
  expect(await verify(ana!.publicKey, 'request', bytes, signature)).toBe(false);
  expect(await verify(ana!.publicKey, 'claim', bytes, signature)).toBe(false);
  expect(await verify(ana!.publicKey, 'connection', Uint8Array.of(1, 2), signature)).toBe(false);
  expect(await verify(ben!.publicKey, 'connection', bytes, signature)).toBe(false);
});

test('no purpose can be mistaken for another one with other bytes', () => {
  const purposes: Purpose[] = ['connection', 'request', 'claim'];
  const heads = purposes.map((purpose) => Buffer.from(signed(purpose, new Uint8Array())));
  for (const head of heads)
    for (const other of heads)
      if (head !== other) expect(other.subarray(0, head.length).equals(head)).toBe(false);
});

test.each(WAYS)(
  '%s says no of what is no key and no signature, and throws nothing',
  async (_, way) => {
    const { publicKey, sign } = await openPersonKey(createSecret(), way);
    const bytes = Uint8Array.of(7);
    const signature = await sign('claim', bytes);
    const zeros = base64url(new Uint8Array(32));
    const ones = base64url(new Uint8Array(32).fill(255));
    for (const wrong of ['', 'x', zeros, ones, `${publicKey}A`, publicKey.slice(1), 'ü'.repeat(43)])
      expect(await verify(wrong, 'claim', bytes, signature, way), wrong).toBe(false);
    for (const wrong of [
      '',
      `${signature}A`,
      base64url(new Uint8Array(64).fill(255)),
      `é${signature.slice(1)}`,
    ])
      expect(await verify(publicKey, 'claim', bytes, wrong, way), wrong).toBe(false);
    for (let bit = 0; bit < 512; bit += 31) {
      const forged = bytesOfBase64url(signature);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      expect(await verify(publicKey, 'claim', bytes, base64url(forged), way), `${bit}`).toBe(false);
    }
  },
);

test('an id is bound to the public key it was made of, and to no other', async () => {
  const key = createSecret();
  const { publicKey } = await openPersonKey(key);
  const id = personIdOfKey(key, publicKey);
  expect(PersonId.safeParse(id).success).toBe(true);
  expect(id).toBe(personIdOfPublicKey(publicKey));
  expect(bindingOf(id, publicKey)).toBe('proven');
  const other = await openPersonKey(createSecret());
  expect(bindingOf(id, other.publicKey)).toBe(false);
});

test('whoever has an id from before keeps it, and its key does not prove it by itself', async () => {
  const key = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const id = personIdOfKey(key, null);
  // As it stands in documents that were written before.
  expect(id).toBe(personIdOf(key));
  expect(id).toBe('L5qw8L1orJ4KLzld');
  const { publicKey } = await openPersonKey(key);
  expect(personIdOfPublicKey(publicKey)).not.toBe(id);
  expect(bindingOf(id, publicKey)).toBe('pinned');
});
