/**
 * Composing while others change the same line: what is put in, formatted or undone meanwhile, and
 * where one goes on afterwards.
 */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { setBlockType, toggle } from '../commands/block-commands.ts';
import { joinBackward, joinForward, splitBlock } from '../commands/commands.ts';
import { putObject } from '../objects/put-object.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';

/** What an input method does. */
class Composer extends Headless {
  #length = 0;

  compose(text: string): this {
    const { head } = this.state.selection;
    this.composing = true;
    const from = head - this.#length;
    this.dispatch(this.state.tr.insertText(text, from, head).setMeta('composition', 1));
    this.#length = text.length;
    return this;
  }

  /** The composition is over, and the next key tells. */
  commit(text?: string): this {
    if (text !== undefined) this.compose(text);
    this.#length = 0;
    this.composing = false;
    return this;
  }

  key(text: string): this {
    this.press(() => true);
    return this.type(text);
  }
}

interface Two {
  ana: Composer;
  ben: Headless;
  meet: () => void;
  read: () => string[];
}

function two(lines: readonly string[]): Two {
  const original = documentOf(lines);
  const ana = new Composer(copyOf(original, 10));
  const ben = new Headless(copyOf(original, 20));
  const meet = () => mergeAll([ana.doc, ben.doc]);
  const read = () => {
    meet();
    expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
    expect(ana.isTrue()).toBe(true);
    expect(ben.isTrue()).toBe(true);
    return sketch(ana.doc);
  };
  return { ana, ben, meet, read };
}

const LINE = 'one two three';

/** What Ben does to the line while Ana composes behind "two", and what there is when she goes on. */
const MEANWHILE: Record<string, [act: (ben: Headless) => void, expected: string[]]> = {
  'writes before it': [
    (ben) => ben.find('one').type(' B'),
    ['top', 'one B two语 big three', 'end'],
  ],
  'writes before and behind it': [
    (ben) => {
      ben.select(1, 0).type('NEW ');
      ben.find('three').type(' END');
    },
    ['top', 'NEW one two语 big three END', 'end'],
  ],
  'splits before it': [
    (ben) => ben.find('one').run(splitBlock),
    ['top', 'one', ' two语 big three', 'end'],
  ],
  'splits behind it': [
    (ben) => ben.find('two ').run(splitBlock),
    ['top', 'one two语 big ', 'three', 'end'],
  ],
  'joins it to the line before': [
    (ben) => ben.select(1, 0).run(joinBackward),
    ['topone two语 big three', 'end'],
  ],
  'joins the next line to it': [
    (ben) => ben.find('three').run(joinForward),
    ['top', 'one two语 big threeend'],
  ],
  'makes it a heading': [
    (ben) => ben.find('two').run(setBlockType(schema.nodes.heading!, { level: 2 })),
    ['top', '## one two语 big three', 'end'],
  ],
  'deletes what is around it': [
    (ben) => {
      ben.find('one ', 'select').type('');
      ben.find(' three', 'select').type('');
    },
    ['top', 'two语 big', 'end'],
  ],
};

describe('after a composition one goes on behind what one composed, though somebody', () => {
  test.each(Object.entries(MEANWHILE))('%s', (_, [act, expected]) => {
    const { ana, ben, meet, read } = two(['top', LINE, 'end']);
    ana.find('two').compose('y');
    act(ben);
    meet();
    ana.compose('yu').commit('语').key(' big');
    expect(read()).toEqual(expected);
  });
});

test('one goes on where the line is gone, and others write elsewhere', () => {
  const { ana, ben, meet, read } = two(['top', LINE, 'end']);
  ana.find('two').compose('y');
  ben.select(1, 0).run(joinBackward);
  meet();
  ben.find('top').type('!');
  meet();
  ben.find('end').type('!');
  meet();
  ana.compose('yu').commit('语').key(' big');
  expect(read()).toEqual(['top!one two语 big three', 'end!']);
});

test('others see the caret at what is composed', () => {
  const { ana, ben, meet } = two([LINE]);
  ana.find('two').compose('か');
  ben.select(0, 0).type('before ');
  meet();
  ana.compose('かん');
  const { anchor } = ana.binding.anchorSelection(ana.state)!;
  meet();
  expect(ben.binding.positionOf(ben.state.doc, anchor)).toBe('before one twoかん'.length + 1);
});

/** Composed in steps, as input methods of these scripts do it. */
const SCRIPTS: Record<string, readonly string[]> = {
  Hangul: ['ㅎ', '하', '한', '한ㄱ', '한그', '한글'],
  'decomposed Hangul': ['\u1112', '\u1112\u1161', '\u1112\u1161\u11ab'],
  Japanese: ['n', 'に', 'にh', 'にほ', 'にほn', '日本'],
  Vietnamese: ['v', 'vi', 'vie', 'viê', 'viêt', 'việt'],
  Pinyin: ['n', 'ni', "ni'h", "ni'hao", '你好'],
  Arabic: ['م', 'مر', 'مرح', 'مرحبا'],
  emoji: ['👍', '👍🏽', '👩', '👩\u200d', '👩\u200d👧', '🇩', '🇩🇪', '😁', '😀'],
  Devanagari: ['क', 'क्', 'क्ष', 'क्षि'],
};

describe('what is composed is whole while somebody writes around it', () => {
  test.each(Object.entries(SCRIPTS))('%s', (_, steps) => {
    const { ana, ben, meet, read } = two(['left 😂 right']);
    ana.find('😂');
    let wrote = '';
    for (const [index, text] of steps.entries()) {
      ana.compose(text);
      ben.find(`left${wrote}`).type(String(index));
      wrote += index;
      meet();
    }
    ana.commit().key('!');
    expect(read()).toEqual([`left${wrote} 😂${steps.at(-1)}! right`]);
  });
});

