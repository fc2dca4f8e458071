/** What a connection says about the server, over real sockets, when things go wrong. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import {
  createSecret,
  type DocId,
  personIdOf,
  personIdOfPublicKey,
} from '../../shared/access/ids.ts';
import type { Role } from '../../shared/access/roles.ts';
import type { ErrorCode } from '../../shared/protocol/errors.ts';
import { MAX_FRAME_BYTES } from '../../shared/protocol/limits.ts';
import { roleFrame } from '../../shared/protocol/messages.ts';
import { openReplica, proveWith, type Replica } from './open-replica.ts';
import { onServerBehind } from './server-behind.ts';
import type { ReplicaStatus } from './status.ts';
import { oneDocument } from './testing/one-document.ts';
import type { TestServer } from './testing/sync-server.ts';
import { eventually, until } from './testing/until.ts';

const one = oneDocument();
const { openDevice, opened } = one;
let server: TestServer;
let secret: string;
let docId: DocId;

beforeEach(() => {
  ({ server, secret, docId } = one);
});

const text = (from: Replica | Y.Doc): Y.Text => ('doc' in from ? from.doc : from).getText('body');
const onServer = (): string => text(server.doc(docId)).toString();
const isSynced = ({ server: state }: ReplicaStatus): boolean => state === 'synced';
const isRefused = ({ server: state }: ReplicaStatus): boolean => state === 'refused';

test('each final refusal is said by its name and keeps the text', async () => {
  const replica = openDevice();
  await until(replica.status, isSynced);
  const codes: ErrorCode[] = [
    'link_revoked',
    'role_too_low',
    'token_invalid',
    'document_unknown',
    'document_deleted',
    'app_outdated',
    'document_full',
    'update_invalid',
  ];
  for (const code of codes) {
    server.refuse(code);
    await until(replica.status, ({ refusal }) => refusal === code);
    expect(replica.status.get().server).toBe('refused');
    server.admit();
    replica.retry();
    await until(replica.status, isSynced);
    expect(replica.status.get().refusal).toBeNull();
  }
  expect(server.connections).toBe(1);
});

test('passing troubles are no refusal: it goes on by itself', async () => {
  const replica = openDevice();
  await until(replica.status, isSynced);
  server.refuse('server_busy');
  await until(replica.status, ({ server: state }) => state !== 'synced');
  text(replica).insert(0, 'meanwhile');
  expect(replica.status.get()).toMatchObject({ refusal: null, unconfirmed: 1 });
  server.admit();
  await until(replica.status, isSynced);
  expect(onServer()).toBe('meanwhile');
});

test('handed over by a server that stops, it is back at once and never seen offline', async () => {
  const replica = openDevice();
  await until(replica.status, isSynced);
  const states = new Set<string>();
  replica.status.subscribe(() => states.add(replica.status.get().server));
  server.refuse('server_leaving');
  server.admit();
  await until(replica.status, ({ server: state }) => state !== 'synced');
  text(replica).insert(0, 'meanwhile');
  await until(replica.status, isSynced);
  expect(onServer()).toBe('meanwhile');
  expect(states).toContain('connecting');
  for (const state of states) expect(['connecting', 'sending', 'synced']).toContain(state);
});

test('a server that is away is offline, and what was written arrives when it is back', async () => {
  const replica = openDevice();
  await until(replica.status, isSynced);
  await server.close();
  await until(replica.status, ({ server: state }) => state === 'offline');
  text(replica).insert(0, 'later');
  expect(replica.status.get()).toMatchObject({ server: 'offline', unconfirmed: 1 });
  await server.reopen();
  await until(replica.status, isSynced);
  expect(onServer()).toBe('later');
  expect(replica.status.get().unconfirmed).toBe(0);
});

test('what was sent and not confirmed when the connection broke counts until it is confirmed', async () => {
  const replica = openDevice();
  await until(replica.status, isSynced);
  server.holdConfirmations();
  text(replica).insert(0, 'a');
  await eventually(() => onServer() === 'a');
  server.cut();
  await until(replica.status, ({ server: state }) => state === 'connecting');
  expect(replica.status.get().unconfirmed).toBe(1);
  await eventually(() => server.connections === 1);
  server.confirm();
  await until(replica.status, isSynced);
  expect(replica.status.get().unconfirmed).toBe(0);
  expect(onServer()).toBe('a');
});

test('an update that the server lost without an answer is found and sent again', async () => {
  const replica = openDevice({ timeouts: { answer: 200 } });
  await until(replica.status, isSynced);
  server.loseNextUpdate();
  text(replica).insert(0, 'lost');
  expect(replica.status.get().unconfirmed).toBe(1);
  await until(replica.status, isSynced);
  expect(onServer()).toBe('lost');
});

test('the same where the clock of the device is set back by a day meanwhile', {
  timeout: 20_000,
}, async () => {
  const replica = openDevice({ timeouts: { answer: 200 } });
  await until(replica.status, isSynced);
  server.loseNextUpdate();
  text(replica).insert(0, 'lost');
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 86_400_000);
  try {
    await until(replica.status, isSynced);
  } finally {
    clock.mockRestore();
  }
  expect(onServer()).toBe('lost');
});

test('a server that has less than it confirmed is noticed, in a later session too, and one that is whole is not', async () => {
  const behind: string[] = [];
  onServerBehind((name) => behind.push(name));
  const first = openDevice();
  text(first).insert(0, 'words');
  await until(first.status, isSynced);
  server.cut();
  await until(first.status, (status) => !isSynced(status));
  await until(first.status, isSynced);
  await first.close();
  expect(behind).toEqual([]);
  server.forget(docId);
  const second = one.open();
  await until(second.status, isSynced);
  expect(behind).toEqual([docId]);
  onServerBehind(() => {});
});

test('a broken frame costs the connection, not the page nor the text', async () => {
  const replica = openDevice();
  text(replica).insert(0, 'whole');
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    for (const broken of [
      [0, 0, 9, 255],
      [0, 2, 200],
      [1, 3, 1, 1],
      [8],
      [0, 0, 3, 255, 255, 255],
    ]) {
      await until(replica.status, isSynced);
      server.send(new Uint8Array(broken));
      await until(replica.status, ({ server: state }) => state === 'connecting');
    }
    await until(replica.status, isSynced);
    expect(complaints).toHaveBeenCalled();
  } finally {
    complaints.mockRestore();
  }
  expect(text(replica).toString()).toBe('whole');
  expect(onServer()).toBe('whole');
});

test('an update that never reached this device is asked for', async () => {
  const writer = openDevice();
  const reader = openDevice();
  await until(writer.status, isSynced);
  await until(reader.status, isSynced);
  server.hideNextUpdate();
  text(writer).insert(0, 'first ');
  await until(writer.status, isSynced);
  text(writer).insert(6, 'second');
  await eventually(() => text(reader).toString() === 'first second');
  expect(reader.doc.store.pendingStructs).toBeNull();
});

test('a server that lost the document gets it back', async () => {
  const replica = openDevice();
  text(replica).insert(0, 'all of it');
  await until(replica.status, isSynced);
  server.forget(docId);
  server.cut();
  await until(replica.status, ({ server: state }) => state !== 'synced');
  await until(replica.status, isSynced);
  expect(onServer()).toBe('all of it');
});

test('a change larger than a frame arrives in frames that fit', async () => {
  const replica = openDevice();
  await until(replica.status, isSynced);
  const long = 'wörd '.repeat(900_000);
  text(replica).insert(0, long);
  expect(replica.status.get().unconfirmed).toBe(1);
  await until(replica.status, isSynced);
  expect(onServer()).toBe(long);
  expect(server.frames.length).toBeGreaterThan(3);
  expect(Math.max(...server.frames)).toBeLessThanOrEqual(MAX_FRAME_BYTES);
});

test('a long document written offline arrives in frames that fit', async () => {
  const replica = openDevice({ maxFrameBytes: 4000 });
  for (let n = 0; n < 200; n++) text(replica).insert(0, `${n} ${'x'.repeat(100)}\n`);
  await until(replica.status, isSynced);
  expect(onServer()).toBe(text(replica).toString());
  expect(server.frames.length).toBeGreaterThan(4);
  expect(Math.max(...server.frames)).toBeLessThanOrEqual(4000);
});

test('formatting survives where the text it belongs to arrives in a later frame', async () => {
  const maxFrameBytes = 2000;
  const writer = openDevice({ maxFrameBytes });
  await until(writer.status, isSynced);
  await server.close();
  await until(writer.status, ({ server: state }) => state === 'offline');
  // Fills most of the first frame, so that the pasted text goes into the next.
  const end = ` ${'e'.repeat(1400)}`;
  text(writer).insert(0, `bold me${end}`);
  text(writer).format(0, 7, { bold: true });
  const late = new Y.Doc();
  // A low number, so that what it wrote is sent last.
  late.clientID = 1;
  Y.applyUpdate(late, Y.encodeStateAsUpdate(writer.doc));
  // What is bold in the end was typed inside of what was bold at first and is deleted since.
  text(late).insert(4, 'x'.repeat(6000));
  Y.applyUpdate(writer.doc, Y.encodeStateAsUpdate(late), 'pasted');
  text(writer).delete(0, 4);
  text(writer).delete(6000, 3);
  const reader = openDevice({ maxFrameBytes });
  expect(text(reader).length).toBe(0);
  await server.reopen();
  reader.retry();
  await until(reader.status, isSynced);
  writer.retry();
  await until(writer.status, isSynced);
  expect(server.frames.length).toBeGreaterThan(3);
  await eventually(() => text(reader).length === text(writer).length);
  const expected = [{ insert: 'x'.repeat(6000), attributes: { bold: true } }, { insert: end }];
  expect(text(writer).toDelta()).toEqual(expected);
  expect(text(reader).toDelta()).toEqual(expected);
});

test('an object that no frame can hold is refused by name and kept', async () => {
  const replica = openDevice({ maxFrameBytes: 4000 });
  await until(replica.status, isSynced);
  text(replica).insertEmbed(0, { object: 'image', src: 'x'.repeat(9000) });
  const status = await until(replica.status, isRefused);
  expect(status).toMatchObject({ refusal: 'payload_too_large', unconfirmed: 1 });
});

test('a server with a smaller frame limit than ours is not hammered', async () => {
  const replica = openDevice({ maxFrameBytes: 64 * 1024 * 1024 });
  await until(replica.status, isSynced);
  text(replica).insert(0, 'x'.repeat(MAX_FRAME_BYTES + 1));
  const status = await until(replica.status, isRefused);
  expect(status).toMatchObject({ refusal: 'payload_too_large', unconfirmed: 1 });
});

test('a reader who writes is refused, and the count stays', async () => {
  const as = createSecret();
  server.readOnly.add(as);
  const reader = openDevice({}, as);
  await until(reader.status, isSynced);
  text(reader).insert(0, 'not allowed');
  const status = await until(reader.status, isRefused);
  expect(status).toMatchObject({ refusal: 'role_too_low', unconfirmed: 1 });
  expect(onServer()).toBe('');
});

test('what was refused is sent once whoever wrote it may write again', async () => {
  const writer = openDevice();
  text(writer).insert(0, 'not not yet');
  await until(writer.status, isSynced);
  const as = createSecret();
  server.readOnly.add(as);
  const reader = openDevice({}, as);
  await until(reader.status, isSynced);
  server.send(roleFrame('viewer'));
  text(reader).delete(0, 4);
  await until(reader.status, isRefused);
  server.readOnly.delete(as);
  server.send(roleFrame('editor'));
  const status = await until(reader.status, isSynced);
  expect(status).toMatchObject({ refusal: null, unconfirmed: 0 });
  expect(onServer()).toBe('not yet');
});

test('a reader who only deletes is refused, too, and nothing is confirmed', async () => {
  const writer = openDevice();
  text(writer).insert(0, 'keep this');
  await until(writer.status, isSynced);
  const as = createSecret();
  server.readOnly.add(as);
  const reader = openDevice({}, as);
  await until(reader.status, isSynced);
  text(reader).delete(0, 4);
  const status = await until(reader.status, isRefused);
  expect(status).toMatchObject({ refusal: 'role_too_low', unconfirmed: 1 });
  expect(onServer()).toBe('keep this');
});

test('formatting that Yjs tidies up where one may only read raises no alarm', async () => {
  const writer = openDevice();
  text(writer).insert(0, 'one two three four');
  text(writer).format(4, 3, { bold: true });
  await until(writer.status, isSynced);
  const as = createSecret();
  server.readOnly.add(as);
  const reader = openDevice({}, as);
  // Only a text that was in use when its formatting arrived tidies itself up.
  expect(text(reader).length).toBe(0);
  await until(reader.status, isSynced);
  let tidied = 0;
  reader.doc.on('afterTransaction', (transaction) => {
    if (transaction.local && transaction.deleteSet.clients.size > 0) tidied++;
  });
  // Two people each delete a part of the bold word; only together they leave bold without text.
  const apart = new Y.Doc();
  Y.applyUpdate(apart, Y.encodeStateAsUpdate(writer.doc));
  text(apart).delete(4, 2);
  text(writer).delete(6, 1);
  await until(writer.status, isSynced);
  await writer.close();
  Y.applyUpdate(server.doc(docId), Y.encodeStateAsUpdate(apart));
  for (let times = 0; times < 2; times++) {
    server.cut();
    await until(reader.status, ({ server: state }) => state === 'connecting');
    await until(reader.status, ({ server: state }) => state !== 'connecting');
    expect(tidied).toBe(1);
    expect(reader.status.get()).toMatchObject({ server: 'synced', refusal: null, unconfirmed: 0 });
  }
  expect(text(reader).toString()).toBe('one  three four');
  // The server still has the mark, so it did say no.
  expect(Y.equalSnapshots(Y.snapshot(reader.doc), Y.snapshot(server.doc(docId)))).toBe(false);
});

/** Shows who is at a device, as the app does, and gives their id. */
function show({ awareness }: Replica, key: string): string {
  const id = personIdOf(key);
  awareness.setLocalStateField('person', { id, name: 'Ana', color: 'teal' });
  return id;
}

