// @vitest-environment jsdom
/** Links of a document for its owner, where the server cannot be reached. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, randomId } from '../../shared/access/ids.ts';
import { addEntry } from '../../shared/library/library.ts';
import { keepMadeLink, readMadeLinks } from '../../shared/library/made-links.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { createLinkQueue } from './link-queue.ts';
import { createServerApi, type ServerApi } from './server-api.ts';
import { type Links, useLinks } from './use-links.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let links: Links | null;

function Shown(of: Parameters<typeof useLinks>[0]) {
  links = useLinks(of);
  return null;
}

it('one whose confirmation was lost, and that is revoked without a network, is revoked later', async () => {
  const library = new Y.Doc();
  const ownerSecret = createSecret();
  const docId = docIdOf(ownerSecret);
  addEntry(library, { docId, secret: ownerSecret, now: 1 });
  const made = { docId, id: randomId(12), secret: createSecret(), role: 'editor' as const };
  keepMadeLink(library, {
    ...made,
    label: null,
    createdAt: 1,
    expiresAt: null,
    passwordHash: null,
  });
  let isOnline = false;
  let revokedAt: number | null = null;
  const there = () => ({
    ...{ id: made.id, role: made.role, label: null, hasPassword: false, revokedAt },
    ...{ createdAt: 1, expiresAt: null, lastUsedAt: null },
  });
  const reach = () => {
    if (!isOnline) throw new Unreachable(new Error('offline'));
  };
  const api: ServerApi = {
    ...createServerApi('http://unused.invalid'),
    // It arrives, and the answer does not.
    putLink: async () => {
      throw new Unreachable(new Error('offline'));
    },
    listLinks: async () => {
      reach();
      return [there()];
    },
    revokeLink: async () => {
      reach();
      revokedAt = 5;
      return there();
    },
  };
  const queue = createLinkQueue(library, api);
  await queue.send();
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Shown {...{ docId, ownerSecret, library, api, queue }} />));
  await act(() => links!.revoke(links!.rows[0]!));
  expect(links!.rows).toEqual([]);
  expect(readMadeLinks(library)).toEqual([]);
  await act(() => root.unmount());
  isOnline = true;
  await queue.doubt();
  expect(revokedAt).toBe(5);
});
