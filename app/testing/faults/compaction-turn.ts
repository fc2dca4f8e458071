/**
 * The turn in which a node writes a log of PostgreSQL anew, taken from outside: whoever wants to
 * compact the document waits until it is over, and those who append to it do not.
 *
 * Invariant: it ends with whoever took it, whatever becomes of the database meanwhile.
 */
import { z } from 'zod';
import { Session } from '../../../shared/testing/postgres.ts';

const Count = z.object({ waiting: z.coerce.number() });

export class CompactionTurn {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  /** @param name of the log, as the server's own lock has it */
  static async take(url: string, name: string): Promise<CompactionTurn> {
    const session = await Session.open(url);
    await session.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return new CompactionTurn(session);
  }

  /** How many wait for it to end. */
  async waiting(): Promise<number> {
    const [row] = await this.#session.query(
      `SELECT COUNT(*) AS waiting FROM pg_locks AS one
       JOIN pg_locks AS held USING (locktype, database, classid, objid, objsubid)
       WHERE locktype = 'advisory' AND NOT one.granted AND held.granted
         AND held.pid = pg_backend_pid()`,
    );
    return Count.parse(row).waiting;
  }

  /** Also where it is over already. */
  end(): Promise<void> {
    return this.#session.end();
  }
}
