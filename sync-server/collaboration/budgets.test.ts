/** What one connection may take of what belongs to all, and that a good secret is never refused for it. */
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { createSecret } from '../../shared/access/ids.ts';
import { MAX_NEW_DOCUMENTS_PER_MINUTE } from '../../shared/protocol/limits.ts';
import { FRAME, readClientFrame, SYNC, syncFrame } from '../../shared/protocol/messages.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { collectGarbage } from '../testing/garbage.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { makeLink, newOwner, startCollaboration, startServer } from '../testing/server.ts';
import { addressed, addressOf } from './hocuspocus-frames.ts';
import { type StateFrame, StateFrames } from './state-frames.ts';

afterEach(cleanUp);

/** A connection that never says who it is. */
function silent(server: { ws: string }): { closed: () => string | null; socket: WebSocket } {
  const socket = new WebSocket(`${server.ws}/hocuspocus`);
  let reason: string | null = null;
  socket.on('close', (_code, said) => {
    reason = said.toString();
  });
  socket.on('error', () => undefined);
  onCleanUp(() => socket.terminate());
  return { closed: () => reason, socket };
}

const opened = (socket: WebSocket) => until('open', () => socket.readyState === WebSocket.OPEN);

describe('before a secret was shown', () => {
  test('a document is sent little that is kept', async () => {
    const server = await startServer();
    const client = silent(server);
    await opened(client.socket);
    const address = addressOf(newOwner().docId);
    for (let times = 0; times < 5; times++) {
      client.socket.send(addressed(address, syncFrame(SYNC.step1, new Uint8Array(5_000))));
    }
    await until('closed', () => client.closed() !== null);
    expect(client.closed()).toBe('rate_limited');
  });

  test('also a frame that is only half there ends where little was read', async () => {
    const server = await startServer();
    const client = silent(server);
    await opened(client.socket);
    const { _socket } = client.socket as unknown as { _socket: NodeJS.WritableStream };
    // One frame of 1.4 MB, masked, of which the last byte never comes.
    const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x16, 0, 0, 0, 0, 0, 0]);
    _socket.write(Buffer.concat([head, Buffer.alloc(0x150000)]));
    await until('closed', () => client.closed() !== null);
    expect(client.closed()).toBe('rate_limited');
  });

  test('what follows a secret is not read until that was checked', async () => {
    const server = await startServer();
    const owned = newOwner();
    await RawClient.sync(server, owned.docId, owned.secret).synced();
    const client = RawClient.multiplexed(server, owned.docId, createSecret());
    for (let times = 0; times < 40; times++) client.sendUpdate(new Uint8Array(1_000_000));
    await client.whenGone();
    expect(client.ended).toBe('token_invalid');
  });

  test('of too many from one address the oldest go, and a good secret gets in', async () => {
    const server = await startServer({ maxSocketsPerAddress: 3 });
    const owned = newOwner();
    const crowd = Array.from({ length: 3 }, () => silent(server));
    for (const { socket } of crowd) await opened(socket);
    const client = RawClient.multiplexed(server, owned.docId, owned.secret);
    await client.synced();
    expect(client.gone).toBe(false);
    await until('one went', () => crowd.some(({ closed }) => closed() !== null));
    expect(crowd.map(({ closed }) => closed())).toEqual(['rate_limited', null, null]);
  });
});

test.each(['sync', 'multiplexed'] as const)(
  'at %s a whole school gets in through one router',
  async (endpoint) => {
    const server = await startServer({ maxSocketsPerAddress: 3 });
    const owned = newOwner();
    await RawClient.sync(server, owned.docId, owned.secret).synced();
    const { secret } = await makeLink(server, owned, 'editor');
    const pupils = Array.from({ length: 150 }, () =>
      RawClient[endpoint](server, owned.docId, secret),
    );
    await Promise.all(pupils.map((pupil) => pupil.synced()));
    expect(pupils.filter((pupil) => pupil.gone)).toEqual([]);
  },
);

