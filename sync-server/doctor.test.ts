/** The programs behind `npm run backup` and `npm run doctor`, as they are started. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { DATABASE_FILE } from './storage/sqlite.ts';
import { cleanUp, temporaryFolder, until } from './testing/clean-up.ts';
import { RawClient, textUpdate } from './testing/raw-client.ts';
import { newOwner, startServer } from './testing/server.ts';

afterEach(cleanUp);

function backUp(folder: string): { status: number | null; stdout: string; to: string } {
  const to = join(temporaryFolder(), 'backup');
  const options = ['sync-server/doctor.ts', '--backup', folder, to];
  const { status, stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  return { status, stdout, to };
}

test('a backup says what in it is not whole, text, pictures and files', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const writer = RawClient.sync(server, docId, secret);
  await writer.synced();
  writer.sendUpdate(textUpdate('kept'));
  await until('stored', () => writer.statuses.length === 1);
  const picture = Buffer.from('a picture');
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const path = `attachments/${docId}/${sha256}`;
  const sent = await fetch(`${server.url}/api/docs/${docId}/attachments/${sha256}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: picture,
  });
  expect(sent.status).toBe(200);

  const whole = backUp(server.folder);
  expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining('1 documents are in')]);
  expect(readFileSync(join(whole.to, path))).toEqual(picture);

  writeFileSync(join(server.folder, path), 'a pic');
  const lacking = backUp(server.folder);
  expect(lacking.stdout).toContain(`${path} is not the file it is named after.`);
  expect(lacking.status).toBe(1);
  // All the same it is there, for whoever can mend it.
  expect(readFileSync(join(lacking.to, path), 'utf8')).toBe('a pic');

  writeFileSync(join(server.folder, path), picture);
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  database.exec('UPDATE updates SET crc = 1');
  database.close();
  const damaged = backUp(server.folder);
  expect(damaged.stdout).toContain(`${docId}: can be read in part`);
  expect(damaged.status).toBe(1);
});
