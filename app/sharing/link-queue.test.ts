import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, randomId } from '../../shared/access/ids.ts';
import { addEntry } from '../../shared/library/library.ts';
import { keepMadeLink, type MadeLink, readMadeLinks } from '../../shared/library/made-links.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { createLinkQueue } from './link-queue.ts';
import { createServerApi, type ServerApi } from './server-api.ts';

function libraryWithLinks(count: number): { library: Y.Doc; docId: string } {
  const library = new Y.Doc();
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(library, { docId, secret, now: 1 });
  for (let i = 0; i < count; i++) makeLink(library, docId, i);
  return { library, docId };
}

function makeLink(library: Y.Doc, docId: string, createdAt: number): void {
  const secret = createSecret();
  keepMadeLink(library, {
    docId,
    id: randomId(12),
    secret,
    role: 'viewer',
    label: null,
    createdAt,
    expiresAt: null,
    passwordHash: null,
  });
}

/** Only `putLink` is answered here, by `put`; the queue calls nothing else. */
function apiThat(put: (link: MadeLink) => Promise<void>): ServerApi {
  return {
    ...createServerApi('http://unused.invalid'),
    putLink: async (link) => {
      await put(link);
      const { id, role, label, createdAt, passwordHash } = link;
      const hasPassword = passwordHash !== null;
      const times = { createdAt, expiresAt: null, revokedAt: null, lastUsedAt: null };
      return { id, role, label, hasPassword, ...times };
    },
  };
}

const waiting = (library: Y.Doc) => readMadeLinks(library).filter((link) => link.sentAt === null);

describe('links made offline', () => {
  it('wait while the server cannot be reached and are sent, the oldest first, when it can', async () => {
    const { library } = libraryWithLinks(3);
    let online = false;
    const sent: number[] = [];
    const queue = createLinkQueue(
      library,
      apiThat(async (link) => {
        if (!online) throw new Unreachable(new Error('offline'));
        sent.push(link.createdAt);
      }),
    );
    await queue.send();
    expect(waiting(library)).toHaveLength(3);
    online = true;
    await queue.send();
    expect(waiting(library)).toHaveLength(0);
    expect(sent).toEqual([0, 1, 2]);
    await queue.send();
    expect(sent).toHaveLength(3);
  });

  it.each<[ErrorCode, boolean]>([
    ['server_busy', false],
    ['storage_failed', false],
    ['request_invalid', true],
  ])('refused with %s are given up: %s', async (code, final) => {
    const { library } = libraryWithLinks(1);
    const queue = createLinkQueue(
      library,
      apiThat(async () => {
        throw new CatalogueError(code);
      }),
    );
    await queue.send();
    const [link] = waiting(library);
    expect(queue.refusalOf(link!.id)).toBe(final ? code : null);
  });

  it('made while others are being sent are sent too', async () => {
    const { library, docId } = libraryWithLinks(1);
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    const queue = createLinkQueue(
      library,
      apiThat(async () => {
        calls++;
        await gate.promise;
      }),
    );
    const first = queue.send();
    makeLink(library, docId, 9);
    const second = queue.send();
    gate.resolve();
    await Promise.all([first, second]);
    expect(calls).toBe(2);
    expect(waiting(library)).toHaveLength(0);
  });
});
