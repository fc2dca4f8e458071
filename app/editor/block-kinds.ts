/**
 * The kinds of blocks a person can make: what "turn into", `/` and the shortcuts offer.
 *
 * Invariant: a kind is described here and nowhere else; every list of kinds reads this one.
 */
import type { Attrs, Node, NodeType } from 'prosemirror-model';
import type { CommandIcon } from './command-registry.ts';
import { schema } from './schema.ts';
import { emptyTable } from './tables.ts';

export interface BlockKind {
  id: string;
  label: string;
  icon: CommandIcon;
  type: NodeType;
  attrs?: Attrs;
  /** Files that have to be chosen first: what the browser's dialog offers. */
  choose?: { accept: string };
  /** Makes one that needs more than its attributes. */
  make?: (depth: number) => Node;
  keys?: readonly string[];
  /** Other words a search finds it by. */
  words: string;
}

const { nodes } = schema;

export const BLOCK_KINDS: readonly BlockKind[] = [
  {
    id: 'paragraph',
    label: 'Text',
    icon: 'text',
    type: nodes.paragraph!,
    keys: ['Mod-Alt-0'],
    words: 'paragraph plain body',
  },
  {
    id: 'heading1',
    label: 'Heading 1',
    icon: 'heading1',
    type: nodes.heading!,
    attrs: { level: 1 },
    keys: ['Mod-Alt-1'],
    words: 'title large # h1',
  },
  {
    id: 'heading2',
    label: 'Heading 2',
    icon: 'heading2',
    type: nodes.heading!,
    attrs: { level: 2 },
    keys: ['Mod-Alt-2'],
    words: 'subtitle medium ## h2',
  },
  {
    id: 'heading3',
    label: 'Heading 3',
    icon: 'heading3',
    type: nodes.heading!,
    attrs: { level: 3 },
    keys: ['Mod-Alt-3'],
    words: 'small ### h3',
  },
  {
    id: 'bullet',
    label: 'Bulleted list',
    icon: 'bullet',
    type: nodes.bullet!,
    keys: ['Mod-Shift-8'],
    words: 'unordered point - ul',
  },
  {
    // With Shift a digit key gives another character, which differs by keyboard.
    id: 'ordered',
    label: 'Numbered list',
    icon: 'ordered',
    type: nodes.ordered!,
    keys: ['Mod-Shift-7'],
    words: 'ordered 1. ol',
  },
  {
    id: 'task',
    label: 'Task list',
    icon: 'task',
    type: nodes.task!,
    keys: ['Mod-Shift-9'],
    words: 'todo to-do checkbox check [] ',
  },
  {
    id: 'quote',
    label: 'Quote',
    icon: 'quote',
    type: nodes.quote!,
    words: 'blockquote citation >',
  },
  {
    id: 'code',
    label: 'Code block',
    icon: 'codeBlock',
    type: nodes.codeBlock!,
    words: 'program source ``` pre',
  },
  {
    id: 'callout',
    label: 'Callout',
    icon: 'callout',
    type: nodes.callout!,
    words: 'note tip warning box alert',
  },
  {
    id: 'toggle',
    label: 'Toggle',
    icon: 'toggle',
    type: nodes.toggle!,
    words: 'fold collapse details',
  },
  {
    id: 'formula',
    label: 'Formula',
    icon: 'formula',
    type: nodes.formula!,
    words: 'math tex equation',
  },
  {
    id: 'table',
    label: 'Table',
    icon: 'table',
    type: nodes.table!,
    make: (depth) => emptyTable(3, 3, depth),
    words: 'grid rows columns cells',
  },
  {
    id: 'picture',
    label: 'Picture',
    icon: 'picture',
    type: nodes.image!,
    choose: { accept: 'image/*' },
    words: 'image photo drawing upload',
  },
  {
    id: 'file',
    label: 'File',
    icon: 'file',
    type: nodes.file!,
    choose: { accept: '' },
    words: 'attachment upload document pdf',
  },
  {
    id: 'divider',
    label: 'Divider',
    icon: 'divider',
    type: nodes.divider!,
    words: 'line rule separator --- hr',
  },
];

/** Kinds with a text of their own: what a block with text can be turned into. */
export const TEXT_KINDS = BLOCK_KINDS.filter(({ type, choose }) => type.isTextblock && !choose);
