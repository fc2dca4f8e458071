/**
 * A push service on this machine, and the browsers that have asked it for an address, for tests.
 *
 * Invariant: it takes what comes over https as a service takes it, knows nothing of what is in it, and
 * only the browser that a notice is for can read it; what is wrong with a notice is thrown there.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Of nobody but this file, for 127.0.0.1 and localhost alone. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1CuhN7M49xeriajA
QKuwLyHnZHyeWVVkGOC4YZ0cLVGhRANCAATMZaDdC097CQOcxZQ01k1KIDlHoIQu
lXHnq39jy6sBQW/rfwhgTvKo8FKPrsRUmyhVUshxEbIKd60DlED3GLBp
-----END PRIVATE KEY-----`;
export const PUSH_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBtDCCAVmgAwIBAgIUJxdSW6zxwN+zgVvKfWpkWfpCUpYwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVcHVzaCBzZXJ2aWNlIG9mIHRlc3RzMCAXDTI2MTEyNjAyNTMy
MloYDzIxMjYxMTAyMDI1MzIyWjAgMR4wHAYDVQQDDBVwdXNoIHNlcnZpY2Ugb2Yg
dGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATMZaDdC097CQOcxZQ01k1K
IDlHoIQulXHnq39jy6sBQW/rfwhgTvKo8FKPrsRUmyhVUshxEbIKd60DlED3GLBp
o28wbTAdBgNVHQ4EFgQUHSZ1mevzntOdn4nOHZXMk5Hm7ocwHwYDVR0jBBgwFoAU
HSZ1mevzntOdn4nOHZXMk5Hm7ocwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzAR
hwR/AAABgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSQAwRgIhAO49cm4g6VGzI4v9
9SfxINJej+liHLYgWkNU/z8c3tx2AiEA96ZdmrHqTBQCAYpN+f0hf6VUS4sl09dA
+SDN+E7cN5Q=
-----END CERTIFICATE-----`;

const PRIVATE_KEY_BYTES = 32;

/** A pair that a host could have set. */
export function newVapidKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const privateKey = pair.getPrivateKey();
  // One in 256 begins with a zero, which Node leaves out and a host's key has.
  const zeros = Buffer.alloc(PRIVATE_KEY_BYTES - privateKey.length);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.concat([zeros, privateKey]).toString('base64url'),
  };
}

interface Delivery {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export class PushService {
  readonly deliveries: Delivery[] = [];
  /** What it answers to a path; 201 where nothing is said. */
  readonly answers = new Map<string, { status: number; headers?: Record<string, string> }>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer({ key: KEY, cert: PUSH_CERTIFICATE }, async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const path = request.url ?? '';
      this.deliveries.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      const { status, headers = {} } = this.answers.get(path) ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** As `PUSH_SERVICES` names it. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Has this process believe its certificate. */
  trustHere(): void {
    setDefaultCACertificates([...getCACertificates('default'), PUSH_CERTIFICATE]);
  }

  /** A browser that asked for an address. */
  subscribe(): PushedBrowser {
    return new PushedBrowser(this);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

export class PushedBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly #service: PushService;
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #secret = randomBytes(16);
  readonly #path = `/push/${randomBytes(16).toString('base64url')}`;

  constructor(service: PushService) {
    this.#service = service;
    this.endpoint = `https://${service.host}${this.#path}`;
    this.#pair.generateKeys();
    this.p256dh = this.#pair.getPublicKey('base64url');
    this.auth = this.#secret.toString('base64url');
  }

  get path(): string {
    return this.#path;
  }

  /** What came for it, in order: as the service got it, and what is in it. */
  received(publicKey: string): { headers: IncomingHttpHeaders; text: string }[] {
    return this.#service.deliveries
      .filter(({ path }) => path === this.#path)
      .map(({ headers, body }) => {
        checkSender(headers.authorization ?? '', publicKey, `https://${this.#service.host}`);
        return { headers, text: this.#decrypt(body) };
      });
  }

  /** RFC 8188 and RFC 8291, one record. */
  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body[20]!;
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const input = hkdfSync('sha256', this.#pair.computeSecret(sender), this.#secret, info, 32);
    const derive = (what: string, length: number) =>
      Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${what}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}

/** RFC 8292: whoever sent it has the private key, and sent it to this service. Throws if not. */
function checkSender(authorization: string, publicKey: string, audience: string): void {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header, payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { aud?: string };
  if (key === publicKey && isSigned && said.aud === audience) return;
  throw new Error(`Nobody knows who sent this: ${authorization}`);
}
