/**
 * A port of this machine for a program that has to be told one.
 *
 * Invariant: it is none of those that a system gives whoever asks for any, from 32768 on Linux and from
 * 49152 elsewhere: before the program listens there, nobody else would be given it.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Browsers refuse 10080. */
const FIRST = 10_100;
const END = 32_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
