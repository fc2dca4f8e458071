/** Links that wait for the server: sent in order, and again as they are meant where it lost them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, type DocId, docIdOf, randomId } from '../../shared/access/ids.ts';
import type { LinkRole } from '../../shared/access/roles.ts';
import { addEntry, readEntry } from '../../shared/library/library.ts';
import {
  dropMadeLink,
  keepMadeLink,
  type MadeLink,
  readMadeLinks,
  readRevoked,
  recordClosing,
  recordLinkChange,
  recordRevoked,
  recordRoleChange,
} from '../../shared/library/made-links.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { createLinkQueue } from './link-queue.ts';
import { createServerApi, type ServerApi } from './server-api.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ MAX_LINKS_PER_DOCUMENT: '1' });
});
afterAll(() => server.dispose());

function libraryWithLinks(count: number): { library: Y.Doc; docId: DocId } {
  const library = new Y.Doc();
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(library, { docId, secret, now: 1 });
  for (let i = 0; i < count; i++) makeLink(library, docId, i);
  return { library, docId };
}

function makeLink(library: Y.Doc, docId: DocId, createdAt: number): void {
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

const linkOf = (id: string) => ({
  ...{ id, role: 'editor' as const, label: null, hasPassword: false, revokedAt: null },
  ...{ createdAt: 1, expiresAt: null, lastUsedAt: null },
});

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

  it.each([
    'the answer is waited for',
    'the answer was lost',
    'the answer was lost, and with it the page',
  ])('that are changed while %s are changed on the server, too', async (when) => {
    const DAY_MS = 86_400_000;
    const { library, docId } = libraryWithLinks(0);
    const { secret } = readEntry(library, docId)!;
    const id = randomId(12);
    const before = {
      role: 'commenter',
      label: 'Ána 👩🏽‍🌾',
      expiresAt: Date.now() + DAY_MS,
    } as const;
    const made = { docId, id, secret: createSecret(), createdAt: 1, passwordHash: null };
    keepMadeLink(library, { ...made, ...before, hidesHistory: true, suggests: false });
    const after = { role: 'viewer', label: null, expiresAt: Date.now() + 7 * DAY_MS } as const;
    const facts = { ...after, passwordHash: 'a'.repeat(64), hidesHistory: false, suggests: true };
    const real = createServerApi(server.origin);
    let isFirst = true;
    const api: ServerApi = {
      ...real,
      putLink: async (link, by) => {
        const answer = await real.putLink(link, by);
        if (!isFirst) return answer;
        isFirst = false;
        recordLinkChange(library, docId, id, facts);
        if (when !== 'the answer is waited for') throw new Unreachable(new Error('timed out'));
        return answer;
      },
    };
    const queue = createLinkQueue(library, api);
    await queue.send();
    await (when.endsWith('page') ? createLinkQueue(library, api) : queue).send();
    expect(waiting(library)).toEqual([]);
    const [there] = await real.listLinks(docId, secret);
    const { expiresAt, passwordHash: _passwordHash, ...rest } = facts;
    expect(there).toMatchObject({ ...rest, hasPassword: true });
    expect(Math.abs(there!.expiresAt! - expiresAt)).toBeLessThan(DAY_MS);
  });

  it('for which there is no room are sent once there is, when somebody does something about it', async () => {
    const { library, docId } = libraryWithLinks(2);
    const { secret } = readEntry(library, docId)!;
    const api = createServerApi(server.origin);
    const queue = createLinkQueue(library, api);
    await queue.send();
    const [left] = waiting(library);
    expect(queue.refusalOf(left!.id)).toBe('too_many_links');
    const [made] = await api.listLinks(docId, secret);
    await api.revokeLink(docId, made!.id, secret);
    await queue.send();
    expect(waiting(library)).toEqual([]);
    expect(queue.refusalOf(left!.id)).toBeNull();
  });

  it('that were never changed are sent once', async () => {
    const { library, docId } = libraryWithLinks(0);
    const made = { docId, id: randomId(12), secret: createSecret(), passwordHash: null };
    const expiresAt = Date.now() + 86_400_000;
    keepMadeLink(library, { ...made, role: 'viewer', label: 'Ben', createdAt: 1, expiresAt });
    const api: ServerApi = {
      ...createServerApi(server.origin),
      changeLink: async () => {
        throw new Error('Nothing was changed.');
      },
    };
    await createLinkQueue(library, api).send();
    expect(waiting(library)).toEqual([]);
  });

  it('that cannot be sent for now hold up no later one', async () => {
    const { library } = libraryWithLinks(9);
    const queue = createLinkQueue(
      library,
      apiThat(async ({ createdAt }) => {
        if (createdAt < 6) throw new CatalogueError('server_busy');
      }),
    );
    await queue.send();
    await queue.send();
    expect(waiting(library).map(({ createdAt }) => createdAt)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('that the server has no more are sent again, and what was revoked is revoked again', async () => {
    const { library, docId } = libraryWithLinks(2);
    const there = new Map<string, { revokedAt: number | null }>();
    const api: ServerApi = {
      ...apiThat(async ({ id }) => void there.set(id, { revokedAt: null })),
      listLinks: async () =>
        [...there].map(([id, { revokedAt }]) => ({
          ...{ id, role: 'viewer', label: null, hasPassword: false, revokedAt },
          ...{ createdAt: 1, expiresAt: null, lastUsedAt: null },
        })),
      revokeLink: async (_docId, id) => {
        there.get(id)!.revokedAt = 5;
        return (await api.listLinks(docId, 'unused'))[0]!;
      },
    };
    const queue = createLinkQueue(library, api);
    await queue.send();
    const [kept, revoked] = readMadeLinks(library);
    await api.revokeLink(docId, revoked!.id, 'unused');
    recordRevoked(library, docId, revoked!.id, 5);
    dropMadeLink(library, docId, revoked!.id);
    // A backup is restored, of before the one was made and the other revoked.
    there.delete(kept!.id);
    there.get(revoked!.id)!.revokedAt = null;
    await queue.doubt();
    expect(there).toEqual(
      new Map([
        [revoked!.id, { revokedAt: 5 }],
        [kept!.id, { revokedAt: null }],
      ]),
    );
    expect(waiting(library)).toHaveLength(0);
  });

  it('that allow less than they did once do so again, and what allows more is left', async () => {
    const { library, docId } = libraryWithLinks(3);
    const roles = new Map<string, LinkRole>(
      readMadeLinks(library, docId).map(({ id }) => [id, 'editor']),
    );
    const linkOf = (id: string) => ({
      ...{ id, role: roles.get(id)!, label: null, hasPassword: false, revokedAt: null },
      ...{ createdAt: 1, expiresAt: null, lastUsedAt: null },
    });
    const api: ServerApi = {
      ...apiThat(async () => undefined),
      listLinks: async () => [...roles.keys()].map(linkOf),
      changeLink: async (_docId, id, { role }) => {
        roles.set(id, role!);
        return linkOf(id);
      },
    };
    const [narrowed, widened, stranger] = [...roles.keys()] as [string, string, string];
    recordRoleChange(library, docId, { id: narrowed, from: 'editor', to: 'viewer' });
    recordRoleChange(library, docId, { id: narrowed, from: 'viewer', to: 'commenter' });
    recordRoleChange(library, docId, { id: widened, from: 'editor', to: 'viewer' });
    recordRoleChange(library, docId, { id: widened, from: 'viewer', to: 'editor' });
    roles.set(widened, 'viewer');
    await createLinkQueue(library, api).doubt();
    expect(roles.get(narrowed)).toBe('commenter');
    expect(roles.get(widened)).toBe('viewer');
    expect(roles.get(stranger)).toBe('editor');
  });

  it('that got a password or an earlier end have them again, and what opens further is left', async () => {
    const { library, docId } = libraryWithLinks(4);
    const ids = readMadeLinks(library, docId).map(({ id }) => id);
    const [locked, timed, opened, narrow] = ids as [string, string, string, string];
    const passwordHash = 'ab'.repeat(32);
    const link = (id: string) => ({ id, expiresAt: null });
    recordClosing(library, docId, link(locked), { passwordHash, passwordKdf: 'scrypt-17' });
    recordClosing(library, docId, link(timed), { expiresAt: 5_000_000 });
    recordClosing(library, docId, link(opened), { passwordHash, expiresAt: 5_000_000 });
    recordClosing(library, docId, link(opened), { passwordHash: null, expiresAt: null });
    recordClosing(library, docId, link(opened), { hidesHistory: true });
    recordClosing(library, docId, link(opened), { hidesHistory: false });
    recordClosing(library, docId, link(narrow), { hidesHistory: true, suggests: false });
    const changes = new Map<string, object>();
    const api: ServerApi = {
      ...apiThat(async () => undefined),
      listLinks: async () => ids.map(linkOf),
      changeLink: async (_docId, id, change) => {
        changes.set(id, change);
        return linkOf(id);
      },
    };
    await createLinkQueue(library, api, () => 1_000_000).doubt();
    expect(changes).toEqual(
      new Map<string, object>([
        [locked, { passwordHash, passwordKdf: 'scrypt-17' }],
        [timed, { worksFor: 4_000_000 }],
        [narrow, { hidesHistory: true, suggests: false }],
      ]),
    );
  });

  it('are sent as they read by then, and not where they were taken back, while others are sent', async () => {
    const { library, docId } = libraryWithLinks(3);
    const [first, second, third] = readMadeLinks(library, docId).map(({ id }) => id);
    const sent: [string, LinkRole][] = [];
    const queue = createLinkQueue(
      library,
      apiThat(async ({ id, role }) => {
        sent.push([id, role]);
        if (id !== first) return;
        recordLinkChange(library, docId, second!, { role: 'commenter' });
        dropMadeLink(library, docId, third!);
      }),
    );
    await queue.send();
    expect(sent).toEqual([
      [first, 'viewer'],
      [second, 'commenter'],
    ]);
    expect(waiting(library)).toHaveLength(0);
  });

  it('that are changed or taken back on their way are so on the server, too', async () => {
    const { library, docId } = libraryWithLinks(2);
    const [first, second] = readMadeLinks(library, docId).map(({ id }) => id);
    const done: unknown[] = [];
    const api: ServerApi = {
      ...apiThat(async ({ id }) => {
        done.push(['put', id]);
        if (id === second) dropMadeLink(library, docId, id);
        else recordLinkChange(library, docId, id, { role: 'commenter', expiresAt: 5_000_000 });
      }),
      changeLink: async (_docId, id, change) => {
        done.push(['change', id, change.role, change.worksFor]);
        return linkOf(id);
      },
      revokeLink: async (_docId, id) => {
        done.push(['revoke', id]);
        return linkOf(id);
      },
    };
    await createLinkQueue(library, api, () => 1_000_000).send();
    expect(done).toEqual([
      ['put', first],
      ['change', first, 'commenter', 4_000_000],
      ['put', second],
      ['revoke', second],
    ]);
    expect(waiting(library)).toHaveLength(0);
    expect([...readRevoked(library)]).toEqual([[docId, [second]]]);
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
