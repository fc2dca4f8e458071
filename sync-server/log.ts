/**
 * The server's log: one JSON line for each notable event.
 *
 * Invariant: no line can hold a secret. Whatever looks like one is cut out of the finished line, so
 * the promise does not depend on the care of whoever logs.
 */
import { type DestinationStream, pino } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

type Fields = Record<string, unknown>;

export interface Log {
  error(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  debug(event: string, fields?: Fields): void;
}

/** Secrets have 43 characters of this alphabet, their hashes 64; ids have at most 36 in a run. */
const LOOKS_SECRET = /[A-Za-z0-9_-]{43,}/g;
const NAMES_SECRET = ['secret', 'token', 'authorization', 'secretHash', 'protocol', 'password'];

const STANDARD_OUTPUT = 1;

/**
 * A log that writes to `destination`, or to standard output; there each line at once, since what is
 * on its way goes with the thread that wrote it.
 */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: STANDARD_OUTPUT, sync: true }),
): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: [...NAMES_SECRET, ...NAMES_SECRET.map((name) => `*.${name}`)],
      hooks: { streamWrite: (line) => line.replace(LOOKS_SECRET, '[cut out]') },
    },
    destination,
  );
  return {
    error: (event, fields = {}) => logger.error(readable(fields), event),
    warn: (event, fields = {}) => logger.warn(readable(fields), event),
    info: (event, fields = {}) => logger.info(readable(fields), event),
    debug: (event, fields = {}) => logger.debug(readable(fields), event),
  };
}

/** Errors lose their text in JSON; a reader of the log needs it. */
function readable(fields: Fields): Fields {
  const { error, ...rest } = fields;
  if (error === undefined) return rest;
  return {
    ...rest,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
