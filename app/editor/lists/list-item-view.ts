/**
 * An item of a list in the page: its marker or box, and its text.
 *
 * Invariant: the element of the block holds one element, the item, which has all that is heard of it;
 * so the block's element is free to be the list itself (see list-roles.ts).
 */
import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';
import { MAX_DEPTH } from '../../../shared/document/schema.ts';
import { t } from '../../i18n/i18n.ts';
import { schema } from '../schema.ts';

export class ListItemView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #box: HTMLElement | null = null;
  #node: Node;

  constructor(node: Node) {
    this.#node = node;
    this.dom = document.createElement('div');
    this.dom.className = node.type.name;
    this.dom.dir = 'auto';
    const item = this.dom.appendChild(document.createElement('div'));
    item.className = 'item';
    if (node.type === schema.nodes.task) {
      this.#box = item.appendChild(document.createElement('span'));
      this.#box.className = 'checkbox';
      this.#box.contentEditable = 'false';
      this.#box.setAttribute('role', 'checkbox');
      this.#box.setAttribute('aria-label', t().done);
    }
    this.contentDOM = item.appendChild(document.createElement('div'));
    this.contentDOM.className = 'text';
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const { attrs } = this.#node;
    this.#node = node;
    if (node.attrs !== attrs) this.#show();
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(): void {
    const { id, depth, checked, start } = this.#node.attrs;
    this.dom.dataset.block = String(id ?? '');
    if (depth > 0) this.dom.dataset.depth = String(depth);
    else delete this.dom.dataset.depth;
    if (this.#box) {
      this.dom.dataset.checked = String(checked);
      this.#box.setAttribute('aria-checked', String(checked));
    }
    // The page's policy allows no style attributes; the style itself may be set.
    const isSet = this.#node.type === schema.nodes.ordered && typeof start === 'number';
    this.dom.style.setProperty('counter-set', isSet ? countersFrom(depth, start) : '');
  }
}

/** As in the style sheet: the number of the item, and nothing counted below it. */
function countersFrom(depth: number, start: number): string {
  const counters = [`n${depth} ${start}`];
  for (let deeper = depth + 1; deeper <= MAX_DEPTH; deeper++) counters.push(`n${deeper} 0`);
  return counters.join(' ');
}
