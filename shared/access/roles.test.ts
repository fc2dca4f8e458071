/** The table of permissions. */
import { expect, test } from 'vitest';
import { type Action, earlierRole, LinkRole, may, maySuggest, ROLES } from './roles.ts';

const TABLE: Record<Action, string> = {
  read: 'viewer commenter suggester editor owner',
  showCursor: 'commenter suggester editor owner',
  writeDiscussion: 'commenter suggester editor owner',
  suggest: 'suggester editor owner',
  writeBody: 'editor owner',
  manageLinks: 'owner',
  deleteForEveryone: 'owner',
};

test.each(Object.entries(TABLE))('%s is allowed to: %s', (action, roles) => {
  expect(ROLES.filter((role) => may(role, action as Action)).join(' ')).toBe(roles);
});

test('who may comment may suggest where the link leaves that to them, and nobody below', () => {
  expect(ROLES.filter((role) => maySuggest(role, true)).join(' ')).toBe(
    'commenter suggester editor owner',
  );
  expect(ROLES.filter((role) => maySuggest(role, false)).join(' ')).toBe('suggester editor owner');
});

test('clients from before there was suggesting hear of a role that they know and that allows less', () => {
  expect(ROLES.map(earlierRole)).toEqual(['viewer', 'commenter', 'commenter', 'editor', 'owner']);
});

test('no link makes an owner', () => {
  expect(LinkRole.safeParse('owner').success).toBe(false);
  expect(LinkRole.safeParse('editor').success).toBe(true);
});