const idAt = (replica: Replica, seenBy: Replica): string | undefined =>
  seenBy.awareness.getStates().get(replica.doc.clientID)?.person?.id;

/** Two devices that see each other; the key they prove is one, and another after `become`. */
async function twoWhoMet() {
  let now = createSecret();
  proveWith(() => ({ key: now, id: personIdOf(now) }));
  const key = now;
  const ben = openDevice();
  const ana = openDevice();
  const before = show(ana, key);
  for (const { status } of [ana, ben]) await until(status, isSynced);
  await eventually(() => idAt(ana, ben) === before);
  const become = () => {
    now = createSecret();
    return now;
  };
  return { ana, ben, before, become, key };
}

test('whoever opens a document first, the connection proves who is at this device', async () => {
  const key = createSecret();
  proveWith(() => ({ key, id: personIdOf(key) }));
  const behind = openDevice({}, secret);
  await until(behind.status, isSynced);
  const shown = openReplica({ name: docId, secret });
  opened.push(shown);
  expect(shown.doc).toBe(behind.doc);
  await eventually(() => server.proved.includes(personIdOf(key)));
  expect(server.offered).not.toContain(key);
});

test('whoever is somebody new goes by their public key before anybody sees them', async () => {
  const key = createSecret();
  let id = personIdOf(key);
  let isNew = true;
  const ana = openDevice();
  const ben = openDevice();
  const seen = new Set<string | undefined>();
  ben.awareness.on('update', () => seen.add(idAt(ana, ben)));
  proveWith(
    () => ({ key, id, isNew }),
    async (bound, publicKey) => {
      expect(bound).toBe(key);
      id = personIdOfPublicKey(publicKey);
      isNew = false;
      ana.awareness.setLocalStateField('person', { id, name: 'Ana', color: 'teal' });
    },
  );
  show(ana, key);
  for (const { status } of [ana, ben]) await until(status, isSynced);
  await eventually(() => idAt(ana, ben) === id);
  expect(id).not.toBe(personIdOf(key));
  expect([...seen].filter(Boolean)).toEqual([id]);
  await eventually(() => server.proved.includes(id));
});

