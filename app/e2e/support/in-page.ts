/** What is done in the page for a person who looks at the text; it is sent there as it is written. */

/**
 * Runs in the page: scrolls to the first block with a text and tells where to click to be before or
 * after that text. What the editor draws around the text, such as others' carets, is not counted.
 */
export function placeInText(
  body: HTMLElement | SVGElement,
  wanted: { text: string; after: boolean },
): { x: number; y: number } {
  // Nothing has a place in what has just been taken away, such as the picture of a page that opens.
  if (!body.isConnected) throw new Error('The body is not in the page any more');
  for (const block of body.children) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    let whole = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.ProseMirror-widget')) continue;
      nodes.push(node as Text);
      whole += node.nodeValue ?? '';
    }
    const start = whole.indexOf(wanted.text);
    if (start < 0) continue;
    // The character on this side of the spot, so that the end of a line stays on that line.
    let index = wanted.after ? start + wanted.text.length - 1 : start;
    for (const node of nodes) {
      if (index < node.length) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        node.parentElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const box = range.getBoundingClientRect();
        return {
          x: wanted.after ? box.right - 0.5 : box.left + 0.5,
          y: (box.top + box.bottom) / 2,
        };
      }
      index -= node.length;
    }
  }
  throw new Error(`"${wanted.text}" is in no block`);
}

/** Runs in the page: the text of each block of the body. */
export function readLines(body: HTMLElement | SVGElement): string[] {
  return Array.from(body.children)
    .filter((child) => !child.matches('.ProseMirror-widget'))
    .map((block) => {
      const copy = block.cloneNode(true) as Element;
      for (const drawn of copy.querySelectorAll('.ProseMirror-widget, [contenteditable="false"]')) {
        drawn.remove();
      }
      return copy.textContent ?? '';
    });
}
