/** How long one exchange over HTTP is waited for. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createSecret } from '../../shared/access/ids.ts';
import { EXCHANGE_TYPE, ROLE_HEADER, writeExchange } from '../../shared/protocol/exchange.ts';
import { postExchange } from './http-exchange.ts';

const PATIENCE_MS = 2_000;
const PIECES = 8;
const NOTHING = { stateVector: Uint8Array.of(0), update: new Uint8Array() };
const LONG = { stateVector: Uint8Array.of(0), update: new Uint8Array(8_000).fill(7) };

let end: (() => void) | null = null;
afterEach(() => end?.());

/** A server that deals with a call like this; resolves with the address of an exchange. */
async function serve(
  deal: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': EXCHANGE_TYPE, [ROLE_HEADER]: 'editor' });
    deal(request, response).catch(() => response.destroy());
  });
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/docs/doc/sync`;
}

const ask = (url: string) =>
  postExchange(url, createSecret(), NOTHING, new AbortController().signal, false, PATIENCE_MS);

it('an answer that goes on coming is read to its end, however long that takes', async () => {
  const whole = writeExchange(LONG);
  const url = await serve(async (request, response) => {
    request.resume();
    const size = Math.ceil(whole.length / PIECES);
    for (let at = 0; at < whole.length; at += size) {
      response.write(whole.subarray(at, at + size));
      // All of them take longer than any one of them may.
      await pause(PATIENCE_MS / 4);
    }
    response.end();
  });
  expect((await ask(url)).update).toEqual(LONG.update);
});

it('one that stops in the middle is given up', async () => {
  const url = await serve(async (request, response) => {
    request.resume();
    response.write(writeExchange(LONG).subarray(0, 4_000));
  });
  await expect(ask(url)).rejects.toThrow();
});
