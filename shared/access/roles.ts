/**
 * What each role may do. The server enforces it; the interface only mirrors it.
 *
 * Invariant: roles are ordered, and a higher role may do everything a lower one may.
 */
import { type Of, oneOf } from '../shape.ts';

export const ROLES = ['viewer', 'commenter', 'suggester', 'editor', 'owner'] as const;
export const Role = oneOf(ROLES);
export type Role = Of<typeof Role>;

/** Roles a link can be made for: ownership is handed over by the owner secret, not by a link. */
export const LinkRole = oneOf(['viewer', 'commenter', 'suggester', 'editor']);
export type LinkRole = Of<typeof LinkRole>;

const LOWEST_ROLE = {
  read: 'viewer',
  showCursor: 'commenter',
  writeDiscussion: 'commenter',
  suggest: 'suggester',
  writeBody: 'editor',
  manageLinks: 'owner',
  deleteForEveryone: 'owner',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof LOWEST_ROLE;

/**
 * Whether somebody may suggest changes.
 *
 * @param linkSuggests whether the link leaves that to those who may comment
 */
export function maySuggest(role: Role, linkSuggests: boolean): boolean {
  return may(role, 'suggest') || (linkSuggests && role === 'commenter');
}

/** The role that clients from before there was suggesting know for this one. */
export function earlierRole<R extends Role>(role: R): R | 'commenter' {
  return role === 'suggester' ? 'commenter' : role;
}

export function may(role: Role, action: Action): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(LOWEST_ROLE[action]);
}
