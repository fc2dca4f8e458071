/**
 * What a command is, and what commands may ask of their surroundings. The commands themselves are in
 * command-registry.ts and, those of one block type, in its part.
 */
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import type { ComponentType, SVGProps } from 'react';

/** Drawn by the menus, which are loaded after the text; a block type may bring its own. */
export type CommandIcon = IconName | ComponentType<SVGProps<SVGSVGElement>>;
export type IconName =
  | 'text'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'bullet'
  | 'ordered'
  | 'task'
  | 'quote'
  | 'codeBlock'
  | 'divider'
  | 'callout'
  | 'toggle'
  | 'formula'
  | 'bookmark'
  | 'document'
  | 'table'
  | 'picture'
  | 'file'
  | 'wider'
  | 'narrower'
  | 'download'
  | 'describe'
  | 'row'
  | 'column'
  | 'alignStart'
  | 'alignCenter'
  | 'alignEnd'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'code'
  | 'link'
  | 'highlight'
  | 'textColor'
  | 'clearFormat'
  | 'emoji'
  | 'mention'
  | 'date'
  | 'undo'
  | 'redo'
  | 'up'
  | 'down'
  | 'duplicate'
  | 'copyLink'
  | 'markdown'
  | 'delete'
  | 'deeper'
  | 'out'
  | 'check'
  | 'select'
  | 'find'
  | 'palette'
  | 'keyboard'
  | 'fold'
  | 'outline'
  | 'history'
  | 'comment'
  | 'suggest'
  | 'reading'
  | 'counts'
  | 'move'
  | 'saved'
  | 'more';

type CommandGroup = 'Format' | 'Colours' | 'Turn into' | 'Insert' | 'Blocks' | 'Table' | 'Document';

export interface EditorCommand {
  /** Its name is in the catalogue, by this: see menus/command-names.ts. */
  id: string;
  group: CommandGroup;
  icon: CommandIcon;
  /** As prosemirror-keymap writes them; the first one is shown. */
  keys?: readonly string[];
  /** Whether it may run now; without it, always. */
  applies?: (state: EditorState) => boolean;
  /** Whether what it sets is set already. */
  isOn?: (state: EditorState) => boolean;
  run: Command;
  /** Its keys work outside the text, too: in every field, or only where none has a use for them. */
  everywhere?: 'always' | 'outside-fields';
  /** May be run by someone who may only read. */
  forReaders?: boolean;
}

/** A command that puts something at the caret, also as part of a larger change. */
export interface InsertCommand extends EditorCommand {
  put: (tr: Transaction) => Transaction;
  /** What is done right behind it: files are chosen in a dialog of the browser's. */
  follow?: Command;
  /** What asks for the rest; then `put` does nothing by itself. */
  asks?: Panel;
}

/** What the screen around the text opens. */
export type Panel =
  | 'palette'
  | 'shortcuts'
  | 'find'
  | 'block-menu'
  | 'table-menu'
  | 'link'
  | 'alt-text'
  | 'date'
  | 'language'
  | 'formula'
  | 'bookmark'
  | 'document'
  | 'numbering'
  | 'toolbar';

/** What commands need that is not in the editor's state. */
export interface CommandContext {
  undo: Command;
  redo: Command;
  open: (panel: Panel) => void;
  copyBlockLink: Command;
  /** Has the screen around the editor do something, such as to show a feature with this name. */
  act: (action: string) => void;
}
