/** A client that has nothing is given the document before it asks for it, whole and once. */
import { afterEach, expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { FRAME, NO_STATE_SUBPROTOCOL, SUBPROTOCOL, SYNC } from '../../shared/protocol/messages.ts';
import { PersonProofs } from '../access/person-proofs.ts';
import { ProcessorTime } from '../access/processor-time.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { memoryLog, newOwner, startServer } from '../testing/server.ts';
import { PresenceOwners } from './presence-guard.ts';
import { DocumentSession } from './session.ts';
import { StateFrames } from './state-frames.ts';
import { UpdateLog } from './update-log.ts';

afterEach(cleanUp);

type Owned = ReturnType<typeof newOwner>;
/** Longer than what is worth compacting whenever it goes out of memory. */
const LONG = 'a long text '.repeat(8_000);

function arrive(server: { ws: string }, { docId, secret }: Owned): RawClient {
  const protocols = [NO_STATE_SUBPROTOCOL, SUBPROTOCOL, `token.${secret}`];
  return new RawClient(`${server.ws}/sync/${docId}`, protocols, null);
}

/** Second numbers of the sync frames that arrived, and `role`. */
function framesOf(client: RawClient): unknown[] {
  return client.received
    .filter(({ type }) => type === FRAME.sync || type === FRAME.role)
    .map(({ type, body }) => (type === FRAME.role ? 'role' : body[0]));
}

async function write(server: { ws: string }, { docId, secret }: Owned, texts: string[]) {
  const writer = RawClient.sync(server, docId, secret);
  await writer.synced();
  const doc = new Y.Doc();
  for (const text of texts) writer.sendUpdate(textUpdate(text, doc));
  await until('all is confirmed', () => writer.statuses.length === texts.length);
  return { writer, doc };
}

test('it gets a document that is in memory, and its question is not answered again', async () => {
  const server = await startServer();
  const owned = newOwner();
  const { writer, doc } = await write(server, owned, ['one ', 'two ']);
  const guest = arrive(server, owned);
  guest.sendStateVector();
  guest.sendUpdate(textUpdate('three', guest.doc));
  await until('confirmed', () => guest.statuses.length === 1);
  expect(framesOf(guest)).toEqual(['role', SYNC.step1, SYNC.step2, SYNC.update]);
  expect(bodyOf(guest.doc)).toContain('one two ');
  writer.sendUpdate(textUpdate('four ', doc));
  await until('on it goes', () => bodyOf(guest.doc).includes('four'));
  // From now on it is answered like anybody else.
  await guest.synced();
  expect(framesOf(guest).filter((step) => step === SYNC.step2)).toHaveLength(2);
});

test('it gets one that is stored in one piece before that is in memory, as a long one is by a stop', async () => {
  const server = await startServer();
  const owned = newOwner();
  const { doc } = await write(server, owned, [LONG, 'the end']);
  const again = await server.restart();
  const guest = arrive(again, owned);
  await until('it is here', () => framesOf(guest).includes(SYNC.step1));
  // The role first, since what comes then can be written in; what the server has to ask comes last.
  expect(framesOf(guest)).toEqual(['role', SYNC.step2, 'role', SYNC.step1]);
  expect(bodyOf(guest.doc)).toBe(bodyOf(doc));

  // Not compacted: it comes when the document has been put together.
  const later = newOwner();
  const short = await write(again, later, ['short ', 'text']);
  const last = arrive(await again.restart(), later);
  await until('it is here', () => framesOf(last).includes(SYNC.step2));
  expect(framesOf(last)).toEqual(['role', SYNC.step1, SYNC.step2]);
  expect(bodyOf(last.doc)).toBe(bodyOf(short.doc));
});

test('who says so and has something gets an answer to that, too', async () => {
  const server = await startServer();
  const owned = newOwner();
  const { doc } = await write(server, owned, ['one ', 'two ']);
  const guest = arrive(server, owned);
  guest.doc.getText('body').insert(0, 'mine ');
  guest.sendStateVector();
  await until(
    'both came',
    () => framesOf(guest).filter((step) => step === SYNC.step2).length === 2,
  );
  expect(bodyOf(guest.doc)).toContain(bodyOf(doc));
});

test('what was written while it was being let in is not kept from it', async () => {
  const folder = temporaryFolder();
  const storage = openSqlite(folder);
  onCleanUp(() => storage.close());
  const { docId } = newOwner();
  const name = { name: docId, docId, isDiscussion: false, isDraft: false };
  const log = memoryLog([]);
  const updates = new UpdateLog({
    storage,
    log,
    compactAfterUpdates: 1,
    maxDocumentBytes: 1_000_000,
    origin: 'log',
    hangLimitMs: 15_000,
    onHealth: () => undefined,
    onApplied: () => undefined,
    onBroken: () => undefined,
  });
  onCleanUp(() => updates.close());
  const writer = new Y.Doc();
  const entry = (text: string) => ({ docId, person: null, bytes: textUpdate(text, writer) });
  const before = Object.assign(new Y.Doc(), { name: docId });
  await updates.load(before);
  await updates.append(before, entry('one '));
  await updates.idle();

  for (const [more, steps] of [
    [null, [SYNC.step2, SYNC.step1]],
    ['two', [SYNC.step2, SYNC.step1, SYNC.step2]],
  ] as const) {
    const sent: number[] = [];
    const session = new DocumentSession({
      name,
      person: null,
      hasNoState: true,
      updates,
      states: new StateFrames(),
      maxFrameBytes: 1_000,
      time: new ProcessorTime().shareOf('192.0.2.1', docId),
      log,
      onStateSent: () => undefined,
      readBody: () => Promise.reject(new Error('Nothing is suggested here.')),
      proofs: new PersonProofs({ pinPersonKey: async () => null }, log),
      onProven: () => undefined,
      endpoint: {
        send: (frame) => sent.push(frame[1]!),
        refuse: () => undefined,
        tellHealth: () => undefined,
        tellRole: () => undefined,
        tellDigest: () => undefined,
        tellDiscussion: () => undefined,
        cut: () => undefined,
        challenge: () => undefined,
        hold: () => undefined,
        admitted: () => undefined,
      },
    });
    session.authorised({
      docId,
      role: 'viewer',
      linkId: null,
      expiresAt: null,
      passwordHash: null,
      hidesHistory: false,
      suggests: true,
      maySuggest: false,
      mayWrite: false,
      share: 1,
      mayShowCursor: false,
    });
    const doc = Object.assign(new Y.Doc(), { name: docId });
    await updates.load(doc, (stored) => session.giveStored(stored));
    if (more !== null) await updates.append(doc, entry(more));
    const awareness = new Awareness(doc);
    session.opened({
      document: Object.assign(doc, { awareness }),
      owners: new PresenceOwners(),
      applyPresence: () => undefined,
      leave: () => undefined,
    });
    expect(sent).toEqual(steps);
    session.close();
    awareness.destroy();
  }
});

test('nothing of it is given to whoever has no right to it', async () => {
  const server = await startServer();
  const owned = newOwner();
  await write(server, owned, [LONG]);
  const again = await server.restart();
  const stranger = arrive(again, { ...owned, secret: newOwner().secret });
  await stranger.whenGone();
  expect(framesOf(stranger)).toEqual([]);
});
