/** Pictures and files on this device and on their way: a real IndexedDB, and the real server. */
import 'fake-indexeddb/auto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createSecret,
  type DocId,
  docIdOf,
  hashSecret,
  randomId,
  type Secret,
} from '../../shared/access/ids.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { MAX_ATTACHMENT_BYTES } from '../../shared/protocol/limits.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { hashOf } from '../editor/figures/hash.ts';
import { type AttachmentApi, createAttachmentApi } from './attachment-api.ts';
import { AttachmentStore } from './attachment-store.ts';
import { DocumentAttachments } from './document-attachments.ts';
import { UploadQueue } from './upload-queue.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const picture = () => new Blob([PNG, crypto.getRandomValues(new Uint8Array(500))]);

/** So many pictures of these tests fit into a document. */
const ROOM = 3;
const BYTES = 511;

let server: RunningServer;
let owner: Owned;
const cleanups: (() => void)[] = [];

beforeAll(async () => {
  server = await startServer({ MAX_ATTACHMENT_BYTES_PER_DOCUMENT: String(ROOM * BYTES) });
});
afterAll(() => server.dispose());
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  owner = newOwner();
});
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.restoreAllMocks();
});

interface Owned {
  docId: DocId;
  secret: Secret;
}

function newOwner(): Owned {
  const secret = createSecret();
  return { secret, docId: docIdOf(secret) };
}

/** The secret of a link to read with. */
async function makeViewer(of: Owned): Promise<Owned & { id: string }> {
  const [id, secret] = [randomId(12), createSecret()];
  await callLink('PUT', of, id, { role: 'viewer', secretHash: hashSecret(secret) });
  return { docId: of.docId, secret, id };
}

const revoke = (of: Owned, id: string) => callLink('DELETE', of, id);

