/**
 * A bucket of an S3-compatible service, as far as pictures and files need one; the only file that
 * knows how requests to it are signed.
 *
 * Invariant: a failure is a BucketError with a sentence that says what to do and names no address and
 * no key; that an object is not there is told only by a service that says so.
 */
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Parser } from 'htmlparser2';
import type { Config } from '../config.ts';

/** A request without much of a body is answered within this time, or given up. */
const ANSWER_WITHIN_MS = 10_000;
/** Slower than this nothing is sent. */
const LEAST_BYTES_PER_MS = 100;
/** Of an answer that is no object more is not read. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
const AGAIN_AFTER_MS = 200;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface BucketSettings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  answerWithinMs?: number;
}

export interface BucketObject {
  key: string;
  bytes: number;
}

/** The bucket did not do what it was asked; the message is a sentence for whoever runs the server. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  /** It answers, and settings or rights are wrong: waiting does not help. */
  readonly isRefusal: boolean;
  readonly isWorthAnotherTry: boolean;

  constructor(
    sentence: string,
    about: { isRefusal?: boolean; isWorthAnotherTry?: boolean; cause?: unknown } = {},
  ) {
    super(sentence, { cause: about.cause });
    this.isRefusal = about.isRefusal ?? false;
    this.isWorthAnotherTry = about.isWorthAnotherTry ?? false;
  }
}

/** The bucket of these settings, or null where there is none. */
export function bucketIn(config: Config): Bucket | null {
  if (config.s3Endpoint === '') return null;
  return new Bucket({
    endpoint: config.s3Endpoint,
    bucket: config.s3Bucket,
    region: config.s3Region,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
  });
}

export class Bucket {
  readonly #settings: BucketSettings;
  readonly #withinMs: number;
  /** Keys of the day, derived from the secret. */
  readonly #cache = new Map<string, ArrayBuffer>();

  constructor(settings: BucketSettings) {
    this.#settings = settings;
    this.#withinMs = settings.answerWithinMs ?? ANSWER_WITHIN_MS;
  }

  /** Stores what a file holds, whose SHA-256 this is; the service holds what arrives against it. */
  async putFile(key: string, path: string, sha256: string): Promise<void> {
    await this.#put(key, await openAsBlob(path), sha256);
  }

  async put(key: string, bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<void> {
    await this.#put(key, new Blob([bytes]), sha256);
  }

  /** Null if it is not there. Whoever asked reads it, or destroys what it is read from. */
  async get(key: string): Promise<{ bytes: number; read: Readable } | null> {
    const leaving = new AbortController();
    const late = setTimeout(() => leaving.abort(lateError()), this.#withinMs);
    try {
      const answer = await this.#ask('GET', key, { signal: leaving.signal });
      if (answer === null) return null;
      const length = answer.headers.get('content-length');
      if (length === null || answer.body === null) throw noStore();
      const read = Readable.from(this.#pieces(answer.body, leaving));
      // Whoever goes away in the middle leaves no connection open.
      read.once('close', () => leaving.abort());
      return { bytes: Number(length), read };
    } finally {
      clearTimeout(late);
    }
  }

  /** Bytes of the object, null if it is not there. */
  async sizeOf(key: string): Promise<number | null> {
    // HEAD has no body to say whether the object or the whole bucket is missing.
    const listed = await this.#list(key, { 'max-keys': '1' });
    return listed.objects.find((object) => object.key === key)?.bytes ?? null;
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#ask('DELETE', key, { signal: this.#soon() });
    if (answer !== null) await answer.body?.cancel();
  }

  async *list(prefix: string): AsyncGenerator<BucketObject> {
    for await (const { objects } of this.#pages(prefix, {})) yield* objects;
  }

  /** What stands between `prefix` and the next slash in keys. */
  async *folders(prefix: string): AsyncGenerator<string> {
    for await (const { prefixes } of this.#pages(prefix, { delimiter: '/' })) {
      for (const each of prefixes) yield each.slice(prefix.length, -1);
    }
  }

  async #put(key: string, blob: Blob, sha256: string): Promise<void> {
    const patience = this.#withinMs + Math.ceil(blob.size / LEAST_BYTES_PER_MS);
    const signal = AbortSignal.timeout(patience);
    const answer = await this.#ask('PUT', key, { signal, blob, sha256 });
    // A page that anything is answered with says 200, too.
    if (answer === null || !answer.headers.has('etag')) throw noStore();
    await answer.body?.cancel();
  }

  async *#pages(prefix: string, more: Record<string, string>): AsyncGenerator<Listing> {
    for (let token: string | null = null; ; ) {
      const listed: Listing = await this.#list(prefix, {
        ...more,
        ...(token === null ? {} : { 'continuation-token': token }),
      });
      yield listed;
      token = listed.next;
      if (token === null) return;
    }
  }

