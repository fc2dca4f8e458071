/**
 * `==highlighted==` in Markdown, as many write it: signs around words, found in the text of a line.
 *
 * Invariant: a sign opens before a word and behind none, and closes behind a word and before none, so
 * that a comparison (`a==b`) is none; letters of scripts that put no blanks between words, or none
 * before endings, may stand beside it. One that was escaped is text, and one alone, too.
 */
import type { Html, PhrasingContent, Text } from 'mdast';
import { IN_WORD } from './letters-of-words.ts';

/** Signs that stand in for the tags they mean. */
const SIGNS = new WeakSet<PhrasingContent>();

/** Whether a node is a sign of a highlight, and no tag that was written. */
export function isSign(node: PhrasingContent): boolean {
  return SIGNS.has(node);
}

interface Sign {
  /** Which of the siblings it is in, and where in its text and in the source. */
  node: number;
  at: number;
  offset: number;
  opens: boolean;
  closes: boolean;
}

/** The siblings, with tags of a highlight where signs stand that belong together. */
export function withHighlights(
  nodes: readonly PhrasingContent[],
  source: string,
): readonly PhrasingContent[] {
  if (!nodes.some((node) => node.type === 'text' && node.value.includes('=='))) return nodes;
  const signs = nodes.flatMap((node, index) =>
    node.type === 'text' ? signsIn(node, index, nodes, source) : [],
  );
  const tags = new Map<number, { sign: Sign; value: string }[]>();
  let open: Sign | null = null;
  const put = (sign: Sign, value: string): void => {
    tags.set(sign.node, [...(tags.get(sign.node) ?? []), { sign, value }]);
  };
  for (const sign of signs) {
    if (open && sign.closes) {
      put(open, '<mark>');
      put(sign, '</mark>');
      open = null;
    } else if (!open && sign.opens) {
      open = sign;
    }
  }
  return nodes.flatMap((node, index) => {
    const own = tags.get(index);
    return own && node.type === 'text' ? split(node, own) : [node];
  });
}

function split(node: Text, tags: readonly { sign: Sign; value: string }[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  let from = 0;
  let offset = node.position?.start.offset ?? 0;
  const take = (to: number): void => {
    const value = node.value.slice(from, to);
    const start = { line: 1, column: 1, offset };
    if (value) out.push({ type: 'text', value, position: { start, end: start } });
  };
  for (const { sign, value } of tags) {
    take(sign.at);
    const tag: Html = { type: 'html', value };
    SIGNS.add(tag);
    out.push(tag);
    from = sign.at + 2;
    offset = sign.offset + 2;
  }
  take(node.value.length);
  return out;
}

function signsIn(
  { value, position }: Text,
  index: number,
  nodes: readonly PhrasingContent[],
  source: string,
): Sign[] {
  const signs: Sign[] = [];
  let offset = position?.start.offset ?? 0;
  for (let at = 0; at < value.length; at++, offset++) {
    // Before a line that goes on stand the signs of what it is in.
    if (value[at - 1] === '\n')
      while (source[offset] !== value[at] && /[ \t>]/.test(source.charAt(offset))) offset++;
    const isEscaped = source[offset] === '\\' && /[!-/:-@[-`{-~]/.test(source.charAt(offset + 1));
    if (isEscaped) offset++;
    // A reference, or something else that is written in another way: no sign is looked for behind it.
    if (source[offset] !== value[at]) return signs;
    if (isEscaped || value[at] !== '=' || value[at + 1] !== '=') continue;
    const isPair = source[offset + 1] === '=';
    const isRun = value[at - 1] === '=' || value[at + 2] === '=';
    if (isPair && !isRun) {
      const before = characterBefore(value, at) || edgeOf(nodes[index - 1]);
      const behind = characterAt(value, at + 2) || edgeOf(nodes[index + 1]);
      signs.push({
        node: index,
        at,
        offset,
        opens: behind !== '' && !/\s/.test(behind) && !IN_WORD.test(before),
        closes: before !== '' && !/\s/.test(before) && !IN_WORD.test(behind),
      });
    }
  }
  return signs;
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : '';
}

function characterBefore(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
}

/** What stands beside a text: nothing, or something that is no word and no blank. */
function edgeOf(node: PhrasingContent | undefined): string {
  if (!node) return '';
  return node.type === 'break' ? ' ' : '*';
}
