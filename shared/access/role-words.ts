/** Roles in the words a person meets: on links, in lists and in sentences. */
import type { Role } from './roles.ts';

export const ROLE_WORDS: Record<Role, string> = {
  viewer: 'Can view',
  commenter: 'Can comment',
  editor: 'Can edit',
  owner: 'Owner',
};
