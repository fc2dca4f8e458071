/**
 * How pasted text looks elsewhere, as the elements of formatting that the schema reads.
 *
 * The browser itself gives no help: under the policy a page of ours is served with, `element.style`
 * says nothing in a document that is not shown. So `style` attributes and simple rules of `<style>`
 * are read here, as texts.
 *
 * Invariant: afterwards every text stands in the elements of what it looks like, and in no others;
 * no `style` is left in a line. No text is added, taken away or moved.
 */
import { isSafeLink } from '../../../shared/document/addresses.ts';
import { HIGHLIGHTS } from '../../../shared/document/highlights.ts';
import { TEXT_COLORS } from '../../../shared/document/schema.ts';
import { highlightOf, textColorOf } from './pasted-colors.ts';

/** Declarations by property. */
export type Style = ReadonlyMap<string, string>;

/** What a text looks like where it stands. */
interface Look {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  code: boolean;
  script: 'sub' | 'sup' | null;
  color: string | null;
  highlight: string | null;
}

const PLAIN: Look = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  code: false,
  script: null,
  color: null,
  highlight: null,
};

/** What is made anew of how its text looks. */
const FORMATTING = new Set(
  'abbr,acronym,b,bdi,bdo,big,cite,code,del,dfn,em,font,i,ins,kbd,mark,s,samp,small,span,strike,strong,sub,sup,tt,u,var'.split(
    ',',
  ),
);
const MONOSPACE =
  /^(?:[\w -]*\bmono\b|courier|consolas|menlo|monaco|lucida console|fira code|source code|cascadia|andale|inconsolata|liberation mono|sfmono)/i;
/** Longer than any program writes; a hostile page costs no more. */
const MAX_RULES = 5000;
const MAX_STYLE_LENGTH = 20_000;
const MAX_FONT_LENGTH = 300;
const HEADING = /^h[1-6]$/;

/** Reads a list of declarations, as in an attribute; the last one of a property counts. */
function readStyle(text: string): Style {
  const style = new Map<string, string>();
  const clean = withoutComments(text.slice(0, MAX_STYLE_LENGTH));
  // A semicolon in quotes or brackets ends nothing.
  for (const part of clean.match(/(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;])+/g) ?? []) {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon).trim().toLowerCase();
    const value = part
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
      .toLowerCase();
    if (colon > 0 && value) style.set(name, value);
  }
  return style;
}

function withoutComments(text: string): string {
  let clean = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('/*', at);
    if (open < 0) return clean + text.slice(at);
    clean += text.slice(at, open);
    const close = text.indexOf('*/', open + 2);
    if (close < 0) return clean;
    at = close + 2;
  }
}

export function styleOf(element: Element): Style {
  const text = element.getAttribute('style');
  return text ? readStyle(text) : NO_STYLE;
}
const NO_STYLE: Style = new Map();

/** Rules of the pasted page's own sheets for one class: `.x` and `p.x`. By selector. */
export class Sheets {
  readonly #rules = new Map<string, Map<string, string>>();

  constructor(root: ParentNode) {
    let count = 0;
    for (const sheet of root.querySelectorAll('style')) {
      const text = withoutComments(sheet.textContent ?? '').replace(/<!--|-->/g, '');
      for (const part of text.split('}')) {
        if (++count > MAX_RULES) return;
        // In `@media print { p.a { …` the last opening is the rule's own.
        const [body = '', selectors = ''] = part.split('{').reverse();
        const declared = [...readStyle(body)];
        for (const selector of selectors.split(',')) {
          const name = selector.trim().toLowerCase();
          if (!/^[a-z\d]*\.[\w-]+$/.test(name)) continue;
          const rule = this.#rules.get(name) ?? new Map<string, string>();
          for (const [property, value] of declared) rule.set(property, value);
          this.#rules.set(name, rule);
        }
      }
    }
  }

  /** What an element says of its look: by its classes, and by itself. */
  styleOf(element: Element): Style {
    const own = styleOf(element);
    if (this.#rules.size === 0 || element.classList.length === 0) return own;
    const all = new Map<string, string>();
    for (const prefix of ['', element.localName])
      for (const name of [...element.classList].slice(0, 20))
        for (const [property, value] of this.#rules.get(`${prefix}.${name.toLowerCase()}`) ?? [])
          all.set(property, value);
    for (const [property, value] of own) all.set(property, value);
    return all;
  }
}

/**
 * Makes breaks of line ends where the page shows them as such, as messages and posts do. What stands
 * between `blocks` is layout all the same.
 */
export function breakShownLines(root: HTMLElement, sheets: Sheets, blocks: string): void {
  const pending: { node: ChildNode; isShown: boolean }[] = [];
  const push = (parent: Node, isShown: boolean): void => {
    for (const node of parent.childNodes) pending.push({ node, isShown });
  };
  push(root, false);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node } = next;
    if (node.nodeType === 1) {
      const element = node as HTMLElement;
      if (element.localName === 'pre') continue;
      const space = sheets.styleOf(element).get('white-space');
      push(element, space === undefined ? next.isShown : /^(?:pre|break-spaces)/.test(space));
      continue;
    }
    const text = node.nodeValue ?? '';
    if (node.nodeType !== 3 || !next.isShown || !/[\r\n]/.test(text)) continue;
    const isBetween = [node.previousSibling, node.nextSibling].some(
      (beside) => beside?.nodeType === 1 && (beside as Element).matches(blocks),
    );
    if (isBetween && text.trim() === '') continue;
    const lines = text.split(/\r\n?|\n/);
    node.replaceWith(
      ...lines.flatMap((line, index) =>
        index > 0 ? [document.createElement('br'), line] : [line],
      ),
    );
  }
}