test('a server that asks nobody who they are is told who is here all the same', async () => {
  server.asksNobody();
  const { ana, ben, before, key } = await twoWhoMet();
  expect(idAt(ana, ben)).toBe(before);
  expect(server.offered).not.toContain(key);
  expect(server.proved).toEqual([]);
});

test('who comes to be another person proves that one anew, and nothing is lost or refused', async () => {
  const { ana, ben, before, become, key } = await twoWhoMet();
  show(ben, key);
  await eventually(() => idAt(ben, ana) !== undefined);

  const states = new Set<string>();
  ana.status.subscribe(() => states.add(ana.status.get().server));
  server.holdConfirmations();
  text(ana).insert(0, 'kept');
  const seen = new Set<string | undefined>();
  ben.awareness.on('update', () => seen.add(idAt(ana, ben)));
  const next = become();
  const after = show(ana, next);
  expect(idAt(ana, ana)).toBe(after);
  await eventually(() => server.proved.includes(personIdOf(next)));
  server.confirm();
  await eventually(() => idAt(ana, ben) === after);
  await until(ana.status, isSynced);
  expect(onServer()).toBe('kept');
  expect(ana.status.get()).toMatchObject({ unconfirmed: 0, refusal: null });
  expect(states).not.toContain('offline');
  expect([...seen]).not.toContain(before);
  // Whoever is here is seen again at once, and not only when they move.
  expect(idAt(ben, ana)).toBeDefined();
});

