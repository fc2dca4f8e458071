/**
 * The merge table through the editor: each case as the commands that keys run, on devices apart;
 * and what becomes of carets, compositions and undo meanwhile.
 */
import { describe, expect, test } from 'vitest';
import { describeMergeTable } from '../../../shared/document/testing/merge-table/describe.ts';
import { PARAGRAPHS } from '../../../shared/document/testing/merge-table/starts.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import { trialWith } from '../../../shared/document/testing/trial.ts';
import { moveBlocks } from '../commands/block-commands.ts';
import { splitBlock } from '../commands/commands.ts';
import { EditorDriver } from '../testing/editor-driver.ts';
import { Headless } from '../testing/headless.ts';

const [alpha, bravo, charlie] = PARAGRAPHS;
const THREE = [alpha, bravo, charlie];
const open = trialWith((doc) => new EditorDriver(doc));

describeMergeTable(open);

test('the caret stays with its character when someone else splits the block before it', () => {
  const original = documentOf(THREE);
  const ana = new Headless(copyOf(original, 10));
  const ben = new Headless(copyOf(original, 20));
  ana.find('Bravo four five');
  ben.find('Bravo').run(splitBlock);
  mergeAll([ana.doc, ben.doc]);
  ana.type('!');
  expect(sketch(ana.doc)).toEqual([alpha, 'Bravo', ' four five! six', charlie]);
});

test('what comes back goes into no word that was typed beside it meanwhile', () => {
  const original = documentOf(['']);
  const ana = new Headless(copyOf(original, 10));
  const ben = new Headless(copyOf(original, 20));
  const meet = () => mergeAll([ana.doc, ben.doc]);
  ana.type('wo');
  meet();
  ben.select(0, 2).type('Hello');
  meet();
  ben.binding.undoStep(ben.view);
  meet();
  ana.select(0, 2).type('rd');
  meet();
  ben.binding.redoStep(ben.view);
  meet();
  expect(sketch(ana.doc)).toEqual(['wordHello']);
  expect(sketch(ben.doc)).toEqual(['wordHello']);
});

