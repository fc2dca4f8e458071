/** What one step of undo is, and where the caret is after it. */
import { describe, expect, test } from 'vitest';
import { graphemesOf } from '../../../shared/document/graphemes.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { readTitle, renameTitle, writeTitle } from '../../../shared/document/text.ts';
import { seededChance } from '../../../shared/testing/seeded.ts';
import { moveBlocks, setBlockType, toggle } from '../commands/block-commands.ts';
import { joinBackward, removeSelection, splitBlock } from '../commands/commands.ts';
import { markdownRules } from '../input/input-rules.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';

const START = ['Alpha one two three', 'Bravo four five six', 'Charlie seven eight nine'];
const [alpha, bravo, charlie] = START as [string, string, string];

/** An editor with rules, and a clock that stands still unless a test lets time pass. */
class Writer extends Headless {
  static begin(lines: readonly string[] = START, clientID = 10): Writer {
    const clock = { time: 0 };
    const now = () => clock.time;
    const writer = new Writer(copyOf(documentOf(lines), clientID), { now }, [markdownRules()]);
    writer.#clock = clock;
    return writer;
  }

  #clock = { time: 0 };

  wait(milliseconds: number): this {
    this.#clock.time += milliseconds;
    return this;
  }

  erase(count: number): this {
    for (let time = 0; time < count; time++) {
      const { head } = this.state.selection;
      this.dispatch(this.state.tr.delete(head - 1, head));
    }
    return this;
  }

  undo(): boolean {
    const isUndone = this.binding.undoStep(this.view);
    expect(this.isTrue()).toBe(true);
    return isUndone;
  }

  redo(): boolean {
    const isRedone = this.binding.redoStep(this.view);
    expect(this.isTrue()).toBe(true);
    return isRedone;
  }

  get text(): string[] {
    return sketch(this.doc);
  }

  /** What is selected, or `|` with what stands before the caret in its block. */
  get selected(): string {
    const { from, to, empty, $head } = this.state.selection;
    return empty
      ? `${$head.parent.textBetween(0, $head.parentOffset)}|`
      : this.state.doc.textBetween(from, to, '/');
  }
}