  async #list(prefix: string, more: Record<string, string>): Promise<Listing> {
    const query = { 'list-type': '2', prefix, ...more };
    const answer = await this.#ask('GET', '', { query, signal: this.#soon() });
    const listing = answer === null ? null : listingIn(await textOf(answer));
    if (listing === null) throw noStore();
    return listing;
  }

  /** Null where the service says that there is no such object. */
  async #ask(method: string, key: string, request: BucketRequest): Promise<Response | null> {
    try {
      return await this.#askOnce(method, key, request);
    } catch (error) {
      // A connection that was kept open may have been closed by the other side just now.
      if (!(error instanceof BucketError) || !error.isWorthAnotherTry) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      return this.#askOnce(method, key, request);
    }
  }

  async #askOnce(
    method: string,
    key: string,
    { query = {}, signal, blob, sha256 = EMPTY_SHA256 }: BucketRequest,
  ): Promise<Response | null> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#settings;
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, region, accessKeyId, secretAccessKey, service: 's3' },
      headers: { 'X-Amz-Content-Sha256': sha256 },
      cache: this.#cache,
    }).sign();
    // Beside the signature, which proxies that change it would break.
    signed.headers.set('Accept-Encoding', 'identity');
    let answer: Response;
    try {
      answer = await fetch(signed.url, {
        ...{ method, headers: signed.headers, redirect: 'manual', signal },
        ...(blob === undefined ? {} : { body: blob }),
      });
    } catch (error) {
      throw unreachable(error);
    }
    if (answer.ok) return answer;
    const code = codeIn(await textOf(answer));
    if (answer.status === 404 && code === 'NoSuchKey') {
      if (key !== '') return null;
      // To a host that stands for one bucket, the name of the bucket is that of an object.
      throw noStore();
    }
    throw refused(answer.status, code);
  }

  #soon(): AbortSignal {
    return AbortSignal.timeout(this.#withinMs);
  }

  async *#pieces(
    body: ReadableStream<Uint8Array>,
    leaving: AbortController,
  ): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    try {
      for (;;) {
        // Only while it is waited for: whoever reads slowly is not the bucket's fault.
        const late = setTimeout(() => leaving.abort(lateError()), this.#withinMs);
        const { done, value } = await reader.read().finally(() => clearTimeout(late));
        if (done) return;
        yield value;
      }
    } catch (error) {
      throw unreachable(error);
    }
  }
}

interface BucketRequest {
  query?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  blob?: Blob;
  /** Of the body. */
  sha256?: string;
}

interface Listing {
  objects: BucketObject[];
  prefixes: string[];
  next: string | null;
}

const lateError = () => new DOMException('it did not answer in time', 'TimeoutError');

/** Short texts only: what is longer is no answer of such a service. */
async function textOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  try {
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      if (bytes > MOST_ANSWER_BYTES) throw noStore();
      text += decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    throw error instanceof BucketError ? error : unreachable(error);
  }
  return text + decoder.decode();
}

