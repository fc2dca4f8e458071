/** Who proves to be whom by signing, and by what nobody does. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as decoding from 'lib0/decoding';
import { afterEach, expect, test } from 'vitest';
import {
  createSecret,
  personIdOf,
  personIdOfPublicKey,
  type Secret,
} from '../../shared/access/ids.ts';
import { openPersonKey, type PersonKey } from '../../shared/access/person-key.ts';
import { FRAME, proofFrame, SUBPROTOCOL } from '../../shared/protocol/messages.ts';
import {
  CHALLENGE_HEADER,
  CHALLENGE_WANTED,
  PERSON_SIGNS_SUBPROTOCOL,
  PROOF_HEADER,
  type Proof,
  provenBytes,
  writeProofHeader,
} from '../../shared/protocol/person-proof.ts';
import { newDatabase } from '../../shared/testing/postgres.ts';
import { PersonProofs, publicKeyOf } from '../access/person-proofs.ts';
import { openPostgres } from '../storage/postgres.ts';
import { DATABASE_FILE } from '../storage/sqlite.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import {
  call,
  memoryLog,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';

afterEach(cleanUp);

interface Row {
  action?: string;
  person: string | null;
}

function rowsOf(server: TestServer, question: string, { docId }: Owned): Row[] {
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE), { readOnly: true });
  const rows = database.prepare(question).all(docId) as unknown as Row[];
  database.close();
  return rows;
}

/** Oldest first. */
const eventsOf = (server: TestServer, owned: Owned) =>
  rowsOf(server, 'SELECT action, person FROM events WHERE doc_id = ? ORDER BY rowid', owned);

const hostOf = (server: TestServer) => new URL(server.url).host;

interface Someone {
  key: Secret;
  pair: PersonKey;
  id: string;
}

async function someone(): Promise<Someone> {
  const key = createSecret();
  const pair = await openPersonKey(key);
  return { key, pair, id: personIdOfPublicKey(pair.publicKey) };
}

async function proofOf(
  { pair, id }: Someone,
  server: TestServer,
  document: string,
  challenge: string,
  purpose: 'connection' | 'request' = 'connection',
): Promise<Proof> {
  const signature = await pair.sign(purpose, provenBytes(hostOf(server), document, challenge));
  return { person: id, publicKey: pair.publicKey, signature };
}

function open(server: TestServer, { docId, secret }: Owned): RawClient {
  const protocols = [SUBPROTOCOL, `token.${secret}`, PERSON_SIGNS_SUBPROTOCOL];
  return new RawClient(`${server.ws}/sync/${docId}`, protocols, null);
}

async function challengeOf(client: RawClient): Promise<string> {
  await until('a frame', () => client.received.length > 0);
  const { type, body } = client.received[0]!;
  expect(type).toBe(FRAME.challenge);
  return decoding.readVarString(decoding.createDecoder(body));
}

/** Whether what a client writes is logged as of the person that it shows: whom it has proved to be. */
async function believed(
  server: TestServer,
  owned: Owned,
  client: RawClient,
  claimed: string,
): Promise<boolean> {
  await client.synced();
  client.sendAwareness(client.doc.clientID, 1, {
    person: { id: claimed, name: 'A', color: 'teal' },
  });
  client.sendUpdate(textUpdate('x', client.doc));
  await until('it is stored', () => client.received.some(({ type }) => type === FRAME.syncStatus));
  const [row] = rowsOf(
    server,
    'SELECT person FROM updates WHERE name = ? ORDER BY sequence DESC',
    owned,
  );
  return row!.person === claimed;
}

test('whoever signs what the server made up is that person, on this connection', async () => {
  const server = await startServer();
  const owned = newOwner();
  const ana = await someone();
  const client = open(server, owned);
  const challenge = await challengeOf(client);
  client.send(proofFrame(await proofOf(ana, server, owned.docId, challenge)));
  expect(await believed(server, owned, client, ana.id)).toBe(true);
  await until('it is noted', () => eventsOf(server, owned).length > 0);
  expect(eventsOf(server, owned)).toMatchObject([{ action: 'document-made', person: ana.id }]);
});

