/**
 * Text with signs of Markdown in it in which lines end where somebody ended them, as in notes and mail.
 * Markdown joins such a line to the next one, and to an item of a list what stands below the list.
 *
 * Invariant: nothing but empty lines is added, and none where Markdown goes on over several: in code,
 * formulas, tables, HTML and headers, below what is set in, and in text that a program has set in a
 * width.
 */

const QUOTE = /^[ \t]*(?:>[ \t]?)*/;
const FENCE = /^[ \t]*(`{3,}|~{3,}|\$\$)/;
/** What begins a block of its own, or says something of the line above. */
const BEGINS = /^(?:[ \t]|#{1,6}(?:[ \t]|$)|[-*+](?:[ \t]|$)|[|<]|[-=*_:| \t]+$)/;
const NUMBER = /^\d{1,9}[.)][ \t]/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** To what no line is joined, what says itself that it ends, and the first line of an alert. */
const ENDS = /^(?:#{1,6}(?:[ \t]|$)|[-=*_:| \t]*$)|^\[!\w+\]|(?:\\| {2})$/;

/** Programs set text in no width but these. */
const LEAST_WIDE = 60;
const MOST_WIDE = 120;
/** So much of a line may stay empty in front of a word that would have fitted in. */
const RAGGED = 12;
const WORD = /^[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|^./u;

export function withLinesKept(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const ends = endsIn(lines);
  if (ends.size === 0 || isSetInWidth(lines, [...ends.keys()])) return text;
  return lines
    .flatMap((line, index) => {
      const quoted = ends.get(index);
      return quoted === undefined ? [line] : [line, '>'.repeat(quoted)];
    })
    .join('\n');
}

/** The lines that Markdown would join to the next one, with how many quotes both are in. */
function endsIn(lines: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>();
  const hasHeader = lines[0] === '---' && lines[1] !== '' && lines.indexOf('---', 1) > 0;
  let fence = hasHeader ? '---' : '';
  let isTight = false;
  for (const [index, whole] of lines.entries()) {
    const [line, depth] = unquoted(whole);
    if (fence) {
      if (index > 0 && line.trim().startsWith(fence)) fence = '';
      continue;
    }
    const [, opens = ''] = FENCE.exec(line) ?? [];
    // A formula may begin and end in one line.
    if (opens && !(opens === '$$' && line.trim().length > 2 && line.trimEnd().endsWith('$$'))) {
      fence = opens;
      continue;
    }
    if (line.trim() === '') isTight = false;
    else isTight ||= /^<[a-z/!?]/i.test(line) || (/^[-:| \t]+$/.test(line) && line.includes('|'));
    const [next, nextDepth] = unquoted(lines[index + 1] ?? '');
    if (isTight || opens || line.trim() === '' || ENDS.test(line) || isOpen(line)) continue;
    if (next.trim() === '' || nextDepth > depth || BEGINS.test(next) || FENCE.test(next)) continue;
    if (NUMBER.test(next) && (ITEM.test(line) || /^[ \t]/.test(line))) continue;
    ends.set(index, nextDepth);
  }
  return ends;
}

function unquoted(line: string): [rest: string, depth: number] {
  const signs = QUOTE.exec(line)![0];
  const depth = signs.split('>').length - 1;
  return depth > 0 ? [line.slice(signs.length), depth] : [line, 0];
}

/** What is formatted over the end of a line. */
function isOpen(line: string): boolean {
  return line.split('`').length % 2 === 0 || line.split('**').length % 2 === 0;
}

/** Whether lines end because the next word had no room, as in READMEs and mail. */
function isSetInWidth(lines: readonly string[], ends: readonly number[]): boolean {
  let widest = 0;
  for (const index of ends) {
    const { length } = lines[index]!;
    if (length <= MOST_WIDE) widest = Math.max(widest, length);
  }
  const isFull = (index: number): boolean => {
    const { length } = lines[index]!;
    const [word = ''] = WORD.exec(unquoted(lines[index + 1]!)[0]) ?? [];
    return length <= MOST_WIDE && length + 1 + word.length > widest - RAGGED;
  };
  return widest >= LEAST_WIDE && ends.filter(isFull).length >= ends.length * 0.75;
}
