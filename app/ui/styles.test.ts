/**
 * All style sheets of the app, held against what they have promised: values come from the tokens, and
 * nothing knows left from right.
 *
 * Invariant: an exception is listed here with the reason for it, and goes when it is needed no more.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const APP = join(import.meta.dirname, '..');
const TOKENS = 'ui/tokens.css';

interface Declaration {
  file: string;
  selector: string;
  property: string;
  value: string;
}

/** Every declaration, with the innermost selector or rule it stands in. */
function declarationsOf(file: string): Declaration[] {
  const css = readFileSync(join(APP, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found: Declaration[] = [];
  const around: string[] = [];
  let from = 0;
  let inBrackets = 0;
  const take = (to: number) => {
    const declaration = /^\s*([\w-]+)\s*:\s*([\s\S]+?)\s*$/.exec(css.slice(from, to));
    const selector = (around.at(-1) ?? '').replace(/\s+/g, ' ');
    if (declaration)
      found.push({
        file,
        selector,
        property: declaration[1]!,
        value: declaration[2]!.replace(/\s+/g, ' '),
      });
    from = to + 1;
  };
  for (let at = 0; at < css.length; at++) {
    const sign = css[at];
    if (sign === '(') inBrackets++;
    else if (sign === ')') inBrackets--;
    else if (inBrackets > 0) continue;
    else if (sign === '{') {
      around.push(css.slice(from, at).trim());
      from = at + 1;
    } else if (sign === ';') take(at);
    else if (sign === '}') {
      take(at);
      around.pop();
    }
  }
  return found;
}

const sheets = globSync('**/*.css', { cwd: APP }).filter((file) => file !== TOKENS);
const all = sheets.flatMap(declarationsOf);

/** What is written, as one line of a list of wrongs. */
const told = ({ file, selector, property, value }: Declaration) =>
  `${file}: ${selector} { ${property}: ${value} }`;

/** Splits at spaces outside of brackets. */
function partsOf(value: string): string[] {
  return value.match(/(?:[^\s(]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)+|\S+/g) ?? [];
}

const COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\(|(?<![\w-])(?:white|black|gr[ae]y|red|green|blue|yellow|orange|purple|pink|brown|silver|navy|teal)(?![\w-])/i;

test('the style sheets are found and read', () => {
  expect(sheets.length).toBeGreaterThan(30);
  expect(all.length).toBeGreaterThan(1000);
  expect(all).toContainEqual({
    file: 'ui/base.css',
    selector: 'body',
    property: 'min-height',
    value: '100dvh',
  });
});

describe('values come from the tokens', () => {
  test('no colour is written anywhere else', () => {
    expect(all.filter(({ value }) => COLOUR.test(value)).map(told)).toEqual([]);
  });

  test('no size of type is', () => {
    // What is small beside the text around it is so wherever that text stands.
    const isRelative = (size: string) => /^0\.\d+em$/.test(size);
    const isToken = (size: string) => /^(?:var\(--text-[\w]+\)|0|inherit)$/.test(size);
    const isPaper = (size: string) => /^\d+pt$/.test(size);
    const wrong = all.filter(({ file, property, value }) => {
      if (property === 'font') {
        if (value === 'inherit') return false;
        const size = partsOf(value.replace(/\s*\/\s*.*$/, '')).at(-1)!;
        return !isToken(size);
      }
      if (property !== 'font-size') return false;
      return (
        !isToken(value) && !isRelative(value) && !(file === 'editor/print.css' && isPaper(value))
      );
    });
    expect(wrong.map(told)).toEqual([]);
  });

  test('no shadow is; a ring is a line of tokens', () => {
    const isRing = (value: string) =>
      /^(?:inset )?0 0 0 var\(--(?:hairline|focus-width)\) var\(--[\w-]+\)$/.test(value);
    const wrong = all.filter(
      ({ property, value }) =>
        /(?:box|text)-shadow$/.test(property) &&
        value !== 'none' &&
        !/^var\(--shadow-\w+\)$/.test(value) &&
        !isRing(value),
    );
    expect(wrong.map(told)).toEqual([]);
  });

  test('no duration or curve of motion is', () => {
    // A note that is over in a moment is not said: how long that is, is no motion.
    const known = new Set(['note-appears var(--calm) 0.5s both']);
    const wrong = all.filter(
      ({ property, value }) =>
        /^(?:transition|animation)/.test(property) &&
        /\d(?:m?s)\b|\b(?:ease|linear|cubic-bezier)\b/.test(
          value.replaceAll(/var\([^)]*\)/g, ''),
        ) &&
        !known.has(value),
    );
    expect(wrong.map(told)).toEqual([]);
  });

  test('every token that is used is there, and every one there is, is used', () => {
    const names = new Set(
      declarationsOf(TOKENS)
        .map(({ property }) => property)
        .filter((property) => property.startsWith('--')),
    );
    const sources = [
      ...globSync('**/*.{css,ts,tsx,js}', { cwd: APP, exclude: ['e2e/**', '**/*.test.*'] }),
    ].map((file) => readFileSync(join(APP, file), 'utf8'));
    const text = sources.join('\n');
    const used = new Set(text.match(/(?<=var\()--[\w-]+/g));
    // What the style sheets or the code set themselves.
    const set = new Set(
      all.map(({ property }) => property).concat(text.match(/(?<=['"])--[\w-]+/g) ?? []),
    );
    // Names that are put together: `--person-${color}`.
    const families = (text.match(/(?<=var\()--[\w-]+-(?=\$\{)/g) ?? []).map(String);
    const areSet = (text.match(/(?<=setProperty\(`)--[\w-]+-(?=\$\{)/g) ?? []).map(String);
    const isSet = (name: string) => set.has(name) || areSet.some((made) => name.startsWith(made));
    const isMade = (name: string) => families.some((family) => name.startsWith(family));
    expect(
      [...used].filter((name) => !names.has(name) && !isSet(name) && !name.endsWith('-')),
    ).toEqual(
      // Base UI sets them.
      ['--transform-origin', '--available-height'],
    );
    expect([...names].filter((name) => !used.has(name) && !isMade(name))).toEqual([]);
  });
});

describe('nothing knows left from right', () => {
  /** Shapes that are drawn with two edges of a box and then turned; they say which way themselves. */
  const DRAWN = new Set([
    'editor/editor.css: .body .chevron::before { border-width: 0 var(--focus-width) var(--focus-width) 0 }',
    'editor/editor.css: .body [data-checked="true"] .checkbox::after { border-width: 0 var(--focus-width) var(--focus-width) 0 }',
  ]);
  const PHYSICAL =
    /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b.*|left|right|border-(?:top|bottom)-(?:left|right)-radius)$/;

  test('no property or value names a side', () => {
    const wrong = all.filter(
      ({ property, value }) =>
        PHYSICAL.test(property) ||
        (/^(?:text-align|float|clear)$/.test(property) && /^(?:left|right)$/.test(value)),
    );
    expect(wrong.map(told)).toEqual([]);
  });

  test('no shorthand gives one side more than the other', () => {
    const wrong = all.filter((declaration) => {
      const { property, value } = declaration;
      if (!/^(?:margin|padding|inset|border-width|border-color|border-style)$/.test(property))
        return false;
      const parts = partsOf(value.replace(/\s*!important$/, ''));
      return parts.length === 4 && parts[1] !== parts[3] && !DRAWN.has(told(declaration));
    });
    expect(wrong.map(told)).toEqual([]);
  });

  test('no corner is round on one side alone', () => {
    const wrong = all.filter(({ property, value }) => {
      if (property !== 'border-radius') return false;
      const [topStart, topEnd = topStart, bottomEnd = topStart, bottomStart = topEnd] =
        partsOf(value);
      return topStart !== topEnd || bottomEnd !== bottomStart;
    });
    expect(wrong.map(told)).toEqual([]);
  });

  test('the exceptions are still there', () => {
    expect([...DRAWN].filter((known) => !all.some((one) => told(one) === known))).toEqual([]);
  });
});

test('each class that a part of the screen takes from a style sheet is in it', () => {
  const missing: string[] = [];
  for (const file of globSync('**/*.{ts,tsx}', { cwd: APP })) {
    const source = readFileSync(join(APP, file), 'utf8');
    for (const [, name, from] of source.matchAll(
      /^import (\w+) from '(\.{1,2}\/[^']+\.module\.css)'/gm,
    )) {
      const css = readFileSync(join(APP, file, '..', from!), 'utf8');
      for (const [, taken] of source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        if (!new RegExp(`\\.${taken}\\b`).test(css)) missing.push(`${file}: ${taken}`);
    }
  }
  expect([...new Set(missing)]).toEqual([]);
});
