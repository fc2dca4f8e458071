/** Devices that share a library, and who is at them. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { type OwnPerson, readOwner, writeOwner } from '../../shared/library/person.ts';
import { sealLibrary } from '../../shared/library/seal-library.ts';
import { createStore, type ReplicaStatus } from '../replica/status.ts';
import type { LibraryLink } from './library-store.ts';
import { keepOnePerson } from './one-person.ts';

const SECRET = createSecret();

/** A device with its library and its person; it is on its own until `link`. */
class Device {
  readonly doc = new Y.Doc();
  readonly status = createStore({ server: 'offline' } as ReplicaStatus);
  person: OwnPerson;
  isUntold = false;
  #link: LibraryLink | null = null;
  #changed = () => {};

  constructor(name: string, isNamed = true) {
    this.person = { key: createSecret(), name, color: 'teal', isNamed };
    keepOnePerson(
      {
        doc: this.doc,
        link: () => this.#link,
        subscribe: (listener) => {
          this.doc.on('update', listener);
          return () => this.doc.off('update', listener);
        },
        replica: { status: this.status },
      },
      {
        get: () => this.person,
        isUntold: () => this.isUntold,
        become: (person) => {
          this.person = person;
          this.isUntold = false;
        },
        onChange: (listener) => {
          this.#changed = listener;
        },
      },
    );
  }

  link(secret = SECRET): this {
    sealLibrary(this.doc, secret);
    this.#link = { secret, device: 'device' };
    return this;
  }

  unlink(): void {
    sealLibrary(this.doc, null);
    this.#link = null;
  }

  goOnline(): this {
    this.status.update({ ...this.status.get(), server: 'synced' });
    return this;
  }

  change(change: Partial<OwnPerson>): void {
    this.person = { ...this.person, ...change, isNamed: true };
    this.isUntold = true;
    this.#changed();
  }
}

/** What a server does for them. */
function meet(...devices: Device[]): void {
  for (const [one, other] of devices.flatMap((a) => devices.map((b) => [a, b] as const))) {
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
  }
}

function linked(first = new Device('Ana'), second = new Device('Phone', false)) {
  first.link().goOnline();
  second.link();
  meet(first, second);
  second.goOnline();
  return { first, second };
}

test('a device that joins goes on as the person who is there', () => {
  const { first, second } = linked();
  expect(first.person.name).toBe('Ana');
  expect(second.person).toEqual(first.person);
});

test('a device that joins before it hears of the others puts nobody in', () => {
  const second = new Device('Phone').link();
  expect(readOwner(second.doc)).toBeNull();
  const first = new Device('Ana').link().goOnline();
  meet(first, second);
  expect(second.person).toEqual(first.person);
});

test('name and colour that change on one device change on the others', () => {
  const { first, second } = linked();
  const { key } = first.person;
  second.change({ name: 'Anna' });
  meet(first, second);
  first.change({ color: 'pink' });
  meet(first, second);
  const person = { key, name: 'Anna', color: 'pink', isNamed: true };
  expect([first.person, second.person]).toEqual([person, person]);
});

test('what was changed before the library is open is not undone by it', () => {
  const { first, second } = linked();
  const page = new Device('Phone');
  page.person = { ...second.person, name: 'Anna' };
  page.isUntold = true;
  page.link();
  meet(first, page);
  expect([first.person.name, page.person.name, page.isUntold]).toEqual(['Anna', 'Anna', false]);
});

test('changes of several devices offline all hold', () => {
  const { first, second } = linked();
  first.change({ name: 'Anna' });
  second.change({ color: 'pink' });
  meet(first, second);
  expect(first.person).toMatchObject({ name: 'Anna', color: 'pink' });
  expect(second.person).toEqual(first.person);
});

test('devices that put two people in apart end as one of them', () => {
  const devices = ['Ana', 'Ben', 'Cleo'].map((name) => new Device(name).link().goOnline());
  const before = devices.map(({ person }) => person);
  meet(...devices);
  const [first] = devices;
  expect(before).toContainEqual(first!.person);
  for (const { person } of devices) expect(person).toEqual(first!.person);
});

test('a chosen name stays where the other one was made up', () => {
  const { first, second } = linked(new Device('Quiet Heron', false), new Device('Ana'));
  meet(first, second);
  expect(first.person.name).toBe('Ana');
  expect(second.person).toEqual(first.person);
});

test('an unlinked device keeps the person, and hears and tells no more', () => {
  const { first, second } = linked();
  second.unlink();
  second.change({ name: 'Pocket' });
  first.change({ name: 'Anna' });
  meet(first, second);
  expect([first.person.name, second.person.name]).toEqual(['Anna', 'Pocket']);
  expect(second.person.key).toBe(first.person.key);
});

test('whoever joins another library is the person of that one', () => {
  const { first, second } = linked();
  const other = new Device('Work').link(createSecret());
  const secret = createSecret();
  other.link(secret).goOnline();
  second.unlink();
  second.link(secret);
  meet(other, second);
  expect(second.person).toEqual(other.person);
  expect(first.person.name).toBe('Ana');
});

test('nonsense in the library changes nobody', () => {
  const { first, second } = linked();
  const before = second.person;
  const registers = second.doc.getMap(`person:${docIdOf(SECRET)}`);
  for (const key of [...registers.keys()]) registers.set(key, key.endsWith('name') ? ' ' : 7);
  first.status.touch();
  meet(first, second);
  expect([first.person, second.person]).toEqual([before, before]);
  writeOwner(first.doc, { ...before, name: 'Anna' });
  meet(first, second);
  expect(second.person.name).toBe('Anna');
});
