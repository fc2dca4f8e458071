/**
 * From the highlighter's answer to stretches of text, each of one kind.
 *
 * Invariant: tokens are in order, do not overlap and lie in the text; where kinds are nested the
 * innermost one counts.
 */

/** What a stretch of code is, as far as it has a colour of its own. */
const TOKEN_KINDS = [
  'keyword',
  'string',
  'number',
  'comment',
  'title',
  'type',
  'name',
  'meta',
  'addition',
  'deletion',
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export interface Token {
  from: number;
  to: number;
  kind: TokenKind;
}

/** Kinds of the highlighter, by the first part of their names; others look like plain code. */
const KIND_OF: Readonly<Record<string, TokenKind>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  operator: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  title: 'title',
  section: 'title',
  'selector-id': 'title',
  'selector-class': 'title',
  type: 'type',
  class: 'type',
  built_in: 'type',
  'selector-pseudo': 'type',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  variable: 'name',
  'template-variable': 'name',
  'selector-attr': 'name',
  meta: 'meta',
  'template-tag': 'meta',
  addition: 'addition',
  deletion: 'deletion',
};

// A map, because the source chooses the keys: `constructor` is one of every object.
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);
const PIECE = /<span class="([^"]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g;

function kindOf(className: string): TokenKind | null {
  const name = /^hljs-([\w-]+)/.exec(className)?.[1] ?? '';
  return KIND_OF[name] ?? null;
}

/** Reads the HTML that highlight.js writes: spans with a class, and text with five entities. */
export function readTokens(html: string): Token[] {
  const tokens: Token[] = [];
  const open: (TokenKind | null)[] = [];
  let at = 0;
  for (const [piece, className] of html.matchAll(PIECE)) {
    if (className !== undefined) open.push(kindOf(className) ?? open.at(-1) ?? null);
    else if (piece === '</span>') open.pop();
    else {
      const to = at + (ENTITIES.get(piece) ?? piece).length;
      const kind = open.at(-1) ?? null;
      const last = tokens.at(-1);
      if (kind && last?.to === at && last.kind === kind) last.to = to;
      else if (kind) tokens.push({ from: at, to, kind });
      at = to;
    }
  }
  return tokens;
}

/** Where tokens of a text are once it has become another one; what was replaced has none. */
export function moveTokens(tokens: readonly Token[], before: string, now: string): Token[] {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  const oldEnd = before.length - end;
  const shift = now.length - before.length;
  const moved: Token[] = [];
  for (const { from, to, kind } of tokens) {
    // What is written between two tokens belongs to neither.
    const begin = from >= oldEnd ? from + shift : from < start ? from : oldEnd + shift;
    const stop = to <= start ? to : to >= oldEnd ? to + shift : start;
    if (begin < stop) moved.push({ from: begin, to: stop, kind });
  }
  return moved;
}

/** Tokens as numbers, which go from a worker to the page without being copied. */
export function packTokens(tokens: readonly Token[]): Uint32Array<ArrayBuffer> {
  return new Uint32Array(
    tokens.flatMap(({ from, to, kind }) => [from, to, TOKEN_KINDS.indexOf(kind)]),
  );
}

export function unpackTokens(packed: Uint32Array): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < packed.length; at += 3)
    tokens.push({
      from: packed[at]!,
      to: packed[at + 1]!,
      kind: TOKEN_KINDS[packed[at + 2]!]!,
    });
  return tokens;
}
