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

/**
 * A part of a block that is drawn beside its text and belongs to nobody's text: no caret goes into
 * it, and it is not copied.
 */
export function besideText(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.contentEditable = 'false';
  return element;
}

/**
 * A small button in a block. What it shows comes from the style sheet, by `data-label`, so that the
 * text of the block stays what people wrote.
 */
export function blockButton(className: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  // The caret stays where it is.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', onClick);
  return button;
}

/** What a button shows, and what it is called; the name has the shown words in it. */
export function nameButton(button: HTMLButtonElement, shown: string, name = shown): void {
  button.dataset.label = shown;
  button.setAttribute('aria-label', name);
}