describe('one step', () => {
  test('is typing in the title, until one pauses, writes elsewhere, or somebody else writes there', () => {
    const writer = Writer.begin();
    const title = () => readTitle(writer.doc);
    const add = (text: string, goesOn = true) => {
      const write = (origin: unknown) => writeTitle(writer.doc, title() + text, origin);
      writer.binding.writeTitle(write, goesOn);
    };
    add('a', false);
    add('b');
    writer.wait(2_000);
    add('c');
    writer.find('four').keys('x');
    add('d');
    add('e');
    writeTitle(writer.doc, 'abc!de', 'somebody else');
    add('f', false);
    expect(title()).toBe('abc!def');
    const undone = () => [writer.undo(), title(), writer.text[1]];
    expect(undone()).toEqual([true, 'abc!de', 'Bravo fourx five six']);
    expect(undone()).toEqual([true, 'abc!', 'Bravo fourx five six']);
    expect(undone()).toEqual([true, 'abc!', bravo]);
    expect(undone()).toEqual([true, 'ab!', bravo]);
    expect(undone()).toEqual([true, '!', bravo]);
    expect(writer.undo()).toBe(false);
    while (writer.redo());
    expect([title(), writer.text[1]]).toEqual(['abc!def', 'Bravo fourx five six']);
  });

  test.each(Array.from({ length: 300 }, (_, index) => 7_000 + index))(
    'in the title, taken back, takes nothing that others wrote there (seed %i)',
    (seed) => {
      const chance = seededChance(seed);
      const signs = [
        'a',
        'b',
        ' ',
        '漢',
        'ש',
        '👩‍👩‍👧',
        '👩',
        '👨',
        'e\u0301',
        '\u064B',
        '🇩🇪',
        '🇫🇷',
      ];
      const writer = Writer.begin();
      const { doc } = writer;
      const text = doc.getText('title');
      const shown = () => text.toString();
      /** What others wrote and nobody took away, each sign once. */
      const theirs: string[] = [];
      for (let edit = 0; edit < 12; edit++) {
        const clusters = graphemesOf(shown());
        const at = chance(clusters.length + 1);
        const before = clusters.slice(0, at).join('');
        const rest = clusters.slice(at).join('');
        const kind = chance(4);
        if (kind === 0) {
          const sign = String.fromCodePoint(0x1f600 + theirs.length);
          theirs.push(sign);
          renameTitle(doc, shown(), before + sign + rest, 'somebody else');
        } else if (kind < 3) {
          const was = shown();
          const sign = signs[chance(signs.length)]!;
          writer.binding.writeTitle(
            (origin) => renameTitle(doc, was, before + sign + rest, origin),
            false,
          );
        } else writer.undo();
      }
      while (writer.undo());
      expect(shown().isWellFormed()).toBe(true);
      expect(shown()).not.toContain('\ufffd');
      for (const sign of theirs) expect(shown().split(sign)).toHaveLength(2);
    },
  );

  test('is a composition in the title, however long one thinks, and whoever writes there meanwhile', () => {
    const writer = Writer.begin();
    const { doc } = writer;
    const compose = (title: string, composition: number) =>
      writer
        .wait(2_000)
        .binding.writeTitle((origin) => writeTitle(doc, title, origin), false, composition);
    compose('k', 1);
    compose('かん', 1);
    writeTitle(doc, '!かん', 'somebody else');
    compose('!漢', 1);
    compose('!漢字', 2);
    expect([writer.undo(), readTitle(doc)]).toEqual([true, '!漢']);
    expect([writer.undo(), readTitle(doc)]).toEqual([true, '!']);
    expect(writer.undo()).toBe(false);
    expect([writer.redo(), writer.redo(), readTitle(doc)]).toEqual([true, true, '!漢字']);
  });

  test('in the title, taken back, is what one wrote there, whatever others wrote around it', () => {
    const writer = Writer.begin();
    const { doc } = writer;
    const write = (title: string) =>
      writer.binding.writeTitle((origin) => writeTitle(doc, title, origin), false);
    const others = (...titles: string[]) => {
      for (const title of titles) writeTitle(doc, title, 'somebody else');
    };
    writer.find('four').keys('x');
    write('Plan');
    write('Plan today');
    // Around it, and within.
    others('A Plan today', 'A Plan today B', 'A Plan to+day B');
    expect([writer.undo(), readTitle(doc)]).toEqual([true, 'A Plan+ B']);
    expect([writer.undo(), readTitle(doc)]).toEqual([true, 'A + B']);
    expect(writer.text[1]).toBe('Bravo fourx five six');
    expect([writer.redo(), writer.redo(), readTitle(doc)]).toEqual([true, true, 'A Plan to+day B']);

    // In its place, with letters that are the same.
    others('', 'Monday');
    expect([writer.undo(), readTitle(doc), writer.text[1]]).toEqual([true, 'Monday', bravo]);
  });

  test.each(Array.from({ length: 200 }, (_, index) => 8_000 + index))(
    'in the title, taken back to the first, leaves what others wrote, each letter once (seed %i)',
    (seed) => {
      const chance = seededChance(seed);
      const writer = Writer.begin();
      const { doc } = writer;
      const { history } = writer.binding.undo;
      const shown = () => [...doc.getText('title').toString()];
      const letters = { own: 0x4e00, theirs: 0x1f600 };
      const theirs: string[] = [];
      /** What others took away. */
      const taken = new Set<string>();
      for (let edit = 0; edit < 25; edit++) {
        const now = shown();
        const kind = chance(8);
        const at = chance(now.length + 1);
        const gone = now.slice(at, at + chance(3));
        const who = kind < 4 ? 'own' : 'theirs';
        const come = Array.from({ length: chance(3) }, () => String.fromCodePoint(letters[who]++));
        const title = [...now.slice(0, at), ...come, ...now.slice(at + gone.length)].join('');
        const goesOn = chance(3) === 0;
        if (who === 'own')
          writer.binding.writeTitle((origin) => writeTitle(doc, title, origin), goesOn);
        else if (kind < 6) {
          writeTitle(doc, title, 'somebody else');
          for (const letter of gone) taken.add(letter);
          theirs.push(...come);
        } else if (kind === 6) writer.undo();
        else if (chance(2) === 0) writer.redo();
        else history.load(JSON.parse(JSON.stringify(history.store(1e6))), () => null);
      }
      while (writer.undo());
      expect(shown().sort()).toEqual(theirs.filter((letter) => !taken.has(letter)).sort());
      while (writer.redo());
      expect(new Set(shown()).size).toBe(shown().length);
    },
  );

  test('is what is written in the text after the title found no room for a letter', () => {
    const writer = Writer.begin();
    writer.find('four').keys('x');
    writer.binding.writeTitle((origin) => writeTitle(writer.doc, 'a', origin), false);
    writer.binding.writeTitle(() => undefined, true);
    writer.find('seven').keys('y').undo();
    expect(readTitle(writer.doc)).toBe('a');
    expect(writer.text).toEqual([alpha, 'Bravo fourx five six', charlie]);
  });

  test('is typing in one place', () => {
    const writer = Writer.begin();
    writer.find('four').keys(' and more').undo();
    expect(writer.text).toEqual(START);
    expect(writer.selected).toBe('Bravo four|');
    writer.redo();
    expect(writer.text[1]).toBe('Bravo four and more five six');
    expect(writer.selected).toBe('Bravo four and more|');
  });

  test('is typing with a slip that was corrected at once', () => {
    const writer = Writer.begin();
    writer.find('four').keys(' amd').erase(2).keys('nd').undo();
    expect(writer.text).toEqual(START);
  });

  test('ends with a pause', () => {
    const writer = Writer.begin();
    writer.find('four').keys(' and').wait(799).keys(' so').wait(800).keys(' on').undo();
    expect(writer.text[1]).toBe('Bravo four and so five six');
    writer.undo();
    expect(writer.text).toEqual(START);
  });

  test('ends where the caret is put elsewhere', () => {
    const writer = Writer.begin();
    writer.find('four').keys('!').find('five').keys('!').find('Charlie').keys('!').undo();
    expect(writer.text).toEqual([alpha, 'Bravo four! five! six', charlie]);
    writer.undo();
    expect(writer.text[1]).toBe('Bravo four! five six');
  });

  test('is a command, however soon it comes', () => {
    const writer = Writer.begin();
    writer.find('Bravo').keys('!').run(splitBlock);
    writer.keys('?').run(setBlockType(schema.nodes.heading!, { level: 1 }));
    writer.run(moveBlocks(1));
    expect(writer.text).toEqual([alpha, 'Bravo!', charlie, '# ? four five six']);
    writer.undo();
    expect(writer.text[2]).toBe('# ? four five six');
    writer.undo();
    expect(writer.text[2]).toBe('? four five six');
    writer.undo();
    expect(writer.text[2]).toBe(' four five six');
    writer.undo();
    expect(writer.text).toEqual([alpha, 'Bravo! four five six', charlie]);
    writer.undo();
    expect(writer.text).toEqual(START);
    for (let step = 0; step < 5; step++) writer.redo();
    expect(writer.text).toEqual([alpha, 'Bravo!', charlie, '# ? four five six']);
  });

  test('is a format, of one character, too', () => {
    const writer = Writer.begin();
    writer.select(1, 0, 1, 1).run(toggle('bold'));
    writer.select(1, 1).keys('x').undo();
    expect(writer.text[1]).toBe('*B*ravo four five six');
    writer.undo();
    expect(writer.text).toEqual(START);
    expect(writer.selected).toBe('B');
  });

  test('is a word that was deleted', () => {
    const writer = Writer.begin();
    const { head } = writer.find('five').state.selection;
    writer.dispatch(writer.state.tr.delete(head - 5, head));
    writer.dispatch(writer.state.tr.delete(head - 10, head - 5));
    expect(writer.text[1]).toBe('Bravo six');
    writer.undo();
    expect(writer.text[1]).toBe('Bravo four six');
    expect(writer.selected).toBe('Bravo four|');
  });

  test.each([
    ['in a block', [1, 6, 1, 10], 'Bravo NEW five six'],
    ['across blocks', [0, 6, 1, 6], 'Alpha NEWfour five six'],
  ] as const)('is what was typed over a selection %s', (_where, [a, b, c, d], result) => {
    const writer = Writer.begin();
    writer.select(a, b, c, d).keys('NEW');
    const { selected } = writer.select(a, b, a, b + 3);
    expect(selected).toBe('NEW');
    expect(writer.text).toContain(result);
    writer.undo();
    expect(writer.text).toEqual(START);
    expect(writer.selected).not.toContain('|');
  });

  test('is a deleted selection, apart from what is typed after it', () => {
    const writer = Writer.begin();
    writer.find('four', 'select').run(removeSelection);
    writer.keys('new').undo();
    expect(writer.text[1]).toBe('Bravo  five six');
    writer.undo();
    expect(writer.text).toEqual(START);
    expect(writer.selected).toBe('four');
  });

  test.each(['paste', 'drop'])('is a %s, of one character, too', (source) => {
    const writer = Writer.begin();
    writer.find('four').keys('a');
    const pasted = writer.state.tr.insertText('b');
    writer.dispatch(pasted.setMeta('uiEvent', source));
    writer.keys('c').undo();
    expect(writer.text[1]).toBe('Bravo fourab five six');
    writer.undo();
    expect(writer.text[1]).toBe('Bravo foura five six');
    writer.undo();
    expect(writer.text).toEqual(START);
  });

  test('is a composition, whatever it looked like meanwhile', () => {
    const writer = Writer.begin();
    const compose = (text: string, replaced: number) => {
      const { head } = writer.state.selection;
      const { tr } = writer.wait(1_000).state;
      writer.dispatch(tr.insertText(text, head - replaced, head).setMeta('composition', 7));
    };
    writer.find('four').keys('a').wait(1_000);
    compose('n', 0);
    compose('に', 1);
    compose('にほn', 1);
    compose('日本', 3);
    writer.undo();
    expect(writer.text[1]).toBe('Bravo foura five six');
    writer.redo();
    expect(writer.text[1]).toBe('Bravo foura日本 five six');
  });

  test('is a composition in which someone else wrote in the block', () => {
    const ana = Writer.begin();
    const ben = new Headless(copyOf(ana.doc, 20));
    ana.find('six').composing = true;
    const compose = (text: string) => {
      ana.dispatch(ana.state.tr.insertText(text).setMeta('composition', 1));
    };
    compose('か');
    ben.find('four').type(' ben');
    mergeAll([ana.doc, ben.doc]);
    compose('ん');
    ana.composing = false;
    // The key that undoes tells the editor that the composition is over.
    ana.press((_state, _dispatch, view) => ana.binding.undoStep(view!));
    expect(ana.text).toEqual([alpha, 'Bravo four ben five six', charlie]);
  });
});

