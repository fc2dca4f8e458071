// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { personIdOf } from '../../shared/access/ids.ts';
import { Person } from '../../shared/protocol/presence.ts';

/** Each test is a fresh page on a device that may remember something. */
async function visit() {
  vi.resetModules();
  return await import('./this-person.ts');
}

beforeEach(() => localStorage.clear());

describe('the person of this device', () => {
  it('is made up on the first visit and the same on the second', async () => {
    const first = (await visit()).thisPerson();
    expect(Person.safeParse(first).success).toBe(true);
    expect((await visit()).thisPerson()).toEqual(first);
  });

  it('has an id that its key proves, and shows the key to nobody', async () => {
    const page = await visit();
    const { id, ...shown } = page.thisPerson();
    expect(id).toBe(personIdOf(page.thisPersonKey()));
    expect(Object.keys(shown)).toEqual(['name', 'color']);
    expect(page.isNamed()).toBe(false);
  });

  it('keeps a changed name and its id', async () => {
    const page = await visit();
    const before = page.thisPerson();
    page.changeThisPerson({ name: 'Ana' });
    const after = await visit();
    expect(after.thisPerson()).toEqual({ ...before, name: 'Ana' });
    expect(after.isNamed()).toBe(true);
  });

  it('cannot be given a name or colour that others would refuse', async () => {
    const page = await visit();
    const before = page.thisPerson();
    expect(() => page.changeThisPerson({ name: '   ' })).toThrow();
    expect(() => page.changeThisPerson({ name: 'x'.repeat(61) })).toThrow();
    expect(page.thisPerson()).toEqual(before);
  });

  it.each(['{', '{"id":"x","name":"Eve","color":"red"}', '{"name":"<b>"}', 'null'])(
    'is made up anew when the device remembers nonsense: %s',
    async (kept) => {
      localStorage.setItem('driftless.person', kept);
      expect(Person.safeParse((await visit()).thisPerson()).success).toBe(true);
    },
  );
});
