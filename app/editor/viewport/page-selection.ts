/**
 * What a browser takes of the page by itself, copied or dragged out, is taken of the document.
 *
 * Invariant: a selection of the page that reaches into the text gives all of the text between its
 * ends, drawn or not, and nothing of what stands around it. A selection that the view knows as its
 * own is left to the view.
 */
import type { EditorView } from 'prosemirror-view';

/** Has a view answer for selections of the page. @returns what ends that */
export function standIn(view: EditorView): () => void {
  const { ownerDocument } = view.dom;
  const take = (event: ClipboardEvent | DragEvent) => {
    const { target } = event;
    const data = event instanceof DragEvent ? event.dataTransfer : event.clipboardData;
    // A field has a selection of its own; and one that drags a picture or a link, drags that.
    if (!data || (target as Element).matches?.(FIELD)) return;
    if (event instanceof DragEvent && target instanceof Element) return;
    const stretch = selectedOfPage(view);
    if (!stretch) return;
    const { dom, text } = view.serializeForClipboard(
      view.state.doc.slice(stretch.from, stretch.to),
    );
    data.clearData();
    data.setData('text/html', dom.innerHTML);
    data.setData('text/plain', text);
    // The view would take the selection it knows.
    event.stopPropagation();
    if (!(event instanceof DragEvent)) event.preventDefault();
  };
  for (const type of TAKEN) ownerDocument.addEventListener(type, take, { capture: true });
  return () => {
    for (const type of TAKEN) ownerDocument.removeEventListener(type, take, { capture: true });
  };
}

const TAKEN = ['copy', 'dragstart'] as const;
const FIELD = 'input, textarea';

/**
 * The positions between which the page's selection takes in text; null where it takes in none, or
 * where it is the view's own.
 */
function selectedOfPage(view: EditorView): { from: number; to: number } | null {
  const { dom, state } = view;
  const selection = dom.ownerDocument.getSelection();
  const count = selection?.rangeCount ?? 0;
  if (!selection || selection.isCollapsed || count === 0) return null;
  // Some browsers leave out what cannot be selected: then there are several.
  const { startContainer, startOffset } = selection.getRangeAt(0);
  const { endContainer, endOffset } = selection.getRangeAt(count - 1);
  const isOutside = (node: Node) => !dom.contains(node) || gapAround(dom, node) !== null;
  if (!isOutside(startContainer) && !isOutside(endContainer)) return null;
  const text = dom.ownerDocument.createRange();
  text.selectNodeContents(dom);
  const endsBefore = text.comparePoint(endContainer, endOffset) < 0;
  const startsBehind = text.comparePoint(startContainer, startOffset) > 0;
  if (endsBefore || startsBehind) return null;
  const from = dom.contains(startContainer) ? positionOf(view, startContainer, startOffset, 0) : 0;
  const to = dom.contains(endContainer)
    ? positionOf(view, endContainer, endOffset, 1)
    : state.doc.content.size;
  return from < to ? { from, to } : null;
}

/** A gap that is touched is taken whole. */
function positionOf(view: EditorView, node: Node, offset: number, end: 0 | 1): number {
  const gap = gapAround(view.dom, node);
  if (!gap) return view.posAtDOM(node, offset);
  return view.posAtDOM(view.dom, [...view.dom.children].indexOf(gap) + end);
}

function gapAround(dom: HTMLElement, node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element && dom.contains(element) ? element.closest('.gap') : null;
}
