/** People and dates in lines: put in by lists and commands, changed by two, copied, told in words. */
import { NodeSelection } from 'prosemirror-state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import { randomId } from '../../../shared/access/ids.ts';
import { readBlocks } from '../../../shared/document/body.ts';
import { keepWriter } from '../../../shared/document/people.ts';
import { readPeople } from '../../../shared/document/read-people.ts';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { formatMarkdown } from '../../../shared/formats/markdown.ts';
import type { Person } from '../../../shared/protocol/presence.ts';
import { duplicateBlocks } from '../commands/block-commands.ts';
import { ASKING_COMMANDS, insertCommands } from '../commands/command-registry.ts';
import { caretLists, choose, openList } from '../menus/caret-list.ts';
import { insertName } from '../menus/command-names.ts';
import { slashList } from '../menus/slash.ts';
import { Headless } from '../testing/headless.ts';
import { dayFromNow, selectedDate } from './dates.ts';
import { KnownPeople } from './known-people.ts';
import { mentionList } from './mention-list.ts';
import { changeDate, dayInWords } from './shown-dates.ts';

const ana: Person = { id: randomId(16), name: 'Ana Heron', color: 'teal' };
const ben: Person = { id: randomId(16), name: 'Ben', color: 'red' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 23, 30), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Somebody's editor with the lists in it. */
class Desk extends Headless {
  readonly people: KnownPeople;
  readonly awareness: Awareness;
  /** Who writes, from now on. */
  person: Person;

  constructor(start: Headless['doc'], client: number, person: Person) {
    const doc = copyOf(start, client);
    const awareness = new Awareness(doc);
    awareness.setLocalStateField('person', person);
    const list: { people?: KnownPeople } = {};
    super(doc, {}, [
      caretLists([
        slashList(() => undefined),
        mentionList({ all: () => list.people!.all() } as KnownPeople),
      ]),
    ]);
    this.awareness = awareness;
    this.person = person;
    this.people = new KnownPeople(doc, awareness);
    keepWriter(doc, this.binding.origins, () => this.person);
    list.people = this.people;
  }

  focus(): void {
    // There is no page to have the focus in.
  }

  get offered(): string[] {
    return openList(this.state)?.items.map(({ label }) => label) ?? [];
  }

  take(index = 0): this {
    choose(this.view, openList(this.state)!.items[index]!);
    return this;
  }

  /** Selects the object that is there. */
  selectObject(): this {
    this.state.doc.descendants((node, at) => {
      if (node.type.name === 'object')
        this.dispatch(this.state.tr.setSelection(NodeSelection.create(this.state.doc, at)));
    });
    return this;
  }

  changeDate(date: string): this {
    this.selectObject();
    this.dispatch(changeDate(this.state, selectedDate(this.state)!, date)!);
    return this;
  }

  get objects(): InlineObject[] {
    expect(this.isTrue()).toBe(true);
    return readBlocks(this.doc)
      .flatMap(({ content }) => content)
      .flatMap((run) => ('embed' in run ? [run.embed] : []));
  }

  leave(): void {
    this.awareness.destroy();
    this.people.destroy();
    this.destroy();
  }
}

test('who wrote here can be mentioned by those who come later, with the name of then', () => {
  const a = new Desk(documentOf(['']), 2, ana);
  expect(readPeople(a.doc).size).toBe(0);
  a.keys('Hello ');
  expect([...readPeople(a.doc).values()]).toEqual([ana]);
  // What is kept beside is no step of undo.
  a.binding.undoStep(a.view);
  expect(sketch(a.doc)).toEqual(['']);
  expect(a.binding.undoStep(a.view)).toBe(false);
  a.leave();

  const b = new Desk(a.doc, 3, ben).keys('ask @');
  expect(b.offered.slice(0, 2)).toEqual(['Ana Heron', 'Ben']);
  b.keys('ana h').take();
  expect(b.objects).toEqual([
    { object: 'mention', id: expect.any(String), person: ana.id, name: 'Ana Heron' },
  ]);
  expect(formatMarkdown({ title: '', blocks: readBlocks(b.doc) })).toBe('ask @Ana Heron\n');
  b.binding.undoStep(b.view);
  expect(sketch(b.doc)).toEqual(['ask @ana h']);
  b.leave();
});

test('who is here counts as they are now, and listeners hear of names, not of cursors', () => {
  const desk = new Desk(documentOf(['']), 2, ana).keys('x');
  let told = 0;
  const stop = desk.people.subscribe(() => told++);
  expect(desk.people.find(ana.id)).toEqual(ana);
  desk.awareness.setLocalStateField('cursor', null);
  desk.awareness.setLocalStateField('other', 1);
  expect(told).toBe(0);
  desk.awareness.setLocalStateField('person', { ...ana, name: 'Anna' });
  expect(told).toBe(1);
  expect(desk.people.find(ana.id)?.name).toBe('Anna');
  stop();
  desk.leave();
});

test('what somebody wrote before they were another person keeps the name of then', () => {
  const desk = new Desk(documentOf(['']), 2, ben).keys('before');
  desk.person = ana;
  desk.keys(' and after');
  expect([...readPeople(desk.doc).values()]).toEqual([ben, ana]);
  desk.leave();
});

