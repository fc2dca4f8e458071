/**
 * Who is next of those that wait for one document's share of the processor.
 *
 * Invariant: nobody is passed again and again. Every other turn is that of whoever has waited longest;
 * those between are of the address for which least was spent in this document lately, so that whoever
 * has just come waits for what is spent already, and for a turn or two.
 */
import { MinuteLimit, RecentSum } from './rates.ts';

/** What was spent counts half when so much time has passed. */
const HALF_AFTER_MS = 10_000;

/** Somebody who waits. */
interface Place {
  /** Who came before has a smaller one. */
  readonly number: number;
  readonly go: () => void;
}

/** Those who wait for one document. */
interface Row {
  /** In the order in which they came. */
  readonly places: Map<string, Set<Place>>;
  /** Whether the next turn is that of whoever has waited longest. */
  isOfLongest: boolean;
  /** Looks who may go, at that time. */
  timer: NodeJS.Timeout | null;
  at: number;
}

export class DocumentRows {
  readonly #now: () => number;
  readonly #documents: MinuteLimit;
  readonly #addresses: MinuteLimit;
  readonly #lately = new RecentSum(HALF_AFTER_MS);
  readonly #rows = new Map<string, Row>();
  #count = 0;

  /** `perSecond` and `atOnce` are the milliseconds of one document, and of one address. */
  constructor(now: () => number, perSecond: number, atOnce: number) {
    this.#now = now;
    this.#documents = new MinuteLimit(perSecond * 60, atOnce);
    this.#addresses = new MinuteLimit(perSecond * 60, atOnce);
  }

  /** Milliseconds until something may be done for somebody there in this document; 0 for now. */
  wait(document: string, address: string): number {
    const now = this.#now();
    return Math.max(this.#documents.wait(document, now), this.#addresses.wait(address, now));
  }

  /** Whether somebody stands there before whoever comes now. */
  has(document: string): boolean {
    return this.#rows.has(document);
  }

  /** Takes milliseconds from an address, whatever they were for. */
  spendOfAddress(address: string, ms: number): void {
    this.#addresses.spend(address, ms, this.#now());
  }

  /** Takes them from a document, for an address; less than none gives back what was taken before. */
  spendOfDocument(document: string, address: string, ms: number): void {
    const now = this.#now();
    this.#documents.spend(document, ms, now);
    this.#lately.add(`${document} ${address}`, ms, now);
    const row = this.#rows.get(document);
    if (row !== undefined) this.#lookIn(document, row, this.#documents.wait(document, now));
  }

  /** Stands in the row; `go` is called once, when it is their turn. Gives what takes them out of it. */
  stand(document: string, address: string, go: () => void): () => void {
    let row = this.#rows.get(document);
    if (row === undefined) {
      row = { places: new Map(), isOfLongest: false, timer: null, at: Number.POSITIVE_INFINITY };
      this.#rows.set(document, row);
    }
    const place = { number: this.#count++, go };
    const others = row.places.get(address);
    if (others === undefined) row.places.set(address, new Set([place]));
    else others.add(place);
    this.#lookIn(document, row, this.wait(document, address));
    return () => this.#remove(document, row, address, place);
  }

  #lookIn(document: string, row: Row, ms: number): void {
    const at = this.#now() + ms;
    if (row.timer !== null) {
      if (row.at <= at) return;
      clearTimeout(row.timer);
    }
    row.at = at;
    row.timer = setTimeout(() => this.#look(document, row), ms).unref();
  }

  /** Lets one go, so that others have their turn of the event loop between two. */
  #look(document: string, row: Row): void {
    row.timer = null;
    try {
      this.#letOneGo(document, row);
    } finally {
      let ms = Number.POSITIVE_INFINITY;
      for (const address of row.places.keys()) ms = Math.min(ms, this.wait(document, address));
      if (row.places.size > 0) this.#lookIn(document, row, ms);
    }
  }

  #letOneGo(document: string, row: Row): void {
    const now = this.#now();
    if (this.#documents.wait(document, now) > 0) return;
    const next = this.#next(document, row, now);
    if (next === null) return;
    row.isOfLongest = !row.isOfLongest;
    this.#remove(document, row, next.address, next.place);
    next.place.go();
  }

  /** Whose turn it is, of those whose address has not spent its own time. */
  #next(
    document: string,
    { places, isOfLongest }: Row,
    now: number,
  ): { address: string; place: Place } | null {
    let next: { address: string; place: Place; spent: number } | null = null;
    for (const [address, [place]] of places) {
      if (place === undefined || this.#addresses.wait(address, now) > 0) continue;
      const spent = isOfLongest ? 0 : this.#lately.of(`${document} ${address}`, now);
      const isBefore =
        next === null ||
        spent < next.spent ||
        (spent === next.spent && place.number < next.place.number);
      if (isBefore) next = { address, place, spent };
    }
    return next;
  }

  #remove(document: string, row: Row, address: string, place: Place): void {
    const others = row.places.get(address);
    if (others?.delete(place) !== true || others.size > 0) return;
    row.places.delete(address);
    if (row.places.size > 0) return;
    if (row.timer !== null) clearTimeout(row.timer);
    if (this.#rows.get(document) === row) this.#rows.delete(document);
  }
}
