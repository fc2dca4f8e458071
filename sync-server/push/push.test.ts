/** Who is told of what is said while their browser is closed, by what, and who is not. */
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, personIdOfPublicKey } from '../../shared/access/ids.ts';
import { openPersonKey, type PersonKey } from '../../shared/access/person-key.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { type Author, authorWith } from '../../shared/discussion/signed.ts';
import type { Inline } from '../../shared/document/schema.ts';
import { PROOF_HEADER, provenBytes, writeProofHeader } from '../../shared/protocol/person-proof.ts';
import { newDatabase } from '../../shared/testing/postgres.ts';
import {
  newVapidKeys,
  type PushedBrowser,
  PushService,
} from '../../shared/testing/push-service.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { RawClient } from '../testing/raw-client.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';
import { PushServices } from './push-services.ts';

afterEach(cleanUp);

const { publicKey, privateKey } = newVapidKeys();
const rights = { moderates: () => false };

interface Someone {
  pair: PersonKey;
  author: Author;
}

async function someone(): Promise<Someone> {
  const pair = await openPersonKey(createSecret());
  return { pair, author: authorWith(personIdOfPublicKey(pair.publicKey), pair) };
}

async function startService(): Promise<PushService> {
  const service = await PushService.start();
  service.trustHere();
  onCleanUp(() => service.stop());
  return service;
}

const settingsFor = (service: PushService) => ({
  vapidPublicKey: publicKey,
  vapidPrivateKey: privateKey,
  vapidSubject: 'mailto:admin@example.org',
  pushServices: [service.host],
});

/** Headers by which somebody proves who they are. */
async function proofFor(server: TestServer, { pair, author }: Someone, docId: string) {
  const { body } = await call(server, 'GET', '/api/challenge');
  const { challenge } = body as { challenge: string };
  const { host } = new URL(server.url);
  const signature = await pair.sign('request', provenBytes(host, docId, challenge));
  const proof = { person: author.id, publicKey: pair.publicKey, signature };
  return { [PROOF_HEADER]: writeProofHeader(proof, challenge) };
}

async function register(
  server: TestServer,
  { docId, secret }: Owned,
  who: Someone,
  { endpoint, p256dh, auth }: Pick<PushedBrowser, 'endpoint' | 'p256dh' | 'auth'>,
): Promise<number> {
  const wanted = { endpoint, p256dh, auth };
  const proof = await proofFor(server, who, docId);
  return (await call(server, 'PUT', `/api/docs/${docId}/push`, secret, wanted, proof)).status;
}

async function forget(server: TestServer, who: Someone, body: object): Promise<number> {
  return (
    await call(server, 'DELETE', '/api/push', undefined, body, await proofFor(server, who, ''))
  ).status;
}

/** Somebody who talks, over a socket of their own. */
class Speaker {
  readonly #client: RawClient;
  readonly #doc = new Y.Doc();
  readonly #discussion: Discussion;
  readonly #who: Someone;

  constructor(server: TestServer, { docId, secret }: Owned, who: Someone) {
    this.#client = RawClient.sync(server, discussionOf(docId), secret);
    this.#discussion = new Discussion({ doc: this.#doc, docId, rights });
    this.#who = who;
  }

