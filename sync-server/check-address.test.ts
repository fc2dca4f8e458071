/** The check-up from a terminal, of a real server: as it is, and behind proxies that spoil something. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { onCleanUp } from './testing/clean-up.ts';
import { startServer } from './testing/server.ts';

const unwell = async (url: string) =>
  (await checkAddress(url)).filter(({ isWell }) => isWell !== true).map(({ of }) => of);

/** A proxy that passes on no upgrades, names another host, and drops a header. */
async function carelessProxy(target: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { port } = new URL(target);
    const passed = request(
      {
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host: 'inside' },
      },
      (answer) => {
        const { 'content-security-policy': _, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 500, headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onCleanUp(() => new Promise<void>((resolve) => proxy.close(() => resolve())));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('of a server as it is nothing has to be mended', async () => {
  expect(await unwell((await startServer()).url)).toEqual([]);
});

test('what a proxy spoils is told', async () => {
  const proxy = await carelessProxy((await startServer()).url);
  expect(await unwell(proxy)).toEqual(['Live connection', 'Address', 'Protective headers']);
});

test('where nothing answers, nothing is called well but the address itself', async () => {
  const server = await startServer();
  await server.stop();
  expect(await unwell(server.url)).toHaveLength(6);
});
