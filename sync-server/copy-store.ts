/**
 * Copies a store with its pictures and files, between a data folder and a PostgreSQL database.
 *
 * Invariant: what was copied is held against the source before anybody hears that it is there.
 */
import { createWriteStream, mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDatabase, namedIn, piecesOf } from './copy-attachments.ts';
import {
  ATTACHMENTS,
  attachmentsIn,
  damagedAttachments,
  intoNewFolder,
  isMissing,
  sha256Of,
} from './data-folder.ts';
import { createLog } from './log.ts';
import { type Copied, copyFromPostgres, copyToPostgres } from './storage/sqlite-copy.ts';
import type { StoredFiles } from './storage/storage.ts';

/** As the server writes them. */
const PIECE_BYTES = 256 * 1024;

/**
 * From a data folder into an empty database, or from one into a new folder: all of it or nothing.
 * Rejects with a sentence if one of them cannot be used or something is not the same in both.
 */
export async function copyStore(from: string, to: string): Promise<Copied> {
  const log = createLog('error');
  if (isDatabase(from) === isDatabase(to)) {
    throw new Error(
      'Name a data folder and a database such as postgres://user:password@host/name.',
    );
  }
  if (isDatabase(to)) {
    const folder = resolve(from);
    return copyToPostgres(folder, to, (files) => putAttachments(folder, files), log);
  }
  return intoNewFolder(to, (folder) =>
    copyFromPostgres(from, folder, (files) => writeAttachments(files, folder), log),
  );
}

async function putAttachments(folder: string, files: StoredFiles): Promise<number> {
  let count = 0;
  for (const path of attachmentsIn(folder)) {
    const named = namedIn(path);
    const file = named && (await openIfThere(join(folder, path)));
    if (named === null || file === null) continue;
    const { docId, sha256 } = named;
    try {
      const { size } = await file.stat();
      const most = Number.MAX_SAFE_INTEGER;
      const pieces = file.createReadStream({ highWaterMark: PIECE_BYTES, autoClose: false });
      // Files of a document that is not there any more stay behind.
      if ((await files.put(docId, sha256, size, most, pieces)) !== 'stored') continue;
    } finally {
      await file.close();
    }
    if ((await sha256Of(piecesOf(files, docId, sha256))) !== sha256) {
      throw new Error(`A picture or file of ${docId} is not the same in the database.`);
    }
    count += 1;
  }
  return count;
}

/** Null if it was deleted with its document. */
async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeAttachments(files: StoredFiles, folder: string): Promise<number> {
  const all = await files.all();
  for (const { docId, sha256 } of all) {
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