test('a signature is worth nothing elsewhere, for another, or changed', async () => {
  const server = await startServer();
  const another = await startServer();
  const [owned, other] = [newOwner(), newOwner()];
  const [ana, eve] = [await someone(), await someone()];
  const first = open(server, owned);
  const seen = await challengeOf(first);
  const forged = {
    'on another connection': async () => proofOf(ana, server, owned.docId, seen),
    'of another document': async (now: string) => proofOf(ana, server, other.docId, now),
    'of another server': async (now: string) => proofOf(ana, another, owned.docId, now),
    'made for a request': async (now: string) => proofOf(ana, server, owned.docId, now, 'request'),
    'with another key under her id': async (now: string) => ({
      ...(await proofOf(eve, server, owned.docId, now)),
      person: ana.id,
    }),
    'with her key and no signature of hers': async (now: string) => ({
      ...(await proofOf(eve, server, owned.docId, now)),
      person: ana.id,
      publicKey: ana.pair.publicKey,
    }),
  };
  for (const [how, forge] of Object.entries(forged)) {
    const client = open(server, owned);
    client.send(proofFrame(await forge(await challengeOf(client))));
    expect(await believed(server, owned, client, ana.id), how).toBe(false);
    client.socket.terminate();
  }
});

test('the first answer counts, and a client that proves nothing is nobody', async () => {
  const server = await startServer();
  const owned = newOwner();
  const [ana, ben] = [await someone(), await someone()];
  const client = open(server, owned);
  const challenge = await challengeOf(client);
  for (const who of [ana, ben])
    client.send(proofFrame(await proofOf(who, server, owned.docId, challenge)));
  expect(await believed(server, owned, client, ana.id)).toBe(true);
  const silent = open(server, owned);
  await challengeOf(silent);
  expect(await believed(server, owned, silent, ben.id)).toBe(false);
  const broken = open(server, owned);
  await challengeOf(broken);
  await broken.synced();
  broken.send(Uint8Array.of(FRAME.proof, 3, 65, 66, 67));
  await until('it is refused', () => broken.closed !== null);
  expect(broken.closed?.reason).toBe('request_invalid');
});

test('an id from before is of whose key was shown here, and the first to sign where none was', async () => {
  const server = await startServer();
  const owned = newOwner();
  const [ana, eve] = [await someone(), await someone()];
  const old = personIdOf(ana.key);
  const sign = async (who: Someone, on: TestServer) => {
    const client = open(on, owned);
    const challenge = await challengeOf(client);
    client.send(proofFrame(await proofOf({ ...who, id: old }, on, owned.docId, challenge)));
    const found = await believed(on, owned, client, old);
    client.socket.terminate();
    return found;
  };
  // Somebody else was first, before she ever came with what she has now.
  expect(await sign(eve, server)).toBe(true);
  expect(await sign(ana, server)).toBe(false);
  // Her other device still shows the key, which settles it.
  const earlier = RawClient.sync(server, owned.docId, owned.secret, SUBPROTOCOL, ana.key);
  expect(await believed(server, owned, earlier, old)).toBe(true);
  earlier.socket.terminate();
  expect(publicKeyOf(ana.key)).toBe(ana.pair.publicKey);
  expect(await sign(eve, server)).toBe(false);
  expect(await sign(ana, server)).toBe(true);
  const restarted = await server.restart();
  expect(await sign(eve, restarted)).toBe(false);
  expect(await sign(ana, restarted)).toBe(true);
});

test('a request proves who asks by a challenge of a former answer, once', async () => {
  const server = await startServer();
  const owned = newOwner();
  const [ana, ben] = [await someone(), await someone()];
  const asked = await call(server, 'GET', '/api/challenge');
  const { challenge } = asked.body as { challenge: string };
  const path = `/api/docs/${owned.docId}`;
  const link = (proof: string) =>
    call(
      server,
      'PUT',
      `${path}/links/${'a'.repeat(12)}`,
      owned.secret,
      { role: 'editor', secretHash: 'a'.repeat(64), expiresAt: null, passwordHash: null },
      { [PROOF_HEADER]: proof, [CHALLENGE_HEADER]: CHALLENGE_WANTED },
    );
  const proof = await proofOf(ana, server, owned.docId, challenge, 'request');
  const made = await link(writeProofHeader(proof, challenge));
  expect(made.status).toBe(200);
  const next = made.headers.get(CHALLENGE_HEADER)!;
  expect(next).not.toBe(challenge);
  const deletedBy = async (header: string) => {
    await call(server, 'DELETE', `${path}/links/${'a'.repeat(12)}`, owned.secret, undefined, {
      [PROOF_HEADER]: header,
    });
    return eventsOf(server, owned).at(-1);
  };
  // The same words again, another's, and such that nobody gave out.
  for (const header of [
    writeProofHeader(proof, challenge),
    writeProofHeader(await proofOf(ben, server, newOwner().docId, next, 'request'), next),
    writeProofHeader(await proofOf(ana, server, owned.docId, `${next}x`, 'request'), `${next}x`),
    'nonsense',
  ]) {
    const info = await call(server, 'GET', path, owned.secret, undefined, {
      [PROOF_HEADER]: header,
    });
    expect(info.status, header).toBe(200);
  }
  expect(await deletedBy(writeProofHeader(proof, challenge))).toMatchObject({
    action: 'link-revoked',
    person: null,
  });
  expect(eventsOf(server, owned).find(({ action }) => action === 'link-made')).toMatchObject({
    action: 'link-made',
    person: ana.id,
  });
});

