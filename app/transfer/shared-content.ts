/**
 * What another app shares with this one, as a new document: `title`, `text` and `url` of the
 * manifest's `share_target`.
 *
 * Invariant: it is text and nothing else; an address that may not be followed is no link.
 */
import { isSafeLink } from '../../shared/document/addresses.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { clip } from '../../shared/document/text.ts';

export function sharedContent(shared: URLSearchParams): { title: string; blocks: BlockContent[] } {
  const part = (name: string) => (shared.get(name) ?? '').trim();
  const whole = part('title').replace(/\s+/g, ' ');
  const title = clip(whole);
  const text = part('text');
  const url = part('url');
  const lines = text === '' ? [] : text.split(/\r\n|\r|\n/);
  // What a title has no room for is not lost.
  if (title !== whole) lines.unshift(whole);
  // Many apps say the address in the text, too.
  if (url !== '' && !lines.includes(url)) lines.push(url);
  const blocks = lines.map((line): BlockContent => {
    const isAddress = URL.canParse(line.trim()) && isSafeLink(line.trim());
    const run = isAddress ? { text: line, marks: { link: line.trim() } } : { text: line };
    return { type: 'paragraph', content: line === '' ? [] : [run] };
  });
  return { title, blocks };
}
