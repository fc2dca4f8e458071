/**
 * Moments of a document that somebody gave a name to: flat registers in the Y.Map `versions`,
 * `id:name`, `id:moment`, `id:at` and `id:by`, which are wherever the document is.
 *
 * Invariant: what a moment was is written once and never changed; a name may be. Without its moment
 * there is no version, so one that is removed stays removed, whoever renames it meanwhile.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { time } from '../shape.ts';
import { freshId } from './ids-and-clock.ts';
import { withoutHalves } from './pairs.ts';
import { ROOT } from './schema.ts';
import { clip } from './text.ts';

/** Of a name, in UTF-16 units. */
export const MAX_VERSION_NAME = 120;
/** Of those that are read: whoever writes more of them has the newest. */
const MOST_VERSIONS = 1_000;
/** What the moment of one version may add to a document, in bytes. */
const MOST_BYTES = 32 * 1024;
/** What a moment tells: nothing but its time; which characters there were; and which were deleted. */
const FORM = { time: 0, known: 1, exact: 2 } as const;

export interface NamedVersion {
  id: string;
  name: string;
  /** When it was so, in milliseconds since 1970. */
  at: number;
  /** Id of whoever named it, which nobody proved; null where they did not say. */
  by: string | null;
  /** What there was: see `readMoment`. */
  moment: Uint8Array;
}

/** What there was at a moment. */
export interface Moment {
  /** Up to which clock of each client; null where that is not known. */
  known: ReadonlyMap<number, number> | null;
  /** All of it, to the character; null where that would be too much to keep. */
  exact: Y.Snapshot | null;
}

/** What there is in a document, to be told from all that comes. */
export function momentOf(doc: Y.Doc): Uint8Array {
  const forms: [number, () => Uint8Array][] = [
    [FORM.exact, () => Y.encodeSnapshot(Y.snapshot(doc))],
    [FORM.known, () => Y.encodeStateVector(doc)],
  ];
  for (const [form, encode] of forms) {
    const bytes = encode();
    if (bytes.length < MOST_BYTES) return withForm(form, bytes);
  }
  return withForm(FORM.time, new Uint8Array());
}

function withForm(form: number, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeUint8(encoder, form);
  encoding.writeUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}

/** What the bytes of a moment say; null where they are none. */
export function readMoment(bytes: Uint8Array): Moment | null {
  const rest = bytes.subarray(1);
  try {
    switch (bytes[0]) {
      case FORM.exact: {
        const exact = Y.decodeSnapshot(rest.slice());
        return { known: exact.sv, exact };
      }
      case FORM.known:
        return { known: Y.decodeStateVector(rest.slice()), exact: null };
      case FORM.time:
        return rest.length === 0 ? { known: null, exact: null } : null;
      default:
        return null;
    }
  } catch {
    // Anybody may have written it.
    return null;
  }
}

/** Those with a name and a moment, the oldest first. */
export function readVersions(doc: Y.Doc): NamedVersion[] {
  const map = versionsMap(doc);
  const versions: NamedVersion[] = [];
  for (const [key, moment] of map.entries()) {
    if (!key.endsWith(':moment') || !(moment instanceof Uint8Array)) continue;
    if (moment.length > MOST_BYTES || readMoment(moment) === null) continue;
    const id = key.slice(0, -':moment'.length);
    const [name, at, by] = ['name', 'at', 'by'].map((field) => map.get(`${id}:${field}`));
    const made = time.safeParse(at);
    if (typeof name !== 'string' || !made.success) continue;
    const told = nameIn(name);
    if (told === '') continue;
    versions.push({
      id,
      name: told,
      at: made.data,
      by: typeof by === 'string' ? by : null,
      moment,
    });
  }
  return versions.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).slice(-MOST_VERSIONS);
}

/** @returns its id; null where there is nothing in the name */
export function addVersion(
  doc: Y.Doc,
  version: Omit<NamedVersion, 'id'>,
  origin?: unknown,
): string | null {
  const name = nameIn(version.name);
  if (name === '') return null;
  const id = freshId(8);
  doc.transact(() => {
    const map = versionsMap(doc);
    map.set(`${id}:name`, name);
    map.set(`${id}:at`, version.at);
    if (version.by !== null) map.set(`${id}:by`, version.by);
    map.set(`${id}:moment`, version.moment);
  }, origin);
  return id;
}

export function renameVersion(doc: Y.Doc, id: string, name: string, origin?: unknown): void {
  const told = nameIn(name);
  const map = versionsMap(doc);
  if (told === '' || map.get(`${id}:name`) === told || !map.has(`${id}:moment`)) return;
  doc.transact(() => map.set(`${id}:name`, told), origin);
}

/** The history stays as it is: only its name is gone. */
export function removeVersion(doc: Y.Doc, id: string, origin?: unknown): void {
  const map = versionsMap(doc);
  doc.transact(() => {
    for (const field of ['name', 'at', 'by', 'moment']) map.delete(`${id}:${field}`);
  }, origin);
}

/** @returns how to stop */
export function followVersions(doc: Y.Doc, onChange: () => void): () => void {
  const map = versionsMap(doc);
  map.observe(onChange);
  return () => map.unobserve(onChange);
}

function versionsMap(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(ROOT.versions);
}

/** As it is shown: in one line, and no longer than it may be. */
function nameIn(name: string): string {
  return clip(withoutHalves(name).replace(/\s+/g, ' ').trim(), MAX_VERSION_NAME);
}
