/**
 * The programs that measure are checked with packages that only they install; that what they take of
 * the app is there is checked here, at every change.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const programs = readdirSync('bench', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('node_modules'))
  .map((path) => join('bench', path));

/** The names that a program imports from our own files, and from which. */
function importsOf(program: string): { name: string; file: string }[] {
  const found = readFileSync(program, 'utf8').matchAll(
    /import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']*\.(?:ts|tsx|mjs))'/g,
  );
  return [...found].flatMap(([, names = '', path = '']) =>
    names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .replace(/\s+as\s+.*$/, ''),
      )
      .filter((name) => name !== '')
      .map((name) => ({ name, file: join(dirname(program), path) })),
  );
}

function exports(file: string, name: string): boolean {
  if (!existsSync(file)) return false;
  const declared = '(?:async\\s+)?(?:function\\*?|const|let|class|interface|type|enum)';
  const source = readFileSync(file, 'utf8');
  const passedOn = [...source.matchAll(/^export (?:type )?\* from '(\.[^']*)'/gm)];
  return (
    new RegExp(`^export (?:abstract )?${declared}\\s+${name}\\b`, 'm').test(source) ||
    new RegExp(`^export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\}`, 'm').test(source) ||
    passedOn.some(([, path = '']) => exports(join(dirname(file), path), name))
  );
}

it('what a program that measures imports of ours is there', () => {
  const all = programs.flatMap(importsOf);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter(({ name, file }) => !exports(file, name))).toEqual([]);
});
