/** Where nobody took anybody's ids, no device thinks so, however it comes and goes. */
import 'fake-indexeddb/auto';
import { isDeepStrictEqual } from 'node:util';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, randomId } from '../../shared/access/ids.ts';
import { type Chance, seededChance } from '../../shared/testing/seeded.ts';
import { type LocalReplica, openLocalReplica, type Replica } from './open-replica.ts';
import { sendStored } from './send-stored.ts';
import { oneDocument } from './testing/one-document.ts';
import { setOnline } from './testing/page.ts';
import { eventually, isAllThere, until } from './testing/until.ts';
import { type Network, withoutSockets } from './testing/without-sockets.ts';

const one = oneDocument();
let network: Network;
let warned: MockInstance<typeof console.warn>;

beforeEach(async () => {
  setOnline(true);
  network = await withoutSockets(one.server.url);
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(async () => {
  vi.restoreAllMocks();
  await network.close();
});

const body = (doc: Y.Doc) => doc.getText('body');
const said = (doc: Y.Doc) => ({
  body: body(doc).toString(),
  fields: doc.getMap('fields').toJSON(),
});

test.each(['a socket', 'plain HTTP'])(
  'a page back online, of whose words a worker sent some, writes nothing again: %s',
  async (way) => {
    const { server, docId, secret } = one;
    const replica = one.open({ serverUrl: way === 'a socket' ? server.url : network.url });
    body(replica.doc).insert(0, 'Known. ');
    await until(replica.status, isAllThere);
    const { clientID } = replica.doc;
    setOnline(false);
    await eventually(() => server.connections === 0);
    body(replica.doc).insert(7, 'Offline.');
    replica.doc.getMap('fields').set('a:type', 'heading');
    await until(replica.status, ({ device }) => device === 'saved');
    expect(await sendStored({ name: docId, room: docId, secret }, server.url)).toBe('sent');
    const doc = server.doc(docId);
    expect(body(doc).toString()).toBe('Known. Offline.');
    // Others have it, and go on.
    doc.getMap('fields').set('a:type', 'quote');
    body(doc).delete(7, 3);
    body(replica.doc).insert(15, ' And more.');
    setOnline(true);
    await until(replica.status, isAllThere);
    expect(warned.mock.calls).toEqual([]);
    expect(replica.doc.clientID).toBe(clientID);
    expect(said(doc)).toEqual({ body: 'Known. line. And more.', fields: { 'a:type': 'quote' } });
    expect(said(replica.doc)).toEqual(said(doc));
  },
);

test.each(['a socket', 'plain HTTP'])(
  'what was written before there was a server may be written over as soon as one has it: %s',
  async (way) => {
    const { server, docId, secret } = one;
    const replica = openLocalReplica('here');
    one.opened.push(replica);
    await replica.whenLoaded;
    body(replica.doc).insert(0, 'Before. ');
    replica.doc.getMap('fields').set('a:type', 'heading');
    replica.goTo(secret, { serverUrl: way === 'a socket' ? server.url : network.url });
    await until(replica.status, isAllThere);
    const doc = server.doc(docId);
    const before = Y.encodeStateVector(doc);
    doc.getMap('fields').set('a:type', 'quote');
    body(doc).delete(0, 2);
    server.tell(docId, Y.encodeStateAsUpdate(doc, before));
    await eventually(() => isDeepStrictEqual(said(replica.doc), said(doc)));
    expect(warned.mock.calls).toEqual([]);
    expect(said(doc)).toEqual({ body: 'fore. ', fields: { 'a:type': 'quote' } });
  },
);

test('what came to the server by HTTP, and lost against what others set, is heard of by a new socket first', async () => {
  const { server, docId } = one;
  const replica = one.open();
  body(replica.doc).insert(0, 'Known. ');
  await until(replica.status, isAllThere);
  setOnline(false);
  await eventually(() => server.connections === 0);
  const fields = replica.doc.getMap('fields');
  for (const field of ['a', 'b', 'c']) fields.set(field, 'mine');
  body(replica.doc).insert(7, 'Offline.');
  const doc = server.doc(docId);
  const ben = new Y.Doc();
  // Of two who set the same, Yjs keeps that of the higher id.
  ben.clientID = 2 ** 32 - 1;
  for (const field of ['a', 'b']) ben.getMap('fields').set(field, 'theirs');
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(ben));
  setOnline(true);
  while (server.connections === 0) await new Promise((resolve) => setImmediate(resolve));
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(replica.doc), 'HTTP');
  await until(replica.status, isAllThere);
  await eventually(() => isDeepStrictEqual(said(replica.doc), said(doc)));
  expect(warned.mock.calls).toEqual([]);
  expect(said(doc)).toEqual({
    body: 'Known. Offline.',
    fields: { a: 'theirs', b: 'theirs', c: 'mine' },
  });
});

