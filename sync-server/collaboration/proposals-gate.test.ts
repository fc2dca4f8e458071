/**
 * What somebody who may suggest, and makes updates by hand, can do: to the document nothing, to what
 * others suggest nothing. All of it over real sockets, against a server on a folder of its own.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { base64url } from '../../shared/access/ids.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { DISCUSSION_ROOT, freshName, keyOf } from '../../shared/discussion/keys.ts';
import { SUGGESTS as FIELD } from '../../shared/discussion/registers.ts';
import { type Author, signedBytes } from '../../shared/discussion/signed.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import { ROOT } from '../../shared/document/schema.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { copyOf, documentOf, sketch } from '../../shared/document/testing/sketch.ts';
import type { Link } from '../../shared/protocol/http.ts';
import { FRAME, SUGGESTS } from '../../shared/protocol/messages.ts';
import { SuggestionFork } from '../../shared/suggesting/fork.ts';
import { accept } from '../../shared/suggesting/review.ts';
import { keepSuggestion, openSuggestions, suggestionsIn } from '../../shared/suggesting/stored.ts';
import { DATABASE_FILE } from '../storage/sqlite.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { RawClient } from '../testing/raw-client.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';

afterEach(cleanUp);

const LINES = ['Alpha one two', 'Bravo three'];
let ana: Author;
let eve: Author;
beforeAll(async () => {
  [ana, eve] = await Promise.all([newAuthor(), newAuthor()]);
});

interface Scene {
  server: TestServer;
  owned: Owned;
  /** As its owner has it. */
  body: Y.Doc;
  /** Comes to the discussion with a link of this role. */
  comes: (role: 'commenter' | 'suggester' | 'viewer' | 'editor') => Promise<RawClient>;
  talk: (doc: Y.Doc) => Discussion;
}

async function scene(): Promise<Scene> {
  const server = await startServer();
  const owned = newOwner();
  const owner = RawClient.sync(server, owned.docId, owned.secret);
  await owner.synced();
  const body = copyOf(documentOf(['Alpha one', 'Bravo three']), 10);
  new ModelDriver(body).type('Alpha', 'one', ' two');
  await offer(owner, Y.encodeStateAsUpdate(body));
  return {
    server,
    owned,
    body,
    comes: async (role) => {
      const { secret } = await makeLink(server, owned, role);
      const client = RawClient.sync(server, discussionOf(owned.docId), secret);
      await client.synced();
      return client;
    },
    talk: (doc) => new Discussion({ doc, docId: owned.docId, rights: { moderates: () => false } }),
  };
}

/** How the server answers an update: whether it is stored, or how it ends the connection. */
async function offer(client: RawClient, update: Uint8Array): Promise<number | string> {
  const before = client.statuses.length;
  client.sendUpdate(update);
  await until('answered', () => client.statuses.length > before || client.gone);
  return client.statuses[before] ?? client.closed?.reason ?? '';
}

/** The register of a suggestion, whatever is in it, as an update by its author. */
async function register(
  { owned }: Scene,
  author: Author,
  proposal: { id?: string; clients: readonly number[]; update: Uint8Array },
  into: Y.Doc = new Y.Doc(),
): Promise<Uint8Array> {
  const thread = proposal.id ?? freshName(author.id);
  const key = keyOf({ person: author.id, thread, field: FIELD, n: 1 });
  const { clients, update } = proposal;
  const says = JSON.stringify({ at: 1, began: 1, clients, update: base64url(update) });
  const proof = await author.sign(signedBytes(owned.docId, key, says));
  const vector = Y.encodeStateVector(into);
  into.getMap(DISCUSSION_ROOT).set(key, [says, proof]);
  return Y.encodeStateAsUpdate(into, vector);
}

/** What somebody writes by hand on a copy of the document, with its mark. */
function written(
  body: Y.Doc,
  write: (copy: Y.Doc) => void,
  { id = freshName(eve.id), client = 77 } = {},
): { id: string; clients: number[]; update: Uint8Array } {
  const copy = copyOf(body, client);
  const vector = Y.encodeStateVector(copy);
  copy.transact(() => {
    copy.getMap(ROOT.suggestions).set(String(client), id);
    write(copy);
  });
  return { id, clients: [client], update: Y.encodeStateAsUpdate(copy, vector) };
}

const typed = (copy: Y.Doc) => copy.getText(ROOT.body).insert(1, 'X');

