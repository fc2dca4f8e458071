/**
 * Documents as somebody with a link and a program of their own may make them: every marker,
 * attribute, object and register says something that no app of ours writes, or refers to itself, to
 * nothing or to another kind of thing.
 *
 * Invariant: one seed gives one document, and one course of changes to it.
 */
import type * as Y from 'yjs';
import { type Chance, seededChance } from '../../testing/seeded.ts';
import {
  ATTRIBUTE_NAMES,
  BLOCK_TYPES,
  INLINE_OBJECTS,
  MARK_NAMES,
  ROOT,
  TABLE_PARTS,
} from '../schema.ts';

export { type Chance, seededChance };

const IDS = ['a', 'b', 'c', 'd', 't', 'r1', 'r2', 'c1', 'c2'];
const REFERENCES = [
  ...IDS,
  'a~',
  '~',
  '',
  'r1/c1',
  'r2/c2',
  'r1/',
  '/',
  'nobody',
  '__proto__',
  'a:b',
];
/**
 * What is not what it seems (but without pairs, which Yjs itself ruins where it is cut), for
 * whoever shows, links, counts or measures it.
 */
const WORDS = [
  '',
  ' ',
  '\u0000',
  '\uFFFC',
  '\uD800',
  '\u202Eevil\u2066',
  '\n\n\n',
  'a'.repeat(3000),
  '__proto__',
  'constructor',
  'toString',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://example.org/"onmouseover="alert(1)',
  '//example.org',
  'attachments/../../etc/passwd',
  `attachments/${'f'.repeat(64)}`,
  '"><img src=x onerror=alert(1)>',
  '</code></pre><script>alert(1)</script>',
  'red;background:url(//example.org)',
  'expression(alert(1))',
  '```\n# not code',
  '$$\\def\\x{\\x\\x}\\x$$',
  '%%{init: {"securityLevel": "loose"}}%%\ngraph TD; A-->B; click A "javascript:alert(1)"',
  '| a | b |\n| - |',
  '2026-13-45',
  '0000-00-00',
  'e\u0301\u0302\u0303'.repeat(50),
];
const NUMBERS = [
  0,
  -1,
  1,
  0.5,
  7,
  8,
  9,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];

const FIELDS = [
  ...ATTRIBUTE_NAMES,
  'type',
  'place',
  'deleted',
  'from',
  'kept',
  'joinedTo',
  'value',
  'next',
];

function pick<T>(chance: Chance, from: readonly T[]): T {
  return from[chance(from.length)] as T;
}

/** Any value that Yjs can store. */
export function hostileValue(chance: Chance, depth = 0): unknown {
  switch (chance(depth > 3 ? 6 : 9)) {
    case 0:
      return pick(chance, WORDS);
    case 1:
      return pick(chance, NUMBERS);
    case 2:
      return chance(2) === 0;
    case 3:
      return null;
    case 4:
      return pick(chance, REFERENCES);
    case 5:
      return pick(chance, [...BLOCK_TYPES, ...TABLE_PARTS]);
    case 6:
      return Array.from({ length: chance(4) }, () => hostileValue(chance, depth + 1));
    case 7:
      // What cannot be made a text of, in JavaScript.
      if (chance(4) === 0) return { toString: hostileValue(chance, depth + 1) };
      return {
        after: chance(3) === 0 ? null : hostileValue(chance, depth + 1),
        before: hostileValue(chance, depth + 1),
        at: hostileValue(chance, depth + 1),
        joined: chance(2) === 0,
      };
    default:
      return { value: hostileValue(chance, depth + 1), at: hostileValue(chance, depth + 1) };
  }
}

function hostileObject(chance: Chance): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let times = chance(5); times > 0; times--) {
    object[pick(chance, FIELDS)] = hostileValue(chance);
  }
  return object;
}

/** A block's mark that is well enough made to count, with anything in it. */
function hostileMarker(chance: Chance): Record<string, unknown> {
  const references: Record<string, unknown> = {};
  for (const name of ['from', 'table', 'row', 'column']) {
    if (chance(2) === 0) references[name] = pick(chance, REFERENCES);
  }
  return {
    ...hostileObject(chance),
    ...references,
    id: pick(chance, IDS),
    type: chance(6) === 0 ? pick(chance, WORDS) : pick(chance, [...BLOCK_TYPES, ...TABLE_PARTS]),
  };
}

function hostileInline(chance: Chance): Record<string, unknown> {
  const said: Record<string, unknown> = { ...hostileObject(chance) };
  for (const name of [
    'src',
    'alt',
    'title',
    'name',
    'person',
    'date',
    'document',
    'source',
    'id',
  ]) {
    if (chance(2) === 0) said[name] = hostileValue(chance);
  }
  return { ...said, object: chance(6) === 0 ? pick(chance, WORDS) : pick(chance, INLINE_OBJECTS) };
}

function hostileAttributes(chance: Chance): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (let times = chance(3); times > 0; times--) {
    const name = chance(5) === 0 ? pick(chance, WORDS) : pick(chance, MARK_NAMES);
    attributes[`${name}${pick(chance, ['', ':', ':x1', ':y2', ':__proto__'])}`] =
      hostileValue(chance);
  }
  return attributes;
}

/** One change that no app of ours would make. */
export function changeHostilely(doc: Y.Doc, chance: Chance): void {
  doc.transact(() => {
    const body = doc.getText(ROOT.body);
    const fields = doc.getMap(ROOT.fields);
    for (let times = 1 + chance(6); times > 0; times--) {
      const at = chance(body.length + 1);
      switch (chance(9)) {
        case 0:
        case 1:
          body.insertEmbed(at, hostileMarker(chance), hostileAttributes(chance));
          break;
        case 2:
          body.insertEmbed(at, hostileInline(chance), hostileAttributes(chance));
          break;
        case 3:
          body.insert(at, pick(chance, WORDS) || 'x', hostileAttributes(chance));
          break;
        case 4:
          if (body.length > 0) {
            const from = chance(body.length);
            body.format(from, 1 + chance(body.length - from), hostileAttributes(chance));
          }
          break;
        case 5:
          if (body.length > 6) body.delete(chance(body.length - 3), 1 + chance(3));
          break;
        case 6:
          doc.getMap(pick(chance, [ROOT.people, ROOT.restored, ROOT.meta])).set(
            pick(chance, [...REFERENCES, 'schema', 'createdAt']) || 'x',
            // A version above ours would end the trial: the document is then only shown.
            hostileObject(chance),
          );
          break;
        case 7:
          doc.getText(ROOT.title).insert(0, pick(chance, WORDS) || 'x');
          break;
        default:
          fields.set(`${pick(chance, REFERENCES)}:${pick(chance, FIELDS)}`, hostileValue(chance));
      }
    }
  });
}
