/**
 * Links this device with others that share one library, and ends it.
 *
 * Invariant: secrets are sealed before anything of the library leaves this device, and stay sealed
 * until it has left the room on the server for good.
 */
import { createSecret, type Secret } from '../../shared/access/ids.ts';
import { addDevice, isUnlinked, recordSeen, unlinkDevice } from '../../shared/library/devices.ts';
import { sealLibrary } from '../../shared/library/seal-library.ts';
import type { LibraryStore } from './library-store.ts';

/** How long the others may take to hear that this device is unlinked, ms. */
const GOODBYE_WITHIN_MS = 5000;
/** Libraries that their device is about to leave by itself. */
const leaving = new WeakSet<LibraryStore>();

/** Links this device: with the secret of another one, or as the first. */
export function linkThisDevice(
  store: LibraryStore,
  name: string,
  secret: Secret = createSecret(),
): void {
  if (store.link()) return;
  sealLibrary(store.doc, secret);
  store.keepLink({ secret, device: addDevice(store.doc, { name, now: Date.now() }) });
}

/** The documents stay here, and what changes elsewhere does not come any more. */
export function unlinkThisDevice(store: LibraryStore): void {
  const link = store.link();
  if (!link) return;
  leaving.add(store);
  unlinkDevice(store.doc, link.device, Date.now());
  const { status } = store.replica;
  const isTold = () => {
    const { server, unconfirmed } = status.get();
    return server === 'offline' || server === 'refused' || unconfirmed === 0;
  };
  const end = () => {
    clearTimeout(timer);
    stop();
    if (store.link()?.device === link.device) leave(store);
  };
  const stop = status.subscribe(() => isTold() && end());
  const timer = setTimeout(end, GOODBYE_WITHIN_MS);
  if (isTold()) end();
}

/** Tells the others that this device is in use, and leaves when one of them says so; until stopped. */
export function followLink(store: LibraryStore): () => void {
  const link = store.link();
  if (link) recordSeen(store.doc, link.device, Date.now());
  return store.subscribe(() => {
    const now = store.link();
    if (!now || leaving.has(store) || !isUnlinked(store.doc, now.device)) return;
    leaving.add(store);
    queueMicrotask(() => leave(store));
  });
}

function leave(store: LibraryStore): void {
  // Before the secrets are written as they are here, so that they do not get there.
  store.replica.goTo(null);
  sealLibrary(store.doc, null);
  store.keepLink(null);
  leaving.delete(store);
}
