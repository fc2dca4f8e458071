/**
 * The bodies of the HTTP calls.
 *
 * Invariant: both sides parse with these schemas; times are milliseconds since 1970, or null.
 */

import { DocId, LinkId, SecretHash } from '../access/ids.ts';
import { LinkRole, Role } from '../access/roles.ts';
import {
  flag,
  list,
  nullable,
  number,
  type Of,
  object,
  optional,
  text,
  whole,
  words,
} from '../shape.ts';
import { MAX_LINK_LABEL_LENGTH } from './limits.ts';

const Time = whole(0);

/** Answer of `GET /api/docs/:docId`. */
export const DocumentInfo = object({
  docId: DocId,
  /** What the secret that asked may do. */
  role: Role,
  /** Bytes the server keeps of the document's present state. */
  bytes: whole(0),
  createdAt: Time,
  updatedAt: Time,
});
export type DocumentInfo = Of<typeof DocumentInfo>;

export const LinkLabel = words(MAX_LINK_LABEL_LENGTH);

/** A link as its owner sees it: never its secret. */
export const Link = object({
  id: LinkId,
  role: LinkRole,
  label: nullable(LinkLabel),
  /** Whether it opens the document only together with a password. */
  hasPassword: flag,
  createdAt: Time,
  expiresAt: nullable(Time),
  revokedAt: nullable(Time),
  lastUsedAt: nullable(Time),
});
export type Link = Of<typeof Link>;

/** Answer of `GET /api/docs/:docId/links`. */
export const LinkList = object({ links: list(Link) });
export type LinkList = Of<typeof LinkList>;

/** Body of `PUT /api/docs/:docId/links/:linkId`. The secret itself stays on the device. */
export const PutLink = object({
  role: LinkRole,
  secretHash: SecretHash,
  label: optional(nullable(LinkLabel)),
  expiresAt: optional(nullable(Time)),
  /** Of the secret that link and password make together (see `lockSecret`); null takes it away. */
  passwordHash: optional(nullable(SecretHash)),
});
export type PutLink = Of<typeof PutLink>;

/** Body of `PATCH /api/docs/:docId/links/:linkId`: it takes effect at once on every connection. */
export const ChangeLink = object({ role: LinkRole });
export type ChangeLink = Of<typeof ChangeLink>;

/** Answer of `DELETE /api/docs/:docId`: all that is left of it on the server. */
export const DeletedDocument = object({ docId: DocId, deletedAt: Time });
export type DeletedDocument = Of<typeof DeletedDocument>;

/** Hex SHA-256 of the bytes of a picture or file: what it is called, on every device and server. */
export const AttachmentId = text({ pattern: /^[0-9a-f]{64}$/ });
export type AttachmentId = Of<typeof AttachmentId>;

/** Answer of `POST /api/docs/:docId/attachments/:sha256`: it is stored for good. */
export const StoredAttachment = object({ sha256: AttachmentId, bytes: whole(0) });
export type StoredAttachment = Of<typeof StoredAttachment>;

/** Answer of `GET /api/server`. */
export const ServerInfo = object({
  version: text(),
  limits: object({
    frameBytes: number,
    documentBytes: number,
    connectionsPerDocument: number,
    linksPerDocument: number,
    attachmentBytes: number,
    attachmentBytesPerDocument: number,
    presenceBytes: number,
    presenceChangesPerSecond: number,
  }),
});
export type ServerInfo = Of<typeof ServerInfo>;
