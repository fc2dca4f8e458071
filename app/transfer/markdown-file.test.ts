/** A Markdown file on its way in, what is refused in a sentence, and the name of one going out. */
import { describe, expect, it } from 'vitest';
import { textOf } from '../../shared/document/plain-text.ts';
import { MAX_IMPORT_BYTES, MAX_TITLE_LENGTH } from '../../shared/protocol/limits.ts';
import {
  fileNameOf,
  ImportError,
  importMarkdownFile,
  importMarkdownFiles,
} from './markdown-file.ts';

function fileOf(content: string | Uint8Array<ArrayBuffer>, name = 'notes.md'): File {
  return new File([content], name);
}

async function refusal(file: File): Promise<string> {
  const problem: unknown = await importMarkdownFile(file).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ImportError);
  return (problem as ImportError).message;
}

describe('importing a file', () => {
  it('takes the title out of the text', async () => {
    const imported = await importMarkdownFile(fileOf('# Minutes\n\nWe met.\n'));
    expect(imported.title).toBe('Minutes');
    expect(imported.blocks.length).toBeGreaterThan(0);
  });

  it('names a text without a title like its file', async () => {
    expect((await importMarkdownFile(fileOf('We met.', 'May 4.md'))).title).toBe('May 4');
  });

  it('keeps the lines of what is no Markdown by its name', async () => {
    const said = async (name: string) =>
      (await importMarkdownFile(fileOf('milk\nbread\n', name))).blocks.map(textOf);
    expect(await said('Shop.txt')).toEqual(['milk\nbread']);
    expect(await said('Shop.md')).toEqual(['milk bread']);
  });

  it.each(['long '.repeat(100).trim(), '🎒'.repeat(150)])(
    'cuts a title that is longer than titles may be, and keeps it in the text: %s',
    async (heading) => {
      const { title, blocks } = await importMarkdownFile(fileOf(`# ${heading}\n\ntext`));
      expect(title.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
      expect(heading.startsWith(title)).toBe(true);
      expect(title.isWellFormed()).toBe(true);
      expect(textOf(blocks[0]!)).toBe(heading);
    },
  );

  it.each([
    ['utf-16le', [0xff, 0xfe], (unit: number) => [unit & 0xff, unit >> 8]],
    ['utf-16be', [0xfe, 0xff], (unit: number) => [unit >> 8, unit & 0xff]],
  ] as const)('reads what Windows calls Unicode: %s', async (_, mark, bytesOf) => {
    const units = Array.from('# Größe 𝔘\r\n\r\ntext'.split(''), (unit) => unit.charCodeAt(0));
    const file = fileOf(Uint8Array.from([...mark, ...units.flatMap(bytesOf)]));
    const { title, blocks } = await importMarkdownFile(file);
    expect([title, ...blocks.map(textOf)]).toEqual(['Größe 𝔘', 'text']);
  });

  it('refuses a picture with a sentence', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xff);
    expect(await refusal(fileOf(png, 'photo.png'))).toContain('“photo.png” is not a text file');
  });

  it('refuses bytes that are UTF-8 and no text', async () => {
    expect(await refusal(fileOf('a\0b'))).toContain('not a text file');
  });

  it('refuses an empty file with a sentence', async () => {
    expect(await refusal(fileOf(' \n'))).toContain('is empty');
  });

  it('refuses a file over the limit without reading it', async () => {
    const file = fileOf(new Uint8Array(MAX_IMPORT_BYTES + 1), 'huge.md');
    expect(await refusal(file)).toContain('larger than 16 MB');
  });
});

describe('importing several files', () => {
  it('says which picture cannot be opened, and takes the other texts in', async () => {
    // As browsers do where a file was changed or moved after it was chosen.
    const gone = new File(['bytes'], 'gone.png');
    gone.arrayBuffer = async () => {
      throw new DOMException('It is not there any more.', 'NotReadableError');
    };
    const { imported, problems } = await importMarkdownFiles([
      fileOf('# Alpha\n\n![](gone.png)\n', 'a.md'),
      gone,
      fileOf('# Bravo\n', 'b.md'),
    ]);
    expect(imported.map(({ title }) => title)).toEqual(['Bravo']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('“gone.png”');
  });
});

describe('the name of an exported file', () => {
  it.each([
    ['Minutes, May', 'Minutes, May'],
    ['a/b\\c:d*e?"f<g>h|i', 'a b c d e f g h i'],
    ['  ...  ', 'Untitled'],
    ['', 'Untitled'],
    ['.hidden', 'hidden'],
    ['../../etc', 'etc'],
    ['con', 'con_'],
    ['Con. Notes', 'Con_. Notes'],
    ['aux.c', 'aux_.c'],
    ['NUL .x', 'NUL_ .x'],
    ['com¹', 'com¹_'],
    ['Conference', 'Conference'],
    ['com10', 'com10'],
    ['Ends with dots...', 'Ends with dots'],
    ['line\nbreak', 'line break'],
    [`${'x'.repeat(79)}🎒`, 'x'.repeat(79)],
  ])('is safe: %j', (title, name) => {
    expect(fileNameOf(title)).toBe(name);
  });
});
