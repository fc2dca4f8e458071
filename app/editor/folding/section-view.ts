/**
 * A heading or a toggle in the page: its text, and a chevron that folds what belongs to it.
 *
 * Invariant: the chevron is no part of the text, and says by itself whether the section is open.
 */
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { t } from '../../i18n/i18n.ts';
import { isFolded, sectionsOf, toggleFold } from './folding.ts';
import { rankOf } from './sections.ts';

export class SectionView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #chevron: HTMLButtonElement;
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#position = position;
    const { level } = node.attrs;
    this.dom = document.createElement(level ? `h${level}` : 'div');
    if (!level) this.dom.className = node.type.name;
    this.dom.dir = 'auto';
    this.#chevron = this.dom.appendChild(document.createElement('button'));
    this.#chevron.type = 'button';
    this.#chevron.className = 'chevron';
    this.#chevron.contentEditable = 'false';
    // Tab nests the block; the keys have a command for this.
    this.#chevron.tabIndex = -1;
    this.#chevron.setAttribute('aria-label', t().fold);
    this.#chevron.addEventListener('mousedown', (event) => event.preventDefault());
    this.#chevron.addEventListener('click', this.#toggle);
    this.contentDOM = this.dom.appendChild(document.createElement('span'));
    this.contentDOM.className = 'text';
    this.#show();
    sectionsOf(view).add(this);
  }

  update(node: Node): boolean {
    if (rankOf(node) !== rankOf(this.#node)) return false;
    const { attrs } = this.#node;
    this.#node = node;
    if (node.attrs !== attrs) this.#show();
    return true;
  }

  destroy(): void {
    sectionsOf(this.#view).delete(this);
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#chevron;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  showFold(): void {
    const folded = isFolded(this.#view.state, this.#node.attrs.id);
    this.#chevron.setAttribute('aria-expanded', String(!folded));
    this.dom.toggleAttribute('data-folded', folded);
  }

  #show(): void {
    const { id, depth, level } = this.#node.attrs;
    this.dom.dataset.block = String(id ?? '');
    if (depth > 0) this.dom.dataset.depth = String(depth);
    else delete this.dom.dataset.depth;
    this.contentDOM.id = `section-${id}`;
    this.#chevron.id = `fold-${id}`;
    // "Fold" by itself would not say what.
    this.#chevron.setAttribute('aria-labelledby', `${this.#chevron.id} ${this.contentDOM.id}`);
    // Whoever goes by headings hears what it says, not what the button is called.
    if (level) this.dom.setAttribute('aria-labelledby', this.contentDOM.id);
    this.showFold();
  }

  #toggle = (): void => {
    const position = this.#position();
    if (position === undefined) return;
    const { state } = this.#view;
    toggleFold(state.doc.resolve(position).index(0))(state, this.#view.dispatch);
  };
}
