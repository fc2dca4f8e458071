/**
 * The toolbar over a selection: formatting, the address of a link, colours.
 *
 * Invariant: it is beside the selection, never over it, and not there while one is being made with
 * the pointer.
 */
import { AllSelection, type Selection, TextSelection } from 'prosemirror-state';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { PlusIcon, TextColorIcon } from '../../ui/icons.ts';
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../../ui/Toolbar.tsx';
import type { EditorCommand } from '../commands/command.ts';
import { mayFormat } from '../commands/conditions.ts';
import { askForList, mayAskForList } from './ask-for-list.ts';
import { ColorPalette } from './ColorPalette.tsx';
import { CommandIconOf } from './command-icons.tsx';
import { nameOf } from './command-names.ts';
import { boxOf, useFloating } from './floating.ts';
import { LinkForm } from './LinkForm.tsx';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { usePhone } from './phone.ts';
import { useMenus } from './use-menus.ts';

const FORMATS = ['bold', 'italic', 'underline', 'strike', 'code', 'link', 'highlight'];
const ON_PHONE = ['out', 'deeper', 'block-menu', 'undo', 'redo'];

export function FormattingToolbar({ menus }: { menus: Menus }): ReactNode {
  const phone = usePhone();
  const bar = useRef<HTMLDivElement>(null);
  const shown = useMenus(menus, () => isShown(menus, bar.current, phone));
  const linking = useMenus(menus, ({ panel }) => panel === 'link');
  if (linking) return <LinkForm menus={menus} />;
  if (!shown) return null;
  return phone ? (
    <PhoneToolbar menus={menus} bar={bar} />
  ) : (
    <SelectionToolbar menus={menus} bar={bar} />
  );
}

function isShown(menus: Menus, bar: HTMLElement | null, phone: boolean): boolean {
  const { view, state, selecting, writing } = menus;
  // Who may not write may have something to say.
  if (!view.editable && !mayComment(menus)) return false;
  const focused = view.hasFocus() || bar?.contains(document.activeElement) === true;
  if (!focused) return false;
  if (phone && view.editable) return true;
  const { selection } = state;
  if (!view.editable) return !selecting && isText(selection) && !selection.empty;
  if (selecting || writing || !isText(selection) || !mayFormat(state)) return false;
  // Whoever asks for it formats what is written next.
  return (
    !selection.empty || menus.panel === 'toolbar' || bar?.contains(document.activeElement) === true
  );
}

/** What a feature of the screen brings, where it may be used now. */
function commentCommand({ commands, state }: Menus): EditorCommand | null {
  const command = commands.find(({ id }) => id === 'comment');
  return command && (command.applies?.(state) ?? true) ? command : null;
}

function mayComment(menus: Menus): boolean {
  return commentCommand(menus) !== null;
}

/** What is in it: who only reads may say something, and formats nothing. */
function labelOf({ view }: Menus): string {
  return view.editable ? tLazy().menus.formatting : tLazy().commands.comment;
}

function isText(selection: Selection): boolean {
  return selection instanceof TextSelection || selection instanceof AllSelection;
}

type Bar = React.RefObject<HTMLDivElement | null>;

function SelectionToolbar({ menus, bar }: { menus: Menus; bar: Bar }): ReactNode {
  const { from, to } = useMenus(menus, ({ state }) => state.selection);
  useFloating(bar, () => boxOf(menus.view, from, to), 'above');
  return (
    <Toolbar
      ref={bar}
      label={labelOf(menus)}
      className={styles.toolbar}
      onKeyDown={(event) => leaveOnEscape(event, menus)}
    >
      {menus.view.editable ? <Formats menus={menus} bar={bar} /> : null}
      <CommentButton menus={menus} />
    </Toolbar>
  );
}

/** On a phone the toolbar stands above the keyboard, for the caret as well. */
function PhoneToolbar({ menus, bar }: { menus: Menus; bar: Bar }): ReactNode {
  const mayInsert = useMenus(menus, ({ state }) => mayAskForList(state, '/'));
  const { editable } = menus.view;
  return (
    <Toolbar
      ref={bar}
      label={labelOf(menus)}
      className={styles.phoneToolbar}
      data-at-keyboard=""
      onKeyDown={(event) => leaveOnEscape(event, menus)}
    >
      {editable ? (
        <ToolbarButton
          label={tLazy().menus.insertBlock}
          disabled={!mayInsert}
          onClick={() => askForList(menus.view, '/')}
        >
          <PlusIcon aria-hidden="true" />
        </ToolbarButton>
      ) : null}
      {editable ? <Formats menus={menus} bar={bar} /> : null}
      <CommentButton menus={menus} />
      <ToolbarSeparator />
      {editable
        ? ON_PHONE.map((id) => <CommandButton key={id} menus={menus} command={menus.command(id)} />)
        : null}
    </Toolbar>
  );
}

function leaveOnEscape(event: KeyboardEvent, menus: Menus): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  menus.view.focus();
}

function Formats({ menus, bar }: { menus: Menus; bar: Bar }): ReactNode {
  const [coloring, setColoring] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setColoring(false), []);
  const wanted = useMenus(menus, ({ panel }) => panel === 'toolbar');
  useEffect(() => {
    if (!wanted) return;
    menus.took();
    bar.current?.querySelector('button')?.focus();
  }, [wanted, menus, bar]);
  return (
    <>
      {FORMATS.map((id) => (
        <CommandButton key={id} menus={menus} command={menus.command(id)} />
      ))}
      <ToolbarButton
        ref={opener}
        label={tLazy().menus.textColor}
        aria-haspopup="dialog"
        aria-expanded={coloring}
        onClick={() => setColoring(!coloring)}
      >
        <TextColorIcon aria-hidden="true" />
      </ToolbarButton>
      {coloring ? <ColorPalette menus={menus} opener={opener} onClose={close} /> : null}
    </>
  );
}

/** Of a feature of the screen, where there is one and it may be used. */
function CommentButton({ menus }: { menus: Menus }): ReactNode {
  const command = useMenus(menus, commentCommand);
  return command ? <CommandButton menus={menus} command={command} /> : null;
}

function CommandButton({ menus, command }: { menus: Menus; command: EditorCommand }): ReactNode {
  const pressed = useMenus(menus, ({ state }) => command.isOn?.(state));
  const applies = useMenus(menus, ({ state }) => command.applies?.(state) ?? true);
  return (
    <ToolbarButton
      label={nameOf(command)}
      shortcut={command.keys?.[0]}
      pressed={pressed}
      disabled={!applies}
      onClick={() => menus.run(command)}
    >
      <CommandIconOf icon={command.icon} />
    </ToolbarButton>
  );
}
