/**
 * What a node view draws beside the block's text (its `contentDOM`): elements and buttons.
 *
 * Invariant: none of it is editable or copied, and no word of it is text of the page.
 */

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