describe('right after a rule took effect, undo gives back what was typed', () => {
  test.each([
    ['# ', '# ', '# '],
    ['- ', '- ', '- '],
    ['[x] ', '[x] ', '[x] '],
    ['---', '---', '---'],
    ['**bold**', '*bold*', '**bold**'],
    ['[a](https://x.y)', '<a>', '[a](https://x.y)'],
  ])('%s', (typed, made, asTyped) => {
    const writer = Writer.begin(['Alpha', '']);
    writer.select(1, 0).keys(typed);
    // The signs of a sketch stand for formats here, so what was typed is read as plain text.
    const read = () => writer.state.doc.child(1).textContent;
    expect(writer.text[1]).toBe(made);
    expect(writer.undo()).toBe(true);
    expect(read()).toBe(asTyped);
    expect(writer.state.doc.child(1).type.name).toBe('paragraph');
    expect(writer.selected).toBe(`${asTyped}|`);
    writer.redo();
    expect(writer.text[1]).toBe(made);
    writer.undo();
    writer.undo();
    expect(writer.text).toEqual(['Alpha', '']);
    expect(writer.binding.corrections).toBe(0);
  });

  test('and what was typed before it in one go goes with the next', () => {
    const writer = Writer.begin(['Alpha', '']);
    writer.select(1, 0).keys('some **bold**').undo();
    expect(writer.state.doc.child(1).textContent).toBe('some **bold**');
    writer.keys('!').undo();
    expect(writer.state.doc.child(1).textContent).toBe('some **bold**');
    writer.undo();
    expect(writer.text).toEqual(['Alpha', '']);
  });
});

