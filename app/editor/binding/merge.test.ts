/**
 * The merge table through the editor: each case as the commands that keys run, on two devices apart.
 */
import { describe, expect, test } from 'vitest';
import { copyOf, documentOf, mergeAll, sketch } from '../../../shared/document/testing/sketch.ts';
import {
  changeDepth,
  joinBackward,
  moveBlocks,
  removeSelection,
  setBlockType,
  splitBlock,
  toggle,
  toggleChecked,
} from '../commands.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';

const START = ['Alpha one two three', 'Bravo four five six', 'Charlie seven eight nine'];
const [alpha, bravo, charlie] = START as [string, string, string];
const TYPED = 'Bravo four XXX five six';
const { nodes } = schema;

type Act = (editor: Headless) => void;
const type: Act = (editor) => editor.find('Bravo four').type(' XXX');
const split: Act = (editor) => {
  editor.find('Bravo').run(splitBlock);
};
const join: Act = (editor) => {
  editor.find('Bravo', 'before').run(joinBackward);
};
const heading: Act = (editor) => {
  editor.find('Bravo').run(setBlockType(nodes.heading!, { level: 1 }));
};
const bullet: Act = (editor) => {
  editor.find('Bravo').run(setBlockType(nodes.bullet!));
};
const code: Act = (editor) => {
  editor.find('Bravo').run(setBlockType(nodes.codeBlock!));
};
const down: Act = (editor) => {
  editor.find('Bravo').run(moveBlocks(1));
};
const up: Act = (editor) => {
  editor.find('Bravo').run(moveBlocks(-1));
};
const bold =
  (text: string): Act =>
  (editor) => {
    editor.find(text, 'select').run(toggle('bold'));
  };
/** Selects a line and deletes it, and then the empty line, as a person does. */
const remove: Act = (editor) => {
  editor.find(bravo, 'select').run(removeSelection);
  editor.run(joinBackward);
};
const undo: Act = (editor) => {
  editor.binding.undoStep(editor.view);
};

interface Case {
  a: Act;
  b: Act;
  right: readonly (readonly string[])[];
  start?: readonly string[];
  /** What A does after both have merged. */
  afterwards?: Act;
}

const CASES: Record<string, Case> = {
  'splits | types in the tail': {
    a: split,
    b: type,
    right: [[alpha, 'Bravo', ' four XXX five six', charlie]],
  },
  'splits | splits elsewhere': {
    a: split,
    b: (editor) => {
      editor.find('Bravo four five').run(splitBlock);
    },
    right: [[alpha, 'Bravo', ' four five', ' six', charlie]],
  },
  'makes a heading | types': { a: heading, b: type, right: [[alpha, `# ${TYPED}`, charlie]] },
  'makes a heading | the same': {
    a: heading,
    b: heading,
    right: [[alpha, `# ${bravo}`, charlie]],
  },
  'makes a list item | types': { a: bullet, b: type, right: [[alpha, `- ${TYPED}`, charlie]] },
  'makes code | types': { a: code, b: type, right: [[alpha, `| ${TYPED}`, charlie]] },
  'makes code | bolds': {
    a: code,
    b: bold('four'),
    right: [[alpha, `| Bravo *four* five six`, charlie]],
  },
  'joins | types': { a: join, b: type, right: [[`${alpha}${TYPED}`, charlie]] },
  'joins | joins': { a: join, b: join, right: [[`${alpha}${bravo}`, charlie]] },
  'joins | splits': {
    a: join,
    b: split,
    right: [[`${alpha}Bravo`, ' four five six', charlie]],
  },
  'deletes | types': { a: remove, b: type, right: [[alpha, ' XXX', charlie]] },
  'deletes | deletes': { a: remove, b: remove, right: [[alpha, charlie]] },
  'deletes across three | types in the middle': {
    a: (editor) => {
      editor.select(0, 9, 2, 19).run(removeSelection);
    },
    b: type,
    right: [['Alpha one XXX nine']],
  },
  'moves down | types': { a: down, b: type, right: [[alpha, charlie, TYPED]] },
  'moves up | types': { a: up, b: type, right: [[TYPED, alpha, charlie]] },
  'moves down | moves up': {
    a: down,
    b: up,
    right: [
      [alpha, charlie, bravo],
      [bravo, alpha, charlie],
    ],
  },
  'moves Bravo down | moves Alpha down twice': {
    a: down,
    b: (editor) => {
      editor.find('Alpha').run(moveBlocks(1));
      editor.run(moveBlocks(1));
    },
    right: [
      [charlie, bravo, alpha],
      [charlie, alpha, bravo],
    ],
  },
  'moves down | splits': {
    a: down,
    b: split,
    right: [[alpha, charlie, 'Bravo', ' four five six']],
  },
  'bolds "Bravo four" | bolds "four five"': {
    a: bold('Bravo four'),
    b: bold('four five'),
    right: [[alpha, '*Bravo four five* six', charlie]],
  },
  'indents with its children | types in a child': {
    start: ['- Alpha', '- Bravo four five six', '  - Delta'],
    a: (editor) => {
      editor.find('Bravo').run(changeDepth(1));
    },
    b: (editor) => editor.find('Delta').type(' XXX'),
    right: [['- Alpha', '  - Bravo four five six', '    - Delta XXX']],
  },
  'checks | types': {
    start: ['[ ] Bravo four five six'],
    a: (editor) => {
      editor.find('Bravo').run(toggleChecked);
    },
    b: type,
    right: [[`[x] ${TYPED}`]],
  },
  'makes a heading and undoes it | types': {
    a: heading,
    b: type,
    afterwards: undo,
    right: [[alpha, TYPED, charlie]],
  },
  'splits and undoes it | types in the tail': {
    a: split,
    b: type,
    afterwards: undo,
    right: [[alpha, TYPED, charlie]],
  },
  'joins and undoes it | types': {
    a: join,
    b: type,
    afterwards: undo,
    right: [[alpha, TYPED, charlie]],
  },
  'moves and undoes it | types': {
    a: down,
    b: type,
    afterwards: undo,
    right: [[alpha, TYPED, charlie]],
  },
};

