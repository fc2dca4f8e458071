/**
 * What single elements of other programs mean: a heading, a check box, a callout, a formula, a file.
 *
 * Invariant: each looks at one element and what is in it; where its text goes is `pasted-html.ts`.
 */
import { isSafeLink } from '../../../shared/document/addresses.ts';
import { attributeNamesOf, TONES } from '../../../shared/document/schema.ts';
import { BLOCK_PARTS } from '../blocks/registry.ts';
import { isMonospace, type Style, styleOf } from './pasted-styles.ts';
import { isSeen } from './pasted-table.ts';

/** What an element says of a block of a type that has no element of its own. */
export function blockIn(
  element: HTMLElement,
): { type: string; says: Record<string, string> } | null {
  for (const [type, { read }] of Object.entries(BLOCK_PARTS)) {
    const says = read?.(element);
    if (says) return { type, says };
  }
  return null;
}

/** The attributes of a block as its element has them. */
export function saidOf(type: string, { dataset }: HTMLElement): Record<string, string | undefined> {
  const names = attributeNamesOf(type).filter((name) => name !== 'depth' && name in dataset);
  return Object.fromEntries(names.map((name) => [name, dataset[name]]));
}

/**
 * What Word writes before the text of an item goes to the paragraph, which then is the item; before
 * that of a heading it is text, with a blank for what keeps them apart there.
 */
export function takeMarkers(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('[style*="mso-list" i]')) {
    if (styleOf(element).get('mso-list') !== 'ignore') continue;
    const line = element.closest<HTMLElement>('p,h1,h2,h3,h4,h5,h6');
    const marker = element.textContent.trim();
    if (line?.localName === 'p') line.dataset.marker ??= marker;
    if (line && line.localName !== 'p') element.replaceWith(`${marker} `);
    else if (line) element.remove();
  }
}

/** `1.`, `(a)`, `iv)`, `2.1`, and those of other scripts; a point is a sign, or a letter with none. */
const COUNTS =
  /^[(（]?(?:[\p{L}\p{Nd}]{1,5}|\p{Nd}+|[ivxlc]+)(?:\.\d+)*[.)．）、:–-]|^[\p{Nd}]+(?:\.\d+)*$|^\p{No}/iu;

export function isOrdered(marker: string): boolean {
  return COUNTS.test(marker);
}

/** The number of an item by its marker; null where it goes on from the item before, if there is one. */
export function numberIn(marker: string, isFirst: boolean): number | null {
  const western = marker.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String(digit.charCodeAt(0) & 15),
  );
  // Of a part of a part the last one counts.
  const digits = /(\d+)\D*$/.exec(western)?.[1];
  if (digits) return Number(digits);
  const letters = /^\(?([a-z]+)/i.exec(marker)?.[1]?.toLowerCase() ?? '';
  if (letters === 'a') return 1;
  if (!isFirst) return null;
  if (/^[ivx]+$/.test(letters)) return romanNumber(letters);
  return letters.length === 1 ? letters.charCodeAt(0) - 96 : null;
}

function romanNumber(letters: string): number {
  const values = Array.from(letters, (letter) => ({ i: 1, v: 5 })[letter] ?? 10);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}

export function isHidden(element: HTMLElement): boolean {
  const style = styleOf(element);
  return (
    style.get('display') === 'none' ||
    style.get('mso-hide') === 'all' ||
    isOutOfSight(element, style)
  );
}

/**
 * Whether a page has it only for those who are read to, who hear what is shown again in other words or
 * the same. What of a formula is so is all that it has of text.
 */
