/**
 * The error catalogue: every refusal the product knows, in one list.
 *
 * Invariant: a trouble that passes by itself never has a close code in 4400–4499, because
 * y-websocket takes those as final and stops reconnecting.
 */
import { type Of, object, oneOf, text } from '../shape.ts';

/** What a client does when it meets the error. */
export type NextStep =
  | 'ask-for-link'
  | 'ask-for-password'
  | 'read-only'
  | 'tell'
  | 'update-app'
  | 'keep-local'
  | 'rescue'
  | 'retry';

interface CatalogueEntry {
  readonly status: number;
  /** WebSocket close code, or null where no socket is ever opened. */
  readonly close: number | null;
  /** A sentence for the person who meets it: what happened, what now. */
  readonly message: string;
  readonly next: NextStep;
}

export const ERRORS = {
  token_missing: {
    status: 401,
    close: 4401,
    message: 'This address has no key in it. Ask for the link to the document.',
    next: 'ask-for-link',
  },
  token_invalid: {
    status: 401,
    close: 4401,
    message: 'This link does not open this document. Ask for a new one.',
    next: 'ask-for-link',
  },
  link_revoked: {
    status: 403,
    close: 4403,
    message: 'This link has been revoked. What is on this device stays here, read-only.',
    next: 'read-only',
  },
  link_expired: {
    status: 403,
    close: 4403,
    message: 'This link has expired. What is on this device stays here, read-only.',
    next: 'read-only',
  },
  role_too_low: {
    status: 403,
    close: 4403,
    message: 'Your link does not allow this. What you wrote is kept on this device.',
    next: 'read-only',
  },
  history_hidden: {
    status: 403,
    close: null,
    message: 'This link leaves out who wrote what and when.',
    next: 'tell',
  },
  password_required: {
    status: 403,
    close: 4413,
    message: 'This link asks for a password.',
    next: 'ask-for-password',
  },
  password_wrong: {
    status: 403,
    close: 4413,
    message: 'That password is not right.',
    next: 'ask-for-password',
  },
  document_deleted: {
    status: 410,
    close: 4410,
    message: 'Its owner deleted this document for everyone. Your copy stays here, read-only.',
    next: 'read-only',
  },
  document_unknown: {
    status: 404,
    close: 4404,
    message: 'The server does not know this document. Its owner may not have been online yet.',
    next: 'tell',
  },
  not_found: {
    status: 404,
    close: 4404,
    message: 'There is nothing at this address.',
    next: 'tell',
  },
  request_invalid: {
    status: 400,
    close: 4400,
    message: 'The request was not understood.',
    next: 'tell',
  },
  app_outdated: {
    status: 426,
    close: 4426,
    message: 'This document was written with a newer version of the app. Update to write in it.',
    next: 'update-app',
  },
  payload_too_large: {
    status: 413,
    close: 4409,
    message: 'This is too large to send. It is kept on this device.',
    next: 'keep-local',
  },
  document_full: {
    status: 413,
    close: 4409,
    message: 'This document is full. Remove something large to go on; your text is kept here.',
    next: 'keep-local',
  },
  too_many_links: {
    status: 409,
    close: null,
    message: 'This document has as many links as it can have. Revoke one to make another.',
    next: 'tell',
  },
  update_invalid: {
    status: 422,
    close: 4422,
    message: 'The server could not read a change from this device. A copy is kept here.',
    next: 'rescue',
  },
  attachment_damaged: {
    status: 422,
    close: null,
    message: 'A picture or file did not arrive as it was sent. It is sent again.',
    next: 'retry',
  },
  page_unreachable: {
    status: 502,
    close: null,
    message: 'The server could not open that page. The bookmark is kept as it is.',
    next: 'tell',
  },
  rate_limited: {
    status: 429,
    close: 4529,
    message: 'Too much at once. It goes on by itself in a moment.',
    next: 'retry',
  },
  server_busy: {
    status: 503,
    close: 4529,
    message: 'The server is busy. It goes on by itself in a moment.',
    next: 'retry',
  },
  server_leaving: {
    status: 503,
    close: 4530,
    message: 'This server is shutting down. Another one takes over.',
    next: 'retry',
  },
  origin_refused: {
    status: 403,
    close: null,
    message: 'This server does not accept requests from that web address.',
    next: 'tell',
  },
  document_damaged: {
    status: 500,
    close: 4424,
    message:
      "The server's copy is damaged. You see its last good state and what is here; tell whoever runs it.",
    next: 'keep-local',
  },
  storage_failed: {
    status: 500,
    close: 4500,
    message: 'The server could not store this. Nothing is lost here; it tries again.',
    next: 'retry',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;
export const ErrorCode = oneOf(Object.keys(ERRORS) as ErrorCode[]);

/** An error of the catalogue, as code throws it and HTTP and sockets carry it. */
export class CatalogueError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, options?: { cause?: unknown }) {
    super(ERRORS[code].message, options);
    this.name = 'CatalogueError';
    this.code = code;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
  get close(): number | null {
    return ERRORS[this.code].close;
  }
}

/** The JSON body of every refused HTTP request. */
export const ErrorBody = object({ error: object({ code: ErrorCode, message: text() }) });
export type ErrorBody = Of<typeof ErrorBody>;

/**
 * The catalogue error a close frame stands for, or null if it is none of ours.
 * The server sends the code's name as the close reason; the number alone tells the family.
 */
export function errorOfClose(close: number, reason: string): ErrorCode | null {
  const named = ErrorCode.safeParse(reason);
  if (named.success && ERRORS[named.data].close === close) return named.data;
  const first = (Object.keys(ERRORS) as ErrorCode[]).find((code) => ERRORS[code].close === close);
  return first ?? null;
}
