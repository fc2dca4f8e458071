/** Another program that holds the lock for writing to the server's database, as a careless backup does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const DATABASE = 'driftless.sqlite';

const PROGRAM = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 10000 });
  database.exec('BEGIN IMMEDIATE');
  console.log('held');
  setInterval(() => database.isTransaction, 1000);
`;

/** Resolves when it is held; returns how it is let go. */
export async function lockDatabase(dataDir: string): Promise<() => Promise<void>> {
  const holder = spawn(process.execPath, ['--eval', PROGRAM, join(dataDir, DATABASE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return async () => {
    const ended = once(holder, 'exit');
    holder.kill();
    await ended;
  };
}
