/** Formulas inside lines, as objects of the text: what tells one, and where one may stand. */
import type { Node } from 'prosemirror-model';
import { type EditorState, NodeSelection } from 'prosemirror-state';
import { fieldOf, type InlineObject } from '../../../../shared/document/schema.ts';

/** Whether a formula can be put here, or is selected. */
export function mayPutFormula({ selection }: EditorState): boolean {
  if (selection instanceof NodeSelection) return isInlineFormula(selection.node);
  const { $from, $to } = selection;
  return $from.sameParent($to) && $from.parent.inlineContent && !$from.parent.type.spec.code;
}

export function embedOf(node: Node): InlineObject {
  return node.attrs.embed as InlineObject;
}

export function sourceOfFormula(node: Node): string {
  return fieldOf(embedOf(node), 'source');
}

export function isInlineFormula(node: Node): boolean {
  return node.type.name === 'object' && embedOf(node).object === 'formula';
}
