/**
 * The blocks and objects that are more in the page than their text, and how the caret goes through
 * them. Loaded after the text: see late-views.ts.
 *
 * Invariant: a view is made when what it shows comes near, and destroyed when that is far away
 * again; nothing of the document is in a view alone.
 */
import { NodeSelection } from 'prosemirror-state';
import type { EditorProps, EditorView, NodeViewConstructor } from 'prosemirror-view';
import { CodeView } from '../code/code-view.ts';
import { Highlighter } from '../code/highlighter.ts';
import type { Panel } from '../command-registry.ts';
import { DocumentLinkView } from '../documents/document-link-view.ts';
import { linkedDocument, type OtherDocuments } from '../documents/other-documents.ts';
import type { FigureDesk } from '../figures/desk.ts';
import { FigureView } from '../figures/figure-view.ts';
import { InlinePictureView, linePicture } from '../figures/inline-picture-view.ts';
import { FormulaView } from '../formulas/formula-view.ts';
import { InlineFormulaView, isInlineFormula } from '../formulas/inline-formula-view.ts';
import type { Menus } from '../menus/menus.ts';
import type { KnownPeople } from '../objects/known-people.ts';
import { DateView, isDay, isMention, MentionView } from '../objects/object-views.ts';
import { walkBetweenBlocks } from './arrows.ts';
import { BookmarkView } from './bookmark-view.ts';
import { calloutBoxes } from './callout-boxes.ts';
import { plainView, type SpecialNode } from './late-views.ts';
import { sourceCaret } from './source-caret.ts';

export interface ViewSurroundings {
  menus: Menus;
  documents: OtherDocuments;
  people: KnownPeople;
  /** Where blocks ask for pictures and files. */
  desk: FigureDesk;
}

export interface SpecialViews {
  nodeViews: Readonly<Record<SpecialNode, NodeViewConstructor>>;
  /** What the keys of the caret do, and what is drawn around blocks. */
  props: readonly [EditorProps, EditorProps];
  /** The view has drawn something. */
  drawn(): void;
  destroy(): void;
}

export function specialViews({ menus, documents, people, desk }: ViewSurroundings): SpecialViews {
  const editAt = (view: EditorView, position: () => number | undefined, panel: Panel) => {
    const at = position();
    if (at === undefined || !view.editable) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
    menus.open(panel);
  };
  const highlighter = new Highlighter();
  const code = { highlighter, chooseLanguage: () => menus.open('language') };
  return {
    nodeViews: {
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
        const picture = linePicture(node.attrs.embed);
        if (picture) return new InlinePictureView(node, picture, desk);
        return plainView(node);
      },
      image: (node, view, position) => new FigureView(node, view, position, desk),
      file: (node, view, position) => new FigureView(node, view, position, desk),
    },
    props: [sourceCaret, { decorations: calloutBoxes(), handleKeyDown: walkBetweenBlocks }],
    drawn: () => highlighter.follow(),
    destroy: () => highlighter.destroy(),
  };
}
