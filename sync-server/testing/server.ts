/**
 * A real server on a folder of its own, for tests; or the part of one that people write with, which
 * can be told what time it is and whether there is room.
 *
 * Invariant: nothing here stands in for a part of the server.
 */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createSecret,
  type DocId,
  docIdOf,
  hashSecret,
  randomId,
} from '../../shared/access/ids.ts';
import type { LinkRole } from '../../shared/access/roles.ts';
import { Links } from '../access/links.ts';
import { PersonProofs } from '../access/person-proofs.ts';
import { AddressLimit } from '../access/rates.ts';
import { Collaboration } from '../collaboration/collaboration.ts';
import { Sockets } from '../collaboration/sockets.ts';
import { type Config, readConfig } from '../config.ts';
import { createServer, type RunningServer } from '../create-server.ts';
import { createLog, type Log } from '../log.ts';
import { SetApart } from '../set-apart.ts';
import { openSqlite } from '../storage/sqlite.ts';
import type { Storage } from '../storage/storage.ts';
import { onCleanUp, temporaryFolder } from './clean-up.ts';

export interface TestServer extends RunningServer {
  readonly folder: string;
  readonly config: Config;
  readonly logLines: string[];
  readonly ws: string;
  /** Stops it and starts another on the same folder. */
  restart(): Promise<TestServer>;
}

export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    ...readConfig({ PORT: '0', HOST: '127.0.0.1', PUBLIC_DIR: '/nowhere' }),
    maxSocketsPerAddress: 10_000,
    maxNewDocumentsPerMinute: 10_000,
    ...overrides,
  };
}

export function memoryLog(lines: string[]): Log {
  return createLog('trace', { write: (line: string) => lines.push(line) });
}

export async function startServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const folder = overrides.dataDir ?? temporaryFolder();
  const config = testConfig({ ...overrides, dataDir: folder });
  const logLines: string[] = [];
  const server = await createServer(config, memoryLog(logLines));
  onCleanUp(() => server.stop());
  return {
    ...server,
    folder,
    config,
    logLines,
    ws: server.url.replace('http', 'ws'),
    restart: async () => {
      await server.stop();
      return startServer({ ...overrides, dataDir: folder });
    },
  };
}

type CollaborationOptions = ConstructorParameters<typeof Collaboration>[0];

/** Where a server started here listens, as its proxies see it, too. */
export const LOCAL_ADDRESS = '127.0.0.1';

export async function startCollaboration(
  more: Partial<Pick<CollaborationOptions, 'storage' | 'bus' | 'time' | 'isDiskLow'>>,
  settings: Partial<Config> = {},
): Promise<{ collaboration: Collaboration; links: Links; storage: Storage; ws: string }> {
  const config = testConfig(settings);
  const log = memoryLog([]);
  const { storage = openSqlite(temporaryFolder()) } = more;
  const links = new Links(storage, config.maxLinksPerDocument, log);
  const proofs = new PersonProofs(storage, log);
  const newDocuments = new AddressLimit(config.maxNewDocumentsPerMinute);
  const setApart = new SetApart(temporaryFolder(), log);
  const collaboration = new Collaboration({
    ...{ config, storage, links, newDocuments, proofs, log, setApart },
    ...more,
  });
  const sockets = new Sockets(collaboration, proofs, config, log);
  const http = createHttpServer();
  sockets.attach(http);
  await new Promise<void>((resolve) => http.listen(0, LOCAL_ADDRESS, resolve));
  onCleanUp(async () => {
    await sockets.closeAll(100);
    await collaboration.stop();
    http.close();
    await storage.close();
  });
  const ws = `ws://${LOCAL_ADDRESS}:${(http.address() as AddressInfo).port}`;
  return { collaboration, links, storage, ws };
}

export interface Owned {
  secret: string;
  docId: DocId;
}

export function newOwner(): Owned {
  const secret = createSecret();
  return { secret, docId: docIdOf(secret) };
}

/** A request with a secret; the body is parsed JSON. */
export async function call(
  server: { url: string },
  method: string,
  path: string,
  secret?: string,
  body?: unknown,
  moreHeaders: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...moreHeaders,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

export async function makeLink(
  server: { url: string },
  { docId, secret: owner }: Owned,
  role: LinkRole,
): Promise<{ id: string; secret: string }> {
  const id = randomId(12);
  const secret = createSecret();
  const put = await call(server, 'PUT', `/api/docs/${docId}/links/${id}`, owner, {
    role,
    secretHash: hashSecret(secret),
  });
  if (put.status !== 200) throw new Error(`link not made: ${put.status}`);
  return { id, secret };
}