/** Its outermost element, and those in it with their texts, in order, as `Contents/Key`. */
function elementsIn(xml: string): { root: string; elements: { path: string; text: string }[] } {
  const open: string[] = [];
  const elements: { path: string; text: string }[] = [];
  let [root, text] = ['', ''];
  const parser = new Parser(
    {
      onopentagname(name) {
        if (open.length === 0) root = name;
        open.push(name);
        text = '';
      },
      ontext(piece) {
        text += piece;
      },
      onclosetag() {
        if (open.length > 1) elements.push({ path: open.slice(1).join('/'), text });
        open.pop();
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { root, elements };
}

function listingIn(xml: string): Listing | null {
  const { root, elements } = elementsIn(xml);
  if (root !== 'ListBucketResult') return null;
  const textsOf = (path: string) => elements.filter((each) => each.path === path);
  const keys = textsOf('Contents/Key');
  const sizes = textsOf('Contents/Size');
  if (keys.length !== sizes.length) return null;
  const isMore = textsOf('IsTruncated')[0]?.text === 'true';
  const next = textsOf('NextContinuationToken')[0]?.text;
  // A list of which the rest cannot be had would hide what is there.
  if (isMore && (next === undefined || next === '')) return null;
  return {
    objects: keys.map(({ text }, index) => ({ key: text, bytes: Number(sizes[index]?.text) })),
    prefixes: textsOf('CommonPrefixes/Prefix').map(({ text }) => text),
    next: isMore && next !== undefined ? next : null,
  };
}

/** What kind of error it is, as the service names it; empty where it is no such service. */
function codeIn(xml: string): string {
  const { root, elements } = elementsIn(xml);
  return root === 'Error' ? (elements.find(({ path }) => path === 'Code')?.text ?? '') : '';
}

function noStore(): BucketError {
  const sentence =
    'What answers at S3_ENDPOINT is no S3-compatible service, or a proxy before it. Set S3_ENDPOINT to the address of its API, without the bucket.';
  return new BucketError(sentence, { isRefusal: true });
}

const REFUSALS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known to the service. Check it.',
  SignatureDoesNotMatch:
    'S3_SECRET_ACCESS_KEY is not the one of S3_ACCESS_KEY_ID. Check both; behind a proxy, let it pass on the Host header as it came.',
  AccessDenied:
    'The keys of S3_ACCESS_KEY_ID may not use the bucket of S3_BUCKET. Allow them to list it, and to get, put and delete objects below attachments/.',
  RequestTimeTooSkewed:
    'The clock of this machine is too far from that of the S3 service. Have it set by a time server (NTP).',
  NoSuchBucket: 'There is no bucket of the name in S3_BUCKET. Make it, or set S3_BUCKET to one.',
  InvalidBucketName: 'S3_BUCKET is no name that a bucket can have. Check it.',
  AuthorizationHeaderMalformed:
    'S3_REGION is not the region of the bucket. Set it to the one the service names.',
  PermanentRedirect:
    'The bucket of S3_BUCKET is in another region. Set S3_REGION and S3_ENDPOINT to those of the bucket.',
};

function refused(status: number, code: string): BucketError {
  const sentence = REFUSALS[code];
  if (sentence !== undefined) return new BucketError(sentence, { isRefusal: true });
  if (status >= 500 || status === 429) {
    return new BucketError(
      `The S3 service of S3_ENDPOINT fails (${[status, code].join(' ').trim()}). See what it says of itself.`,
      { isWorthAnotherTry: true },
    );
  }
  if (code === '') {
    if (status === 403) return new BucketError(REFUSALS.AccessDenied ?? '', { isRefusal: true });
    return noStore();
  }
  const what = `The S3 service of S3_ENDPOINT refuses what it is asked (${status} ${code}).`;
  return new BucketError(`${what} See what it says of the settings that begin with S3_.`, {
    isRefusal: true,
  });
}

function unreachable(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = String((cause as { code?: unknown } | null)?.code ?? '');
  if (code === 'ECONNREFUSED') {
    return new BucketError(
      'Nothing answers where S3_ENDPOINT says. Start the S3 service, or set S3_ENDPOINT to where it is.',
      { cause: error },
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new BucketError(
      'The host of S3_ENDPOINT is not known. Set S3_ENDPOINT to where the S3 service is.',
      { cause: error },
    );
  }
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO|ERR_SSL|EPROTO/.test(code)) {
    return new BucketError(
      'No safe connection to S3_ENDPOINT can be made. See whether it is to begin with http:, or name the authority of its certificate in NODE_EXTRA_CA_CERTS.',
      { cause: error },
    );
  }
  const isLate = error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
  return new BucketError(
    'The S3 service of S3_ENDPOINT does not answer. See that it runs and can be reached from here.',
    { cause: error, isWorthAnotherTry: !isLate },
  );
}
