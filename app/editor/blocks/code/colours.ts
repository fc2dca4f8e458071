/**
 * The colours of one block of code, as highlights of the page: the text itself stays as it is.
 *
 * Invariant: after each update of the view every token is where its text is, even before the block
 * has been read anew. Nothing is put into the page for it, so writing costs the same with and
 * without colours; a browser that has no such highlights shows plain code.
 */
import { moveTokens, type Token, type TokenKind } from './tokens.ts';

interface Coloured {
  kind: TokenKind;
  range: Range;
}

/** A text in the page, and which part of the code it is. */
interface Piece {
  text: Text;
  from: number;
  to: number;
}

/** What the editor puts between the text. */
const BESIDE_TEXT = '.ProseMirror-widget, .ProseMirror-separator, .ProseMirror-trailingBreak';

const highlights = new Map<TokenKind, Highlight>();

function highlightOf(kind: TokenKind): Highlight {
  let highlight = highlights.get(kind);
  if (!highlight) {
    highlight = new Highlight();
    highlights.set(kind, highlight);
    CSS.highlights.set(`code-${kind}`, highlight);
  }
  return highlight;
}

export class Colours {
  readonly #element: HTMLElement;
  #source = '';
  #tokens: readonly Token[] = [];
  #coloured: Coloured[] = [];
  #pieces: readonly Piece[] = [];

  /** @param element that holds the text of the code, and nothing else */
  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** The tokens of a text that is in the page now. */
  show(source: string, tokens: readonly Token[]): void {
    if (typeof Highlight === 'undefined') return;
    this.#source = source;
    this.#tokens = tokens;
    this.#replace(tokens);
    this.#place();
  }

  /** Follows a change of the text, or of how it is cut into pieces. */
  follow(source: string): void {
    if (source !== this.#source) {
      this.show(source, moveTokens(this.#tokens, this.#source, source));
      return;
    }
    const pieces = piecesOf(this.#element);
    const isSame =
      pieces.length === this.#pieces.length &&
      pieces.every(({ text, from, to }, index) => {
        const known = this.#pieces[index]!;
        return text === known.text && from === known.from && to === known.to;
      });
    if (!isSame) this.#place();
  }

  clear(): void {
    this.#tokens = [];
    this.#replace([]);
  }

  /** Has a range for each token; those of equal kinds at both ends are kept. */
  #replace(tokens: readonly Token[]): void {
    const old = this.#coloured;
    const most = Math.min(old.length, tokens.length);
    let start = 0;
    while (start < most && old[start]!.kind === tokens[start]!.kind) start++;
    let end = 0;
    while (end < most - start && old.at(-1 - end)!.kind === tokens.at(-1 - end)!.kind) end++;
    for (const { kind, range } of old.slice(start, old.length - end))
      highlightOf(kind).delete(range);
    const come = tokens.slice(start, tokens.length - end).map(({ kind }): Coloured => {
      const range = document.createRange();
      highlightOf(kind).add(range);
      return { kind, range };
    });
    this.#coloured = [...old.slice(0, start), ...come, ...old.slice(old.length - end)];
  }

  /** Puts each range where its token is; most are there already, as ranges move with the text. */
  #place(): void {
    const pieces = piecesOf(this.#element);
    this.#pieces = pieces;
    if (pieces.length === 0) return;
    let at = 0;
    this.#tokens.forEach(({ from, to }, index) => {
      const { range } = this.#coloured[index]!;
      while (at + 1 < pieces.length && pieces[at + 1]!.from <= from) at++;
      let last = at;
      while (last + 1 < pieces.length && pieces[last + 1]!.from < to) last++;
      const start = placeIn(pieces[at]!, from);
      const end = placeIn(pieces[last]!, to);
      if (range.startContainer !== start.text || range.startOffset !== start.offset)
        range.setStart(start.text, start.offset);
      if (range.endContainer !== end.text || range.endOffset !== end.offset)
        range.setEnd(end.text, end.offset);
    });
  }
}

function placeIn({ text, from }: Piece, at: number): { text: Text; offset: number } {
  return { text, offset: Math.min(Math.max(at - from, 0), text.length) };
}

/** The texts in the page that are text of the code. An object among them is one character long. */
function piecesOf(element: HTMLElement): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const visit = (parent: globalThis.Node) => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        const to = from + child.length;
        pieces.push({ text: child, from, to });
        from = to;
      } else if (!(child instanceof HTMLElement) || child.matches(BESIDE_TEXT)) continue;
      else if (child.contentEditable === 'false') from += 1;
      else visit(child);
    }
  };
  visit(element);
  return pieces;
}