test('in an address and in what is going to be code a sign opens no list', () => {
  for (const before of ['see https://social.example/@', 'call `@', 'in `a, @']) {
    const desk = new Desk(documentOf(['']), 2, ana).keys(`${before}ana`);
    expect(desk.offered, before).toEqual([]);
    desk.leave();
  }
  const desk = new Desk(documentOf(['']), 2, ana).keys('www.a.org and `it` @ana');
  expect(desk.offered).toEqual(['Ana Heron']);
  desk.leave();
});

test('somebody on two devices is one person to mention, called as the device that came first says', () => {
  const desk = new Desk(documentOf(['']), 2, ben);
  const devices = ['Ana Heron', 'Ana'].map((name) => {
    const awareness = new Awareness(new Y.Doc());
    awareness.setLocalStateField('person', { ...ana, name });
    applyAwarenessUpdate(
      desk.awareness,
      encodeAwarenessUpdate(awareness, [awareness.clientID]),
      null,
    );
    return awareness;
  });
  expect(desk.people.all().map(({ name }) => name)).toEqual(['Ana Heron', 'Ben']);
  removeAwarenessStates(desk.awareness, [devices[0]!.clientID], null);
  expect(desk.people.all().map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  for (const awareness of devices) awareness.destroy();
  desk.leave();
});

test('addresses of mail open no list, and what is no name is text', () => {
  const desk = new Desk(documentOf(['']), 2, ana).keys('me@ana.example ');
  expect(desk.offered).toEqual([]);
  desk.keys('@nobody here');
  expect(desk.offered).toEqual([]);
  desk.keys(' (@an');
  expect(desk.offered).toEqual(['Ana Heron']);
  desk.leave();
});

test('a day comes by /date, @today or @tomorrow, and is written as ISO', () => {
  const desk = new Desk(documentOf(['']), 2, ana).keys('/date').take();
  desk.keys(' to @tod').take().keys(' or @tomorrow').take();
  expect(desk.objects.map(({ date }) => date)).toEqual(['2026-03-04', '2026-03-04', '2026-03-05']);
  expect(new Set(desk.objects.map(({ id }) => id)).size).toBe(3);
  expect(formatMarkdown({ title: '', blocks: readBlocks(desk.doc) })).toBe(
    '2026-03-04 to 2026-03-04 or 2026-03-05\n',
  );
  desk.leave();
});

test.each([
  ['A has the lower id', 2, 3],
  ['A has the higher id', 3, 2],
])('two people who change one date apart have one of their days: %s', (_, idA, idB) => {
  const start = new Desk(documentOf(['due ']), 9, ana).select(0, 4) as Desk;
  start.keys('@today').take();
  const [a, b] = [new Desk(start.doc, idA, ana), new Desk(start.doc, idB, ben)];
  a.changeDate('2026-04-01');
  b.changeDate('2026-05-02').find('due').type('!');
  mergeAll([a.doc, b.doc]);
  expect(a.objects).toHaveLength(1);
  expect(['2026-04-01', '2026-05-02']).toContain(a.objects[0]!.date);
  expect(b.objects).toEqual(a.objects);
  expect(sketch(a.doc)).toEqual(['due! {date}']);
  const won = a.objects[0]!.date === '2026-04-01' ? a : b;
  won.binding.undoStep(won.view);
  if (won === b) won.binding.undoStep(won.view);
  mergeAll([a.doc, b.doc]);
  expect(a.objects).toEqual(b.objects);
  expect(a.objects).toHaveLength(1);
  for (const desk of [start, a, b]) desk.leave();
});

test('a copy is a date of its own', () => {
  const desk = new Desk(documentOf(['']), 2, ana).keys('@today').take();
  desk.run(duplicateBlocks());
  const [one, other] = desk.objects;
  expect(other!.id).not.toBe(one!.id);
  desk.changeDate('2026-04-01');
  expect(desk.objects.map(({ date }) => date).sort()).toEqual(['2026-03-04', '2026-04-01']);
  desk.leave();
});

test('what no person or day is in an object of someone else breaks nothing', () => {
  const desk = new Desk(documentOf(['']), 2, ana).keys('@today').take();
  desk.changeDate('soon');
  expect(selectedDate(desk.state)).toBeNull();
  expect(desk.objects[0]).toMatchObject({ object: 'date', date: 'soon' });
  desk.leave();
});

test('days are those of the person, and told in the language of the reader', () => {
  expect(dayFromNow(0)).toBe('2026-03-04');
  expect(dayFromNow(-4)).toBe('2026-02-28');
  expect(dayInWords('2026-03-04', 'long', 'en-GB')).toMatch(/^Wednesday,? 4 March 2026$/);
  expect(dayInWords('2026-03-04', 'short', 'en-GB')).toMatch(/^Wed,? 4 Mar 2026$/);
  expect(dayInWords('2026-03-04', 'long', 'de')).toMatch(/^Mittwoch, 4\. März 2026$/);
});

test('the list of a slash offers what is inside a line behind all blocks', () => {
  const desk = new Desk(documentOf(['']), 2, ana).keys('/');
  const blocks = insertCommands().map(({ id }) => insertName(id));
  const asking = ASKING_COMMANDS.map(({ id }) => insertName(id));
  expect(desk.offered).toEqual([...blocks, ...asking, 'Date', 'Mention', 'Emoji']);
  desk.leave();
});
