/**
 * An archive as this app writes it, or any other of Markdown files in folders, read again.
 *
 * Invariant: an archive that is larger than it says, leads out of its folders or cannot be read whole
 * is refused with one sentence before anything of it is taken in.
 */
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import type { BlockContent } from '../../shared/document/schema.ts';
import { MAX_ATTACHMENT_BYTES, MAX_IMPORT_BYTES } from '../../shared/protocol/limits.ts';
import { tLazy } from '../i18n/lazy.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { ImportError, loadMarkdown } from './markdown-file.ts';
import { mostBytesOf } from './recovery-file.ts';
import { type Files, takeIn } from './taken-in.ts';

/** Of all that is in it, unpacked. */
const MAX_BYTES = 1024 * 1024 * 1024;
const MAX_FILES = 50_000;
/** How many times as large as it is itself an archive may say it is, beyond a few megabytes. */
const MAX_RATIO = 200;
const FREE_BYTES = 64 * 1024 * 1024;

const TEXT = /\.(?:md|markdown|mdown)$/i;
/** What systems put into archives by themselves. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/** A document of an archive; its text is read when it is wanted. */
export interface Packed {
  /** What the archive says of it; null where it has no list. */
  docId: string | null;
  folders: readonly string[];
  title: string | null;
  pinned: boolean;
  template: boolean;
  trashed: boolean;
  source: string;
  read(): Promise<{ title: string; blocks: BlockContent[]; files: Files }>;
}

interface ReadArchive {
  documents: Packed[];
  /** Folders by the names that lead to them. */
  folders: readonly (readonly string[])[];
}

/** @throws ImportError */
export async function readUnpacked(
  name: string,
  entries: ReadonlyMap<string, Uint8Array>,
): Promise<ReadArchive> {
  // Whoever packs it again may take letters with accents apart.
  const byName = new Map([...entries].map(([path, bytes]) => [path.normalize('NFC'), bytes]));
  const listed = entries.get(MANIFEST);
  const manifest = listed ? readManifest(strFromU8(listed)) : null;
  const { parseMarkdown } = await loadMarkdown();
  const packed = (path: string, facts: Omit<Packed, 'read' | 'source'>): Packed[] => {
    const bytes = entries.get(path) ?? byName.get(path.normalize('NFC'));
    if (!bytes) return [];
    const source = textOf(bytes, path);
    const folder = path.replace(/[^/]*$/, '');
    const read: Packed['read'] = async () => {
      const parsed = parseMarkdown(source);
      const { blocks, files } = await takeIn(parsed.blocks, async (address) => {
        const found = byName.get(within(folder, address).normalize('NFC'));
        return found ? new Blob([found as Uint8Array<ArrayBuffer>]) : null;
      });
      const own = parsed.title ?? facts.title ?? path.slice(folder.length).replace(TEXT, '');
      return { title: own, blocks, files };
    };
    return [{ ...facts, source, read }];
  };
  if (manifest) {
    return {
      documents: manifest.documents.flatMap((document) => packed(document.path, factsOf(document))),
      folders: manifest.folders,
    };
  }
  const documents = [...entries.keys()]
    .filter((path) => TEXT.test(path))
    .flatMap((path) => {
      const names = path.split('/').slice(0, -1);
      const trashed = names[0] === tLazy().library.trash;
      return packed(path, {
        docId: null,
        folders: trashed ? [] : names,
        title: null,
        pinned: false,
        template: false,
        trashed,
      });
    });
  if (documents.length === 0) throw new ImportError(tLazy().transfer.noArchive(name));
  return { documents, folders: [] };
}

function factsOf({
  docId,
  folders,
  title,
  ...facts
}: Manifest['documents'][number]): Omit<Packed, 'read' | 'source'> {
  const { pinned = false, template = false, trashed = false } = facts;
  return { docId, folders, title, pinned, template, trashed };
}

/**
 * Everything in it by its path, once it is clear that all of it may be unpacked.
 *
 * @throws ImportError
 */
export async function unpack(file: File): Promise<Map<string, Uint8Array>> {
  const refused = (cause?: unknown) =>
    new ImportError(tLazy().transfer.noArchive(file.name), { cause });
  if (file.size > MAX_BYTES) throw refused();
  const most = Math.min(MAX_BYTES, Math.max(file.size * MAX_RATIO, FREE_BYTES));
  let bytes = 0;
  let count = 0;
  let problem: Error | null = null;
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    count++;
    bytes += originalSize;
    if (count > MAX_FILES || bytes > most) problem = new Error('more than it may be');
    if (leadsOut(name)) problem = new Error('a path that leads out of it');
    if (problem !== null || name.endsWith('/') || LITTER.test(name)) return false;
    const isText = TEXT.test(name) || name === MANIFEST;
    const ofOne = mostBytesOf(name) ?? (isText ? MAX_IMPORT_BYTES : MAX_ATTACHMENT_BYTES);
    if (isText && originalSize > ofOne)
      problem = new ImportError(tLazy().transfer.tooLarge(name, ofOne / 1024 / 1024));
    return originalSize <= ofOne;
  };
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    const files = unzipSync(data, { filter });
    if (problem !== null) throw problem;
    return new Map(Object.entries(files));
  } catch (cause) {
    throw cause instanceof ImportError ? cause : refused(cause);
  }
}

function leadsOut(name: string): boolean {
  return /^(?:[\\/]|[a-z]:)|\\|\0/i.test(name) || name.split('/').includes('..');
}

/** Where an address leads from the folder of a text; never above the archive. */
function within(folder: string, address: string): string {
  const names: string[] = [];
  for (const name of `${folder}${address}`.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ImportError(tLazy().transfer.noText(path), { cause });
  }
}
