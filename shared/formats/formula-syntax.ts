/**
 * Formulas in Markdown: `$x$`, `` $`x`$ `` and `$$x$$` inside a line, `$$` fences around a block.
 *
 * Invariant: whatever formula is written is read as the same source (line ends inside a line become
 * spaces), and a price or a shell variable is no formula: a single `$` opens only in front of a
 * word and behind none, and closes on its line, behind a word and in front of none. Letters of scripts
 * that put no blanks between words, or none before endings, may stand beside it.
 */
import type { Literal } from 'mdast';
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown';
import type { Handle, Options as ToMarkdown } from 'mdast-util-to-markdown';
import type { gfm } from 'micromark-extension-gfm';
import { IN_WORD } from './letters-of-words.ts';

/** A formula that is a block. */
export interface Formula extends Literal {
  type: 'formula';
}
/** A formula inside a line. Read, its value has the signs around it; to be written, only a source. */
interface InlineFormula extends Literal {
  type: 'inlineFormula';
}

declare module 'mdast' {
  interface RootContentMap {
    formula: Formula;
    inlineFormula: InlineFormula;
  }
  interface BlockContentMap {
    formula: Formula;
  }
  interface PhrasingContentMap {
    inlineFormula: InlineFormula;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula';
    formulaFence: 'formulaFence';
    formulaLine: 'formulaLine';
    inlineFormula: 'inlineFormula';
    inlineFormulaText: 'inlineFormulaText';
  }
}

export type Syntax = ReturnType<typeof gfm>;
type TextConstructs = NonNullable<Syntax['text']>;
export type Construct = Exclude<NonNullable<TextConstructs[string]>, readonly unknown[]>;
export type Step = Parameters<Construct['tokenize']>[1];
type Effects = Parameters<Construct['tokenize']>[0];
type Code = Parameters<Step>[0];

const DOLLAR = 36;
const BACKTICK = 96;
const BACKSLASH = 92;

/** In the parser's alphabet line ends are the codes below a tab's, and null is the end. */
const isLineEnd = (code: Code): boolean => code === null || code < -2;
const isSpace = (code: Code): boolean => code === -2 || code === -1 || code === 32;
const isWord = (code: Code): boolean =>
  code !== null && code > 0 && IN_WORD.test(String.fromCharCode(code));

function takeLineEnd(effects: Effects, code: Code): void {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
}

/** A fence of two or more `$` alone on a line, up to one as long, or to the end of its container. */
const fence: Construct = {
  name: 'formula',
  concrete: true,
  tokenize(effects, ok, nok) {
    const self = this;
    const before = this.events.at(-1);
    const indent =
      before?.[1].type === 'linePrefix' ? before[2].sliceSerialize(before[1], true).length : 0;
    let size = 0;

    const nextLine: Construct = {
      partial: true,
      tokenize(inner, goOn, stop) {
        return (code) => {
          if (code === null) return stop(code);
          takeLineEnd(inner, code);
          return (next) => (self.parser.lazy[self.now().line] ? stop(next) : goOn(next));
        };
      },
    };
    const closing: Construct = {
      partial: true,
      tokenize(inner, close, goOn) {
        let length = 0;
        const sequence: Step = (code) => {
          if (code === DOLLAR) {
            length++;
            inner.consume(code);
            return sequence;
          }
          return length < size ? goOn(code) : trailing(code);
        };
        const trailing: Step = (code) => {
          if (isSpace(code)) {
            inner.consume(code);
            return trailing;
          }
          if (!isLineEnd(code)) return goOn(code);
          inner.exit('formulaFence');
          return close(code);
        };
        return (code) => {
          takeLineEnd(inner, code);
          return skipSpaces(inner, 3, (next) => {
            if (next !== DOLLAR) return goOn(next);
            inner.enter('formulaFence');
            return sequence(next);
          });
        };
      },
    };

    const opening: Step = (code) => {
      if (code === DOLLAR) {
        size++;
        effects.consume(code);
        return opening;
      }
      return size < 2 ? nok(code) : afterOpening(code);
    };
    const afterOpening: Step = (code) => {
      if (isSpace(code)) {
        effects.consume(code);
        return afterOpening;
      }
      // Below text it may be the end of a formula that began in the text.
      if (!isLineEnd(code) || this.interrupt) return nok(code);
      effects.exit('formulaFence');
      return lineEnd(code);
    };
    const lineEnd: Step = (code) => effects.check(nextLine, atLineEnd, done)(code);
    const atLineEnd: Step = (code) => effects.attempt(closing, done, lineStart)(code);
    const lineStart: Step = (code) => {
      takeLineEnd(effects, code);
      return skipSpaces(effects, indent, (next) => {
        if (isLineEnd(next)) return lineEnd(next);
        effects.enter('formulaLine');
        return line(next);
      });
    };
    const line: Step = (code) => {
      if (isLineEnd(code)) {
        effects.exit('formulaLine');
        return lineEnd(code);
      }
      effects.consume(code);
      return line;
    };
    const done: Step = (code) => {
      effects.exit('formula');
      return ok(code);
    };
    return (code) => {
      effects.enter('formula');
      effects.enter('formulaFence');
      return opening(code);
    };
  },
};

function skipSpaces(effects: Effects, most: number, next: Step): Step {
  let count = 0;
  const inside: Step = (code) => {
    if (isSpace(code) && count < most) {
      count++;
      effects.consume(code);
      return inside;
    }
    effects.exit('linePrefix');
    return next(code);
  };
  return (code) => {
    if (!isSpace(code) || most === 0) return next(code);
    effects.enter('linePrefix');
    return inside(code);
  };
}

