/**
 * y-websocket's provider (imported only here) without what it does too much: it told the server and
 * every tab what it had just heard about others, and a new tab sent the whole document to all tabs.
 * And it did too little: after a break of the connection nobody was seen until they moved, on neither
 * side.
 *
 * Invariant: after two tabs have met, both have what either had.
 */
import { publish, subscribe } from 'lib0/broadcastchannel';
import * as encoding from 'lib0/encoding';
import { encodeAwarenessUpdate } from 'y-protocols/awareness';
import { writeSyncStep1 } from 'y-protocols/sync';
import {
  messageAwareness,
  messageQueryAwareness,
  messageSync,
  WebsocketProvider,
} from 'y-websocket';
import { awarenessFrame } from '../../shared/protocol/messages.ts';

export { messageSync };

export class Provider extends WebsocketProvider {
  constructor(...options: ConstructorParameters<typeof WebsocketProvider>) {
    super(...options);
    const tell = this._awarenessUpdateHandler;
    this.awareness.off('update', tell);
    this._awarenessUpdateHandler = (changes, origin) => {
      if (origin !== this) tell(changes, origin);
    };
    this.awareness.on('update', this._awarenessUpdateHandler);

    // What is remembered of those who went with the connection would keep them away.
    this.on('status', ({ status }) => {
      if (status !== 'disconnected') return;
      const { meta, states, clientID } = this.awareness;
      for (const client of [...meta.keys()]) {
        if (client !== clientID && !states.has(client)) meta.delete(client);
      }
      // The server forgot this one, and takes only what is newer than that.
      const own = this.awareness.getLocalState();
      if (own) this.awareness.setLocalState(own);
    });

    const answer = this.messageHandlers[messageQueryAwareness]!;
    this.messageHandlers[messageQueryAwareness] = (encoder, decoder, provider, isServer, type) => {
      answer(encoder, decoder, provider, isServer, type);
      // Only a tab that has just come asks this. It may have what this one lacks.
      if (!isServer) this.#askTabs();
    };
  }

  override connectBc(): void {
    if (this.disableBc) return;
    if (!this.bcconnected) {
      subscribe(this.bcChannel, this._bcSubscriber);
      this.bcconnected = true;
    }
    this.#askTabs();
    this.#publish((encoder) => encoding.writeVarUint(encoder, messageQueryAwareness));
    this.#publish((encoder) => {
      encoding.writeVarUint(encoder, messageAwareness);
      const own = encodeAwarenessUpdate(this.awareness, [this.doc.clientID]);
      encoding.writeVarUint8Array(encoder, own);
    });
  }

  /** Tells the server who is here, which had to wait until now. */
  showOwn(): void {
    if (this.ws?.readyState !== WebSocket.OPEN || this.awareness.getLocalState() === null) return;
    const own = encodeAwarenessUpdate(this.awareness, [this.doc.clientID]);
    this.ws.send(awarenessFrame(own) as Uint8Array<ArrayBuffer>);
  }

  /** Tells the other tabs what this one has, so that they send the rest. */
  #askTabs(): void {
    this.#publish((encoder) => {
      encoding.writeVarUint(encoder, messageSync);
      writeSyncStep1(encoder, this.doc);
    });
  }

  /** Tells the other tabs, after all they were told before. */
  tellTabs(frame: Uint8Array): void {
    if (this.bcconnected) publish(this.bcChannel, frame, this);
  }

  #publish(write: (encoder: encoding.Encoder) => void): void {
    publish(this.bcChannel, encoding.encode(write), this);
  }
}
