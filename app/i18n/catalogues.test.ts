/** Every language says all that English says, in words of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../shared/protocol/errors.ts';
import { catalogue as ar } from './ar.ts';
import { catalogue as de } from './de.ts';
import { en } from './en.ts';
import { enLazy } from './en-lazy.ts';
import { catalogue as es } from './es.ts';
import { catalogue as fr } from './fr.ts';
import { catalogue as ja } from './ja.ts';
import { LANGUAGES, type Language } from './languages.ts';

type Text = string | ((...values: unknown[]) => string);

const english = textsOf({ ...en, ...enLazy });
const others: [Exclude<Language, 'en'>, ReadonlyMap<string, Text>][] = [
  ['de', textsOf(de)],
  ['fr', textsOf(fr)],
  ['es', textsOf(es)],
  ['ar', textsOf(ar)],
  ['ja', textsOf(ja)],
];
const all: [Language, ReadonlyMap<string, Text>][] = [['en', english], ...others];

/** Parameters that are numbers, by their names. */
const NUMBERS = ['count', 'most', 'place', 'part', 'all', 'current', 'value', 'minutes'];

/** How a language would say “you” to a stranger: the interface is on familiar terms with everybody. */
const FORMAL: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /\b(?:Ihnen|Ihr(?:e[mnrs]?)?|Sie (?:haben|können|dürfen|sind|müssen|sollten))\b/,
  fr: /(?<![\p{L}])(?:vous|votre|vos|réessayez)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(?:usted|ustedes|inténtelo|su (?:copia|nombre|navegador))(?![\p{L}])/iu,
};

/** Words that another language shares with English, each with the languages that do. */
const SHARED: Readonly<Record<string, readonly Language[]>> = {
  suggestions: ['fr'],
  'common.ctrlKey': ['fr', 'es', 'ar', 'ja'],
  'common.escapeKey': ['de', 'es', 'ar', 'ja'],
  'colors.orange': ['de', 'fr'],
  'colors.cyan': ['de', 'fr'],
  'colors.indigo': ['de', 'fr'],
  'colors.violet': ['fr'],
  'blocks.paragraph': ['de'],
  'groups.Format': ['de'],
  'groups.Document': ['fr'],
  'commands.code': ['de', 'fr'],
  'commands.link': ['de'],
  'commands.insert-date': ['fr'],
  'commands.insert-mention': ['fr'],
  'commands.insert-emoji': ['de', 'fr', 'es'],
  'menus.block': ['de'],
  'menus.date': ['fr'],
  'library.documents': ['fr'],
  'sharing.link': ['de'],
  'sharing.links': ['de'],
  'preferences.system': ['de'],
  'preferences.server': ['de'],
  'code.named': ['de', 'fr'],
  'figures.kilobytes': ['de', 'es', 'ja'],
  'figures.megabytes': ['de', 'es', 'ja'],
  'menus.colored': ['de', 'es', 'ar'],
  'pageLook.normal': ['de', 'es'],
  'counts.number': ['de', 'fr', 'es', 'ar', 'ja'],
  'menus.suggestions': ['fr'],
  'menus.documentCount': ['fr'],
  'menus.pixels': ['fr'],
  'figures.bytes': ['es'],
  'counts.minutes': ['fr', 'es'],
  'objects.percent': ['ja'],
  'folders.name': ['de'],
  'devices.browser': ['de'],
  'checkup.findings.of.server': ['de'],
  'checkup.findings.of.version': ['de', 'fr'],
};

describe.each(others)('in %s', (language, texts) => {
  it('nothing is missing, and nothing is there that English has not', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('each text is said with the same values, in other words', () => {
    for (const [name, source] of english) {
      const values = valuesFor(source);
      const said = sayWith(texts.get(name)!, values);
      const original = sayWith(source, values);
      expect(said, name).toMatch(/\S/);
      for (const value of values) {
        const shown = typeof value === 'number' ? numeral(language, value) : value;
        if (original.includes(String(value))) expect(said, name).toContain(shown);
      }
      const isShared = SHARED[name]?.includes(language) ?? false;
      expect(said === original, `${name}, the same as in English: ${said}`).toBe(isShared);
    }
  });

  it('everybody is spoken to alike', () => {
    const formal = FORMAL[language];
    for (const [name, text] of texts)
      if (formal) expect(sayWith(text, valuesFor(english.get(name)!)), name).not.toMatch(formal);
  });

  it('says each refusal of the server', () => {
    const error = texts.get('error') as (code: ErrorCode) => string;
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      expect(error(code)).toMatch(/\S/);
      expect(error(code)).not.toBe(ERRORS[code].message);
    }
  });
});

