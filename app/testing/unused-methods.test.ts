/** What the build takes out of the first script, and what it leaves. */

import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { withoutUnusedMethods } from '../../scripts/parts/unused-methods.mjs';

const first = `export class A {
  used() { return 1; }
  named() { return 2; }
  toJSON() { return 3; }
  unused() { return this.onlyByUnused(); }
  onlyByUnused() { return this.onlyByUnused; }
  ['computed']() {}
}`;

test('methods that nothing names go, with what only they use; those that something may call stay', () => {
  const scripts = new Map([
    ['first.js', first],
    ['later.js', "import { A } from './first.js'; new A().used(); const how = 'it is named';"],
  ]);
  const left = withoutUnusedMethods(scripts, 'first.js', parseAst);
  expect(left.match(/\w+(?=\(\) \{)|\['computed'\]/g)).toEqual([
    'used',
    'named',
    'toJSON',
    "['computed']",
  ]);
  expect(() => parseAst(left)).not.toThrow();
});

test('what a CommonJS module exports goes where nothing names it; what it does otherwise stays', () => {
  const module = `const wrap = (f, m) => () => (m || f((m = { exports: {} }).exports, m), m.exports);
const library = wrap((e, m) => {
  e.used = () => 1, e.unused = function () { return e.onlyByUnused(); };
  e.onlyByUnused = () => 2;
  e.handler = document.onlyTheBrowser = () => 3;
});
button.onlyTheBrowserCalls = () => library().used();`;
  const left = withoutUnusedMethods(new Map([['first.js', module]]), 'first.js', parseAst);
  expect(left.match(/\w+ = (?=\(\) =>|function)/g)).toEqual([
    'used = ',
    'onlyTheBrowser = ',
    'onlyTheBrowserCalls = ',
  ]);
  expect(() => parseAst(left)).not.toThrow();
});
