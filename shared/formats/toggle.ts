/**
 * Toggles ⇄ `<details>` with a `<summary>`, as GitHub shows them: HTML around Markdown.
 *
 * Invariant: only what opens and closes among the same siblings is a toggle; any other HTML stays
 * as it was written. Whether one stands open is left out.
 */
import type { RootContent } from 'mdast';
import type { Inline } from '../document/schema.ts';
import { formatSummary, readSummary } from './summary.ts';

/** A piece of HTML between blocks. */
type HtmlPiece =
  | { piece: 'open'; summary: Inline[]; source: string }
  | { piece: 'close' | 'raw'; summary?: undefined; source: string };

export function toggleOpening(content: readonly Inline[]): string {
  return `<details>\n<summary>${formatSummary(content)}</summary>`;
}
export const TOGGLE_CLOSING = '</details>';

const OPENING = /<details(?:\s+open(?:="")?)?\s*>\s*<summary>/iy;
const SUMMARY_END = '</summary>';
const CLOSING = /<\/details\s*>/iy;
/** A longer one is no heading of anything, and could be made to be slow to read. */
const MAX_SUMMARY = 2000;

/** The toggles that begin and end among siblings: for each node of HTML that has a part in one. */
export function pairToggles(nodes: readonly RootContent[]): Map<RootContent, HtmlPiece[]> {
  const found = new Map<RootContent, HtmlPiece[]>();
  const paired = new Set<HtmlPiece>();
  /** What is open; null for what only looks like a toggle. */
  const open: (HtmlPiece | null)[] = [];
  for (const node of nodes) {
    if (node.type !== 'html') continue;
    const pieces = readPieces(node.value);
    if (!pieces) {
      for (const [, slash] of node.value.matchAll(/<(\/?)details\b/gi)) {
        if (slash) open.pop();
        else open.push(null);
      }
      continue;
    }
    found.set(node, pieces);
    for (const piece of pieces) {
      if (piece.piece === 'open') {
        open.push(piece);
        continue;
      }
      const opening = open.pop();
      if (opening) paired.add(opening).add(piece);
    }
  }
  for (const [node, pieces] of found) {
    if (!pieces.some((piece) => paired.has(piece))) found.delete(node);
    else
      found.set(
        node,
        pieces.map((piece) => (paired.has(piece) ? piece : rawPiece(piece))),
      );
  }
  return found;
}

function rawPiece({ source }: HtmlPiece): HtmlPiece {
  return { piece: 'raw', source };
}

/** @returns null if there is anything in it but beginnings and ends of toggles. */
function readPieces(html: string): HtmlPiece[] | null {
  const pieces: HtmlPiece[] = [];
  // Letter by letter: the small form of İ is two of them.
  const lowerCase = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  for (let start = skipSpace(html, 0); start < html.length; ) {
    const opening = matchAt(OPENING, html, start);
    const closing = matchAt(CLOSING, html, start);
    if (opening > 0) {
      const stop = lowerCase.indexOf(SUMMARY_END, opening);
      if (stop < 0 || stop - opening > MAX_SUMMARY) return null;
      const end = stop + SUMMARY_END.length;
      const summary = readSummary(html.slice(opening, stop));
      pieces.push({ piece: 'open', summary, source: html.slice(start, end) });
      start = skipSpace(html, end);
    } else if (closing > 0) {
      pieces.push({ piece: 'close', source: html.slice(start, closing) });
      start = skipSpace(html, closing);
    } else {
      return null;
    }
  }
  return pieces;
}

/** Where the match that begins there ends, or -1. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}
