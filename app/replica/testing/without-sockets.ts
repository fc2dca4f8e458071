/** A network that lets no WebSocket through, for tests. */
import { createServer, request as requestFrom } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Network {
  /** Where the server is behind it, `ws://host/sync`. */
  url: string;
  close(): Promise<void>;
}

/** @param serverUrl where the server really is, `ws://host/sync` */
export async function withoutSockets(serverUrl: string): Promise<Network> {
  const target = serverUrl.replace(/^ws/, 'http').replace(/\/sync$/, '');
  const proxy = createServer((request, response) => {
    const { method, headers } = request;
    if (headers.upgrade) {
      request.destroy();
      return;
    }
    const asked = requestFrom(`${target}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(asked.on('error', () => response.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `ws://127.0.0.1:${(proxy.address() as AddressInfo).port}/sync`,
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      proxy.closeAllConnections();
      await closed;
    },
  };
}
