/** What can be done with a block, at its handle. */
import type { ReactNode, RefObject } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { type Action, ActionMenu } from '../../ui/ActionMenu.tsx';
import { mayTurn } from '../commands/block-commands.ts';
import type { EditorCommand } from '../commands/command.ts';
import {
  blockCommands,
  copyAsMarkdown,
  figureCommands,
  turnCommands,
} from '../commands/command-registry.ts';
import { type BlockPick, selectedBlocks } from '../commands/commands.ts';
import { CommandIconOf } from './command-icons.tsx';
import { nameOf } from './command-names.ts';
import { copyBlockLink } from './copy-block-link.ts';
import type { Menus } from './menus.ts';
import { pointedBlocks } from './pointed.ts';

/** The blocks the menu is about, with what is nested in them. */
const whole: BlockPick = (state) => pointedBlocks(state) ?? { from: 0, to: 1 };
/** The same without what is nested, unless that is selected. */
const own: BlockPick = (state) => {
  const range = whole(state);
  const selected = selectedBlocks(state);
  const areSelected = selected.from >= range.from && selected.to <= range.to;
  return areSelected ? selected : { from: range.from, to: range.from + 1 };
};

const TURN = turnCommands(own);
const [UP, DOWN, DUPLICATE, DELETE] = blockCommands(whole) as [
  EditorCommand,
  EditorCommand,
  EditorCommand,
  EditorCommand,
];

export function BlockMenu({
  menus,
  open,
  anchor,
  onClose,
}: {
  menus: Menus;
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}): ReactNode {
  const items = open ? actions(menus) : [];
  return (
    <ActionMenu
      label={tLazy().menus.block}
      open={open}
      onClose={onClose}
      anchor={anchor.current}
      // What was chosen may have opened a panel, which has the focus then.
      returnFocus={() => menus.panel === null && menus.view.dom}
      items={items}
    />
  );
}

function actions(menus: Menus): Action[] {
  const { state } = menus;
  const block = state.doc.child(whole(state).from);
  const action = (command: EditorCommand): Action => ({
    label: nameOf(command),
    icon: <CommandIconOf icon={command.icon} />,
    shortcut: command.keys?.[0],
    checked: command.isOn?.(state) ?? false,
    onSelect: () => menus.run(command),
  });
  return [
    ...(mayTurn(block)
      ? [
          {
            label: tLazy().groups['Turn into'],
            icon: <CommandIconOf icon="text" />,
            onSelect: () => undefined,
            items: TURN.map(action),
          },
        ]
      : []),
    { ...action(UP), separated: mayTurn(block) },
    action(DOWN),
    action(DUPLICATE),
    ...figureCommands(menus.open, own)
      .filter(({ applies }) => applies?.(state))
      .map(action),
    ...menus.commands
      .filter(({ id, applies }) => id === 'comment' && (applies?.(state) ?? true))
      .map(action),
    {
      label: tLazy().commands['copy-block-link'],
      icon: <CommandIconOf icon="copyLink" />,
      onSelect: () => copyBlockLink(menus.blockAddress(String(block.attrs.id))),
    },
    {
      label: tLazy().commands['copy-markdown'],
      icon: <CommandIconOf icon="markdown" />,
      onSelect: () => copyAsMarkdown(whole)(menus.state, menus.view.dispatch),
    },
    { ...action(DELETE), danger: true, separated: true },
  ];
}
