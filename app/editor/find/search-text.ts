/**
 * Where a text has what someone looks for, and what would stand there instead.
 *
 * Invariant: matches do not overlap, are never empty, and come first to last.
 */
export interface Wanted {
  text: string;
  matchCase: boolean;
  wholeWord: boolean;
  isExpression: boolean;
}

export interface Match {
  from: number;
  to: number;
  /** What the replacement makes of it; only where one was given. */
  replaced?: string;
}

/** A regular expression for what is wanted; throws a SyntaxError where it is none. */
export function compile({ text, matchCase, isExpression }: Wanted): RegExp {
  const source = isExpression ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(source, matchCase ? 'gmu' : 'gimu');
}

/** Letters, digits, what joins to letters, and the underscore. */
const WORD = /[\p{L}\p{N}\p{M}_]/u;

export function matchesIn(
  text: string,
  pattern: RegExp,
  { wholeWord, isExpression }: Wanted,
  replacement?: string,
): Match[] {
  const found: Match[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const from = match.index;
    const to = from + match[0].length;
    if (to === from) {
      pattern.lastIndex += [...text.slice(from, from + 2)][0]?.length ?? 1;
      continue;
    }
    if (wholeWord && !isWhole(text, from, to)) {
      // Another match may begin inside the one that was no word.
      pattern.lastIndex = from + ([...text.slice(from, from + 2)][0]?.length ?? 1);
      continue;
    }
    const result: Match = { from, to };
    if (replacement !== undefined)
      result.replaced = isExpression ? expand(replacement, match) : replacement;
    found.push(result);
  }
  return found;
}

function isWhole(text: string, from: number, to: number): boolean {
  const before = [...text.slice(Math.max(0, from - 2), from)].pop() ?? '';
  const behind = [...text.slice(to, to + 2)][0] ?? '';
  const first = [...text.slice(from, from + 2)][0] ?? '';
  const last = [...text.slice(Math.max(from, to - 2), to)].pop() ?? '';
  const cut = (a: string, b: string) => WORD.test(a) && WORD.test(b);
  return !cut(before, first) && !cut(last, behind);
}

/** `$1`, `$<name>`, `$&` and `$$` in a replacement, as JavaScript has them. */
function expand(replacement: string, match: RegExpExecArray): string {
  return replacement.replace(/\$(?:\$|&|(\d{1,2})|<([^>]*)>)/g, (sign, digits, name) => {
    if (sign === '$$') return '$';
    if (sign === '$&') return match[0];
    if (name !== undefined) return match.groups ? (match.groups[name] ?? '') : sign;
    const group = Number(digits);
    return group > 0 && group < match.length ? (match[group] ?? '') : sign;
  });
}
