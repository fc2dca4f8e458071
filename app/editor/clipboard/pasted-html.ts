/**
 * HTML of other programs, and our own, made flat: elements that the schema reads as one block each.
 *
 * Invariant: every text stays, in its order. Lists, quotes, callouts and toggles become depths; a
 * table that holds data becomes a rectangle whose cells are lines of text, one that is mere layout
 * is taken apart. Nothing of the source's ids, classes or scripts comes along.
 */
import { fieldOf, MAX_DEPTH, TONES } from '../../../shared/document/schema.ts';
import { isImageAddress } from '../../../shared/formats/addresses.ts';
import { wellFormed } from '../../../shared/formats/inline.ts';
import { INLINE_FORMULA } from '../../../shared/formats/inline-html.ts';
import { inertHtml } from '../../ui/trusted-types.ts';
import { BOXES, parseEmbed } from '../schema.ts';
import {
  blockIn,
  captionElement,
  fileData,
  firstNumber,
  headingLevel,
  isBreak,
  isCallout,
  isCodeEditor,
  isContentImage,
  isFirst,
  isHidden,
  isOrdered,
  isReversed,
  linesAsPre,
  numberIn,
  saidOf,
  sourceOfFormula,
  splitAtEmptyLines,
  takeCheckbox,
  takeDrawnEmoji,
  takeEmoji,
  takeMarkers,
  takeReadings,
  takeTypedBox,
  toneOf,
  undrawnFigure,
} from './pasted-elements.ts';
import { takeNotes } from './pasted-notes.ts';
import { blocksByLook, breakShownLines, formatByLook, Sheets, styleOf } from './pasted-styles.ts';
import { tableElement } from './pasted-table.ts';

/** Tags whose content is no text of the document, and what Word and Google Docs add to lines. */
const NOISE =
  'script,style,template,noscript,iframe,object,embed,head,title,meta,link,svg,span.EOP,' +
  'p.markdown-alert-title,.Apple-interchange-newline,[hidden]';
const BLOCKS =
  'address,article,aside,blockquote,caption,center,dd,details,dialog,div,dl,dt,fieldset,' +
  'figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hgroup,hr,legend,li,main,menu,nav,ol,' +
  'optgroup,option,p,pre,search,section,summary,table,tbody,td,tfoot,th,thead,tr,ul';

/** Formulas as other tools draw them, with the TeX they were made from. */
const FORMULAS = `.katex,mjx-container,.mwe-math-element,math,code[class='${INLINE_FORMULA}']`;
/** What a formula is besides what is seen of it. */
const UNSEEN_OF_FORMULAS = 'annotation,annotation-xml';

/** The first tag as the editor's reader looks for it: it knows none of a single letter. */
const FIRST_TAG = /<([a-z][^>\s]+)/i;
const TABLE_PART = /^(?:thead|tbody|tfoot|caption|colgroup|col|tr|td|th)$/i;

/**
 * What the clipboard holds, so that nothing of it gets lost where the editor reads it: a table
 * around parts of one, in which the editor would leave out the text beside its cells; and only such
 * notes of where it was cut as this editor writes, since others are believed without a look.
 */
export function readableHtml(html: string): string {
  const text = wellFormed(html);
  const bare = text.replace(/^(?:\s*<meta [^>]*>)*/, '');
  const isPart = TABLE_PART.test(FIRST_TAG.exec(bare)?.[1] ?? '');
  const whole = isPart ? `<table>${bare}` : text;
  if (!/data-pm-slice/i.test(whole)) return whole;
  const root = document.implementation.createHTMLDocument().createElement('div');
  root.innerHTML = inertHtml(whole);
  const strange = [...root.querySelectorAll('[data-pm-slice]')].filter(
    (element) => !/^\d+ \d+ \[\]$/.test(element.getAttribute('data-pm-slice') ?? ''),
  );
  if (strange.length === 0) return whole;
  for (const element of strange) element.removeAttribute('data-pm-slice');
  // Written down, `<plaintext>` would have no end.
  for (const element of root.querySelectorAll('template')) element.remove();
  for (const element of root.querySelectorAll('plaintext')) {
    const text = document.createElement('pre');
    text.append(...element.childNodes);
    element.replaceWith(text);
  }
  return root.innerHTML;
}

