/** What only the server answers reaches it from an installed app, too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_PATHS } from './server-paths.ts';

const WORKER = readFileSync(join(import.meta.dirname, '../public/direct-to-server.js'), 'utf8');
/** The worker's patterns, in which `*` stands for anything. */
const past = Array.from(WORKER.matchAll(/'(\/[^']+)'/g), ([, pattern = '']) => pattern)
  .filter((pattern) => WORKER.indexOf(`'${pattern}'`) < WORKER.indexOf('addRoutes(paths'))
  .map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`));

test.each([
  '/api/server',
  '/sync/doc',
  '/hocuspocus',
  '/healthz',
  '/readyz',
  '/.well-known/security.txt',
])('%s is the server’s to answer', (path) => {
  expect(SERVER_PATHS.some((pattern) => pattern.test(path))).toBe(true);
  expect(past.some((pattern) => pattern.test(path))).toBe(true);
});

test.each(['/', '/d/doc', '/settings', '/join', '/assets/index-Dk3j9xQ.js'])(
  '%s is the app’s',
  (path) => {
    expect([...SERVER_PATHS, ...past].some((pattern) => pattern.test(path))).toBe(false);
  },
);
