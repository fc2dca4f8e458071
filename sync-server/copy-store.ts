/**
 * Copies a store with its pictures and files, between a data folder and a PostgreSQL database.
 *
 * Invariant: what was copied is held against the source before anybody hears that it is there.
 */
import { createReadStream, createWriteStream, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocId } from '../shared/access/ids.ts';
import { AttachmentId } from '../shared/protocol/http.ts';
import { isDatabase, piecesOf } from './copy-attachments.ts';
import {
  ATTACHMENTS,
  attachmentsIn,
  damagedAttachments,
  newFolder,
  sha256Of,
} from './data-folder.ts';
import { createLog } from './log.ts';
import { openPostgres } from './storage/postgres.ts';
import { type Copied, copyFromPostgres, copyToPostgres } from './storage/sqlite-copy.ts';
import type { StoredFiles } from './storage/storage.ts';

/** As the server writes them. */
const PIECE_BYTES = 256 * 1024;

/**
 * From a data folder into an empty database, or from one into a new folder. Rejects with a sentence
 * if one of them cannot be used or something is not the same in both.
 */
export async function copyStore(from: string, to: string): Promise<Copied & { files: number }> {
  const log = createLog('error');
  if (isDatabase(from) === isDatabase(to)) {
    throw new Error(
      'Name a data folder and a database such as postgres://user:password@host/name.',
    );
  }
  const url = isDatabase(to) ? to : from;
  const folder = isDatabase(to) ? resolve(from) : newFolder(to);
  const copied = isDatabase(to)
    ? await copyToPostgres(folder, url, log)
    : await copyFromPostgres(url, folder, log);
  const storage = await openPostgres(url, log);
  let files = 0;
  try {
    files = isDatabase(to)
      ? await putAttachments(folder, storage.files)
      : await writeAttachments(storage.files, folder);
  } finally {
    await storage.close();
  }
  return { ...copied, files };
}

async function putAttachments(folder: string, files: StoredFiles): Promise<number> {
  let count = 0;
  for (const path of attachmentsIn(folder)) {
    const [, docId, sha256] = path.split('/');
    const named = [DocId.safeParse(docId), AttachmentId.safeParse(sha256)] as const;
    if (!named[0].success || !named[1].success) continue;
    const bytes = statSync(join(folder, path)).size;
    const most = Number.MAX_SAFE_INTEGER;
    const pieces = createReadStream(join(folder, path), { highWaterMark: PIECE_BYTES });
    const put = await files.put(named[0].data, named[1].data, bytes, most, pieces);
    // Files of a document that is not there any more stay behind.
    if (put !== 'stored') continue;
    await expectSame(files, named[0].data, named[1].data);
    count += 1;
  }
  return count;
}

async function writeAttachments(files: StoredFiles, folder: string): Promise<number> {
  const all = await files.all();
  for (const { docId, sha256 } of all) {
    await expectSame(files, docId, sha256);
    const to = join(folder, ATTACHMENTS, docId);
    mkdirSync(to, { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(piecesOf(files, docId, sha256)),
      createWriteStream(join(to, sha256)),
    );
  }
  const damaged = await damagedAttachments(folder);
  if (damaged.length > 0) throw new Error(`${damaged[0]} is not the file it is named after.`);
  return all.length;
}

async function expectSame(files: StoredFiles, docId: DocId, sha256: AttachmentId): Promise<void> {
  if ((await sha256Of(piecesOf(files, docId, sha256))) === sha256) return;
  throw new Error(`A picture or file of ${docId} is not the same in the database.`);
}
