/**
 * What an archive says of its documents beyond their text: `driftless.json` at its root.
 *
 * Invariant: it holds no secret; an archive without it, or with one that cannot be read, is still
 * files of text in folders.
 */
import { array, boolean, int, type Of, object, optional, text } from '../../shared/shape.ts';

export const MANIFEST = 'driftless.json';

const Listed = object({
  /** Where its text is in the archive. */
  path: text(),
  docId: text(),
  title: text(),
  /** Names of the folders it lies in, from the top; of one in the trash, where it lay. */
  folders: array(text()),
  pinned: optional(boolean),
  template: optional(boolean),
  trashed: optional(boolean),
});
export type Listed = Of<typeof Listed>;

const Manifest = object({
  version: int(1),
  documents: array(Listed),
  /** Every folder, as the names that lead to it: those with nothing in them, too. */
  folders: array(array(text())),
});
export type Manifest = Of<typeof Manifest>;

export function readManifest(source: string): Manifest | null {
  try {
    const read = Manifest.safeParse(JSON.parse(source));
    return read.success ? read.data : null;
  } catch {
    // It was changed by hand: the texts are there all the same.
    return null;
  }
}
