/**
 * The bodies of the HTTP calls.
 *
 * Invariant: both sides parse with these schemas; times are milliseconds since 1970, or null.
 */

import { DocId, LinkId, PersonId, SecretHash } from '../access/ids.ts';
import { LinkRole, Role } from '../access/roles.ts';
import {
  array,
  boolean,
  int,
  label,
  nullable,
  number,
  type Of,
  object,
  oneOf,
  optional,
  text,
  time,
} from '../shape.ts';
import {
  MAX_LINK_LABEL_LENGTH,
  MAX_PREVIEW_ADDRESS_LENGTH,
  MAX_PREVIEW_TEXT_LENGTH,
  MAX_PREVIEW_TITLE_LENGTH,
} from './limits.ts';

const Time = int(0);

/**
 * In the query of a call that is answered with roles: without it `suggester` is said to be `commenter`,
 * as clients from before there was suggesting know it.
 */
export const ALL_ROLES = 'roles=all';

/** Answer of `GET /api/docs/:docId`. */
export const DocumentInfo = object({
  docId: DocId,
  /** What the secret that asked may do. */
  role: Role,
  /** Bytes the server keeps of the document's present state. */
  bytes: int(0),
  createdAt: Time,
  updatedAt: Time,
});
export type DocumentInfo = Of<typeof DocumentInfo>;

const Writers = array(
  object({
    /** null for whoever did not prove who they are. */
    person: nullable(PersonId),
    /** The last row of theirs, and when it came. */
    sequence: int(1),
    at: Time,
  }),
);

/** Answer of `GET /api/docs/:docId/changes`: who wrote since a row of the log. */
export const DocumentChanges = object({
  writers: Writers,
  /** The same of the discussion's log; earlier servers do not say. */
  talkers: optional(Writers),
});
export type DocumentChanges = Of<typeof DocumentChanges>;

/** The name of a key derivation function with its parameters. */
const PasswordKdf = text({ pattern: /^[a-z0-9-]{1,20}$/ });

const LinkLabel = label(MAX_LINK_LABEL_LENGTH);

/** A link as its owner sees it: never its secret. */
export const Link = object({
  id: LinkId,
  role: LinkRole,
  label: nullable(LinkLabel),
  /** Whether it opens the document only together with a password. */
  hasPassword: boolean,
  createdAt: Time,
  expiresAt: nullable(Time),
  revokedAt: nullable(Time),
  lastUsedAt: nullable(Time),
  /** Whether whoever has it is not told who wrote what when; servers that tell it to all do not say. */
  hidesHistory: optional(boolean),
  /** Whether those who may comment with it may suggest, too; servers before suggesting do not say. */
  suggests: optional(boolean),
});
export type Link = Of<typeof Link>;

/** Answer of `GET /api/docs/:docId/links`. */
export const LinkList = object({
  links: array(Link),
  /** The server's clock, by which its times are to be read. */
  now: optional(Time),
});
export type LinkList = Of<typeof LinkList>;

/** Body of `PUT /api/docs/:docId/links/:linkId`. The secret itself stays on the device. */
export const PutLink = object({
  role: LinkRole,
  secretHash: SecretHash,
  label: optional(nullable(LinkLabel)),
  expiresAt: optional(nullable(time)),
  /**
   * How long it works, ms from when the server first has it: comes before `expiresAt`, which goes by
   * the device's clock.
   */
  worksFor: optional(nullable(time)),
  /** Of the secret that link and password make together (see `lockSecret`); null takes it away. */
  passwordHash: optional(nullable(SecretHash)),
  /** How that secret was made, for whoever is to make it again; earlier versions do not say. */
  passwordKdf: optional(PasswordKdf),
  /** As in `Link`. */
  hidesHistory: optional(boolean),
  /** As in `Link`; those who may comment may suggest where it is not said. */
  suggests: optional(boolean),
});
export type PutLink = Of<typeof PutLink>;

/**
 * Body of `PATCH /api/docs/:docId/links/:linkId`: what is not named stays. It takes effect at once on
 * every connection.
 */