describe('a selection does not grow over lines that were not selected', () => {
  /** Ana selects from the end of one line into the next; Ben moves a line; Ana deletes. */
  function deleteAfter(isForward: boolean, line: string, by: number): string[] {
    const original = documentOf([...THREE, 'Delta', 'Echo']);
    const ana = new Headless(copyOf(original, 10));
    const ben = new Headless(copyOf(original, 20));
    const ends: [number, number, number, number] = [1, bravo.length, 2, 1];
    if (isForward) ana.select(...ends);
    else ana.select(ends[2], ends[3], ends[0], ends[1]);
    ben.find(line);
    for (let step = 0; step < Math.abs(by); step++) ben.run(moveBlocks(by < 0 ? -1 : 1));
    mergeAll([ana.doc, ben.doc]);
    ana.type('');
    mergeAll([ana.doc, ben.doc]);
    expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
    return sketch(ana.doc);
  }

  test('where the line it was extended to went away', () => {
    expect(deleteAfter(true, 'Charlie', 2)).toEqual([
      alpha,
      bravo,
      'Delta',
      'Echo',
      charlie.slice(1),
    ]);
  });

  test('where the line it was begun in went away', () => {
    expect(deleteAfter(false, 'Charlie', 2)).toEqual([alpha, bravo, 'Delta', 'Echo', charlie]);
  });

  test('nor over the rest of lines that were selected in part, where they change places', () => {
    const taken = charlie.slice(1);
    expect(deleteAfter(true, 'Charlie', -1)).toEqual([alpha, taken, bravo, 'Delta', 'Echo']);
    expect(deleteAfter(true, 'Charlie', -2)).toEqual([taken, alpha, bravo, 'Delta', 'Echo']);
    expect(deleteAfter(false, 'Charlie', -1)).toEqual([alpha, charlie, bravo, 'Delta', 'Echo']);
    expect(deleteAfter(true, 'Bravo', 1)).toEqual([alpha, taken, bravo, 'Delta', 'Echo']);
  });

  /** Ana selects from within Bravo into Delta, Ben acts, Ana deletes. */
  function deleteOf(isForward: boolean, act: (ben: Headless) => void): string[] {
    const original = documentOf([...THREE, 'Delta', 'Echo']);
    const ana = new Headless(copyOf(original, 10));
    const ben = new Headless(copyOf(original, 20));
    if (isForward) ana.select(1, 5, 3, 3);
    else ana.select(3, 3, 1, 5);
    act(ben);
    mergeAll([ana.doc, ben.doc]);
    ana.type('');
    mergeAll([ana.doc, ben.doc]);
    expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
    return sketch(ana.doc);
  }

  test('and of several, what stands with its head goes', () => {
    const beginGoes = (ben: Headless) => {
      ben.find('Bravo');
      for (let step = 0; step < 3; step++) ben.run(moveBlocks(1));
    };
    // Between them, Charlie was selected as a whole.
    expect(deleteOf(true, beginGoes)).toEqual([alpha, 'ta', 'Echo', bravo]);
    expect(deleteOf(false, beginGoes)).toEqual([alpha, charlie, 'Delta', 'Echo', 'Bravo']);
  });

  test('nor over a line that one of its ends was joined to', () => {
    const joinAtBegin = (ben: Headless) => ben.select(0, alpha.length, 1, 0).type('');
    const joined = [`${alpha}Bravota`, 'Echo'];
    expect(deleteOf(true, joinAtBegin)).toEqual(joined);
    expect(deleteOf(false, joinAtBegin)).toEqual(joined);
    const joinAtEnd = (ben: Headless) => {
      ben.find('Delta').run(moveBlocks(1));
      ben.find('Echo').select(3, 4, 4, 0).type('');
    };
    expect(deleteOf(true, joinAtEnd)).toEqual([alpha, bravo, charlie, 'EchoDelta']);
    expect(deleteOf(false, joinAtEnd)).toEqual([alpha, 'Bravo', 'EchoDelta']);
  });

  test('where a line came in between', () => {
    const there = [alpha, bravo, 'Delta', charlie.slice(1), 'Echo'];
    expect(deleteAfter(true, 'Delta', -1)).toEqual(there);
  });

  test('and is what it was where lines beside it move', () => {
    expect(deleteAfter(true, 'Alpha', 4)).toEqual([
      `${bravo}${charlie.slice(1)}`,
      'Delta',
      'Echo',
      alpha,
    ]);
    expect(deleteAfter(false, 'Echo', -1)).toEqual([
      alpha,
      `${bravo}${charlie.slice(1)}`,
      'Echo',
      'Delta',
    ]);
  });
});

describe('a few letters that a change leaves between two others stay the letters they were', () => {
  /** Ana makes "ur!" of "four" at once, while Ben does something there; then both meet. */
  function both(act: (ben: Headless) => void): string[] {
    const original = documentOf(THREE);
    const ana = new Headless(copyOf(original, 10));
    const ben = new Headless(copyOf(original, 20));
    ana.find('four');
    const { head } = ana.state.selection;
    ana.dispatch(ana.state.tr.insertText('!', head).delete(head - 4, head - 2));
    act(ben);
    mergeAll([ana.doc, ben.doc]);
    expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
    return sketch(ana.doc);
  }

  test('what someone types between them stands there', () => {
    expect(both((ben) => ben.find('fou').type('X'))[1]).toBe('Bravo uXr! five six');
  });

  test('they stand once where someone deleted them and took that back', () => {
    const deleteAndUndo = (ben: Headless) => {
      ben.find('ur', 'select').type('');
      ben.binding.undoStep(ben.view);
    };
    expect(both(deleteAndUndo)[1]).toBe('Bravo ur! five six');
  });

  test('in a cell as well', () => {
    const original = documentOf(['⊞ four']);
    const ana = new Headless(copyOf(original, 10));
    const ben = new Headless(copyOf(original, 20));
    ana.dispatch(ana.state.tr.insertText('!', 7).delete(3, 5));
    ben.dispatch(ben.state.tr.insertText('X', 6));
    mergeAll([ana.doc, ben.doc]);
    expect(sketch(ana.doc)).toEqual(['⊞ uXr!']);
  });

  test('letters that are the same by chance in what is typed instead do not stay', () => {
    const original = documentOf(THREE);
    const ana = new Headless(copyOf(original, 10));
    const ben = new Headless(copyOf(original, 20));
    ana.find('four', 'select').type('route');
    ben.find('four', 'select').type('');
    mergeAll([ana.doc, ben.doc]);
    expect(sketch(ana.doc)[1]).toBe('Bravo route five six');
  });
});