/**
 * A device with a storage of its own. Its document may begin without a server, as the library does that
 * is linked later.
 */
class Device {
  readonly #storage = new IDBFactory();
  readonly #name = randomId(12);
  readonly #secret = createSecret();
  readonly #serverUrl: string;
  readonly #isLocal: boolean;
  #isLinked: boolean;
  replica!: Replica;

  constructor(serverUrl: string, isLocal: boolean) {
    this.#serverUrl = serverUrl;
    this.#isLocal = isLocal;
    this.#isLinked = !isLocal;
  }

  get isLinked(): boolean {
    return this.#isLinked;
  }

  async open(): Promise<void> {
    globalThis.indexedDB = this.#storage;
    if (this.#isLocal) {
      this.replica = openLocalReplica(this.#name);
      one.opened.push(this.replica);
      if (this.#isLinked) this.link();
    } else this.replica = one.open({ serverUrl: this.#serverUrl }, this.#secret);
    await this.replica.whenLoaded;
  }

  link(): void {
    this.#isLinked = true;
    // All devices know one secret of a library.
    if (this.#isLocal)
      (this.replica as LocalReplica).goTo(one.secret, { serverUrl: this.#serverUrl });
  }

  async reopen(): Promise<void> {
    await this.replica.close();
    one.opened.splice(one.opened.indexOf(this.replica), 1);
    await this.open();
  }

  /** As the worker of this browser does. */
  async sendStored(): Promise<void> {
    globalThis.indexedDB = this.#storage;
    const { server, docId } = one;
    const name = this.#isLocal ? this.#name : docId;
    if (this.#isLinked) await sendStored({ name, room: docId, secret: this.#secret }, server.url);
  }

  write(chance: Chance): void {
    const { doc } = this.replica;
    const text = body(doc);
    const at = chance(text.length + 1);
    const what = chance(4);
    if (what === 0) text.delete(at, Math.min(chance(4), text.length - at));
    else if (what === 1) doc.getMap('fields').set(`field ${chance(3)}`, chance(100));
    else text.insert(at, ['a', 'bc', 'def'][chance(3)]!);
  }
}

const SEEDS = Array.from({ length: 12 }, () => Math.floor(Math.random() * 2 ** 31));

test.each(SEEDS)('two devices come and go, reload and are cut off, seed %i', async (seed) => {
  const chance = seededChance(seed);
  const { server, docId } = one;
  const devices = [server.url, chance(2) ? network.url : server.url].map(
    (url) => new Device(url, chance(2) === 0),
  );
  for (const device of devices) await device.open();
  let isOnline = true;
  const steps: ((device: Device) => void | Promise<void>)[] = [
    (device) => device.write(chance),
    (device) => device.write(chance),
    (device) => device.write(chance),
    () => {
      isOnline = !isOnline;
      setOnline(isOnline);
    },
    (device) => device.sendStored(),
    (device) => device.reopen(),
    () => server.cut(),
    () => server.holdConfirmations(),
    () => server.confirm(),
    ({ replica }) => replica.retry(),
    (device) => device.link(),
    () => new Promise((resolve) => setTimeout(resolve, chance(40))),
    async ({ replica, isLinked }) => {
      server.confirm();
      if (isOnline && isLinked) await until(replica.status, isAllThere);
    },
  ];
  for (let step = 0; step < 40; step++)
    await steps[chance(steps.length)]!(devices[chance(devices.length)]!);
  server.confirm();
  setOnline(true);
  for (const device of devices) {
    device.link();
    device.replica.retry();
    await until(device.replica.status, isAllThere);
  }
  const doc = server.doc(docId);
  await eventually(() =>
    devices.every(({ replica }) => isDeepStrictEqual(said(replica.doc), said(doc))),
  );
  expect(warned.mock.calls).toEqual([]);
});
