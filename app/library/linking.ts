/**
 * Links this device with others that share one library, and ends it.
 *
 * Invariant: secrets are sealed before anything of the library leaves this device, and stay sealed
 * until it has left the room on the server for good.
 */
import { createSecret, type Secret } from '../../shared/access/ids.ts';
import { addDevice, isUnlinked, recordSeen, unlinkDevice } from '../../shared/library/devices.ts';
import { type OwnPerson, writeOwner } from '../../shared/library/person.ts';
import { sealLibrary } from '../../shared/library/seal-library.ts';
import type { LibraryLink, LibraryStore } from './library-store.ts';
import { DEVICE_FACT, SECRET_FACT } from './link-facts.ts';

/** How long the others may take to hear that this device is unlinked, ms. */
const GOODBYE_WITHIN_MS = 5000;
/** Libraries that their device is about to leave by itself. */
const leaving = new WeakSet<LibraryStore>();

/** Links this device: with the secret of another one, or as the first, with the person at it. */
export function linkThisDevice(
  store: LibraryStore,
  name: string,
  by: { secret: Secret } | { person: OwnPerson },
): void {
  if (store.link()) return;
  const secret = 'secret' in by ? by.secret : createSecret();
  sealLibrary(store.doc, secret);
  if ('person' in by) writeOwner(store.doc, by.person);
  keep(store, { secret, device: addDevice(store.doc, { name, now: Date.now() }) });
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

/** Tells the others that this device is in use, and leaves when one of them says so. */
export function followLink(store: LibraryStore): void {
  const link = store.link();
  if (link) recordSeen(store.doc, link.device, Date.now());
  store.subscribe(() => {
    const now = store.link();
    if (!now || leaving.has(store) || !isUnlinked(store.doc, now.device)) return;
    leaving.add(store);
    queueMicrotask(() => leave(store));
  });
}

/** Together with what changed in this turn, and for all tabs of this browser. */
function keep(store: LibraryStore, link: LibraryLink | null): void {
  store.replica.keepFact(SECRET_FACT, link?.secret);
  store.replica.keepFact(DEVICE_FACT, link?.device);
  store.tellTabs(link);
  goOn(store, link);
}

function goOn(store: LibraryStore, link: LibraryLink | null): void {
  store.goOnWith(link).catch((error: unknown) => {
    console.error('The library could not go on where it is linked to.', error);
  });
}

function leave(store: LibraryStore): void {
  // Before the secrets are written as they are here, so that they do not get there.
  store.replica.goTo(null);
  sealLibrary(store.doc, null);
  keep(store, null);
  leaving.delete(store);
}
