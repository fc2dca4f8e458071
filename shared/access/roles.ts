/**
 * What each role may do. The server enforces it; the interface only mirrors it.
 *
 * Invariant: roles are ordered, and a higher role may do everything a lower one may.
 */
import * as z from 'zod/mini';

export const ROLES = ['viewer', 'commenter', 'editor', 'owner'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Roles a link can be made for: ownership is handed over by the owner secret, not by a link. */
export const LinkRole = z.enum(['viewer', 'commenter', 'editor']);
export type LinkRole = z.infer<typeof LinkRole>;

const LOWEST_ROLE = {
  read: 'viewer',
  showCursor: 'commenter',
  writeDiscussion: 'commenter',
  writeBody: 'editor',
  manageLinks: 'owner',
  deleteForEveryone: 'owner',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof LOWEST_ROLE;

export function may(role: Role, action: Action): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(LOWEST_ROLE[action]);
}
