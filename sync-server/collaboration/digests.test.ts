/** Whoever wants to hear it is told what the document says, when it has been quiet for a moment. */

import * as decoding from 'lib0/decoding';
import { afterEach, expect, test } from 'vitest';
import { digestOf } from '../../shared/document/digest.ts';
import {
  DIGEST_SUBPROTOCOL,
  digestFrame,
  FRAME,
  SUBPROTOCOL,
} from '../../shared/protocol/messages.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import { newOwner, startServer } from '../testing/server.ts';

afterEach(cleanUp);

/** As of which rows of the log. */
const rowsToldTo = ({ received }: RawClient) =>
  received
    .filter(({ type }) => type === FRAME.digest)
    .map(({ body }) => {
      const decoder = decoding.createDecoder(body);
      decoding.readVarString(decoder);
      return decoding.readVarUint(decoder);
    });

const toldTo = ({ received }: RawClient) =>
  received
    .filter(({ type }) => type === FRAME.digest)
    .map(({ body }) => decoding.readVarString(decoding.createDecoder(body)));

test('everybody who asked to hear it hears the same, after each change, and the others nothing', async () => {
  const server = await startServer();
  const owned = newOwner();
  const url = `${server.ws}/sync/${owned.docId}`;
  const offered = [SUBPROTOCOL, `token.${owned.secret}`, DIGEST_SUBPROTOCOL];
  const anna = new RawClient(url, offered, null);
  const ben = new RawClient(url, offered, null);
  const old = RawClient.sync(server, owned.docId, owned.secret);
  for (const client of [anna, ben, old]) await client.synced();
  anna.sendUpdate(textUpdate('one'));
  for (const client of [anna, ben]) {
    await until('told', () => toldTo(client).at(-1) === digestOf(anna.doc));
  }
  ben.sendUpdate(textUpdate('two', ben.doc));
  for (const client of [anna, ben]) {
    await until('told anew', () => toldTo(client).at(-1) === digestOf(ben.doc));
  }
  expect(toldTo(old)).toEqual([]);
  expect(rowsToldTo(ben)).toEqual([1, 2]);

  // Somebody who comes later hears it although nothing changes.
  const late = new RawClient(url, offered, null);
  await late.synced();
  await until('told, too', () => toldTo(late).at(-1) === digestOf(ben.doc));
  late.send(digestFrame('1.something else'));
  await until('the host reads of it', () =>
    server.logLines.some((line) => line.includes('a device shows something else')),
  );
  expect(late.gone).toBe(false);
});
