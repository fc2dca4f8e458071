/** The README tells operators of every setting and every command there is. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { SETTINGS } from './config.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');

test('every setting is in the README, with its default and what it is', () => {
  const listed = readme
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` +\|/.test(line))
    .map((line) => line.replace(/ +/g, ' '));
  expect(listed).toEqual(
    Object.values(SETTINGS).map(({ env, fallback, description }) => {
      const shown = fallback === '' ? 'none' : `\`${fallback}\``;
      return `| \`${env}\` | ${shown} | ${description} |`;
    }),
  );
});

test('every command the README names is a script of the package', () => {
  const named = [...readme.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w-]+)/g)].map(
    (match) => match[1]!,
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});
