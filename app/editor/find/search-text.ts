/**
 * Where a text has what someone looks for, and what would stand there instead.
 *
 * Invariant: matches do not overlap, are never empty, hold whole characters and come first to last.
 */
import {
  type FoldCaseOptions,
  FoldedText,
  foldCase,
  hasAccents,
} from '../../../shared/text/fold-case.ts';

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
  /** Of each U+FFFC in that, where it stood in the text; -1 where it stood in the replacement. */
  objects?: readonly number[];
}

/**
 * A regular expression for what is wanted; throws a SyntaxError where it is none. Text is looked for
 * in what is folded: see `matchesIn`.
 */
export function compile(wanted: Wanted): RegExp {
  const { text, matchCase, isExpression } = wanted;
  if (isExpression) return new RegExp(text, matchCase ? 'gmu' : 'gimu');
  const folded = foldCase(text, foldCaseOptions(wanted));
  // What is nothing but signs that nobody sees is looked for as it is.
  const source = (folded || text).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(source, 'gu');
}

/** Whoever writes an accent means it; whoever writes none means every letter. */
function foldCaseOptions({ text, matchCase }: Wanted): FoldCaseOptions {
  return { keepCase: matchCase, keepAccents: matchCase || hasAccents(text) };
}

/** Letters, digits, what joins to letters, and the underscore. */
const WORD = /[\p{L}\p{N}\p{M}_]/u;

export function matchesIn(
  text: string,
  pattern: RegExp,
  wanted: Wanted,
  replacement?: string,
): Match[] {
  const { wholeWord, isExpression } = wanted;
  const folding = foldCaseOptions(wanted);
  const isFolded = !isExpression && foldCase(wanted.text, folding) !== '';
  const folded = isFolded ? new FoldedText(text, folding) : null;
  const searched = folded ? folded.text : text;
  const found: Match[] = [];
  const expands = isExpression && replacement !== undefined;
  const search = expands ? new RegExp(pattern, `${pattern.flags}d`) : pattern;
  search.lastIndex = 0;
  for (let match = search.exec(searched); match; match = search.exec(searched)) {
    const begin = match.index;
    const end = begin + match[0].length;
    const place = folded ? folded.back(begin, end) : ([begin, end] as const);
    // A part of a character is no match; another one may begin inside the one that was none.
    if (end === begin || !place || (wholeWord && !isWhole(text, place[0], place[1]))) {
      search.lastIndex = begin + ([...searched.slice(begin, begin + 2)][0]?.length ?? 1);
      continue;
    }
    const [from, to] = place;
    if (expands) found.push({ from, to, ...expand(replacement, match) });
    else found.push(replacement === undefined ? { from, to } : { from, to, replaced: replacement });
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
function expand(replacement: string, match: RegExpExecArray): Pick<Match, 'replaced' | 'objects'> {
  const objects: number[] = [];
  const put = (text = '', [from = -1]: readonly number[] = []): string => {
    for (let at = text.indexOf(OBJECT); at >= 0; at = text.indexOf(OBJECT, at + 1))
      objects.push(from < 0 ? -1 : from + at);
    return text;
  };
  const group = (index: number) => put(match[index], match.indices![index]);
  const replaced = replacement.replace(
    /\uFFFC|\$(?:\$|&|(\d{1,2})|<([^>]*)>)/g,
    (sign, digits, name) => {
      if (sign === '$$') return '$';
      if (sign === '$&') return group(0);
      if (name !== undefined && match.groups)
        return put(match.groups[name], match.indices!.groups![name]);
      if (digits === undefined) return put(sign);
      const isGroup = (index: number) => index > 0 && index < match.length;
      if (isGroup(Number(digits))) return group(Number(digits));
      // Of two digits that name no group the first may, and the second is text.
      return isGroup(Number(digits[0])) ? `${group(Number(digits[0]))}${digits.slice(1)}` : sign;
    },
  );
  return objects.length > 0 ? { replaced, objects } : { replaced };
}

/** What stands for an object of the line. */
export const OBJECT = '\uFFFC';
