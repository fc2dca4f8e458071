/**
 * Documents that could not be loaded, and what they were when they were last whole.
 *
 * Invariant: one that cannot be loaded costs an attempt now and then, however often it is asked for.
 */
import type { DocumentName } from '../../shared/access/document-name.ts';

/** After this it is tried again: its host may have mended it. */
const FOR_MS = 30_000;
const MAX_KNOWN = 50;
/** Of all states that are kept for those who ask. */
const MAX_BYTES = 64 * 1024 * 1024;

export class DamagedDocuments {
  readonly #known = new Map<DocumentName, { at: number; lastGood: Uint8Array | null }>();

  /** What is known of a document that could not be loaded a moment ago; null if nothing is. */
  of(name: DocumentName, now: number): { lastGood: Uint8Array | null } | null {
    const found = this.#known.get(name);
    return found !== undefined && isKnown(found.at, now) ? found : null;
  }

  note(name: DocumentName, lastGood: Uint8Array | null, now: number): void {
    this.#known.delete(name);
    this.#known.set(name, { at: now, lastGood });
    for (const [other, { at }] of this.#known) {
      if (isKnown(at, now) && this.#known.size <= MAX_KNOWN && this.#bytes <= MAX_BYTES) return;
      if (other !== name) this.#known.delete(other);
    }
  }

  get #bytes(): number {
    let sum = 0;
    for (const { lastGood } of this.#known.values()) sum += lastGood?.length ?? 0;
    return sum;
  }
}

/** By a clock that was ahead when it was noted, it would be known for as long as that was. */
function isKnown(at: number, now: number): boolean {
  return Math.abs(now - at) < FOR_MS;
}
