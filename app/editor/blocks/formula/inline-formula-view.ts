/**
 * A formula inside a line: drawn as one character of the text, changed in a form of its own.
 *
 * Invariant: one that cannot be drawn shows its source and says why; it never breaks the line.
 */
import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { showFormula } from './formulas.ts';
import { embedOf, sourceOfFormula } from './inline-formula.ts';

export class InlineFormulaView implements NodeView {
  readonly dom: HTMLElement;
  #node: Node;

  constructor(node: Node, edit: () => void) {
    this.#node = node;
    this.dom = document.createElement('span');
    this.dom.className = 'inline-formula';
    this.dom.addEventListener('click', edit);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || embedOf(node).object !== 'formula') return false;
    const before = sourceOfFormula(this.#node);
    this.#node = node;
    if (sourceOfFormula(node) !== before) this.#draw();
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  #draw(): void {
    const source = sourceOfFormula(this.#node);
    const drawn = document.createElement('span');
    this.dom.replaceChildren(drawn);
    showFormula(drawn, source, false, (problem) => {
      this.dom.classList.toggle('wrong', problem !== null);
      if (problem === null) this.dom.removeAttribute('title');
      else {
        drawn.textContent = source;
        this.dom.title = problem;
      }
    });
  }
}
