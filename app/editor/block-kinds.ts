/**
 * The kinds of blocks a person can make: what "turn into", `/` and the shortcuts offer.
 *
 * Invariant: a kind is described here and nowhere else; every list of kinds reads this one.
 */
import type { Attrs, Node, NodeType } from 'prosemirror-model';
import type { LateWords } from '../words/late.ts';
import type { CommandIcon } from './command-registry.ts';
import { schema } from './schema.ts';
import { emptyTable } from './tables.ts';

export interface BlockKind {
  /** Its name is in the catalogue, by this. */
  id: keyof LateWords['blocks'];
  icon: CommandIcon;
  type: NodeType;
  attrs?: Attrs;
  /** Files that have to be chosen first: what the browser's dialog offers. */
  choose?: { accept: string };
  /** Makes one that needs more than its attributes. */
  make?: (depth: number) => Node;
  keys?: readonly string[];
}

const { nodes } = schema;

export const BLOCK_KINDS: readonly BlockKind[] = [
  {
    id: 'paragraph',
    icon: 'text',
    type: nodes.paragraph!,
    keys: ['Mod-Alt-0'],
  },
  {
    id: 'heading1',
    icon: 'heading1',
    type: nodes.heading!,
    attrs: { level: 1 },
    keys: ['Mod-Alt-1'],
  },
  {
    id: 'heading2',
    icon: 'heading2',
    type: nodes.heading!,
    attrs: { level: 2 },
    keys: ['Mod-Alt-2'],
  },
  {
    id: 'heading3',
    icon: 'heading3',
    type: nodes.heading!,
    attrs: { level: 3 },
    keys: ['Mod-Alt-3'],
  },
  {
    id: 'bullet',
    icon: 'bullet',
    type: nodes.bullet!,
    keys: ['Mod-Shift-8'],
  },
  {
    // With Shift a digit key gives another character, which differs by keyboard.
    id: 'ordered',
    icon: 'ordered',
    type: nodes.ordered!,
    keys: ['Mod-Shift-7'],
  },
  {
    id: 'task',
    icon: 'task',
    type: nodes.task!,
    keys: ['Mod-Shift-9'],
  },
  {
    id: 'quote',
    icon: 'quote',
    type: nodes.quote!,
  },
  {
    id: 'code',
    icon: 'codeBlock',
    type: nodes.codeBlock!,
  },
  {
    id: 'callout',
    icon: 'callout',
    type: nodes.callout!,
  },
  {
    id: 'toggle',
    icon: 'toggle',
    type: nodes.toggle!,
  },
  {
    id: 'formula',
    icon: 'formula',
    type: nodes.formula!,
  },
  {
    id: 'table',
    icon: 'table',
    type: nodes.table!,
    make: (depth) => emptyTable(3, 3, depth),
  },
  {
    id: 'picture',
    icon: 'picture',
    type: nodes.image!,
    choose: { accept: 'image/*' },
  },
  {
    id: 'file',
    icon: 'file',
    type: nodes.file!,
    choose: { accept: '' },
  },
  {
    id: 'divider',
    icon: 'divider',
    type: nodes.divider!,
  },
];

/** Kinds with a text of their own: what a block with text can be turned into. */
export const TEXT_KINDS = BLOCK_KINDS.filter(({ type, choose }) => type.isTextblock && !choose);
