/**
 * Changes in hundreds of places at once, while somebody else writes between them: what is between
 * them stays, and so does what is written there.
 */
import { expect, test } from 'vitest';
import type * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { rewrite } from '../../../shared/document/rewrite.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { changeDepth } from '../commands/block-commands.ts';
import { replaceMatches } from '../find/finder.ts';
import { Headless } from '../testing/headless.ts';

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** A document of one block of code, or of one paragraph. */
function opened(type: 'codeBlock' | 'paragraph', text: string): Y.Doc {
  const doc = documentOf(['']);
  const editor = new Headless(doc);
  const { tr, schema } = editor.state;
  const block = schema.node(type, { id: null }, [schema.text(text)]);
  editor.dispatch(tr.replaceWith(0, tr.doc.content.size, block));
  editor.destroy();
  return doc;
}

/** Ana does one thing while Ben writes behind a text; what is there when they have met. */
function both(doc: Y.Doc, act: (ana: Headless) => void, behind: string, wrote: string): string {
  const ana = new Headless(copyOf(doc, 10));
  const ben = new Headless(copyOf(doc, 20));
  act(ana);
  expect(ana.isTrue()).toBe(true);
  ben.find(behind).type(wrote);
  mergeAll([ana.doc, ben.doc]);
  expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
  return ana.state.doc.textContent;
}

test('250 lines of code are indented while somebody writes in one of them', () => {
  const lines = range(250).map((line) => `call(${line});`);
  const text = lines.join('\n');
  const indented = (ana: Headless) => {
    const { tr } = ana.state;
    let at = 1;
    const starts = lines.map((line) => {
      const start = at;
      at += line.length + 1;
      return start;
    });
    for (const start of starts.reverse()) tr.insertText('  ', start);
    ana.dispatch(tr);
  };
  const read = both(opened('codeBlock', text), indented, 'call(100', '+BEN');
  const wanted = lines.map((line) => `  ${line}`).join('\n');
  expect(read).toBe(wanted.replace('call(100', 'call(100+BEN'));
});

const words = range(400).map((word) => (word % 3 === 0 ? 'draft' : `word${word}`));
const prose = words.join(' ');

test('a word is replaced everywhere while somebody writes between two of them', () => {
  const replaced = (ana: Headless) => {
    const matches = [...prose.matchAll(/draft/g)].map(({ index }) => ({
      from: index,
      to: index + 5,
      replaced: 'final version',
    }));
    ana.dispatch(replaceMatches(ana.state.tr, new Map([[1, matches]])));
  };
  const read = both(opened('paragraph', prose), replaced, 'word50', ' BEN');
  expect(read).toBe(prose.replaceAll('draft', 'final version').replace('word50', 'word50 BEN'));
});

test('the caret stays with its character where a word is replaced everywhere', () => {
  const ana = new Headless(opened('paragraph', 'draft one draft two'));
  ana.find('one');
  const matches = [0, 10].map((from) => ({ from, to: from + 5, replaced: '' }));
  ana.dispatch(replaceMatches(ana.state.tr, new Map([[1, matches]])));
  ana.type('!');
  expect(ana.state.doc.textContent).toBe(' one!  two');
});

test('a text that comes back with hundreds of words changed keeps those that are the same', () => {
  const doc = opened('paragraph', prose);
  const now = words.map((word) => (word === 'draft' ? 'another thing' : word)).join(' ');
  // Nobody knows how it came about: a file that was changed elsewhere, an extension of the browser.
  const rewritten = (ana: Headless) => {
    const body = new Body(ana.doc);
    const block = body.read(body.shown[0]!);
    const edited = (text: string) => ({
      id: block.id,
      shape: { type: 'paragraph' },
      content: [{ text }],
    });
    ana.doc.transact(() => rewrite(body, 0, [edited(prose)], [edited(now)]));
  };
  const read = both(doc, rewritten, 'word50', ' BEN');
  expect(read).toBe(now.replace('word50', 'word50 BEN'));
});

test('lines that are the same stay where hundreds of others became new ones', () => {
  const line = (index: number) => (index % 2 === 0 ? `keep ${index}` : `was ${index} before`);
  const lines = range(300).map(line);
  const now = lines.map((text, index) => (index % 2 === 0 ? text : `is something else ${index}!`));
  const doc = opened('codeBlock', lines.join('\n'));
  const pasted = (ana: Headless) => {
    const { tr, schema } = ana.state;
    // As what was pasted over all of it.
    ana.dispatch(tr.replaceWith(1, tr.doc.content.size - 1, schema.text(now.join('\n'))));
  };
  const read = both(doc, pasted, 'keep 100', ' BEN');
  expect(read).toBe(now.join('\n').replace('keep 100', 'keep 100 BEN'));
});

test('hundreds of blocks are indented while somebody writes in one of them', () => {
  const lines = range(500).map((index) => `- item ${index}.`);
  const indent = (ana: Headless) => {
    ana.select(1, 0, 499, 1).run(changeDepth(1));
  };
  const read = both(documentOf(lines), indent, 'item 250', ' BEN');
  expect(read).toContain('item 249.item 250 BEN.item 251.');
});
