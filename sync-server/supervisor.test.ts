/**
 * What nobody foresaw, in one document, at the program as it is started: an endless loop in Yjs, and
 * one that takes all memory. All others go on, and the document is shown as it was. What only waits,
 * while other threads compute, is left alone.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, onCleanUp, temporaryFolder, until } from './testing/clean-up.ts';
import { ALL_MEMORY, ENDLESS, WAITS } from './testing/faults.ts';
import { bodyOf, RawClient, textUpdate } from './testing/raw-client.ts';
import { newOwner, type Owned } from './testing/server.ts';

afterEach(cleanUp);

/** Programs are started, and one computes for a second: on a machine that does much else, that takes. */
const LIMIT_MS = 180_000;

interface Program {
  readonly ws: string;
  readonly logged: () => string;
  readonly hasEnded: () => boolean;
  end(): Promise<void>;
}

/** The server with a Yjs that has the planted faults. */
async function startProgram(
  folder: string,
  hangLimitMs: string,
  compactAfterUpdates = '1',
): Promise<Program> {
  const plant = join(import.meta.dirname, 'testing/planted-faults.ts');
  const words = [
    '--max-old-space-size=150',
    '--import',
    plant,
    join(import.meta.dirname, 'main.ts'),
  ];
  const child = spawn(process.execPath, words, {
    env: {
      ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder },
      ...{ HANG_LIMIT_MS: hangLimitMs, LOG_LEVEL: 'debug' },
      COMPACT_AFTER_UPDATES: compactAfterUpdates,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onCleanUp(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await until('listening', () => output.includes('"listening"'));
  return {
    ws: /"url":"http([^"]+)"/.exec(output)![1]!.replace(/^/, 'ws'),
    logged: () => output,
    hasEnded: () => child.exitCode !== null,
    end: async () => {
      child.kill('SIGTERM');
      await until('ended', () => child.exitCode !== null);
      expect(child.exitCode).toBe(0);
    },
  };
}

/** Writes one word and waits for its confirmation. */
async function write(program: Program, { docId, secret }: Owned, word: string): Promise<void> {
  const client = RawClient.sync(program, docId, secret);
  client.sendUpdate(textUpdate(word));
  await until('confirmed', () => client.statuses[0] === 1);
  client.socket.terminate();
}

/** What whoever opens it is shown, and then told. */
async function shown(program: Program, { docId, secret }: Owned): Promise<[string, string?]> {
  const reader = RawClient.sync(program, docId, secret);
  await reader.whenGone();
  return [bodyOf(reader.doc), reader.closed?.reason];
}

test.each([
  ['never ends', ENDLESS, 'time', '1000'],
  ['takes all memory', ALL_MEMORY, 'memory', '600000'],
])(
  'a document that %s is set apart, and all others are served',
  async (_, fault, why, limit) => {
    const folder = temporaryFolder();
    const program = await startProgram(folder, limit);
    const [good, bad] = [newOwner(), newOwner()];
    await write(program, good, 'before');
    await write(program, bad, 'whole');
    await until('compacted', () => program.logged().includes('log compacted'));

    const attacker = RawClient.sync(program, bad.docId, bad.secret);
    attacker.sendUpdate(textUpdate(fault));
    await attacker.whenGone();
    await until('started again', () => program.logged().split('"listening"').length === 3);
    await write(program, good, 'after');
    expect(program.hasEnded()).toBe(false);
    expect(program.logged()).toContain(`"document set apart"`);
    expect(program.logged()).toContain(`"document":"${bad.docId}","why":"${why}"`);
    expect(await shown(program, bad)).toEqual(['whole', 'document_damaged']);
    await program.end();
    if (why === 'memory') return;

    // The next process on the same folder knows it as well.
    const next = await startProgram(folder, limit);
    expect(await shown(next, bad)).toEqual(['whole', 'document_damaged']);
    const reader = RawClient.sync(next, good.docId, good.secret);
    await reader.synced();
    expect(['afterbefore', 'beforeafter']).toContain(bodyOf(reader.doc));
    await next.end();
  },
  LIMIT_MS,
);

test(
  'one that was never compacted is shown up to what makes it endless',
  async () => {
    const program = await startProgram(temporaryFolder(), '1000', '1000');
    const bad = newOwner();
    await write(program, bad, 'whole');
    const attacker = RawClient.sync(program, bad.docId, bad.secret);
    attacker.sendUpdate(textUpdate(ENDLESS));
    await attacker.whenGone();
    await until('started again', () => program.logged().split('"listening"').length === 3);
    expect(await shown(program, bad)).toEqual(['whole', 'document_damaged']);
    expect(program.logged()).not.toContain('log compacted');
    await program.end();
  },
  LIMIT_MS,
);

test(
  'a server that waits while another thread computes is not ended for it',
  async () => {
    const program = await startProgram(temporaryFolder(), '1000');
    await write(program, newOwner(), WAITS);
    expect(program.logged().split('"listening"')).toHaveLength(2);
    await program.end();
  },
  LIMIT_MS,
);
