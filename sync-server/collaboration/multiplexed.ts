/**
 * The endpoint `/hocuspocus`: Hocuspocus' own protocol, several documents a socket.
 *
 * Invariant: the rules are those of `/sync`. What one document is refused for ends that document,
 * in the words of Hocuspocus' protocol with the catalogue's code as the reason; only a frame that
 * cannot be read, or a flood, ends the socket.
 */

import { parseDocumentName } from '../../shared/access/document-name.ts';
import type { ErrorCode } from '../../shared/protocol/errors.ts';
import { EMPTY_AWARENESS_FRAME, FRAME } from '../../shared/protocol/messages.ts';
import { TokenBucket } from '../access/rates.ts';
import type { Collaboration } from './collaboration.ts';
import {
  addressed,
  addressOf,
  permissionDeniedFrame,
  readAddressed,
  readServerFrame,
  readTokenFrame,
  tokenFrame,
} from './hocuspocus-frames.ts';
import type { DocumentSession } from './session.ts';
import type { ClientSocket, SocketHandler } from './sockets.ts';

const MAX_DOCUMENTS_PER_SOCKET = 50;
/**
 * How often a socket may ask for a document, also for one that it is refused: at once, and a second in
 * the long run. Until it is known which document it is, what that costs is charged to none.
 */
const ASKS_AT_ONCE = 4 * MAX_DOCUMENTS_PER_SOCKET;
const ASKS_PER_SECOND = 10;
/** Frames that say nothing, or nothing new, or are of a document that was refused: at once, and a second. */
const IDLE_FRAMES_AT_ONCE = 1_000;
const IDLE_FRAMES_PER_SECOND = 50;
const MAX_NAME_BYTES = 100;
/** A socket that has not opened any document by then is closed, unless one is being opened. */
const OPEN_WITHIN_MS = 10_000;
/** Hocuspocus' answer to a ping; it carries no document. */
const PONG = 10;

const addressedStates = new WeakMap<Uint8Array, Uint8Array>();

/** A frame belongs to one document, and so has one address. */
function once(address: Uint8Array, frame: Uint8Array): Uint8Array {
  let whole = addressedStates.get(frame);
  if (whole === undefined) {
    whole = addressed(address, frame);
    addressedStates.set(frame, whole);
  }
  return whole;
}

export function serveMultiplexed(
  collaboration: Collaboration,
  socket: ClientSocket,
): SocketHandler {
  const sessions = new Map<string, DocumentSession>();
  /** Sessions for which a secret has gone to Hocuspocus, which takes one at a time. */
  const presented = new WeakSet<DocumentSession>();
  const asks = new TokenBucket(ASKS_AT_ONCE, ASKS_PER_SECOND, performance.now());
  const idle = new TokenBucket(IDLE_FRAMES_AT_ONCE, IDLE_FRAMES_PER_SECOND, performance.now());
  const countIdle = () => {
    if (!idle.take(performance.now())) socket.close('rate_limited');
  };
  const deadline = setInterval(() => {
    const all = [...sessions.values()];
    const hasOpened = all.some((session) => session.access !== null);
    // Whoever waits for their turn has shown a secret, and is let in or told why not.
    if (!hasOpened && all.some((session) => session.isBeingLetIn)) return;
    clearInterval(deadline);
    if (!hasOpened) socket.close('token_missing');
  }, OPEN_WITHIN_MS).unref();

  const hocuspocus = collaboration.connect(
    {
      get readyState() {
        return socket.readyState;
      },
      send: (whole) => {
        const read = readAddressed(whole as Uint8Array, MAX_NAME_BYTES);
        if (read?.frame[0] === FRAME.awareness && socket.isFarBehind) return;
        socket.send(whole as Uint8Array);
        if (read === null || readServerFrame(read.frame).kind !== 'end') return;
        const session = sessions.get(read.name);
        if (session !== undefined) collaboration.endSession(session);
      },
      close: () => socket.close('server_busy'),
    },
    socket.address,
    { sessionOf: (name) => sessions.get(name) },
  );

  function open(name: string, address: Uint8Array): DocumentSession | null {
    if (!asks.take(performance.now())) {
      socket.close('rate_limited');
      return null;
    }
    const document = parseDocumentName(name);
    if (document === null || sessions.size >= MAX_DOCUMENTS_PER_SOCKET) {
      const code = document === null ? 'document_unknown' : 'rate_limited';
      socket.send(addressed(address, permissionDeniedFrame(code)));
      return null;
    }
    const nobody = { person: null, hasNoState: false };
    const session = collaboration.createSession(document, nobody, socket.address, {
      send: (frame, onSent) => {
        if (frame[0] === FRAME.awareness && socket.isFarBehind) return;
        // Of the state of a document one copy is enough for all who are sent it.
        const whole = onSent === undefined ? addressed(address, frame) : once(address, frame);
        socket.send(whole, onSent);
      },
      refuse: (code: ErrorCode) => {
        if (code === 'request_invalid' || code === 'rate_limited') socket.close(code);
        else if (session.isOpen) session.leave(code);
        else socket.send(addressed(address, permissionDeniedFrame(code)));
        collaboration.endSession(session);
      },
      // Hocuspocus' protocol has no words for these.
      tellHealth: () => undefined,
      tellRole: () => undefined,
      tellDigest: () => undefined,
      tellDiscussion: () => undefined,
      cut: () => socket.cut(),
      challenge: () => socket.challenge(),
      hold: (isHeld) => socket.hold(isHeld),
      admitted: () => socket.admitted(),
    });
    sessions.set(name, session);
    return session;
  }

  return {
    receive: (whole) => {
      if (whole.length === 1 && whole[0] === PONG) {
        countIdle();
        return;
      }
      const read = readAddressed(whole, MAX_NAME_BYTES);
      if (read === null) {
        socket.close('request_invalid');
        return;
      }
      const address = whole.slice(0, whole.length - read.frame.length);
      const type = read.frame[0];
      let session = sessions.get(read.name);
      if (type === FRAME.auth) {
        const secret = readTokenFrame(read.frame);
        if (secret === null) {
          socket.close('request_invalid');
          return;
        }
        // A second attempt after a refusal starts afresh; one on a live session changes nothing.
        if (session?.ended) sessions.delete(read.name);
        session = sessions.get(read.name) ?? open(read.name, address) ?? undefined;
        if (session === undefined || presented.has(session)) {
          countIdle();
          return;
        }
        presented.add(session);
        session.presented();
        hocuspocus.handleMessage(addressed(address, tokenFrame(secret)));
        return;
      }
      if (type === FRAME.close) {
        if (session === undefined) {
          countIdle();
          return;
        }
        session.leave(null);
        collaboration.endSession(session);
        sessions.delete(read.name);
        return;
      }
      session ??= open(read.name, address) ?? undefined;
      if (session?.ended) countIdle();
      else session?.receive(read.frame.slice());
    },
    keepAlive: () => {
      for (const [name, session] of sessions) {
        if (!session.ended) socket.send(addressed(addressOf(name), EMPTY_AWARENESS_FRAME));
      }
    },
    closed: () => {
      clearInterval(deadline);
      for (const session of sessions.values()) collaboration.endSession(session);
      hocuspocus.handleClose();
    },
  };
}
