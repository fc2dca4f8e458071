/**
 * An S3-compatible service for tests: the one that `TEST_S3_ENDPOINT` names, with the settings of the
 * server beside it (`TEST_S3_BUCKET` and so on), or a strict one of our own that keeps objects in
 * memory and can be treated badly.
 *
 * Invariant: ours takes nothing whose signature (AWS Signature Version 4), hash, length, region or
 * time is not right, and answers as the documentation of S3 says; it shares no code with the client.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Settings of a server that uses it. */
export interface S3Settings {
  s3Endpoint: string;
  s3Bucket: string;
  s3Region: string;
  s3AccessKeyId: string;
  s3SecretAccessKey: string;
}

/** The one that the environment names, or null. */
export function namedS3(env = process.env): S3Settings | null {
  const s3Endpoint = env.TEST_S3_ENDPOINT;
  if (s3Endpoint === undefined) return null;
  return {
    s3Endpoint,
    s3Bucket: env.TEST_S3_BUCKET ?? '',
    s3Region: env.TEST_S3_REGION ?? 'us-east-1',
    s3AccessKeyId: env.TEST_S3_ACCESS_KEY_ID ?? '',
    s3SecretAccessKey: env.TEST_S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** What it does with everything it is asked. */
type Conduct =
  | 'well'
  /** It takes connections and never answers. */
  | 'still'
  /** It answers with a page, as a wrong address would. */
  | 'page'
  /** It takes all of a path for the key of an object. */
  | 'host of the bucket'
  /** It breaks off in the middle of each object. */
  | 'cut'
  | { status: number; code: string };

const MOST_APART_MS = 15 * 60_000;
const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export class S3 {
  readonly objects = new Map<string, Uint8Array>();
  conduct: Conduct = 'well';
  /** Called before an object is stored. */
  onPut: (key: string) => unknown = () => undefined;
  /** Keys listed at a time. */
  readonly #pageSize: number;
  readonly #settings = {
    s3Bucket: 'documents',
    s3Region: 'eu-test-1',
    s3AccessKeyId: 'TESTKEY',
    s3SecretAccessKey: 'right/word+for=tests',
  };
  #server: Server | null = null;
  #port = 0;

  private constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  static async start(pageSize = 1_000): Promise<S3> {
    const started = new S3(pageSize);
    await started.run();
    return started;
  }

  get settings(): S3Settings {
    return { ...this.#settings, s3Endpoint: `http://127.0.0.1:${this.#port}` };
  }

  /** Starts it, unless it runs, where it was before. */
  async run(): Promise<void> {
    if (this.#server !== null) return;
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        const xml = `<?xml version="1.0"?><Error><Code>${error.code}</Code><Message>no</Message></Error>`;
        response.writeHead(error.status, { 'Content-Type': 'application/xml' }).end(xml);
      });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.conduct === 'still') return;
    const body = await bodyOf(request);
    if (this.conduct === 'page') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Welcome');
      return;
    }
    if (typeof this.conduct === 'object') {
      throw new Refusal(this.conduct.status, this.conduct.code);
    }
    const url = new URL(request.url ?? '/', this.settings.s3Endpoint);
    this.#expectSigned(request, url, body);
    const [, ...rest] = url.pathname.split('/');
    if (this.conduct !== 'host of the bucket' && rest.shift() !== this.#settings.s3Bucket) {
      throw new Refusal(404, 'NoSuchBucket');
    }
    const key = rest.map(decodeURIComponent).join('/');
    if (key === '') {
      if (request.method !== 'GET' || url.searchParams.get('list-type') !== '2') {
        throw new Refusal(405, 'MethodNotAllowed');
      }
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.end(this.#listing(url.searchParams));
      return;
    }
    await this.#answerObject(request, response, key, body);
  }

  async #answerObject(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    body: Uint8Array,
  ): Promise<void> {
    const found = this.objects.get(key);
    switch (request.method) {
      case 'PUT':
        if (request.headers['content-length'] === undefined) {
          throw new Refusal(411, 'MissingContentLength');
        }
        await this.onPut(key);
        this.objects.set(key, body);
        response.writeHead(200, { ETag: `"${createHash('md5').update(body).digest('hex')}"` });
        response.end();
        return;
      case 'GET':
        if (found === undefined) throw new Refusal(404, 'NoSuchKey');
        response.writeHead(200, { 'Content-Length': found.length });
        if (this.conduct !== 'cut') response.end(found);
        else response.write(found.subarray(0, found.length / 2), () => response.destroy());
        return;
      case 'DELETE':
        this.objects.delete(key);
        response.writeHead(204).end();
        return;
      default:
        throw new Refusal(405, 'MethodNotAllowed');
    }
  }

  #listing(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const after = query.get('continuation-token') ?? '';
    const most = Math.min(this.#pageSize, Number(query.get('max-keys') ?? this.#pageSize));
    const entries = new Map<string, string>();
    for (const key of [...this.objects.keys()].sort()) {
      if (!key.startsWith(prefix)) continue;
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      const common = end < 0 ? null : key.slice(0, end + 1);
      const size = this.objects.get(key)?.length ?? 0;
      if (common === null) {
        entries.set(key, `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`);
      } else entries.set(common, `<CommonPrefixes><Prefix>${common}</Prefix></CommonPrefixes>`);
    }
    // As a service would that gives out tokens with any sign in them.
    const left = [...entries].filter(([key]) => after === '' || key > after.slice('a+&/='.length));
    const page = left.slice(0, most);
    const isMore = left.length > page.length;
    const token = isMore ? `a+&amp;/=${page.at(-1)?.[0]}` : '';
    return `<?xml version="1.0" encoding="UTF-8"?>
      <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>x</Name>
      <IsTruncated>${isMore}</IsTruncated>
      ${isMore ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}
      ${page.map(([, xml]) => xml).join('')}</ListBucketResult>`;
  }

  #expectSigned({ method, headers }: IncomingMessage, url: URL, body: Uint8Array): void {
    const { s3AccessKeyId, s3SecretAccessKey, s3Region } = this.#settings;
    const parts =
      /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, SignedHeaders=(?<names>[a-z0-9;-]+), Signature=(?<signature>[0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      )?.groups;
    if (parts === undefined) throw new Refusal(403, 'AccessDenied');
    const { id = '', day = '', region = '', names = '', signature = '' } = parts;
    if (id !== s3AccessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
    if (region !== s3Region) throw new Refusal(400, 'AuthorizationHeaderMalformed');
    const at = String(headers['x-amz-date']);
    const time = Date.parse(
      at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    );
    if (!at.startsWith(day) || !(Math.abs(time - Date.now()) < MOST_APART_MS)) {
      throw new Refusal(403, 'RequestTimeTooSkewed');
    }
    const signed = names.split(';');
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) {
      throw new Refusal(403, 'AccessDenied');
    }
    if (headers['x-amz-content-sha256'] !== sha256Of(body)) {
      throw new Refusal(400, 'XAmzContentSHA256Mismatch');
    }
    const query = [...url.searchParams]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&');
    const canonical = [
      ...[method, url.pathname, query],
      ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
      ...['', names, headers['x-amz-content-sha256']],
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const hmac = (key: string | Buffer, text: string) =>
      createHmac('sha256', key).update(text).digest();
    const dayKey = hmac(`AWS4${s3SecretAccessKey}`, day);
    const key = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request');
    const right = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256Of(canonical)].join('\n'));
    if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) {
      throw new Refusal(403, 'SignatureDoesNotMatch');
    }
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
