/** What signs become as they are typed, where one of them begins like another. */
import { expect, test } from 'vitest';
import { documentOf, sketch } from '../../shared/document/testing/sketch.ts';
import { splitBlock } from './commands.ts';
import { markdownRules } from './input-rules.ts';
import { schema } from './schema.ts';
import { Headless } from './testing/headless.ts';

const begin = (line = '') => new Headless(documentOf([line]), {}, [markdownRules()]).select(0, 0);

test('three stars or lines open what is bold and slanted; a blank or Enter makes them a divider', () => {
  for (const signs of ['***', '___']) {
    const formatted = begin().keys(`${signs}both${signs} not`);
    expect(sketch(formatted.doc)).toEqual(['*_both_* not']);
    expect(sketch(begin().keys(`${signs} next`).doc)).toEqual(['---', 'next']);
    const entered = begin().keys(signs);
    entered.press(splitBlock);
    entered.keys('next');
    expect(sketch(entered.doc)).toEqual(['---', 'next']);
  }
  expect(sketch(begin().keys('---next').doc)).toEqual(['---', 'next']);
});

test('what stands behind the caret stays', () => {
  const editor = begin('some *bold* rest').keys('---');
  expect(sketch(editor.doc)).toEqual(['---', 'some *bold* rest']);
  expect(sketch(editor.keys('x').doc)).toEqual(['---', 'xsome *bold* rest']);
  expect(sketch(begin('rest').keys('# ').doc)).toEqual(['# rest']);
  expect(sketch(begin('rest').keys('``` ').doc)).toEqual(['| rest']);
});

test('what is formatted in the text of a link, or an object there, stays', () => {
  const editor = begin('_see_ ').select(0, 0).keys('[');
  const day = schema.nodes.object!.create({ embed: { object: 'date', date: '2026-03-04' } });
  editor.select(0, 6);
  editor.dispatch(editor.state.tr.insert(editor.state.selection.head, day));
  editor.keys('](https://a.org)!');
  const link = schema.marks.link!;
  const runs = editor.state.doc.child(0).children;
  expect(runs.map((run) => run.textContent)).toEqual(['see', ' ', '2026-03-04', '!']);
  expect(runs.map(({ marks }) => Boolean(link.isInSet(marks)))).toEqual([true, true, true, false]);
  expect(runs[0]!.marks.map(({ type }) => type.name)).toContain('italic');
});
