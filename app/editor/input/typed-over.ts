/**
 * What is typed or composed while more than the text of one block is selected.
 *
 * Invariant: a table that a selection cuts keeps its form, and loses the selected text. A selected
 * object is not typed away: the text goes behind it. An input method finds no blocks selected, which
 * it would take apart in its own way.
 */
import { NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { clearRange, reachesOverEdge, removeSelection, writeBehind } from '../commands/commands.ts';
import { BlockSelection, editSelectedBlock } from '../selection/block-selection.ts';

export function typedOver(): Plugin {
  return new Plugin({
    props: {
      handleTextInput: (view, from, to, text) => {
        const tr = reachesOverEdge(view.state.selection)
          ? clearRange(view.state.tr, from, to)
          : writeBehind(view.state);
        if (!tr) return false;
        view.dispatch(tr.insertText(text).scrollIntoView());
        return true;
      },
      handleDOMEvents: {
        compositionstart: (view) => {
          makeRoom(view);
          return false;
        },
      },
    },
  });
}

/** Leaves a caret where something is going to be composed. */
function makeRoom({ state, dispatch, editable }: EditorView): void {
  const { selection } = state;
  if (selection.empty || !editable) return;
  // Inside one block the browser replaces what is selected.
  if (selection.$from.sameParent(selection.$to) && selection.$from.parent.inlineContent) return;
  if (selection instanceof BlockSelection) editSelectedBlock(state, dispatch);
  // At an object browsers find a place by themselves, and lose one that is made for them.
  else if (!(selection instanceof NodeSelection)) removeSelection(state, dispatch);
}
