/**
 * What the element of every block says about it, where a view of its own draws the block.
 *
 * Invariant: the same attributes as in schema.ts, since the style sheet knows blocks by them.
 */
import type { Node } from 'prosemirror-model';

export function describeBlock(element: HTMLElement, { attrs }: Node): void {
  element.dataset.block = String(attrs.id ?? '');
  if (attrs.depth > 0) element.dataset.depth = String(attrs.depth);
  else delete element.dataset.depth;
}
