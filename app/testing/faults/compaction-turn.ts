/**
 * The turn in which a node writes a log of PostgreSQL anew, taken from outside: whoever wants to
 * compact the document waits until it is over, and those who append to it do not.
 *
 * Invariant: it ends with whoever took it, whatever becomes of the database meanwhile.
 */
import pg from 'pg';
import { z } from 'zod';

const Count = z.object({ waiting: z.coerce.number() });

export class CompactionTurn {
  readonly #client: pg.Client;
  #isOver = false;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @param name of the log, as the server's own lock has it */
  static async take(url: string, name: string): Promise<CompactionTurn> {
    const client = new pg.Client({ connectionString: url });
    // The database may be ended just now, and the turn with it.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return new CompactionTurn(client);
  }

  /** How many wait for it to end. */
  async waiting(): Promise<number> {
    const { rows } = await this.#client.query(
      `SELECT COUNT(*) AS waiting FROM pg_locks AS one
       JOIN pg_locks AS held USING (locktype, database, classid, objid, objsubid)
       WHERE locktype = 'advisory' AND NOT one.granted AND held.granted
         AND held.pid = pg_backend_pid()`,
    );
    return Count.parse(rows[0]).waiting;
  }

  async end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#client.end();
  }
}