test('who is shown is only whom the connection has proved', async () => {
  const { ana, ben, before, become } = await twoWhoMet();
  // The page shows the earlier person for a while longer than the key is that one's.
  const next = become();
  const cut = until(ana.status, ({ server: state }) => state === 'connecting');
  server.cut();
  await cut;
  for (const { status } of [ana, ben]) await until(status, isSynced);
  const seen = new Set<string | undefined>();
  ben.awareness.on('update', () => seen.add(idAt(ana, ben)));
  ana.awareness.setLocalStateField('cursor', null);
  const after = show(ana, next);
  await eventually(() => idAt(ana, ben) === after);
  expect([...seen]).not.toContain(before);
});

test('who comes back after a break is news, which the server takes only of somebody new', async () => {
  const replica = openDevice();
  show(replica, createSecret());
  await until(replica.status, isSynced);
  const clock = () => replica.awareness.meta.get(replica.doc.clientID)?.clock ?? 0;
  const before = clock();
  const cut = until(replica.status, ({ server: state }) => state === 'connecting');
  server.cut();
  await cut;
  await until(replica.status, isSynced);
  expect(clock()).toBeGreaterThan(before);
});

test('changes of another tab count here, too, until they are known to be on the server', async () => {
  globalThis.indexedDB = new IDBFactory();
  const one = openReplica({ name: docId, secret }, { serverUrl: server.url });
  opened.push(one);
  await until(one.status, isSynced);
  const { openReplica: openInOtherTab } = await importAgain();
  const other = openInOtherTab({ name: docId, secret }, { serverUrl: server.url });
  opened.push(other);
  await until(other.status, isSynced);
  expect(other.doc).not.toBe(one.doc);
  server.holdConfirmations();
  text(one).insert(0, 'hello');
  await eventually(() => text(other).toString() === 'hello');
  server.confirm();
  await until(one.status, (status) => isSynced(status) && status.unconfirmed === 0);
  await until(other.status, (status) => isSynced(status) && status.unconfirmed === 0);
  expect(onServer()).toBe('hello');
});

