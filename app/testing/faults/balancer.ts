/**
 * A load balancer that knows nothing of what it passes on, as a process of this machine.
 *
 * Invariant: a connection is passed on to whoever takes it next, or ended.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

const HERE = '127.0.0.1';

/** Where somebody listens; on this machine, where no address is named. */
export interface Place {
  port: number;
  address?: string;
}

/** Passes each connection on to the next node that takes it. */
export class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #places: () => readonly Place[];
  #next = 0;

  private constructor(places: () => readonly Place[]) {
    this.#places = places;
    this.#server = createServer({ pauseOnConnect: true }, (near) =>
      this.#pass(near, places().length),
    );
  }

  /** Listens on a free port of that address of this machine. */
  static async start(places: () => readonly Place[], address = HERE): Promise<Balancer> {
    const balancer = new Balancer(places);
    await new Promise<void>((resolve, reject) => {
      balancer.#server.once('error', reject).listen(0, address, resolve);
    });
    return balancer;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It does not listen.');
    return address.port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(near: Socket, triesLeft: number): void {
    const places = this.#places();
    const place = places[this.#next++ % places.length];
    if (place === undefined || triesLeft === 0 || near.destroyed) {
      near.destroy();
      return;
    }
    const far = connect(place.port, place.address ?? HERE);
    this.#sockets.add(near);
    const refused = () => this.#pass(near, triesLeft - 1);
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.on('error', () => far.destroy());
      near.on('close', () => {
        this.#sockets.delete(near);
        far.destroy();
      });
      near.pipe(far);
      far.pipe(near);
      near.resume();
    });
  }
}
