/** Whatever app/ui has to offer is shown in the showcase, which the built app has nothing of. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const UI = join(import.meta.dirname, '..');
/** What shows nothing of its own, or is the inside of another one. */
const INSIDE = ['Directed', 'DialogFrame', 'PopoverFrame', 'Needed', 'Opening', 'UndoOffer'];

test('every component is in it', () => {
  const components = globSync('*.tsx', { cwd: UI }).flatMap((file) =>
    [...readFileSync(join(UI, file), 'utf8').matchAll(/^export function ([A-Z]\w*)/gm)].map(
      ([, name]) => name!,
    ),
  );
  expect(components.length).toBeGreaterThan(20);
  const shown = ['main.tsx', 'Showcase.tsx']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  expect(
    components.filter(
      (name) => !INSIDE.includes(name) && !new RegExp(`<${name}[\\s/>]`).test(shown),
    ),
  ).toEqual([]);
});
