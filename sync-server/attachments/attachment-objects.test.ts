/** A bucket that is named wrongly, fails, or is left in the middle: what is told, and what goes on. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ErrorBody } from '../../shared/protocol/errors.ts';
import { AttachmentList } from '../../shared/protocol/http.ts';
import { ReadyAnswer } from '../../shared/protocol/ready.ts';
import { newDatabase } from '../../shared/testing/postgres.ts';
import { S3 } from '../../shared/testing/s3.ts';
import { copyFromBucket, copyIntoBucket, examineBucket } from '../copy-attachments.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import {
  call,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
  testConfig,
} from '../testing/server.ts';
import { Bucket, bucketIn } from './bucket.ts';

afterEach(async () => {
  vi.useRealTimers();
  await cleanUp();
});

async function startS3(pageSize?: number): Promise<S3> {
  const s3 = await S3.start(pageSize);
  onCleanUp(() => s3.stop());
  return s3;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const picture = () => new Uint8Array(randomBytes(50_000));
const pathOf = ({ docId }: Owned, bytes: Uint8Array) =>
  `/api/docs/${docId}/attachments/${hashOf(bytes)}`;
const headersOf = ({ secret }: Owned) => ({ Authorization: `Bearer ${secret}` });

/** `stored`, or the code of what stood in the way. */
async function send(server: TestServer, owner: Owned, body: Uint8Array<ArrayBuffer>) {
  const headers = headersOf(owner);
  const answer = await fetch(server.url + pathOf(owner, body), { method: 'POST', headers, body });
  return answer.ok ? 'stored' : ErrorBody.parse(await answer.json()).error.code;
}

/** Whether it is given out as it was. */
async function isThere(server: TestServer, owner: Owned, bytes: Uint8Array): Promise<boolean> {
  const answer = await fetch(server.url + pathOf(owner, bytes), { headers: headersOf(owner) });
  const arrived = new Uint8Array(await answer.arrayBuffer());
  return answer.ok && hashOf(arrived) === hashOf(bytes);
}

async function healthOf(server: TestServer) {
  const { status, body } = await call(server, 'GET', '/readyz');
  return { status, troubles: ReadyAnswer.parse(body).troubles };
}

const keysIn = (s3: S3) => [...s3.objects.keys()].filter((key) => !key.includes('/probe/'));

describe('a start with wrong settings ends with a sentence', () => {
  test.each([
    ['another secret', { s3SecretAccessKey: 'hidden' }, /^S3_SECRET_ACCESS_KEY is not the one of/],
    ['a key that is not known', { s3AccessKeyId: 'NOBODY' }, /^S3_ACCESS_KEY_ID is not known to/],
    ['a bucket that is not there', { s3Bucket: 'nothing' }, /^There is no bucket of the name in/],
    ['another region', { s3Region: 'us-east-1' }, /^S3_REGION is not the region of the bucket\./],
    ['an unknown host', { s3Endpoint: 'http://s3.invalid' }, /^The host of S3_ENDPOINT is not/],
  ])('%s', async (_title, wrong, sentence) => {
    const s3 = await startS3();
    const settings = testConfig({ ...s3.settings, ...wrong });
    const bucket = bucketIn(settings)!;
    await expect(bucket.sizeOf('attachments/x')).rejects.toThrow(sentence);
    // A host that is not known now may be later; what the service itself says stays.
    if ('s3Endpoint' in wrong) return;
    const start = () => startServer({ ...s3.settings, ...wrong });
    await expect(start()).rejects.toThrow(sentence);
    await expect(start()).rejects.toMatchObject({ name: 'StorageUnavailable' });
  });

  test.each([
    ['keys without rights', { status: 403, code: 'AccessDenied' }, /may not use the bucket of/],
    ['a clock that is wrong', { status: 403, code: 'RequestTimeTooSkewed' }, /^The clock of this/],
    [
      'a bucket elsewhere',
      { status: 301, code: 'PermanentRedirect' },
      /is in another region\. Set/,
    ],
    ['an address of something else', 'page', /^What answers at S3_ENDPOINT is no S3-compatible/],
  ] as const)('%s', async (_title, conduct, sentence) => {
    const s3 = await startS3();
    s3.conduct = conduct;
    await expect(startServer(s3.settings)).rejects.toThrow(sentence);
  });

  test('an address with the bucket in it', async () => {
    const s3 = await startS3();
    s3.conduct = 'host of the bucket';
    await expect(startServer(s3.settings)).rejects.toThrow(
      /address of its API, without the bucket/,
    );
  });
});

