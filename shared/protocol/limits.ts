/**
 * Every limit of the system, each one named constant.
 *
 * Invariant: app and server start from the same number. An operator may set the ones that cost the
 * server (see `sync-server/config.ts`); the app does not hear of it and counts on what stands here.
 */
const KB = 1024;
const MB = 1024 * KB;

/** Bytes of one WebSocket frame. Larger changes are split by the client. */
export const MAX_FRAME_BYTES = 1.5 * MB;
/** Bytes of one encoded document state. */
export const MAX_DOCUMENT_BYTES = 32 * MB;
/**
 * Drafts of a document, whatever became of them, beyond which no more are made; each may be as large as
 * the document.
 */
export const MAX_DRAFTS = 200;
/** As many are taken: several people may make the last ones apart, not knowing of each other's. */
export const MAX_DRAFTS_APART = 2 * MAX_DRAFTS;
/** Bytes of one encoded discussion; less where a document may take less. */
export const MAX_DISCUSSION_BYTES = 8 * MB;
export const MAX_CONNECTIONS_PER_DOCUMENT = 200;
export const MAX_LINKS_PER_DOCUMENT = 100;
/** Revoked links of one document that are remembered as such: the last ones. */
export const MAX_REVOKED_LINKS = 1_000;
/** Sockets of one address that have not shown a secret yet. Those that have are not counted. */
export const MAX_SOCKETS_PER_ADDRESS = 200;
export const MAX_SOCKETS = 20_000;
/** A school is one address, and its classes begin at the same time. */
export const MAX_NEW_DOCUMENTS_PER_MINUTE = 120;
/** Bytes of one person's presence state, as JSON. */
export const MAX_PRESENCE_BYTES = 4 * KB;
export const MAX_PRESENCE_CHANGES_PER_SECOND = 20;
/** Secrets that open nothing, presented from one address. A good one is let in whatever came before. */
export const MAX_WRONG_SECRETS_PER_MINUTE = 20;
/** Wrong passwords for a document, at once, from one network and from all; then only now and then. */
export const MAX_WRONG_PASSWORDS = 20;
export const MAX_WRONG_PASSWORDS_PER_DOCUMENT = 100;
export const IDLE_DOCUMENT_UNLOAD_MS = 30_000;
/** Logged updates after which the log is compacted into a new checkpoint. */
export const COMPACT_AFTER_UPDATES = 500;

export const MAX_TITLE_LENGTH = 200;
export const MAX_NAME_LENGTH = 60;
export const MAX_LINK_LABEL_LENGTH = 80;
export const MAX_PASSWORD_LENGTH = 200;
/** Of a page of the web, as a bookmark shows it. */
export const MAX_PREVIEW_ADDRESS_LENGTH = 2_048;
export const MAX_PREVIEW_TITLE_LENGTH = 200;
export const MAX_PREVIEW_TEXT_LENGTH = 300;
/** Bytes of one picture or file in a document. */
export const MAX_ATTACHMENT_BYTES = 25 * MB;
/** Bytes of all pictures and files of one document. */
export const MAX_ATTACHMENT_BYTES_PER_DOCUMENT = 500 * MB;
/**
 * Bytes of a picture in a message, where whoever says it may not write in the document; and of all
 * pictures and files of a document, and of its discussion, the share that such people cannot go beyond.
 */
export const MAX_SAID_PICTURE_BYTES = 5 * MB;
export const MOST_SAID_SHARE = 0.5;
/** Bytes of a file that can be imported as a document. */
export const MAX_IMPORT_BYTES = 16 * MB;
