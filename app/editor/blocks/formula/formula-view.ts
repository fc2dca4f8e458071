/**
 * A formula that is a block: drawn where nobody writes in it, with its source above while one does.
 *
 * Invariant: the source is the block's text. It is hidden only where the formula is drawn and the
 * caret is elsewhere, so nothing people wrote is ever out of sight for good.
 */
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { tLazy } from '../../../i18n/lazy.ts';
import { besideText } from '../beside-text.ts';
import { describeBlock } from '../block-element.ts';
import { HIDES_SOURCE } from '../source-caret.ts';
import { showFormula } from './formulas.ts';

export class FormulaView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #drawn = besideText('div', 'drawn');
  readonly #problem = besideText('div', 'problem');
  #node: Node;
  #frame: number | null = null;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.dom = document.createElement('pre');
    this.dom.className = 'formula';
    this.dom.spellcheck = false;
    this.dom.setAttribute('role', 'group');
    this.dom.setAttribute('aria-label', tLazy().blocks.formula);
    this.contentDOM = document.createElement('code');
    this.#drawn.addEventListener('click', () => {
      const at = position();
      if (at === undefined || !view.editable) return;
      const end = at + 1 + this.#node.content.size;
      view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, end)));
      view.focus();
    });
    this.dom.append(this.contentDOM, this.#drawn, this.#problem);
    this.#describe();
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    if (node === this.#node) return true;
    const isSame = node.textContent === this.#node.textContent;
    this.#node = node;
    this.#describe();
    // Several keys of one frame are drawn once.
    if (!isSame) this.#frame ??= requestAnimationFrame(() => this.#draw());
    return true;
  }

  destroy(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    if (mutation.type === 'selection') return false;
    return mutation.target === this.dom || !this.contentDOM.contains(mutation.target);
  }

  #describe(): void {
    describeBlock(this.dom, this.#node);
  }

  #draw(): void {
    this.#frame = null;
    const source = this.#node.textContent;
    if (source.trim() === '') {
      this.#drawn.replaceChildren();
      this.#drawn.dataset.label = tLazy().formulas.empty;
      this.#tell(null);
      return;
    }
    delete this.#drawn.dataset.label;
    showFormula(this.#drawn, source, true, (problem) => this.#tell(problem));
  }

  #tell(problem: string | null): void {
    this.#problem.textContent = problem ?? '';
    this.dom.classList.toggle('wrong', problem !== null);
    this.dom.classList.toggle(HIDES_SOURCE, problem === null);
  }
}
