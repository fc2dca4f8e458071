/** The title as its field shows it, while others change what is not shown yet. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { ROOT } from '../../../shared/document/schema.ts';
import { writeTitle } from '../../../shared/document/text.ts';
import { fuzz, pick } from '../../../shared/testing/fuzz.ts';
import { ShownTitle } from './shown-title.ts';

function two(title: string): { ana: Y.Doc; ben: Y.Doc; meet: () => void; read: () => string } {
  const ana = new Y.Doc();
  const ben = new Y.Doc();
  writeTitle(ana, title);
  const meet = () => {
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(ana));
    Y.applyUpdate(ana, Y.encodeStateAsUpdate(ben));
  };
  meet();
  const read = () => {
    meet();
    const text = ana.getText(ROOT.title).toString();
    expect(ben.getText(ROOT.title).toString()).toBe(text);
    return text;
  };
  return { ana, ben, meet, read };
}

test('what is composed stands once, with what others typed before and behind it', () => {
  const { ana, ben, meet, read } = two('My Plan ');
  const shown = new ShownTitle(ana);
  shown.write('My Plan h', null);
  meet();
  writeTitle(ben, 'Our My Plan h');
  writeTitle(ben, 'Our My Plan h!');
  meet();
  for (const title of ['My Plan he', 'My Plan hel', 'My Plan hello']) shown.write(title, null);
  expect(read()).toBe('Our My Plan hello!');
  const place = Y.createAbsolutePositionFromRelativePosition(shown.anchor(13), ana);
  expect(place?.index).toBe('Our My Plan hello'.length);
});

test('what is composed instead of others’ text that is gone takes nothing else away', () => {
  const { ana, ben, meet, read } = two('one two three');
  const shown = new ShownTitle(ana);
  shown.write('one か three', null);
  meet();
  writeTitle(ben, 'か three');
  meet();
  shown.write('one かん three', null);
  expect(read()).toBe('かん three');
});

test('characters of several units are whole', () => {
  const { ana, ben, meet, read } = two('a😀b');
  const shown = new ShownTitle(ana);
  writeTitle(ben, 'x a😀b');
  meet();
  shown.write('a😁b', null);
  shown.write('a😁👍🏽b', null);
  expect(read()).toBe('x a😁👍🏽b');
});

test('what is composed stays in order where others put another title in its place', () => {
  const { ana, ben, meet, read } = two('Plan ');
  const shown = new ShownTitle(ana);
  shown.write('Plan kx', null);
  meet();
  writeTitle(ben, 'Kx');
  writeTitle(ben, 'Roadmap');
  meet();
  shown.write('Plan kxd', null);
  shown.write('Plan kxed', null);
  shown.write('Plan kxかd', null);
  expect(read()).toMatch(/^(?:かdRoadmap|Roadmapかd)$/);
});

test('what is typed before the field shows what came takes nothing of it away', () => {
  const { ana, ben, meet, read } = two('My Plan');
  const shown = new ShownTitle(ana);
  writeTitle(ben, 'Our My Plan');
  writeTitle(ben, 'Our My Plan for May');
  meet();
  shown.write('My Plans', null);
  expect(read()).toBe('Our My Plans for May');
});

test('of equal letters the one that was meant goes, and comes where it was typed', () => {
  const { ana, ben, read } = two('book');
  const [anas, bens] = [new ShownTitle(ana), new ShownTitle(ben)];
  // Delete behind the b, and an x between the two o.
  anas.write('bok', null, 1);
  bens.write('boxok', null, 3);
  expect(read()).toBe('bxok');

  const other = two('aa');
  const [shown, another] = [new ShownTitle(other.ana), new ShownTitle(other.ben)];
  // An a before the first, and an x between the two there were.
  shown.write('aaa', null, 1);
  another.write('axa', null, 2);
  expect(other.read()).toBe('aaxa');
});

test('where what stands behind the caret is new as well, the difference is what was done', () => {
  const { ana, read } = two('one two');
  const shown = new ShownTitle(ana);
  shown.write('one か three', null, 2);
  shown.write('😀か', null, 2);
  // No browser puts a caret there.
  shown.write('😀かん', null, 1);
  expect(read()).toBe('😀かん');
});

test('whatever two do to one title, each letter stands once and those that are shown in order', () =>
  fuzz({
    runs: 300,
    make: (chance) =>
      Array.from({ length: 2 + chance(12) }, () => ({
        who: pick(chance, ['ana', 'ben', 'meet'] as const),
        at: chance(12),
        remove: chance(4),
        insert: chance(3),
        isAll: chance(6) === 0,
      })),
    check: (steps) => {
      const { ana, ben, meet } = two('abcdef');
      const shown = new ShownTitle(ana);
      let field = 'abcdef';
      let next = 0x4e00;
      const written = new Set(field);
      const deleted = new Set<string>();
      const edited = (title: string, { at, remove, insert, isAll }: (typeof steps)[number]) => {
        const start = isAll ? 0 : Math.min(at, title.length);
        const end = isAll ? title.length : Math.min(title.length, start + remove);
        for (const gone of title.slice(start, end)) deleted.add(gone);
        const added = Array.from({ length: insert }, () => String.fromCharCode(next++)).join('');
        for (const letter of added) written.add(letter);
        return title.slice(0, start) + added + title.slice(end);
      };
      for (const step of steps) {
        if (step.who === 'meet') meet();
        else if (step.who === 'ben')
          writeTitle(ben, edited(ben.getText(ROOT.title).toString(), step));
        else {
          field = edited(field, step);
          // Anywhere at all: where it is says no more than which of equal letters is meant.
          shown.write(field, null, step.at + step.insert);
        }
        const title = ana.getText(ROOT.title).toString();
        const inField = [...field].filter((letter) => title.includes(letter)).join('');
        const inTitle = [...title].filter((letter) => field.includes(letter)).join('');
        expect(inTitle).toBe(inField);
      }
      meet();
      const title = ana.getText(ROOT.title).toString();
      expect(ben.getText(ROOT.title).toString()).toBe(title);
      expect(new Set(title).size).toBe(title.length);
      for (const letter of written)
        expect(title.includes(letter), letter).toBe(!deleted.has(letter));
    },
    smaller: function* (steps) {
      for (const [index] of steps.entries()) yield steps.filter((_, at) => at !== index);
    },
    show: (steps) => JSON.stringify(steps),
  }));
