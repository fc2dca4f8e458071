/**
 * The endpoint `/sync/:docId`: the standard y-websocket protocol, one document a socket.
 *
 * Invariant: a plain client receives only frames y-websocket knows; every end has a close code of
 * the catalogue, and one that is not final is outside 4400–4499.
 */
import type { ErrorCode } from '../../shared/protocol/errors.ts';
import { EMPTY_AWARENESS_FRAME } from '../../shared/protocol/messages.ts';
import type { DocumentName } from './authorise.ts';
import type { Collaboration } from './collaboration.ts';
import { addressed, addressOf, readServerFrame, tokenFrame } from './hocuspocus-frames.ts';
import type { ClientSocket, SocketHandler } from './sockets.ts';

/**
 * Serves one socket. `confirms` is whether the client asked to be told what is durable.
 */
export function serveYWebsocket(
  collaboration: Collaboration,
  socket: ClientSocket,
  document: DocumentName,
  secret: string,
  confirms: boolean,
): SocketHandler {
  const address = addressOf(document.name);

  const deliver = (frame: Uint8Array): void => {
    const read = readServerFrame(frame);
    if (read.kind === 'protocol' || (read.kind === 'confirmation' && confirms)) socket.send(frame);
    // Hocuspocus ends a document without a word of ours only when it failed itself.
    else if (read.kind === 'end') socket.close(read.code ?? 'server_busy');
  };

  const session = collaboration.createSession(document, {
    forward: (frame) => hocuspocus.receive(addressed(address, frame)),
    send: deliver,
    refuse: (code: ErrorCode) => socket.close(code),
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

  return {
    receive: (frame) => session.receive(frame),
    keepAlive: () => socket.send(EMPTY_AWARENESS_FRAME),
    closed: () => {
      collaboration.endSession(session);
      hocuspocus.closed();
    },
  };
}
