/**
 * Reads the messages that arrive at a provider, and says what each of them is.
 *
 * Invariant: only the server is believed what a server says; a broken message is neither taken for a
 * whole one nor an error of the page.
 */
import * as decoding from 'lib0/decoding';
import type * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { Role } from '../../shared/access/roles.ts';
import { FRAME, SUGGESTS } from '../../shared/protocol/messages.ts';
import { Challenge } from '../../shared/protocol/person-proof.ts';
import { messageSync, type Provider } from './provider.ts';

/** What is told of the messages that arrive; all but `sync` and `cut` come from the server. */
export interface MessageListener {
  sync: (encoder: encoding.Encoder, decoder: decoding.Decoder, isFromServer: boolean) => void;
  /** Whether its store takes updates. */
  health: (takesUpdates: boolean) => void;
  role: (role: Role, hidesHistory: boolean, maySuggest: boolean) => void;
  /** How many sync frames it has sent. */
  count: (sent: number) => void;
  /** An update of ours is stored, or refused. */
  answer: (isDurable: boolean) => void;
  /** And as of which row of the log; null from a server that does not say. */
  /** What is to be signed, to prove who is at this device. */
  challenge: (challenge: string) => void;
  digest: (digest: string, sequence: number | null) => void;
  /** Something is said about the document. */
  discussion: () => void;
  /** Another tab says from which clocks on what it told of these clients is to be forgotten. */
  cut: (cut: Map<number, number>) => void;
  broken: (error: unknown) => void;
}

/** Has `listener` told of the messages that arrive at `provider`. */
export function readMessages(provider: Provider, listener: MessageListener): void {
  provider.messageHandlers[messageSync] = (encoder, decoder, _provider, isFromServer) =>
    listener.sync(encoder, decoder, isFromServer);
  provider.messageHandlers[FRAME.store] = (_encoder, decoder, _provider, isServer) => {
    const takesUpdates = decoding.readVarUint(decoder) === 1;
    if (isServer) listener.health(takesUpdates);
  };
  // An earlier server does not say.
  let suggests: number = SUGGESTS.no;
  provider.messageHandlers[FRAME.suggests] = (_encoder, decoder, _provider, isServer) => {
    const says = decoding.readVarUint(decoder);
    if (isServer) suggests = says;
  };
  provider.messageHandlers[FRAME.role] = (_encoder, decoder, _provider, isServer) => {
    const role = Role.safeParse(decoding.readVarString(decoder));
    const hidesHistory = decoding.hasContent(decoder);
    if (!isServer || !role.success) return;
    const named = suggests === SUGGESTS.role ? 'suggester' : role.data;
    listener.role(named, hidesHistory, suggests !== SUGGESTS.no);
    // It is said before each role: another server may not know of it.
    suggests = SUGGESTS.no;
  };
  provider.messageHandlers[FRAME.challenge] = (_encoder, decoder, _provider, isServer) => {
    const challenge = Challenge.safeParse(decoding.readVarString(decoder));
    if (isServer && challenge.success) listener.challenge(challenge.data);
  };
  provider.messageHandlers[FRAME.count] = (_encoder, decoder, _provider, isServer) => {
    const sent = decoding.readVarUint(decoder);
    if (isServer) listener.count(sent);
  };
  provider.messageHandlers[FRAME.syncStatus] = (_encoder, decoder, _provider, isServer) => {
    const isDurable = decoding.readVarUint(decoder) === 1;
    if (isServer) listener.answer(isDurable);
  };
  provider.messageHandlers[FRAME.digest] = (_encoder, decoder, _provider, isServer) => {
    const digest = decoding.readVarString(decoder);
    const sequence = decoding.hasContent(decoder) ? decoding.readVarUint(decoder) : null;
    if (isServer) listener.digest(digest, sequence);
  };
  provider.messageHandlers[FRAME.discussion] = (_encoder, _decoder, _provider, isServer) => {
    if (isServer) listener.discussion();
  };
  provider.messageHandlers[FRAME.cut] = (_encoder, decoder, _provider, isServer) => {
    const cut = Y.decodeStateVector(decoding.readVarUint8Array(decoder));
    if (!isServer) listener.cut(cut);
  };
  // A broken frame must not surface as an error of the page, nor be taken for a whole one.
  provider.messageHandlers = provider.messageHandlers.map(
    (handle) => (encoder, decoder, from, isFromServer, type) => {
      try {
        handle(encoder, decoder, from, isFromServer, type);
      } catch (error) {
        if (isFromServer) listener.broken(error);
        else console.error('A broken message arrived.', error);
      }
    },
  );
}

/** Lets through only what says of which kind it is: y-websocket takes any text for bytes. */
export function guardSocket(ws: WebSocket | null, broken: (error: unknown) => void): void {
  const read = ws?.onmessage;
  if (!ws || !read) return;
  ws.onmessage = (event: MessageEvent<unknown>) => {
    try {
      decoding.readVarUint(decoding.createDecoder(bytesOf(event.data)));
    } catch (error) {
      broken(error);
      return;
    }
    read.call(ws, event);
  };
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new TypeError('A frame is not made of bytes.');
}
