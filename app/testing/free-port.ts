/** A port of this machine that nobody listened on a moment ago, for a program that is told its port. */
import { createServer } from 'node:net';

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const bound = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (bound === null || typeof bound === 'string') throw new Error('No free port.');
  return bound.port;
}
