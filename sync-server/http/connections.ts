/**
 * Connections that are no WebSockets, which are counted by themselves (`sockets.ts`).
 *
 * Invariant: whoever opens any number of them and says nothing, or says it slowly, leaves room for others.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressOfRequest } from '../access/origin.ts';
import { ShareCounter } from '../access/shares.ts';

/** Who connects: before anything was said, a proxy that stands in front is one address. */
const addressOf = (socket: Socket) => addressOfRequest({ trustProxy: 0 }, { headers: {}, socket });

/** Ends connections beyond `most`; one address may hold as many of them as are still free. */
export function leaveRoom(server: Server, most: number): void {
  const perAddress = new ShareCounter();
  const held = new Map<Socket, string>();
  const release = (socket: Socket) => {
    const address = held.get(socket);
    if (address === undefined) return;
    held.delete(socket);
    perAddress.giveBack(address);
  };
  server.on('connection', (socket) => {
    const address = addressOf(socket);
    if (!perAddress.take(address, most - held.size)) {
      socket.destroy();
      return;
    }
    held.set(socket, address);
    socket.once('close', () => release(socket));
  });
  server.on('upgrade', ({ socket }) => release(socket));
}