function isOutOfSight(element: HTMLElement, style: Style): boolean {
  const isCut =
    /^rect\((?:[\s,]*[01](?:px)?){4}\s*\)$/.test(style.get('clip') ?? '') ||
    /^inset\((?:50|100)%/.test(style.get('clip-path') ?? '');
  const isApart = /^(?:absolute|fixed)$/.test(style.get('position') ?? '');
  return isCut && isApart && !element.closest('mjx-container,.katex');
}

export function headingLevel(element: HTMLElement): number | null {
  const own = /^h([1-6])$/.exec(element.localName)?.[1];
  if (own) return Number(own);
  const level = Number(element.getAttribute('aria-level'));
  if (element.getAttribute('role') === 'heading' && level >= 1) return Math.min(level, 6);
  return element.matches('p.MsoTitle') ? 1 : null;
}

export function sourceOfFormula(element: HTMLElement): string {
  if (element.hasAttribute('data-embed')) return '';
  const annotation = element.querySelector('annotation[encoding="application/x-tex"]');
  const source =
    annotation?.textContent ?? (element.localName === 'code' ? element.textContent : '');
  return source.replace(/^\s*\{\\displaystyle(.*)\}\s*$/s, '$1').trim();
}

export function isFirst(child: Element, parent: Element): boolean {
  for (let node = child.previousSibling; node; node = node.previousSibling)
    if (node.textContent?.trim()) return false;
  return child.parentNode === parent;
}

/** Whether a list counts down. */
export function isReversed(list: Element): boolean {
  return list.localName === 'ol' && list.hasAttribute('reversed');
}

/** The number of a list's first item. */
export function firstNumber(list: Element): number {
  const said = Number.parseInt(list.getAttribute('start') ?? '', 10);
  if (Number.isSafeInteger(said)) return said;
  return isReversed(list)
    ? [...list.children].filter(({ localName }) => localName === 'li').length
    : 1;
}

/** Takes the check box out of an item; null where it has none. */
export function takeCheckbox(item: HTMLElement): boolean | null {
  const input = [...item.querySelectorAll('input[type=checkbox]')].find(
    (box) => box.closest('li') === item,
  );
  const drawn = item.querySelector(':scope > .checkbox');
  const isTask = item.getAttribute('role') === 'checkbox';
  if (!input && !drawn && !isTask) return null;
  const checked =
    item.getAttribute('aria-checked') === 'true' ||
    input?.hasAttribute('checked') === true ||
    drawn?.matches('.checkbox-on') === true;
  const behind = input?.nextSibling;
  if (behind?.nodeType === 3) behind.nodeValue = (behind.nodeValue ?? '').replace(/^ /, '');
  input?.remove();
  drawn?.remove();
  // Google Docs draws the box as a picture.
  if (isTask) item.querySelector(':scope > img')?.remove();
  return checked;
}

/** Takes `[ ] ` or `[x] `, or a box that Word draws as a letter, from the start of a text. */
export function takeTypedBox(content: Node[]): boolean | null {
  const text = firstText(content);
  const [box] = /^\s*(?:\[[ xX]\]\s+|[☐☑☒]\s*)/.exec(text?.nodeValue ?? '') ?? [];
  if (!text || !box) return null;
  text.nodeValue = (text.nodeValue ?? '').slice(box.length);
  return /[xX☑☒]/.test(box);
}

/** Takes an emoji from the start of a text: the icon of a callout of other programs. */
export function takeEmoji(content: Node[]): string {
  const text = firstText(content);
  const [emoji = ''] =
    /^\s*\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier}|\p{Extended_Pictographic})*\s*/u.exec(
      text?.nodeValue ?? '',
    ) ?? [];
  if (text && emoji) text.nodeValue = (text.nodeValue ?? '').slice(emoji.length);
  return emoji.trim();
}

function firstText(content: readonly Node[]): Node | null {
  for (const node of content) {
    if (node.nodeType === 3 && node.nodeValue?.trim()) return node;
    const inside = firstText([...node.childNodes]);
    if (inside) return inside;
    if (node.textContent?.trim()) return null;
  }
  return null;
}

export function isCallout(element: HTMLElement): boolean {
  return element.matches('aside,.markdown-alert');
}

/** Visual Studio Code copies each line as an element, in one that looks like the editor. */
export function isCodeEditor(element: HTMLElement): boolean {
  const style = styleOf(element);
  return (
    element.localName === 'div' &&
    style.get('white-space') === 'pre' &&
    isMonospace(style.get('font-family') ?? '') &&
    // A piece of one line is text for the line one writes in.
    element.children.length > 1 &&
    [...element.childNodes].every((line) => /^(?:div|br)$/i.test(line.nodeName) || !isSeen(line))
  );
}

export function linesAsPre(element: HTMLElement): HTMLElement {
  const pre = document.createElement('pre');
  pre.textContent = [...element.children].map((line) => line.textContent ?? '').join('\n');
  return pre;
}

export function toneOf(element: HTMLElement): string | null {
  const named = element.dataset.tone ?? /markdown-alert-(\w+)/.exec(element.className)?.[1];
  return TONES.find((tone) => tone === named) ?? null;
}