test('a bucket that is not there yet does not hinder the start, and is used when it comes', async () => {
  const s3 = await startS3();
  await s3.stop();
  const server = await startServer(s3.settings);
  const owner = newOwner();
  const bytes = picture();
  expect(await send(server, owner, bytes)).toBe('storage_failed');
  expect(await healthOf(server)).toEqual({
    status: 200,
    troubles: [expect.stringContaining('Nothing answers where S3_ENDPOINT says. Start')],
  });
  await s3.run();
  await server.sweepBucket();
  expect(await healthOf(server)).toEqual({ status: 200, troubles: [] });
  expect(await send(server, owner, bytes)).toBe('stored');
  expect(keysIn(s3)).toEqual([`attachments/${owner.docId}/${hashOf(bytes)}`]);
});

test.each([
  ['refuses', { status: 403, code: 'AccessDenied' }, 'may not use the bucket of S3_BUCKET'],
  ['was removed', { status: 404, code: 'NoSuchBucket' }, 'There is no bucket of the name in'],
  ['fails', { status: 503, code: 'SlowDown' }, 'fails (503 SlowDown)'],
  ['is something else by now', 'page', 'is no S3-compatible service'],
  ['is gone', 'gone', 'Nothing answers where S3_ENDPOINT says'],
] as const)(
  'while a bucket %s, people write, and what it lacks is told, and stored later',
  async (_title, conduct, sentence) => {
    const s3 = await startS3();
    const server = await startServer(s3.settings);
    const owner = newOwner();
    const [one, two] = [1, 2].map(() => RawClient.sync(server, owner.docId, owner.secret));
    await Promise.all([one!.synced(), two!.synced()]);
    const [kept, later] = [picture(), picture()];
    expect(await send(server, owner, kept)).toBe('stored');
    if (conduct === 'gone') await s3.stop();
    else s3.conduct = conduct;
    expect(await send(server, owner, later)).toBe('storage_failed');
    expect(await isThere(server, owner, kept)).toBe(false);
    expect(await healthOf(server)).toEqual({
      status: 200,
      troubles: [expect.stringContaining(sentence)],
    });
    one!.sendUpdate(textUpdate('word'));
    await until('the other has it', () => bodyOf(two!.doc) === 'word');
    // It is not lost: nobody is told that it is not there.
    const list = await call(server, 'GET', `/api/docs/${owner.docId}/attachments`, owner.secret);
    expect(list.status).toBe(500);
    if (conduct === 'gone') await s3.run();
    else s3.conduct = 'well';
    expect(await send(server, owner, later)).toBe('stored');
    for (const bytes of [kept, later]) expect(await isThere(server, owner, bytes)).toBe(true);
    await server.sweepBucket();
    expect((await healthOf(server)).troubles).toEqual([]);
    const said = server.logLines.join('\n');
    expect(said).not.toContain(s3.settings.s3SecretAccessKey);
  },
);

