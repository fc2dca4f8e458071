/**
 * The server's settings, read from the environment.
 *
 * Invariant: `SETTINGS` is the whole list; a setting that is not understood stops the start with a
 * sentence that names it, and is never replaced by a guess.
 */
import { createECDH } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  COMPACT_AFTER_UPDATES,
  IDLE_DOCUMENT_UNLOAD_MS,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENT_BYTES_PER_DOCUMENT,
  MAX_CONNECTIONS_PER_DOCUMENT,
  MAX_DOCUMENT_BYTES,
  MAX_FRAME_BYTES,
  MAX_LINKS_PER_DOCUMENT,
  MAX_NEW_DOCUMENTS_PER_MINUTE,
  MAX_SOCKETS,
  MAX_SOCKETS_PER_ADDRESS,
} from '../shared/protocol/limits.ts';
import { LOG_LEVELS } from './log.ts';

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);

const listed = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/**
 * Where no shell has taken off quotation marks, or put in the home of ~, it would be another folder, and
 * a new one.
 */
const folder = z
  .string()
  .regex(/^(?!~(?:[/\\]|$)|(["']).*\1$)/)
  .transform((path) => resolve(path));
const A_FOLDER = 'a folder, without quotation marks around it and without ~';

/** An address with a password in it; signs that mean something else there have to be written otherwise. */
const addressOf = (pattern: RegExp) =>
  z.string().refine((text) => text === '' || (pattern.test(text) && isReadable(text)));
const WRITTEN = 'where %, #, / and ? of a password are written as %25, %23, %2F and %3F';

function isReadable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text);

/** Where a collector is, as the standard has it: `/v1/traces` is added. */
const collector = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => text === '' || isCollector(text));

function isCollector(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash, pathname } = new URL(text);
  return username + password + search + hash === '' && !pathname.endsWith('/v1/traces');
}

/** As the standard writes headers: `name=value,other=value`, the values encoded as in an address. */
const headers = listed.transform((parts, context): Readonly<Record<string, string>> => {
  const named = parts.map((part) => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)$/.exec(part));
  try {
    const entries = named.map((found) => [found?.[1] ?? '', decodeURIComponent(found?.[2] ?? '')]);
    if (entries.every(([name, value]) => name && /^[\x20-\x7e]+$/.test(value ?? '')))
      return Object.fromEntries(entries);
  } catch {
    // A % that encodes nothing.
  }
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

interface Setting<T> {
  readonly env: string;
  /** What docs/operations.md says about it. */
  readonly description: string;
  /** How the value is written when the environment does not name one. */
  readonly fallback: string;
  /** Completes the sentence "PORT must be …". */
  readonly mustBe: string;
  readonly schema: z.ZodType<T, string>;
  /** There may be a password in it: what was given is not repeated. */
  readonly isSecret?: boolean;
}

function setting<T>(
  env: string,
  fallback: string | number,
  description: string,
  mustBe: string,
  schema: z.ZodType<T, string>,
): Setting<T> {
  return { env, fallback: String(fallback), description, mustBe, schema };
}

const MOST_BYTES = 1024 ** 3;
const DAY_MS = 86_400_000;
const limit = (env: string, fallback: number, description: string, most: number, least = 1) =>
  setting(
    env,
    fallback,
    description,
    `a whole number from ${least} to ${most}`,
    whole(least, most),
  );

const DEFAULT_PUBLIC_DIR = resolve(import.meta.dirname, '../dist/app');

/** Every setting there is, with what docs/operations.md says about it. */
export const SETTINGS = {
  port: setting(
    'PORT',
    8080,
    'Port to listen on; 0 takes any free one.',
    'a port number from 0 to 65535',
    whole(0, 65_535),
  ),
  host: setting(
    'HOST',
    '0.0.0.0',
    'Address to listen on.',
    'an address or a host name',
    z.string().regex(/^[\w.:-]+$/),
  ),
  dataDir: setting(
    'DATA_DIR',
    './data',
    'Folder that holds the database, pictures and files.',
    A_FOLDER,
    folder,
  ),
  databaseUrl: {
    ...setting(
      'DATABASE_URL',
      '',
      'PostgreSQL database that all nodes share, in the place of the one in `DATA_DIR`.',
      `an address such as postgres://user:password@host:5432/driftless, ${WRITTEN}`,
      addressOf(/^postgres(ql)?:\/\/./),
    ),
    isSecret: true,
  },
  redisUrl: {
    ...setting(
      'REDIS_URL',
      '',
      'Redis or Valkey that passes on what nodes tell each other, in the place of PostgreSQL; needs `DATABASE_URL`.',
      `an address such as redis://user:password@host:6379, ${WRITTEN}`,
      addressOf(/^rediss?:\/\/[^/]+(\/\d*)?$/),
    ),
    isSecret: true,
  },
  s3Endpoint: setting(
    'S3_ENDPOINT',
    '',
    'S3-compatible service that keeps pictures and files, in the place of the database or `DATA_DIR`; together with the next four.',
    'an address such as https://s3.example.org, without the bucket',
    z
      .string()
      .transform((text) => text.replace(/\/$/, ''))
      .refine(
        (text) =>
          text === '' ||
          (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text),
      ),
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    '',
    'The bucket there, which has to be made before.',
    'the name of a bucket, such as driftless',
    z.string().regex(/^(?:[a-z0-9][\w.-]{1,61}[a-z0-9])?$/i),
  ),
  s3Region: setting(
    'S3_REGION',
    'us-east-1',
    'Its region; services that have none take any.',
    'the name of a region, such as eu-central-1',
    z.string().regex(/^[\w-]+$/),
  ),
  s3AccessKeyId: setting(
    'S3_ACCESS_KEY_ID',
    '',
    'Name of the key to it.',
    'the name of a key',
    z.string().regex(/^[\x21-\x7e]*$/),
  ),
  s3SecretAccessKey: {
    ...setting(
      'S3_SECRET_ACCESS_KEY',
      '',
      'The key itself.',
      'a key without spaces',
      z.string().regex(/^[\x21-\x7e]*$/),
    ),
    isSecret: true,
  },
  publicDir: setting(
    'PUBLIC_DIR',
    'dist/app beside the server',
    'Folder of the built app.',
    A_FOLDER,
    folder,
  ),
  metricsPort: setting(
    'METRICS_PORT',
    0,
    'Port of `/metrics` for Prometheus, which nobody else should reach; 0 for none.',
    'a port number from 0 to 65535',
    whole(0, 65_535),
  ),
  tracesEndpoint: {
    ...setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      '',
      'OpenTelemetry collector that takes traces of single updates, by OTLP over HTTP; none for no traces.',
      'an address such as http://localhost:4318, without a password and without /v1/traces',
      collector,
    ),
    isSecret: true,
  },
  tracesHeaders: {
    ...setting(
      'OTEL_EXPORTER_OTLP_HEADERS',
      '',
      'Headers by which it knows this server, such as `authorization=Bearer%20…`, separated by commas.',
      'names and values such as authorization=Bearer%20abc, separated by commas',
      headers,
    ),
    isSecret: true,
  },
  tracesShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    0.01,
    'Share of the updates that are traced.',
    'a share from 0 to 1, such as 0.01',
    z
      .string()
      .regex(/^(?:\d{1,3})?(?:\.\d{1,9})?$/)
      .transform(Number)
      .refine((value) => value <= 1),
  ),
  serviceName: setting(
    'OTEL_SERVICE_NAME',
    'driftless',
    'What the traces call this server.',
    'a name such as driftless',
    z.string().regex(/^[\w.:/ -]{1,100}$/),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'Least weight of what is logged.',
    `one of ${LOG_LEVELS.join(', ')}`,
    z.enum(LOG_LEVELS),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    0,
    'How many reverse proxies stand in front; each adds an address to X-Forwarded-For.',
    'a whole number from 0 to 10',
    whole(0, 10),
  ),
  allowedOrigins: setting(
    'ALLOWED_ORIGINS',
    '',
    'Other web addresses whose pages may use this server, separated by commas.',
    'origins such as https://example.org, separated by commas',
    listed.pipe(z.array(origin)),
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    '',
    'Where to report a hole, as /.well-known/security.txt says it.',
    'an address such as mailto:security@example.org or https://example.org/security',
    z.string().regex(/^(?:(?:mailto:|https:\/\/)[\x21-\x7e]+)?$/),
  ),
  linkPreviews: setting(
    'LINK_PREVIEWS',
    'off',
    'Whether the server opens the page of a bookmark, for its title and picture, where a person asks.',
    'on or off',
    z.enum(['on', 'off']),
  ),
  linkPreviewsAllow: setting(
    'LINK_PREVIEWS_ALLOW',
    '',
    'Addresses of your own network whose pages may be opened for that, too, separated by commas.',
    'IP addresses or ranges such as 10.1.2.0/24, separated by commas',
    listed.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  ),
  vapidPublicKey: setting(
    'VAPID_PUBLIC_KEY',
    '',
    'Public key by which the push services of browsers know this server; together with the next two.',
    'a public key of P-256 in base64url, 87 characters',
    z.string().regex(/^(?:B[A-Za-z0-9_-]{86})?$/),
  ),
  vapidPrivateKey: {
    ...setting(
      'VAPID_PRIVATE_KEY',
      '',
      'The private key of that one.',
      'a private key of P-256 in base64url, 43 characters',
      z.string().regex(/^(?:[A-Za-z0-9_-]{43})?$/),
    ),
    isSecret: true,
  },
  vapidSubject: setting(
    'VAPID_SUBJECT',
    '',
    'Where a push service reaches whoever runs this server.',
    'an address such as mailto:admin@example.org or https://example.org',
    z.string().regex(/^(?:(?:mailto:[^\s@]+@|https:\/\/)[\x21-\x7e]+)?$/),
  ),
  pushServices: setting(
    'PUSH_SERVICES',
    'fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com',
    'Hosts of push services that this server may call, separated by commas.',
    'hosts such as push.example.org, *.example.org or 10.1.2.3:8443, separated by commas',
    listed.pipe(
      z.array(
        z
          .string()
          .regex(/^(?:\*\.[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/)
          // An address that is read says the usual port by saying none.
          .transform((host) => host.replace(/:443$/, '')),
      ),
    ),
  ),
  stopTimeoutMs: limit(
    'STOP_TIMEOUT_MS',
    10_000,
    'Milliseconds a stop may take before it is cut short.',
    DAY_MS,
    0,
  ),
  hangLimitMs: limit(
    'HANG_LIMIT_MS',
    15_000,
    'Milliseconds of the processor the server may take for one step before its document is set apart.',
    DAY_MS,
    1_000,
  ),
  keepaliveMs: limit(
    'KEEPALIVE_MS',
    20_000,
    'Milliseconds between two signs of life on a quiet connection. Clients give up after 30,000.',
    DAY_MS,
  ),
  silenceLimitMs: limit(
    'SILENCE_LIMIT_MS',
    45_000,
    'Milliseconds of silence, pings included, after which a connection counts as dead.',
    DAY_MS,
  ),
  maxFrameBytes: limit(
    'MAX_FRAME_BYTES',
    MAX_FRAME_BYTES,
    'Bytes of one WebSocket frame.',
    MOST_BYTES,
    1024,
  ),
  maxDocumentBytes: limit(
    'MAX_DOCUMENT_BYTES',
    MAX_DOCUMENT_BYTES,
    'Bytes of one document.',
    MOST_BYTES,
    1024,
  ),
  maxAttachmentBytes: limit(
    'MAX_ATTACHMENT_BYTES',
    MAX_ATTACHMENT_BYTES,
    'Bytes of one picture or file in a document.',
    MOST_BYTES,
  ),
  maxAttachmentBytesPerDocument: limit(
    'MAX_ATTACHMENT_BYTES_PER_DOCUMENT',
    MAX_ATTACHMENT_BYTES_PER_DOCUMENT,
    'Bytes of all pictures and files of one document.',
    500 * MOST_BYTES,
  ),
  maxConnectionsPerDocument: limit(
    'MAX_CONNECTIONS_PER_DOCUMENT',
    MAX_CONNECTIONS_PER_DOCUMENT,
    'Live connections of one document. A tenth of them is kept for those who may write in it.',
    100_000,
  ),
  maxLinksPerDocument: limit(
    'MAX_LINKS_PER_DOCUMENT',
    MAX_LINKS_PER_DOCUMENT,
    'Links of one document that are not revoked.',
    100_000,
  ),
  maxSocketsPerAddress: limit(
    'MAX_SOCKETS_PER_ADDRESS',
    MAX_SOCKETS_PER_ADDRESS,
    'Sockets one network address may hold open that have not shown a good secret yet.',
    1_000_000,
  ),
  maxSockets: limit(
    'MAX_SOCKETS',
    MAX_SOCKETS,
    'Sockets of all addresses, and as many connections that are none; one address may hold as many of them as are still free.',
    1_000_000,
  ),
  maxNewDocumentsPerMinute: limit(
    'MAX_NEW_DOCUMENTS_PER_MINUTE',
    MAX_NEW_DOCUMENTS_PER_MINUTE,
    'New documents one network address may make in a minute.',
    1_000_000,
  ),
  compactAfterUpdates: limit(
    'COMPACT_AFTER_UPDATES',
    COMPACT_AFTER_UPDATES,
    'Logged updates after which they are compacted into a checkpoint.',
    1_000_000,
  ),
  maxOpenDocumentBytes: limit(
    'MAX_OPEN_DOCUMENT_BYTES',
    0,
    'Memory that all open documents may take together; 0 is half of what Node may take.',
    500 * MOST_BYTES,
    0,
  ),
  minFreeDiskBytes: limit(
    'MIN_FREE_DISK_BYTES',
    100 * 1024 * 1024,
    'Free bytes of the disk below which nothing more is stored.',
    500 * MOST_BYTES,
    0,
  ),
  abandonedAfterDays: limit(
    'ABANDONED_AFTER_DAYS',
    0,
    'Days without anybody after which a document is removed; 0 keeps all.',
    36_500,
    0,
  ),
  historyDays: limit(
    'HISTORY_DAYS',
    0,
    'Days after which it is forgotten who wrote what when; 0 keeps it.',
    36_500,
    0,
  ),
  idleUnloadMs: limit(
    'IDLE_DOCUMENT_UNLOAD_MS',
    IDLE_DOCUMENT_UNLOAD_MS,
    'Milliseconds a document without connections stays in memory.',
    DAY_MS,
    0,
  ),
} as const;

type Settings = typeof SETTINGS;
/** The settings, parsed. Sizes in bytes, durations in milliseconds. */
export type Config = { [K in keyof Settings]: z.output<Settings[K]['schema']> };

/** Settings that were not understood; the message is one sentence for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the settings; an empty value counts as not set. Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const read = Object.entries(SETTINGS).map(([key, entry]) => {
    const given = env[entry.env]?.trim() || undefined;
    const fallback = key === 'publicDir' ? DEFAULT_PUBLIC_DIR : entry.fallback;
    const parsed = entry.schema.safeParse(given ?? fallback);
    if (!parsed.success) {
      const isSecret = 'isSecret' in entry && entry.isSecret;
      const said = isSecret ? 'and is something else' : `but is "${given}"`;
      problems.push(`${entry.env} must be ${entry.mustBe}, ${said}.`);
      return [key, null] as const;
    }
    return [key, parsed.data] as const;
  });
  const config = Object.fromEntries(read) as Config;
  if (config.redisUrl && config.databaseUrl === '') {
    problems.push(
      'REDIS_URL passes on what nodes on one PostgreSQL store, so it needs DATABASE_URL.',
    );
  }
  if (problems.length === 0)
    problems.push(...timeProblems(config), ...pushProblems(config), ...bucketProblems(config));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

function timeProblems({ keepaliveMs, silenceLimitMs }: Config): string[] {
  if (silenceLimitMs > keepaliveMs) return [];
  return [
    'SILENCE_LIMIT_MS must be more than KEEPALIVE_MS, or connections are cut before they are asked whether they live.',
  ];
}

/** Keys of which one is missing, or that are no pair, would be found out by nobody before a notice is. */
function pushProblems({ vapidPublicKey, vapidPrivateKey, vapidSubject }: Config): string[] {
  const given = [vapidPublicKey, vapidPrivateKey, vapidSubject].filter((value) => value !== '');
  if (given.length === 0) return [];
  if (given.length < 3)
    return [
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together, or none of them.',
    ];
  if (isPair(vapidPublicKey, vapidPrivateKey)) return [];
  return ['VAPID_PRIVATE_KEY must be the private key of VAPID_PUBLIC_KEY, and is another one.'];
}

/** A bucket is named whole or not at all. */
function bucketProblems(config: Config): string[] {
  const { s3Endpoint, s3Bucket, s3AccessKeyId, s3SecretAccessKey } = config;
  const given = [s3Endpoint, s3Bucket, s3AccessKeyId, s3SecretAccessKey];
  if (given.every((value) => value === '') || !given.includes('')) return [];
  return [
    'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or none of them.',
  ];
}

function isPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    // No number of the curve.
    return false;
  }
  return pair.getPublicKey('base64url') === publicKey;
}
