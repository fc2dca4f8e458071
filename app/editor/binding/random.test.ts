/**
 * Random histories through the editor: commands and typing on several devices, delivered late and
 * out of order. After every step the view shows what a fresh read of the document gives.
 */
import * as prng from 'lib0/prng';
import type { Command } from 'prosemirror-state';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { copyOf, documentOf } from '../../../shared/document/testing/sketch.ts';
import { moveBlockSelection, selectBlocks } from '../block-selection.ts';
import { insertCommands } from '../command-registry.ts';
import {
  changeDepth,
  deleteBlocks,
  duplicateBlocks,
  joinBackward,
  joinForward,
  moveBlocks,
  moveRange,
  removeSelection,
  selectedBlocks,
  setBlockType,
  splitBlock,
  toggle,
  toggleChecked,
  withChildren,
} from '../commands.ts';
import { landingAt } from '../menus/drop.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';

const { nodes } = schema;
const COMMANDS: Command[] = [
  splitBlock,
  splitBlock,
  splitBlock,
  joinBackward,
  joinForward,
  joinForward,
  removeSelection,
  removeSelection,
  changeDepth(1),
  changeDepth(-1),
  moveBlocks(-1),
  moveBlocks(1),
  toggle('bold'),
  toggle('code'),
  toggle('highlight'),
  toggleChecked,
  setBlockType(nodes.heading!, { level: 2 }),
  setBlockType(nodes.bullet!),
  setBlockType(nodes.ordered!),
  setBlockType(nodes.task!),
  setBlockType(nodes.quote!),
  setBlockType(nodes.codeBlock!),
];

/** What menus, drags and selected blocks add to the keys. */
const MENU_COMMANDS: Command[] = [
  ...COMMANDS,
  selectBlocks,
  selectBlocks,
  moveBlockSelection(1, true),
  duplicateBlocks(),
  deleteBlocks(),
  ...insertCommands().map(({ run: put }) => put),
  (state, dispatch) => {
    const range = withChildren(state.doc, selectedBlocks(state));
    const landing = landingAt(state.doc, range, (range.to * 7) % (state.doc.childCount + 1), 1);
    if (!landing) return false;
    const depth = state.doc.child(range.from).attrs.depth as number;
    dispatch?.(moveRange(state, range, landing.target, landing.depth - depth));
    return true;
  },
];

function run(seed: number, operations: number, count: number, commands = COMMANDS): void {
  const random = prng.create(seed);
  const int = (from: number, to: number) => prng.int32(random, from, to);
  const original = documentOf([
    '# Alpha',
    'Bravo four five six',
    '- Charlie',
    '  - Delta',
    '---',
    '| code↵here',
    'Echo',
  ]);
  const editors = Array.from(
    { length: count },
    (_, index) => new Headless(copyOf(original, 100 + index)),
  );
  const inboxes: Uint8Array[][] = editors.map(() => []);
  editors.forEach((editor, index) => {
    editor.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'network')
        inboxes.forEach((inbox, other) => {
          if (other !== index) inbox.push(update);
        });
    });
  });
  const place = (editor: Headless) => {
    const block = int(0, editor.state.doc.childCount - 1);
    return [block, int(0, editor.state.doc.child(block).content.size)] as const;
  };
  const check = (what: string) => {
    editors.forEach((editor, index) => {
      if (!editor.isTrue())
        throw new Error(`${what}: editor ${index} shows something else (seed ${seed})`);
    });
  };
  for (let operation = 0; operation < operations; operation++) {
    const editor = editors[int(0, count - 1)]!;
    const [block, offset] = place(editor);
    const action = int(0, 9);
    if (action < 3) editor.select(block, offset).type(String.fromCharCode(int(97, 122)));
    else if (action === 3) editor.binding.undoStep(editor.view);
    else if (action === 4) editor.binding.redoStep(editor.view);
    else {
      if (int(0, 1) === 0) editor.select(block, offset);
      else editor.select(block, offset, ...place(editor));
      editor.run(commands[int(0, commands.length - 1)]!);
    }
    check(`operation ${operation}, action ${action}`);
    for (let delivery = int(0, 3); delivery > 0; delivery--) {
      const receiver = int(0, count - 1);
      const inbox = inboxes[receiver]!;
      if (inbox.length === 0) continue;
      const [update] = inbox.splice(int(0, inbox.length - 1), 1);
      Y.applyUpdate(editors[receiver]!.doc, update!, 'network');
      check(`delivery after operation ${operation}`);
    }
  }
  for (const editor of editors)
    for (const other of editors)
      Y.applyUpdate(editor.doc, Y.encodeStateAsUpdate(other.doc), 'network');
  check('at the end');
  const [first, ...others] = editors.map((editor) => JSON.stringify(editor.state.doc.toJSON()));
  for (const other of others) if (other !== first) throw new Error(`editors differ (seed ${seed})`);
}

const SEEDS_THAT_FAILED = [6, 11, 13, 43, 76, 93, 145, 157, 454922544];
const firstSeed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = Number(process.env.FUZZ_OPERATIONS ?? 2_000) / 100;

test.each([...SEEDS_THAT_FAILED, ...Array.from({ length: RUNS }, (_, index) => firstSeed + index)])(
  'three editors, random commands and delivery, seed %i',
  (seed) => {
    expect(() => run(seed, 100, 3)).not.toThrow();
  },
);

test.each(Array.from({ length: RUNS / 2 }, (_, index) => firstSeed + index))(
  'three editors, keys and menus, seed %i',
  (seed) => {
    expect(() => run(seed, 100, 3, MENU_COMMANDS)).not.toThrow();
  },
);