/** Replaces what an element holds by flat elements. */
export function flatten(root: HTMLElement): void {
  const isOwn =
    root.hasAttribute('data-pm-slice') || root.querySelector('[data-pm-slice]') !== null;
  const sheets = new Sheets(root);
  for (const element of root.querySelectorAll<HTMLElement>(NOISE)) element.remove();
  // What folds a part of a page may be all that the heading of that part is.
  for (const button of root.querySelectorAll('button')) {
    const heading = button.closest('h1,h2,h3,h4,h5,h6,[role=heading],summary');
    if (heading?.textContent.trim() !== button.textContent.trim()) button.remove();
  }
  for (const element of root.querySelectorAll<HTMLElement>(FORMULAS)) {
    const source = sourceOfFormula(element);
    if (!source || !root.contains(element)) continue;
    const object = document.createElement('span');
    object.dataset.embed = JSON.stringify({ object: 'formula', source });
    element.replaceWith(object);
  }
  for (const element of root.querySelectorAll(UNSEEN_OF_FORMULAS)) element.remove();
  for (const element of root.querySelectorAll<HTMLElement>('span[data-embed]')) {
    const embed = parseEmbed(element.dataset.embed);
    if (embed.object === 'image' && !isImageAddress(fieldOf(embed, 'src')))
      element.dataset.embed = JSON.stringify({ ...embed, src: '' });
  }
  simplify(root);
  for (const element of root.querySelectorAll<HTMLElement>('[style]'))
    if (isHidden(element)) element.remove();
  if (!isOwn) {
    takeMarkers(root);
    takeNotes(root);
    takeDrawnEmoji(root);
    takeReadings(root);
    blocksByLook(root, sheets);
    breakShownLines(root, sheets, BLOCKS);
    formatByLook(root, sheets);
  }
  // The editor's parser leaves out a break that ends an element, unless it knows it stands in a line.
  for (const end of root.querySelectorAll('mark > br:last-child'))
    if (!end.nextSibling) end.after(document.createElement('br'));
  if (root.querySelector(BLOCKS) === null) return;
  root.replaceChildren(...flatElements(root.childNodes, isOwn));
}

/** Blocks of text that the schema draws as mere boxes, by their classes. */
const DRAWN = ['bullet', 'ordered', 'task', 'callout', 'toggle', ...BOXES];

/** Elements inside one another, beyond which only their text counts. No browser makes so many. */
const MAX_NESTING = 600;
const HTML = 'http://www.w3.org/1999/xhtml';
/** Elements of formatting that each text in them is given a copy of: the inner ones. */
const MAX_AROUND = 30;

/** What is left of formulas that are no formulas to us is text, and so is what is nested too deeply. */
function simplify(root: HTMLElement): void {
  let depth = 0;
  let node: Node | null = root.firstChild;
  while (node) {
    if (node.nodeType === 1 && (node as Element).namespaceURI !== HTML) {
      const span = document.createElement('span');
      while (node.firstChild) span.appendChild(node.firstChild);
      (node as Element).replaceWith(span);
      node = span;
    }
    // Text that is in a table and in no cell of it would be in none.
    const isTooDeep =
      depth > MAX_NESTING && !/^(?:table|t?body|thead|tfoot|tr)$/i.test(node.nodeName);
    if (isTooDeep && node.nodeType === 1) node.textContent = `${node.textContent}`;
    if (node.firstChild && !isTooDeep) {
      node = node.firstChild;
      depth++;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode === root ? null : node.parentNode;
      depth--;
    }
    node = node?.nextSibling ?? null;
  }
}

/** What these nodes are as blocks. */
function flatElements(nodes: Iterable<ChildNode>, isOwn = false): HTMLElement[] {
  const flattener = new Flattener(isOwn);
  flattener.walk(nodes, flattener.plain(0));
  return flattener.out;
}

/** Where text and blocks go that stand in some container. */
interface Sink {
  /** Takes a run of text as a block. */
  text(content: Node[]): void;
  /** The depth at which a block stands. */
  depth(): number;
  end(): void;
}

class Flattener {
  readonly out: HTMLElement[] = [];
  readonly #isOwn: boolean;
  #run: Node[] = [];
  /** Elements of formatting around what is walked: they go around each run of text in them. */
  #around: Element[] = [];

  constructor(isOwn: boolean) {
    this.#isOwn = isOwn;
  }

  plain(depth: number, tag = 'p'): Sink {
    return {
      text: (content) => this.#emit(tag, depth, content),
      depth: () => depth,
      end: () => undefined,
    };
  }

