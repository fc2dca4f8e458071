/**
 * What a comment would be about, of what is selected in the text.
 *
 * Invariant: there is always something: at the least the block with the caret.
 */
import { type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import type { ThreadAnchor } from '../../../shared/discussion/anchor.ts';
import { anchorOfBlock, anchorOfText } from '../../../shared/discussion/place.ts';
import { clip } from '../../../shared/document/text.ts';
import type { Binding } from '../binding/binding.ts';
import { blockAt } from '../binding/binding.ts';
import { selectedBlocks } from '../commands/commands.ts';
import type { Menus } from '../menus/menus.ts';
import { pointedBlocks } from '../menus/pointed.ts';

export interface ThreadTarget {
  anchor: ThreadAnchor;
  /** The words, in short; '' of what has none. */
  quote: string;
}

/** No more of the words is shown beside a thread. */
const MOST_QUOTED = 200;

/** Of the blocks that a menu points at; else of the selection. */
export function threadTarget({ state, binding }: Menus): ThreadTarget {
  const pointed = pointedBlocks(state);
  if (pointed) return targetOfBlock(binding, state, pointed.from);
  const { selection } = state;
  if (selection instanceof TextSelection && !selection.empty) {
    const from = blockAt(state, selection.from);
    const to = blockAt(state, selection.to);
    const anchor = anchorOfText(binding.body, from, to);
    const quote = state.doc.textBetween(selection.from, selection.to, '\n', leaf);
    if (anchor && quote.trim() !== '') return { anchor, quote: short(quote) };
  }
  const { $from } = selection;
  if ($from.depth > 1 && !(selection instanceof NodeSelection)) {
    const { id } = blockAt(state, $from.pos);
    const cell = anchorOfBlock(binding.body, id);
    if (cell) return { anchor: cell, quote: short($from.parent.textContent) };
  }
  return targetOfBlock(binding, state, selectedBlocks(state).from);
}

function targetOfBlock(binding: Binding, state: EditorState, index: number): ThreadTarget {
  const block = state.doc.child(index);
  const anchor = anchorOfBlock(binding.body, String(block.attrs.id));
  const quote = short(block.textBetween(0, block.content.size, '\n', leaf));
  return { anchor: anchor ?? { kind: 'document' }, quote: anchor ? quote : '' };
}

function leaf(node: EditorState['doc']): string {
  return node.type.spec.leafText?.(node) ?? '';
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MOST_QUOTED ? line : `${clip(line, MOST_QUOTED)}…`;
}
