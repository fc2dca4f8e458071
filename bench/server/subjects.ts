/**
 * The servers that are compared: how each is started, and how one speaks to it.
 *
 * Invariant: each runs as its documentation sets it up, with nothing but limits of ours raised that
 * stand for one person at one address.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as encoding from 'lib0/encoding';
import { GIVES_MEMORY_BACK } from '../../scripts/parts/runtime.mjs';
import { createSecret, docIdOf, randomId } from '../../shared/access/ids.ts';
import {
  NO_STATE_SUBPROTOCOL,
  SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
} from '../../shared/protocol/messages.ts';
import type { Program } from './server-process.ts';

/** One document at a server, and how a client asks for it. */
export interface Room {
  /** What follows the host in the address. */
  readonly path: string;
  readonly protocols: readonly string[];
  /** Bytes in front of every frame, in both directions. */
  readonly address: Uint8Array;
  /** What is sent before anything else, without the address. */
  readonly greeting: Uint8Array | null;
  /** Whether updates are confirmed; if not, they come back to who sent them. */
  readonly confirms: boolean;
}

export interface Subject {
  readonly title: string;
  readonly version: string;
  readonly program: Program;
  /** What its answer to an update means, or null if there is none. */
  readonly confirms: 'durable' | 'in memory' | null;
  /** Whether it keeps documents when it is stopped. */
  readonly stores: boolean;
  newRoom(): Room;
}

const ROOT = join(import.meta.dirname, '../..');
const NOTHING = new Uint8Array(0);
const ANY = '1000000';

const ours: Subject = {
  title: 'Driftless',
  version: `driftless ${versionIn(ROOT)}`,
  program: {
    path: join(ROOT, 'sync-server/main.ts'),
    env: {
      ...GIVES_MEMORY_BACK,
      LOG_LEVEL: 'warn',
      MAX_SOCKETS_PER_ADDRESS: ANY,
      MAX_NEW_DOCUMENTS_PER_MINUTE: ANY,
      MAX_CONNECTIONS_PER_DOCUMENT: '100000',
    },
  },
  confirms: 'durable',
  stores: true,
  newRoom: () => {
    const secret = createSecret();
    return {
      path: `/sync/${docIdOf(secret)}`,
      protocols: [SUBPROTOCOL, `${TOKEN_SUBPROTOCOL_PREFIX}${secret}`, NO_STATE_SUBPROTOCOL],
      address: NOTHING,
      greeting: null,
      confirms: true,
    };
  },
};

const hocuspocus: Subject = {
  title: 'Hocuspocus with SQLite',
  version: `@hocuspocus/server ${versionOf('@hocuspocus/server')}, @hocuspocus/extension-sqlite ${versionOf('@hocuspocus/extension-sqlite')} with better-sqlite3 ${versionOf('better-sqlite3')}`,
  program: { path: join(import.meta.dirname, 'servers/hocuspocus.mjs') },
  confirms: 'in memory',
  stores: true,
  newRoom: () => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, randomId(16));
    const token = encoding.createEncoder();
    encoding.writeVarUint(token, 2);
    encoding.writeVarUint(token, 0);
    encoding.writeVarString(token, 'none');
    return {
      path: '/',
      protocols: [],
      address: encoding.toUint8Array(encoder),
      greeting: encoding.toUint8Array(token),
      confirms: true,
    };
  },
};

/** One of several, which need a PostgreSQL and a Redis. */
export const hocuspocusCluster: Subject = {
  ...hocuspocus,
  title: 'Hocuspocus with Redis and a database',
  program: { path: join(import.meta.dirname, 'servers/hocuspocus-cluster.mjs') },
};

const yWebsocketServer: Subject = {
  title: '@y/websocket-server',
  version: `@y/websocket-server ${versionOf('@y/websocket-server')}`,
  program: {
    path: join(import.meta.dirname, '../node_modules/@y/websocket-server/src/server.js'),
  },
  confirms: null,
  stores: false,
  newRoom: () => ({
    path: `/${randomId(16)}`,
    protocols: [],
    address: NOTHING,
    greeting: null,
    confirms: false,
  }),
};

export const SUBJECTS: Readonly<Record<string, Subject>> = {
  ours,
  hocuspocus,
  'y-websocket-server': yWebsocketServer,
};

function versionOf(name: string): string {
  return versionIn(join(import.meta.dirname, '../node_modules', name));
}

function versionIn(folder: string): string {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    // Only ours was asked for, and the others are not installed.
    return 'not installed';
  }
  return (JSON.parse(text) as { version: string }).version;
}