  /** The first text is the container's own, what follows it stands one deeper. */
  #container(depth: number, open: (content: Node[]) => void): Sink {
    let isOpen = false;
    const openOnce = (content: Node[]): void => {
      isOpen = true;
      open(content);
    };
    return {
      text: (content) => (isOpen ? this.#emit('p', depth + 1, content) : openOnce(content)),
      depth: () => {
        if (!isOpen) openOnce([]);
        return depth + 1;
      },
      end: () => {
        if (!isOpen) openOnce([]);
      },
    };
  }

  /** Each text of a quote is a quote; other blocks in it stand one deeper. */
  #quote(depth: number): Sink {
    const sink = this.#container(depth, (content) => this.#emit('blockquote', depth, content));
    let isOpen = false;
    return {
      text: (content) => {
        if (isOpen) this.#emit('blockquote', depth, content);
        else sink.text(content);
        isOpen = true;
      },
      depth: () => {
        isOpen = true;
        return sink.depth();
      },
      end: sink.end,
    };
  }

  walk(nodes: Iterable<ChildNode>, sink: Sink): void {
    for (const node of [...nodes]) {
      if (node.nodeType === 3) this.#text(node);
      else if (node.nodeType === 1) this.#element(node as HTMLElement, sink);
    }
    this.#flush(sink);
  }

  #text(node: Node): void {
    if (this.#isOwn) {
      // Our own line breaks are elements: a line end beside a block is layout, and white space is
      // text. One between words is of another editor of this kind, which shows it.
      const { nextSibling } = node;
      const isLast = nextSibling?.nodeType === 1 ? (nextSibling as Element).matches(BLOCKS) : true;
      let text = node.nodeValue ?? '';
      if (this.#run.length === 0) text = text.replace(/^\n+/, '');
      if (isLast) text = text.replace(/(?<!\n)\n+$/, '');
      node.nodeValue = text;
    }
    if (node.nodeValue === '') return;
    const isLayout = /^[ \t\r\n]*$/.test(node.nodeValue ?? '') && this.#run.length === 0;
    if (!isLayout) this.#run.push(this.#wrapped(node));
  }

  #element(element: HTMLElement, sink: Sink): void {
    if (!element.matches(BLOCKS)) {
      if (element.querySelector(BLOCKS) === null) {
        this.#run.push(this.#wrapped(element));
        return;
      }
      this.#flush(sink);
      this.#around.push(element);
      this.walk(element.childNodes, sink);
      this.#around.pop();
      return;
    }
    this.#flush(sink);
    this.#block(element, sink);
    this.#flush(sink);
  }

  #block(element: HTMLElement, sink: Sink): void {
    const name = element.localName;
    const level = headingLevel(element);
    const found = this.#isOwn && element.dataset.block !== undefined ? null : blockIn(element);
    if (found) {
      const depth = sink.depth();
      const count = this.out.length;
      this.#textBlock(element, 'div', this.plain(depth));
      const made = this.out.length > count ? this.out.at(-1)! : this.#emit('div', depth, []);
      made.className = found.type;
      Object.assign(made.dataset, found.says);
    } else if (this.#isOwn && element.dataset.block !== undefined) {
      this.#drawn(element, sink.depth() + (Number(element.dataset.depth) || 0));
    } else if (level) {
      this.#textBlock(element, `h${level}`, sink);
    } else if (name === 'ul' || name === 'ol') {
      this.#list(element, sink.depth());
    } else if (name === 'li') {
      this.#item(element, 'bullet', sink.depth());
    } else if (name === 'p' && this.#wordItem(element)) {
      return;
    } else if (name === 'p' && this.#picture(element.childNodes, sink)) {
      return;
    } else if (name === 'blockquote') {
      this.#within(element.childNodes, this.#quote(sink.depth()));
    } else if (isCallout(element)) {
      this.#callout(element, sink.depth());
    } else if (name === 'details') {
      this.#toggle(element, sink.depth());
    } else if (name === 'figure') {
      this.#figure(element, sink);
    } else if (name === 'pre') {
      this.#code(element, sink.depth());
    } else if (isCodeEditor(element)) {
      this.#code(linesAsPre(element), sink.depth());
    } else if (name === 'hr') {
      this.#emit('hr', sink.depth(), []);
    } else if (name === 'table') {
      this.#table(element as HTMLTableElement, sink);
    } else if (name === 'p' && element.querySelector(BLOCKS) === null) {
      // The browser may not put `<p>` into `<p>`, but an empty one of ours is a block.
      const isEmpty = this.#isOwn && element.childNodes.length === 0;
      if (isEmpty) sink.text([]);
      else this.walk(element.childNodes, sink);
    } else {
      this.walk(element.childNodes, sink);
    }
  }

  /** A block as the schema draws it, which is copied before the clipboard's part is there. */
  #drawn(element: HTMLElement, depth: number): void {
    const sink = this.plain(depth);
    const { checked, tone, icon } = element.dataset;
    if (element.matches('.divider')) this.#emit('hr', depth, []);
    else if (element.localName === 'pre') this.#code(element, depth);
    else if (element.localName === 'table') this.#table(element as HTMLTableElement, sink);
    else if (element.localName === 'figure') this.#figure(undrawnFigure(element), sink);
    else {
      const kind = DRAWN.find((name) => element.classList.contains(name));
      const text =
        (kind === 'task' && element.querySelector<HTMLElement>(':scope > .text')) || element;
      const isNamed = /^(?:p|h[1-6]|blockquote)$/.test(element.localName);
      this.#textBlock(text, kind ? 'div' : isNamed ? element.localName : 'p', sink);
      const made = this.out.at(-1);
      if (!kind || !made) return;
      made.className = kind;
      if (kind === 'task') {
        const inside = document.createElement('div');
        inside.className = 'text';
        inside.append(...made.childNodes);
        made.append(inside);
        made.dataset.checked = String(checked === 'true');
      }
      const known = kind === 'callout' && TONES.find((name) => name === tone);
      if (known) made.dataset.tone = known;
      if (kind === 'callout' && icon) made.dataset.icon = icon;
      if (BOXES.some((box) => box === kind)) Object.assign(made.dataset, saidOf(kind, element));
    }
  }

  #within(nodes: Iterable<ChildNode>, sink: Sink): void {
    this.walk(nodes, sink);
    sink.end();
  }

  /** A block of one text, whatever blocks somebody put into it. */
  #textBlock(element: HTMLElement, tag: string, sink: Sink): void {
    const parts: Node[][] = [];
    const depth = sink.depth();
    const inside: Sink = { text: (run) => parts.push(run), depth: () => depth, end: sink.end };
    this.walk(element.childNodes, inside);
    const content = parts.flatMap((part, index) =>
      index > 0 ? [document.createElement('br'), ...part] : part,
    );
    if (content.length > 0 || this.#isOwn) this.#emit(tag, depth, content);
  }

  #list(list: HTMLElement, depth: number): void {
    let number = firstNumber(list);
    const step = isReversed(list) ? -1 : 1;
    let between: ChildNode[] = [];
    const takeBetween = (): void => {
      this.walk(between, this.plain(depth));
      between = [];
    };
    for (const child of [...list.childNodes]) {
      const name = (child as Element).localName;
      if (name !== 'ul' && name !== 'ol' && name !== 'li') {
        between.push(child);
        continue;
      }
      takeBetween();
      const element = child as HTMLElement;
      // Google Docs and Word nest a list beside its item instead of inside it.
      const said = Number.parseInt(element.getAttribute('value') ?? '', 10);
      if (name === 'li' && Number.isSafeInteger(said)) number = said;
      if (name !== 'li') {
        this.#list(element, depth + 1);
        continue;
      }
      const own = number;
      this.#item(element, list.localName === 'ol' ? 'ordered' : 'bullet', depth, () => own);
      number += step;
    }
    takeBetween();
  }

  /** `number`: of an ordered one, given whether there is none before; null where it goes on. */
  #item(
    item: HTMLElement,
    type: 'bullet' | 'ordered',
    depth: number,
    number: (isFirst: boolean) => number | null = () => 1,
  ): void {
    const level = Number(item.dataset.ariaLevel ?? item.getAttribute('aria-level'));
    const own = Number.isInteger(level) && level > depth + 1 ? level - 1 : depth;
    const checked = takeCheckbox(item);
    const open = (content: Node[]): void => {
      // A box that was written here, and is none, is text.
      const mayBeTyped = type === 'bullet' && !this.#isOwn;
      const box = checked ?? (mayBeTyped ? takeTypedBox(content) : null);
      if (box === null) {
        const element = this.#emit('div', own, content);
        element.className = type;
        if (type === 'ordered') this.#number(element, number);
        return;
      }
      const text = document.createElement('div');
      text.className = 'text';
      text.append(...content);
      const element = this.#emit('div', own, [text]);
      element.className = 'task';
      element.dataset.checked = String(box);
    };
    const sink = this.#container(own, open);
    const first = [...item.children].find((child) => child.matches('h1,h2,h3,h4,h5,h6'));
    if (first && isFirst(first, item)) {
      sink.text([...first.childNodes]);
      first.remove();
    }
    this.#within(item.childNodes, sink);
  }

  /** A number that does not simply go on from the item before. */
  #number(element: HTMLElement, numberOf: (isFirst: boolean) => number | null): void {
    const before = this.#before(element, 'ordered');
    const next = before ? Number(before.dataset.number) + 1 : 1;
    const number = numberOf(before === null) ?? next;
    if (before && number === next) {
      element.dataset.number = String(number);
      return;
    }
    element.dataset.number = String(number);
    if (before || number !== 1) element.dataset.start = String(number);
  }

  /** The item of the same list before: the last block that is not deeper. */
  #before(element: HTMLElement, type: string): HTMLElement | null {
    const depth = Number(element.dataset.depth ?? 0);
    let at = this.out.length - 2;
    while (at >= 0 && Number(this.out[at]!.dataset.depth ?? 0) > depth) at--;
    const before = this.out[at];
    const isSame = before?.className === type && Number(before.dataset.depth ?? 0) === depth;
    return isSame ? (before ?? null) : null;
  }

  /** Word writes an item of a list as a paragraph with its marker in it. */
  #wordItem(paragraph: HTMLElement): boolean {
    const list = styleOf(paragraph).get('mso-list') ?? '';
    const [, level] = /^l\d+\s+level(\d+)/.exec(list) ?? [];
    if (!level) return false;
    const marker = paragraph.dataset.marker ?? '';
    this.#item(paragraph, isOrdered(marker) ? 'ordered' : 'bullet', Number(level) - 1, (isFirst) =>
      numberIn(marker, isFirst),
    );
    return true;
  }

  #callout(element: HTMLElement, depth: number): void {
    const tone = toneOf(element);
    let icon = element.dataset.icon ?? '';
    const open = (content: Node[]): void => {
      const callout = this.#emit('div', depth, content);
      callout.className = 'callout';
      if (tone) callout.dataset.tone = tone;
      if (icon) callout.dataset.icon = icon;
    };
    const sink = this.#container(depth, open);
    const text = (content: Node[]): void => {
      // Notion puts the icon on a line of its own.
      const said = content
        .map((node) => node.textContent)
        .join('')
        .trim();
      icon ||= takeEmoji(content);
      if (said === '' || said !== icon) sink.text(content);
    };
    // In one of ours an emoji that is no icon is text.
    this.#within(element.childNodes, this.#isOwn ? sink : { ...sink, text });
  }

  #toggle(element: HTMLElement, depth: number): void {
    const summary = element.querySelector(':scope > summary');
    summary?.remove();
    const sink = this.#container(depth, (content) => {
      this.#emit('div', depth, content).className = 'toggle';
    });
    if (summary) this.walk(summary.childNodes, sink);
    sink.depth();
    this.#within(element.childNodes, this.plain(depth + 1));
  }

  #figure(figure: HTMLElement, sink: Sink): void {
    const caption = figure.querySelector(':scope > figcaption');
    const images = [...figure.querySelectorAll('img')].filter((one) => !caption?.contains(one));
    const file = figure.querySelector('a[download]') ?? figure;
    const image = images.length === 1 ? (images[0] ?? null) : null;
    const rest = [...figure.childNodes].filter((node) => node !== caption);
    const said = rest
      .map((node) => node.textContent ?? '')
      .join('')
      .trim();
    const captionNodes = caption ? [...caption.childNodes] : [];
    if (image && said === '' && isContentImage(image)) {
      this.#emitImage(image, sink.depth(), captionNodes);
    } else if (this.#isOwn && figure.matches('.image,.file,.bookmark')) {
      // Without an address it is what it says.
      const element = this.#emit('figure', sink.depth(), [captionElement(captionNodes)]);
      element.className =
        ['file', 'bookmark'].find((name) => figure.matches(`.${name}`)) ?? 'image';
      if (figure.matches('.file')) Object.assign(element.dataset, fileData(file, said));
      else if (figure.matches('.bookmark'))
        element.dataset.href = figure.querySelector('a')?.getAttribute('href') ?? '';
      else if (said) element.dataset.alt = said;
    } else {
      this.walk(rest, sink);
      this.walk(captionNodes, sink);
    }
  }

  /** Whether the nodes are a picture and nothing else, which then is a block; of ours it is a figure. */
  #picture(nodes: Iterable<ChildNode>, sink: Sink): boolean {
    if (this.#isOwn) return false;
    const shown = [...nodes].filter(
      (node) => node.nodeType === 1 || (node.nodeValue ?? '').trim() !== '',
    );
    const only = shown.length === 1 ? shown[0] : undefined;
    if (only?.nodeType !== 1) return false;
    const element = only as HTMLElement;
    if (element.localName === 'span') return this.#picture(element.childNodes, sink);
    if (element.localName !== 'img' || !isContentImage(element)) return false;
    this.#emitImage(element, sink.depth(), []);
    return true;
  }

  #emitImage(image: Element, depth: number, caption: Node[]): void {
    const element = this.#emit('figure', depth, [captionElement(caption)]);
    element.className = 'image';
    element.dataset.src = image.getAttribute('src') ?? '';
    const alt = image.getAttribute('alt');
    if (alt) element.dataset.alt = alt;
    const width = image.getAttribute('width');
    if (this.#isOwn && width) element.dataset.width = width;
    const [, pixelWidth, pixelHeight] =
      /^(\d{1,5})x(\d{1,5})$/.exec(image.getAttribute('data-pixels') ?? '') ?? [];
    if (pixelWidth && pixelHeight) Object.assign(element.dataset, { pixelWidth, pixelHeight });
  }

  #code(pre: HTMLElement, depth: number): void {
    for (const line of pre.querySelectorAll('br')) line.replaceWith('\n');
    // Some draw each line as an element, beside which the next one begins anew.
    for (const line of pre.querySelectorAll('div,li,p,tr'))
      if (line.nextSibling?.nodeType === 1 && !line.textContent.endsWith('\n')) line.after('\n');
    const code = pre.querySelector('code');
    const isFormula =
      (this.#isOwn && pre.matches('.formula')) ||
      /(?:^| )(?:math-display|language-math)(?: |$)/.test(code?.className ?? '');
    const { language = '', raw = '' } = this.#isOwn ? pre.dataset : {};
    const copy = document.createElement('code');
    copy.textContent = pre.textContent;
    if (!language)
      copy.className = /language-[\w+#.-]+/.exec(`${code?.className} ${pre.className}`)?.[0] ?? '';
    const element = this.#emit('pre', depth, [
      isFormula ? document.createTextNode(pre.textContent ?? '') : copy,
    ]);
    if (isFormula) element.className = 'formula';
    else Object.assign(element.dataset, language ? { language } : {}, raw ? { raw } : {});
  }

  #table(table: HTMLTableElement, sink: Sink): void {
    // A broken page may have several.
    for (let caption = table.caption; caption; caption = table.caption) {
      this.walk(caption.childNodes, sink);
      caption.remove();
    }
    const made = tableElement(table, this.#isOwn, flatElements);
    if (made) this.#emit(made, sink.depth(), []);
    else
      for (const row of table.rows) for (const cell of row.cells) this.walk(cell.childNodes, sink);
  }

  #wrapped(node: Node): Node {
    return this.#around.slice(-MAX_AROUND).reduceRight<Node>((inner, element) => {
      const copy = element.cloneNode(false);
      copy.appendChild(inner);
      return copy;
    }, node);
  }

  /** Hands over the text that was collected. Two line breaks in a row are another paragraph. */
  #flush(sink: Sink): void {
    const run = this.#run;
    this.#run = [];
    // The editor's parser takes a break at the very end for the browser's, and leaves it out.
    const last = run.at(-1);
    if (this.#isOwn && last && isBreak(last)) run.push(document.createElement('br'));
    for (const part of this.#isOwn ? [run] : splitAtEmptyLines(run)) {
      if (part.length === 0) continue;
      if (!this.#picture(part as ChildNode[], sink)) sink.text(part);
    }
  }

  #emit(made: string | HTMLElement, depth: number, content: Node[]): HTMLElement {
    const element = typeof made === 'string' ? document.createElement(made) : made;
    if (depth > 0) element.dataset.depth = String(Math.min(depth, MAX_DEPTH));
    element.append(...content);
    this.out.push(element);
    return element;
  }
}
