/**
 * Another person who writes: a Y.Doc that is joined to a server by the y-websocket protocol.
 *
 * Invariant: it changes a document only through a `Shape`, that is in the form in which the editor
 * itself keeps it.
 */
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import type { Writer } from './subject.ts';

/** How an editor keeps a document in Yjs. */
export interface Shape {
  /** Writes a document's first content. */
  create(doc: Y.Doc, texts: readonly string[]): void;
  insertAfter(doc: Y.Doc, paragraph: number, texts: readonly string[]): void;
  type(doc: Y.Doc, paragraph: number, text: string): void;
  /** The awareness state of somebody whose caret is there. */
  presence(doc: Y.Doc, paragraph: number, offset: number): Record<string, unknown>;
  lines(doc: Y.Doc): string[];
}

export interface Room {
  /** Such as `ws://127.0.0.1:40123`. */
  readonly server: string;
  readonly name: string;
  readonly protocols?: string[];
}

/** A server may refuse a change that is larger than a frame may be. */
const PARAGRAPHS_IN_A_CHANGE = 1_000;
const TIME_LIMIT_MS = 60_000;

/** Joins the room, writes `texts` as its first content, and waits until the server has it all. */
export async function joinAsWriter(
  shape: Shape,
  room: Room,
  texts: readonly string[],
): Promise<Writer> {
  const { doc, provider } = await join(room);
  shape.create(doc, texts.slice(0, PARAGRAPHS_IN_A_CHANGE));
  for (let at = PARAGRAPHS_IN_A_CHANGE; at < texts.length; at += PARAGRAPHS_IN_A_CHANGE) {
    const more = texts.slice(at, at + PARAGRAPHS_IN_A_CHANGE);
    doc.transact(() => shape.insertAfter(doc, at - 1, more));
  }
  // Whoever comes now gets it all, or gets the rest in order.
  const reader = await join(room);
  await until(reader.doc, 'the first content', () => {
    return shape.lines(reader.doc).length === texts.length;
  });
  leave(reader);
  return {
    type: (paragraph, text) => doc.transact(() => shape.type(doc, paragraph, text)),
    insertAfter: (paragraph, more) => doc.transact(() => shape.insertAfter(doc, paragraph, more)),
    putCaret: (paragraph, offset) =>
      provider.awareness.setLocalState(shape.presence(doc, paragraph, offset)),
    until: (what, isSo) => until(doc, what, () => isSo(shape.lines(doc))),
    leave: () => leave({ doc, provider }),
  };
}

/** Also ends what they have running, which would keep this process alive. */
export function leave({ doc, provider }: Joined): void {
  provider.destroy();
  doc.destroy();
}

interface Joined {
  readonly doc: Y.Doc;
  readonly provider: WebsocketProvider;
}

export async function join({ server, name, protocols = [] }: Room): Promise<Joined> {
  const doc = new Y.Doc();
  const provider = new WebsocketProvider(server, name, doc, { disableBc: true, protocols });
  await new Promise<void>((resolve, reject) => {
    provider.on('sync', (isSynced: boolean) => {
      if (isSynced) resolve();
    });
    provider.on('connection-close', (event) => {
      reject(new Error(`The server refused: ${event?.code} ${event?.reason}`));
    });
  });
  return { doc, provider };
}

/** Resolves as soon as `isSo`, looking after each change of the document. */
function until(doc: Y.Doc, what: string, isSo: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isSo()) return;
      settle();
      resolve();
    };
    const limit = setTimeout(() => {
      settle();
      reject(new Error(`The other person never saw ${what}.`));
    }, TIME_LIMIT_MS);
    const settle = () => {
      clearTimeout(limit);
      doc.off('update', look);
    };
    doc.on('update', look);
    look();
  });
}

/** Until whoever comes now is told of all of it. */
export async function taken(sent: Y.Doc, room: Room): Promise<void> {
  for (;;) {
    const reader = await join(room);
    const has = Y.encodeStateVector(reader.doc);
    leave(reader);
    const left = Y.diffUpdate(Y.encodeStateAsUpdate(sent), has);
    if (Y.decodeUpdate(left).structs.length === 0) return;
  }
}
