/** Opening a document with a password, through a real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, hashSecret, randomId } from '../../../shared/access/ids.ts';
import { lockSecret, lockSecretAsBefore, PASSWORD_KDF } from '../../../shared/access/passwords.ts';
import { addEntry, readEntry, recordRefusal, recordRole } from '../../../shared/library/library.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { createServerApi } from '../../sharing/server-api.ts';
import { lookForAnother, unlock } from './unlock.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.dispose());

const PASSWORD = 'Fünf Äpfel 7';

test.each([
  ['of this version', lockSecret],
  ['of an earlier version', lockSecretAsBefore],
])('the password of a link %s opens its document, and another one does not', async (_, lock) => {
  const owner = createSecret();
  const docId = docIdOf(owner);
  const secret = createSecret();
  const locked = await lock(secret, PASSWORD);
  const api = createServerApi(server.origin);
  await put(`/api/docs/${docId}/links/${randomId(12)}`, owner, {
    role: 'editor',
    secretHash: hashSecret(secret),
    passwordHash: hashSecret(locked),
  });
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: 1 });
  const entry = { docId, secret } as Parameters<typeof unlock>[0]['entry'];
  expect(await unlock({ library, api, entry }, 'Fünf Birnen 7')).toBe(
    'That password is not right.',
  );
  expect(readEntry(library, docId)?.secret).toBe(secret);
  // As another keyboard writes the same letters.
  expect(await unlock({ library, api, entry }, PASSWORD.normalize('NFD'))).toBeNull();
  expect(readEntry(library, docId)?.secret).toBe(locked);
});

test('a password that is mistyped is one guess, where the link says how its secret is made', async () => {
  const owner = createSecret();
  const docId = docIdOf(owner);
  const secret = createSecret();
  const asked: string[] = [];
  const { documentInfo, ...rest } = createServerApi(server.origin);
  const api: typeof rest & { documentInfo: typeof documentInfo } = {
    ...rest,
    documentInfo: (id, presented) => {
      asked.push(presented);
      return documentInfo(id, presented);
    },
  };
  const path = `/api/docs/${docId}/links/${randomId(12)}`;
  await put(path, owner, {
    role: 'editor',
    secretHash: hashSecret(secret),
    passwordHash: hashSecret(await lockSecret(secret, PASSWORD)),
    passwordKdf: PASSWORD_KDF,
  });
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: 1 });
  const entry = { docId, secret } as Parameters<typeof unlock>[0]['entry'];
  expect(await unlock({ library, api, entry }, 'mistyped')).toBe('That password is not right.');
  expect(asked).toHaveLength(1);
  expect(await unlock({ library, api, entry }, PASSWORD)).toBeNull();
  expect(asked).toHaveLength(2);
});

test('whoever came with a password that is another now is asked for it, and for none where there is none', () => {
  const docId = docIdOf(createSecret());
  const library = new Y.Doc();
  const [link, whole] = [createSecret(), createSecret()];
  for (const secret of [link, whole]) addEntry(library, { docId, secret, now: 1 });
  recordRole(library, docId, whole, 'editor');
  recordRefusal(library, docId, link);
  expect(readEntry(library, docId)?.secret).toBe(whole);
  const refuse = (secret: string) => {
    recordRefusal(library, docId, secret);
    lookForAnother(library, { docId, secret }, 'token_invalid');
  };
  refuse(whole);
  expect(readEntry(library, docId)).toMatchObject({ secret: link, refused: false });
  // And not in turns for ever.
  refuse(link);
  expect(readEntry(library, docId)?.refused).toBe(true);
});

test('a link that got a password after it had opened the document is asked about again without one', async () => {
  const owner = createSecret();
  const docId = docIdOf(owner);
  const secret = createSecret();
  const api = createServerApi(server.origin);
  const locked = await lockSecret(secret, PASSWORD);
  await put(`/api/docs/${docId}/links/${randomId(12)}`, owner, {
    role: 'editor',
    secretHash: hashSecret(secret),
    passwordHash: hashSecret(locked),
  });
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: 1 });
  // As it did before it had one.
  recordRole(library, docId, secret, 'editor');
  const entry = { docId, secret } as Parameters<typeof unlock>[0]['entry'];
  expect(await unlock({ library, api, entry }, PASSWORD)).toBeNull();
  recordRefusal(library, docId, locked);
  lookForAnother(library, { docId, secret: locked }, 'token_invalid');
  expect(readEntry(library, docId)).toMatchObject({ secret, refused: false });
});

async function put(path: string, secret: string, body: object): Promise<void> {
  const answer = await fetch(`${server.origin}${path}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
