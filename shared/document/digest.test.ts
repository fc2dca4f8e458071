/** Copies that read the same have the same digest, and others do not. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { digestOf } from './digest.ts';
import { changeHostilely, seededChance } from './testing/hostile.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);

/** A copy that nobody has looked at: its types have no names for what they are. */
function copyOf(doc: Y.Doc, update = Y.encodeStateAsUpdate(doc)): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, update);
  return copy;
}

test('copies of the same have the same digest, however they came to be', () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const chance = seededChance(seed);
    const [one, other] = [new Y.Doc(), new Y.Doc()] as const;
    const server = new Y.Doc();
    for (let round = 0; round < 6; round++) {
      for (const doc of [one, other]) changeHostilely(doc, chance);
      for (const [from, to] of [
        [one, server],
        [other, server],
        [server, one],
        [server, other],
      ] as const)
        Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
    }
    Y.applyUpdate(server, Y.encodeStateAsUpdate(one));
    Y.applyUpdate(server, Y.encodeStateAsUpdate(other));
    const digest = digestOf(server);
    const merged = Y.mergeUpdates([one, other].map((doc) => Y.encodeStateAsUpdate(doc)));
    expect([seed, digestOf(copyOf(server)), digestOf(copyOf(server, merged))]).toEqual([
      seed,
      digest,
      digest,
    ]);
  }
});

test('whatever is to be read makes a difference, and nothing else does', () => {
  const doc = new Y.Doc();
  const body = doc.getText('body');
  body.insert(0, 'ab');
  body.insertEmbed(1, { id: 'x', type: 'heading' });
  body.insert(3, '🎈', { bold: true });
  doc.getMap('fields').set('a:type', { value: 'quote' });
  const digest = digestOf(doc);
  const changes: ((copy: Y.Doc) => void)[] = [
    (copy) => copy.getText('body').insert(0, 'c'),
    (copy) => copy.getText('body').delete(0, 1),
    (copy) => copy.getText('body').format(0, 1, { bold: true }),
    (copy) => copy.getText('body').format(3, 2, { bold: null }),
    (copy) => copy.getText('body').insertEmbed(0, {}),
    (copy) => copy.getMap('fields').set('a:type', { value: 'paragraph' }),
    (copy) => copy.getMap('fields').delete('a:type'),
    (copy) => copy.getMap('other').set('a', 1),
    (copy) => {
      // As a character is ruined by what cuts it, without an update that says so.
      for (let item = copy.getText('body')._start; item !== null; item = item.right)
        if (item.content instanceof Y.ContentString)
          item.content.str = item.content.str.replace('🎈', '\ufffd\ufffd');
    },
  ];
  for (const [index, change] of changes.entries()) {
    const copy = copyOf(doc);
    change(copy);
    expect([index, digestOf(copy) === digest]).toEqual([index, false]);
  }
  const same: ((copy: Y.Doc) => void)[] = [
    (copy) => copy.getText('title'),
    (copy) => copy.getMap('other').delete('a'),
    (copy) => copy.getText('body').format(0, 1, { bold: null }),
    (copy) => {
      copy.getText('body').insert(1, 'x');
      copy.getText('body').delete(1, 1);
    },
  ];
  for (const [index, change] of same.entries()) {
    const copy = copyOf(doc);
    change(copy);
    expect([index, digestOf(copy)]).toEqual([index, digest]);
  }
});