describe.each(all)('in %s', (language, texts) => {
  it('there is a form for every number', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const file = language === 'en' ? 'en-lazy.ts' : `${language}.ts`;
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    const [, rules = ''] = /numbersOf\('\w+', \[([^\]]*)\]\)/.exec(source) ?? [];
    expect(rules.match(/\w+/g)?.sort()).toEqual([...pluralCategories].sort());
  });

  it('whatever counts has words for every number', () => {
    const counting = [...english].filter(([, text]) => parametersOf(text).includes('count'));
    expect(counting.length).toBeGreaterThan(10);
    for (const [name] of counting) {
      const said = [0, 1, 2, 3, 11, 100].map((count) => {
        const text = sayWith(texts.get(name)!, [count, 'Ana', 'Eve']);
        expect(text, name).not.toMatch(/#|undefined|NaN/);
        expect(text, name).toMatch(/\p{L}/u);
        // Where English says none or one in words, others may; Arabic has such for two, too.
        const inDigits = sayWith(english.get(name)!, [count, 'Ana', 'Eve']).includes(
          numeral('en', count),
        );
        if (inDigits && (language !== 'ar' || count > 2))
          expect(text, name).toContain(numeral(language, count));
        return text;
      });
      expect(new Set(said).size, name).toBe(said.length);
    }
  });

  it('calls itself what it calls itself', () => {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!;
    expect(LANGUAGES[language].toLowerCase()).toBe(name.toLowerCase());
  });
});

it('in Japanese a particle that follows a time follows none that is said in words', () => {
  const wrong = [...textsOf(ja)].filter(([, text]) => {
    const values = parametersOf(text).map((name) => (name === 'when' ? ja.time.justNow : name));
    return values.includes(ja.time.justNow) && sayWith(text, values).includes('たった今に');
  });
  expect(wrong.map(([key]) => key)).toEqual([]);
});

it('the style sheets say in English what the catalogue says', () => {
  const styles = ['editor.css', 'blocks/blocks.css']
    .map((file) => readFileSync(join(import.meta.dirname, '../editor', file), 'utf8'))
    .join('\n');
  const said = new Map(
    [...styles.matchAll(/var\(--say-(\w+), "([^"]*)"\)/g)].map(([, name, text]) => [name, text]),
  );
  expect(Object.fromEntries(said)).toEqual(enLazy.drawn);
});

it('the first paint knows every language', () => {
  const script = readFileSync(join(import.meta.dirname, '../public/first-paint.js'), 'utf8');
  expect(script).toContain(`/^(${Object.keys(LANGUAGES).join('|')})$/`);
});

function textsOf(texts: object, path: readonly string[] = []): Map<string, Text> {
  const found = new Map<string, Text>();
  for (const [key, value] of Object.entries(texts)) {
    const at = [...path, key];
    if (typeof value === 'object' && value !== null)
      for (const [name, text] of textsOf(value, at)) found.set(name, text);
    else found.set(at.join('.'), value as Text);
  }
  return found;
}

function parametersOf(text: Text): string[] {
  if (typeof text === 'string') return [];
  const [, list = ''] = /^(?:\w+|\(([^)]*)\)) =>/.exec(text.toString()) ?? [];
  return (list || (/^(\w+) =>/.exec(text.toString())?.[1] ?? '')).match(/\w+/g) ?? [];
}

/** A value for each parameter that can be told from the others in the text. */
function valuesFor(text: Text): (string | number)[] {
  return parametersOf(text).map((name, index) => {
    if (name === 'code') return 'not_found';
    return NUMBERS.includes(name) ? 7 + index : `some${name}`;
  });
}

function sayWith(text: Text, values: readonly unknown[]): string {
  return typeof text === 'string' ? text : text(...values);
}

function numeral(language: Language, value: number): string {
  return new Intl.NumberFormat(language).format(value);
}
