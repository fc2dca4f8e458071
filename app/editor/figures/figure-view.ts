/**
 * A picture or a file in the page: what it is or why it is not there, and its caption below.
 *
 * Invariant: its place is as large before the picture is there as after, where the document knows how
 * large it is. Nothing is loaded from elsewhere, and a drawing is shown through <img> only, where
 * nothing in it runs. The page's policy allows no style attributes: sizes are set on the elements.
 */
import type { Attrs, Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { attachmentOf } from '../../../shared/document/attachments.ts';
import { MIN_WIDTH } from '../../../shared/document/block-types/common.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import type { AttachmentSource } from './attachment-source.ts';

/** What an address of another place can be opened as. */
const ELSEWHERE = /^https?:\/\//i;
const KB = 1024;

export class FigureView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #view: EditorView;
  readonly #getPos: () => number | undefined;
  readonly #attachmentSource: AttachmentSource;
  readonly #frame: HTMLElement;
  #node: Node;
  #src: string | null = null;
  #stopWatching: (() => void) | null = null;
  /** A width that is being dragged, not yet in the document. */
  #draggedWidth: number | null = null;

  constructor(
    node: Node,
    view: EditorView,
    getPos: () => number | undefined,
    attachmentSource: AttachmentSource,
  ) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#attachmentSource = attachmentSource;
    this.dom = element('figure', node.type.name);
    this.#frame = this.dom.appendChild(element('div', 'frame'));
    this.#frame.contentEditable = 'false';
    this.contentDOM = this.dom.appendChild(element('figcaption'));
    this.contentDOM.dir = 'auto';
    this.#frame.addEventListener('mousedown', this.#onMouseDown);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.attrs === this.#node.attrs;
    this.#node = node;
    if (!isSame) this.#show();
    this.#showCaption();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  stopEvent(event: Event): boolean {
    const target = event.target as globalThis.Node | null;
    // Files that are dragged over a picture land in the text.
    return target !== null && this.#frame.contains(target) && !event.type.startsWith('drag');
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  destroy(): void {
    this.#stopWatching?.();
  }

  /** Everything but the caption. */
  #show(): void {
    const { attrs, type } = this.#node;
    this.dom.dataset.block = String(attrs.id ?? '');
    if (attrs.depth > 0) this.dom.dataset.depth = String(attrs.depth);
    else delete this.dom.dataset.depth;
    if (attrs.src !== this.#src) {
      this.#stopWatching?.();
      this.#src = String(attrs.src);
      const id = attachmentOf(this.#src);
      this.#stopWatching =
        id === null
          ? null
          : this.#attachmentSource.watch(id, type.name === 'image', () => this.#draw());
    }
    this.#showCaption();
    this.#draw();
  }

  #showCaption(): void {
    this.contentDOM.classList.toggle('empty', this.#node.content.size === 0);
  }

  #draw(): void {
    const { attrs, type } = this.#node;
    const parts = type.name === 'image' ? this.#picture(attrs) : this.#file(attrs);
    // An <img> that stays is not loaded anew, and does not flicker.
    const img = this.#frame.querySelector('img');
    const next = parts.find((part) => part instanceof HTMLImageElement);
    if (img && next && img.src === next.src) {
      img.alt = next.alt;
      parts[parts.indexOf(next)] = img;
      if (img.parentElement === this.#frame) {
        for (const other of [...this.#frame.children]) if (other !== img) other.remove();
        this.#frame.append(...parts.filter((part) => part !== img));
        this.#resize();
        return;
      }
    }
    this.#frame.replaceChildren(...parts);
    this.#resize();
  }

  #picture(attrs: Attrs): HTMLElement[] {
    const src = String(attrs.src);
    const id = attachmentOf(src);
    const alt = String(attrs.alt);
    if (id === null) return [elsewhere(tLazy().blocks.picture, alt, src)];
    const { url, words, isProblem } = this.#attachmentSource.get(id);
    const note = words === null ? [] : [this.#note(words, isProblem)];
    if (url === null) {
      const gap = element('div', 'missing');
      gap.setAttribute('role', 'img');
      const name = alt || tLazy().blocks.picture;
      const { notShown, notShownFor } = tLazy().figures;
      gap.setAttribute('aria-label', words ? notShownFor(name, words) : notShown(name));
      if (alt) gap.append(alt);
      return [gap, ...note];
    }
    const img = element('img');
    img.src = url;
    img.alt = alt;
    img.draggable = false;
    img.decoding = 'async';
    const grip = element('div', 'grip');
    grip.setAttribute('aria-hidden', 'true');
    grip.addEventListener('pointerdown', this.#onGrip);
    return [img, grip, ...note];
  }

  #file(attrs: Attrs): HTMLElement[] {
    const src = String(attrs.src);
    const name = String(attrs.name) || tLazy().blocks.file;
    const id = attachmentOf(src);
    if (id === null) return [elsewhere(tLazy().blocks.file, String(attrs.name), src)];
    const { words, isProblem } = this.#attachmentSource.get(id);
    const card = element('div', 'card');
    const label = element('span', 'name');
    label.textContent = name;
    const facts = element('span', 'facts');
    facts.textContent = typeof attrs.size === 'number' ? formatBytes(attrs.size) : '';
    const save = button(tLazy().figures.download, () => {
      void this.#attachmentSource.ready().then((attachments) => attachments.save(id, name));
    });
    save.setAttribute('aria-label', tLazy().figures.downloadNamed(name));
    card.append(label, facts, save);
    return [card, ...(words === null ? [] : [this.#note(words, isProblem)])];
  }

  #note(words: string, isProblem: boolean): HTMLElement {
    const note = element('div', isProblem ? 'note problem' : 'note');
    note.append(words);
    const id = attachmentOf(String(this.#node.attrs.src));
    if (isProblem && id !== null) {
      note.append(
        button(tLazy().common.tryAgain, () => {
          void this.#attachmentSource.ready().then((attachments) => attachments.retry(id));
        }),
      );
    }
    return note;
  }

  /** As wide as somebody made it, or as it is by itself; never wider than the text. */
  #resize(): void {
    const { style } = this.#frame;
    const { width, pixelWidth, pixelHeight } = this.#node.attrs;
    const wide = this.#draggedWidth ?? width ?? pixelWidth;
    const isImage = this.#node.type.name === 'image' && attachmentOf(this.#src ?? '') !== null;
    style.width = isImage && wide ? `${wide}px` : '';
    const shape = isImage && pixelWidth && pixelHeight ? `${pixelWidth} / ${pixelHeight}` : '';
    for (const child of this.#frame.querySelectorAll<HTMLElement>('img, .missing'))
      child.style.aspectRatio = shape;
  }

  /** A press on a picture selects it; controls in it work as they are. */
  readonly #onMouseDown = (event: MouseEvent): void => {
    const target = event.target as Element;
    if (event.button !== 0 || target.closest('a, button')) return;
    event.preventDefault();
    // A form that one leaves by this keeps what was typed for what is selected until then.
    this.#view.focus();
    const at = this.#getPos();
    if (at === undefined) return;
    const { state } = this.#view;
    this.#view.dispatch(state.tr.setSelection(BlockSelection.between(state.doc, at)));
  };

  readonly #onGrip = (press: PointerEvent): void => {
    if (press.button !== 0 || !this.#view.editable) return;
    press.preventDefault();
    press.stopPropagation();
    const grip = press.currentTarget as HTMLElement;
    const from = this.#frame.getBoundingClientRect().width;
    const most = this.dom.clientWidth;
    const toEnd = getComputedStyle(this.dom).direction === 'rtl' ? -1 : 1;
    grip.setPointerCapture(press.pointerId);
    const move = (event: PointerEvent): void => {
      const wanted = from + (event.clientX - press.clientX) * toEnd;
      this.#draggedWidth = Math.round(Math.min(Math.max(wanted, MIN_WIDTH), most));
      this.#resize();
    };
    const end = (event: PointerEvent): void => {
      grip.removeEventListener('pointermove', move);
      grip.removeEventListener('pointerup', end);
      grip.removeEventListener('pointercancel', end);
      const width = this.#draggedWidth;
      this.#draggedWidth = null;
      const at = this.#getPos();
      if (event.type === 'pointerup' && width !== null && at !== undefined && this.#view.editable)
        this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, 'width', width));
      else this.#resize();
    };
    grip.addEventListener('pointermove', move);
    grip.addEventListener('pointerup', end);
    grip.addEventListener('pointercancel', end);
  };
}

/** What lies elsewhere is not loaded: the page would tell a stranger who reads it, and when. */
function elsewhere(kind: string, name: string, src: string): HTMLElement {
  const card = element('div', 'card');
  const label = element('span', 'name');
  label.textContent = name || kind;
  card.append(label);
  if (!ELSEWHERE.test(src)) {
    const facts = element('span', 'facts');
    facts.textContent = src === '' ? tLazy().figures.withoutAddress(kind) : src;
    card.append(facts);
    return card;
  }
  const link = element('a');
  link.href = src;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  link.textContent = tLazy().figures.elsewhere(kind, hostOf(src));
  card.append(link);
  return card;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

export function formatBytes(bytes: number): string {
  const texts = tLazy().figures;
  if (bytes < KB) return texts.bytes(bytes);
  if (bytes < KB * KB) return texts.kilobytes(Math.round(bytes / KB));
  return texts.megabytes(Math.round((bytes / (KB * KB)) * 10) / 10);
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return made;
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', onClick);
  return made;
}
