/** A document at which a server hung is left alone, longer each time, and by the next server too. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SET_APART_FILE, SetApart } from './set-apart.ts';
import { openSqlite } from './storage/sqlite.ts';
import { cleanUp, temporaryFolder } from './testing/clean-up.ts';
import { memoryLog } from './testing/server.ts';

afterEach(cleanUp);

const MINUTE_MS = 60_000;

test('it is left alone for longer each time, over restarts, and forgiven after a good month', () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  let at = 1_000_000;
  const newServer = () => new SetApart(folder, memoryLog(lines));
  for (const minutes of [10, 60, 1_440, 1_440]) {
    newServer().note('a', 'time', at);
    expect(newServer().has('a', at + minutes * MINUTE_MS - 1)).toBe(true);
    expect(newServer().has('b', at)).toBe(false);
    at += minutes * MINUTE_MS;
    expect(newServer().has('a', at)).toBe(false);
  }
  at += 31 * 1_440 * MINUTE_MS;
  newServer().note('a', 'memory', at);
  expect(newServer().has('a', at + 10 * MINUTE_MS)).toBe(false);
  expect(lines.filter((line) => line.includes('document set apart'))).toHaveLength(5);
});

test('a file that cannot be read is said to be so, and written anew', () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  writeFileSync(join(folder, SET_APART_FILE), '{"a":');
  const setApart = new SetApart(folder, memoryLog(lines));
  expect(lines.join()).toContain('documents set apart cannot be read');
  setApart.note('b', 'time', 1);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, SET_APART_FILE), 'utf8')))).toEqual([
    'b',
  ]);
});

test('what cannot be noted in the folder is remembered as long as the server runs', () => {
  const lines: string[] = [];
  const setApart = new SetApart('/dev/null', memoryLog(lines));
  setApart.note('a', 'time', 1);
  expect(setApart.has('a', 2)).toBe(true);
  expect(lines.join()).toContain('documents set apart cannot be noted');
});

test('the doctor lists what is left alone and until when, and calls it no damage', () => {
  const folder = temporaryFolder();
  openSqlite(folder).close();
  const setApart = new SetApart(folder, memoryLog([]));
  const now = Date.now();
  setApart.note('a', 'time', now);
  setApart.note('b', 'memory', now);
  setApart.note('long-ago', 'time', now - 10 * MINUTE_MS);
  const { status, stdout } = spawnSync(process.execPath, ['sync-server/doctor.ts', folder], {
    encoding: 'utf8',
  });
  const until = new Date(now + 10 * MINUTE_MS).toISOString();
  expect(stdout).toContain(`a: set apart until ${until}, since the server hung at it\n`);
  expect(stdout).toContain(`b: set apart until ${until}, since it took all memory\n`);
  expect(stdout).not.toContain('long-ago');
  expect(status).toBe(0);
});

test('one that was noted by a clock that was ahead is tried again when that is set right', () => {
  const setApart = new SetApart(temporaryFolder(), memoryLog([]));
  const year = 365 * 1_440 * MINUTE_MS;
  setApart.note('a', 'time', year);
  expect(setApart.has('a', year)).toBe(true);
  expect(setApart.has('a', 0)).toBe(false);
  setApart.note('a', 'time', 0);
  expect(setApart.has('a', 59 * MINUTE_MS)).toBe(true);
  expect(setApart.all(0)).toHaveLength(1);
});
