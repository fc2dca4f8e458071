/** Commands and people are found by what somebody types of their names. */
import { expect, test } from 'vitest';
import { search } from './search.ts';

const found = (text: string, ...labels: string[]) =>
  search(
    labels.map((label) => ({ label })),
    text,
  ).map(({ label }) => label);

test('accents may be left out, or put together otherwise, and letters be large or small', () => {
  for (const [typed, label] of [
    ['jose', 'José'],
    ['mull', 'Anna Müller'],
    ['codigo', 'Código'],
    ['parametres', 'Paramètres'],
    ['strasse', 'Straße'],
    ['istanbul', 'İstanbul'],
    ['ISIL', 'Işıl'],
    ['Re\u0301sume\u0301', 'Résumé'],
    ['محمد', 'مُحَمَّد'],
    ['ゴシック', 'ｺﾞｼｯｸ'],
  ] as const)
    expect(found(typed, 'Zoe', label), typed).toEqual([label]);
});

test('what begins with it comes first, then what has a word that does, then letters in their order', () => {
  const labels = ['Tableau à étages', 'Étape', 'Une étape', 'Entête'];
  expect(found('eta', ...labels)).toEqual(['Étape', 'Tableau à étages', 'Une étape']);
  expect(found('tx', ...labels)).toEqual([]);
  expect(found('ete', ...labels)).toEqual(['Étape', 'Entête']);
});
