/** Whatever a block type is, its definition is whole. */
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../testing/attribute-values.ts';
import {
  ATTRIBUTE_NAMES,
  ATTRIBUTES,
  attributeNamesOf,
  BLOCK_TYPES,
  definitionOf,
  isKnownType,
  TABLE_PARTS,
} from './index.ts';

describe.each(BLOCK_TYPES)('%s', (type) => {
  const definition = definitionOf(type);

  test('has attributes that are the same wherever they occur', () => {
    for (const [name, attribute] of Object.entries(definition.attributes ?? {}))
      expect(ATTRIBUTES[name as keyof typeof ATTRIBUTES], name).toBe(attribute);
    expect(attributeNamesOf(type)[0]).toBe('depth');
  });

  test('has one way to be written in', () => {
    const { isVoid, isPlain, list, holdsBlocks, isFigure } = definition;
    expect([isVoid, isPlain, list, holdsBlocks, isFigure].filter(Boolean).length).toBeLessThan(2);
  });
});

describe.each(ATTRIBUTE_NAMES)('the attribute %s', (name) => {
  const { read, default: none, isAlways } = ATTRIBUTES[name];

  test('says something, and nothing where nobody can have meant it', () => {
    expect(valuesOf(name).filter((value) => value !== undefined)).not.toEqual([]);
    for (const value of [undefined, null, {}, [], -1, Number.NaN, Symbol.iterator])
      if (!(isAlways || name === 'width') || value !== -1) expect(read(value)).toBeUndefined();
  });

  test('is stored as nothing where it is at its default', () => {
    if (!isAlways) expect(read(none)).toBeUndefined();
    for (const value of valuesOf(name)) if (value !== undefined) expect(read(value)).toBe(value);
  });
});

test('nothing that every object has is a type', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'unknown', ...TABLE_PARTS])
    expect(isKnownType(name)).toBe(false);
  expect(attributeNamesOf('constructor')).toEqual(ATTRIBUTE_NAMES);
  expect(definitionOf('constructor')).toEqual({});
});

test('a text that is too long is cut between characters', () => {
  const most = String(ATTRIBUTES.alt.read('a'.repeat(100_000))).length;
  const text = 'a'.repeat(most - 1);
  expect(ATTRIBUTES.alt.read(`${text}🍎`)).toBe(text);
});