test('what somebody suggests reaches the others, the document stays, and an editor accepts it', async () => {
  const here = await scene();
  const { server, owned, body, comes, talk } = here;
  const suggester = await comes('suggester');
  const fork = new SuggestionFork(body, { id: freshName(eve.id) });
  new ModelDriver(fork.doc).type('Alpha', 'one', ' more').erase('Bravo', ' three');
  const mine = talk(suggester.doc);
  const vector = Y.encodeStateVector(suggester.doc);
  await keepSuggestion(mine, eve, fork.seal()!, body);
  expect(await offer(suggester, Y.encodeStateAsUpdate(suggester.doc, vector))).toBe(1);

  const reader = await comes('viewer');
  const read = suggestionsIn(talk(reader.doc));
  expect(read).toMatchObject([{ author: eve.id, version: 1 }]);
  const editor = await makeLink(server, owned, 'editor');
  const client = RawClient.sync(server, owned.docId, editor.secret);
  await client.synced();
  expect(sketch(client.doc)).toEqual(LINES);
  const state = Y.encodeStateVector(client.doc);
  expect(accept(client.doc, read, {}).faults).toEqual([]);
  expect(await offer(client, Y.encodeStateAsUpdate(client.doc, state))).toBe(1);
  const later = RawClient.sync(server, owned.docId, owned.secret);
  await later.synced();
  expect(sketch(later.doc)).toEqual(['Alpha one more two', 'Bravo']);

  // Its author goes on with it, which is looked at as the same one's.
  new ModelDriver(fork.doc).type('Alpha', ' more', '!');
  const next = Y.encodeStateVector(suggester.doc);
  await keepSuggestion(mine, eve, fork.seal()!, later.doc);
  expect(await offer(suggester, Y.encodeStateAsUpdate(suggester.doc, next))).toBe(1);
  expect(openSuggestions(mine, later.doc)).toHaveLength(1);
});

type Attempt = (scene: Scene) => ReturnType<typeof written>;

const ATTEMPTS: Record<string, Attempt> = {
  'writes somebody’s name': ({ body }) =>
    written(body, (copy) => copy.getMap(ROOT.people).set(ana.id, { name: 'No', color: 'red' })),
  'claims somebody’s text': ({ body }) =>
    written(body, (copy) => copy.getMap(ROOT.claims).set(`10/${eve.id}`, null)),
  'claims it for somebody else': ({ body }) =>
    written(body, (copy) => copy.getMap(ROOT.claims).set(`77/${ana.id}`, null)),
  'decides about itself': ({ body }) =>
    written(body, (copy) =>
      copy.getMap(ROOT.suggestions).set(`${freshName(eve.id)}/1`, 'accepted'),
    ),
  'names a version': ({ body }) =>
    written(body, (copy) => copy.getMap(ROOT.versions).set('a:name', 'Mine')),
  'writes under the ids of somebody who wrote': ({ body }) => {
    const other = copyOf(body, 78);
    const made = written(other, typed, { client: 10 });
    return { ...made, clients: [10] };
  },
  'writes under ids it does not name': ({ body }) => ({ ...written(body, typed), clients: [78] }),
  'bears no mark': ({ body }) => {
    const copy = copyOf(body, 77);
    const vector = Y.encodeStateVector(copy);
    typed(copy);
    const update = Y.encodeStateAsUpdate(copy, vector);
    return { id: freshName(eve.id), clients: [77], update };
  },
  'bears the mark of another suggestion': ({ body }) => ({
    ...written(body, typed),
    id: freshName(eve.id),
  }),
  'is no update': () => ({
    id: freshName(eve.id),
    clients: [77],
    update: new Uint8Array([9, 9, 9]),
  }),
  'is larger than may be accepted': ({ body }) =>
    written(body, (copy) => copy.getText(ROOT.body).insert(1, 'x'.repeat(256 * 1024))),
};

describe('by hand, and in vain', () => {
  test.each(Object.entries(ATTEMPTS))('a suggestion that %s', async (_what, attempt) => {
    const here = await scene();
    const client = await here.comes('suggester');
    expect(await offer(client, await register(here, eve, attempt(here)))).toBe('update_invalid');
    const reader = await here.comes('viewer');
    expect(suggestionsIn(here.talk(reader.doc))).toEqual([]);
    const body = RawClient.sync(here.server, here.owned.docId, here.owned.secret);
    await body.synced();
    expect(Y.encodeStateAsUpdate(body.doc)).toEqual(Y.encodeStateAsUpdate(here.body));
  });

  test('a suggester’s update of the document itself', async () => {
    const here = await scene();
    const { secret } = await makeLink(here.server, here.owned, 'suggester');
    const client = RawClient.sync(here.server, here.owned.docId, secret);
    await client.synced();
    const { update } = written(here.body, typed);
    expect(await offer(client, update)).toBe('role_too_low');
  });

  test('anything about what others suggest', async () => {
    const here = await scene();
    const { body, comes, talk } = here;
    const honest = await comes('suggester');
    const made = written(body, typed, { id: freshName(ana.id) });
    const doc = new Y.Doc();
    expect(await offer(honest, await register(here, ana, made, doc))).toBe(1);
    // Under ids of hers, which would keep hers out of the document.
    const same = written(body, (copy) => copy.getText(ROOT.body).insert(1, 'Y'));
    expect(await offer(await comes('suggester'), await register(here, eve, same))).toBe(
      'update_invalid',
    );
    // In the thread that is hers.
    const there = { ...written(body, typed, { client: 79 }), id: made.id };
    expect(await offer(await comes('suggester'), await register(here, eve, there))).toBe(
      'update_invalid',
    );
    // Withdrawn in her name.
    const key = keyOf({ person: ana.id, thread: made.id, field: FIELD, n: 2 });
    const says = JSON.stringify({ at: 2, withdrawn: true });
    const forged = new Y.Doc();
    const proof = await eve.sign(signedBytes(here.owned.docId, key, says));
    forged.getMap(DISCUSSION_ROOT).set(key, [says, proof]);
    expect(await offer(await comes('suggester'), Y.encodeStateAsUpdate(forged))).toBe(
      'update_invalid',
    );
    // Deleted: that is answered, and does nothing.
    const deleting = copyOf(doc, 5);
    deleting.getMap(DISCUSSION_ROOT).clear();
    expect(await offer(await comes('suggester'), Y.encodeStateAsUpdate(deleting))).toBe(1);
    const reader = await comes('viewer');
    expect(suggestionsIn(talk(reader.doc))).toMatchObject([{ id: made.id, author: ana.id }]);
  });

  test('an id under which somebody who is here is about to write', async () => {
    const here = await scene();
    const editor = await makeLink(here.server, here.owned, 'editor');
    const body = RawClient.sync(here.server, here.owned.docId, editor.secret);
    await body.synced();
    const before = body.count(FRAME.awareness);
    body.sendAwareness(77, 1, { person: { id: ana.id, name: 'Ana', color: 'teal' } });
    await until('seen', () => body.count(FRAME.awareness) > before);
    const client = await here.comes('suggester');
    const made = written(here.body, typed);
    expect(await offer(client, await register(here, eve, made))).toBe('update_invalid');
  });
});

