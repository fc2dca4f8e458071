// @vitest-environment jsdom
/** Every block type has all of its parts in the editor. */
import { DOMParser, DOMSerializer } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { definitionOf } from '../../../shared/document/block-types/index.ts';
import { attributeNamesOf, BLOCK_TYPES } from '../../../shared/document/schema.ts';
import { valuesOf } from '../../../shared/document/testing/attribute-values.ts';
import { BLOCK_KINDS } from '../commands/block-kinds.ts';
import { ASKING_COMMANDS } from '../commands/command-registry.ts';
import { nodeName, schema } from '../schema.ts';
import { SPECIAL } from './lazy-views.ts';
import { BLOCK_PARTS, partOf } from './registry.ts';

describe.each(BLOCK_TYPES)('%s', (type) => {
  const nodeType = schema.nodes[nodeName(type)]!;
  const { isVoid, isPlain } = definitionOf(type);

  test('has a node with the attributes of its definition', () => {
    expect(nodeType).toBeDefined();
    expect(Object.keys(nodeType.spec.attrs!)).toEqual(
      expect.arrayContaining(['id', ...attributeNamesOf(type)]),
    );
    expect(nodeType.isTextblock).toBe(!isVoid);
    expect(nodeType.spec.code === true).toBe(isPlain === true);
  });

  test('is drawn anew when its view comes, if it has one', () => {
    const has = BLOCK_PARTS[type].inView !== undefined;
    if (has) expect(SPECIAL).toContain(nodeName(type));
  });

  test('can be made by /', () => {
    const kinds = BLOCK_KINDS.filter((kind) => kind.type === nodeType);
    const asks = ASKING_COMMANDS.some(({ id }) => id === `insert-${type}`);
    expect(kinds.length > 0 || asks).toBe(true);
  });
});

// A table is pasted by rules of its own.
describe.each(BLOCK_TYPES.filter((type) => type !== 'table'))('%s', (type) => {
  const nodeType = schema.nodes[nodeName(type)]!;
  const { isVoid, isFigure } = definitionOf(type);

  // The numbers of a list follow from its items.
  test('is read from the element it is written as', () => {
    const names = attributeNamesOf(type).filter((name) => !['start', 'checked'].includes(name));
    const attrs = Object.fromEntries(
      names.map((name) => [name, valuesOf(name).find((value) => value !== undefined)]),
    );
    const node = nodeType.create(attrs, isVoid ? null : schema.text('words'));
    const element = document.createElement('div');
    element.append(DOMSerializer.fromSchema(schema).serializeNode(node));
    const hr = element.querySelector('hr');
    if (hr?.parentElement?.matches('.divider')) hr.parentElement.replaceWith(hr);
    const read = DOMParser.fromSchema(schema).parse(element).firstChild!;
    expect(read.type.name).toBe(nodeType.name);
    expect(read.textContent).toBe(node.textContent);
    for (const name of names)
      if (!(isVoid && name === 'depth')) expect(read.attrs[name], name).toBe(attrs[name]);
  });

  test('is lines with all of its text in a cell', () => {
    const node = nodeType.create(null, isVoid ? null : schema.text('words'));
    const said = (partOf(node).lines?.(node, 1) ?? [node.content]).map((line) =>
      line.textBetween(0, line.size, ' ', (leaf) => JSON.stringify(leaf.attrs)),
    );
    expect(said.join(' ')).toContain(isVoid ? '---' : 'words');
    expect(isFigure && said.length < 2).not.toBe(true);
  });
});