describe('put in while composing, when somebody has written in the line', () => {
  function waiting(lines = ['one two']): Two {
    const both = two(lines);
    both.ana.find('two').compose(' wor');
    both.ben.find('one').type(' B');
    both.meet();
    return both;
  }
  const contentOf = (doc: Y.Doc) => {
    const body = new Body(doc);
    return body.read(body.shown[0]!).content;
  };

  test('an object is one', () => {
    const { ana, read } = waiting();
    const object = { object: 'mention', id: 'm1', person: 'p1', name: 'Cleo' };
    ana.dispatch(putObject(ana.state.tr, object));
    ana.commit().key('!');
    read();
    const content = contentOf(ana.doc);
    expect(content.filter((run) => 'embed' in run)).toMatchObject([{ embed: object }]);
    expect(content.map((run) => ('text' in run ? run.text : '@')).join('')).toMatch(
      /^one B two wor@ ?!$/,
    );
  });

  test('formatting stays, and so does what somebody else formatted', () => {
    const { ana, ben, meet, read } = waiting();
    ben.find('two', 'select').run(toggle('italic'));
    meet();
    ana.find('two wor', 'select').run(toggle('bold'));
    expect(ana.composing).toBe(true);
    ana.commit().press(() => true);
    read();
    expect(contentOf(ana.doc)).toEqual([
      { text: 'one B ' },
      { text: 'two', marks: { bold: true, italic: true } },
      { text: ' wor', marks: { bold: true } },
    ]);
  });

  test('bold is for what is written next, where one is', () => {
    const { ana, read } = waiting();
    ana.binding.stopComposing(ana.view);
    ana.commit().run(toggle('bold'));
    ana.compose('d').compose('ds').commit().key('!');
    read();
    expect(contentOf(ana.doc)).toEqual([
      { text: 'one B two wor' },
      { text: 'ds!', marks: { bold: true } },
    ]);
  });

  test('a link keeps its address', () => {
    const { ana, read } = waiting();
    const link = schema.text('there', [schema.marks.link!.create({ href: 'https://x.y/z' })]);
    ana.dispatch(ana.state.tr.replaceSelectionWith(link, false));
    ana.commit().press(() => true);
    read();
    expect(contentOf(ana.doc)).toEqual([
      { text: 'one B two wor' },
      { text: 'there', marks: { link: 'https://x.y/z' } },
    ]);
  });

  test('a line is split where one is', () => {
    const { ana, read } = waiting(['one two three']);
    ana.run(splitBlock);
    ana.type('next');
    expect(read()).toEqual(['one B two wor', 'next three']);
  });

  test('a line becomes a heading, and keeps what somebody wrote', () => {
    const { ana, read } = waiting();
    ana.run(setBlockType(schema.nodes.heading!, { level: 1 }));
    ana.type('d');
    expect(read()).toEqual(['# one B two word']);
    expect(ana.binding.corrections).toBe(0);
  });

  test('two lines are joined where one is', () => {
    const { ana, read } = waiting(['one two', 'end']);
    ana.run((state, dispatch) => {
      const end = state.doc.child(0).nodeSize;
      dispatch?.(state.tr.join(end));
      return true;
    });
    expect(read()).toEqual(['one B two worend']);
  });
});

test('in a table as in a line', () => {
  const { ana, ben, meet, read } = two(['⊞ one two ¦ x']);
  const end = 3 + 'one two'.length;
  ana.dispatch(ana.state.tr.insertText('か', end).setMeta('composition', 1));
  ana.composing = true;
  ben.dispatch(ben.state.tr.insertText('B ', 3));
  meet();
  ana.dispatch(ana.state.tr.insertText('ん', end + 1).setMeta('composition', 1));
  ana.commit().press(() => true);
  expect(read()).toEqual(['⊞ B one twoかん ¦ x']);
});

describe('undo while composing', () => {
  test('takes back what is composed, for all, and typing goes on whole', () => {
    const { ana, ben, meet, read } = two(['one ']);
    ana.find('one ').compose('t').compose('tw');
    meet();
    ana.binding.undoStep(ana.view);
    expect(ana.composing).toBe(false);
    expect(ana.isTrue()).toBe(true);
    expect(read()).toEqual(['one ']);
    ana.type('four');
    ben.find('one', 'before').type('B ');
    expect(read()).toEqual(['B one four']);
  });

  test('shows what somebody wrote meanwhile', () => {
    const { ana, ben, meet, read } = two(['one ']);
    ana.find('one ').compose('tw');
    ben.find('one', 'before').type('B ');
    meet();
    ana.binding.undoStep(ana.view);
    expect(ana.isTrue()).toBe(true);
    expect(read()).toEqual(['B one ']);
    ana.type('x');
    expect(read()).toEqual(['B one x']);
  });
});

test('what is composed in a line that somebody deletes comes back as a line of its own', () => {
  const { ana, ben, meet, read } = two(['top', 'gone', 'end']);
  ana.find('gone').compose('か');
  meet();
  ben.select(0, 3, 1, 5).type('');
  meet();
  ana.compose('かん').commit().key('!');
  expect(read().join('|')).toMatch(
    /^top\|かん!\|end$|^topん!\|end$|^topかん!\|end$|^top\|ん!\|end$/,
  );
});
