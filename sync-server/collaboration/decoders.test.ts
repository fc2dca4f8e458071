/**
 * Every decoder that bytes from outside reach, with bytes that were changed at random: it gives what
 * it could read, or says that it could not; it never throws, and never reads past its end.
 *
 * More of them: `FUZZ_RUNS=100000 FUZZ_SEED=7 npx vitest run sync-server/collaboration/decoders`.
 */
import { expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { readExchange } from '../../shared/protocol/exchange.ts';
import { readClientFrame } from '../../shared/protocol/messages.ts';
import {
  AS_LONG_AS_ASKED,
  fuzz,
  mutatedBytes,
  seededChance,
  shorterBytes,
} from '../../shared/testing/fuzz.ts';
import { CORPUS } from '../testing/corpus.ts';
import { call, newOwner, startServer } from '../testing/server.ts';
import { readAddressed, readTokenFrame } from './hocuspocus-frames.ts';
import { canApply, inspectUpdate, knownIn } from './inspect-update.ts';
import { PresenceGuard, PresenceOwners } from './presence-guard.ts';

const LONGEST_NAME = 40;

const kept = Object.values(CORPUS).map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));

/** In the middle of a buffer: what reads past the end reads a stranger's bytes. */
function amongOthers(bytes: Uint8Array): Uint8Array {
  const buffer = new Uint8Array(bytes.length + 16).fill(0xee);
  buffer.set(bytes, 8);
  return buffer.subarray(8, 8 + bytes.length);
}

function decode(bytes: Uint8Array, document: Y.Doc): void {
  const frame = readClientFrame(bytes);
  const inner = frame && 'update' in frame ? frame.update : bytes;
  expect(inner.length).toBeLessThanOrEqual(bytes.length);
  readExchange(bytes);
  readTokenFrame(bytes);
  readAddressed(bytes, LONGEST_NAME);
  knownIn(new Y.Doc(), inner.slice());
  const update = inner.slice();
  const verdict = inspectUpdate(document, update);
  if (verdict !== 'invalid' && verdict !== 'unusual') {
    expect(canApply(document, update)).toBe(true);
  }
  const awareness = new Awareness(new Y.Doc());
  const guard = new PresenceGuard(
    { document: { awareness }, owners: new PresenceOwners(), applyPresence: () => undefined },
    { proven: null, link: 'some link', mayShowCursor: true, challenge: () => undefined },
  );
  guard.receive(inner.slice());
  guard.close();
  awareness.destroy();
}

test('decoders read what they can and say where they cannot', AS_LONG_AS_ASKED, async () => {
  const document = new Y.Doc();
  document.clientID = 5;
  document.getText('body').insert(0, 'some text');
  for (const bytes of kept) decode(bytes, document);
  await fuzz({
    runs: 400,
    make: (chance) => mutatedBytes(chance, kept),
    check: (bytes) => decode(amongOthers(bytes), document),
    smaller: shorterBytes,
    show: (bytes) => Buffer.from(bytes).toString('hex'),
  });
});

test('bodies and addresses of HTTP calls are refused, whatever is in them', async () => {
  const server = await startServer();
  const { docId, secret } = newOwner();
  const bodies: unknown[] = [
    null,
    [],
    'text',
    1e308,
    { role: 'owner', secretHash: 'f'.repeat(64) },
    { role: 'editor', secretHash: 7 },
    { role: 'editor', secretHash: 'f'.repeat(64), label: 'x'.repeat(10_000) },
    { role: 'editor', secretHash: 'f'.repeat(64), expiresAt: -1.5 },
    { role: ['editor'], secretHash: { length: 64 } },
    JSON.parse('{"__proto__": {"role": "editor"}, "secretHash": "constructor"}'),
  ];
  for (const body of bodies) {
    const answer = await call(server, 'PUT', `/api/docs/${docId}/links/abcdefghijkl`, secret, body);
    expect([JSON.stringify(body), answer.status >= 400 && answer.status < 500]).toEqual([
      JSON.stringify(body),
      true,
    ]);
  }
  const paths = [
    '/api/docs/../../etc/passwd',
    '/api/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    `/api/docs/${docId}/attachments/..%2f..%2fdriftless.sqlite`,
    '/%00',
    '/assets/..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    `/${'a'.repeat(8_000)}`,
    '/%',
    '/__proto__',
  ];
  for (const path of paths) {
    const { status } = await call(server, 'GET', path, secret);
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
  }
  for (let seed = 1; seed <= 60; seed++) {
    const answer = await fetch(`${server.url}/api/docs/${docId}/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/octet-stream' },
      body: mutatedBytes(seededChance(seed), kept).slice(),
    });
    expect([seed, answer.status < 500]).toEqual([seed, true]);
  }
});
