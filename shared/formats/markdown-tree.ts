/**
 * Markdown text ⇄ mdast tree, the only file that knows the Markdown libraries.
 *
 * Invariant: what `writeTree` writes, `readTree` reads as the same tree, as far as Markdown can say
 * it. Both speak GitHub's Markdown (tables, task lists, strikethrough, footnotes, bare addresses, formulas).
 */
import type { Link, List, ListItem, Literal, Parents, Root, Text } from 'mdast';
import { type Extension as FromMarkdownExtension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import {
  defaultHandlers,
  type Handle,
  type Info,
  type Join,
  type Options,
  type State,
  toMarkdown,
} from 'mdast-util-to-markdown';
import { gfm } from 'micromark-extension-gfm';
import {
  type Construct,
  formulaFromMarkdown,
  formulaSyntax,
  formulaToMarkdown,
  type Step,
  type Syntax,
} from './formula-syntax.ts';

/** Markdown between blocks that is written as it is. */
export interface Verbatim extends Literal {
  type: 'verbatim';
  /** The beginning or the end of a toggle, and not something that was written so. */
  toggle?: 'opens' | 'closes';
}
/** Markdown inside a line that is written as it is. */
interface InlineVerbatim extends Literal {
  type: 'inlineVerbatim';
}

declare module 'mdast' {
  interface RootContentMap {
    verbatim: Verbatim;
    inlineVerbatim: InlineVerbatim;
  }
  interface BlockContentMap {
    verbatim: Verbatim;
  }
  interface PhrasingContentMap {
    inlineVerbatim: InlineVerbatim;
  }
  interface ListItemData {
    /** The number written before an item of an ordered list. */
    number?: number;
  }
}

// The transforms look for bare addresses in text that was escaped on purpose; the syntax extension
// has already found the real ones.
const READ_EXTENSIONS = [
  ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  formulaFromMarkdown,
  controlsFromMarkdown(),
];

/**
 * Reads `&#x85;` as the character it names. The library takes control characters for U+FFFD, as HTML
 * does with some; but what is written beside a sign of formatting may have to be such a reference.
 */
function controlsFromMarkdown(): FromMarkdownExtension {
  return {
    exit: {
      characterReference(token) {
        const text = this.stack.pop() as Text | undefined;
        if (!text?.position) throw new Error('A reference is in no text.');
        text.position.end = {
          line: token.end.line,
          column: token.end.column,
          offset: token.end.offset,
        };
        const [, hex, decimal] =
          /^&#(?:x([\da-f]+)|(\d+));$/i.exec(this.sliceSerialize(token)) ?? [];
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        const isControl = (code > 0 && code < 0x20) || (code >= 0x7f && code < 0xa0);
        if (isControl && text.value.endsWith('\ufffd'))
          text.value = text.value.slice(0, -1) + String.fromCodePoint(code);
      },
    },
  };
}

/**
 * How many times one paragraph may try each kind of inline syntax. The parser's work grows with
 * the square of it: a hundred kilobytes of `*a_ ` would take minutes. What comes after is text, word for
 * word.
 */
const MAX_ATTEMPTS = 1000;
/** A longer run of `*` or `_`, and its line, is text: pairs would nest as deep as it is long. */
const MAX_RUN = 100;

/** Stands before the real syntax and takes the rest of the line when there was too much of it. */
function boundedSyntax(): Syntax {
  const attempts = new WeakMap<object, Map<number, number>>();
  const construct: Construct = {
    name: 'boundedSyntax',
    tokenize(effects, ok, nok) {
      const counts = attempts.get(this) ?? new Map<number, number>();
      attempts.set(this, counts);
      return (code) => {
        const count = (counts.get(code ?? 0) ?? 0) + 1;
        counts.set(code ?? 0, count);
        const isRun = code === ASTERISK || code === UNDERSCORE;
        if (count <= MAX_ATTEMPTS && !isRun) return nok(code);
        let length = 0;
        const run: Step = (next) => {
          if (next === code) {
            length++;
            effects.consume(next);
            return run;
          }
          return count > MAX_ATTEMPTS || length > MAX_RUN ? restOfLine(next) : giveBack(next);
        };
        const restOfLine: Step = (next) => {
          if (next === null || next < TAB) {
            effects.exit('data');
            return ok(next);
          }
          effects.consume(next);
          return restOfLine;
        };
        const giveBack: Step = (next) => {
          effects.exit('data');
          return nok(next);
        };
        effects.enter('data');
        return run(code);
      };
    },
  };
  // Not back-ticks: their syntax only starts where none stands before, and a second construct at
  // the same character would switch that off. Their cost grows slower anyway.
  const codes = [...'*_[]!<~$'].map((character) => character.charCodeAt(0));
  return { text: Object.fromEntries(codes.map((code) => [code, construct])) };
}
const ASTERISK = 42;
const UNDERSCORE = 95;
/** In the parser's alphabet line ends are the codes below a tab's. */
const TAB = -2;

/**
 * Reads Markdown. Never throws for bad Markdown: every text means something.
 *
 * @param source text with '\n' line ends.
 */
export function readTree(source: string): Root {
  return fromMarkdown(source, {
    extensions: [gfm(), formulaSyntax(), boundedSyntax()],
    mdastExtensions: READ_EXTENSIONS,
  });
}

/**
 * Makes text of what would nest thousands of containers in one line, by a '\' before the rest.
 * Reading them takes time with their square.
 */
export function boundNesting(source: string): string {
  return source.replace(TOO_MANY_CONTAINERS, '$&\\');
}
const TOO_MANY_CONTAINERS =
  /^(?:[ \t]{0,3}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){1000}(?=[ \t]*[-+*>])/gm;

/** Writes a tree as Markdown that ends with one '\n', or as '' when there is nothing to say. */
export function writeTree(tree: Root): string {
  return toMarkdown(tree, WRITE_OPTIONS);
}

// `&` matters only where a character reference would follow: `AT&T` and `?a=1&b=2` stay readable.
const REFERENCE_AFTER_AMPERSAND = '(?:#[0-9Xx]|[A-Za-z][A-Za-z0-9]*;)';

const root: Handle = (node, parent, state, info) => {
  state.unsafe = state.unsafe.map((pattern) =>
    pattern.character === '&' ? { ...AMPERSAND, inConstruct: pattern.inConstruct } : pattern,
  );
  return defaultHandlers.root(node, parent, state, info);
};
const AMPERSAND = { character: '&', after: REFERENCE_AFTER_AMPERSAND } as const;

function verbatim(node: Verbatim | InlineVerbatim): string {
  return node.value;
}
verbatim.peek = (node: Verbatim | InlineVerbatim): string => node.value.charAt(0);

/**
 * As the library's, with underscores beside characters outside the basic plane escaped: the library
 * may write such a character as a reference later, and then the underscore would count as syntax.
 */
function text(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  const value = defaultHandlers.text(node, parent, state, info);
  if (state.stack.includes('autolink')) return value;
  return value.replace(/(?<![\\_])_+(?=[\ud800-\udbff])|(?<=[\udc00-\udfff])_+/g, (run) =>
    run.replaceAll('_', '\\_'),
  );
}

/** Addresses that the library would write as `<address>` but that could not be read back so. */
function link(node: Link, parent: Parents | undefined, state: State, info: Info): string {
  const { resourceLink } = state.options;
  const isMail = /^mailto:/i.test(node.url);
  const isCut = node.url.includes('|') && state.stack.includes('tableCell');
  state.options.resourceLink = isCut || (isMail && !MAIL_ADDRESS.test(node.url));
  const value = defaultHandlers.link(node, parent, state, info);
  state.options.resourceLink = resourceLink;
  return value;
}
link.peek = (): string => '[';
const MAIL_ADDRESS = /^mailto:[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/i;

/** As the library's, with the number kept in the node: counting siblings for each is quadratic. */
function listItem(node: ListItem, parent: Parents | undefined, state: State, info: Info): string {
  const ordered = parent?.type === 'list' && parent.ordered;
  const marker = `${ordered ? (node.data?.number ?? 1) : ''}${state.bulletCurrent ?? '-'}`;
  const tracker = state.createTracker(info);
  const size = marker.length + 1;
  tracker.move(`${marker} `);
  tracker.shift(size);
  const exit = state.enter('listItem');
  const value = state.indentLines(
    state.containerFlow(node, tracker.current()),
    (line, index, blank) => {
      if (blank) return index === 0 ? marker : '';
      return (index === 0 ? `${marker} ` : ' '.repeat(size)) + line;
    },
  );
  exit();
  return value;
}

/** A blank line between blocks, except between the items of a list and before a nested list. */
const separateBlocks: Join = (left, right, parent) => {
  if (parent.type === 'list') return undefined;
  const startsWithHtml =
    left.type === 'paragraph' &&
    (left.children[0]?.type === 'html' || left.children[0]?.type === 'inlineVerbatim');
  if (left.type !== 'paragraph' || right.type !== 'list' || startsWithHtml) return 1;
  return mayFollowParagraph(right) ? undefined : 1;
};

/** Not every list may stand directly under a paragraph, also not as the first thing in an item. */
function mayFollowParagraph(list: List): boolean {
  const item = list.children[0];
  const first = item?.children[0];
  if (!first || (list.ordered && (list.start ?? 1) !== 1)) return false;
  return first.type === 'list' ? mayFollowParagraph(first) : true;
}

const WRITE_OPTIONS: Options = {
  bullet: '-',
  rule: '-',
  listItemIndent: 'one',
  extensions: [
    // Cells are not padded to one width: one long cell would lengthen every row.
    gfmToMarkdown({ tableCellPadding: true, tablePipeAlign: false }),
    formulaToMarkdown,
  ],
  handlers: { root, text, link, listItem, verbatim, inlineVerbatim: verbatim },
  join: [separateBlocks],
  // An address that begins like this would be read as one between signs.
  unsafe: [{ character: '<', before: '\\(', inConstruct: 'destinationRaw' }],
};
