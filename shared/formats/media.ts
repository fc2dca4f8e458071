/**
 * Pictures, files and bookmarks that stand alone ⇄ paragraphs of Markdown.
 *
 * A picture's caption is the title of the image when it is plain text, else a line below it:
 * `![alt](src)\` and then the caption. A file is a link whose title says so
 * (`[plan.pdf](src "File, application/pdf, 4821 bytes")`), its caption a line below. So is a bookmark
 * (`[Its title](href "Bookmark")`); a title that is formatted stands below the address.
 *
 * Invariant: text and formatting of a caption survive. Markdown does not know a picture's width;
 * a file without an address is its name.
 */
import { isSafeLink, isWebAddress } from '../document/addresses.ts';
import type { BlockContent, Inline } from '../document/schema.ts';
import { isImageAddress } from './addresses.ts';
import { canonicalLine, textInsteadOf } from './inline.ts';

const BOOKMARK_TITLE = 'Bookmark';
const FILE_TITLE = /^File(?:, ([\w.+-]+\/[\w.+-]+))?(?:, (\d{1,15}) bytes)?$/;
const MIME = /^[\w.+-]+\/[\w.+-]+$/;

/** The picture, file or bookmark that a paragraph of this content is, or null. */
export function readMedia(content: readonly Inline[]): BlockContent | null {
  const [first, ...rest] = content;
  if (!first) return null;
  const caption = readCaption(rest);
  if (!caption) return null;
  if ('embed' in first) return first.marks ? null : readImage(first.embed, caption);
  return readBookmark(first, caption) ?? readFile(first, caption);
}

/** What stands in the lines below; null if the text goes on in the same one. */
function readCaption([first, ...rest]: readonly Inline[]): Inline[] | null {
  if (!first) return [];
  if (!('text' in first) || !first.text.startsWith('\n')) return null;
  const caption = canonicalLine([{ ...first, text: first.text.slice(1) }, ...rest]);
  return caption.length > 0 ? caption : null;
}

function readImage(
  { object, src, alt, title }: { object: string; [key: string]: unknown },
  below: Inline[],
): BlockContent | null {
  if (object !== 'image' || typeof src !== 'string') return null;
  if (src !== '' && !(isSafeLink(src) && isImageAddress(src))) return null;
  // Several pictures one below the other are a paragraph, as is one above plain text.
  if (below.some((run) => 'embed' in run && run.embed.object === 'image')) return null;
  if (below.length > 0 && (title || isPlain(below))) return null;
  return {
    type: 'image',
    ...(src ? { src } : {}),
    ...(typeof alt === 'string' && alt ? { alt } : {}),
    content: typeof title === 'string' && title ? canonicalLine([{ text: title }]) : below,
  };
}

function readBookmark(run: Inline & { text: string }, below: Inline[]): BlockContent | null {
  const { link, linkTitle, ...others } = run.marks ?? {};
  if (linkTitle !== BOOKMARK_TITLE || link === undefined || !isWebAddress(link)) return null;
  if (Object.keys(others).length > 0 || run.text.includes('\n')) return null;
  const hasTitle = run.text !== link;
  if (hasTitle && below.length > 0) return null;
  return { type: 'bookmark', href: link, content: hasTitle ? [{ text: run.text }] : below };
}

function readFile(run: Inline & { text: string }, caption: Inline[]): BlockContent | null {
  const { link, linkTitle, ...others } = run.marks ?? {};
  const said = FILE_TITLE.exec(linkTitle ?? '');
  if (!said || link === undefined || Object.keys(others).length > 0 || run.text.includes('\n')) {
    return null;
  }
  return {
    type: 'file',
    src: link,
    name: run.text,
    ...(said[2] ? { size: Number(said[2]) } : {}),
    ...(said[1] ? { mime: said[1] } : {}),
    content: caption,
  };
}

/** The content of the paragraph that a picture, file or bookmark is written as. */
export function mediaContent(block: BlockContent): Inline[] {
  if (block.type === 'bookmark') return bookmarkContent(block);
  return block.type === 'image' ? imageContent(block) : fileContent(block);
}

/** A bookmark without an address is its title. */
function bookmarkContent({ href = '', content }: BlockContent): Inline[] {
  const title = canonicalLine(content.map(textInsteadOf));
  if (!isWebAddress(href)) return title;
  const marks = { link: href, linkTitle: BOOKMARK_TITLE };
  if (isPlain(title) && title[0].text !== href) return [{ text: title[0].text, marks }];
  const address = { text: href, marks };
  return title.length > 0 ? [address, { text: '\n' }, ...title] : [address];
}

function imageContent({ src = '', alt = '', content }: BlockContent): Inline[] {
  const caption = canonicalLine(content.map(textInsteadOf));
  const image = { object: 'image', src, alt };
  if (caption.length === 0) return [{ embed: image }];
  return isPlain(caption)
    ? [{ embed: { ...image, title: caption[0].text } }]
    : [{ embed: image }, { text: '\n' }, ...caption];
}

function fileContent({ src = '', name, size, mime, content }: BlockContent): Inline[] {
  const caption = canonicalLine(content.map(textInsteadOf));
  const text = (name ?? '').replace(/\s+/g, ' ').trim() || 'File';
  const said = ['File'];
  if (mime && MIME.test(mime)) said.push(mime);
  if (size !== undefined && Number.isSafeInteger(size) && size >= 0) said.push(`${size} bytes`);
  const line: Inline = isSafeLink(src)
    ? { text, marks: { link: src, linkTitle: said.join(', ') } }
    : { text };
  return caption.length > 0 ? [line, { text: '\n' }, ...caption] : [line];
}

function isPlain(caption: readonly Inline[]): caption is [{ text: string }] {
  const [only, ...rest] = caption;
  if (!only || rest.length > 0 || !('text' in only)) return false;
  return !only.marks && !only.text.includes('\n');
}
