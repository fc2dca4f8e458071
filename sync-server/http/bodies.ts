/**
 * Reading what comes with a request, by whoever may send it.
 *
 * Invariant: what all requests together hold in memory is bounded, and whoever sends slowly or much
 * is the one who has to wait: a sender may hold as many bytes as are still free.
 */
import type { ServerResponse } from 'node:http';
import { CatalogueError } from '../../shared/protocol/errors.ts';

/** Of all bodies that are on their way at one time. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Until the next piece of a body. */
const PIECE_WITHIN_MS = 20_000;
/** Until somebody reads on in an answer: a router may pass nothing for a minute. */
const READ_ON_WITHIN_MS = 2 * 60_000;

export class Bodies {
  readonly #mostBytes: number;
  readonly #pieceWithinMs: number;
  readonly #readOnWithinMs: number;
  readonly #bySender = new Map<string, number>();
  #total = 0;

  constructor(
    mostBytes = MOST_BYTES,
    pieceWithinMs = PIECE_WITHIN_MS,
    readOnWithinMs = READ_ON_WITHIN_MS,
  ) {
    this.#mostBytes = mostBytes;
    this.#pieceWithinMs = pieceWithinMs;
    this.#readOnWithinMs = readOnWithinMs;
  }

  /** Bytes that are held right now. */
  get bytes(): number {
    return this.#total;
  }

  /**
   * The whole body. `sender` is whose share of the memory it takes: a network address, as anybody may
   * have any number of documents. Throws `payload_too_large` above `most` bytes, `server_busy` where
   * there is no room for it now or the next piece does not come.
   */
  async read(request: Request, most: number, sender: string): Promise<Uint8Array> {
    const announced = Number(request.headers.get('Content-Length') ?? 0);
    if (announced > most) throw new CatalogueError('payload_too_large');
    if (request.body === null) return new Uint8Array();
    const reader = request.body.getReader();
    const pieces: Uint8Array[] = [];
    let length = 0;
    try {
      for (;;) {
        const piece = await this.#inTime(reader.read());
        if (piece.done) return Buffer.concat(pieces, length);
        length += piece.value.length;
        this.#reserve(sender, piece.value.length);
        pieces.push(piece.value);
        if (length > most) throw new CatalogueError('payload_too_large');
        this.#checkShare(sender);
      }
    } catch (error) {
      // What still comes is of no use to anybody.
      reader.cancel().catch(() => undefined);
      throw error;
    } finally {
      this.#reserve(sender, -length);
    }
  }

  /** Counts what is on its way to somebody until `gone`. Throws `server_busy` if there is no room. */
  hold(sender: string, bytes: number): () => void {
    this.#reserve(sender, bytes);
    try {
      this.#checkShare(sender);
    } catch (error) {
      this.#reserve(sender, -bytes);
      throw error;
    }
    return () => this.#reserve(sender, -bytes);
  }

  /**
   * Counts what is answered until it has left, or whoever asked is gone; that may be already, and is
   * told once. Whoever reads nothing of it for long is cut off. Throws `server_busy` if there is no room.
   */
  holdAnswer(outgoing: ServerResponse, sender: string, bytes: number): void {
    if (outgoing.closed) return;
    outgoing.once('close', this.hold(sender, bytes));
    outgoing.setTimeout(this.#readOnWithinMs);
  }

  #reserve(sender: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#bySender.get(sender) ?? 0) + bytes;
    if (held === 0) this.#bySender.delete(sender);
    else this.#bySender.set(sender, held);
  }

  #checkShare(sender: string): void {
    if ((this.#bySender.get(sender) ?? 0) > this.#mostBytes - this.#total) {
      throw new CatalogueError('server_busy');
    }
  }

  async #inTime<T>(piece: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CatalogueError('server_busy')), this.#pieceWithinMs);
    });
    try {
      return await Promise.race([piece, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
