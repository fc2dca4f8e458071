/**
 * The registers of blocks: what was changed of a block since its marker was put in, by last writer.
 *
 * Invariant: what is asked for is what the shared map says, as soon as `note` was called for the
 * keys that changed.
 */
import type * as Y from 'yjs';
import { ATTRIBUTES } from './block-types/index.ts';
import { currentTime } from './ids-and-clock.ts';
import type { Place } from './order.ts';
import { valueWithoutHalves } from './pairs.ts';
import { attributeNamesOf, type BlockAttributes, isKnownType } from './schema.ts';
import { type BlockMarker, checkAttribute, parseMerged, parsePlace } from './validate.ts';

export class BlockRegisters {
  /** By `blockId:name`. */
  readonly map: Y.Map<unknown>;
  /** Ids of blocks whose place says that they continue another one, no neighbour in the sequence. */
  readonly joins = new Set<string>();
  /** Ids of blocks that have a place. */
  readonly placed = new Set<string>();
  /** Names of cells of which a register says that they are one with others. */
  readonly merged = new Set<string>();
  #byBlock = new Map<string, Map<string, unknown>>();
  /** The time of the latest move or merge, in ms since 1970. */
  #latestMove = 0;

  constructor(map: Y.Map<unknown>) {
    this.map = map;
  }

  /** Reads everything anew. */
  rebuild(): void {
    this.#byBlock.clear();
    this.joins.clear();
    this.placed.clear();
    this.merged.clear();
    for (const key of this.map.keys()) this.note(key);
  }

  get(id: string, name: string): unknown {
    return this.#byBlock.get(id)?.get(name);
  }

  /** Writes one; undefined takes it back. False where it says so already. */
  set(id: string, name: string, value: unknown): boolean {
    const key = `${id}:${name}`;
    const { map } = this;
    if (value === undefined) {
      if (!map.has(key)) return false;
      map.delete(key);
    } else {
      if (map.has(key) && JSON.stringify(map.get(key)) === JSON.stringify(value)) return false;
      map.set(key, valueWithoutHalves(value));
    }
    this.note(key);
    return true;
  }

  /** Takes in what a register says now; whether that is something else than before. */
  note(key: string): boolean {
    const colon = key.lastIndexOf(':');
    if (colon < 0) return false;
    const id = key.slice(0, colon);
    const name = key.slice(colon + 1);
    const known = this.#byBlock.get(id);
    const value = this.map.get(key);
    const isNews = known?.get(name) !== value;
    if (value === undefined) known?.delete(name);
    else if (known) known.set(name, value);
    else this.#byBlock.set(id, new Map([[name, value]]));
    if (name === 'merged') {
      const merged = parseMerged(value);
      if (merged) this.#latestMove = Math.max(this.#latestMove, merged.at);
      if (merged) this.merged.add(id);
      else this.merged.delete(id);
    }
    if (name !== 'place') return isNews;
    const place = parsePlace(value);
    if (place) this.#latestMove = Math.max(this.#latestMove, place.at);
    if (place) this.placed.add(id);
    else this.placed.delete(id);
    if (place?.joined) this.joins.add(id);
    else this.joins.delete(id);
    return isNews;
  }

  placeOf(id: string): Place | null {
    return parsePlace(this.get(id, 'place'));
  }

  /** A time later than that of every move and merge known here, however wrong somebody's clock is. */
  nextMoveTime(): number {
    return Math.max(currentTime(), this.#latestMove + 1);
  }

  /**
   * The attributes of a block that was born as `born`, each checked, those at their default left
   * out.
   */
  attributes(id: string, type: string, born: BlockMarker | null): BlockAttributes {
    const result: Record<string, unknown> = {};
    const registers = this.#byBlock.get(id);
    for (const name of attributeNamesOf(type)) {
      const written = registers?.get(name);
      // null says that it was taken back, undefined that nobody wrote it.
      let value = checkAttribute(name, written === undefined ? born?.[name] : written);
      if (ATTRIBUTES[name].isAlways && isKnownType(type)) value ??= ATTRIBUTES[name].default;
      if (value !== undefined) result[name] = value;
    }
    return result;
  }
}
