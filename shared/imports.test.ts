/** Who may import whom: what the check of all files finds, which `npm run check` makes. */
import { expect, it } from 'vitest';
import { troublesOf } from '../scripts/parts/imports.mjs';

/** As this file, too, is looked at. */
const LATER = 'import';

it.each([
  ['app/ui/Button.tsx', "import { body } from '../../shared/document/body.ts';"],
  ['app/ui/Button.tsx', "import type { Doc } from 'yjs';"],
  ['app/editor/a.ts', `const part = () => ${LATER}('../replica/ledger.ts');`],
  ['app/editor/a.ts', "import type { Screen } from '../screens/routes.ts';"],
  ['app/library/a.ts', "import { share } from '../sharing/sharing.ts';"],
  ['app/library/a.ts', "export * from '../sharing/sharing.ts';"],
  ['app/a-new-room/a.ts', "import { t } from '../i18n/i18n.ts';"],
  ['app/replica/a.ts', "import { IndexeddbPersistence } from 'y-indexeddb';"],
  ['app/replica/a.ts', "import { fuzz } from '../../shared/testing/fuzz.ts';"],
  ['app/replica/a.ts', "import { readFileSync } from 'node:fs';"],
  ['app/replica/a.test.ts', "import { Links } from '../../sync-server/access/links.ts';"],
  ['app/e2e/a.spec.ts', "import { schema } from '../editor/schema.ts';"],
  ['shared/document/a.ts', "import { t } from '../../app/i18n/i18n.ts';"],
  ['shared/document/a.ts', "import { useState } from 'react';"],
  ['shared/protocol/a.ts', "import { Body } from '../document/body.ts';"],
  ['sync-server/storage/a.ts', "import { Links } from '../access/links.ts';"],
  ['sync-server/http/a.ts', "import { DatabaseSync } from 'node:sqlite';"],
  ['sync-server/http/a.ts', "import {\n  Hocuspocus,\n} from '@hocuspocus/server';"],
])('%s may not say %s', (file, source) => {
  expect(troublesOf({ [file]: source })).toHaveLength(1);
});

it.each([
  ['app/replica/local-store.ts', "import { IndexeddbPersistence } from 'y-indexeddb';"],
  ['app/screens/library/a.tsx', "import { share } from '../../sharing/sharing.ts';"],
  ['app/editor/a.tsx', "import styles from './a.module.css';\nimport { useState } from 'react';"],
  ['app/testing/faults/a.ts', "import { readFileSync } from 'node:fs';"],
  ['sync-server/storage/sqlite.ts', "import { DatabaseSync } from 'node:sqlite';"],
  ['sync-server/access/a.ts', "import type { Log } from '../log.ts';"],
])('%s may say %s', (file, source) => {
  expect(troublesOf({ [file]: source })).toEqual([]);
});

it('finds files that import each other when they run, and lets types go round', () => {
  const round = {
    'shared/document/a.ts': "import { b } from './b.ts';",
    'shared/document/b.ts': "export { c } from './c.ts';",
    'shared/document/c.ts': "import { a } from './a.ts';",
    'shared/document/d.ts': "import { a } from './a.ts';",
  };
  const troubles = troublesOf(round);
  expect(troubles).toHaveLength(1);
  for (const name of ['a', 'b', 'c']) expect(troubles[0]).toContain(`shared/document/${name}.ts`);
  for (const harmless of [
    "import type { a } from './a.ts';",
    "import { type a } from './a.ts';",
    "const a = import('./a.ts');",
  ])
    expect(troublesOf({ ...round, 'shared/document/c.ts': harmless })).toEqual([]);
});
