/**
 * The blocks and objects that draw themselves: those that are more in the page than their text.
 *
 * Invariant: a view is made when what it shows comes near, and destroyed when that is far away
 * again; nothing of the document is in a view alone.
 */
import type { NodeViewConstructor } from 'prosemirror-view';
import { CodeView } from '../code/code-view.ts';
import type { Highlighter } from '../code/highlighter.ts';
import type { Menus } from '../menus/menus.ts';
import { TableView } from './table-view.ts';

export interface ViewSurroundings {
  highlighter: Highlighter;
  menus: Menus;
}

export function blockViews({
  highlighter,
  menus,
}: ViewSurroundings): Record<string, NodeViewConstructor> {
  const code = { highlighter, chooseLanguage: () => menus.open('language') };
  return {
    codeBlock: (node, view, position) => new CodeView(node, view, position, code),
    table: (node) => new TableView(node),
  };
}
