/** Changes are known to those who came before them, and to nobody's cost afterwards. */
import { expect, test } from 'vitest';
import { Meanwhile } from './meanwhile.ts';

function visit(meanwhile: Meanwhile<string>): () => Promise<void> {
  let end = (): void => undefined;
  const ended = meanwhile.during(() => new Promise<void>((resolve) => (end = resolve)));
  return () => {
    end();
    return ended;
  };
}

test('a change is known until everybody is through who came before it', async () => {
  const meanwhile = new Meanwhile<string>();
  meanwhile.note('a', 'while nobody was here');
  expect(meanwhile.of('a')).toBeUndefined();
  const first = visit(meanwhile);
  meanwhile.note('a', 'viewer');
  const second = visit(meanwhile);
  meanwhile.note('b', 'revoked');
  meanwhile.note('a', 'editor');
  expect([meanwhile.of('a'), meanwhile.of('b')]).toEqual(['editor', 'revoked']);
  await first();
  expect([meanwhile.of('a'), meanwhile.of('b')]).toEqual(['editor', 'revoked']);
  await second();
  expect(meanwhile.size).toBe(0);
});

test('many who come and go leave nothing, though somebody is always here', async () => {
  const meanwhile = new Meanwhile<string>();
  let last = visit(meanwhile);
  for (let at = 0; at < 10_000; at++) {
    meanwhile.note(`link ${at}`, 'revoked');
    const next = visit(meanwhile);
    await last();
    last = next;
  }
  expect(meanwhile.size).toBeLessThan(3);
  await last();
  expect(meanwhile.size).toBe(0);
});

test('one who is turned away is through as well', async () => {
  const meanwhile = new Meanwhile<string>();
  const turnedAway = meanwhile.during(async () => {
    meanwhile.note('a', 'revoked');
    throw new Error('not let in');
  });
  await expect(turnedAway).rejects.toThrow('not let in');
  expect(meanwhile.size).toBe(0);
});
