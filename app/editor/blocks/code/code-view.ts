/**
 * A block of code in the page: its text with colours, its language, and a button that copies it.
 *
 * Invariant: the text is drawn by the editor as any other; what stands around it is no part of the
 * document.
 */
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { tLazy } from '../../../i18n/lazy.ts';
import { announce } from '../../../ui/announce.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { besideText, blockButton, nameButton } from '../beside-text.ts';
import { describeBlock } from '../block-element.ts';
import { HIDES_SOURCE } from '../source-caret.ts';
import { DiagramPart } from './diagrams/diagram-part.ts';
import { type DrawnCode, type Highlighter, sourceOf } from './highlighter.ts';
import { DIAGRAM_LANGUAGE, languageLabel, languageOf } from './languages.ts';

interface CodeViewOptions {
  highlighter: Highlighter;
  /** Opens the list of languages for the block with the caret. */
  chooseLanguage: () => void;
}

/** Where the button for the language is in the element of a code block. */
export const LANGUAGE_BUTTON = '.language';

export class CodeView implements NodeView, DrawnCode {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #options: CodeViewOptions;
  readonly #language: HTMLButtonElement;
  readonly #source: HTMLButtonElement;
  #diagram: DiagramPart | null = null;
  /** Whether this person wants to see only the diagram. */
  #isSourceHidden = false;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    options: CodeViewOptions,
  ) {
    this.#node = node;
    this.#options = options;
    this.dom = document.createElement('pre');
    this.dom.spellcheck = false;
    this.dom.setAttribute('role', 'group');
    const tools = besideText('div', 'code-tools');
    this.#language = blockButton('language', () => {
      const at = position();
      if (at !== undefined && view.editable) chooseAt(view, at, options.chooseLanguage);
    });
    this.#language.setAttribute('aria-haspopup', 'listbox');
    const copy = blockButton('copy', () => {
      copyText(sourceOf(this.#node)).then((copied) =>
        announce(copied ? tLazy().code.copied : tLazy().code.notCopied),
      );
    });
    nameButton(copy, tLazy().common.copy, tLazy().code.copyCode);
    this.#source = blockButton('source', () => {
      this.#isSourceHidden = !this.#isSourceHidden;
      this.#showSource();
    });
    tools.append(copy, this.#source, this.#language);
    this.contentDOM = document.createElement('code');
    // Behind each other in this order: the buttons stay in view where long lines are scrolled.
    this.dom.append(tools, this.contentDOM);
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
    this.#options.highlighter.forget(this);
    this.#diagram?.destroy();
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    if (mutation.type === 'selection') return false;
    return mutation.target === this.dom || !this.contentDOM.contains(mutation.target);
  }

  #show(): void {
    const { attrs } = this.#node;
    describeBlock(this.dom, this.#node);
    const label = languageLabel(attrs.language) || tLazy().menus.plainText;
    this.dom.dataset.language = attrs.language;
    this.dom.toggleAttribute('data-raw', attrs.raw);
    this.dom.setAttribute(
      'aria-label',
      attrs.language ? tLazy().code.named(label) : tLazy().commands.code,
    );
    nameButton(this.#language, label, tLazy().code.languageIs(label));
    this.#options.highlighter.read(this);
    this.#showDiagram(languageOf(attrs.language)?.id === DIAGRAM_LANGUAGE);
  }

  #showDiagram(isDiagram: boolean): void {
    if (!isDiagram) {
      this.#diagram?.destroy();
      this.#diagram = null;
    } else if (!this.#diagram) {
      this.#diagram = new DiagramPart(() => this.#showSource());
      this.dom.append(this.#diagram.dom);
    }
    this.#diagram?.show(sourceOf(this.#node));
    this.#showSource();
  }

  #showSource(): void {
    const isHidden = this.#isSourceHidden && this.#diagram?.isDrawn === true;
    this.dom.classList.toggle(HIDES_SOURCE, isHidden);
    this.#source.hidden = this.#diagram === null;
    nameButton(
      this.#source,
      this.#isSourceHidden ? tLazy().code.showSource : tLazy().code.hideSource,
    );
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
