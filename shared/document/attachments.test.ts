/** Names of pictures and files: through the document, the clipboard and Markdown, and back. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { formatHtml } from '../formats/html.ts';
import { formatMarkdown, parseMarkdown } from '../formats/markdown.ts';
import { attachmentAddress, attachmentOf, attachmentsIn } from './attachments.ts';
import { readBlocks } from './body.ts';
import { createDocument } from './create.ts';
import { type BlockContent, ROOT } from './schema.ts';

const HILL = 'a1'.repeat(32);
const PLAN = 'b2'.repeat(32);
const hill: BlockContent = {
  type: 'image',
  src: attachmentAddress(HILL),
  alt: 'A hill',
  width: 320,
  pixelWidth: 1200,
  pixelHeight: 800,
  content: [{ text: 'In May' }],
};
const plan: BlockContent = {
  type: 'file',
  src: attachmentAddress(PLAN),
  name: 'plan.pdf',
  size: 4821,
  mime: 'application/pdf',
  content: [],
};

test('only a whole hash is a name', () => {
  expect(attachmentOf(attachmentAddress(HILL))).toBe(HILL);
  for (const src of [
    '',
    'attachments/',
    `attachments/${HILL}.svg`,
    `attachments/../${HILL}`,
    `/attachments/${HILL}`,
    `attachments/${HILL.toUpperCase()}`,
    `https://example.org/attachments/${HILL}`,
  ]) {
    expect([src, attachmentOf(src)]).toEqual([src, null]);
  }
});

test('a document keeps what a picture is, and sets right what is no number of pixels', () => {
  const doc = new Y.Doc();
  createDocument(doc, { title: '', blocks: [hill, plan] });
  const read = readBlocks(doc).map(({ id: _, ...block }) => block);
  expect(read).toEqual([hill, plan]);
  const [image] = readBlocks(doc);
  const fields = doc.getMap(ROOT.fields);
  for (const wrong of [0, -3, 1.5, '80', Number.NaN]) {
    fields.set(`${image!.id}:pixelWidth`, wrong);
    expect(readBlocks(doc)[0]).not.toHaveProperty('pixelWidth');
    // What somebody wrote stays, for a version that knows what it means.
    expect(fields.get(`${image!.id}:pixelWidth`)).toEqual(wrong);
  }
  fields.set(`${image!.id}:pixelWidth`, 1e9);
  expect(readBlocks(doc)[0]).toMatchObject({ pixelWidth: 65_535 });
});

test('what blocks show is found in blocks, lines and cells, each once', () => {
  const inline = { embed: { object: 'image', src: attachmentAddress('c3'.repeat(32)), alt: '' } };
  const table: BlockContent = {
    type: 'table',
    content: [],
    table: { columns: [{ id: '' }], rows: [{ id: '', cells: [[inline]] }] },
  };
  const elsewhere: BlockContent = { type: 'image', src: 'https://example.org/x.png', content: [] };
  expect([...attachmentsIn([hill, plan, hill, elsewhere, table])]).toEqual([
    HILL,
    PLAN,
    'c3'.repeat(32),
  ]);
});

test('Markdown keeps names, what a picture shows, and captions', () => {
  const text = formatMarkdown({ title: '', blocks: [hill, plan] });
  expect(text).toContain(`![A hill](attachments/${HILL} "In May")`);
  expect(text).toContain(`[plan.pdf](attachments/${PLAN} "File, application/pdf, 4821 bytes")`);
  const { width: _, pixelWidth: __, pixelHeight: ___, ...kept } = hill;
  expect(parseMarkdown(text).blocks).toEqual([kept, plan]);
});

test('HTML says how large a picture is and how wide it is shown', () => {
  expect(formatHtml([hill])).toBe(
    `<figure class="image"><img src="attachments/${HILL}" alt="A hill" width="320" ` +
      'data-pixels="1200x800"><figcaption>In May</figcaption></figure>',
  );
});
