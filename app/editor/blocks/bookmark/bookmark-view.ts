/**
 * A bookmark in the page: the title one gave it, the web page it is about, and what was read there.
 *
 * Invariant: nothing is fetched of the web to show it, and it opens only addresses that the model
 * lets in, in a tab that knows nothing of this one.
 */
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { isWebAddress } from '../../../../shared/document/addresses.ts';
import { attachmentOf } from '../../../../shared/document/attachments.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import type { AttachmentSource } from '../../figures/attachment-source.ts';
import { besideText, blockButton, nameButton } from '../beside-text.ts';
import { describeBlock } from '../block-element.ts';

export class BookmarkView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #link = document.createElement('a');
  readonly #edit: HTMLButtonElement;
  readonly #description = besideText('p', 'about');
  readonly #picture = document.createElement('img');
  readonly #attachments: AttachmentSource;
  #src: string | null = null;
  #stopWatching: (() => void) | null = null;
  #node: Node;

  /** `edit`: asks for the address of the bookmark that has the caret. */
  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    { attachments, edit }: { attachments: AttachmentSource; edit: () => void },
  ) {
    this.#node = node;
    this.#attachments = attachments;
    this.dom = document.createElement('figure');
    this.dom.className = 'bookmark';
    this.contentDOM = document.createElement('figcaption');
    this.contentDOM.dir = 'auto';
    const where = besideText('div', 'where');
    this.#link.target = '_blank';
    this.#link.rel = 'noopener noreferrer nofollow';
    this.#edit = blockButton('edit', () => {
      const at = position();
      if (at === undefined || !view.editable) return;
      const { doc, tr } = view.state;
      view.dispatch(tr.setSelection(TextSelection.create(doc, at + this.#node.nodeSize - 1)));
      edit();
    });
    nameButton(this.#edit, tLazy().common.edit, tLazy().menus.editAddress);
    where.append(this.#link, this.#edit);
    this.#description.dir = 'auto';
    // What it shows is said by the title and the description.
    this.#picture.alt = '';
    this.#picture.draggable = false;
    const picture = besideText('div', 'shown');
    picture.append(this.#picture);
    this.dom.append(this.contentDOM, this.#description, where, picture);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    if (node === this.#node) return true;
    this.#node = node;
    this.#show();
    return true;
  }

  destroy(): void {
    this.#stopWatching?.();
  }

  stopEvent({ target }: Event): boolean {
    return (
      target instanceof Element && target.closest('a, button') !== null && !this.#isTitle(target)
    );
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    if (mutation.type === 'selection') return false;
    return mutation.target === this.dom || !this.contentDOM.contains(mutation.target);
  }

  /** A title may have links of its own, which work as links in a text do. */
  #isTitle(element: Element): boolean {
    return this.contentDOM.contains(element);
  }

  #watch(src: string): void {
    if (src === this.#src) return;
    this.#src = src;
    this.#stopWatching?.();
    const id = attachmentOf(src);
    const draw = () => {
      const url = id === null ? null : this.#attachments.get(id).url;
      this.dom.classList.toggle('pictured', url !== null);
      if (url !== null) this.#picture.src = url;
      else this.#picture.removeAttribute('src');
    };
    this.#stopWatching = id === null ? null : this.#attachments.watch(id, true, draw);
    draw();
  }

  #show(): void {
    const { attrs, content } = this.#node;
    this.#watch(attrs.src);
    this.#description.textContent = attrs.description;
    describeBlock(this.dom, this.#node);
    this.dom.classList.toggle('untitled', content.size === 0);
    const host = isWebAddress(attrs.href) ? hostOf(attrs.href) : '';
    this.#link.textContent = host || tLazy().objects.noAddress;
    if (host) this.#link.href = attrs.href;
    else this.#link.removeAttribute('href');
    this.#link.title = host ? attrs.href : '';
    this.dom.setAttribute(
      'aria-label',
      host ? tLazy().objects.bookmarkOf(host) : tLazy().objects.bookmark,
    );
  }
}

function hostOf(href: string): string {
  return URL.canParse(href) ? new URL(href).host.replace(/^www\./, '') : href;
}
