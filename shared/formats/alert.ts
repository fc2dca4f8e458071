/**
 * Callouts ⇄ GitHub's alerts: a quote that begins with `[!NOTE]` on a line of its own.
 *
 * Invariant: a quote that somebody wrote `\[!NOTE]` into stays a quote. An icon that somebody chose
 * is a comment behind the first line: `<!-- icon: 🔥 -->`.
 */
import type { Blockquote, PhrasingContent, RootContent, Text } from 'mdast';
import { type BlockContent, TONES, type Tone } from '../document/schema.ts';
import type { ReadContext } from './inline-from-tree.ts';

type FlowContent = Blockquote['children'][number];

export interface Alert {
  tone: Tone;
  icon?: string;
  /** What stands in the paragraph of the first line, below it. */
  text: PhrasingContent[];
  rest: RootContent[];
}

const FIRST_LINE = /^\[!([a-z]+)\](?:\n|$)/i;
const ICON = /^<!-- icon: ([^\s<>-]{1,32}) -->$/;

/** @returns null if it is a mere quote. */
export function readAlert(quote: Blockquote, { source }: ReadContext): Alert | null {
  const [opening, ...rest] = quote.children;
  if (opening?.type !== 'paragraph') return null;
  const [first, ...behind] = opening.children;
  if (first?.type !== 'text') return null;
  const [line = '', name = ''] = FIRST_LINE.exec(first.value) ?? [];
  const tone = TONES.find((known) => known === name.toLowerCase());
  const from = first.position?.start.offset ?? 0;
  if (!tone || !source.startsWith(line.trimEnd(), from)) return null;
  const left = first.value.slice(line.length);
  if (!line.endsWith('\n') && behind.length > 0 && behind.shift()?.type !== 'break') return null;
  const text = left ? [{ ...first, value: left, position: behindLine(left) }, ...behind] : behind;
  const comment = text.length === 0 && rest[0]?.type === 'html' ? rest[0].value : '';
  const icon = ICON.exec(comment)?.[1];
  return icon ? { tone, icon, text, rest: rest.slice(1) } : { tone, text, rest };

  /** Where the text below the first line stands in the source, behind the signs of what it is in. */
  function behindLine(text: string): Text['position'] {
    if (!first?.position) return undefined;
    let offset = from + line.trimEnd().length;
    while (source[offset] !== text[0] && /[ \t\n>]/.test(source.charAt(offset))) offset++;
    return { ...first.position, start: { ...first.position.start, offset } };
  }
}

/** A callout's first line, and its text: below it where HTML may stand there, else apart from it. */
export function alertOpening({ tone, icon }: BlockContent, text: FlowContent[]): FlowContent[] {
  const line = `[!${(tone ?? 'note').toUpperCase()}]\n`;
  const comment = `<!-- icon: ${icon ?? ''} -->`;
  if (ICON.test(comment)) return [{ type: 'verbatim', value: line + comment }, ...text];
  const [first, ...rest] = text;
  if (first?.type !== 'paragraph' || first.children[0]?.type === 'html') {
    return [{ type: 'verbatim', value: line.trimEnd() }, ...text];
  }
  const children: PhrasingContent[] = [{ type: 'inlineVerbatim', value: line }, ...first.children];
  return [{ ...first, children }, ...rest];
}
