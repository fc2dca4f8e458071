/**
 * What lies in a data folder beside its database, for programs that look at one.
 *
 * Invariant: nothing here changes what it looks at.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** As pictures and files are named. */
export async function sha256Of(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

export const ATTACHMENTS = 'attachments';

/** Pictures and files are named by their bytes, so each can be held against its name. */
export async function damagedAttachments(data: string): Promise<string[]> {
  const damaged: string[] = [];
  for (const path of attachmentsIn(data)) {
    if (!path.endsWith(await sha256Of(createReadStream(join(data, path))))) damaged.push(path);
  }
  return damaged;
}

/** Paths inside the folder: `attachments/<docId>/<sha256>`. */
export function attachmentsIn(data: string): string[] {
  const folder = join(data, ATTACHMENTS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\/[0-9a-f]{64}$/.test(path))
    .map((path) => `${ATTACHMENTS}/${path}`);
}

/** The folder, made if it is not there. Throws if there is something in it. */
export function newFolder(path: string): string {
  const folder = resolve(path);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. Name a new folder.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
