/**
 * The bodies of the HTTP calls.
 *
 * Invariant: both sides parse with these schemas; times are milliseconds since 1970, or null.
 */
import { z } from 'zod';
import { DocId, LinkId, SecretHash } from '../access/ids.ts';
import { LinkRole, Role } from '../access/roles.ts';
import { MAX_LINK_LABEL_LENGTH } from './limits.ts';

const Time = z.number().int().nonnegative();

/** Answer of `GET /api/docs/:docId`. */
export const DocumentInfo = z.object({
  docId: DocId,
  /** What the secret that asked may do. */
  role: Role,
  /** Bytes the server keeps of the document's present state. */
  bytes: z.number().int().nonnegative(),
  createdAt: Time,
  updatedAt: Time,
});
export type DocumentInfo = z.infer<typeof DocumentInfo>;

export const LinkLabel = z.string().trim().min(1).max(MAX_LINK_LABEL_LENGTH);

/** A link as its owner sees it: never its secret. */
export const Link = z.object({
  id: LinkId,
  role: LinkRole,
  label: LinkLabel.nullable(),
  /** Whether it opens the document only together with a password. */
  hasPassword: z.boolean(),
  createdAt: Time,
  expiresAt: Time.nullable(),
  revokedAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
});
export type Link = z.infer<typeof Link>;

/** Answer of `GET /api/docs/:docId/links`. */
export const LinkList = z.object({ links: z.array(Link) });
export type LinkList = z.infer<typeof LinkList>;

/** Body of `PUT /api/docs/:docId/links/:linkId`. The secret itself stays on the device. */
export const PutLink = z.object({
  role: LinkRole,
  secretHash: SecretHash,
  label: LinkLabel.nullish(),
  expiresAt: Time.nullish(),
  /** Of the secret that link and password make together (see `lockSecret`); null takes it away. */
  passwordHash: SecretHash.nullish(),
});
export type PutLink = z.infer<typeof PutLink>;

/** Hex SHA-256 of the bytes of a picture or file: what it is called, on every device and server. */
export const AttachmentId = z.string().regex(/^[0-9a-f]{64}$/);
export type AttachmentId = z.infer<typeof AttachmentId>;

/** Answer of `POST /api/docs/:docId/attachments/:sha256`: it is stored for good. */
export const StoredAttachment = z.object({
  sha256: AttachmentId,
  bytes: z.number().int().nonnegative(),
});
export type StoredAttachment = z.infer<typeof StoredAttachment>;

/** Answer of `GET /api/server`. */
export const ServerInfo = z.object({
  version: z.string(),
  limits: z.object({
    frameBytes: z.number(),
    documentBytes: z.number(),
    connectionsPerDocument: z.number(),
    linksPerDocument: z.number(),
    attachmentBytes: z.number(),
    attachmentBytesPerDocument: z.number(),
    presenceBytes: z.number(),
    presenceChangesPerSecond: z.number(),
  }),
});
export type ServerInfo = z.infer<typeof ServerInfo>;
