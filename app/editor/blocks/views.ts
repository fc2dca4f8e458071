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
import type { Panel } from '../command-registry.ts';
import { DocumentLinkView } from '../documents/document-link-view.ts';
import { linkedDocument, type OtherDocuments } from '../documents/other-documents.ts';
import type { FigureDesk } from '../figures/desk.ts';
import { FigureView } from '../figures/figure-view.ts';
import { SectionView } from '../folding/section-view.ts';
import { FormulaView } from '../formulas/formula-view.ts';
import { InlineFormulaView, isInlineFormula } from '../formulas/inline-formula-view.ts';
import { ListItemView } from '../lists/list-item-view.ts';
import type { Menus } from '../menus/menus.ts';
import type { KnownPeople } from '../objects/known-people.ts';
import { DateView, isDay, isMention, MentionView } from '../objects/object-views.ts';
import { BookmarkView } from './bookmark-view.ts';
import { TableView } from './table-view.ts';

export interface ViewSurroundings {
  highlighter: Highlighter;
  menus: Menus;
  documents: OtherDocuments;
  people: KnownPeople;
  /** Where blocks ask for pictures and files. */
  desk: FigureDesk;
}

export function blockViews({
  highlighter,
  menus,
  documents,
  people,
  desk,
}: ViewSurroundings): Record<string, NodeViewConstructor> {
  const editAt = (view: EditorView, position: () => number | undefined, panel: Panel) => {
    const at = position();
    if (at === undefined || !view.editable) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
    menus.open(panel);
  };
  const code = { highlighter, chooseLanguage: () => menus.open('language') };
  return {
    codeBlock: (node, view, position) => new CodeView(node, view, position, code),
    bookmark: (node, view, position) =>
      new BookmarkView(node, view, position, () => menus.open('bookmark')),
    formula: (node, view, position) => new FormulaView(node, view, position),
    object: (node, view, position) => {
      if (isInlineFormula(node))
        return new InlineFormulaView(node, () => editAt(view, position, 'formula'));
      if (isMention(node)) return new MentionView(node, people);
      if (isDay(node)) return new DateView(node, () => editAt(view, position, 'date'));
      const linked = linkedDocument(node.attrs.embed);
      if (linked) return new DocumentLinkView(linked, documents);
      return { dom: DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node)).dom };
    },
    table: (node) => new TableView(node),
    image: (node, view, position) => new FigureView(node, view, position, desk),
    file: (node, view, position) => new FigureView(node, view, position, desk),
    heading: (node, view, position) => new SectionView(node, view, position),
    toggle: (node, view, position) => new SectionView(node, view, position),
    bullet: (node) => new ListItemView(node),
    ordered: (node) => new ListItemView(node),
    task: (node) => new ListItemView(node),
  };
}
