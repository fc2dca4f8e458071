/**
 * The devices that share one library: linked, named, and unlinked again.
 *
 * Invariant: a device is told apart by a random id that it made when it was linked, so one that is
 * unlinked and linked again is a new one, and to be unlinked is for good. They are kept apart by the
 * secret they share, so what was linked to another library before is not taken for linked to this.
 */
import type * as Y from 'yjs';
import { DeviceId, docIdOf, randomId } from '../access/ids.ts';
import { clip } from '../document/text.ts';
import { text, time } from '../shape.ts';
import { type Registers, registersOf } from './registers.ts';
import { librarySecret } from './sealing.ts';

const DEVICES = 'devices';
export const MAX_DEVICE_NAME_LENGTH = 60;
/** A device that is used all day says so this often, ms. */
const SEEN_EVERY_MS = 3_600_000;

const Name = text({ most: MAX_DEVICE_NAME_LENGTH });

export interface Device {
  id: DeviceId;
  name: string;
  /** ms since 1970. */
  linkedAt: number;
  /** When it was last used, within an hour. */
  seenAt: number;
}

/** The devices that are linked now, the one linked first at the top. */
export function readDevices(library: Y.Doc): Device[] {
  const registers = registersIn(library);
  const devices: Device[] = [];
  if (!registers) return devices;
  for (const id of registers.ids()) {
    const linkedAt = time.safeParse(registers.get(id, 'linkedAt'));
    if (!DeviceId.safeParse(id).success || !linkedAt.success || isUnlinked(library, id)) continue;
    const name = Name.safeParse(registers.get(id, 'name'));
    const seenAt = time.safeParse(registers.get(id, 'seenAt'));
    devices.push({
      id,
      name: name.success ? name.data : '',
      linkedAt: linkedAt.data,
      seenAt: seenAt.success ? seenAt.data : linkedAt.data,
    });
  }
  return devices.sort((a, b) => a.linkedAt - b.linkedAt || (a.id < b.id ? -1 : 1));
}

export function addDevice(library: Y.Doc, init: { name: string; now: number }): DeviceId {
  const id = randomId(12);
  library.transact(() => {
    const registers = registersIn(library);
    registers?.set(id, 'name', tidyName(init.name));
    registers?.set(id, 'linkedAt', init.now);
    registers?.set(id, 'seenAt', init.now);
  }, DEVICES);
  return id;
}

export function renameDevice(library: Y.Doc, id: DeviceId, name: string): void {
  registersIn(library)?.set(id, 'name', tidyName(name));
}

/** Notes that the device is in use; writes nothing where that is known well enough. */
export function recordSeen(library: Y.Doc, id: DeviceId, now: number): void {
  const registers = registersIn(library);
  if (!registers) return;
  const seenAt = time.safeParse(registers.get(id, 'seenAt'));
  // The clock of the device may have been set back since.
  const isKnown = seenAt.success && Math.abs(now - seenAt.data) < SEEN_EVERY_MS;
  if (isUnlinked(library, id) || isKnown) return;
  registers.set(id, 'seenAt', now);
}

export function unlinkDevice(library: Y.Doc, id: DeviceId, now: number): void {
  registersIn(library)?.set(id, 'unlinkedAt', now);
}

export function isUnlinked(library: Y.Doc, id: DeviceId): boolean {
  return time.safeParse(registersIn(library)?.get(id, 'unlinkedAt')).success;
}

/** Null where the library is this device's alone. */
function registersIn(library: Y.Doc): Registers | null {
  const secret = librarySecret(library);
  return secret ? registersOf(library, `${DEVICES}:${docIdOf(secret)}`) : null;
}

function tidyName(name: string): string {
  return clip(name.replace(/\s+/g, ' ').trim(), MAX_DEVICE_NAME_LENGTH);
}
