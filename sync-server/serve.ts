/**
 * Starts the server: settings, then the server, then a wait for the word to stop. In a thread that
 * is watched (`supervisor.ts`), or, without anybody who watches, as a program of its own.
 *
 * Invariant: what goes wrong before it listens is said as a sentence.
 */
import { format } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { ConfigError, readConfig } from './config.ts';
import { createServer, ListenError } from './create-server.ts';
import { beWatched, countTurn, watchedOf } from './current-document.ts';
import { createLog } from './log.ts';
import { StorageUnavailable } from './storage/storage.ts';
import { type Said, STOP, type Start } from './supervisor.ts';

const COUNT_EVERY_MS = 200;

const supervisor = parentPort;
const start = supervisor === null ? null : (workerData as Start);

function say(said: Said): void {
  if (supervisor !== null) supervisor.postMessage(said);
  else if (said.kind === 'failed') {
    process.stderr.write(`${said.sentence}\n`, () => process.exit(1));
  } else if (said.kind === 'stopped') process.exit(said.code);
}

try {
  const settings = readConfig(process.env);
  const config = { ...settings, port: start?.port ?? settings.port };
  const log = createLog(config.logLevel);
  // Libraries print; through the log it is one line each, and cleaned of secrets like all others.
  console.error = (...values: unknown[]) => log.warn('printed', { text: format(...values) });
  console.warn = console.error;
  console.log = (...values: unknown[]) => log.info('printed', { text: format(...values) });

  // What is confirmed is stored, whatever goes wrong in a turn; the others must not be cut off by it.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => log.error('failed where nobody caught it', { error }));
  }

  const starting = createServer(config, log, start?.ended ?? null);
  const stop = () => {
    starting
      .then((server) => server.stop())
      .then(
        () => say({ kind: 'stopped', code: 0 }),
        (error: unknown) => {
          log.error('not stopped in order', { error });
          say({ kind: 'stopped', code: 1 });
        },
      );
  };
  // Before it listens: a word that comes while it starts must not cut it short either.
  supervisor?.on('message', (told) => told === STOP && stop());
  if (supervisor === null) for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  const { url } = await starting;
  if (start !== null) {
    beWatched(watchedOf(start.memory));
    countTurn(getHeapStatistics().used_heap_size);
    setInterval(() => countTurn(getHeapStatistics().used_heap_size), COUNT_EVERY_MS).unref();
  }
  const { hangLimitMs, stopTimeoutMs } = config;
  say({ kind: 'listening', port: Number(new URL(url).port || 80), hangLimitMs, stopTimeoutMs });
} catch (error) {
  const expected =
    error instanceof ConfigError ||
    error instanceof StorageUnavailable ||
    error instanceof ListenError;
  // Thrown, it would be caught as what goes wrong in a turn, and this would go on without listening.
  const sentence = expected ? error.message : `The server cannot start: ${format(error)}`;
  say({ kind: 'failed', sentence });
}