describe('the selection', () => {
  test('comes back to characters that were deleted with it', () => {
    const writer = Writer.begin();
    writer.select(0, 6, 2, 7).run(removeSelection);
    expect(writer.text).toEqual(['Alpha  seven eight nine']);
    writer.find('nine').undo();
    expect(writer.text).toEqual(START);
    expect(writer.selected).toBe(`one two three/${bravo}/Charlie`);
  });

  test('goes to what changed where it is not known', () => {
    const writer = Writer.begin();
    writer.find('Alpha').keys('!');
    const note = writer.binding.undo.history.undoSteps[0]!;
    note.note = null;
    writer.find('nine').undo();
    expect(writer.selected).toBe('Alpha|');
  });

  test('of a step stays with its characters while others write', () => {
    const ana = Writer.begin();
    const ben = new Headless(copyOf(ana.doc, 20));
    ana.find('five', 'select').run(toggle('bold'));
    ana.find('Alpha');
    ben.find('four').run(splitBlock);
    ben.type('XXX');
    mergeAll([ana.doc, ben.doc]);
    ana.undo();
    expect(ana.text).toEqual([alpha, 'Bravo four', 'XXX five six', charlie]);
    expect(ana.selected).toBe('five');
  });
});

test('with nothing to undo nothing happens', () => {
  const writer = Writer.begin();
  const { state } = writer.find('four');
  let updates = 0;
  writer.doc.on('update', () => updates++);
  expect([writer.undo(), writer.redo()]).toEqual([false, false]);
  expect(writer.state).toBe(state);
  expect(updates).toBe(0);
});

