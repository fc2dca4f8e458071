/**
 * Stores a snapshot of the document's first screenful, so that the next opening shows it at once.
 *
 * Invariant: nothing in it acts or claims anything: no addresses of this page's memory, no people,
 * no save state; for assistive technology only the text is there.
 */

import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import { t } from '../../i18n/i18n.ts';
import { wasRemoved } from '../../replica/removed.ts';
import { storeSnapshot } from '../../ui/stored-snapshots.ts';

/** How far below the window the snapshot goes on, px. */
const BELOW = 400;
/** How long a document has been open when its snapshot is taken first, ms. */
const REST_MS = 3000;
const BODY = '.body[role="textbox"]';
const LEFT_OUT = '.caret, .ProseMirror-separator, iframe, [data-handle]';
/** Reading mode among them: the next opening is for writing. */
const DROPPED = [
  ...['id', 'style', 'contenteditable', 'tabindex', 'aria-owns', 'aria-controls'],
  'data-reading',
];

/** Stores it when the document has been open for a while, and when the page goes. Returns its end. */
export function storeSnapshotOf(docId: DocId, screen: HTMLElement): () => void {
  const path = documentPath(docId);
  const store = () => {
    // Another tab has just taken it off this device.
    if (wasRemoved(docId)) return;
    const html = snapshotOf(screen);
    if (html !== null) storeSnapshot(path, html);
  };
  const onHide = () => {
    if (document.visibilityState === 'hidden') store();
  };
  const timer = setTimeout(store, REST_MS);
  addEventListener('pagehide', store);
  document.addEventListener('visibilitychange', onHide);
  return () => {
    store();
    clearTimeout(timer);
    removeEventListener('pagehide', store);
    document.removeEventListener('visibilitychange', onHide);
  };
}

/** The markup of the first screenful; null if that is not drawn now. */
function snapshotOf(screen: HTMLElement): string | null {
  const body = screen.querySelector(BODY);
  // Whoever looks back sees something else than the document is now.
  if (!body || getComputedStyle(body).visibility === 'hidden') return null;
  // Of another document, so that nothing in the copy loads anything.
  const copy = document.implementation.createHTMLDocument('').importNode(screen, true);
  const blocks = [...copy.querySelector(BODY)!.children];
  for (const [index, block] of [...body.children].entries()) {
    const isBelow = block.getBoundingClientRect().top + scrollY > innerHeight + BELOW;
    if (isBelow) blocks[index]!.remove();
    else if (block.matches('.gap')) return null;
  }
  for (const element of copy.querySelectorAll(LEFT_OUT)) element.remove();
  const bar = copy.querySelector('header');
  for (const list of bar?.querySelectorAll('ul') ?? []) list.replaceChildren();
  for (const words of bar?.querySelectorAll('[role="status"] span') ?? [])
    words.textContent = t().opening;
  for (const field of copy.querySelectorAll('textarea')) {
    const title = copy.ownerDocument.createElement('div');
    title.className = field.className;
    title.textContent = screen.querySelector('textarea')?.value || field.placeholder;
    field.replaceWith(title);
  }
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of DROPPED) element.removeAttribute(name);
    if (element.getAttribute('src')?.startsWith('blob:')) element.removeAttribute('src');
    const isText = element.matches(BODY) || element.closest(BODY) !== null;
    if (!isText && !element.querySelector(BODY)) element.setAttribute('aria-hidden', 'true');
  }
  const text = copy.querySelector(BODY)!;
  text.setAttribute('aria-readonly', 'true');
  text.setAttribute('aria-busy', 'true');
  return copy.outerHTML;
}
