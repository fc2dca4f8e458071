/**
 * One person's network: a forward proxy that their browser goes through, which can be cut.
 *
 * Invariant: while it is cut nothing gets through, including connections that were open before, as
 * when a cable is pulled. Everybody keeps the same web address, so links and storage stay theirs. It
 * leads to no other machine by name: what a browser wants of its maker would have all that this
 * program asks for wait behind it, five seconds for each name that nobody knows.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';

export interface Line {
  /** The proxy's address, as a browser context takes it. */
  readonly address: string;
  /** Ends what is open and refuses what comes, until `mend`. */
  cut(): void;
  mend(): void;
  /** Holds back what is asked for by addresses like this. @returns what lets it through */
  hold(address: RegExp): () => void;
  close(): Promise<void>;
}

export async function openLine(): Promise<Line> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const held: { readonly address: RegExp; readonly isOver: Promise<void> }[] = [];

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A pulled cable shows here as an error; 'close' follows, which is all that matters.
    socket.on('error', () => socket.destroy());
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { hostname, port, pathname, search } = new URL(incoming.url ?? '');
    for (const { address, isOver } of held) if (address.test(pathname)) await isOver;
    const host = addressOf(hostname);
    if (host === null) {
      incoming.socket.destroy();
      return;
    }
    const outgoing = request({
      hostname: host,
      port,
      path: pathname + search,
      method: incoming.method,
      headers: incoming.headers,
      agent: false,
    });
    outgoing.on('socket', track);
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // No server there: the browser sees its connection end, as it would without a proxy.
    outgoing.on('error', () => incoming.socket.destroy());
    incoming.pipe(outgoing);
  }

  const proxy = createServer((incoming, response) => void forward(incoming, response));
  proxy.on('connection', (socket) => {
    if (isCut) socket.destroy();
    else track(socket);
  });
  // WebSockets come as a tunnel.
  proxy.on('connect', (incoming: IncomingMessage, near: Socket, head: Buffer) => {
    const { hostname, port } = new URL(`tunnel://${incoming.url}`);
    const host = addressOf(hostname);
    if (host === null) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), host);
    track(far);
    far.on('connect', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.write(head);
      near.pipe(far);
      far.pipe(near);
    });
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const bound = proxy.address();
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port.');

  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    address: `http://127.0.0.1:${bound.port}`,
    cut() {
      isCut = true;
      endAll();
    },
    mend() {
      isCut = false;
    },
    hold(address) {
      let release = () => {};
      const isOver = new Promise<void>((resolve) => {
        release = resolve;
      });
      held.push({ address, isOver });
      return release;
    },
    close() {
      endAll();
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
}

/** Where a host is, without asking anybody; null for names of other machines. */
function addressOf(hostname: string): string | null {
  if (hostname === 'localhost') return '127.0.0.1';
  return isIP(hostname) ? hostname : null;
}
