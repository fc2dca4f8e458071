/**
 * All commands in one list, found by name. Loaded after the text, opened by Mod+K.
 *
 * Invariant: a command runs on the selection as it was, with the focus back in the text.
 */

import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { OptionList } from '../../ui/OptionList.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { tLate } from '../../words/late.ts';
import type { EditorCommand } from '../command-registry.ts';
import { CommandIconOf } from './command-icons.tsx';
import { nameOf, searchable } from './command-names.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { search } from './search.ts';
import { useMenus } from './use-menus.ts';

const LIST = 'commands';

export function CommandPalette({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'palette');
  return (
    <Dialog open={open} onClose={menus.close} title={tLate().commands.palette} returnFocus={false}>
      {open ? <Commands menus={menus} /> : null}
    </Dialog>
  );
}

function Commands({ menus }: { menus: Menus }): ReactNode {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // The dialog would do so a moment later, and lose what is typed until then.
  useLayoutEffect(() => {
    field.current?.focus();
    const typed = menus.typedAhead.take();
    setText(typed.text);
    setEntered(typed.entered);
  }, [menus]);
  const [offered] = useState(() => offeredBy(menus).map(searchable));
  const found = search(offered, text);
  const choose = (index: number) => {
    const command = found[index];
    if (!command) return;
    menus.close();
    menus.run(command);
  };
  const [entered, setEntered] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came before this was here
  useEffect(() => {
    if (entered) choose(0);
  }, [entered]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={tLate().menus.searchCommands}
        aria-expanded={found.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? idOf(found[active]) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={tLate().menus.searchCommands}
        className={styles.paletteField}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
      />
      <OptionList
        id={LIST}
        label={tLate().menus.commands}
        options={found.map((command) => ({
          id: idOf(command),
          label: nameOf(command),
          icon: <CommandIconOf icon={command.icon} />,
          shortcut: command.keys?.[0],
          // Ranked by what was typed, commands of a group do not stand together.
          ...(text.trim() === '' ? { group: tLate().groups[command.group] } : {}),
        }))}
        active={active}
        onActive={setActive}
        onChoose={choose}
      />
      {found.length === 0 ? <p className={styles.nothing}>{tLate().menus.noCommand}</p> : null}
      <div role="status">
        <VisuallyHidden>{tLate().menus.commandCount(found.length)}</VisuallyHidden>
      </div>
    </>
  );
}

function idOf(command: EditorCommand): string {
  return `${LIST}-${command.id}`;
}

/** What does something now; without leave to write, only what changes nothing. */
function offeredBy({ commands, state, view }: Menus): EditorCommand[] {
  return commands.filter(
    (command) =>
      command.id !== 'palette' &&
      (view.editable || command.forReaders) &&
      (command.applies?.(state) ?? true),
  );
}