test('tabs go on together without a server, and either of them brings it all there', async () => {
  globalThis.indexedDB = new IDBFactory();
  await server.close();
  const one = openReplica({ name: docId, secret }, { serverUrl: server.url });
  const { openReplica: openInOtherTab } = await importAgain();
  const other = openInOtherTab({ name: docId, secret }, { serverUrl: server.url });
  opened.push(one, other);
  await Promise.all([one.whenLoaded, other.whenLoaded]);
  await until(one.status, ({ server: state }) => state === 'offline');
  text(one).insert(0, 'from one');
  await eventually(() => text(other).toString() === 'from one');
  expect(other.status.get().unconfirmed).toBe(1);
  await one.close();
  await server.reopen();
  other.retry();
  await until(other.status, isSynced);
  expect(other.status.get().unconfirmed).toBe(0);
  expect(onServer()).toBe('from one');
});

test('a tab that comes gets what was here, and gives what it alone has', async () => {
  await server.close();
  const writeAlone = async (words: string): Promise<IDBFactory> => {
    const storage = new IDBFactory();
    globalThis.indexedDB = storage;
    // With a link of its own it meets nobody.
    const alone = openReplica({ name: docId, secret: createSecret() }, { serverUrl: server.url });
    await alone.whenLoaded;
    text(alone).insert(0, words);
    await alone.close();
    return storage;
  };
  const [first, second] = [await writeAlone('here'), await writeAlone('there')];
  globalThis.indexedDB = first;
  const here = openReplica({ name: docId, secret }, { serverUrl: server.url });
  opened.push(here);
  await here.whenLoaded;
  expect(text(here).toString()).toBe('here');
  globalThis.indexedDB = second;
  const there = (await importAgain()).openReplica(
    { name: docId, secret },
    { serverUrl: server.url },
  );
  opened.push(there);
  await eventually(() => text(here).length === 9 && text(there).length === 9);
  expect(text(there).toString()).toBe(text(here).toString());
});