test('where the document cannot be looked at now, whoever suggests is told so, and comes again', async () => {
  const here = await scene();
  const suggester = await here.comes('suggester');
  const update = await register(here, eve, written(here.body, typed));
  const database = new DatabaseSync(join(here.server.folder, DATABASE_FILE));
  onCleanUp(() => database.close());
  // What the store is asked for it cannot say for a moment.
  database.exec('ALTER TABLE documents RENAME TO elsewhere');
  expect(await offer(suggester, update)).toBe('storage_failed');
  database.exec('ALTER TABLE elsewhere RENAME TO documents');
  expect(await offer(await here.comes('suggester'), update)).toBe(1);
});

test('what refers to text that the server does not have yet is kept', async () => {
  const here = await scene();
  const ahead = copyOf(here.body, 20);
  new ModelDriver(ahead).type('Alpha', 'one', ' new');
  const made = written(ahead, (copy) => {
    const text = copy.getText(ROOT.body);
    text.insert(text.toString().indexOf(' new') + 2, 'X');
  });
  const client = await here.comes('suggester');
  expect(await offer(client, await register(here, eve, made))).toBe(1);
});

describe('who may suggest', () => {
  const suggest = async (here: Scene, client: RawClient) =>
    offer(client, await register(here, eve, written(here.body, typed)));

  test('whoever may comment, unless the owner says otherwise, which takes effect at once', async () => {
    const here = await scene();
    const { server, owned } = here;
    const link = await makeLink(server, owned, 'commenter');
    const path = `/api/docs/${owned.docId}/links/${link.id}`;
    const client = RawClient.sync(server, discussionOf(owned.docId), link.secret);
    await client.synced();
    const told = () => client.received.filter(({ type }) => type === FRAME.suggests);
    expect(told().at(-1)?.body).toEqual(Uint8Array.of(SUGGESTS.too));
    const changed = await call(server, 'PATCH', path, owned.secret, { suggests: false });
    expect((changed.body as Link).suggests).toBe(false);
    await until('told', () => told().at(-1)?.body[0] === SUGGESTS.no);
    expect(await suggest(here, client)).toBe('role_too_low');
    // It is stored, and goes on for whoever comes later.
    const restarted = { ...here, server: await server.restart() };
    const again = RawClient.sync(restarted.server, discussionOf(owned.docId), link.secret);
    await again.synced();
    expect(await suggest(restarted, again)).toBe('role_too_low');
    const third = RawClient.sync(restarted.server, discussionOf(owned.docId), link.secret);
    await third.synced();
    const fresh = new Y.Doc();
    await here.talk(fresh).begin(eve, { kind: 'document' }, '', [{ text: 'still' }]);
    expect(await offer(third, Y.encodeStateAsUpdate(fresh))).toBe(1);
  });

  test('nobody who may only read', async () => {
    const here = await scene();
    expect(await suggest(here, await here.comes('viewer'))).toBe('role_too_low');
  });

  test('a client from before there was suggesting hears of a role that it knows', async () => {
    const here = await scene();
    const { server, owned } = here;
    const client = await here.comes('suggester');
    expect(client.roles).toEqual(['commenter']);
    const told = client.received.find(({ type }) => type === FRAME.suggests);
    expect(told?.body).toEqual(Uint8Array.of(SUGGESTS.role));
    const path = `/api/docs/${owned.docId}/links`;
    const rolesAt = async (query: string) => {
      const { body } = await call(server, 'GET', `${path}${query}`, owned.secret);
      return (body as { links: Link[] }).links.map(({ role }) => role);
    };
    expect(await rolesAt('')).toEqual(['commenter']);
    expect(await rolesAt('?roles=all')).toEqual(['suggester']);
  });
});
