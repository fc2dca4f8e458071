/** Every block type can be written as Markdown and HTML, and comes back as what it was. */
import { describe, expect, test } from 'vitest';
import { definitionOf } from '../../document/block-types/index.ts';
import { attributeNamesOf, BLOCK_TYPES, type BlockContent } from '../../document/schema.ts';
import { valuesOf } from '../../document/testing/attribute-values.ts';
import { formatHtml } from '../html.ts';
import { formatMarkdown, parseMarkdown } from '../markdown.ts';
import { WRITTEN_TYPES } from './index.ts';

/** A block of a type that says as much as it can. */
function fullBlock(type: string): BlockContent {
  const attributes = attributeNamesOf(type)
    .filter((name) => !['depth', 'start', 'raw'].includes(name))
    .map((name) => [name, valuesOf(name).find((value) => value !== undefined)]);
  const cells = [[{ text: 'words' }]];
  return {
    type,
    ...Object.fromEntries(attributes),
    content: definitionOf(type).isVoid ? [] : [{ text: 'words' }],
    ...(type === 'table' ? { table: { columns: [{ id: '' }], rows: [{ id: '', cells }] } } : {}),
  };
}

describe.each(BLOCK_TYPES)('%s', (type) => {
  const block = fullBlock(type);

  test('has Markdown and HTML', () => {
    expect(WRITTEN_TYPES.has(type) || definitionOf(type).list !== undefined).toBe(true);
    if (type !== 'divider') expect(formatHtml([block])).toContain('words');
  });

  test('is what it was after Markdown, also between others', () => {
    const words: BlockContent = { type: 'paragraph', content: [{ text: 'others' }] };
    const { blocks } = parseMarkdown(formatMarkdown({ title: 'T', blocks: [words, block, words] }));
    expect(blocks.map((one) => one.type)).toEqual(['paragraph', type, 'paragraph']);
    expect(blocks[1]!.content).toEqual(block.content);
  });
});