export const ChangeLink = object({
  role: optional(LinkRole),
  label: optional(nullable(LinkLabel)),
  /** How long it works from now on, ms by the server's clock; null is until it is revoked. */
  worksFor: optional(nullable(time)),
  /** As in `PutLink`. */
  passwordHash: optional(nullable(SecretHash)),
  passwordKdf: optional(nullable(PasswordKdf)),
  hidesHistory: optional(boolean),
  suggests: optional(boolean),
});
export type ChangeLink = Of<typeof ChangeLink>;

/** Answer of `GET /api/docs/:docId/password`, to whoever has a link without its password. */
export const LinkPassword = object({
  /** How the secret is made of link and password; null where whoever set it did not say. */
  kdf: nullable(PasswordKdf),
});
export type LinkPassword = Of<typeof LinkPassword>;

/** Proves over HTTP who calls, as `person.<key>` does on a socket; nobody has to. */
export const PERSON_HEADER = 'Driftless-Person';

/** What can be done to who may get at a document. `owner-came`: a person had its owner's link for the first time. */
export const AccessAction = oneOf([
  'document-made',
  'document-deleted',
  'owner-came',
  'link-made',
  'link-changed',
  'link-revoked',
  'link-expired',
  'expiry-changed',
  'password-set',
  'password-removed',
  'history-hidden',
  'history-shown',
]);
export type AccessAction = Of<typeof AccessAction>;

/** Something that was done to who may get at a document, in the server's time. Newer servers may know more actions. */
export const AccessEvent = object({
  at: Time,
  action: text({ pattern: /^[a-z-]{1,40}$/ }),
  /** The link it was done to, or null. */
  linkId: nullable(LinkId),
  /** What the link may do from then on, or null. */
  role: nullable(LinkRole),
  /** The link it was done with, null for the owner's own. */
  byLinkId: nullable(LinkId),
  /** Who did it, null where nobody proved who they are, and where nobody did it. */
  person: optional(nullable(PersonId)),
});
export type AccessEvent = Of<typeof AccessEvent>;

/** Answer of `GET /api/docs/:docId/events`, newest first. */
export const AccessEvents = object({
  events: array(AccessEvent),
  /** The server's clock, by which its times are to be read. */
  now: optional(Time),
});
export type AccessEvents = Of<typeof AccessEvents>;

/** Answer of `DELETE /api/docs/:docId`: all that is left of it on the server. */
export const DeletedDocument = object({ docId: DocId, deletedAt: Time });
export type DeletedDocument = Of<typeof DeletedDocument>;

/** Hex SHA-256 of the bytes of a picture or file: what it is called, on every device and server. */
export const AttachmentId = text({ pattern: /^[0-9a-f]{64}$/ });
export type AttachmentId = Of<typeof AttachmentId>;

/** Answer of `GET /api/docs/:docId/attachments`: all that the document has, in no order. */
export const AttachmentList = object({ attachments: array(AttachmentId) });
export type AttachmentList = Of<typeof AttachmentList>;

/** Answer of `POST /api/docs/:docId/attachments/:sha256`: it is stored for good. */
export const StoredAttachment = object({ sha256: AttachmentId, bytes: int(0) });
export type StoredAttachment = Of<typeof StoredAttachment>;

/** Body of `POST /api/docs/:docId/preview`: a page of the web. */
export const WantedPreview = object({ address: text({ most: MAX_PREVIEW_ADDRESS_LENGTH }) });

/** Its answer: what the page says of itself; '' and null where it does not. */
export const PagePreview = object({
  title: text({ most: MAX_PREVIEW_TITLE_LENGTH }),
  description: text({ most: MAX_PREVIEW_TEXT_LENGTH }),
  /** A `data:` address of a PNG, JPEG, WebP, GIF or AVIF. */
  picture: nullable(text({ pattern: /^data:image\/(?:png|jpeg|webp|gif|avif);base64,/ })),
});
export type PagePreview = Of<typeof PagePreview>;

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
  /** Whether it opens pages of the web for bookmarks; servers from before that do not say. */
  linkPreviews: optional(boolean),
});
export type ServerInfo = Of<typeof ServerInfo>;
