/**
 * The bodies of what browsers and servers say to each other about notices that reach a closed app.
 *
 * Invariant: both sides parse with these schemas, and a notice holds nothing of what was said.
 */
import { DocId } from '../access/ids.ts';
import { boolean, type Of, object, optional, text } from '../shape.ts';

/** Characters of the address that a push service gives a browser. */
export const MAX_ENDPOINT_LENGTH = 2_000;

const Endpoint = text({ pattern: /^https:\/\/\S+$/, most: MAX_ENDPOINT_LENGTH });
/** A point of P-256 that is not compressed, in base64url. */
export const VapidPublicKey = text({ pattern: /^B[A-Za-z0-9_-]{86}$/ });

/** In the answer of `GET /api/server`, where the host has keys: by it a push service knows this server. */
export const PushInfo = object({ pushKey: optional(VapidPublicKey) });
export type PushInfo = Of<typeof PushInfo>;

/** Body of `PUT /api/docs/:docId/push`, as a browser's `PushSubscription` says it. */
export const WantedPush = object({
  endpoint: Endpoint,
  /** The browser's public key, and 16 bytes that only it and this server know. */
  p256dh: VapidPublicKey,
  auth: text({ pattern: /^[A-Za-z0-9_-]{22}$/ }),
});
export type WantedPush = Of<typeof WantedPush>;

/** Body of `DELETE /api/push`: of one document, or of all. */
export const ForgottenPush = object({ endpoint: Endpoint, docId: optional(DocId) });
export type ForgottenPush = Of<typeof ForgottenPush>;

/** Answer of both. */
export const PushAnswer = object({ done: boolean });
export type PushAnswer = Of<typeof PushAnswer>;

/** What a notice says: there is something new for the person at this browser in that document. */
export const PushNotice = object({ docId: DocId });
export type PushNotice = Of<typeof PushNotice>;
