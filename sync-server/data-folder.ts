/**
 * What lies in a data folder beside its database, for programs that look at one, also while a server
 * works on it.
 *
 * Invariant: nothing here changes what it looks at; what goes with its document meanwhile is passed
 * over; and a new folder has all that was to be in it, or nothing.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

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
    try {
      if (!path.endsWith(await sha256Of(createReadStream(join(data, path))))) damaged.push(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return damaged;
}

/** Copies all that are not damaged into another folder. */
export function copyAttachments(data: string, to: string, damaged: readonly string[]): void {
  for (const path of attachmentsIn(data)) {
    if (damaged.includes(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    try {
      copyFileSync(join(data, path), join(to, path));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

/** Paths inside the folder: `attachments/<docId>/<sha256>`. */
export function attachmentsIn(data: string): string[] {
  return namesIn(join(data, ATTACHMENTS)).flatMap((docId) =>
    namesIn(join(data, ATTACHMENTS, docId))
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .map((name) => `${ATTACHMENTS}/${docId}/${name}`),
  );
}

/** What is in the folder; nothing if it is not there, or no folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return [];
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

/**
 * Has something written into a folder that is new or empty, and is made if it is not there. Where that
 * fails the folder is empty again, and can be named anew. Throws if there is something in it.
 */
export async function intoNewFolder<T>(
  path: string,
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = resolve(path);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. Name a new folder.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return await write(folder);
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    throw error;
  }
}
