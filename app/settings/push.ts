/**
 * Has this device told, also while the app is closed, that there is something for its person in a
 * document: by the push service of its browser, where the host of the server has keys for that.
 *
 * Invariant: no push service is asked before somebody asked for notifications on this device; the
 * server is told of documents that are in the library and not in its trash, and of no other; and who
 * does not want it any more is forgotten there as soon as it can be reached.
 */
import { DocId, PersonId, type Secret } from '../../shared/access/ids.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { type ForgottenPush, VapidPublicKey, WantedPush } from '../../shared/protocol/push.ts';
import { array, int, nullable, type Of, object, text } from '../../shared/shape.ts';
import { tLazy } from '../i18n/lazy.ts';
import { ownPerson } from '../replica/open-replica.ts';
import { StoredValue } from '../ui/stored-value.ts';
import { mayNotify } from './notices.ts';
import { askPushKey, forgetPush, putPush } from './push-api.ts';

/** What the server was told is said once more after so long: it may have been restored, ms. */
const AGAIN_MS = 7 * 86_400_000;
const LOCK = 'driftless-push';
/** Where the service worker finds what it is to say: see `public/direct-to-server.js`. */
const TEXTS_CACHE = 'driftless-push';
const TEXTS_ADDRESS = '/push-texts';

const Registered = object({
  endpoint: text(),
  /** Of the server. */
  key: VapidPublicKey,
  person: PersonId,
  docs: array(DocId),
  /** When they were told first, ms since 1970. */
  at: int(0),
});

/** What the server was told of this device; null for nothing. */
export const registeredPush = new StoredValue<Of<typeof Registered> | null>(
  'driftless.push',
  (kept) => nullable(Registered).parse(JSON.parse(kept ?? 'null')),
  (registered) => JSON.stringify(registered),
);

export interface PushedDocument {
  docId: DocId;
  secret: Secret;
}

/** Whether the server was told just this, as far as this device knows. */
export function isPushKept(documents: readonly PushedDocument[]): boolean {
  const known = registeredPush.get();
  if (!mayNotify() || known === null) return !mayNotify() && known === null;
  const told = new Set(known.docs);
  return told.size === documents.length && documents.every(({ docId }) => told.has(docId));
}

/** Has the server know what it is to know now. One tab does so at a time. */
export async function keepPush(documents: () => readonly PushedDocument[]): Promise<void> {
  if (!mayNotify() && registeredPush.get() === null) return;
  const keep = () => (mayNotify() ? register(documents()) : forgetAll());
  if (navigator.locks) await navigator.locks.request(LOCK, keep);
  else await keep();
}

async function register(documents: readonly PushedDocument[]): Promise<void> {
  const manager = (await navigator.serviceWorker?.getRegistration())?.pushManager;
  const person = ownPerson()?.id;
  if (!manager || !person) return;
  const key = await askPushKey();
  if (key === null) return forgetAll();
  const wanted = await subscription(manager, key);
  await keepTexts();
  const known = registeredPush.get();
  const isSame =
    known !== null &&
    known.endpoint === wanted.endpoint &&
    known.key === key &&
    known.person === person &&
    Math.abs(Date.now() - known.at) < AGAIN_MS;
  if (known !== null && known.endpoint !== wanted.endpoint)
    await forgetThere({ endpoint: known.endpoint });
  let now = isSame ? known : { endpoint: wanted.endpoint, key, person, docs: [], at: Date.now() };
  registeredPush.set(now);
  const due = new Map(documents.map(({ docId, secret }) => [docId, secret]));
  for (const docId of (isSame ? known : (known ?? now)).docs) {
    if (due.has(docId)) continue;
    await forgetThere({ endpoint: wanted.endpoint, docId });
    now = registeredPush.set({ ...now, docs: now.docs.filter((other) => other !== docId) })!;
  }
  for (const [docId, secret] of due) {
    if (now.docs.includes(docId)) continue;
    try {
      await putPush(docId, secret, wanted);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      if (!(error instanceof CatalogueError)) throw error;
      // Its link may not open it any more: the others are told of all the same.
      console.info('The server does not tell of a document while the app is closed.', error);
      continue;
    }
    now = registeredPush.set({ ...now, docs: [...now.docs, docId] })!;
  }
}

/** What the browser has from its push service. Throws where it gets nothing there. */
async function subscription(manager: PushManager, key: string): Promise<WantedPush> {
  let found = await manager.getSubscription();
  const foundKey = found?.options.applicationServerKey;
  if (found && foundKey && base64url(foundKey) !== key) {
    // The host has other keys now, with which this one is of no use.
    await found.unsubscribe();
    found = null;
  }
  found ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  return WantedPush.parse({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

async function forgetAll(): Promise<void> {
  const known = registeredPush.get();
  if (known === null) return;
  const manager = (await navigator.serviceWorker?.getRegistration())?.pushManager;
  // From then on nothing comes, whether or not the server has heard of it.
  await (await manager?.getSubscription())?.unsubscribe();
  await forgetThere({ endpoint: known.endpoint });
  registeredPush.set(null);
}

/** Throws Unreachable. */
async function forgetThere(forgotten: ForgottenPush): Promise<void> {
  try {
    await forgetPush(forgotten);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    // One is somebody else now, or the host has no keys any more: the push service says that it is gone.
    console.info('The server forgets this device when it next tells it something.', error);
  }
}

/** The worker is told in which language, as long as there is nobody to ask. */
async function keepTexts(): Promise<void> {
  const { title, somethingNew } = tLazy().notifications;
  const { lang, dir } = document.documentElement;
  const cache = await caches.open(TEXTS_CACHE);
  await cache.put(
    TEXTS_ADDRESS,
    Response.json({ title, body: somethingNew, lang, dir: dir || 'auto' }),
  );
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
