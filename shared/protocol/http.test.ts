/** Bodies of the HTTP calls. */
import { expect, test } from 'vitest';
import { createSecret, hashSecret } from '../access/ids.ts';
import { Link, PutLink } from './http.ts';

const body = { role: 'viewer', secretHash: hashSecret(createSecret()) };

test('a link can be put with and without a label', () => {
  expect(PutLink.parse(body)).toEqual(body);
  expect(PutLink.parse({ ...body, label: '  Class 5b ' })).toEqual({ ...body, label: 'Class 5b' });
  expect(PutLink.parse({ ...body, label: null })).toEqual({ ...body, label: null });
});

test.each([
  { ...body, role: 'owner' },
  { ...body, secretHash: createSecret() },
  { ...body, label: ' ' },
  { ...body, label: 'x'.repeat(81) },
  { ...body, expiresAt: 'tomorrow' },
])('is refused: %j', (wrong) => {
  expect(PutLink.safeParse(wrong).success).toBe(false);
});

test('a link never carries its hash', () => {
  const link = Link.parse({
    id: 'AbCdEfGhIjKl',
    role: 'viewer',
    label: null,
    hasPassword: true,
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    secretHash: body.secretHash,
    passwordHash: body.secretHash,
  });
  expect(JSON.stringify(link)).not.toContain(body.secretHash);
});
