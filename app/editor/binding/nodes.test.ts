/** Real documents as the editor holds them: nothing a block says is lost on the way. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textOf } from '../../../shared/document/plain-text.ts';
import type { Block } from '../../../shared/document/schema.ts';
import { formatMarkdown, parseMarkdown } from '../../../shared/formats/markdown.ts';
import { blockNode, editedBlock } from './nodes.ts';

const MODULES = new URL('../../../node_modules/', import.meta.url);

test.each(['yjs/README.md', 'ws/README.md', 'mdast-util-to-markdown/readme.md'])(
  '%s says the same after it was in the editor',
  (name) => {
    const { blocks } = parseMarkdown(readFileSync(new URL(name, MODULES), 'utf8'));
    const edited = blocks.map((block, index) => {
      const { id, shape, ...rest } = editedBlock(blockNode({ ...block, id: String(index) }));
      return { id, ...shape, ...rest } as Block;
    });
    expect(edited.map(textOf)).toEqual(blocks.map(textOf));
    expect(formatMarkdown({ title: '', blocks: edited })).toBe(
      formatMarkdown({ title: '', blocks }),
    );
  },
);

test('a block of a type from a newer version keeps its type, attributes and text', () => {
  const block: Block = {
    id: 'abc',
    type: 'hologram',
    depth: 2,
    level: 4,
    content: [{ text: 'seen', marks: { bold: true } }, { embed: { object: 'orb', size: 3 } }],
  };
  const { id, shape, content } = editedBlock(blockNode(block));
  expect({ id, ...shape }).toMatchObject({ id: 'abc', type: 'hologram', depth: 2, level: 4 });
  expect(content).toEqual([
    { text: 'seen', marks: { bold: true } },
    { embed: { object: 'orb', size: 3 }, marks: {} },
  ]);
});