const inLine: Construct = {
  name: 'inlineFormula',
  tokenize(effects, ok, nok) {
    const { previous } = this;
    let size = 0;
    let ticked = false;
    let last: Code = null;

    const opening: Step = (code) => {
      if (code === DOLLAR && size < 2) {
        size++;
        effects.consume(code);
        return opening;
      }
      if (code === BACKTICK && size === 1) {
        ticked = true;
        effects.consume(code);
        return inside;
      }
      const isOpen =
        code !== DOLLAR &&
        previous !== DOLLAR &&
        (size === 2 || !(isSpace(code) || isLineEnd(code) || isWord(previous)));
      return isOpen ? inside(code) : nok(code);
    };
    const inside: Step = (code) => {
      if (code === null) return nok(code);
      if (isLineEnd(code)) {
        if (size === 1) return nok(code);
        effects.exit('inlineFormulaText');
        takeLineEnd(effects, code);
        return (next) => {
          effects.enter('inlineFormulaText');
          return inside(next);
        };
      }
      if (code === DOLLAR && (!ticked || last === BACKTICK)) {
        effects.consume(code);
        if (ticked) return done;
        return size === 1 ? closed : half;
      }
      effects.consume(code);
      last = code;
      return code === BACKSLASH && !ticked ? escaped : inside;
    };
    /** TeX writes a dollar as `\$`. */
    const escaped: Step = (code) => {
      if (code !== DOLLAR && code !== BACKSLASH) return inside(code);
      effects.consume(code);
      return inside;
    };
    const closed: Step = (code) =>
      (isSpace(last) || isWord(code) || code === DOLLAR ? nok : done)(code);
    const half: Step = (code) => {
      last = DOLLAR;
      if (code !== DOLLAR) return inside(code);
      effects.consume(code);
      return done;
    };
    const done: Step = (code) => {
      effects.exit('inlineFormulaText');
      effects.exit('inlineFormula');
      return ok(code);
    };
    return (code) => {
      effects.enter('inlineFormula');
      effects.enter('inlineFormulaText');
      return opening(code);
    };
  },
};

export function formulaSyntax(): Syntax {
  return { flow: { [DOLLAR]: fence }, text: { [DOLLAR]: inLine } };
}

export const formulaFromMarkdown: FromMarkdown = {
  enter: {
    formula(token) {
      this.enter({ type: 'formula', value: '' }, token);
      this.buffer();
    },
    inlineFormula(token) {
      this.enter({ type: 'inlineFormula', value: '' }, token);
      this.buffer();
    },
  },
  exit: {
    formula(token) {
      const value = this.resume().replace(/^\n|\n$/g, '');
      const node = this.stack.at(-1);
      if (node?.type === 'formula') node.value = value;
      this.exit(token);
    },
    formulaLine(token) {
      this.config.enter.data?.call(this, token);
      this.config.exit.data?.call(this, token);
    },
    inlineFormulaText(token) {
      this.config.enter.data?.call(this, token);
      this.config.exit.data?.call(this, token);
    },
    inlineFormula(token) {
      const value = this.resume();
      const node = this.stack.at(-1);
      if (node?.type === 'inlineFormula') node.value = value;
      this.exit(token);
    },
  },
};

/** The source of a formula inside a line as it was read, without the signs around it. */
export function sourceOfInline({ value }: InlineFormula): string {
  const [, ticked, double, single] = /^(?:\$`(.*)`\$|\$\$(.*)\$\$|\$(.*)\$)$/s.exec(value) ?? [];
  return (ticked ?? double ?? single ?? value).replace(/\s*\n\s*/g, ' ').trim();
}

/** Whether it was written as a formula on a line of its own: `$$x$$`. */
export function isDisplayed({ value }: InlineFormula): boolean {
  return value.startsWith('$$');
}

const formula: Handle = (node: Formula) => {
  const runs = node.value.match(/^ {0,3}\${2,}/gm) ?? [];
  const longest = Math.max(1, ...runs.map((run) => run.trim().length));
  const fenceText = '$'.repeat(longest + 1);
  return `${fenceText}\n${node.value ? `${node.value}\n` : ''}${fenceText}`;
};

const inlineFormula: Handle & { peek?: Handle } = (node: InlineFormula, _parent, state, info) => {
  const source = node.value.replace(/\s*\n\s*/g, ' ').trim();
  const isSimple =
    source !== '' &&
    !source.startsWith('`') &&
    !/(?<!\\)(?:\\\\)*\$|\\$/.test(source) &&
    !/[\p{L}\p{N}$\\]/u.test(info.before.slice(-1)) &&
    !/[\p{L}\p{N}$]/u.test(info.after.slice(0, 1));
  const written = isSimple ? `$${source}$` : `$\`${source.replaceAll('`$', '` $')}\`$`;
  return state.stack.includes('tableCell') ? escapePipes(written) : written;
};
inlineFormula.peek = () => '$';

export const formulaToMarkdown: ToMarkdown = {
  handlers: { formula, inlineFormula },
  // Whoever writes a picture does not see what stands around it; text is escaped where it is made.
  unsafe: [{ character: '$', inConstruct: 'image' }],
};

/** In a cell `\|` is a bar, everywhere; TeX's own `\|` has another name. */
function escapePipes(written: string): string {
  return written.replace(/(?<!\\)((?:\\\\)*)\\\|/g, '$1\\Vert ').replaceAll('|', '\\|');
}

/** What was meant by a piece of source in a cell of a table. */
export function unescapePipes(source: string): string {
  return source.replace(/\\([\\|])/g, (both, one: string) => (one === '|' ? one : both));
}
