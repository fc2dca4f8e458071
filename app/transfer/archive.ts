/**
 * Many documents as an archive: a Markdown file for each, in the folders they lie in, and their
 * pictures and files beside them, where the Markdown says they are. A list says what the library
 * knows of them (manifest.ts).
 *
 * Invariant: every document that can be read is in it, under a name that is taken by no other one
 * and that every common file system has; one that cannot be read is counted, and stops no other.
 */
import { attachmentAddress, attachmentsIn } from '../../shared/document/attachments.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { formatMarkdown } from '../../shared/formats/markdown.ts';
import { type Listed, MANIFEST, type Manifest } from './manifest.ts';
import { fileNameOf } from './markdown-file.ts';
import { MAX_FILES } from './read-archive.ts';
import { ZipWriter } from './zip.ts';

export interface ArchivedDocument {
  /** The names of the folders it lies in, from the top. */
  folders: readonly string[];
  /** As the library knows it: for one that cannot be read. */
  title: string;
  /** What else the library knows of it, for whoever reads the archive again. */
  facts?: Omit<Listed, 'path' | 'title'>;
  /** Null where this device has nothing of it. */
  read(): Promise<{ title: string; blocks: BlockContent[] } | null>;
}

/** What comes after so much is in a second archive: many programs, and disks, take no larger one. */
const MOST_BYTES = 2 * 1024 ** 3;

interface Archive {
  /** Mostly one; each can be read by itself. */
  files: Blob[];
  /** How many documents are in them. */
  documents: number;
  /** The titles of those that are not. */
  missing: string[];
  /** How many pictures and files this device does not have. */
  missingFiles: number;
}

/** `findFile` gives the bytes of a picture or file; null where this device does not have them. */
export async function archiveOf(
  documents: readonly ArchivedDocument[],
  findFile: (id: string) => Promise<Blob | null>,
  folders: readonly (readonly string[])[] = [],
  { bytes: mostBytes = MOST_BYTES, parts: mostParts = MAX_FILES / 2 } = {},
): Promise<Archive> {
  const files: Blob[] = [];
  let zip = new ZipWriter();
  let listed: Listed[] = [];
  let attached = new Set<string>();
  const close = () => {
    if (listed.length > 0) {
      const manifest: Manifest = {
        version: 1,
        documents: listed,
        folders: folders.map((names) => [...names]),
      };
      zip.put(MANIFEST, new TextEncoder().encode(JSON.stringify(manifest, null, 1)));
    }
    files.push(zip.end());
    zip = new ZipWriter();
    listed = [];
    attached = new Set();
  };
  const taken = new Set<string>([MANIFEST]);
  // A file cannot have the name of a folder either.
  for (const { folders: names } of documents)
    names.forEach((_, at) => {
      taken.add(keyOf(folderPath(names.slice(0, at + 1)).slice(0, -1)));
    });
  const missing: string[] = [];
  const lost = new Set<string>();
  let count = 0;
  for (const document of documents) {
    const content = await readable(document.read());
    if (!content) {
      missing.push(document.title);
      continue;
    }
    const folder = folderPath(document.folders);
    const path = freePath(taken, `${folder}${fileNameOf(content.title)}`, '.md');
    zip.put(path, new TextEncoder().encode(formatMarkdown(content)));
    count++;
    if (document.facts) listed.push({ path, title: content.title, ...document.facts });
    for (const id of attachmentsIn(content.blocks)) {
      const address = `${folder}${attachmentAddress(id)}`;
      if (attached.has(address)) continue;
      const blob = await readable(findFile(id));
      if (!blob) {
        lost.add(id);
        continue;
      }
      attached.add(address);
      zip.put(address, new Uint8Array(await blob.arrayBuffer()), true);
    }
    if (zip.bytes > mostBytes || zip.count > mostParts) close();
  }
  if (zip.count > 0 || files.length === 0) close();
  return { files, documents: count, missing, missingFiles: lost.size };
}

/** Null also where the device has it and cannot read it. */
async function readable<T>(reading: Promise<T | null>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    console.error('Something could not be read for the archive.', error);
    return null;
  }
}

/** Ends with a `/` where it has any names. */
function folderPath(names: readonly string[]): string {
  return names.map((name) => `${fileNameOf(name)}/`).join('');
}

/** Two names that differ in the case of their letters only are one to many file systems. */
function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function freePath(taken: Set<string>, name: string, ending: string): string {
  for (let copy = 1; ; copy++) {
    const path = `${name}${copy === 1 ? '' : ` ${copy}`}${ending}`;
    const key = keyOf(path);
    if (taken.has(key)) continue;
    taken.add(key);
    return path;
  }
}
