/** Roles in the words a person meets: on links, in lists and in sentences. */
import type { Role } from './roles.ts';

export const ROLE_WORDS: Record<Role, string> = {
  viewer: 'Can view',
  commenter: 'Can comment',
  editor: 'Can edit',
  owner: 'Owner',
};

/** What whoever has a link of this role may do, in one line. */
export const ROLE_ALLOWS: Record<Role, string> = {
  viewer: 'Can read the document and save a copy, and sees who is here.',
  commenter: 'Can read and comment, and shows others where they are. Cannot change the text.',
  editor: 'Can read and write, with pictures and files.',
  owner: 'Can do everything: write, make and revoke links, delete the document for everyone.',
};
