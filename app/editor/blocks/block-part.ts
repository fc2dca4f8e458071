/**
 * What the editor can know of a block type besides its node: the form of the parts in registry.ts.
 *
 * Invariant: what a part leaves out is done as for a paragraph, so a part says only what is its own.
 */
import type { Attrs, Fragment, Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import type { LazyTexts } from '../../i18n/lazy.ts';
import type { CommandIcon, EditorCommand } from '../commands/command.ts';
import type { OtherDocuments } from '../documents/other-documents.ts';
import type { AttachmentSource } from '../figures/attachment-source.ts';
import type { Menus } from '../menus/menus.ts';
import type { PeopleSource } from '../objects/known-people.ts';

/** A way to make a block: what "turn into", `/` and the shortcuts offer. */
export interface KindOfPart {
  /** Its name is in the catalogue, by this. */
  id: keyof LazyTexts['blocks'];
  icon: CommandIcon;
  attrs?: Attrs;
  /** Files that have to be chosen first: what the browser's dialog offers. */
  choose?: { accept: string };
  /** Makes one that needs more than its attributes. */
  make?: (depth: number) => Node;
  keys?: readonly string[];
  /** What it is found by besides its name, in English. */
  also?: string;
}

/** What is around the editor, for the views of blocks and objects. */
export interface ViewOptions {
  menus: Menus;
  documents: OtherDocuments;
  people: PeopleSource;
  /** Where blocks ask for pictures and files. */
  attachmentSource: AttachmentSource;
}

/** What a part does in one view of the editor. */
interface PartInView {
  nodeView: NodeViewConstructor;
  /** The view has drawn something. */
  drawn?: () => void;
  destroy?: () => void;
}

export interface BlockPart {
  kinds: readonly KindOfPart[];
  /** What can be done with such a block. */
  commands?: readonly EditorCommand[];
  /** Draws it in the page; without, it is drawn as its node says. */
  inView?: (options: ViewOptions) => PartInView;
  /** The block as lines of a cell; without, its text. `number`: that of an ordered item. */
  lines?: (node: Node, number: number) => readonly Fragment[];
  /** What an element of a page says of such a block, whose text is left in it; null where it is none. */
  read?: (element: HTMLElement) => Readonly<Record<string, string>> | null;
}