const BLOCK_LOOKS = /^(?:block|flex|grid|flow-root|list-item|table)$/;

/** Has what the page shows as a block be one, whatever its element. */
export function blocksByLook(root: HTMLElement, sheets: Sheets): void {
  for (const element of root.querySelectorAll('span,a,b,strong,i,em,u,font,small,label')) {
    const isBlock =
      BLOCK_LOOKS.test(sheets.styleOf(element).get('display') ?? '') ||
      element.matches('[data-stringify-type=paragraph-break]');
    if (!isBlock || element.hasAttribute('data-embed')) continue;
    const block = document.createElement('div');
    block.append(...element.childNodes);
    if (element.localName !== 'span') {
      element.append(block);
      continue;
    }
    for (const name of ['class', 'style'])
      block.setAttribute(name, element.getAttribute(name) ?? '');
    element.replaceWith(block);
  }
}

/** Gives each text in the element the formatting that it is seen with. */
export function formatByLook(root: HTMLElement, sheets: Sheets): void {
  const pending: { node: Node; look: Look; inHeading: boolean; inLink: boolean }[] = [];
  const push = (parent: Node, look: Look, inHeading: boolean, inLink: boolean): void => {
    for (let node = parent.lastChild; node; node = node.previousSibling)
      pending.push({ node, look, inHeading, inLink });
  };
  push(root, PLAIN, false, false);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, look, inHeading, inLink } = next;
    if (node.nodeType !== 1) {
      if (node.nodeType === 3 && look !== PLAIN) wrap(node, look);
      continue;
    }
    const element = node as HTMLElement;
    const name = element.localName;
    // What is written in code is no more than its text; an object brings its own looks.
    if (name === 'pre' || element.hasAttribute('data-embed')) continue;
    if (name === 'a') cleanLink(element);
    const style = sheets.styleOf(element);
    const isHeading = HEADING.test(name) || element.getAttribute('role') === 'heading';
    const isLine = FORMATTING.has(name) || name === 'a' || name === 'label' || name === 'q';
    const link = inLink || (name === 'a' && element.hasAttribute('href'));
    const inside = inHeading || isHeading;
    const own = isHeading || name === 'th' ? look : lookOf(element, style, look, isLine, inside);
    const shown =
      link && (own.underline || own.color) ? { ...own, underline: false, color: null } : own;
    if (isLine) element.removeAttribute('style');
    push(element, isPlain(shown) ? PLAIN : shown, inside, link);
    if (FORMATTING.has(name)) element.replaceWith(...element.childNodes);
  }
}

function isPlain(look: Look): boolean {
  return (Object.keys(PLAIN) as (keyof Look)[]).every((name) => look[name] === PLAIN[name]);
}

function lookOf(
  element: HTMLElement,
  style: Style,
  outer: Look,
  isLine: boolean,
  inHeading: boolean,
): Look {
  const look = { ...outer };
  takeTag(element, look);
  const font = (style.get('font') ?? '').slice(0, MAX_FONT_LENGTH);
  const weight = style.get('font-weight') ?? (font && weightIn(font));
  if (/^(?:bold|bolder|[6-9]\d\d)$/.test(weight)) look.bold = true;
  else if (/^(?:normal|lighter|[1-5]\d\d)$/.test(weight)) look.bold = false;
  const slant = style.get('font-style') ?? (font && slantIn(font));
  if (/^(?:italic|oblique)/.test(slant)) look.italic = true;
  else if (slant === 'normal') look.italic = false;
  takeDecoration(element, style, outer, look);
  const family = style.get('font-family') ?? familyIn(font);
  if (family && element.localName !== 'code') look.code = isMonospace(family);
  const height = style.get('vertical-align') ?? '';
  if (isLine && height.startsWith('sub')) look.script = 'sub';
  else if (isLine && height.startsWith('super')) look.script = 'sup';
  const color = style.get('color');
  if (color) look.color = textColorOf(color, inHeading);
  const ground = isLine ? groundOf(style) : '';
  if (ground && !look.code) look.highlight = highlightOf(ground) ?? outer.highlight;
  return look;
}

