/**
 * The push services of browsers: which addresses are theirs, and how a notice gets there.
 *
 * Invariant: nothing is sent but over https, to a host that whoever runs the server lets it call, and
 * to no address that is not public, whatever a name resolves to, unless the host names that address;
 * redirections are not followed. What is sent is encrypted for one browser (RFC 8291).
 */
import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { DocId } from '../../shared/access/ids.ts';
import type { Config } from '../config.ts';
import type { StoredPush } from '../storage/storage.ts';

/** What becomes of a notice. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** The browser is not there any more, or does not want it. */
  | { readonly kind: 'gone' }
  /** It may be taken later, ms from now. */
  | { readonly kind: 'later'; readonly afterMs: number }
  | { readonly kind: 'refused'; readonly why: string };

/** From the first byte to the last one, ms. */
const WITHIN_MS = 10_000;
/** How long a push service keeps what it cannot deliver, seconds. */
const KEPT_SECONDS = 7 * 86_400;
/** Before it is tried again where nothing is said, and at the most, ms. */
const AGAIN_MS = 30_000;
const AGAIN_AT_MOST_MS = 600_000;
/** Characters of base64url that a topic may have. */
const TOPIC_LENGTH = 32;
const IP_ADDRESS = /^[\d.]+$|^\[[\da-f:.]+\]$/;

type Settings = Pick<
  Config,
  'vapidPublicKey' | 'vapidPrivateKey' | 'vapidSubject' | 'pushServices'
>;

export class PushServices {
  readonly #settings: Settings;
  readonly #agent: RequestFilteringHttpsAgent;

  constructor(settings: Settings) {
    this.#settings = settings;
    const hosts = settings.pushServices.map((host) => host.replace(/:\d+$/, ''));
    this.#agent = new RequestFilteringHttpsAgent({
      keepAlive: true,
      allowIPAddressList: hosts
        .filter((host) => IP_ADDRESS.test(host))
        .map((host) => host.replace(/[[\]]/g, '')),
    });
  }

  /** Whether a browser's notices may be sent there. */
  isOne(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, username, password, host, hash } = new URL(endpoint);
    if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '') return false;
    return this.#settings.pushServices.some((service) =>
      service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service,
    );
  }

  /** Says to one browser that there is something new for its person in a document. */
  async send({ docId, endpoint, p256dh, auth }: StoredPush): Promise<Outcome> {
    if (!this.isOne(endpoint)) return { kind: 'gone' };
    const { vapidPublicKey: publicKey, vapidPrivateKey: privateKey, vapidSubject } = this.#settings;
    const { default: webPush } = await import('web-push');
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ docId }),
      {
        vapidDetails: { subject: vapidSubject, publicKey, privateKey },
        TTL: KEPT_SECONDS,
        contentEncoding: 'aes128gcm',
        topic: topicOf(docId, endpoint),
      },
    );
    return this.#post(endpoint, details.headers, details.body);
  }

  #post(
    endpoint: string,
    headers: Readonly<Record<string, string | number>>,
    body: Uint8Array | null,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(WITHIN_MS);
      const asked = request(
        endpoint,
        { method: 'POST', agent: this.#agent, headers, signal },
        (answer) => {
          const { statusCode = 0, headers: said } = answer;
          // What it says beside that is of no use, and may be long.
          answer.destroy();
          resolve(outcomeOf(statusCode, said['retry-after']));
        },
      );
      asked.on('error', () => resolve({ kind: 'later', afterMs: AGAIN_MS }));
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    const afterMs = seconds > 0 ? seconds * 1000 : AGAIN_MS;
    return { kind: 'later', afterMs: Math.min(afterMs, AGAIN_AT_MOST_MS) };
  }
  return { kind: 'refused', why: `answers ${status}` };
}

/** Of several notices that wait for one browser about one document, the last is delivered. */
function topicOf(docId: DocId, endpoint: string): string {
  // Not the document's id: which one it is, is nothing to the push service.
  return createHash('sha256')
    .update(`${docId} ${endpoint}`)
    .digest('base64url')
    .slice(0, TOPIC_LENGTH);
}
