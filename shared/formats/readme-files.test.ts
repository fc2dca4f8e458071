/**
 * Real files: the README of packages that this project depends on itself.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readBlocks } from '../document/body.ts';
import { createDocument } from '../document/create.ts';
import { readTitle } from '../document/text.ts';
import { formatMarkdown, parseMarkdown } from './markdown.ts';
import { findDifference } from './testing/says-the-same.ts';

const FILES = [
  'yjs/README.md',
  'lib0/README.md',
  'ws/README.md',
  'jsdom/README.md',
  'mdast-util-from-markdown/readme.md',
  'mdast-util-to-markdown/readme.md',
];
const MODULES = new URL('../../node_modules/', import.meta.url);

describe.each(FILES)('%s', (name) => {
  const source = readFileSync(new URL(name, MODULES), 'utf8');
  const { title, blocks } = parseMarkdown(source);
  const written = formatMarkdown({ title: title ?? '', blocks });

  test('is a long file', () => {
    expect(source.split('\n').length).toBeGreaterThan(500);
    expect(blocks.length).toBeGreaterThan(50);
  });

  test('says the same after it went through blocks', () => {
    expect(findDifference(source, written)).toBeNull();
  });

  test('says the same after it was kept in a document', () => {
    const doc = new Y.Doc();
    createDocument(doc, { title: title ?? '', blocks });
    const kept = formatMarkdown({ title: readTitle(doc), blocks: readBlocks(doc) });
    expect(findDifference(source, kept)).toBeNull();
  });

  test('does not change any more when it goes through once again', () => {
    const read = parseMarkdown(written);
    expect(formatMarkdown({ title: read.title ?? '', blocks: read.blocks })).toBe(written);
  });
});
