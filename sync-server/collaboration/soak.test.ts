/** Many random edits through everything at once: both protocols, broken connections, restarts. */

import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { afterEach, expect, test } from 'vitest';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { bodyOf } from '../testing/raw-client.ts';
import { newOwner, startServer, type TestServer } from '../testing/server.ts';

afterEach(cleanUp);

interface Writer {
  doc: Y.Doc;
  connect(): void;
  disconnect(): void;
  synced(): boolean;
}

function plainWriter(server: TestServer, docId: DocId, secret: string): Writer {
  const doc = new Y.Doc();
  const provider = new WebsocketProvider(`${server.ws}/sync`, docId, doc, {
    protocols: ['y-websocket', `token.${secret}`],
    disableBc: true,
    maxBackoffTime: 100,
  });
  onCleanUp(() => provider.destroy());
  return {
    doc,
    connect: () => provider.connect(),
    disconnect: () => provider.disconnect(),
    synced: () => provider.synced,
  };
}

function hocuspocusWriter(server: TestServer, docId: DocId, secret: string): Writer {
  const document = new Y.Doc();
  const socket = new HocuspocusProviderWebsocket({
    url: `${server.ws}/hocuspocus`,
    delay: 20,
    minDelay: 20,
    maxDelay: 100,
  });
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: docId,
    token: secret,
    document,
  });
  provider.attach();
  onCleanUp(() => {
    provider.destroy();
    socket.destroy();
  });
  return {
    doc: document,
    connect: () => void socket.connect(),
    disconnect: () => socket.disconnect(),
    synced: () => provider.synced && !provider.hasUnsyncedChanges,
  };
}

test.each([1, 2, 3])(
  'everybody ends with the same text, and each token once (seed %i)',
  async (seed) => {
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let server = await startServer({ compactAfterUpdates: 20, idleUnloadMs: 0 });
    const { docId, secret } = newOwner();
    const writers = [
      plainWriter(server, docId, secret),
      plainWriter(server, docId, secret),
      hocuspocusWriter(server, docId, secret),
      hocuspocusWriter(server, docId, secret),
    ];
    const tokens: string[] = [];
    for (let step = 0; step < 300; step++) {
      const writer = writers[random(writers.length)]!;
      const action = random(20);
      if (action === 0) writer.disconnect();
      else if (action === 1) writer.connect();
      else {
        const text = writer.doc.getText('body');
        const token = `<${step}>`;
        // Between tokens, so that a token stays in one piece.
        const ends = [0, ...Array.from(text.toString().matchAll(/>/g), (found) => found.index + 1)];
        text.insert(ends[random(ends.length)]!, token);
        tokens.push(token);
      }
      if (step === 150) {
        const port = Number(new URL(server.url).port);
        await server.stop();
        server = await startServer({ ...server.config, port });
      }
      if (random(4) === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await until('all have all', () => {
      // The provider does not hear a call to connect while it is still disconnecting.
      for (const writer of writers) if (!writer.synced()) writer.connect();
      return writers.every(
        ({ doc, synced }) => synced() && tokens.every((token) => bodyOf(doc).includes(token)),
      );
    });
    const texts = writers.map(({ doc }) => bodyOf(doc));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]!.match(/<\d+>/g)?.toSorted()).toEqual(tokens.toSorted());

    const late = plainWriter(await server.restart(), docId, secret);
    await until('a late guest is in', () => late.synced());
    expect(bodyOf(late.doc)).toBe(texts[0]);
  },
);
