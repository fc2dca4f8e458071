/**
 * The blocks and objects that are more in the page than their text, and how the caret goes through
 * them. Loaded after the text: see lazy-views.ts.
 *
 * Invariant: a view is made when what it shows comes near, and destroyed when that is far away
 * again; nothing of the document is in a view alone.
 */
import { NodeSelection } from 'prosemirror-state';
import type { EditorProps, EditorView, NodeViewConstructor } from 'prosemirror-view';
import type { Panel } from '../commands/command.ts';
import { DocumentLinkView, linkedDocument } from '../documents/document-link-view.ts';
import { InlineImageView, lineImage } from '../figures/inline-image-view.ts';
import { knownPeople } from '../objects/known-people.ts';
import { DateView, isDay, isMention, MentionView } from '../objects/object-views.ts';
import { nodeName } from '../schema.ts';
import { walkBetweenBlocks } from './arrows.ts';
import type { ViewOptions } from './block-part.ts';
import { calloutBoxes } from './callout/callout-boxes.ts';
import { closeBracket } from './code/indent.ts';
import { isInlineFormula } from './formula/inline-formula.ts';
import { InlineFormulaView } from './formula/inline-formula-view.ts';
import { plainView } from './lazy-views.ts';
import { BLOCK_PARTS } from './registry.ts';
import { sourceCaret } from './source-caret.ts';

export interface SpecialViews {
  nodeViews: Readonly<Record<string, NodeViewConstructor>>;
  /** What the keys of the caret do, and what is drawn around blocks. */
  props: readonly [EditorProps, EditorProps];
  /** The view has drawn something. */
  drawn(): void;
  destroy(): void;
}

export function specialViews(options: ViewOptions): SpecialViews {
  const { menus, documents, people, attachmentSource } = options;
  const editAt = (view: EditorView, position: () => number | undefined, panel: Panel) => {
    const at = position();
    if (at === undefined || !view.editable) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
    menus.open(panel);
  };
  const parts = Object.entries(BLOCK_PARTS).flatMap(([type, { inView }]) =>
    inView ? [{ name: nodeName(type), part: inView(options) }] : [],
  );
  return {
    nodeViews: {
      ...Object.fromEntries(parts.map(({ name, part }) => [name, part.nodeView])),
      object: (node, view, position) => {
        if (isInlineFormula(node))
          return new InlineFormulaView(node, () => editAt(view, position, 'formula'));
        if (isMention(node)) return new MentionView(node, knownPeople(people));
        if (isDay(node)) return new DateView(node, () => editAt(view, position, 'date'));
        const linked = linkedDocument(node.attrs.embed);
        if (linked) return new DocumentLinkView(linked, documents);
        const picture = lineImage(node.attrs.embed);
        if (picture) return new InlineImageView(node, picture, attachmentSource);
        return plainView(node);
      },
    },
    props: [
      sourceCaret,
      {
        decorations: calloutBoxes(),
        handleKeyDown: walkBetweenBlocks,
        handleTextInput: (view, from, to, text) => {
          const tr = from === to && !view.composing ? closeBracket(view.state, from, text) : null;
          if (tr) view.dispatch(tr.scrollIntoView());
          return tr !== null;
        },
      },
    ],
    drawn: () => {
      for (const { part } of parts) part.drawn?.();
    },
    destroy: () => {
      for (const { part } of parts) part.destroy?.();
    },
  };
}
