/** Forms that data of others must have. */
import { describe, expect, it } from 'vitest';
import {
  array,
  boolean,
  int,
  label,
  looseObject,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  tuple,
} from './shape.ts';

const Person = object({
  name: label(5),
  age: optional(int(0)),
  role: oneOf(['reader', 'writer']),
});

describe('a form', () => {
  it('takes what has it, as a copy without what it does not name', () => {
    const given = { name: ' Ana ', role: 'writer', more: 1 };
    expect(Person.parse(given)).toEqual({ name: 'Ana', role: 'writer' });
    expect(given.name).toBe(' Ana ');
  });

  it.each([
    null,
    'Ana',
    [],
    {},
    { name: 'Ana' },
    { name: '  ', role: 'writer' },
    { name: '\u200b\u2060', role: 'writer' },
    { name: '\u202e\u0301', role: 'writer' },
    { name: 'Anabel', role: 'writer' },
    { name: 'Ana', role: 'owner' },
    { name: 'Ana', role: 'writer', age: null },
    { name: 'Ana', role: 'writer', age: -1 },
    { name: 'Ana', role: 'writer', age: 1.5 },
    Object.create({ name: 'Ana', role: 'writer' }),
  ])('refuses %j', (value) => {
    expect(Person.safeParse(value)).toEqual({ success: false });
    expect(() => Person.parse(value)).toThrow();
  });

  it('of an object that may hold more keeps the rest', () => {
    const given = JSON.parse('{"on":true,"more":[1],"__proto__":{"on":false}}') as unknown;
    const parsed = looseObject({ on: boolean }).parse(given);
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(given));
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });

  it('tells null, what is missing, numbers, pairs and lists apart', () => {
    expect(nullable(number).safeParse(null).success).toBe(true);
    expect(nullable(number).safeParse(undefined).success).toBe(false);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '1', 1n])
      expect(number.safeParse(value).success).toBe(false);
    expect(int(0).safeParse(2 ** 53).success).toBe(false);
    expect(array(tuple(number, number)).parse([[1, 2]])).toEqual([[1, 2]]);
    expect(array(tuple(number, number)).safeParse([[1, 2, 3]]).success).toBe(false);
    expect(text({ pattern: /^a$/ }).safeParse('a\n').success).toBe(false);
  });
});