async function callLink(method: string, { docId, secret }: Owned, id: string, body?: object) {
  const answer = await fetch(`${server.origin}/api/docs/${docId}/links/${id}`, {
    method,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status).toBe(200);
}

/** What goes over the line, counted; `cut` makes every call fail. */
function countedApi(): AttachmentApi & { sent: string[]; cut: boolean } {
  const api = createAttachmentApi(server.origin);
  const line = { sent: [] as string[], cut: false };
  const through = <T>(call: () => Promise<T>): Promise<T> =>
    line.cut ? Promise.reject(new Unreachable(new Error('The line is cut.'))) : call();
  return Object.assign(line, {
    has: (...call) => through(() => api.has(...call)),
    list: (...call) => through(() => api.list(...call)),
    fetch: (...call) => through(() => api.fetch(...call)),
    send: (...call) =>
      through(() => {
        line.sent.push(call[2]);
        return api.send(...call);
      }),
  } satisfies AttachmentApi);
}

interface Tab {
  store: AttachmentStore;
  queue: UploadQueue;
  attachments: DocumentAttachments;
  refused: string[];
}

/** A tab of a device on which a document is open. */
function openTab(
  api: AttachmentApi,
  { docId, secret }: Owned,
  { mayWrite = true, name = 'attachments-test' } = {},
): Tab {
  const store = new AttachmentStore(name);
  const queue = new UploadQueue({ store, api, secretOf: () => secret });
  const refused: string[] = [];
  const attachments = new DocumentAttachments({
    docId,
    secret,
    mayWrite: () => mayWrite,
    store,
    api,
    queue,
    tell: () => undefined,
    onRefused: (message) => refused.push(message),
  });
  cleanups.push(() => {
    attachments.close();
    queue.close();
    store.close();
  });
  return { store, queue, attachments, refused };
}

/** Resolves as soon as `check` holds. */
const until = (what: string, check: () => boolean) =>
  vi.waitFor(() => expect(check(), what).toBe(true), { timeout: 45_000, interval: 5 });

const bytesOf = async (blob: Blob | null) => blob && new Uint8Array(await blob.arrayBuffer());

describe('sending', () => {
  test('what is added without a network is here at once, survives the page, and is sent once', async () => {
    const api = countedApi();
    api.cut = true;
    const first = openTab(api, owner);
    const blob = picture();
    const id = await first.attachments.add(blob);
    expect(await bytesOf(await first.store.find(id))).toEqual(await bytesOf(blob));
    await until('it is counted', () => first.attachments.unsent.waiting === 1);
    first.attachments.close();
    first.queue.close();
    first.store.close();

    // Another page on the same device, and one more beside it.
    const [again, beside] = [openTab(api, owner), openTab(api, owner)];
    await until('it is known', () => again.attachments.unsent.waiting === 1);
    api.cut = false;
    await again.queue.send();
    await beside.queue.send();
    await until('both know', () =>
      [again, beside].every(({ attachments }) => attachments.unsent.waiting === 0),
    );
    expect(api.sent).toEqual([id]);
    expect(await bytesOf(await api.fetch(owner.docId, owner.secret, id))).toEqual(
      await bytesOf(blob),
    );
    // The same picture once more is no other picture.
    expect(await again.attachments.add(blob)).toBe(id);
    await again.queue.send();
    expect(api.sent).toEqual([id]);
  });

  test('what the server has no more, a restored backup say, is sent again, also of a document it forgot', async () => {
    const api = countedApi();
    const { attachments, queue, store } = openTab(api, owner);
    const [kept, gone] = [await attachments.add(picture()), await attachments.add(picture())];
    await until('both are there', () => api.sent.length === 2);
    await queue.send();
    await until('both are confirmed', () => attachments.unsent.waiting === 0);
    await rm(join(server.dataDir, 'attachments', owner.docId, gone));
    // As when the server answers for the document the next time.
    attachments.resume();
    await until('it was sent once more', () => api.sent.length === 3);
    expect(api.sent[2]).toBe(gone);
    await queue.send();
    expect((await api.list(owner.docId, owner.secret)).has(gone)).toBe(true);

    // Another server at this address.
    const other = newOwner();
    const blob = await store.find(kept);
    await store.keep(
      { docId: other.docId, id: kept, bytes: blob!.size, server: 'stored', refusal: null },
      blob!,
    );
    const there = openTab(api, other);
    await there.queue.doubt(other.docId);
    expect(api.sent).toHaveLength(4);
    expect((await api.list(other.docId, other.secret)).has(kept)).toBe(true);
  });

  test('what the server does not take stays here with the reason, until somebody asks again', async () => {
    const api = countedApi();
    const { attachments, queue, store } = openTab(api, owner);
    for (let count = 0; count < ROOM; count++) await attachments.add(picture());
    await until(
      'there is no room any more',
      () => attachments.unsent.waiting === 0 && api.sent.length === ROOM,
    );
    const second = await attachments.add(picture());
    await until('one is refused', () => attachments.unsent.refused === 1);
    const use = await store.use(owner.docId, second);
    expect(use).toMatchObject({ server: 'refused', refusal: 'document_full' });
    const told = vi.fn();
    attachments.watch(second, true, told);
    await until('it is said', () => attachments.get(second).isProblem);
    expect(attachments.get(second)).toMatchObject({
      url: expect.stringContaining('blob:'),
      words: expect.stringContaining('not uploaded. This document is full.'),
    });
    const before = api.sent.length;
    await queue.send();
    expect(api.sent.length).toBe(before);
    attachments.retry(second);
    await until('it was tried again', () => api.sent.length === before + 1);
  });

  test('one that the network does not let through holds up no other', async () => {
    const store = new AttachmentStore();
    const api = countedApi();
    const { docId, secret } = owner;
    const blobs = Array.from({ length: 4 }, picture);
    for (const blob of blobs) {
      const use = { docId, id: await hashOf(blob), bytes: blob.size, refusal: null };
      await store.keep({ ...use, server: 'waiting' }, blob);
    }
    // In this order they go: all but the last are more than a proxy on the way takes.
    const ids = (await store.uses()).map(({ id }) => id);
    const small = ids.at(-1)!;
    const { send } = api;
    api.send = (...call) =>
      call[2] === small ? send(...call) : Promise.reject(new Unreachable(new Error('413')));
    const queue = new UploadQueue({ store, api, secretOf: () => secret });
    cleanups.push(() => queue.close());
    await queue.send();
    await queue.send();
    expect(await store.use(docId, small)).toMatchObject({ server: 'stored' });
    api.send = send;
    await queue.send();
    expect((await store.uses()).filter((use) => use.server === 'stored')).toHaveLength(ROOM);
  });

  test.each(['role_too_low', 'link_revoked'] as const)(
    'what a link did not allow (%s) is sent once another link opens the document',
    async (refusal) => {
      const store = new AttachmentStore();
      const api = countedApi();
      const { docId } = owner;
      const link = await makeViewer(owner);
      if (refusal === 'link_revoked') await revoke(owner, link.id);
      let { secret } = link;
      const queue = new UploadQueue({ store, api, secretOf: () => secret });
      cleanups.push(() => queue.close());
      const blob = picture();
      const id = await hashOf(blob);
      await store.keep({ docId, id, bytes: blob.size, server: 'waiting', refusal: null }, blob);
      await queue.send();
      expect(await store.use(docId, id)).toMatchObject({ server: 'refused', refusal });
      secret = owner.secret;
      await queue.doubt(docId);
      expect(await store.use(docId, id)).toMatchObject({ server: 'stored', refusal: null });
      expect((await api.list(docId, secret)).has(id)).toBe(true);
    },
  );

  test('a tab that is put to sleep in the middle holds up no other one', async () => {
    const page = new EventTarget();
    vi.stubGlobal('document', page);
    const store = new AttachmentStore();
    const api = countedApi();
    const { docId, secret } = owner;
    for (const blob of [picture(), picture()]) {
      const use = { docId, id: await hashOf(blob), bytes: blob.size, refusal: null };
      await store.keep({ ...use, server: 'waiting' }, blob);
    }
    const isSending = Promise.withResolvers<void>();
    const wakes = Promise.withResolvers<void>();
    const sentAsleep: string[] = [];
    const send: AttachmentApi['send'] = async (...call) => {
      isSending.resolve();
      await wakes.promise;
      sentAsleep.push(call[2]);
      await api.send(...call);
    };
    const [first, second] = [{ ...api, send }, api].map(
      (line) => new UploadQueue({ store, api: line, secretOf: () => secret }),
    ) as [UploadQueue, UploadQueue];
    cleanups.push(() => {
      first.close();
      second.close();
    });
    const sending = first.send();
    await isSending.promise;
    const others = second.send();
    page.dispatchEvent(new Event('freeze'));
    await Promise.all([sending, others]);
    expect((await store.uses()).map(({ server: there }) => there)).toEqual(['stored', 'stored']);
    // What it had begun with does no harm.
    wakes.resolve();
    await until('it is over', () => sentAsleep.length === 1);
    vi.unstubAllGlobals();
  });

  test('more than a file may have is refused before anything happens', async () => {
    const { attachments, store, refused } = openTab(countedApi(), owner);
    const large = new Blob([new Uint8Array(MAX_ATTACHMENT_BYTES + 1)]);
    const error = await attachments.add(large).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CatalogueError);
    expect(await store.uses()).toEqual([]);
    attachments.refuse('film.mov', error);
    expect(refused).toEqual([
      '“film.mov” is too large: a picture or file can have up to 25 MB. Nothing was changed.',
    ]);
  });

  test('a picture of another document goes along only to where one may write', async () => {
    const api = countedApi();
    const here = openTab(api, owner);
    const id = await here.attachments.add(picture());
    const other = newOwner();
    const reading = openTab(api, other, { mayWrite: false });
    reading.attachments.adopt([id]);
    const writing = openTab(api, other);
    writing.attachments.adopt([id, 'f'.repeat(64)]);
    await until('both are sent', () => api.sent.length === 2);
    await until('all is said', () => writing.attachments.unsent.waiting === 0);
    expect((await api.fetch(other.docId, other.secret, id)).size).toBe(BYTES);
    // A document that goes takes along what only it shows.
    await here.store.forgetDocument(owner.docId);
    expect(await here.store.find(id)).not.toBeNull();
    await here.store.forgetDocument(other.docId);
    expect(await here.store.find(id)).toBeNull();
    expect(await here.store.uses()).toEqual([]);
  });
});

