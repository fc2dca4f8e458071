/**
 * Something between a node and its database, on which can happen what happens to lines.
 *
 * Invariant: it goes with the test, and until something happens to it all bytes come through in order.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onCleanUp } from './clean-up.ts';

export interface Wire {
  /** The same address, over it. */
  readonly url: string;
  /** Ends what there is of it at the node; what was sent before arrives, and nothing hears the end. */
  cut(): void;
  /** As a node that dies: the database hears of it, too. */
  hangUp(): void;
  /** On those that there are nothing comes through any more, and they stay open. */
  fallSilent(): void;
}

interface WireOptions {
  /** What comes of what the database says. */
  change?: (said: Buffer) => Buffer;
  /** Told whenever the node says something. */
  onAsked?: () => void;
}

export async function wire(
  url: string,
  { change = (said) => said, onAsked }: WireOptions = {},
): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const nears = new Set<Socket>();
  const fars = new Set<Socket>();
  const silent = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    nears.add(near);
    fars.add(far);
    near.pipe(far);
    if (onAsked) near.on('data', onAsked);
    far.on(
      'data',
      (said: Buffer) => silent.has(near) || near.destroyed || near.write(change(said)),
    );
    far.on('end', () => near.end());
    near.on('error', () => far.destroy()).on('close', () => nears.delete(near));
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => {
    for (const socket of [...nears, ...fars]) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const near of nears) near.unpipe().destroy();
  };
  return {
    url: through.href,
    cut,
    hangUp() {
      cut();
      for (const far of fars) far.destroy();
    },
    fallSilent() {
      for (const near of nears) {
        silent.add(near);
        near.unpipe().resume();
      }
    },
  };
}
