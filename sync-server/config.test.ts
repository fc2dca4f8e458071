/** Settings, and the sentences for those that are wrong. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_FRAME_BYTES } from '../shared/protocol/limits.ts';
import { newVapidKeys } from '../shared/testing/push-service.ts';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

test('without an environment every setting has a value', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    dataDir: resolve('data'),
    publicDir: resolve(import.meta.dirname, '../dist/app'),
    logLevel: 'info',
    trustProxy: 0,
    allowedOrigins: [],
    maxFrameBytes: MAX_FRAME_BYTES,
  });
});

test('the environment wins, and an empty value is no value', () => {
  const config = readConfig({
    PORT: '9000',
    HOST: '::1',
    DATA_DIR: '/var/lib/docs',
    ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080',
    LOG_LEVEL: '',
  });
  expect(config).toMatchObject({
    port: 9000,
    host: '::1',
    dataDir: '/var/lib/docs',
    allowedOrigins: ['https://a.example', 'http://b.example:8080'],
    logLevel: 'info',
  });
});

test.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['HOST', 'a host'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'yes'],
  ['ALLOWED_ORIGINS', 'example.org'],
  ['ALLOWED_ORIGINS', 'https://example.org/path'],
  ['MAX_FRAME_BYTES', '1.5MB'],
  ['STOP_TIMEOUT_MS', '10s'],
  // As whoever reads the file with the settings hands them on, and no shell has looked at them.
  ['DATA_DIR', '"/data"'],
  ['DATA_DIR', "'data'"],
  ['DATA_DIR', '~/data'],
  ['PUBLIC_DIR', '"dist/app"'],
])('a wrong %s is named in a sentence', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} must be .+, but is "${value}"\\.$`));
});

test('a collector of traces is an address of OTLP over HTTP, as it is and with its headers', () => {
  expect(readConfig({})).toMatchObject({
    tracesEndpoint: '',
    tracesHeaders: {},
    tracesShare: 0.01,
    serviceName: 'driftless',
  });
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.org/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team = docs,',
    OTEL_TRACES_SAMPLER_ARG: '.5',
    OTEL_SERVICE_NAME: 'docs of the school',
  });
  expect(config).toMatchObject({
    tracesEndpoint: 'https://traces.example.org/otlp',
    tracesHeaders: { authorization: 'Bearer a=b', 'x-team': 'docs' },
    tracesShare: 0.5,
    serviceName: 'docs of the school',
  });
  const wrong: [string, string][] = [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://localhost:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318/v1/traces'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://me:hidden@traces.example.org'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://traces.example.org/?key=hidden'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hidden'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer hidden'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=hidden%'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=hidden%0aother'],
  ];
  for (const [name, value] of wrong) {
    expect(() => readConfig({ [name]: value }), value).toThrow(
      new RegExp(`^${name} must be .+, and is something else\\.$`),
    );
  }
  for (const value of ['1.1', '-0.1', '10%', 'all', '1e-3', '.'])
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: value }), value).toThrow(ConfigError);
});

test('all wrong settings are named at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
    /PORT must .+\nLOG_LEVEL must .+/,
  );
});

test('every setting has a name of its own, a description and a default that is valid', () => {
  const settings = Object.values(SETTINGS);
  expect(new Set(settings.map(({ env }) => env)).size).toBe(settings.length);
  for (const { env, description, mustBe } of settings) {
    expect(env).toMatch(/^[A-Z0-9_]+$/);
    expect(description).toMatch(/^[A-Z].+\.$/);
    expect(mustBe).not.toBe('');
  }
});

test('an address of a database that is not understood is not repeated: a password may be in it', () => {
  const read = () => readConfig({ DATABASE_URL: 'mysql://me:hidden-word@db/docs' });
  expect(read).toThrow(
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/driftless, where %, #, / and ? of a password are written as %25, %23, %2F and %3F, and is something else.',
  );
  for (const password of ['hid%den', 'hid#den', 'hid/den', 'hid?den']) {
    const wrong = { DATABASE_URL: `postgres://me:${password}@db/docs` };
    expect(() => readConfig(wrong)).toThrow(/^DATABASE_URL must be [^:]+:\/\/user:password@/);
    const bus = { DATABASE_URL: 'postgres://me@db/docs', REDIS_URL: `redis://:${password}@r` };
    expect(() => readConfig(bus)).toThrow(/^REDIS_URL must be .+, and is something else\.$/);
    const right = { DATABASE_URL: `postgres://me:${encodeURIComponent(password)}@db/docs` };
    expect(readConfig(right).databaseUrl).toBe(right.DATABASE_URL);
  }
  expect(readConfig({ DATABASE_URL: 'postgres://me@db/docs' }).databaseUrl).toBe(
    'postgres://me@db/docs',
  );
});

test('a bucket is named whole or not at all, and its key is not repeated', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example.org/',
    S3_BUCKET: 'driftless',
    S3_ACCESS_KEY_ID: 'name',
    S3_SECRET_ACCESS_KEY: 'hidden/word+',
  };
  expect(readConfig(whole)).toMatchObject({
    s3Endpoint: 'https://s3.example.org',
    s3Region: 'us-east-1',
    s3SecretAccessKey: 'hidden/word+',
  });
  for (const name of Object.keys(whole))
    expect(() => readConfig({ ...whole, [name]: '' })).toThrow(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or none of them.',
    );
  expect(() => readConfig({ ...whole, S3_SECRET_ACCESS_KEY: 'hidden word' })).toThrow(
    'S3_SECRET_ACCESS_KEY must be a key without spaces, and is something else.',
  );
  for (const address of ['s3.example.org', 'https://s3.example.org/driftless', 'ftp://s3.example'])
    expect(() => readConfig({ ...whole, S3_ENDPOINT: address })).toThrow(/^S3_ENDPOINT must be an/);
});

test('silence lasts longer than the time between two signs of life', () => {
  const times = { KEEPALIVE_MS: '5000', SILENCE_LIMIT_MS: '5001' };
  expect(readConfig(times)).toMatchObject({ keepaliveMs: 5_000, silenceLimitMs: 5_001 });
  for (const wrong of [{ ...times, SILENCE_LIMIT_MS: '5000' }, { SILENCE_LIMIT_MS: '10000' }])
    expect(() => readConfig(wrong)).toThrow(
      'SILENCE_LIMIT_MS must be more than KEEPALIVE_MS, or connections are cut before they are asked whether they live.',
    );
});

test('keys for push services are set together, and are a pair', () => {
  const pair = newVapidKeys();
  const keys = {
    VAPID_PUBLIC_KEY: pair.publicKey,
    VAPID_PRIVATE_KEY: pair.privateKey,
    VAPID_SUBJECT: 'mailto:admin@example.org',
  };
  expect(readConfig(keys)).toMatchObject({ vapidPrivateKey: keys.VAPID_PRIVATE_KEY });
  for (const name of Object.keys(keys))
    expect(() => readConfig({ ...keys, [name]: '' })).toThrow(
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together, or none of them.',
    );
  // Also one that begins with a zero: one in 256 does.
  let rare = newVapidKeys();
  while (Buffer.from(rare.privateKey, 'base64url')[0] !== 0) rare = newVapidKeys();
  const { publicKey, privateKey: other } = rare;
  expect(
    readConfig({ ...keys, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: other }).vapidPrivateKey,
  ).toBe(other);
  const read = () => readConfig({ ...keys, VAPID_PRIVATE_KEY: other });
  expect(read).toThrow(
    'VAPID_PRIVATE_KEY must be the private key of VAPID_PUBLIC_KEY, and is another one.',
  );
  const half = keys.VAPID_PRIVATE_KEY.slice(1);
  expect(() => readConfig({ ...keys, VAPID_PRIVATE_KEY: half })).toThrow(
    'VAPID_PRIVATE_KEY must be a private key of P-256 in base64url, 43 characters, and is something else.',
  );
  expect(() => readConfig({ ...keys, VAPID_SUBJECT: 'admin' })).toThrow(/^VAPID_SUBJECT must be/);
  // As addresses of push services are read, in which the usual port goes without saying.
  const services = { PUSH_SERVICES: 'push.example.org:443, *.example.com:443, 10.1.2.3:8443' };
  expect(readConfig(services).pushServices).toEqual([
    'push.example.org',
    '*.example.com',
    '10.1.2.3:8443',
  ]);
  expect(() => readConfig({ PUSH_SERVICES: 'https://push.example.org' })).toThrow(
    /^PUSH_SERVICES must be/,
  );
});
