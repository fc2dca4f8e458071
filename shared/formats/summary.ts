/**
 * The heading of a toggle ⇄ the HTML in a `<summary>`, where Markdown counts for nothing.
 *
 * Invariant: what one direction writes the other reads as the same; a tag or a character reference
 * that is no formatting of ours is kept word for word, as an object.
 */
import { isSafeLink } from '../document/addresses.ts';
import { isColorName } from '../document/marks.ts';
import {
  DEFAULT_HIGHLIGHT,
  type Inline,
  type InlineObject,
  type Marks,
} from '../document/schema.ts';
import { isImageAddress } from './addresses.ts';
import { canonicalLine, textInsteadOf } from './inline.ts';
import {
  escapeHtml,
  formatFormula,
  formatImage,
  formatRuns,
  INLINE_FORMULA,
} from './inline-html.ts';
import { labelOf, treeFromObject } from './tree-from-inline.ts';

/** A footnote's mark is one of them: its number, above the line wherever it is shown. */
const TOKENS =
  /<sup data-footnote="([^"<>]+)">\1<\/sup>|<!--.*?-->|<\/?[a-z][a-z0-9-]*(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?>|&(?:#?[a-z0-9]+);|[^<&]+|[<&]/gi;
const TAG = /^<(\/?)([a-z][a-z0-9-]*)(.*?)\/?>$/is;
// Maps, because whoever writes the text chooses the keys: `constructor` is one of every object.
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
]);
const MARK_OF_TAG: ReadonlyMap<string, Marks> = new Map<string, Marks>([
  ['strong', { bold: true }],
  ['b', { bold: true }],
  ['em', { italic: true }],
  ['i', { italic: true }],
  ['u', { underline: true }],
  ['s', { strike: true }],
  ['del', { strike: true }],
  ['strike', { strike: true }],
  ['sub', { subscript: true }],
  ['sup', { superscript: true }],
  ['code', { code: true }],
]);
const OPENS_FORMULA = `<code class="${INLINE_FORMULA}">`;
const HAS_A_MEANING_HERE = /<\/?(?:details|summary)\b/i;

export function formatSummary(content: readonly Inline[]): string {
  return formatRuns(canonicalLine(content.map(textInsteadOf)), formatObject);
}

function formatObject(embed: InlineObject): string {
  if (embed.object === 'image' && typeof embed.src === 'string') return formatImage(embed);
  if (embed.object === 'formula' && typeof embed.source === 'string') {
    return formatFormula(embed.source.replace(/\s+/g, ' ').trim());
  }
  const label = escapeHtml(labelOf(embed) ?? '');
  if (label) return `<sup data-footnote="${label}">${label}</sup>`;
  const node = treeFromObject(embed);
  const source = 'value' in node ? node.value.replace(/\s*\n\s*/g, ' ') : '';
  return node.type === 'html' && !HAS_A_MEANING_HERE.test(source) ? source : escapeHtml(source);
}

export function readSummary(html: string): Inline[] {
  const runs: Inline[] = [];
  /** Tags of formatting that are open; marks null for one that is kept as an object. */
  const open: { name: string; marks: Marks | null }[] = [];
  let formula: string | null = null;
  const line = html.replace(/[ \t]*\n[ \t\n]*/g, ' ').replace(/^[ \t]+|[ \t]+$/g, '');
  for (const [token, label] of line.matchAll(TOKENS)) {
    const marks: Marks = Object.assign({}, ...open.map((tag) => tag.marks));
    const character = CHARACTERS.get(token);
    const [, slash, tag, rest = ''] = TAG.exec(token) ?? [];
    const name = tag?.toLowerCase();
    if (formula !== null) {
      if (slash && name === 'code') {
        runs.push({ embed: { object: 'formula', source: formula.trim() }, marks });
        formula = null;
      } else formula += character ?? token;
    } else if (token === OPENS_FORMULA) {
      formula = '';
    } else if (label) {
      runs.push({ embed: { object: 'footnote', label: unescaped(label) }, marks });
    } else if (character || (!name && !/^(?:&.|<!--)/.test(token))) {
      runs.push({ text: character ?? token, marks });
    } else if (name === 'br') {
      runs.push({ text: '\n', marks });
    } else if (slash && name && closeTag(open, name)) {
      // The formatting ends here.
    } else {
      const made = slash || !name ? null : marksOfTag(name, rest);
      if (!slash && name && (made || MARK_OF_TAG.has(name))) open.push({ name, marks: made });
      if (!made) runs.push({ embed: readObject(token, name, rest), marks });
    }
  }
  if (formula !== null) runs.push({ text: formula });
  return canonicalLine(runs);
}

/** Whether there was formatting of this name to end; leaves out what was kept as an object. */
function closeTag(open: { name: string; marks: Marks | null }[], name: string): boolean {
  const index = open.findLastIndex((tag) => tag.name === name);
  if (index < 0 || open.slice(index + 1).some(({ marks }) => marks)) return false;
  const [closed] = open.splice(index);
  return closed?.marks != null;
}

function marksOfTag(name: string, rest: string): Marks | null {
  const attributes = attributesOf(rest);
  const { href, title, 'data-color': color, ...others } = attributes;
  if (Object.keys(others).length > 0) return null;
  if (name === 'a' && href !== undefined && color === undefined && isSafeLink(href)) {
    return title ? { link: href, linkTitle: title } : { link: href };
  }
  if (name === 'mark' && href === undefined && title === undefined) {
    return /^[a-z]*$/.test(color ?? '') ? { highlight: color || DEFAULT_HIGHLIGHT } : null;
  }
  if (name === 'span' && href === undefined && title === undefined) {
    return isColorName(color ?? '') ? { color: color! } : null;
  }
  return Object.keys(attributes).length === 0 ? (MARK_OF_TAG.get(name) ?? null) : null;
}

function readObject(token: string, name: string | undefined, rest: string): InlineObject {
  const { src, alt = '', title, ...others } = attributesOf(rest);
  const isImage = name === 'img' && src !== undefined && isImageAddress(src);
  if (!isImage || Object.keys(others).length > 0) return { object: 'html', value: token };
  return { object: 'image', src, alt, ...(title === undefined ? {} : { title }) };
}

function attributesOf(rest: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, value = ''] of rest.matchAll(/([a-z-]+)(?:="([^"<>]*)")?/gi)) {
    attributes[name!.toLowerCase()] = unescaped(value);
  }
  return attributes;
}

function unescaped(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot);/g, (reference) => CHARACTERS.get(reference)!);
}
