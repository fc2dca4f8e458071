/** One of several Hocuspocus with its Redis and database extensions, as its documentation sets them up. */
import { Database } from '@hocuspocus/extension-database';
import { Redis } from '@hocuspocus/extension-redis';
import { Server } from '@hocuspocus/server';
import pg from 'pg';

// It says so of each document and second; everything else is shown.
for (const way of ['error', 'warn']) {
  const say = console[way];
  console[way] = (...words) => {
    if (!String(words[0]).includes('Another instance is already storing')) say(...words);
  };
}

const { PORT, DATABASE_URL, REDIS_URL } = process.env;
const { hostname: host, port } = new URL(REDIS_URL);
const pool = new pg.Pool({ connectionString: DATABASE_URL });
await pool
  .query(
    'CREATE TABLE IF NOT EXISTS documents_of_hocuspocus (name TEXT PRIMARY KEY, state BYTEA NOT NULL)',
  )
  .catch((error) => {
    // Another one of them makes it at the same moment.
    if (error.code !== '23505') throw error;
  });

await new Server({
  address: '127.0.0.1',
  port: Number(PORT),
  quiet: true,
  extensions: [
    new Redis({ host, port: Number(port) }),
    new Database({
      fetch: async ({ documentName }) => {
        const { rows } = await pool.query(
          'SELECT state FROM documents_of_hocuspocus WHERE name = $1',
          [documentName],
        );
        return rows[0]?.state ?? null;
      },
      store: async ({ documentName, state }) => {
        await pool.query(
          `INSERT INTO documents_of_hocuspocus VALUES ($1, $2)
           ON CONFLICT (name) DO UPDATE SET state = EXCLUDED.state`,
          [documentName, state],
        );
      },
    }),
  ],
}).listen();
