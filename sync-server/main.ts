/**
 * Starts the server: settings, then the server, then a wait for the signal to stop.
 *
 * Invariant: what goes wrong before it listens ends as a sentence on standard error and exit code 1.
 */
import { format } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { createServer, ListenError } from './create-server.ts';
import { createLog } from './log.ts';
import { StorageUnavailable } from './storage/sqlite.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // Libraries print; through the log it is one line each, and cleaned of secrets like all others.
  console.error = (...values: unknown[]) => log.warn('printed', { text: format(...values) });
  console.warn = console.error;
  console.log = (...values: unknown[]) => log.info('printed', { text: format(...values) });

  const starting = createServer(config, log);
  // Before it listens: a signal that comes while it starts must not cut it short either.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      starting
        .then((server) => server.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            log.error('not stopped in order', { error });
            process.exit(1);
          },
        );
    });
  }
  await starting;
} catch (error) {
  const expected =
    error instanceof ConfigError ||
    error instanceof StorageUnavailable ||
    error instanceof ListenError;
  if (!expected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