test('a class makes its documents at the same moment', async () => {
  const server = await startServer({
    maxNewDocumentsPerMinute: MAX_NEW_DOCUMENTS_PER_MINUTE,
  });
  const pupils = Array.from({ length: 30 }, () => {
    const { docId, secret } = newOwner();
    return RawClient.sync(server, docId, secret);
  });
  await Promise.all(pupils.map((pupil) => pupil.synced()));
  expect(pupils.filter((pupil) => pupil.gone)).toEqual([]);
});

test('the sockets of one address leave room for others', async () => {
  const server = await startServer({ maxSockets: 10 });
  const owned = newOwner();
  const clients = Array.from({ length: 8 }, () =>
    RawClient.sync(server, owned.docId, owned.secret),
  );
  await Promise.all(clients.map((client) => client.synced()));
  const refused = clients.filter((client) => client.closed?.reason === 'server_busy');
  expect(refused.length).toBe(3);
  clients.find((client) => !client.gone)?.socket.close();
  const again = async () => {
    const client = RawClient.sync(server, owned.docId, owned.secret);
    await client.synced();
    return !client.gone;
  };
  await until('there is room again', again);
});

test('who asks again and again who is here is answered now and then', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  for (let times = 0; times < 1_000; times++) client.send(Uint8Array.of(FRAME.queryAwareness));
  await client.synced();
  expect(client.gone).toBe(false);
  expect(client.count(FRAME.awareness)).toBeLessThan(50);
});

test('whoever sends very many updates does not keep others waiting for all of them', async () => {
  const server = await startServer();
  const owned = newOwner();
  const flooding = RawClient.sync(server, owned.docId, owned.secret);
  const other = RawClient.sync(server, owned.docId, owned.secret);
  await flooding.synced();
  await other.synced();
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  for (let times = 0; times < 10_000; times++) doc.getText('body').insert(times, 'x');
  let answeredBefore: number | null = null;
  other.socket.on('message', () => {
    if (other.statuses.length === 1) answeredBefore ??= flooding.statuses.length;
  });
  for (const update of updates) flooding.sendUpdate(update);
  other.sendUpdate(textUpdate('meanwhile'));
  await until('the other is answered', () => answeredBefore !== null);
  expect(answeredBefore).toBeLessThan(updates.length / 2);
  await until('so is everything else', () => flooding.statuses.length === updates.length);
});

test.each(['sync', 'multiplexed'] as const)(
  'at %s many slow readers hold one copy of a large document',
  async (endpoint) => {
    const server = await startServer();
    const owned = newOwner();
    const writer = RawClient.sync(server, owned.docId, owned.secret);
    await writer.synced();
    for (let part = 1; part <= 8; part++) {
      writer.sendUpdate(textUpdate(String(part).repeat(1_000_000), writer.doc));
      await until('stored', () => writer.statuses.length === part);
    }
    const held = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    const readers = Array.from({ length: 30 }, () => {
      const reader = RawClient[endpoint](server, owned.docId, owned.secret);
      reader.sendStateVector();
      reader.whenOpen(() => reader.socket.pause());
      return reader;
    });
    // Who comes after them hears when all have been served.
    const last = RawClient.sync(server, owned.docId, owned.secret);
    await last.synced();
    await until('all are on their way', () =>
      readers.every(({ socket }) => socket.readyState === WebSocket.OPEN),
    );
    await last.synced();
    expect((held() - before) / 8_000_000).toBeLessThan(8);
    for (const { socket } of readers) socket.terminate();
  },
);

/** What somebody has who was sent these frames. */
function readBy(frames: readonly StateFrame[], doc = new Y.Doc()): Y.Doc {
  for (const { frame } of frames) {
    const read = readClientFrame(frame);
    if (read?.kind === 'update') Y.applyUpdate(doc, read.update);
  }
  return doc;
}
const NEVER = () => expect.unreachable();
const LOGGED = { sequence: 1, bytes: 300_000 };

