/**
 * An archive as this app writes it, or any other of Markdown files in folders, read again.
 *
 * Invariant: an archive that is larger than it says, leads out of its folders or cannot be unpacked
 * whole is refused with one sentence before anything of it is taken in. A text in it that is none, or
 * is too large, stops no other, and has a sentence.
 */
import { strFromU8 } from 'fflate';
import type { BlockContent } from '../../shared/document/schema.ts';
import { MAX_ATTACHMENT_BYTES, MAX_IMPORT_BYTES } from '../../shared/protocol/limits.ts';
import { tLazy } from '../i18n/lazy.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import {
  decode,
  ImportError,
  isMereText,
  loadMarkdown,
  nameIn,
  TEXT,
  titleFromName,
} from './markdown-file.ts';
import { mostBytesOf, RECOVERY } from './recovery-file.ts';
import { type Files, takeIn } from './taken-in.ts';
import { TextsTogether, within } from './texts-together.ts';
import { type Part, readZip } from './zip.ts';

/** Of all texts in it, unpacked: they are in memory together. */
const MAX_TEXT_BYTES = 1024 * 1024 * 1024;
export const MAX_FILES = 50_000;
/** How many times as large as it is itself an archive may say it is, beyond a few megabytes. */
const MAX_RATIO = 200;
const FREE_BYTES = 64 * 1024 * 1024;

/** What systems put into archives by themselves. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/** What this app puts beside a text. */
const OWN_PART = /(?:^|\/)attachments\/[\da-f]{64}$/;

/** A document of an archive; its text is read when it is wanted. */
export interface Packed {
  /** What the archive says of it; null where it has no list. */
  docId: string | null;
  folders: readonly string[];
  title: string | null;
  pinned: boolean;
  template: boolean;
  trashed: boolean;
  /** Where its text lies. */
  path: string;
  /** The title that `read` gives. */
  readTitle(): string;
  read(): Promise<{ title: string; blocks: BlockContent[]; files: Files }>;
}
type Facts = Omit<Packed, 'path' | 'read' | 'readTitle'>;

interface ReadArchive {
  documents: Packed[];
  /** The same, by where they lie. */
  texts: TextsTogether<Packed>;
  /** Folders by the names that lead to them. */
  folders: readonly (readonly string[])[];
  /** Why texts in it are no documents, a sentence for each. */
  problems: readonly string[];
  /** How much else is in it that none of the documents read so far shows. */
  countLeftOut(): number;
}

/** @throws ImportError */
export async function readUnpacked(
  name: string,
  entries: ReadonlyMap<string, Part>,
): Promise<ReadArchive> {
  // Whoever packs it again may take letters with accents apart.
  const byName = new Map([...entries].map(([path, part]) => [path.normalize('NFC'), part]));
  const listed = entries.get(MANIFEST);
  const manifest = listed ? readManifest(strFromU8(await listed.read())) : null;
  const named = new Map<string, Part[]>();
  for (const [path, part] of byName) {
    const last = path.split('/').at(-1)!;
    const same = named.get(last);
    if (same) same.push(part);
    else named.set(last, [part]);
  }
  /** What lies there, or from the top of all notes, or what alone is called so, as Obsidian has it. */
  const partAt = (folder: string, address: string): Part | undefined => {
    const [beside = '', fromTop = ''] = [folder, ''].map((from) =>
      within(from, address).normalize('NFC'),
    );
    const [alone, another] = named.get(fromTop.split('/').at(-1)!) ?? [];
    return byName.get(beside) ?? byName.get(fromTop) ?? (another ? undefined : alone);
  };
  const { parseMarkdown } = await loadMarkdown();
  const documents: Packed[] = [];
  const texts = new TextsTogether<Packed>();
  const problems: string[] = [];
  // The picture of a bookmark lies beside it, and its page is asked for it again.
  const others = new Set(
    [...entries.values()].filter(({ path }) => path !== MANIFEST && !OWN_PART.test(path)),
  );
  const take = async (path: string, facts: Facts): Promise<void> => {
    const part = entries.get(path) ?? byName.get(path.normalize('NFC'));
    if (!part) return;
    let source: string;
    try {
      if (part.size > MAX_IMPORT_BYTES)
        throw new ImportError(tLazy().transfer.tooLarge(path, MAX_IMPORT_BYTES / 1024 / 1024));
      source = decode(path, await part.read());
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      if (isAnything(path)) return;
      others.delete(part);
      problems.push(error.message);
      return;
    }
    others.delete(part);
    const folder = path.replace(/[^/]*$/, '');
    const parse = () =>
      parseMarkdown(source, { isUntitled: facts.title === '', keepsLines: isMereText(path) });
    const titleOf = ({ title }: ReturnType<typeof parse>) =>
      title ?? facts.title ?? titleFromName(path.slice(folder.length));
    const read: Packed['read'] = async () => {
      const parsed = parse();
      const { blocks, files } = await takeIn(parsed.blocks, async (address) => {
        const found = partAt(folder, address);
        // A text is a document of its own.
        if (!found || TEXT.test(found.path) || found.size > MAX_ATTACHMENT_BYTES) return null;
        others.delete(found);
        return new Blob([await found.read()]);
      });
      return { title: titleOf(parsed), blocks, files };
    };
    const packed: Packed = { ...facts, path, readTitle: () => titleOf(parse()), read };
    documents.push(packed);
    texts.add(path, packed);
  };
  if (manifest) {
    for (const document of manifest.documents) await take(document.path, factsOf(document));
  }
  // Somebody may have put more into it than was listed.
  const taken = new Set(manifest?.documents.map(({ path }) => path.normalize('NFC')));
  for (const path of entries.keys())
    if (TEXT.test(path) && !taken.has(path.normalize('NFC'))) await take(path, factsOfPath(path));
  if (documents.length === 0 && problems.length > 0) throw new ImportError(problems.join(' '));
  if (documents.length === 0 && !manifest) throw new ImportError(tLazy().transfer.noArchive(name));
  return {
    documents,
    texts,
    folders: manifest?.folders ?? [],
    problems,
    countLeftOut: () => others.size,
  };
}

