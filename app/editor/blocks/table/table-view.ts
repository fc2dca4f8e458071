/**
 * A table in the page: its rows, and columns as wide as they were made.
 *
 * Invariant: the page's policy allows no style attributes, so widths are set on the elements
 * themselves; nothing here changes the document.
 */
import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';
import { describeBlock } from '../block-element.ts';
import { columnsOf } from './node.ts';

export class TableView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #columns: HTMLElement;
  #node: Node;

  constructor(node: Node) {
    this.#node = node;
    this.dom = document.createElement('div');
    this.dom.className = 'table';
    const table = this.dom.appendChild(document.createElement('table'));
    // Its columns follow one another as its own words do, whatever the language around it.
    table.dir = 'auto';
    this.#columns = table.appendChild(document.createElement('colgroup'));
    this.contentDOM = table.appendChild(document.createElement('tbody'));
    this.#show(node);
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    if (node.attrs !== this.#node.attrs) this.#show(node);
    this.#node = node;
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(node: Node): void {
    describeBlock(this.dom, node);
    this.#columns.replaceChildren(
      ...columnsOf(node).map(({ width }) => {
        const column = document.createElement('col');
        if (width) column.style.width = `${width}px`;
        return column;
      }),
    );
  }
}
