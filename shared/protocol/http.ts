/**
 * The bodies of the HTTP calls.
 *
 * Invariant: both sides parse with these schemas; times are milliseconds since 1970, or null.
 */
import * as z from 'zod/mini';
import { DocId, LinkId, SecretHash } from '../access/ids.ts';
import { LinkRole, Role } from '../access/roles.ts';
import { MAX_LINK_LABEL_LENGTH } from './limits.ts';

const Time = z.int().check(z.nonnegative());

/** Answer of `GET /api/docs/:docId`. */
export const DocumentInfo = z.object({
  docId: DocId,
  /** What the secret that asked may do. */
  role: Role,
  /** Bytes the server keeps of the document's present state. */
  bytes: z.int().check(z.nonnegative()),
  createdAt: Time,
  updatedAt: Time,
});
export type DocumentInfo = z.infer<typeof DocumentInfo>;

export const LinkLabel = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(MAX_LINK_LABEL_LENGTH));

/** A link as its owner sees it: never its secret. */
export const Link = z.object({
  id: LinkId,
  role: LinkRole,
  label: z.nullable(LinkLabel),
  /** Whether it opens the document only together with a password. */
  hasPassword: z.boolean(),
  createdAt: Time,
  expiresAt: z.nullable(Time),
  revokedAt: z.nullable(Time),
  lastUsedAt: z.nullable(Time),
});
export type Link = z.infer<typeof Link>;

/** Answer of `GET /api/docs/:docId/links`. */
export const LinkList = z.object({ links: z.array(Link) });
export type LinkList = z.infer<typeof LinkList>;

/** Body of `PUT /api/docs/:docId/links/:linkId`. The secret itself stays on the device. */
export const PutLink = z.object({
  role: LinkRole,
  secretHash: SecretHash,
  label: z.nullish(LinkLabel),
  expiresAt: z.nullish(Time),
  /** Of the secret that link and password make together (see `lockSecret`); null takes it away. */
  passwordHash: z.nullish(SecretHash),
});
export type PutLink = z.infer<typeof PutLink>;

/** Answer of `GET /api/server`. */
export const ServerInfo = z.object({
  version: z.string(),
  limits: z.object({
    frameBytes: z.number(),
    documentBytes: z.number(),
    connectionsPerDocument: z.number(),
    linksPerDocument: z.number(),
    presenceBytes: z.number(),
    presenceChangesPerSecond: z.number(),
  }),
});
export type ServerInfo = z.infer<typeof ServerInfo>;
