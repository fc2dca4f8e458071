/**
 * Markdown that is kept word for word and has no end: `<pre>`, a comment, a fence.
 *
 * Invariant: with the end that it is given, what is written behind it is read as if it stood alone.
 */
import { readTree } from './markdown-tree.ts';

/** Only what can go on over an empty line. */
const MAY_BE_OPEN = /<(?:pre|script|style|textarea|!|\?)|^[ \t>]*(?:```|~~~|\$\$)/im;
const NEXT = 'what follows';

/** The text, with an end where it has none. */
export function withEnd(source: string): string {
  if (!MAY_BE_OPEN.test(source) || isClosed(source)) return source;
  for (const end of endsOf(source)) {
    const whole = `${source}${source.endsWith('\n') ? '' : '\n'}${end}`;
    if (isClosed(whole)) return whole;
  }
  // Nothing ends it: then it is shown as what it is, code.
  const fence = '`'.repeat(longestRun(source) + 1);
  return `${fence}\n${source}\n${fence}`;
}

function isClosed(source: string): boolean {
  const last = readTree(`${source}\n\n${NEXT}`).children.at(-1);
  const only = last?.type === 'paragraph' && last.children.length === 1 ? last.children[0] : null;
  return only?.type === 'text' && only.value === NEXT;
}

/** What may end it, likely ones first. */
function endsOf(source: string): string[] {
  const fences = [...source.matchAll(/^[ \t>]*(`{3,}|~{3,}|\${2,})/gm)].map(
    ([, fence = '']) => fence,
  );
  const tags = [...source.matchAll(/<(pre|script|style|textarea)\b/gi)].map(
    ([, name]) => `</${name}>`,
  );
  return [
    ...new Set([
      ...fences.slice(-8).reverse(),
      ...tags.slice(-8).reverse(),
      '-->',
      '?>',
      ']]>',
      '>',
    ]),
  ];
}

function longestRun(source: string): number {
  return Math.max(2, ...[...source.matchAll(/`+/g)].slice(0, 10_000).map(([run]) => run.length));
}