function factsOf({ docId, folders, title, ...facts }: Manifest['documents'][number]): Facts {
  const { pinned = false, template = false, trashed = false } = facts;
  return { docId, folders, title, pinned, template, trashed };
}

/** What the place of a text says where nothing else does. */
function factsOfPath(path: string): Facts {
  const names = path.split('/').slice(0, -1).map(nameIn);
  const trashed = names[0] === tLazy().library.trash;
  const folders = trashed ? [] : names;
  return { docId: null, folders, title: null, pinned: false, template: false, trashed };
}

/**
 * Everything in it by its path, once it is clear that all of it may be unpacked.
 *
 * @throws ImportError
 */
export async function unpack(file: File): Promise<Map<string, Part>> {
  try {
    const most = Math.max(file.size * MAX_RATIO, FREE_BYTES);
    const outer = await partsOf(file, most);
    const isOfArchives = outer.length > 0 && outer.every(({ path }) => /\.zip$/i.test(path));
    const parts = isOfArchives ? await partsWithin(outer, most) : fromTop(outer);
    const kept = new Map<string, Part>();
    const texts: Part[] = [];
    for (const part of parts) {
      const { path, size } = part;
      const isText = TEXT.test(path) || path === MANIFEST;
      const ofText = mostBytesOf(path) ?? (isText ? MAX_IMPORT_BYTES : null);
      const isTooLarge = isText && size > MAX_IMPORT_BYTES;
      if (path === MANIFEST && isTooLarge) throw new Error('a list that is too large');
      if (!isText && ofText !== null && size > ofText) throw new Error('a part that is too large');
      kept.set(path, part);
      if (ofText !== null && !isTooLarge) texts.push(part);
    }
    if (sizeOf(texts) > MAX_TEXT_BYTES) throw new Error('more text than it may have');
    // Of one that cannot be read whole nothing is to be taken in.
    for (const part of kept.values())
      if (part.size <= MAX_ATTACHMENT_BYTES || texts.includes(part)) await part.read();
    return kept;
  } catch (cause) {
    if (cause instanceof ImportError) throw cause;
    throw new ImportError(tLazy().transfer.noArchive(file.name), { cause });
  }
}

/** What is in it that somebody put there. */
async function partsOf(archive: Blob, most: number): Promise<Part[]> {
  const parts = await readZip(archive);
  if (parts.length > MAX_FILES || sizeOf(parts) > most) throw new Error('more than it may be');
  if (parts.some(({ path }) => leadsOut(path))) throw new Error('a path that leads out of it');
  return parts.filter(({ path }) => !path.endsWith('/') && !LITTER.test(path));
}

/** The parts of several archives as those of one: an export of Notion is an archive of them. */
async function partsWithin(archives: readonly Part[], most: number): Promise<Part[]> {
  const parts: Part[] = [];
  for (const archive of archives) {
    const left = most - sizeOf(parts);
    parts.push(...(await partsOf(new Blob([await archive.read()]), left)));
    if (parts.length > MAX_FILES) throw new Error('more than it may be');
  }
  return parts;
}

/** Whoever packs an archive of ours again may have put all of it into a folder. */
function fromTop(parts: readonly Part[]): readonly Part[] {
  const [top = ''] = /^[^/]+\//.exec(parts[0]?.path ?? '') ?? [];
  const isOurs = parts.some(({ path }) => path === top + MANIFEST || path === top + RECOVERY);
  if (!isOurs || !parts.every(({ path }) => path.startsWith(top))) return parts;
  return parts.map((part) => ({ ...part, path: part.path.slice(top.length) }));
}

/** Many programs call so what nobody reads: it is taken where it is text, and is left out where not. */
function isAnything(path: string): boolean {
  return /\.te?xt$/i.test(path);
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

function leadsOut(name: string): boolean {
  return /^(?:[\\/]|[a-z]:)|\\|\0/i.test(name) || name.split('/').includes('..');
}
