/** What another app shares with this one, as a title and Markdown. */
import { expect, test } from 'vitest';
import { MAX_TITLE_LENGTH } from '../../shared/protocol/limits.ts';
import { sharedContent } from './shared-content.ts';

const share = (parts: Record<string, string>) => sharedContent(new URLSearchParams(parts));
const paragraph = (text: string, link?: string) => ({
  type: 'paragraph',
  content: text === '' ? [] : [{ text, ...(link ? { marks: { link } } : {}) }],
});

test('a page that is shared is its title and a link', () => {
  const page = { title: 'Tide tables', url: 'https://example.org/tides?at=7#now' };
  expect(share(page)).toEqual({
    title: 'Tide tables',
    blocks: [paragraph(page.url, page.url)],
  });
});

test('text keeps its lines; an address that is in it is not said twice', () => {
  const url = 'https://example.org/';
  expect(share({ text: `Look at\r\n\n${url}`, url })).toEqual({
    title: '',
    blocks: [paragraph('Look at'), paragraph(''), paragraph(url, url)],
  });
});

test('what is no address to follow is text, and a long title is cut and kept whole in the text', () => {
  expect(share({ text: 'javascript:alert(1)', title: ' a\n b ' })).toEqual({
    title: 'a b',
    blocks: [paragraph('javascript:alert(1)')],
  });
  const long = 'x'.repeat(MAX_TITLE_LENGTH + 1);
  const shared = share({ title: long });
  expect(shared.title).toHaveLength(MAX_TITLE_LENGTH);
  expect(shared.blocks).toEqual([paragraph(long)]);
  expect(share({})).toEqual({ title: '', blocks: [] });
});
