/**
 * Copies pictures and files between a bucket and a data folder or a database, and looks at those of a
 * bucket.
 *
 * Invariant: what was copied is read again and held against its name, the hash of its bytes, before
 * anybody hears that it is there; nothing is removed from where it was; and what is deleted meanwhile,
 * with its document, is passed over.
 */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocId } from '../shared/access/ids.ts';
import { AttachmentId } from '../shared/protocol/http.ts';
import { keyOf } from './attachments/attachment-objects.ts';
import type { Bucket } from './attachments/bucket.ts';
import { ATTACHMENTS, attachmentsIn, sha256Of } from './data-folder.ts';
import { createLog } from './log.ts';
import { openPostgres } from './storage/postgres.ts';
import type { StoredFiles } from './storage/storage.ts';

export const isDatabase = (place: string) => /^postgres(ql)?:\/\//.test(place);

/** Copies all of a data folder, or of a database, into the bucket; what is there already is left. */
export async function copyIntoBucket(from: string, bucket: Bucket): Promise<number> {
  if (!isDatabase(from)) {
    const folder = resolve(from);
    let count = 0;
    for (const path of attachmentsIn(folder)) {
      const named = namedIn(path);
      if (named === null) continue;
      try {
        await put(bucket, named, join(folder, path));
      } catch (error) {
        if (!existsSync(join(folder, path))) continue;
        throw error;
      }
      count += 1;
    }
    return count;
  }
  const storage = await openPostgres(from, createLog('error'));
  const folder = mkdtempSync(join(tmpdir(), 'driftless-copy-'));
  let count = 0;
  try {
    for (const { docId, sha256 } of await storage.files.all()) {
      const path = join(folder, sha256);
      await pipeline(
        Readable.from(piecesOf(storage.files, docId, sha256)),
        createWriteStream(path),
      );
      if ((await storage.files.sizeOf(docId, sha256)) !== null) {
        await put(bucket, { docId, sha256 }, path);
        count += 1;
      }
      rmSync(path);
    }
    return count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await storage.close();
  }
}

/** Copies all of the bucket into a data folder. Rejects with the first that is damaged. */
export async function copyFromBucket(bucket: Bucket, folder: string): Promise<number> {
  let count = 0;
  for await (const named of attachmentsOf(bucket)) {
    const found = await bucket.get(keyOf(named.docId, named.sha256));
    if (found === null) continue;
    const to = join(folder, ATTACHMENTS, named.docId);
    mkdirSync(to, { recursive: true, mode: 0o700 });
    const path = join(to, named.sha256);
    await pipeline(found.read, createWriteStream(path));
    if ((await sha256Of(createReadStream(path))) !== named.sha256) throw damaged(named);
    count += 1;
  }
  return count;
}

/** How many there are in the bucket, and the keys of those that are not what they are named after. */
export async function examineBucket(
  bucket: Bucket,
): Promise<{ count: number; damaged: readonly string[] }> {
  const keys: string[] = [];
  let count = 0;
  for await (const named of attachmentsOf(bucket)) {
    const found = await stateOf(bucket, named);
    if (found === 'gone') continue;
    count += 1;
    if (found === 'damaged') keys.push(keyOf(named.docId, named.sha256));
  }
  return { count, damaged: keys };
}

interface Named {
  docId: DocId;
  sha256: AttachmentId;
}

/** What `attachments/<docId>/<sha256>` names, or null. */
export function namedIn(path: string): Named | null {
  const [, docId, sha256] = path.split('/');
  const named = [DocId.safeParse(docId), AttachmentId.safeParse(sha256)] as const;
  if (!named[0].success || !named[1].success) return null;
  return { docId: named[0].data, sha256: named[1].data };
}

async function* attachmentsOf(bucket: Bucket): AsyncGenerator<Named> {
  for await (const { key } of bucket.list(`${ATTACHMENTS}/`)) {
    const named = namedIn(key);
    if (named !== null) yield named;
  }
}

async function put(bucket: Bucket, named: Named, path: string): Promise<void> {
  const key = keyOf(named.docId, named.sha256);
  if ((await bucket.sizeOf(key)) !== statSync(path).size) {
    await bucket.putFile(key, path, named.sha256);
  }
  if ((await stateOf(bucket, named)) !== 'well') throw damaged(named);
}

async function stateOf(
  bucket: Bucket,
  { docId, sha256 }: Named,
): Promise<'well' | 'damaged' | 'gone'> {
  const found = await bucket.get(keyOf(docId, sha256));
  if (found === null) return 'gone';
  return (await sha256Of(found.read)) === sha256 ? 'well' : 'damaged';
}

const damaged = ({ docId, sha256 }: Named) =>
  new Error(`${keyOf(docId, sha256)} is not the file it is named after.`);

/** One of the store, piece by piece. */
export async function* piecesOf(
  files: StoredFiles,
  docId: DocId,
  sha256: AttachmentId,
): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place++) {
    const piece = await files.piece(docId, sha256, place);
    if (piece === null) return;
    yield piece;
  }
}
