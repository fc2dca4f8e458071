/** Quotes, dashes and the ellipsis as typed, in many languages, and how to have them as typed. */
import { undoInputRule } from 'prosemirror-inputrules';
import { expect, test } from 'vitest';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { Headless } from '../testing/headless.ts';
import { markdownRules } from './input-rules.ts';
import { quotesOf } from './typography.ts';

function typing(language: string | null, ...lines: string[]): Headless {
  const quotes = language === null ? null : quotesOf(language);
  const editor = new Headless(documentOf(lines.length > 0 ? lines : ['']), {}, [
    markdownRules(() => quotes),
  ]);
  return editor.select(0, editor.state.doc.child(0).content.size);
}
const text = ({ state }: Headless) => state.doc.child(0).textContent;

test.each([
  ['en-GB', `"It's 'so'," he said -- "..."`, '“It’s ‘so’,” he said – “…”'],
  ['en-US', `("a")---"b"`, '(“a”)—“b”'],
  ['en', `"'Tis" and ""`, '“‘Tis” and “”'],
  ['de-AT', `"Ja", sagt er, "'nun' geht's..."`, '„Ja“, sagt er, „‚nun‘ geht’s…“'],
  ['de-CH', `"Ja"`, '«Ja»'],
  ['fr-FR', `"L'été" -- "oui"`, '«\u202fL’été\u202f» – «\u202foui\u202f»'],
  ['fr', `l'"ami" d'"hier"`, 'l’«\u202fami\u202f» d’«\u202fhier\u202f»'],
  ['es', `¿"Qué"? ¡'No'!`, '¿“Qué”? ¡‘No’!'],
  ['en', `"But I--" "a"-"b"`, '“But I–” “a”-“b”'],
  ['en', `*"a"* c="d" 5'10"`, '“a” c=“d” 5’10”'],
  ['en', `mid-'90s rock-'n'-roll, a-"b"-c`, 'mid-’90s rock-’n’-roll, a-“b”-c'],
  ['ja', `彼は"はい"と、"x"`, '彼は“はい”と、“x”'],
  ['ru-RU', `"Да", сказал он, "'так'"`, '«Да», сказал он, «„так“»'],
  ['uk', `"об'єкт"`, '«об’єкт»'],
  ['nb-NO', `"Ja", sa han, "'nå'"`, '«Ja», sa han, «‘nå’»'],
  ['pl', `"Tak", mówi, "'teraz'"`, '„Tak”, mówi, „«teraz»”'],
  ['hu-HU', `("igen 'nem'")`, '(„igen »nem«”)'],
  ['el', `"Ναι", είπε, "'τώρα'"`, '«Ναι», είπε, «“τώρα”»'],
  ['sv-SE', `"Ja", sa hon, "'nu'" -- d'Arc`, '”Ja”, sa hon, ”’nu’” – d’Arc'],
  ['fi', `"on" "ei"`, '”on” ”ei”'],
  [null, `"It's" -- ...`, `"It's" -- ...`],
])('%s: %s', (language, typed, set) => {
  expect(text(typing(language).keys(typed))).toBe(set);
});

test('addresses and code stay as typed', () => {
  const address = 'see https://example.com/a--b...';
  expect(text(typing('en').keys(address))).toBe(address);
  expect(text(typing('en', '| ').keys(`"a" -- b...`))).toBe(`"a" -- b...`);
  expect(text(typing('en', '∑ ').keys(`a--b`))).toBe('a--b');
  expect(text(typing('en', '`x`').keys(`"--`))).toBe('x"--');
  expect(text(typing('en').keys('so `git log --oneline "a"` is "b"'))).toBe(
    'so git log --oneline "a" is “b”',
  );
});

test('three hyphens at the beginning are a divider still', () => {
  expect(typing('en').keys('---').state.doc.child(0).type.name).toBe('divider');
  expect(text(typing('en', '- ').keys('--'))).toBe('–');
  expect(text(typing('en', '- ').keys('---'))).toBe('—');
});

test('Backspace right after it, or one undo, gives back what was typed', () => {
  const editor = typing('de').keys('er sagt "');
  expect(text(editor)).toBe('er sagt „');
  expect(editor.run(undoInputRule)).toBe(true);
  expect(text(editor)).toBe('er sagt "');
  const other = typing('en').keys('wait...');
  other.binding.undoStep(other.view);
  expect(text(other)).toBe('wait...');
  expect(other.isTrue()).toBe(true);
});
