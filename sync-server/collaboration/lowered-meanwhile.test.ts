/** What waits to be looked at is held against what its sender may do when it is taken, not when it came. */
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { discussionOf, parseDocumentName } from '../../shared/access/document-name.ts';
import { createSecret, hashSecret, randomId } from '../../shared/access/ids.ts';
import type { LinkRole } from '../../shared/access/roles.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { LOCAL_ADDRESS, newOwner, startCollaboration } from '../testing/server.ts';
import { saidIn, sayUpdate } from '../testing/talk.ts';

afterEach(cleanUp);

const HOST = { linkId: null, person: null };

/** A server that stores nothing until it is told to, so that what comes next waits for what is there. */
async function scene(role: LinkRole) {
  const disk = { isLow: false };
  const server = await startCollaboration({ isDiskLow: () => disk.isLow });
  const owned = newOwner();
  const { docId } = owned;
  const owner = RawClient.sync(server, docId, owned.secret);
  await owner.synced();
  const [id, secret] = [randomId(12), createSecret()];
  const wanted = { role, secretHash: hashSecret(secret) };
  await server.links.put(docId, id, wanted, HOST);
  return {
    ...{ ...server, disk, docId, owner, owned, secret },
    lower: () => server.links.change(docId, id, { role: 'viewer' }, HOST),
    revoke: () => server.links.revoke(docId, id, HOST),
  };
}

/** All that was sent has been taken up by the server, as far as that goes now. */
async function taken(client: RawClient): Promise<void> {
  client.socket.ping();
  await once(client.socket, 'pong');
}

test('an update that is tried when its sender may only read is not stored', async () => {
  const { disk, docId, owner, secret, lower, ...server } = await scene('editor');
  const editor = RawClient.sync(server, docId, secret);
  await editor.synced();
  disk.isLow = true;
  editor.sendUpdate(textUpdate('came before'));
  const tried = new Y.Doc();
  tried.getMap('more').set('inside', new Y.Doc());
  editor.sendUpdate(Y.encodeStateAsUpdate(tried));
  await taken(editor);
  await lower();
  disk.isLow = false;
  await editor.whenGone();
  expect(editor.closed?.reason).toBe('role_too_low');
  await owner.synced();
  expect(bodyOf(owner.doc)).toBe('came before');
  expect(owner.doc.getMap('more').size).toBe(0);
});

test('what is said is not kept where its sender may not say it any more', async () => {
  const { disk, docId, owned, secret, lower, ...server } = await scene('commenter');
  const name = discussionOf(docId);
  const owner = RawClient.sync(server, name, owned.secret);
  await owner.synced();
  const commenter = RawClient.sync(server, name, secret);
  await commenter.synced();
  disk.isLow = true;
  commenter.sendUpdate(await sayUpdate(docId, 'came before'));
  await taken(commenter);
  commenter.sendUpdate(await sayUpdate(docId, 'came late'));
  await taken(commenter);
  await lower();
  disk.isLow = false;
  await commenter.whenGone();
  expect(commenter.closed?.reason).toBe('role_too_low');
  await owner.synced();
  expect(saidIn(owner.doc, docId)).toBe('came before');
});

test('what came over HTTP is not kept where its link was revoked before it was taken', async () => {
  const { disk, docId, owned, secret, revoke, ...server } = await scene('commenter');
  const name = discussionOf(docId);
  const owner = RawClient.sync(server, name, owned.secret);
  await owner.synced();
  disk.isLow = true;
  owner.sendUpdate(await sayUpdate(docId, 'came before'));
  await taken(owner);
  let isRead = false;
  const update = await sayUpdate(docId, 'came late');
  const exchanged = server.collaboration.exchange(
    parseDocumentName(name)!,
    secret,
    LOCAL_ADDRESS,
    async () => {
      isRead = true;
      return { stateVector: Uint8Array.of(0), update };
    },
  );
  exchanged.catch(() => undefined);
  await until('it is being looked at', () => isRead);
  await revoke();
  disk.isLow = false;
  await expect(exchanged).rejects.toMatchObject({ code: 'link_revoked' });
  await owner.synced();
  expect(saidIn(owner.doc, docId)).toBe('came before');
});

test('what came over HTTP is not kept where its link expired while it was on its way', async () => {
  const { docId, owner, links, collaboration } = await scene('editor');
  const [id, secret] = [randomId(12), createSecret()];
  const expiresAt = Date.now() + 500;
  await links.put(docId, id, { role: 'editor', secretHash: hashSecret(secret), expiresAt }, HOST);
  const exchanged = collaboration.exchange(
    parseDocumentName(docId)!,
    secret,
    LOCAL_ADDRESS,
    async () => {
      await until('it expired', () => Date.now() > expiresAt);
      return { stateVector: Uint8Array.of(0), update: textUpdate('came late') };
    },
  );
  await expect(exchanged).rejects.toMatchObject({ code: 'link_expired' });
  await owner.synced();
  expect(bodyOf(owner.doc)).toBe('');
});
