// @vitest-environment jsdom
/**
 * What this device remembers, as an older or newer version, another tab or somebody with a hand in
 * the storage may have left it.
 *
 * Invariant: it is read as what it says, or as if nothing had been kept.
 */
import { expect, test, vi } from 'vitest';
import { createSecret } from '../../shared/access/ids.ts';
import { Person } from '../../shared/protocol/presence.ts';
import {
  AS_LONG_AS_ASKED,
  type Chance,
  fuzz,
  mutatedText,
  pick,
} from '../../shared/testing/fuzz.ts';

const KEPT: Readonly<Record<string, readonly string[]>> = {
  'driftless.person': [JSON.stringify({ key: createSecret(), name: 'Ana', color: 'red' })],
  'driftless.offlineLimit': ['none', '500', 'all'],
  'driftless.typography': ['auto', 'de', 'off'],
  'driftless.emoji': ['["smile","heart"]'],
  'driftless.folded.x': ['["abc","def"]'],
  'driftless.askedToKeep': ['yes'],
  'driftless.pictures': ['/ /settings'],
  'driftless.places': ['[["x",{"caret":null,"top":null,"below":7}]]'],
  'driftless.picture /': ['<p>seen</p>'],
};
const ODD = [
  '',
  'null',
  '7',
  '1e999',
  '[]',
  '[[]]',
  '{}',
  '{"__proto__":{"name":"x"}}',
  '{"toString":1}',
  '"constructor"',
  '__proto__',
  'hasOwnProperty',
  '\u0000',
  '\uD800',
  '['.repeat(200),
];

type Memory = Record<string, string>;

function hostileMemory(chance: Chance): Memory {
  const memory: Memory = {};
  for (const [key, values] of Object.entries(KEPT)) {
    const how = chance(4);
    if (how === 0) memory[key] = pick(chance, ODD);
    else if (how === 1) memory[key] = mutatedText(chance, values, ODD);
    else if (how === 2) memory[key] = pick(chance, values);
  }
  return memory;
}

async function remember(memory: Memory): Promise<void> {
  localStorage.clear();
  for (const [key, value] of Object.entries(memory)) localStorage.setItem(key, value);
  vi.resetModules();
  const [person, change, storage, writing, emoji, folds, snapshot, snapshots, places] =
    await Promise.all([
      import('../presence/this-person.ts'),
      import('../presence/change-person.ts'),
      import('../settings/storage.ts'),
      import('../settings/writing.ts'),
      import('../editor/emoji/recent-emoji.ts'),
      import('../editor/folding/stored-folds.ts'),
      import('../ui/page-snapshot.ts'),
      import('../ui/stored-snapshots.ts'),
      import('../ui/stored-places.ts'),
    ]);
  expect(Person.safeParse(person.thisPerson()).success).toBe(true);
  expect(typeof change.isNamed()).toBe('boolean');
  expect(typeof change.isUntold()).toBe('boolean');
  expect(storage.offlineLimit.bytes()).toBeGreaterThanOrEqual(0);
  expect(writing.Typography.options).toContain(writing.typographyValue.get());
  emoji.noteEmoji('rocket');
  expect(emoji.recentEmoji()[0]).toBe('rocket');
  expect(emoji.recentEmoji().every((name) => typeof name === 'string')).toBe(true);
  expect(
    folds
      .foldsOf('x')
      .read()
      .every((id) => typeof id === 'string'),
  ).toBe(true);
  expect(typeof snapshot.hasSnapshot('/')).toBe('boolean');
  snapshots.storeSnapshot('/d/x', '<p>x</p>');
  snapshots.forgetSnapshot('/d/x');
  expect(snapshot.hasSnapshot('/d/x')).toBe(false);
  places.storePlace('y', 'here');
  expect(places.storedPlace('y')).toBe('here');
  places.storePlace('y', null);
  expect(places.storedPlace('y')).toBeNull();
}

test('what cannot be what was kept counts as nothing', AS_LONG_AS_ASKED, async () => {
  await fuzz({
    runs: 40,
    make: hostileMemory,
    check: remember,
    smaller: (memory) =>
      Object.keys(memory).map((key) =>
        Object.fromEntries(Object.entries(memory).filter(([other]) => other !== key)),
      ),
    show: (memory) => JSON.stringify(memory),
  });
});
