/**
 * Keeps what is typed from taking tables apart.
 *
 * Invariant: a table that a selection cuts keeps its form, and loses the selected text.
 */
import { Plugin } from 'prosemirror-state';
import { clearRange, reachesIntoTable } from './commands.ts';

export function guardTables(): Plugin {
  return new Plugin({
    props: {
      handleTextInput: (view, from, to, text) => {
        if (!reachesIntoTable(view.state.selection)) return false;
        const tr = clearRange(view.state.tr, from, to);
        view.dispatch(tr.insertText(text).scrollIntoView());
        return true;
      },
    },
  });
}
