/** Hocuspocus with its SQLite extension, as its documentation sets them up. */
import { SQLite } from '@hocuspocus/extension-sqlite';
import { Server } from '@hocuspocus/server';

await new Server({
  address: '127.0.0.1',
  port: Number(process.env.PORT),
  quiet: true,
  extensions: [new SQLite({ database: `${process.env.DATA_DIR}/hocuspocus.sqlite` })],
}).listen();
