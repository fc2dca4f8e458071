/** The table of permissions. */
import { expect, test } from 'vitest';
import { type Action, LinkRole, may, ROLES } from './roles.ts';

const TABLE: Record<Action, string> = {
  read: 'viewer commenter editor owner',
  showCursor: 'commenter editor owner',
  writeDiscussion: 'commenter editor owner',
  writeBody: 'editor owner',
  manageLinks: 'owner',
  deleteForEveryone: 'owner',
};

test.each(Object.entries(TABLE))('%s is allowed to: %s', (action, roles) => {
  expect(ROLES.filter((role) => may(role, action as Action)).join(' ')).toBe(roles);
});

test('no link makes an owner', () => {
  expect(LinkRole.safeParse('owner').success).toBe(false);
  expect(LinkRole.safeParse('editor').success).toBe(true);
});
