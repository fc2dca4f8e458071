/**
 * The endpoint `/sync/:docId`: the standard y-websocket protocol, one document a socket.
 *
 * Invariant: a plain client receives only frames y-websocket knows; every end has a close code of
 * the catalogue, and one that is not final is outside 4400–4499.
 */
import type { ErrorCode } from '../../shared/protocol/errors.ts';
import {
  EMPTY_AWARENESS_FRAME,
  FRAME,
  roleFrame,
  storeFrame,
  tallyFrame,
} from '../../shared/protocol/messages.ts';
import type { DocumentName } from './authorise.ts';
import type { Collaboration } from './collaboration.ts';
import { addressed, addressOf, readServerFrame, tokenFrame } from './hocuspocus-frames.ts';
import type { ClientSocket, SocketHandler } from './sockets.ts';

/** After the start, and after a sync frame, how long until the client is told how many there were. */
const TALLY_AFTER_MS = 2_000;

/** What a client asked for when it opened the socket. */
export interface Opening {
  document: DocumentName;
  secret: string;
  /** Who connects, if they proved it. */
  person: string | null;
  /** Whether the client asked to be told what is durable. */
  confirms: boolean;
}

/** Serves one socket. */
export function serveYWebsocket(
  collaboration: Collaboration,
  socket: ClientSocket,
  { document, secret, person, confirms }: Opening,
): SocketHandler {
  const address = addressOf(document.name);

  /** Sync frames sent: what one of them brought is missed only if something builds on it. */
  let sent = 0;
  let tally: NodeJS.Timeout | null = null;
  const tallySoon = (): void => {
    tally ??= setTimeout(() => {
      tally = null;
      if (session.isOpen) socket.send(tallyFrame(sent));
      else tallySoon();
    }, TALLY_AFTER_MS).unref();
  };

  const deliver = (frame: Uint8Array): void => {
    const read = readServerFrame(frame);
    if (confirms && frame[0] === FRAME.sync) {
      sent += 1;
      tallySoon();
    }
    if (read.kind === 'protocol' || (read.kind === 'confirmation' && confirms)) socket.send(frame);
    // Hocuspocus ends a document without a word of ours only when it failed itself.
    else if (read.kind === 'end') socket.close(read.code ?? 'server_busy');
  };

  const session = collaboration.createSession(document, person, {
    forward: (frame) => hocuspocus.receive(addressed(address, frame)),
    send: deliver,
    refuse: (code: ErrorCode) => socket.close(code),
    tellHealth: (healthy) => {
      if (confirms) socket.send(storeFrame(healthy));
    },
    tellRole: (role) => {
      if (confirms) socket.send(roleFrame(role));
    },
    challenge: () => socket.challenge(),
  });
  const hocuspocus = collaboration.connect(
    {
      get readyState() {
        return socket.readyState;
      },
      send: (whole) => deliver((whole as Uint8Array).subarray(address.length)),
      close: () => socket.close('server_busy'),
    },
    socket.address,
    () => session,
  );
  hocuspocus.receive(addressed(address, tokenFrame(secret)));
  if (confirms) tallySoon();

  return {
    receive: (frame) => session.receive(frame),
    keepAlive: () => socket.send(EMPTY_AWARENESS_FRAME),
    closed: () => {
      if (tally !== null) clearTimeout(tally);
      collaboration.endSession(session);
      hocuspocus.closed();
    },
  };
}
