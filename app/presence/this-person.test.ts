// @vitest-environment jsdom
/** Who one is on this device: made up at the first visit, kept, and proved by a key. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSecret, personIdOf, personIdOfPublicKey } from '../../shared/access/ids.ts';
import { openPersonKey } from '../../shared/access/person-key.ts';
import type { OwnPerson } from '../../shared/library/person.ts';
import { Person } from '../../shared/protocol/presence.ts';

/** Each test is a fresh page on a device that may remember something. */
async function visit() {
  vi.resetModules();
  return { ...(await import('./this-person.ts')), ...(await import('./change-person.ts')) };
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
    const { key } = page.thisProvingPerson();
    expect(page.thisProvingPerson()).toEqual({ key, id, isNew: true });
    expect(Object.keys(shown)).toEqual(['name', 'color']);
    expect(page.isNamed()).toBe(false);
  });

  it('goes by its public key as soon as that is known, whatever was chosen before', async () => {
    const page = await visit();
    page.changeThisPerson({ name: 'Ana' });
    const { key, isNew } = page.thisProvingPerson();
    expect(isNew).toBe(true);
    const { publicKey } = await openPersonKey(key);
    page.bindPerson(createSecret(), publicKey);
    expect(page.thisPerson().id).toBe(personIdOf(key));
    page.bindPerson(key, publicKey);
    for (const tab of [page, await visit()]) {
      expect(tab.thisPerson()).toMatchObject({ id: personIdOfPublicKey(publicKey), name: 'Ana' });
      expect(tab.thisProvingPerson()).toMatchObject({ key, isNew: false });
      expect(tab.thisOwnPerson().publicKey).toBe(publicKey);
    }
  });

  it('keeps the id that it has from before, whatever its public key is', async () => {
    const record = { key: createSecret(), name: 'Ana', color: 'pink', isNamed: true };
    localStorage.setItem('driftless.person', JSON.stringify(record));
    const page = await visit();
    page.bindPerson(record.key, (await openPersonKey(record.key)).publicKey);
    page.changeThisPerson({ color: 'red' });
    expect(page.thisPerson()).toEqual({ id: personIdOf(record.key), name: 'Ana', color: 'red' });
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

  it('becomes the one of linked devices, for good', async () => {
    const ana: OwnPerson = { key: createSecret(), name: 'Ana', color: 'pink', isNamed: true };
    const page = await visit();
    page.becomePerson(ana);
    for (const { thisPerson, thisOwnPerson } of [page, await visit()]) {
      expect(thisPerson()).toEqual({ id: personIdOf(ana.key), name: 'Ana', color: 'pink' });
      expect(thisOwnPerson()).toEqual(ana);
    }
  });

  it('is untold after each change by hand, also on the next visit, until others know it', async () => {
    const page = await visit();
    expect(page.isUntold()).toBe(false);
    let heard = 0;
    page.onChangeByHand(() => heard++);
    page.changeThisPerson({ name: 'Ana' });
    expect([heard, page.isUntold(), (await visit()).isUntold()]).toEqual([1, true, true]);
    page.becomePerson(page.thisOwnPerson());
    expect([heard, page.isUntold(), (await visit()).isUntold()]).toEqual([1, false, false]);
  });

  it('is the one of another tab as soon as that tab changes it, whatever this one shows', async () => {
    const page = await visit();
    page.heedOtherTabs();
    const before = page.thisProvingPerson().key;
    const other = await visit();
    other.becomePerson({ key: createSecret(), name: 'Ana', color: 'pink', isNamed: true });
    expect(page.thisProvingPerson().key).toBe(before);
    const newValue = localStorage.getItem('driftless.person');
    dispatchEvent(new StorageEvent('storage', { key: 'driftless.person', newValue }));
    expect(page.thisProvingPerson().key).toBe(other.thisProvingPerson().key);
  });
});
