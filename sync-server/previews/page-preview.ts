/**
 * What a page of the web says of itself: its title, a description, a picture.
 *
 * Invariant: what it gives is plain text of a bounded length, and a picture of a kind that browsers
 * show and that runs nothing; a page without a picture, or with one that cannot be had, is a page
 * all the same.
 */
import { Parser } from 'htmlparser2';
import { clip } from '../../shared/document/text.ts';
import type { PagePreview } from '../../shared/protocol/http.ts';
import { MAX_PREVIEW_TEXT_LENGTH, MAX_PREVIEW_TITLE_LENGTH } from '../../shared/protocol/limits.ts';
import { type PublicPages, Unfetchable } from './public-pages.ts';

/** What a page says of itself stands at its beginning. */
const MOST_PAGE_BYTES = 512 * 1024;
const MOST_PICTURE_BYTES = 1024 * 1024;
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** Throws Unfetchable. */
export async function previewOf(pages: PublicPages, address: URL): Promise<PagePreview> {
  const page = await pages.fetch(address, {
    types: ['text/html', 'application/xhtml+xml'],
    mostBytes: MOST_PAGE_BYTES,
    mayBeCut: true,
  });
  const said = readHead(decode(page.bytes, page.charset));
  return {
    title: short(said.title, MAX_PREVIEW_TITLE_LENGTH),
    description: short(said.description, MAX_PREVIEW_TEXT_LENGTH),
    picture: await pictureAt(pages, said.picture, page.url),
  };
}

async function pictureAt(pages: PublicPages, said: string, page: URL): Promise<string | null> {
  if (said === '' || !URL.canParse(said, page)) return null;
  try {
    const { type, bytes } = await pages.fetch(new URL(said, page), {
      types: PICTURES,
      mostBytes: MOST_PICTURE_BYTES,
      mayBeCut: false,
    });
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  } catch (error) {
    if (error instanceof Unfetchable) return null;
    throw error;
  }
}

/** As the answer says, else as the page says, else as nearly all pages are. */
function decode(bytes: Uint8Array, charset: string): string {
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const named = charset || /<meta[^>]+charset=["']?([\w:-]+)/i.exec(beginning)?.[1] || 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

interface Head {
  title: string;
  description: string;
  picture: string;
}

/** What others are to show of the page comes before what is for whoever is on it. */
function readHead(html: string): Head {
  const metas = new Map<string, string>();
  let title = '';
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'title' && title === '') isTitle = true;
      if (name === 'body') parser.pause();
      if (name !== 'meta') return;
      const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
      if (!metas.has(key)) metas.set(key, attributes.content ?? '');
    },
    ontext(text) {
      if (isTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'title') isTitle = false;
    },
  });
  parser.write(html);
  const first = (...keys: string[]) => keys.map((key) => metas.get(key)).find(Boolean) ?? '';
  return {
    title: first('og:title', 'twitter:title') || title,
    description: first('og:description', 'twitter:description', 'description'),
    picture: first('og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image'),
  };
}

/** In one line, without what cannot be seen. */
function short(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffc]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length <= most ? line : `${clip(line, most - 1).trimEnd()}…`;
}