/** What is meant by the tag itself. */
function takeTag(element: HTMLElement, look: Look): void {
  const name = element.localName;
  if (name === 'b' || name === 'strong') look.bold = true;
  else if (name === 'em' || name === 'i') look.italic = true;
  else if (name === 'u' || name === 'ins') look.underline = true;
  else if (name === 's' || name === 'del' || name === 'strike') look.strike = true;
  else if (/^(?:code|kbd|samp|tt)$/.test(name)) look.code = true;
  else if (name === 'sub' || name === 'sup') look.script = name;
  else if (name === 'mark') look.highlight = named(HIGHLIGHTS, element) ?? HIGHLIGHTS[0];
  else if (name === 'font') {
    const color = element.getAttribute('color');
    if (color) look.color = textColorOf(color, false);
    if (isMonospace(element.getAttribute('face') ?? '')) look.code = true;
  } else if (name === 'span' && element.hasAttribute('data-color') && !element.className) {
    look.color = named(TEXT_COLORS, element) ?? look.color;
  }
}

/** A name of the palette that an element says, as files of this app do. */
function named(palette: readonly string[], element: HTMLElement): string | null {
  return palette.find((color) => color === element.dataset.color) ?? null;
}

/** A line below a text reaches through all that is in it; only its own element takes it away. */
function takeDecoration(element: Element, style: Style, outer: Look, look: Look): void {
  const decoration = style.get('text-decoration-line') ?? style.get('text-decoration');
  if (decoration === undefined) return;
  if (/\bnone\b/.test(decoration)) {
    look.underline = outer.underline;
    look.strike = outer.strike;
  }
  // Proofing marks of Word on the web are no underlining.
  if (/\bunderline\b/.test(decoration) && !/\bwavy\b|\bdotted\b/.test(decoration))
    look.underline = element.localName !== 'abbr';
  if (/\bline-through\b/.test(decoration)) look.strike = true;
}

function groundOf(style: Style): string {
  const marked = style.get('mso-highlight');
  return marked ?? style.get('background-color') ?? style.get('background') ?? '';
}

/** In `font: italic bold 12px/1.2 Arial` what stands before the size; what does not is normal. */
function beforeSize(font: string): string {
  return (
    /^(.*?)(?:\d*\.?\d+(?:px|pt|em|rem|%|cm|mm|in|pc)|(?:x+-)?(?:small|large)|medium|smaller|larger)\b/.exec(
      font,
    )?.[1] ?? ''
  );
}

function weightIn(font: string): string {
  return /\b(?:bold|bolder|lighter|[1-9]00)\b/.exec(beforeSize(font))?.[0] ?? 'normal';
}

function slantIn(font: string): string {
  return /\b(?:italic|oblique)\b/.exec(beforeSize(font))?.[0] ?? 'normal';
}

function familyIn(font: string): string {
  return (font && /(?:px|pt|em|rem|%)(?:\/[\w.%]+)?\s+(.+)$/.exec(font)?.[1]) || '';
}

export function isMonospace(families: string): boolean {
  const [first = ''] = families.split(',');
  const name = first.trim().replace(/^(["'])(.*)\1$/, '$2');
  return MONOSPACE.test(name) || /(?:^|,)\s*["']?(?:ui-)?monospace["']?\s*(?:,|$)/i.test(families);
}

/** Puts the elements of a look around a node. */
function wrap(node: Node, look: Look): void {
  const text = node.nodeValue ?? '';
  // White space with a line end in it is layout of the source.
  if (/[\r\n]/.test(text) && !/[^ \t\r\n]/.test(text)) return;
  const names: string[] = [];
  if (look.bold) names.push('strong');
  if (look.italic) names.push('em');
  if (look.underline) names.push('u');
  if (look.strike) names.push('s');
  if (look.script) names.push(look.script);
  if (look.code) names.push('code');
  let outer: HTMLElement | null = null;
  let inner: HTMLElement | null = null;
  const add = (name: string, color: string | null = null): void => {
    const element = document.createElement(name);
    if (color) element.dataset.color = color;
    inner?.append(element);
    outer ??= element;
    inner = element;
  };
  // Colours of code are those of its words, and found anew here.
  if (look.highlight && !look.code) add('mark', look.highlight);
  if (look.color && !look.code) add('span', look.color);
  for (const name of names) add(name);
  const around = outer as HTMLElement | null;
  if (!around) return;
  (node as ChildNode).replaceWith(around);
  (inner as HTMLElement | null)?.append(node);
}

/** Addresses that lead through somebody who counts the clicks, as what they lead to. */
function cleanLink(link: HTMLElement): void {
  const href = link.getAttribute('href');
  if (href) link.setAttribute('href', withoutDetour(href));
}

const DETOURS: readonly { at: RegExp; parameter: string }[] = [
  { at: /^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/url\?/i, parameter: 'q' },
  { at: /^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/url\?/i, parameter: 'url' },
  { at: /^https:\/\/[\w.-]*\bsafelinks\.protection\.outlook\.com\//i, parameter: 'url' },
  { at: /^https?:\/\/lm?\.facebook\.com\/l\.php\?/i, parameter: 'u' },
];

function withoutDetour(href: string): string {
  for (const { at, parameter } of DETOURS) {
    if (!at.test(href) || !URL.canParse(href)) continue;
    const target = new URL(href).searchParams.get(parameter) ?? '';
    if (/^(?:https?|mailto):/i.test(target) && isSafeLink(target)) return target;
  }
  return href;
}
