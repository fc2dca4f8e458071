/**
 * Indentation inside a block of code.
 *
 * Invariant: it is text like any other. What a line is indented with follows from the lines that are
 * there, so that one block never mixes tabs and spaces by itself. Nothing but indentation is deleted.
 */
import type { Node } from 'prosemirror-model';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';

const DEFAULT_STEP = '  ';

/** What one step deeper is in this code: a tab, or as many spaces as its first indented line has. */
function indentStep(source: string): string {
  const first = /^(\t| {2,8})(?=\S)/m.exec(source)?.[1];
  return first ?? DEFAULT_STEP;
}

/** The code block that holds all of the selection, and where its text begins; null if none does. */
function codeAround({ selection }: EditorState): { code: Node; start: number } | null {
  const { $from, $to } = selection;
  if (!(selection instanceof TextSelection) || !$from.sameParent($to)) return null;
  return $from.parent.type.spec.code ? { code: $from.parent, start: $from.start() } : null;
}

/** Tab (1) and Shift+Tab (-1) in code; null where the selection is not in one block of it. */
export function indentCode(state: EditorState, by: 1 | -1): Transaction | null {
  const found = codeAround(state);
  if (!found) return null;
  const { code, start } = found;
  const { tr, selection } = state;
  const source = code.textBetween(0, code.content.size, undefined, '\uFFFC');
  const step = indentStep(source);
  const from = selection.from - start;
  const to = selection.to - start;
  if (by === 1 && selection.empty) {
    if (step === '\t') return tr.insertText('\t');
    const column = from - (source.lastIndexOf('\n', from - 1) + 1);
    return tr.insertText(' '.repeat(step.length - (column % step.length)));
  }
  // From the end, so that the places before stay where they are.
  for (const line of lineStarts(source, from, to).reverse()) {
    const isEmpty = (source[line] ?? '\n') === '\n';
    if (by === 1 && !isEmpty) tr.insertText(step, start + line);
    if (by === 1) continue;
    const end = line + /^(\t| *)/.exec(source.slice(line, line + step.length))![0].length;
    if (end > line) tr.delete(start + line, start + end);
  }
  return tr;
}

const OPENING: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

/**
 * Puts a closing bracket that opens its line under the line of the bracket it closes; null where it
 * is another sign, or the line is not too deep.
 */
export function closeBracket(state: EditorState, at: number, sign: string): Transaction | null {
  const opening = OPENING[sign];
  const place = state.doc.resolve(at);
  if (!opening || !place.parent.type.spec.code) return null;
  const source = place.parent.textBetween(0, place.parentOffset, undefined, '\uFFFC');
  const own = /(?<=\n)[ \t]+$/.exec(source)?.[0];
  if (own === undefined) return null;
  let open = 1;
  let from = source.length - own.length - 1;
  for (; from >= 0; from--) {
    if (source[from] === sign) open++;
    else if (source[from] === opening && --open === 0) break;
  }
  if (from < 0) return null;
  const line = source.slice(source.lastIndexOf('\n', from) + 1, from);
  const wanted = /^[ \t]*/.exec(line)![0];
  if (wanted.length >= own.length || !own.startsWith(wanted)) return null;
  return state.tr.insertText(wanted + sign, at - own.length, at);
}

/** Where the lines begin that [from, to) touches. */
function lineStarts(source: string, from: number, to: number): number[] {
  const starts = [source.lastIndexOf('\n', from - 1) + 1];
  for (
    let at = source.indexOf('\n', from);
    at >= 0 && at + 1 < to;
    at = source.indexOf('\n', at + 1)
  )
    starts.push(at + 1);
  return starts;
}
