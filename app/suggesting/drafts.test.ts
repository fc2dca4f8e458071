// @vitest-environment jsdom
/** What one just did is moved into a draft, by the parts that the page has: nothing of it is lost. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { sketch } from '../../shared/document/testing/sketch.ts';
import type { Step } from '../../shared/document/undo-history.ts';
import { thisPerson } from '../presence/this-person.ts';
import type { Replica } from '../replica/open-replica.ts';
import { news } from '../ui/announce.ts';
import { offeredWith, takeBack } from '../ui/undoable.ts';
import { Drafts } from './drafts.ts';
import { openBody } from './testing/open-body.ts';

const LINES = ['Alpha one', 'Bravo two'];
let secret: Secret;
let docId: DocId;
let body: Replica;
let steps: readonly Step[] = [];
const begun: Drafts[] = [];

beforeEach(async () => {
  ({ secret, docId, body } = await openBody(LINES));
  steps = [];
});

afterEach(async () => {
  for (const each of begun.splice(0)) await each.end();
  await body.close();
});

function open(): Drafts {
  const role = () => 'editor' as const;
  const drafts = new Drafts({
    docId,
    secret,
    body,
    person: thisPerson,
    role,
    steps: () => steps,
  });
  begun.push(drafts);
  drafts.start();
  return drafts;
}

const reads = (drafts: Drafts) => sketch(drafts.get().shown?.doc ?? body.doc);

test('it is in the draft, and no more in the document, also after the page is opened anew', async () => {
  const drafts = open();
  const ana = new ModelDriver(body.doc).type('Alpha', 'one', ' 👩🏽‍🚀').erase('Bravo', ' two');
  const ben = new ModelDriver(body.doc).type('Bravo', 'Bravo', ' مرحبا');
  steps = ana.history.undoSteps;
  const written = ['Alpha one 👩🏽‍🚀', 'Bravo مرحبا'];
  expect(sketch(body.doc)).toEqual(written);
  await drafts.moveInto('Later');
  expect(reads(drafts)).toEqual(written);
  expect(sketch(body.doc).join('|')).not.toContain('👩🏽‍🚀');
  expect(sketch(body.doc)[1]).toContain('مرحبا');
  expect(sketch(body.doc)[1]).toContain('two');
  await expect.poll(() => drafts.get().drafts.map(({ name }) => name)).toEqual(['Later']);
  ben.type('Alpha', 'one', '!');
  expect(reads(drafts)[0]).toContain('!');

  const { id } = drafts.get().drafts[0]!;
  await drafts.end();
  begun.splice(0);
  const next = open();
  await next.open(id);
  expect(reads(next).join('|')).toContain('👩🏽‍🚀');
  expect(reads(next).join('|')).not.toContain('two');
  next.merge();
  expect(sketch(body.doc).join('|')).toContain('👩🏽‍🚀');
  expect(sketch(body.doc).join('|').match(/👩🏽‍🚀/gu)).toHaveLength(1);
  expect(sketch(body.doc).join('|')).not.toContain('two');
});

test('taken back in the news of it, it is in the document again; where there is nothing, none is made', async () => {
  const drafts = open();
  await drafts.moveInto('Nothing');
  expect(drafts.get().drafts).toEqual([]);
  steps = new ModelDriver(body.doc).type('Alpha', 'one', ' more').history.undoSteps;
  await drafts.moveInto('Later');
  expect(sketch(body.doc)).toEqual(LINES);
  takeBack(offeredWith(news())!);
  expect(sketch(body.doc)).toEqual(['Alpha one more', 'Bravo two']);
});

test('taken back in the news of it after one has left the draft, it is in the document, too', async () => {
  const drafts = open();
  steps = new ModelDriver(body.doc).type('Alpha', 'one', ' more').history.undoSteps;
  await drafts.moveInto('Later');
  drafts.leave();
  expect(sketch(body.doc)).toEqual(LINES);
  takeBack(offeredWith(news())!);
  await expect.poll(() => sketch(body.doc)).toEqual(['Alpha one more', 'Bravo two']);
});