test('what it hears about others is not sent back to the server', async () => {
  const other = createSecret();
  const [ana, ben] = [openDevice(), openDevice({}, other)];
  for (const { status } of [ana, ben]) await until(status, isSynced);
  const before = server.presence.filter((secret) => secret === other).length;
  ana.awareness.setLocalStateField('note', 'here');
  await eventually(() => ben.awareness.getStates().get(ana.doc.clientID)?.note === 'here');
  text(ben).insert(0, 'behind it');
  await eventually(() => onServer() === 'behind it');
  expect(server.presence.filter((secret) => secret === other)).toHaveLength(before);
});

test('the name under which tabs meet does not hold the secret', async () => {
  const names: string[] = [];
  const Original = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Original {
    constructor(name: string) {
      super(name);
      names.push(name);
    }
  };
  try {
    const replica = openDevice({}, secret);
    await until(replica.status, isSynced);
    await replica.close();
  } finally {
    globalThis.BroadcastChannel = Original;
  }
  expect(names.length).toBeLessThanOrEqual(1);
  for (const name of names) expect(name).not.toContain(secret);
});

/** The same module once more, as another tab would load it. */
async function importAgain(): Promise<typeof import('./open-replica.ts')> {
  vi.resetModules();
  return import('./open-replica.ts');
}

test('what one may do is known as soon as the server says it, and what it does not know is not believed', async () => {
  const replica = openDevice();
  await until(replica.status, isSynced);
  expect(replica.status.get().role).toBeNull();
  for (const role of ['viewer', 'editor'] as const) {
    server.send(roleFrame(role));
    await until(replica.status, (status) => status.role === role);
  }
  server.send(roleFrame('emperor' as Role));
  server.send(roleFrame('commenter', true));
  await until(replica.status, ({ role }) => role !== 'editor');
  expect(replica.status.get()).toMatchObject({ role: 'commenter', hidesHistory: true });
  server.send(roleFrame('commenter'));
  await until(replica.status, ({ hidesHistory }) => !hidesHistory);
});
