// @vitest-environment jsdom
/** What is said to whoever saves by hand. */
import { expect, test } from 'vitest';
import { tLazy } from '../../i18n/lazy.ts';
import type { Replica } from '../../replica/open-replica.ts';
import { statusOf } from '../../replica/testing/status.ts';
import { news } from '../../ui/announce.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
import { tellSaved } from './document-actions.ts';

test('what was pasted and is in no document yet is not called saved', () => {
  const status = { get: () => statusOf(), subscribe: () => () => undefined };
  const replica = { status, hasContent: () => true } as unknown as Replica;
  const { alreadySaved, beingSaved, onTheServer, onTheWay, everythingThere } = tLazy().whereItIs;
  const pasted = {};
  waitingInput.set(pasted, true);
  tellSaved(replica, null);
  expect(news()).toBe(`${beingSaved} ${onTheServer}: ${onTheWay(1)}`);
  waitingInput.set(pasted, false);
  tellSaved(replica, null);
  expect(news()).toBe(`${alreadySaved} ${onTheServer}: ${everythingThere}`);
});
