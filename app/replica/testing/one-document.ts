/**
 * A test server with one document, for tests of replicas: made before each test, and taken down with
 * all replicas of it after.
 */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach } from 'vitest';
import { createSecret, type DocId, docIdOf, type Secret } from '../../../shared/access/ids.ts';
import { openReplica, type Replica, type ReplicaOptions } from '../open-replica.ts';
import { startTestServer, type TestServer } from './sync-server.ts';

export interface OneDocument {
  readonly server: TestServer;
  readonly secret: Secret;
  readonly docId: DocId;
  /** To be closed after the test. */
  readonly opened: Replica[];
  /** The document on this device. */
  open(options?: ReplicaOptions, as?: Secret): Replica;
  /** The same on a device of its own. */
  openDevice(options?: ReplicaOptions, as?: Secret): Replica;
}

export function oneDocument(): OneDocument {
  let server: TestServer;
  let secret: Secret;
  let docId: DocId;
  const opened: Replica[] = [];

  beforeEach(async () => {
    server = await startTestServer();
    secret = createSecret();
    docId = docIdOf(secret);
    globalThis.indexedDB = new IDBFactory();
  });

  afterEach(async () => {
    server.confirm();
    await Promise.all(opened.splice(0).map((replica) => replica.close()));
    await server.close();
  });

  const open = (options: ReplicaOptions = {}, as = secret): Replica => {
    const replica = openReplica({ name: docId, secret: as }, { serverUrl: server.url, ...options });
    opened.push(replica);
    return replica;
  };

  return {
    get server() {
      return server;
    },
    get secret() {
      return secret;
    },
    get docId() {
      return docId;
    },
    opened,
    open,
    openDevice: (options, as = createSecret()) => {
      globalThis.indexedDB = new IDBFactory();
      return open(options, as);
    },
  };
}
