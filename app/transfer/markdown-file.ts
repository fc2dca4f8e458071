/**
 * Markdown files in and out of this device.
 *
 * Invariant: a file that cannot be read whole is refused with a sentence that says why; nothing is
 * imported by half. Markdown itself is loaded when first needed, but before it could be missing.
 */
import type { BlockContent } from '../../shared/document/schema.ts';
import { clip } from '../../shared/document/text.ts';
import { MAX_ATTACHMENT_BYTES, MAX_IMPORT_BYTES } from '../../shared/protocol/limits.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import type { Files, FindBeside } from './taken-in.ts';

interface ImportedDocument {
  /** Of its file, as far as the browser tells. */
  path: string;
  title: string;
  blocks: BlockContent[];
  /** The bytes of its pictures and files: to be kept for the document before it is shown. */
  files: Files;
}

/** Why a file could not be imported; `message` is a sentence for the person. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** @throws ImportError when the file is too large, empty, or not text. */
export async function importMarkdownFile(
  file: File,
  findBeside?: FindBeside,
): Promise<ImportedDocument> {
  if (file.size > MAX_IMPORT_BYTES) {
    const most = MAX_IMPORT_BYTES / 1024 / 1024;
    throw new ImportError(tLazy().transfer.tooLarge(file.name, most));
  }
  const source = decode(file.name, await readBytes(file));
  if (source.trim() === '') throw new ImportError(tLazy().transfer.empty(file.name));
  const { parseMarkdown } = await loadMarkdown();
  const parsed = parseMarkdown(source, { keepsLines: isMereText(file.name) });
  const { takeIn } = await import('./taken-in.ts');
  const taken = await takeIn(parsed.blocks, findBeside);
  return { path: pathOf(file), title: parsed.title ?? titleFromName(file.name), ...taken };
}

export const TEXT = /\.(?:md|markdown|mdown|mkd|txt|text)$/i;
/**
 * Of a text that is no file of Markdown by its name every line is one: a list of things to buy has no
 * signs.
 */
export function isMereText(name: string): boolean {
  return /\.te?xt$/i.test(name);
}
/** What is chosen together with a text because it is shown in it. */
const COMPANION =
  /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico|pdf|mp3|mp4|docx?|xlsx?|pptx?|odt|ods|csv)$/i;

/**
 * Each file of text by itself: one that cannot be imported stops no other, and has a sentence. So has
 * a picture or file that no text shows.
 */
export async function importMarkdownFiles(
  files: readonly File[],
): Promise<{ imported: ImportedDocument[]; problems: string[] }> {
  const imported: ImportedDocument[] = [];
  const problems: string[] = [];
  const hasText = files.some(({ name }) => TEXT.test(name));
  const companions = hasText ? files.filter(({ name }) => COMPANION.test(name)) : [];
  const shown = new Set<File>();
  for (const file of files) {
    if (companions.includes(file)) continue;
    const folder = pathOf(file).replace(/[^/]*$/, '');
    try {
      imported.push(
        await importMarkdownFile(file, async (path) => {
          const found = besideOf(companions, folder, path);
          if (!found) return null;
          shown.add(found);
          // Of what is too large to be kept nothing is read.
          if (found.size > MAX_ATTACHMENT_BYTES) return found;
          return new Blob([await readBytes(found)], { type: found.type });
        }),
      );
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      problems.push(error.message);
    }
  }
  for (const file of companions)
    if (!shown.has(file)) problems.push(tLazy().transfer.noText(file.name));
  return { imported, problems };
}

function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}

/** Files that are chosen one by one have no folders: then the name alone says which is meant. */
function besideOf(files: readonly File[], folder: string, path: string): File | null {
  const whole = `${folder}${path}`.normalize('NFC');
  const exact = files.find((file) => pathOf(file).normalize('NFC') === whole);
  if (exact) return exact;
  const name = whole.split('/').at(-1);
  const named = files.filter((file) => file.name.normalize('NFC') === name);
  return named.length === 1 ? named[0]! : null;
}

/**
 * Has Markdown ready for later. Called early, so that the text can be rescued as a file even when
 * the network is gone and nothing can be stored.
 */
export function loadMarkdown(): Promise<typeof import('../../shared/formats/markdown.ts')> {
  return import('../../shared/formats/markdown.ts');
}

/** Gives the document to the browser as a download. */
export async function downloadMarkdown(title: string, blocks: BlockContent[]): Promise<void> {
  const { formatMarkdown } = await loadMarkdown();
  const source = formatMarkdown({ title, blocks });
  downloadFile(
    `${fileNameOf(title)}.md`,
    new Blob([source], { type: 'text/markdown;charset=utf-8' }),
  );
}

/** The same as a page of HTML. */
export async function downloadHtml(title: string, blocks: BlockContent[]): Promise<void> {
  const { formatHtmlPage } = await import('../../shared/formats/html-page.ts');
  const page = formatHtmlPage({ title, blocks });
  downloadFile(`${fileNameOf(title)}.html`, new Blob([page], { type: 'text/html;charset=utf-8' }));
}

/** As long as FileSaver.js waits, which has met many browsers. */
const TAKEN_WITHIN_MS = 40_000;

/** Gives a file to the browser as a download. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // Safari asks first whether it may, and reads the file after that; keeping it would keep the text
  // in memory.
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_WITHIN_MS);
}

/** A name that every common file system takes. */
export function fileNameOf(title: string): string {
  const name = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go.
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+/, '');
  const short = clip(name, 80).replace(/[. ]+$/, '');
  if (short === '') return t().untitled;
  return short.replace(OF_A_DEVICE, '$&_');
}

/** What Windows takes for a device, whatever stands behind the first dot. */
const OF_A_DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i;

async function readBytes(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw new ImportError(tLazy().transfer.notOpened(file.name), { cause });
  }
}

/** @throws ImportError where it is no text, or in signs that nobody says. */
export function decode(name: string, bytes: BufferSource): string {
  try {
    // Drops a byte order mark by itself.
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (cause) {
    throw new ImportError(tLazy().transfer.noText(name), { cause });
  }
  throw new ImportError(tLazy().transfer.noText(name));
}

/** As its mark of byte order says: what Windows calls Unicode has one. */
function encodingOf(bytes: BufferSource): string {
  const [first, second] = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

export function titleFromName(name: string): string {
  return clip(
    nameIn(name.replace(/\.[^.]+$/, ''))
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** A name as a person reads it: with its accents, and without the number that Notion puts behind it. */
export function nameIn(path: string): string {
  return path.normalize('NFC').replace(/(?<=.) [\da-f]{32}$/, '');
}
