/** The program as it is started: sentences instead of stack traces, and a stop in order. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { newDatabase } from '../shared/testing/postgres.ts';
import { cleanUp, onCleanUp, temporaryFolder } from './testing/clean-up.ts';

afterEach(cleanUp);

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...env },
  });
  onCleanUp(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, ended };
}

test('wrong settings end the start with a sentence for each', async () => {
  const { output, ended } = run({ PORT: 'eighty', LOG_LEVEL: 'loud', DATA_DIR: temporaryFolder() });
  expect(await ended).toBe(1);
  expect(output.stderr).toBe(
    'PORT must be a port number from 0 to 65535, but is "eighty".\n' +
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".\n',
  );
});

test('a port that is taken, and a folder that cannot be used, end it with a sentence', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const first = run({ PORT: String(port), DATA_DIR: temporaryFolder() });
  expect(await first.ended).toBe(1);
  expect(first.output.stderr).toBe(`Port ${port} is in use. Set PORT to another one.\n`);

  const second = run({ DATA_DIR: '/dev/null/data' });
  expect(await second.ended).toBe(1);
  expect(second.output.stderr).toBe(
    'The data folder /dev/null/data cannot be made. Make it, or set DATA_DIR to another folder.\n',
  );
});

test('a folder in which nothing can arrive ends it with a sentence, also where documents are elsewhere', async () => {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const { output, ended } = run({ DATABASE_URL: url, DATA_DIR: '/dev/null/data' });
  expect(await ended).toBe(1);
  expect(output.stderr).toBe(
    'The data folder /dev/null/data cannot be written to. Let the user who runs this server write there, or set DATA_DIR to another folder.\n',
  );
});

test('what nobody foresaw at the start ends it, too, and is told', async () => {
  const { output, ended } = run({ DATA_DIR: temporaryFolder(), PUBLIC_DIR: '/dev/null' });
  expect(await ended).toBe(1);
  expect(output.stderr).toMatch(/^The server cannot start: Error: ENOTDIR/);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops it in order', async (signal) => {
  const { child, output, ended } = run({ DATA_DIR: temporaryFolder() });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => output.stdout.includes('"listening"') && resolve());
  });
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(output.stdout).toContain('"stopped"');
  expect(output.stderr).toBe('');
});
