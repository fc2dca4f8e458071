/**
 * The blocks and objects that draw themselves: those that are more in the page than their text.
 *
 * Invariant: a view is made when what it shows comes near, and destroyed when that is far away
 * again; nothing of the document is in a view alone.
 */
import { DOMSerializer } from 'prosemirror-model';
import { NodeSelection } from 'prosemirror-state';
import type { EditorView, NodeViewConstructor } from 'prosemirror-view';
import { CodeView } from '../code/code-view.ts';
import type { Highlighter } from '../code/highlighter.ts';
import { FormulaView } from '../formulas/formula-view.ts';
import { InlineFormulaView, isInlineFormula } from '../formulas/inline-formula-view.ts';
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
  const editAt = (view: EditorView, position: () => number | undefined) => {
    const at = position();
    if (at === undefined || !view.editable) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
    menus.open('formula');
  };
  const code = { highlighter, chooseLanguage: () => menus.open('language') };
  return {
    codeBlock: (node, view, position) => new CodeView(node, view, position, code),
    formula: (node, view, position) => new FormulaView(node, view, position),
    object: (node, view, position) => {
      if (isInlineFormula(node)) return new InlineFormulaView(node, () => editAt(view, position));
      return { dom: DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node)).dom };
    },
    table: (node) => new TableView(node),
  };
}