test('a bucket that stands still, or breaks off, is given up', async () => {
  const s3 = await startS3();
  const { s3Endpoint, s3Bucket, s3Region, s3AccessKeyId, s3SecretAccessKey } = s3.settings;
  const bucket = new Bucket({
    ...{ endpoint: s3Endpoint, bucket: s3Bucket, region: s3Region, answerWithinMs: 300 },
    ...{ accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey },
  });
  const bytes = picture();
  await bucket.put('attachments/a', bytes, hashOf(bytes));
  s3.conduct = 'still';
  const late = /does not answer\. See that it runs/;
  await expect(bucket.put('attachments/b', bytes, hashOf(bytes))).rejects.toThrow(late);
  await expect(bucket.get('attachments/a')).rejects.toThrow(late);
  await expect(bucket.sizeOf('attachments/a')).rejects.toThrow(late);
  s3.conduct = 'cut';
  const found = await bucket.get('attachments/a');
  const read = async () => {
    for await (const _piece of found!.read);
  };
  await expect(read()).rejects.toThrow(late);
  s3.conduct = 'well';
  // Other bytes than were announced are not taken.
  await expect(bucket.put('attachments/b', picture(), hashOf(bytes))).rejects.toThrow(
    /XAmzContentSHA256Mismatch/,
  );
  expect(await bucket.get('attachments/b')).toBeNull();
  expect(await bucket.sizeOf('attachments/b')).toBeNull();
});

test('with a document its pictures go, at once or when the bucket answers again', async () => {
  const s3 = await startS3(2);
  const server = await startServer(s3.settings);
  const [one, two, three] = [newOwner(), newOwner(), newOwner()];
  for (const owner of [one, one, one, one, one, two, three]) {
    expect(await send(server, owner, picture())).toBe('stored');
  }
  const list = await call(server, 'GET', `/api/docs/${one.docId}/attachments`, one.secret);
  expect(AttachmentList.parse(list.body).attachments).toHaveLength(5);
  await call(server, 'DELETE', `/api/docs/${one.docId}`, one.secret);
  expect(keysIn(s3)).toHaveLength(2);
  await s3.stop();
  const gone = await call(server, 'DELETE', `/api/docs/${two.docId}`, two.secret);
  expect(gone.status).toBe(200);
  await s3.run();
  await server.sweepBucket();
  expect(keysIn(s3).map((key) => key.split('/')[1])).toEqual([three.docId]);
});

test('what a server that ended left of a deleted document is swept, and nothing else is', async () => {
  const s3 = await startS3(2);
  let server = await startServer(s3.settings);
  const [gone, kept] = [newOwner(), newOwner()];
  await send(server, gone, picture());
  await send(server, kept, picture());
  const before = keysIn(s3);
  await s3.stop();
  await call(server, 'DELETE', `/api/docs/${gone.docId}`, gone.secret);
  server = await server.restart();
  await s3.run();
  expect(keysIn(s3)).toEqual(before);
  // Another server's, or one of a store that was put back.
  const unknown = newOwner();
  s3.objects.set(`attachments/${unknown.docId}/${hashOf(picture())}`, picture());
  s3.objects.set('attachments/notes.txt', picture());
  await server.sweepBucket();
  const left = keysIn(s3).map((key) => key.split('/')[1]);
  expect(left.sort()).toEqual([kept.docId, unknown.docId, 'notes.txt'].sort());
});

test('on several nodes a picture comes in at one, is read at another, and goes at a third', async () => {
  const s3 = await startS3();
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const settings = { ...s3.settings, databaseUrl: url };
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => startServer(settings)));
  const owner = newOwner();
  const bytes = picture();
  expect(await send(one!, owner, bytes)).toBe('stored');
  expect(await isThere(two!, owner, bytes)).toBe(true);
  // Sent at the same moment to two of them, it is there once.
  const more = picture();
  expect(await Promise.all([send(one!, owner, more), send(two!, owner, more)])).toEqual([
    'stored',
    'stored',
  ]);
  expect(keysIn(s3)).toHaveLength(2);
  // One node is in the middle of storing when another deletes the document.
  s3.onPut = () => call(three!, 'DELETE', `/api/docs/${owner.docId}`, owner.secret);
  expect(await send(two!, owner, picture())).toBe('document_deleted');
  expect(keysIn(s3)).toEqual([]);
});