  async begin(text: Inline[]): Promise<string> {
    const { thread } = await this.#send(() =>
      this.#discussion.begin(this.#who.author, { kind: 'document' }, '', text),
    );
    return thread;
  }

  answer(thread: string, text: Inline[]): Promise<string> {
    return this.#send(() => this.#discussion.answer(this.#who.author, thread, text));
  }

  edit(thread: string, message: string, text: Inline[]): Promise<void> {
    return this.#send(() => this.#discussion.edit(this.#who.author, thread, message, text));
  }

  async #send<T>(say: () => Promise<T>): Promise<T> {
    await this.#client.synced();
    Y.applyUpdate(this.#doc, Y.encodeStateAsUpdate(this.#client.doc));
    const before = Y.encodeStateVector(this.#doc);
    const confirmed = this.#client.statuses.length;
    const said = await say();
    this.#client.sendUpdate(Y.encodeStateAsUpdate(this.#doc, before));
    await until('it is stored', () => this.#client.statuses.length > confirmed);
    expect(this.#client.statuses.at(-1)).toBe(1);
    return said;
  }
}

const plain = (text: string): Inline[] => [{ text }];
const naming = ({ author }: Someone, text: string): Inline[] => [
  { embed: { object: 'mention', person: author.id, name: 'Somebody' } },
  { text },
];

describe.each([
  ['a server', false],
  ['two nodes on one PostgreSQL', true],
])('%s', (_title, isShared) => {
  async function start(service: PushService): Promise<{ one: TestServer; two: TestServer }> {
    const settings = settingsFor(service);
    if (!isShared) {
      const one = await startServer(settings);
      return { one, two: one };
    }
    const { url, remove } = await newDatabase();
    onCleanUp(remove);
    const both = { ...settings, databaseUrl: url };
    const [one, two] = await Promise.all([startServer(both), startServer(both)]);
    return { one, two };
  }

  test('a mention and an answer reach whoever asked, by the document alone, and nobody else', async () => {
    const service = await startService();
    const { one, two } = await start(service);
    const owned = newOwner();
    const [ana, ben, cleo] = [await someone(), await someone(), await someone()];
    const visitor = { ...owned, secret: '' };
    const anas = new Speaker(one, owned, ana);
    // A document is known once somebody has written.
    const thread = await anas.begin(plain('planted question'));
    visitor.secret = (await makeLink(one, owned, 'viewer')).secret;
    const [hers, his, reads] = [service.subscribe(), service.subscribe(), service.subscribe()];
    expect(await register(one, owned, ana, hers)).toBe(200);
    expect(await register(one, owned, ben, his)).toBe(200);
    expect(await register(two, visitor, cleo, reads)).toBe(200);

    // An answer, at the other node, is for whoever began the thread.
    const bens = new Speaker(two, owned, ben);
    const message = await bens.answer(thread, plain('planted answer'));
    await until('it is told', () => hers.received(publicKey).length === 1);
    const [told] = hers.received(publicKey);
    expect(JSON.parse(told!.text)).toEqual({ docId: owned.docId });
    expect(told!.headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(JSON.stringify(service.deliveries)).not.toContain(owned.docId);

    // A mention is for whoever it names, whatever they may do; also one that comes with an edit.
    await bens.edit(thread, message, naming(cleo, ' planted answer'));
    await until('it is told', () => reads.received(publicKey).length === 1);
    expect(service.deliveries.map(({ path }) => path)).toEqual([hers.path, reads.path]);

    // What one says oneself is for nobody else.
    await anas.answer(thread, plain('planted'));
    await forget(one, ben, { endpoint: his.endpoint });
    await bens.begin(naming(ben, 'a note to myself'));
    await anas.answer(thread, naming(ben, 'and a question'));
    expect(service.deliveries).toHaveLength(2);
    const lines = [...one.logLines, ...two.logLines].join('');
    expect(lines).not.toContain('planted');
    for (const { endpoint, auth } of [hers, his, reads]) {
      expect(lines).not.toContain(endpoint);
      expect(lines).not.toContain(auth);
    }
  });

  test('a browser is forgotten when it is gone, its link revoked or its document deleted', async () => {
    const service = await startService();
    const { one, two } = await start(service);
    const owned = newOwner();
    const [ana, ben] = [await someone(), await someone()];
    const speaker = new Speaker(one, owned, ana);
    await speaker.begin(plain('one'));
    const link = await makeLink(one, owned, 'commenter');
    const [gone, away, kept] = [service.subscribe(), service.subscribe(), service.subscribe()];
    service.answers.set(gone.path, { status: 410 });
    expect(await register(one, { ...owned, secret: link.secret }, ben, gone)).toBe(200);
    expect(await register(two, owned, ben, kept)).toBe(200);
    await speaker.begin(naming(ben, 'two'));
    await until('both are told', () => service.deliveries.length === 2);

    expect(await register(two, { ...owned, secret: link.secret }, ben, away)).toBe(200);
    await call(one, 'DELETE', `/api/docs/${owned.docId}/links/${link.id}`, owned.secret);
    const cleo = await someone();
    const hers = service.subscribe();
    expect(await register(two, owned, cleo, hers)).toBe(200);
    await speaker.begin([...naming(ben, 'three'), ...naming(cleo, 'three')]);
    await until('who is still there is told', () => hers.received(publicKey).length === 1);
    expect(away.received(publicKey)).toEqual([]);
    expect(gone.received(publicKey)).toHaveLength(1);

    await call(two, 'DELETE', `/api/docs/${owned.docId}`, owned.secret);
    expect(await register(one, owned, cleo, hers)).toBe(410);
  });
});

test('nobody registers another, and a server calls nothing but the push services it may call', async () => {
  const service = await startService();
  const server = await startServer(settingsFor(service));
  const owned = newOwner();
  const [ana, ben] = [await someone(), await someone()];
  await new Speaker(server, owned, ana).begin(plain('one'));
  const browser = service.subscribe();
  const wanted = { endpoint: browser.endpoint, p256dh: browser.p256dh, auth: browser.auth };
  const path = `/api/docs/${owned.docId}/push`;
  const put = async (secret: string | undefined, headers = {}, body: object = wanted) =>
    (await call(server, 'PUT', path, secret, body, headers)).status;

  expect(await put(undefined, await proofFor(server, ana, owned.docId))).toBe(401);
  expect(await put(createSecret(), await proofFor(server, ana, owned.docId))).toBe(401);
  expect(await put(owned.secret)).toBe(401);
  // Ben cannot say that he is Ana, nor use what she signed for another document, or twice.
  const bens = await proofFor(server, ben, owned.docId);
  const forged = bens[PROOF_HEADER]!.replace(ben.author.id, ana.author.id);
  expect(await put(owned.secret, { [PROOF_HEADER]: forged })).toBe(401);
  expect(await put(owned.secret, await proofFor(server, ana, newOwner().docId))).toBe(401);
  const once = await proofFor(server, ana, owned.docId);
  expect(await put(owned.secret, once)).toBe(200);
  expect(await put(owned.secret, once)).toBe(401);
  expect((await call(server, 'GET', path, owned.secret)).status).toBe(404);

  for (const endpoint of [
    'https://example.org/push',
    'https://127.0.0.1/push',
    `http://${service.host}/push`,
    `https://user:word@${service.host}/push`,
    `https://${service.host}@example.org/push`,
    `https://${service.host}.example.org/push`,
    'https://[::1]/push',
    'file:///etc/passwd',
    `https://${service.host}/${'x'.repeat(3000)}`,
  ]) {
    expect([endpoint, await register(server, owned, ana, { ...wanted, endpoint })]).toEqual([
      endpoint,
      400,
    ]);
  }
  expect(await register(server, owned, ana, { ...wanted, p256dh: 'A' })).toBe(400);

  // Nor has anybody another forgotten.
  expect(await forget(server, ben, { endpoint: browser.endpoint })).toBe(200);
  const speaker = new Speaker(server, owned, ben);
  await speaker.begin(naming(ana, 'still there'));
  await until('it is told', () => browser.received(publicKey).length === 1);
  // A key that is no point of the curve costs its own notice, and nothing else.
  const broken = { ...service.subscribe(), p256dh: `B${'A'.repeat(86)}`, auth: browser.auth };
  const cleo = await someone();
  expect(await register(server, owned, cleo, { ...wanted, ...broken })).toBe(200);
  await speaker.begin(naming(cleo, 'nobody hears this'));
  await until('it is logged', () => server.logLines.join('').includes('notice not sent'));

  const off = await startServer();
  expect((await call(off, 'PUT', path, owned.secret, wanted)).status).toBe(404);
  expect((await call(off, 'GET', '/api/server')).body).not.toHaveProperty('pushKey');
  expect((await call(server, 'GET', '/api/server')).body).toMatchObject({ pushKey: publicKey });
});

test('a name that leads to a private address is not called, and a redirection is not followed', async () => {
  const service = await startService();
  const port = service.host.split(':')[1];
  const push = {
    docId: newOwner().docId,
    person: 'ana',
    linkId: null,
    at: 1,
  };
  const browser = service.subscribe();
  const { p256dh, auth } = browser;
  const services = new PushServices({
    ...settingsFor(service),
    pushServices: [service.host, `localhost:${port}`],
  });
  onCleanUp(() => services.close());
  // By its address it was allowed; by this name another address could come.
  const allowed = new PushServices({
    ...settingsFor(service),
    pushServices: [`localhost:${port}`],
  });
  onCleanUp(() => allowed.close());
  const endpoint = `https://localhost:${port}${browser.path}`;
  expect(await allowed.send({ ...push, endpoint, p256dh, auth })).toMatchObject({ kind: 'later' });
  expect(service.deliveries).toEqual([]);
  service.answers.set(browser.path, {
    status: 307,
    headers: { Location: `https://${service.host}/elsewhere` },
  });
  expect(await services.send({ ...push, endpoint: browser.endpoint, p256dh, auth })).toMatchObject({
    kind: 'refused',
  });
  expect(service.deliveries.map(({ path }) => path)).toEqual([browser.path]);
});
