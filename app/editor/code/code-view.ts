/**
 * A block of code in the page: its text with colours, its language, and a button that copies it.
 *
 * Invariant: the text is drawn by the editor as any other; what stands around it is no part of the
 * document.
 */
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { announce } from '../../ui/Announcer.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { besideText, blockButton, describeBlock, nameButton } from '../blocks/block-element.ts';
import { type DrawnCode, type Highlighter, sourceOf } from './highlighter.ts';
import { languageLabel } from './languages.ts';

export interface CodeSurroundings {
  highlighter: Highlighter;
  /** Opens the list of languages for the block with the caret. */
  chooseLanguage: () => void;
}

/** Where the button for the language is in the element of a code block. */
export const LANGUAGE_BUTTON = '.language';

export class CodeView implements NodeView, DrawnCode {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly position: () => number | undefined;
  readonly #around: CodeSurroundings;
  readonly #language: HTMLButtonElement;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    around: CodeSurroundings,
  ) {
    this.#node = node;
    this.position = position;
    this.#around = around;
    this.dom = document.createElement('pre');
    this.dom.spellcheck = false;
    this.dom.setAttribute('role', 'group');
    const tools = besideText('div', 'code-tools');
    this.#language = blockButton('language', () => {
      const at = position();
      if (at !== undefined && view.editable) chooseAt(view, at, around.chooseLanguage);
    });
    this.#language.setAttribute('aria-haspopup', 'listbox');
    const copy = blockButton('copy', () => {
      copyText(sourceOf(this.#node)).then((copied) =>
        announce(copied ? 'Code copied' : 'The code could not be copied'),
      );
    });
    nameButton(copy, 'Copy', 'Copy code');
    tools.append(this.#language, copy);
    this.contentDOM = document.createElement('code');
    this.dom.append(this.contentDOM, tools);
    this.#show();
  }

  get node(): Node {
    return this.#node;
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    if (node === this.#node) return true;
    this.#node = node;
    this.#show();
    return true;
  }

  destroy(): void {
    this.#around.highlighter.forget(this);
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(): void {
    const { attrs } = this.#node;
    describeBlock(this.dom, this.#node);
    const label = languageLabel(attrs.language) || 'Plain text';
    this.dom.dataset.language = attrs.language;
    this.dom.toggleAttribute('data-raw', attrs.raw);
    this.dom.setAttribute('aria-label', attrs.language ? `Code, ${label}` : 'Code');
    nameButton(this.#language, label, `Language: ${label}`);
    this.#around.highlighter.read(this);
  }
}

/** Puts the caret into a block, unless it is there, and goes on. */
function chooseAt(view: EditorView, at: number, then: () => void): void {
  const { state } = view;
  const block = state.doc.nodeAt(at);
  if (!block) return;
  const { $from, $to } = state.selection;
  const isInside = $from.pos > at && $to.pos < at + block.nodeSize;
  if (!isInside) view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, at + 1)));
  then();
}