describe.each(Object.entries(CASES))('%s', (_name, { start = START, a, b, right, afterwards }) => {
  test.each([
    ['A has the lower id', 10, 20],
    ['B has the lower id', 20, 10],
  ])('%s', (_order, idOfA, idOfB) => {
    const original = documentOf(start);
    const editorA = new Headless(copyOf(original, idOfA));
    const editorB = new Headless(copyOf(original, idOfB));
    a(editorA);
    b(editorB);
    mergeAll([editorA.doc, editorB.doc]);
    if (afterwards) {
      afterwards(editorA);
      mergeAll([editorA.doc, editorB.doc]);
    }
    expect(right).toContainEqual(sketch(editorA.doc));
    expect(editorB.state.doc.toJSON()).toEqual(editorA.state.doc.toJSON());
    expect(editorA.isTrue() && editorB.isTrue()).toBe(true);
    expect(editorA.binding.corrections + editorB.binding.corrections).toBe(0);
  });
});

test('the caret stays with its character when someone else splits the block before it', () => {
  const original = documentOf(START);
  const ana = new Headless(copyOf(original, 10));
  const ben = new Headless(copyOf(original, 20));
  ana.find('Bravo four five');
  split(ben);
  mergeAll([ana.doc, ben.doc]);
  ana.type('!');
  expect(sketch(ana.doc)).toEqual([alpha, 'Bravo', ' four five! six', charlie]);
});

/** Ana composes at the end of Bravo while Ben types in the middle of it; then it is over. */
function composed(): { ana: Headless; ben: Headless } {
  const original = documentOf(START);
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
  const editor = new Headless(documentOf(START));
  editor.find('four').type('a').type('b').type('c');
  expect(sketch(editor.doc)[1]).toBe('Bravo fourabc five six');
  undo(editor);
  expect(sketch(editor.doc)).toEqual(START);
  editor.type('!');
  expect(sketch(editor.doc)[1]).toBe('Bravo four! five six');
});

test('where view and document ever differ, the view gives way', () => {
  const editor = new Headless(documentOf(START));
  const wrong = editor.state.tr.insertText('wrong', 1).setMeta('from-body', true);
  const { plugins } = editor.state;
  // A fault that is not known yet: the view holds something the document does not.
  Object.assign(editor, { state: editor.state.apply(wrong) });
  expect(editor.state.plugins).toBe(plugins);
  expect(editor.isTrue()).toBe(false);
  expect(editor.binding.verify()).toBe(false);
  expect(editor.isTrue()).toBe(true);
  expect(sketch(editor.doc)).toEqual(START);
});