test('what arrives for a document that is deleted meanwhile is not kept', async () => {
  const s3 = await startS3();
  const server = await startServer(s3.settings);
  const owner = newOwner();
  await send(server, owner, picture());
  s3.onPut = () => call(server, 'DELETE', `/api/docs/${owner.docId}`, owner.secret);
  expect(await send(server, owner, picture())).toBe('document_deleted');
  expect(keysIn(s3)).toEqual([]);
});

test('an abandoned document takes its pictures along, and not what came again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const s3 = await startS3();
  const server = await startServer({ ...s3.settings, abandonedAfterDays: 30 });
  const owner = newOwner();
  const bytes = picture();
  expect(await send(server, owner, bytes)).toBe('stored');
  for (let day = 0; day < 31; day++) {
    vi.setSystemTime(Date.now() + 86_300_000);
    await server.removeAbandoned();
  }
  expect(keysIn(s3)).toEqual([]);
  expect(await send(server, owner, bytes)).toBe('stored');
  await server.sweepBucket();
  expect(await isThere(server, owner, bytes)).toBe(true);
});

test.each(['files', 'rows'])(
  'what was kept as %s before is found, copied, counted once, and goes with its document',
  async (where) => {
    const limits = { maxAttachmentBytesPerDocument: 120_000 };
    const database = where === 'rows' ? await newDatabase() : null;
    if (database !== null) onCleanUp(() => database.remove());
    const store = database === null ? {} : { databaseUrl: database.url };
    const server = await startServer({ ...limits, ...store });
    const owner = newOwner();
    const [early, late] = [picture(), picture()];
    expect(await send(server, owner, early)).toBe('stored');
    await server.stop();
    const s3 = await startS3();
    const now = await startServer({ ...limits, ...store, ...s3.settings, dataDir: server.folder });
    expect(await isThere(now, owner, early)).toBe(true);
    expect(await send(now, owner, early)).toBe('stored');
    expect(keysIn(s3)).toEqual([]);
    const bucket = bucketIn(now.config)!;
    const from = database?.url ?? server.folder;
    for (let time = 0; time < 2; time++) expect(await copyIntoBucket(from, bucket)).toBe(1);
    expect(await send(now, owner, late)).toBe('stored');
    expect(await send(now, owner, picture())).toBe('document_full');
    const folder = temporaryFolder();
    expect(await copyFromBucket(bucket, folder)).toBe(2);
    for (const bytes of [early, late]) {
      const path = join(folder, 'attachments', owner.docId, hashOf(bytes));
      expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
    }
    expect(await examineBucket(bucket)).toEqual({ count: 2, damaged: [] });
    const before = join(server.folder, 'attachments', owner.docId);
    if (database === null) rmSync(before, { recursive: true });
    expect(await isThere(now, owner, early)).toBe(true);
    const key = `attachments/${owner.docId}/${hashOf(late)}`;
    s3.objects.set(key, picture());
    expect(await examineBucket(bucket)).toEqual({ count: 2, damaged: [key] });
    await expect(copyFromBucket(bucket, temporaryFolder())).rejects.toThrow(`${key} is not the`);
    await call(now, 'DELETE', `/api/docs/${owner.docId}`, owner.secret);
    expect(keysIn(s3)).toEqual([]);
    expect(existsSync(before)).toBe(false);
  },
);

test('what goes with its document while a folder is copied into a bucket is passed over', async () => {
  const server = await startServer();
  const owner = newOwner();
  const bytes = picture();
  expect(await send(server, owner, bytes)).toBe('stored');
  // As one is that was listed, and gone before it was opened.
  symlinkSync('/nowhere', join(server.folder, 'attachments', owner.docId, 'ab'.repeat(32)));
  const s3 = await startS3();
  expect(await copyIntoBucket(server.folder, bucketIn(testConfig(s3.settings))!)).toBe(1);
  expect(keysIn(s3)).toEqual([`attachments/${owner.docId}/${hashOf(bytes)}`]);
});
