/**
 * What others say about themselves, when it is not so.
 *
 * Invariant: who is shown has a name and a colour of ours; a caret stands in the document or is not
 * drawn; and whatever is said changes nothing of the document.
 */
import { expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { anchorToJson } from '../../shared/document/position.ts';
import { hostileValue } from '../../shared/document/testing/hostile.ts';
import { documentOf } from '../../shared/document/testing/sketch.ts';
import { Person } from '../../shared/protocol/presence.ts';
import { AS_LONG_AS_ASKED, type Chance, fuzz, pick } from '../../shared/testing/fuzz.ts';
import { KnownPeople } from '../editor/objects/known-people.ts';
import { cursorOfPerson } from '../editor/remote-cursors/cursor-of-person.ts';
import { remoteCursorsOf } from '../editor/remote-cursors/remote-cursors.ts';
import { Headless } from '../editor/testing/headless.ts';
import { peopleIn } from './people.ts';

const LINES = ['one two', '- three', '⊞ four ¦ five ⁄ six ¦', '▣ hill', 'last'];
const ANA = { id: 'anaanaanaanaanaa', name: 'Ana', color: 'red' } as const;
const SELF = { id: 'selfselfselfself', name: 'Zoe', color: 'teal' } as const;

/** Clients that are not this one. */
const OTHERS = 1000;

const CLOCKS = [0, 1, 5, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, null, '1', {}, [], true];
const ROOTS = ['body', 'title', 'fields', '__proto__', 'nobody', '', 7, null, {}, ['body']];

function hostileAnchor(chance: Chance, real: unknown, client: number): unknown {
  if (chance(5) === 0) return real;
  const id = () =>
    chance(4) === 0
      ? hostileValue(chance)
      : { client: chance(3) > 0 ? client : pick(chance, CLOCKS), clock: pick(chance, CLOCKS) };
  const anchor: Record<string, unknown> = {};
  if (chance(3) > 0) anchor.tname = pick(chance, ROOTS);
  if (chance(2) === 0) anchor.item = id();
  if (chance(4) === 0) anchor.type = id();
  if (chance(2) === 0) anchor.assoc = chance(3) === 0 ? hostileValue(chance) : pick(chance, CLOCKS);
  if (chance(4) === 0) anchor.column = hostileValue(chance);
  return chance(10) === 0 ? hostileValue(chance) : anchor;
}

function hostileState(chance: Chance, real: unknown, client: number): unknown {
  if (chance(8) === 0) return hostileValue(chance);
  const person: Record<string, unknown> = { ...ANA };
  if (chance(3) === 0) person[pick(chance, ['id', 'name', 'color', 'x'])] = hostileValue(chance);
  const state: Record<string, unknown> = { person };
  if (chance(5) > 0)
    state.cursor = {
      anchor: hostileAnchor(chance, real, client),
      head: hostileAnchor(chance, real, client),
    };
  if (chance(5) === 0) state.away = hostileValue(chance);
  return JSON.parse(JSON.stringify(state));
}

const doc = documentOf(LINES);
const editor = new Headless(doc);
const client = [...doc.store.clients.keys()][0]!;
const caret = editor.binding.anchorSelection(editor.state)!;
const real = anchorToJson(caret.head);

function show(states: readonly unknown[]): string {
  return JSON.stringify(states);
}

function expectShown(states: readonly unknown[]): void {
  const before = Y.encodeStateAsUpdate(doc);
  const awareness = new Awareness(doc);
  const people = new KnownPeople(doc, awareness);
  const roots = [...doc.share.keys()];
  try {
    states.forEach((state, index) => {
      awareness.states.set(OTHERS + index, state as Record<string, unknown>);
      awareness.meta.set(OTHERS + index, { clock: 1, lastUpdated: index });
    });
    for (const { self: _, away: __, ...person } of peopleIn(awareness.getStates(), SELF))
      expect(Person.safeParse(person).success).toBe(true);
    for (const person of people.all()) expect(Person.safeParse(person).success).toBe(true);
    const { size } = editor.state.doc.content;
    for (const { from, to } of remoteCursorsOf(editor.binding, awareness)
      .draw(editor.state)
      .find()) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(size);
    }
    const place = cursorOfPerson(editor.binding, editor.view, awareness, ANA.id) ?? 0;
    expect(place >= 0 && place <= size).toBe(true);
    expect([...doc.share.keys()]).toEqual(roots);
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  } finally {
    people.destroy();
    awareness.destroy();
  }
}

test('a caret that is where it says is drawn', () => {
  expectShown([{ person: ANA, cursor: { anchor: real, head: real } }]);
  const awareness = new Awareness(doc);
  awareness.states.set(OTHERS, { person: ANA, cursor: { anchor: real, head: real } });
  expect(remoteCursorsOf(editor.binding, awareness).draw(editor.state).find()).toHaveLength(1);
  awareness.destroy();
});

test('whatever others say of themselves', AS_LONG_AS_ASKED, async () => {
  await fuzz({
    runs: 400,
    make: (chance) =>
      Array.from({ length: 1 + chance(3) }, () => hostileState(chance, real, client)),
    check: expectShown,
    smaller: (states) => states.map((_, at) => states.toSpliced(at, 1)),
    show,
  });
});