describe('fetching', () => {
  test('a reader gets what is there, keeps it, and waits for what is not there yet', async () => {
    const ana = openTab(countedApi(), owner, { name: 'ana' });
    const here = await ana.attachments.add(picture());
    await until('it is sent', () => ana.attachments.unsent.waiting === 0);
    const api = countedApi();
    const ben = openTab(api, await makeViewer(owner), { mayWrite: false, name: 'ben' });
    ben.attachments.watch(here, true, () => undefined);
    await until('it is shown', () => ben.attachments.get(here).url !== null);
    expect(ben.attachments.get(here).words).toBeNull();
    expect((await ben.store.find(here))?.type).toBe('image/png');
    api.cut = true;
    const late = picture();
    const lateId = await hashOf(late);
    ben.attachments.watch(lateId, true, () => undefined);
    await until('it is said', () => ben.attachments.get(lateId).words?.includes('online') ?? false);
    api.cut = false;
    await until(
      'it is said who is waited for',
      () => ben.attachments.get(lateId).words?.startsWith('Not uploaded yet') ?? false,
    );
    await ana.attachments.add(late);
    await until('it has come by itself', () => ben.attachments.get(lateId).url !== null);
  });

  test('other bytes than were asked for are none', async () => {
    const answers = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('a login page'));
    const api = createAttachmentApi('http://localhost');
    await expect(api.fetch(docIdOf(createSecret()), 's', 'a'.repeat(64))).rejects.toThrow(
      Unreachable,
    );
    expect(answers).toHaveBeenCalledOnce();
  });

  test('what cannot be read for a moment is sent later, and others are not held up', async () => {
    const store = new AttachmentStore();
    const api = countedApi();
    const { docId, secret } = owner;
    const blobs = [picture(), picture()];
    const ids = await Promise.all(blobs.map(hashOf));
    for (const [at, blob] of blobs.entries()) {
      const use = { docId, id: ids[at]!, bytes: blob.size, refusal: null };
      await store.keep({ ...use, server: 'waiting' }, blob);
    }
    const { get } = IDBObjectStore.prototype;
    const lost = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
      this: IDBObjectStore,
      key,
    ) {
      if (key === ids[0]) throw new DOMException('The connection was lost.', 'UnknownError');
      return get.call(this, key);
    });
    const queue = new UploadQueue({ store, api, secretOf: () => secret });
    cleanups.push(() => queue.close());
    await queue.send();
    expect(await store.use(docId, ids[0]!)).toMatchObject({ server: 'waiting' });
    expect(await store.use(docId, ids[1]!)).toMatchObject({ server: 'stored' });
    lost.mockRestore();
    await queue.send();
    expect(await store.use(docId, ids[0]!)).toMatchObject({ server: 'stored' });
  });

  test('what no server of ours answers is not stored there', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('a login page'));
    const api = createAttachmentApi('http://localhost');
    const { docId, secret } = owner;
    const blob = new Blob(['x'.repeat(100_000)]);
    const id = await hashOf(blob);
    await expect(api.send(docId, secret, id, blob)).rejects.toThrow(Unreachable);
    expect(await api.has(docId, secret, id)).toBe(false);
    const store = new AttachmentStore();
    await store.keep({ docId, id, bytes: blob.size, server: 'waiting', refusal: null }, blob);
    const queue = new UploadQueue({ store, api, secretOf: () => secret });
    cleanups.push(() => queue.close());
    await queue.send();
    expect(await store.use(docId, id)).toMatchObject({ server: 'waiting' });
  });

  test('without a safe context the name of bytes is the same', async () => {
    const blob = picture();
    const id = await hashOf(blob);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await hashOf(blob)).toBe(id);
    vi.unstubAllGlobals();
  });
});

describe('a device that keeps nothing', () => {
  test('says so, shows and sends all the same, and keeps it once it can', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    const api = countedApi();
    api.cut = true;
    const { attachments, store, queue } = openTab(api, owner);
    const id = await attachments.add(picture());
    attachments.watch(id, true, () => undefined);
    await until('it is said', () => attachments.get(id).isProblem);
    expect(attachments.get(id)).toMatchObject({
      url: expect.stringContaining('blob:'),
      words: 'Not kept on this device. Keep this page open until it is uploaded.',
    });
    await until('it is counted', () => attachments.unsent.unkept === 1);
    api.cut = false;
    await queue.send();
    await until('it is on the server', () => attachments.get(id).words === null);
    await until('nothing is left', () => attachments.unsent.unkept === 0);
    full.mockRestore();
    await attachments.add(picture());
    expect(store.isUnkept(owner.docId, id)).toBe(false);
  });
});