test('what is typed after an undo cannot be mixed with what was taken back', () => {
  const writer = Writer.begin();
  writer.find('four').keys('a').wait(1_000).keys('b').undo();
  writer.keys('c');
  expect(writer.redo()).toBe(false);
  writer.undo();
  expect(writer.text[1]).toBe('Bravo foura five six');
});

test('what two took out of the title apart, or one in two tabs, and both take back stands once', () => {
  const ana = Writer.begin();
  writeTitle(ana.doc, 'A new plan 🎉', 'somebody else');
  const ben = new Writer(copyOf(ana.doc, 20));
  const meet = () => {
    mergeAll([ana.doc, ben.doc]);
    expect(readTitle(ben.doc)).toBe(readTitle(ana.doc));
    return readTitle(ana.doc);
  };
  const cut = ({ binding, doc }: Writer) =>
    binding.writeTitle((origin) => writeTitle(doc, 'A plan 🎉', origin), false);
  for (const writer of [ana, ben]) cut(writer);
  for (const writer of [ana, ben]) writer.undo();
  expect(meet()).toBe('A new plan 🎉');
  ana.redo();
  expect(meet()).toBe('A plan 🎉');
  ben.undo();
  ana.undo();
  expect(meet()).toBe('A new plan 🎉');

  cut(ana);
  meet();
  // As a tab that is duplicated does.
  const { history } = ana.binding.undo;
  ben.binding.undo.history.load(history.store(1_000), () => null);
  ana.undo();
  meet();
  ben.undo();
  expect(meet()).toBe('A new plan 🎉');
});

test.each(Array.from({ length: 100 }, (_, index) => 10_000 + index))(
  'of a title that one writes in alone undo and redo give each state there was (seed %i)',
  (seed) => {
    const chance = seededChance(seed);
    const { binding, doc } = Writer.begin();
    const signs = ['a', 'b', ' ', '漢', '👩‍👩‍👧', 'e\u0301', '🎉'];
    const shown = () => doc.getText('title').toString();
    const states = [''];
    let at = 0;
    for (let edit = 0; edit < 40; edit++) {
      const now = graphemesOf(shown());
      const from = chance(now.length + 1);
      const come = Array.from({ length: chance(4) }, () => signs[chance(signs.length)]!);
      const title = [...now.slice(0, from), ...come, ...now.slice(from + chance(4))].join('');
      const kind = chance(5);
      if (kind < 3) {
        binding.writeTitle((origin) => writeTitle(doc, title, origin), false);
        if (shown() !== states[at]) states.splice(++at, Infinity, shown());
      } else if (kind === 3 && at > 0) {
        binding.undo.undo();
        at--;
      } else if (kind === 4 && at < states.length - 1) {
        binding.undo.redo();
        at++;
      }
      expect(shown()).toBe(states[at]);
    }
  },
);

test.each(Array.from({ length: 150 }, (_, index) => 9_000 + index))(
  'in a title that two write in apart, each with an undo, each letter stands once at the most (seed %i)',
  (seed) => {
    const chance = seededChance(seed);
    const ana = Writer.begin();
    const ben = new Writer(copyOf(ana.doc, 20));
    let next = 0x1f600;
    for (let edit = 0; edit < 40; edit++) {
      const writer = chance(2) === 0 ? ana : ben;
      const { binding, doc } = writer;
      const now = graphemesOf(doc.getText('title').toString());
      const at = chance(now.length + 1);
      const come = Array.from({ length: chance(3) }, () => String.fromCodePoint(next++));
      const title = [...now.slice(0, at), ...come, ...now.slice(at + chance(4))].join('');
      const kind = chance(7);
      if (kind < 3)
        binding.writeTitle((origin) => renameTitle(doc, now.join(''), title, origin), kind === 0);
      else if (kind < 5) writer.undo();
      else if (kind === 5) writer.redo();
      else mergeAll([ana.doc, ben.doc]);
    }
    mergeAll([ana.doc, ben.doc]);
    const letters = graphemesOf(ana.doc.getText('title').toString());
    expect(new Set(letters).size).toBe(letters.length);
    expect(ben.doc.getText('title').toString()).toBe(letters.join(''));
    expect(letters.join('').isWellFormed()).toBe(true);
  },
);

test('a joined block that is split again by undo keeps what someone wrote in it', () => {
  const ana = Writer.begin();
  const ben = new Headless(copyOf(ana.doc, 20));
  ana.find('Bravo', 'before').run(joinBackward);
  mergeAll([ana.doc, ben.doc]);
  ben.find('four').type(' XXX');
  mergeAll([ana.doc, ben.doc]);
  ana.undo();
  expect(ana.text).toEqual([alpha, 'Bravo four XXX five six', charlie]);
});