test('what is made for one reader alone is bounded over all, and then all get the whole', () => {
  const frames = new StateFrames(1_000_000);
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'a');
  const early = Y.encodeStateVector(doc);
  doc.getText('body').insert(1, 'b'.repeat(300_000));
  let wasCut = 0;
  const made = Array.from({ length: 20 }, () =>
    frames.framesFor(doc, LOGGED, early, () => wasCut++),
  );
  expect(new Set(made.flat().map(({ frame }) => frame)).size).toBe(4);
  // The first of them makes room for what all others read together.
  expect(wasCut).toBe(1);
  for (const { onSent } of made.flat()) onSent?.();
  const [alone, ...more] = frames.framesFor(doc, LOGGED, early, NEVER);
  expect(more).toEqual([]);
  expect(bodyOf(readBy([alone!]))).toBe('');
  expect(made.slice(3).every((each) => bodyOf(readBy(each)) === bodyOf(doc))).toBe(true);
});

test('readers of a document that changes between them hold one whole of it together', () => {
  const frames = new StateFrames(1_000_000);
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'a'.repeat(400_000));
  const held = new Set<Uint8Array>();
  for (let sequence = 1; sequence <= 100; sequence++) {
    doc.getText('body').insert(sequence, 'b');
    const sent = frames.framesFor(doc, { sequence, bytes: 400_000 }, undefined, NEVER);
    for (const { frame } of sent) if (frame.length > 100_000) held.add(frame);
    expect(bodyOf(readBy(sent))).toBe(bodyOf(doc));
  }
  expect(held.size).toBe(1);
});

test('what all have read is not held any longer, however long the document stays', async () => {
  const frames = new StateFrames(1_000_000);
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'a'.repeat(400_000));
  const bytes = 450_000;
  const made = [1, 2].map((sequence) => {
    const [sent] = frames.framesFor(doc, { sequence, bytes }, undefined, NEVER);
    sent?.onSent?.();
    return new WeakRef(sent!.frame);
  });
  // In the turn in which a reference is made what it refers to stays.
  await new Promise(setImmediate);
  collectGarbage();
  expect(made.filter((frame) => frame.deref() !== undefined)).toHaveLength(0);
  expect(bodyOf(doc)).toHaveLength(400_000);
});

test('whoever reads the largest too slowly is cut off where there is no room for others', () => {
  const frames = new StateFrames(1_000_000);
  const docs = [700_000, 200_000, 300_000].map((length) => {
    const doc = new Y.Doc();
    doc.getText('body').insert(0, 'a'.repeat(length));
    return doc;
  });
  const cut: number[] = [];
  for (const [at, doc] of docs.entries()) {
    frames.framesFor(doc, LOGGED, undefined, () => cut.push(at));
  }
  expect(cut).toEqual([0]);
  // It is gone, and comes back when there is room.
  const again = frames.framesFor(docs[0]!, LOGGED, undefined, () => cut.push(3));
  expect(bodyOf(readBy(again))).toBe(bodyOf(docs[0]!));
  expect(cut).toEqual([0, 2]);
});

test('what waits for the store counts as part of the document', async () => {
  const disk = { isLow: true };
  const server = await startCollaboration(
    { isDiskLow: () => disk.isLow },
    { maxDocumentBytes: 300_000 },
  );
  const { docId, secret } = newOwner();
  const writer = RawClient.sync(server, docId, secret);
  await writer.synced();
  const doc = new Y.Doc();
  for (let times = 0; times < 5; times++) writer.sendUpdate(textUpdate('x'.repeat(100_000), doc));
  await writer.whenGone();
  expect(writer.closed?.reason).toBe('document_full');
  disk.isLow = false;
  const reader = RawClient.sync(server, docId, secret);
  await reader.synced();
  await until('the rest is stored', () => bodyOf(reader.doc).length === 200_000);
  // Once it is stored it counts once: there is room for what still fits.
  reader.sendUpdate(textUpdate('y'.repeat(50_000), reader.doc));
  await until('confirmed', () => reader.statuses.length === 1);
});
