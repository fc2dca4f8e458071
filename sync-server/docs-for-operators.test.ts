/** The docs tell operators of every setting, and name only commands that there are. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { SETTINGS } from './config.ts';

const page = (name: string) => readFileSync(resolve(import.meta.dirname, '..', name), 'utf8');

test('every setting is in the operations page, with its default and what it is', () => {
  const listed = page('docs/operations.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z0-9_]+` +\|/.test(line))
    .map((line) => line.replace(/ +/g, ' '));
  expect(listed).toEqual(
    Object.values(SETTINGS).map(({ env, fallback, description }) => {
      const shown = fallback === '' ? 'none' : `\`${fallback}\``;
      return `| \`${env}\` | ${shown} | ${description} |`;
    }),
  );
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/operations.md'])(
  'every command that %s names is a script of the package',
  (name) => {
    const named = [...page(name).matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w-]+)/g)].map(
      (match) => match[1]!,
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((command) => !(command in packageJson.scripts))).toEqual([]);
  },
);
