/**
 * A server for the other editors: rooms over WebSockets in the y-websocket protocol, in memory.
 *
 * Invariant: it passes everything on at once and never speaks back to whom it came from, so no
 * editor waits for it.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';

const SYNC = 0;
const AWARENESS = 1;

export interface Relay {
  /** Such as `ws://127.0.0.1:40123`. */
  readonly address: string;
  close(): Promise<void>;
}

interface Room {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  /** Each socket with the Yjs clients it spoke for. */
  readonly sockets: Map<WebSocket, Set<number>>;
}

export async function startRelay(): Promise<Relay> {
  const rooms = new Map<string, Room>();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket, request) => {
    const name = request.url ?? '';
    const room = rooms.get(name) ?? openRoom();
    rooms.set(name, room);
    enter(room, socket);
  });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The relay has no port.');
  return {
    address: `ws://127.0.0.1:${bound.port}`,
    close() {
      for (const { doc, awareness } of rooms.values()) {
        awareness.destroy();
        doc.destroy();
      }
      for (const socket of server.clients) socket.terminate();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function openRoom(): Room {
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  awareness.setLocalState(null);
  const sockets = new Map<WebSocket, Set<number>>();
  const passOn = (message: Uint8Array, from: unknown) => {
    for (const socket of sockets.keys()) if (socket !== from) socket.send(message);
  };
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    passOn(
      messageOf(SYNC, (encoder) => sync.writeUpdate(encoder, update)),
      origin,
    );
  });
  awareness.on(
    'update',
    (changes: { added: number[]; updated: number[]; removed: number[] }, origin: unknown) => {
      const clients = [...changes.added, ...changes.updated, ...changes.removed];
      const spokenFor = sockets.get(origin as WebSocket);
      for (const client of clients) spokenFor?.add(client);
      const update = encodeAwarenessUpdate(awareness, clients);
      passOn(
        messageOf(AWARENESS, (encoder) => encoding.writeVarUint8Array(encoder, update)),
        origin,
      );
    },
  );
  return { doc, awareness, sockets };
}

function enter({ doc, awareness, sockets }: Room, socket: WebSocket): void {
  socket.binaryType = 'arraybuffer';
  sockets.set(socket, new Set());
  socket.on('message', (data: ArrayBuffer) => {
    const decoder = decoding.createDecoder(new Uint8Array(data));
    const kind = decoding.readVarUint(decoder);
    if (kind === AWARENESS) {
      applyAwarenessUpdate(awareness, decoding.readVarUint8Array(decoder), socket);
    } else if (kind === SYNC) {
      const encoder = encoding.createEncoder();
      encoding.writeVarUint(encoder, SYNC);
      sync.readSyncMessage(decoder, encoder, doc, socket);
      if (encoding.length(encoder) > 1) socket.send(encoding.toUint8Array(encoder));
    }
  });
  socket.on('close', () => {
    const spokenFor = sockets.get(socket);
    sockets.delete(socket);
    removeAwarenessStates(awareness, [...(spokenFor ?? [])], null);
  });
  socket.send(messageOf(SYNC, (encoder) => sync.writeSyncStep1(encoder, doc)));
  const here = [...awareness.getStates().keys()];
  if (here.length === 0) return;
  const update = encodeAwarenessUpdate(awareness, here);
  socket.send(messageOf(AWARENESS, (encoder) => encoding.writeVarUint8Array(encoder, update)));
}

function messageOf(kind: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, kind);
  write(encoder);
  return encoding.toUint8Array(encoder);
}
