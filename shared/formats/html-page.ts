/**
 * Blocks → an HTML page of its own, whose footnotes lead to their notes and back.
 *
 * Invariant: it says what `formatHtml` says, asks for nothing but what the document shows, and runs
 * nothing.
 */
import type { BlockContent, InlineObject } from '../document/schema.ts';
import { formatHtml } from './html.ts';
import { wellFormed } from './inline.ts';
import { escapeHtml, formatObject } from './inline-html.ts';

export function formatHtmlPage({
  title,
  blocks,
}: {
  title: string;
  blocks: readonly BlockContent[];
}): string {
  const named = escapeHtml(wellFormed(title));
  const heading = title.trim() === '' ? [] : [`<h1>${named}</h1>`];
  return [
    '<!doctype html>',
    '<html>',
    `<head><meta charset="utf-8"><title>${named}</title>${DIRECTIONS}</head>`,
    '<body dir="auto">',
    ...heading,
    formatHtml(blocks, withLinks()),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** As in the editor: each block by its own first letter; code and a table's columns from left to right. */
const DIRECTIONS =
  '<style>:is(p,h1,h2,h3,h4,h5,h6,li,summary,figcaption,th,td){unicode-bidi:plaintext}' +
  'pre,table{direction:ltr}</style>';

/** A label may be there several times, and a name in a page once: the first of each has it. */
function withLinks(): (embed: InlineObject) => string {
  const named = new Set<string>();
  return (embed) => {
    if (embed.object !== 'footnote' || typeof embed.label !== 'string') return formatObject(embed);
    const label = escapeHtml(wellFormed(embed.label));
    const isNote = embed.text === true;
    const own = `${isNote ? 'note' : 'mark'}-${label}`;
    const id = named.has(own) ? '' : ` id="${own}"`;
    named.add(own);
    const link = `<a${id} href="#${isNote ? 'mark' : 'note'}-${encodeURIComponent(wellFormed(embed.label))}">${label}</a>`;
    return `<sup>${link}</sup>`;
  };
}
