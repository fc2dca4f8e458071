/**
 * What a file of text brings along: pictures as data in it, and files that lie beside it.
 *
 * Invariant: afterwards no block holds bytes in its address, and none is too long to be sent; what
 * belongs to the document is an attachment, whose bytes are in `files`.
 */
import { isSafeLink } from '../../shared/document/addresses.ts';
import {
  type AttachmentId,
  attachmentAddress,
  attachmentOf,
} from '../../shared/document/attachments.ts';
import { boundedBlocks } from '../../shared/document/bounded.ts';
import type { BlockContent, Inline, InlineObject } from '../../shared/document/schema.ts';
import { mergeRuns } from '../../shared/formats/inline.ts';
import { readMedia } from '../../shared/formats/media.ts';
import { MAX_ATTACHMENT_BYTES } from '../../shared/protocol/limits.ts';
import { hashOf } from '../editor/figures/hash.ts';
import { imageOfData, isData } from '../editor/figures/image-data.ts';
import { inertHtml } from '../ui/trusted-types.ts';

/** The bytes of attachments by their names. */
export type Files = Map<AttachmentId, Blob>;
/** What lies at a path beside the text; null for nothing. */
export type FindBeside = (path: string) => Promise<Blob | null>;

/** Kinds a browser shows by the ends of their names, where nobody said what they are. */
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;
/** How notes of Obsidian and its like show a file, with a width or a place in it behind its name. */
const SHOWN = /!\[\[([^[\]|#\n]+)(?:[|#][^[\]\n]*)?\]\]/g;

export async function takeIn(
  blocks: readonly BlockContent[],
  findBeside: FindBeside = async () => null,
): Promise<{ blocks: BlockContent[]; files: Files }> {
  const files: Files = new Map();
  const keep = async (blob: Blob | null): Promise<string | null> => {
    if (!blob || blob.size === 0 || blob.size > MAX_ATTACHMENT_BYTES) return null;
    const id = await hashOf(blob);
    files.set(id, blob);
    return attachmentAddress(id);
  };
  /** Where it is from now on; '' for data that is no picture, null where it stays as it is. */
  const ownAddress = async (src: string): Promise<string | null> => {
    if (isData(src)) {
      const picture = imageOfData(src);
      if (picture) files.set(picture.id, picture.blob);
      return picture ? attachmentAddress(picture.id) : '';
    }
    const path = pathOf(src);
    return path === null ? null : keep(await findBeside(path));
  };

  const ownObject = async (embed: InlineObject): Promise<InlineObject> => {
    const html = embed.object === 'html' ? imageOfHtml(embed.value) : null;
    const image = html ? { object: 'image', src: html.src, alt: html.alt } : embed;
    if (image.object !== 'image' || typeof image.src !== 'string') return embed;
    const src = await ownAddress(image.src);
    return src === null ? embed : { ...image, src };
  };
  const ownText = async (run: Inline & { text: string }): Promise<Inline[]> => {
    if (run.marks?.code) return [run];
    const { link: _link, linkTitle: _linkTitle, ...marks } = run.marks ?? {};
    const runs: Inline[] = [];
    let from = 0;
    for (const { 0: shown, 1: path = '', index } of run.text.matchAll(SHOWN)) {
      const src = PICTURE.test(path) ? await keep(await findBeside(path)) : null;
      if (src === null) continue;
      runs.push({ ...run, text: run.text.slice(from, index) });
      runs.push({ embed: { object: 'image', src, alt: '' }, marks });
      from = index + shown.length;
    }
    return [...runs, { ...run, text: run.text.slice(from) }];
  };
  const ownRun = async (run: Inline): Promise<Inline[]> =>
    'embed' in run ? [{ ...run, embed: await ownObject(run.embed) }] : ownText(run);
  const ownLine = async (line: readonly Inline[]): Promise<Inline[]> =>
    mergeRuns((await inOrder(line, ownRun)).flat());
  const ownBlock = async (block: BlockContent): Promise<BlockContent> => {
    const image = block.type === 'code' && block.raw ? imageOfHtml(rawText(block)) : null;
    if (image) {
      const { link, alt } = image;
      const src = await ownAddress(image.src);
      const depth = block.depth ?? 0;
      if (src !== null && link !== null)
        return {
          type: 'paragraph',
          depth,
          content: [{ embed: { object: 'image', src, alt }, marks: { link } }],
        };
      if (src !== null) return { type: 'image', depth, src, alt, content: [] };
    }
    const file = await fileOfLink(block, findBeside);
    const fileAddress = file && (await keep(file.blob));
    if (file && fileAddress)
      return {
        type: PICTURE.test(file.name) ? 'image' : 'file',
        depth: block.depth ?? 0,
        src: fileAddress,
        ...(PICTURE.test(file.name)
          ? {}
          : { name: file.name, size: file.blob.size, mime: file.blob.type }),
        content: file.said,
      };
    const isSource = block.type === 'code' || block.type === 'formula';
    const own = { ...block, content: isSource ? block.content : await ownLine(block.content) };
    // Alone in its line a picture is a block; one as data could be none before.
    const media = own.type === 'paragraph' ? readMedia(own.content) : null;
    if (media?.type === 'image' && attachmentOf(media.src ?? ''))
      return { ...media, depth: block.depth ?? 0 };
    if (block.src) {
      const src = await ownAddress(block.src);
      if (src !== null) own.src = src;
    }
    if (block.table)
      own.table = {
        ...block.table,
        rows: await inOrder(block.table.rows, async (row) => ({
          ...row,
          cells: await inOrder(row.cells, ownLine),
        })),
      };
    return own;
  };
  return { blocks: boundedBlocks(await inOrder(blocks, ownBlock)), files };
}

/** One after the other: each may hold the bytes of a picture. */
async function inOrder<From, To>(
  values: readonly From[],
  make: (value: From) => Promise<To>,
): Promise<To[]> {
  const made: To[] = [];
  for (const value of values) made.push(await make(value));
  return made;
}

/** The path of a relative address, without what leads out of where the text lies; else null. */
export function pathOf(src: string): string | null {
  if (src === '' || /^(?:[a-z][a-z\d+.-]*:|[/\\#?])/i.test(src.trim())) return null;
  const bare = src.trim().replace(/[?#].*$/s, '');
  let path = bare;
  try {
    path = decodeURIComponent(bare);
  } catch {
    // A `%` that is a letter of the name.
  }
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '') || null;
}

/** The picture that a piece of HTML is, if it is one and nothing else, and where it leads. */
function imageOfHtml(html: unknown): { src: string; alt: string; link: string | null } | null {
  if (typeof html !== 'string' || !/<img\b/i.test(html) || typeof DOMParser === 'undefined')
    return null;
  const { body } = new DOMParser().parseFromString(inertHtml(html), 'text/html');
  const [image, ...others] = body.querySelectorAll('img');
  if (!image || others.length > 0 || body.textContent.trim() !== '') return null;
  const address = image.closest('a')?.getAttribute('href') ?? '';
  return {
    src: image.getAttribute('src') ?? '',
    alt: image.getAttribute('alt') ?? '',
    link: isSafeLink(address) ? address : null,
  };
}

function rawText({ content }: BlockContent): string {
  return content.map((run) => ('text' in run ? run.text : '')).join('');
}

/** The file that a paragraph leads to, or shows, and nothing else; and what it says of it. */
async function fileOfLink(
  { type, content, src, name }: BlockContent,
  findBeside: FindBeside,
): Promise<{ name: string; blob: Blob; said: Inline[] } | null> {
  const only = content.length === 1 ? content[0] : undefined;
  const text = type === 'paragraph' && only && 'text' in only ? only : null;
  const [shown] = (text?.text ?? '').matchAll(SHOWN);
  const address = type === 'file' && !attachmentOf(src ?? '') ? src : text?.marks?.link;
  const path = (shown?.[0] === text?.text && shown?.[1]) || pathOf(address ?? '');
  const blob =
    path === null || /\.(?:md|markdown|mdown)$/i.test(path) ? null : await findBeside(path);
  if (!blob) return null;
  const own = name ?? path!.split('/').at(-1)!;
  if (!text) return { name: own, blob, said: content };
  const { link, linkTitle: _linkTitle, ...marks } = text.marks ?? {};
  return { name: own, blob, said: link && text.text !== own ? [{ text: text.text, marks }] : [] };
}