/** The figure of a picture, file or bookmark as the clipboard's part writes it. */
export function undrawnFigure(figure: HTMLElement): HTMLElement {
  const { src = '', alt = '', width = '', pixelWidth, pixelHeight } = figure.dataset;
  const { name = '', size = '', mime = '', href = '' } = figure.dataset;
  const isImage = figure.matches('.image') && src !== '';
  // Made in the page, a picture would be fetched at once.
  const shown = figure.ownerDocument.createElement(isImage ? 'img' : 'a');
  const attributes = isImage
    ? { src, alt, width, 'data-pixels': `${pixelWidth}x${pixelHeight}` }
    : figure.matches('.file')
      ? { href: src, download: name, type: mime, 'data-size': size }
      : { href };
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== '' || attribute === 'download') shown.setAttribute(attribute, value);
  if (!isImage) shown.textContent = figure.matches('.file') ? name : alt;
  figure.querySelector(':scope > .card')?.remove();
  figure.prepend(shown);
  return figure;
}

const EMOJI = /^(?:\p{ExtPict}|\p{EMod}|\p{RI}|\u200d|\ufe0f|\u20e3|[#*\d](?=\ufe0f?\u20e3))+$/u;
/** No emoji of a line is drawn wider, px. */
const EMOJI_WIDTH = 72;

/** What messengers call their emoji; their pictures are called by the numbers of the characters. */
const EMOJI_NAME = /^:[^\s:]+:(?::[^\s:]+:)?$/;
const EMOJI_FILE = /\/([\da-f]{2,5}(?:-[\da-f]{2,5}){0,9})(?:@2x)?\.(?:png|svg|gif|webp)$/i;

/** An emoji that a page draws as a picture is the text that it stands for. */
export function takeDrawnEmoji(root: HTMLElement): void {
  for (const image of root.querySelectorAll('img[alt]')) {
    const alt = image.getAttribute('alt') ?? '';
    const isSmall = !(Number(image.getAttribute('width')) > EMOJI_WIDTH);
    const meant = [alt, image.getAttribute('data-emoji-fallback') ?? '', emojiOfFile(image, alt)];
    const emoji = meant.find((text) => EMOJI.test(text));
    if (isSmall && emoji) image.replaceWith(emoji);
  }
}

function emojiOfFile(image: Element, alt: string): string {
  const file = EMOJI_NAME.test(alt) && EMOJI_FILE.exec(image.getAttribute('src') ?? '')?.[1];
  return file
    ? String.fromCodePoint(...file.split('-').map((number) => Number.parseInt(number, 16)))
    : '';
}

/** How characters are read, which a page shows above them, in brackets where it has none itself. */
export function takeReadings(root: HTMLElement): void {
  for (const reading of root.querySelectorAll('rt'))
    if (!reading.closest('ruby')?.querySelector('rp') && reading.textContent.trim() !== '')
      reading.replaceChildren('(', ...reading.childNodes, ')');
}

export function isContentImage(image: Element): boolean {
  return isSafeLink(image.getAttribute('src') ?? '') && !image.hasAttribute('data-embed');
}

export function fileData(file: Element, name: string): Record<string, string> {
  const src = file.getAttribute('href') ?? '';
  const size = file.getAttribute('data-size');
  const mime = file.getAttribute('type');
  return {
    name,
    ...(isSafeLink(src) ? { src } : {}),
    ...(size ? { size } : {}),
    ...(mime ? { mime } : {}),
  };
}

export function captionElement(nodes: Node[]): HTMLElement {
  const element = document.createElement('figcaption');
  element.append(...nodes);
  return element;
}

/** The parts of a run between empty lines; line breaks at their ends are layout. */
export function splitAtEmptyLines(run: readonly Node[]): Node[][] {
  const parts: Node[][] = [[]];
  let breaks: Node[] = [];
  for (const node of run) {
    if (isBreak(node)) {
      breaks.push(node);
      continue;
    }
    const isSpace = node.nodeType === 3 && /^[ \t\r\n]*$/.test(node.nodeValue ?? '');
    if (breaks.length > 0 && isSpace) continue;
    if (breaks.length > 1) parts.push([]);
    else if (parts.at(-1)!.length > 0) parts.at(-1)!.push(...breaks);
    breaks = [];
    parts.at(-1)!.push(node);
  }
  return parts.filter((part) => part.some(isSeen));
}

export function isBreak(node: Node): boolean {
  return (node as Element).localName === 'br';
}