test.each([
  ['begins', 'four', 'fix'],
  ['ends', 'four', 'roof'],
])(
  'a word typed over a selection that %s with its first letter stays whole where someone deletes what was selected',
  (_, selected, word) => {
    const original = documentOf(THREE);
    const ana = new Headless(copyOf(original, 10));
    const ben = new Headless(copyOf(original, 20));
    ana.find(selected, 'select');
    const { from, to } = ana.state.selection;
    const [first = '', ...others] = word;
    ana.dispatch(ana.state.tr.insertText(first, from, to));
    for (const letter of others) ana.type(letter);
    ben.find(selected, 'select').type('');
    mergeAll([ana.doc, ben.doc]);
    expect(sketch(ana.doc).join('\n')).toContain(`Bravo ${word}`);
    expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
  },
);

/** Ana composes at the end of Bravo while Ben types in the middle of it; then it is over. */
function composed(): { ana: Headless; ben: Headless } {
  const original = documentOf(THREE);
  const ana = new Headless(copyOf(original, 10));
  const ben = new Headless(copyOf(original, 20));
  ana.find('six');
  ana.composing = true;
  ana.type('か');
  ben.find('four').type(' ben');
  mergeAll([ana.doc, ben.doc]);
  expect(ana.state.doc.child(1).textContent).toBe('Bravo four five sixか');
  ana.type('ん');
  ana.composing = false;
  return { ana, ben };
}

test('a key right after a composition means the text with what waited meanwhile', () => {
  const { ana, ben } = composed();
  ana.press(splitBlock);
  ana.type('next');
  expect(sketch(ana.doc)).toEqual([alpha, 'Bravo four ben five sixかん', 'next', charlie]);
  expect(ana.isTrue()).toBe(true);
  mergeAll([ana.doc, ben.doc]);
  expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
});

test('a command that no key announced loses nothing right after a composition', () => {
  const { ana, ben } = composed();
  ana.run(splitBlock);
  ana.type('next');
  expect(sketch(ana.doc).join('')).toBe(`${alpha}Bravo four ben five sixかんnext${charlie}`);
  expect(sketch(ana.doc)).toHaveLength(4);
  expect(ana.isTrue()).toBe(true);
  mergeAll([ana.doc, ben.doc]);
  expect(sketch(ben.doc)).toEqual(sketch(ana.doc));
});

test('undo puts the selection back, and takes typing back in one step', () => {
  const editor = new Headless(documentOf(THREE));
  editor.find('four').type('a').type('b').type('c');
  expect(sketch(editor.doc)[1]).toBe('Bravo fourabc five six');
  editor.binding.undoStep(editor.view);
  expect(sketch(editor.doc)).toEqual(THREE);
  editor.type('!');
  expect(sketch(editor.doc)[1]).toBe('Bravo four! five six');
});

test('where view and document ever differ, the view gives way', () => {
  const editor = new Headless(documentOf(THREE));
  const wrong = editor.state.tr.insertText('wrong', 1).setMeta('from-body', true);
  const { plugins } = editor.state;
  // A fault that is not known yet: the view holds something the document does not.
  Object.assign(editor, { state: editor.state.apply(wrong) });
  expect(editor.state.plugins).toBe(plugins);
  expect(editor.isTrue()).toBe(false);
  expect(editor.binding.verify()).toBe(false);
  expect(editor.isTrue()).toBe(true);
  expect(sketch(editor.doc)).toEqual(THREE);
});
