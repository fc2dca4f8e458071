/** No two commands share an id, a name in their group, or a key where both apply. */
import { expect, test } from 'vitest';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { nameOf } from '../menus/command-names.ts';
import { Headless } from '../testing/headless.ts';
import type { EditorCommand } from './command.ts';
import { editorCommands } from './command-registry.ts';
import { isInBlocks } from './conditions.ts';
import { COMMAND_KEYS, PANEL_KEYS } from './lazy-commands.ts';

const commands = editorCommands({
  undo: () => true,
  redo: () => true,
  open: () => undefined,
  copyBlockLink: () => true,
  act: () => undefined,
});

test('each command has an id of its own, and a name that is told apart in its group', () => {
  const ids = commands.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = commands.map((command) => `${command.group}: ${nameOf(command)}`);
  expect(new Set(names).size).toBe(names.length);
});

test('the keys that wait for the commands are those of the commands, each where it works', () => {
  const keysOf = (one: (command: EditorCommand) => boolean) =>
    [...new Set(commands.filter(one).flatMap(({ keys = [] }) => keys))]
      .filter((key) => key !== 'Enter' && !(key in PANEL_KEYS))
      .sort();
  const waiting = (keys: string) => keys.split(' ').sort();
  expect(waiting(COMMAND_KEYS.always)).toEqual(keysOf(({ everywhere }) => everywhere === 'always'));
  expect(waiting(COMMAND_KEYS.outsideFields)).toEqual(
    keysOf(({ everywhere }) => everywhere === 'outside-fields'),
  );
  expect(waiting(COMMAND_KEYS.inText)).toEqual(keysOf(({ everywhere }) => !everywhere));
});

test('a key means one thing: commands that share one never apply at once', () => {
  const places = [new Headless(documentOf(['Alpha', 'Bravo'])).select(0, 2), tableEditor()].map(
    ({ state }) => state,
  );
  const byKey = new Map<string, EditorCommand[]>();
  for (const command of commands)
    for (const key of command.keys ?? []) byKey.set(key, [...(byKey.get(key) ?? []), command]);
  for (const [key, sharing] of byKey)
    for (const state of places) {
      const apply = sharing.filter(({ applies }) => applies?.(state) ?? true);
      expect(apply.length, key).toBeLessThanOrEqual(1);
    }
});

test('in a cell of a table no command for blocks applies', () => {
  const { state } = tableEditor();
  expect(isInBlocks(state)).toBe(false);
  for (const command of commands) {
    const isForBlocks = ['Turn into', 'Insert', 'Blocks'].includes(command.group);
    if (isForBlocks && command.id !== 'copy-block-link')
      expect(command.applies?.(state), command.id).toBe(false);
  }
});

function tableEditor(): Headless {
  const editor = new Headless(documentOf(['']));
  editor.run(commands.find(({ id }) => id === 'insert-table')!.run);
  return editor;
}