test('on several nodes any of them takes a challenge, once for all', async () => {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const [one, two] = await Promise.all([1, 2].map(() => startServer({ databaseUrl: url })));
  const owned = newOwner();
  const ana = await someone();
  const asked = await call(one!, 'GET', '/api/challenge');
  const { challenge } = asked.body as { challenge: string };
  const proof = await proofOf(ana, two!, owned.docId, challenge, 'request');
  const header = { [PROOF_HEADER]: writeProofHeader(proof, challenge) };
  const link = `/api/docs/${owned.docId}/links/${'a'.repeat(12)}`;
  const wanted = { role: 'editor', secretHash: 'a'.repeat(64) };
  await call(two!, 'PUT', link, owned.secret, wanted, header);
  const storage = await openPostgres(url, memoryLog([]));
  onCleanUp(() => storage.close());
  const events = await storage.events(owned.docId);
  expect(events.find(({ action }) => action === 'link-made')?.person).toBe(ana.id);
  // At a third one it would be none any more.
  const third = new PersonProofs(storage, memoryLog([]), Date.now, storage);
  expect(await third.spend(challenge, 'here')).toBe(false);
  expect(await third.spend(third.issue(), 'here')).toBe(true);
});

test('a challenge is good once, for ten minutes, at the server that gave it', async () => {
  let now = 1_000_000;
  const nowhere = { pinPersonKey: async () => null };
  const log = memoryLog([]);
  const proofs = new PersonProofs(nowhere, log, () => now);
  const others = new PersonProofs(nowhere, log, () => now);
  const challenge = proofs.issue();
  expect(await others.spend(challenge, 'here')).toBe(false);
  expect(await proofs.spend(`${challenge}A`, 'here')).toBe(false);
  expect(await proofs.spend(challenge.replace(/^./, 'z'), 'here')).toBe(false);
  expect(await proofs.spend(challenge, 'here')).toBe(true);
  expect(await proofs.spend(challenge, 'here')).toBe(false);
  const late = proofs.issue();
  now += 10 * 60_000 + 1;
  expect(await proofs.spend(late, 'here')).toBe(false);
  expect(await proofs.spend('', 'here')).toBe(false);
});

test('used challenges are forgotten when they are old, also behind those of a clock that was ahead', async () => {
  let now = 30 * 3_600_000;
  const proofs = new PersonProofs({ pinPersonKey: async () => null }, memoryLog([]), () => now);
  const use = async (count: number) => {
    for (let times = 0; times < count; times++)
      expect(await proofs.spend(proofs.issue(), 'here')).toBe(true);
  };
  const early = proofs.issue();
  expect(await proofs.spend(early, 'here')).toBe(true);
  await use(19);
  now = 0;
  await use(200);
  now += 11 * 60_000;
  await use(100);
  expect(proofs.remembered).toBe(120);
  expect(await proofs.spend(early, 'here')).toBe(false);
});

test('who uses very many challenges keeps nobody else from proving who they are', async () => {
  const proofs = new PersonProofs({ pinPersonKey: async () => null }, memoryLog([]));
  let used = 0;
  while (used < 200_000 && (await proofs.spend(proofs.issue(), 'from one address'))) used++;
  expect(used).toBeGreaterThan(10_000);
  expect(await proofs.spend(proofs.issue(), 'from one address')).toBe(false);
  expect(await proofs.spend(proofs.issue(), 'from another one')).toBe(true);
});

test('keys that a stranger makes up do not fill the store', async () => {
  const server = await startServer({ trustProxy: 1 });
  const { docId } = newOwner();
  const show = (key: string, address: string) =>
    call(server, 'GET', `/api/docs/${docId}`, createSecret(), undefined, {
      'Driftless-Person': key,
      'X-Forwarded-For': address,
    });
  for (let times = 0; times < 300; times++) await show(createSecret(), '203.0.113.5');
  const { key: ana } = await someone();
  await show(ana, '198.51.100.7');
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE), { readOnly: true });
  const keys = database.prepare('SELECT person FROM person_keys').all();
  database.close();
  // Some more each second that it takes.
  expect(keys.length).toBeLessThan(250);
  expect(keys).toContainEqual({ person: personIdOf(ana) });
});
