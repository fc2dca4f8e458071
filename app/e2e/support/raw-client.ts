/**
 * Programs that are not our app: a plain y-websocket client and a plain Hocuspocus provider.
 *
 * Invariant: they know a link and the open protocols, nothing of our client.
 */
import { HocuspocusProvider } from '@hocuspocus/provider';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { randomId } from '../../../shared/access/ids.ts';
import { parseLink } from '../../../shared/access/link-addresses.ts';
import { readBlocks } from '../../../shared/document/body.ts';
import { textOf } from '../../../shared/document/plain-text.ts';

export interface RawClient {
  readonly doc: Y.Doc;
  /** Code and reason of the first close by the server. */
  readonly closed: Promise<{ code: number; reason: string }>;
  lines(): string[];
  leave(): void;
}

/** A client that shows somebody, who is nowhere in the text. */
export async function appear(link: string, name: string): Promise<RawClient> {
  const client = await joinWithYWebsocket(link);
  client.awareness.setLocalState({ person: { id: randomId(16), name, color: 'teal' } });
  return client;
}

/** Joins as any y-websocket client does, also with a document of its own; waits for the first sync. */
export async function joinWithYWebsocket(
  link: string,
  doc = new Y.Doc(),
): Promise<RawClient & Pick<WebsocketProvider, 'awareness'>> {
  const { origin, docId, secret } = addressOf(link);
  const provider = new WebsocketProvider(`${origin.replace('http', 'ws')}/sync`, docId, doc, {
    protocols: ['y-websocket', `token.${secret}`],
    disableBc: true,
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    provider.on('connection-close', (event) => {
      if (event) resolve({ code: event.code, reason: event.reason });
    });
  });
  await new Promise<void>((resolve, reject) => {
    provider.on('sync', (synced: boolean) => {
      if (synced) resolve();
    });
    closed.then(({ code, reason }) => reject(new Error(`Refused: ${code} ${reason}`)));
  });
  const { awareness } = provider;
  return { doc, awareness, closed, lines: () => linesOf(doc), leave: () => provider.destroy() };
}

/** Joins as any Hocuspocus provider does, and waits for the first sync. */
export async function joinWithHocuspocus(link: string): Promise<RawClient> {
  const { origin, docId, secret } = addressOf(link);
  const doc = new Y.Doc();
  const { promise: closed, resolve: close } = Promise.withResolvers<{
    code: number;
    reason: string;
  }>();
  let provider: HocuspocusProvider | null = null;
  await new Promise<void>((resolve, reject) => {
    provider = new HocuspocusProvider({
      url: `${origin.replace('http', 'ws')}/hocuspocus`,
      name: docId,
      token: secret,
      document: doc,
      onSynced: () => resolve(),
      onAuthenticationFailed: ({ reason }) => reject(new Error(`Refused: ${reason}`)),
      onClose: ({ event }) => close({ code: event.code, reason: event.reason }),
    });
  });
  return { doc, closed, lines: () => linesOf(doc), leave: () => provider?.destroy() };
}

function addressOf(link: string): { origin: string; docId: string; secret: string } {
  const address = parseLink(link);
  if (!address?.origin) throw new Error(`"${link}" is not a link.`);
  return { ...address, origin: address.origin };
}

function linesOf(doc: Y.Doc): string[] {
  return readBlocks(doc).map(textOf);
}
