/**
 * What every route of the API asks of a request: which document it names, who it is that asks and
 * whether they may, and what came with it.
 *
 * Invariant: what a route is given has been checked; anything else has become an error of the
 * catalogue.
 */
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import {
  isBody,
  type NamedDocument,
  parseDocumentName,
} from '../../shared/access/document-name.ts';
import { type DocId, Secret } from '../../shared/access/ids.ts';
import { type Action, earlierRole, may, type Role } from '../../shared/access/roles.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { ALL_ROLES, PERSON_HEADER } from '../../shared/protocol/http.ts';
import { PROOF_HEADER, readProofHeader } from '../../shared/protocol/person-proof.ts';
import type { Shape } from '../../shared/shape.ts';
import type { Identity, Links } from '../access/links.ts';
import { addressOfRequest, hostsOf } from '../access/origin.ts';
import type { PersonProofs } from '../access/person-proofs.ts';
import { MinuteLimit } from '../access/rates.ts';
import type { Config } from '../config.ts';
import type { Bodies } from './bodies.ts';

const MAX_BODY_BYTES = 16 * 1024;
/**
 * Changes of who may do what, and deletions, a minute and at once: each is on the disk before it is
 * answered, and everybody waits meanwhile.
 */
const CHANGES_OF_DOCUMENT = [60, 300] as const;
const CHANGES_FROM_ADDRESS = [600, 1_000] as const;

export type Env = { Bindings: HttpBindings };

export interface RequestsOptions {
  config: Config;
  links: Links;
  proofs: PersonProofs;
  bodies: Bodies;
  /** Makes the document known to the server; throws `rate_limited`. */
  ensureDocument: (docId: DocId, address: string, person: string | null) => Promise<void>;
}

export class Requests {
  readonly #options: RequestsOptions;
  readonly #changesOf = new MinuteLimit(...CHANGES_OF_DOCUMENT);
  readonly #changesFrom = new MinuteLimit(...CHANGES_FROM_ADDRESS);
  /** A challenge is spent once, however often a route asks who it is. */
  readonly #persons = new WeakMap<Request, Promise<string | null>>();

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Who asks, if they may do this. Throws what stands in the way. */
  identify = async (context: Context<Env>, action: Action): Promise<Identity> => {
    const { docId, secret } = bearerOf(context);
    const identity = await this.#options.links.identify(
      docId,
      secret,
      this.addressOf(context),
      await this.personOf(context),
    );
    if (!may(identity.role, action)) throw new CatalogueError('role_too_low');
    return identity;
  };

  /** Counts a change of who may do what, or a deletion. Throws `rate_limited`. */
  countChange(context: Context<Env>, docId: DocId): void {
    const now = performance.now();
    const address = this.addressOf(context);
    if (this.#changesOf.isSpent(docId, now) || this.#changesFrom.isSpent(address, now))
      throw new CatalogueError('rate_limited');
    this.#changesOf.take(docId, now);
    this.#changesFrom.take(address, now);
  }

  /** Makes the owner's document known to the server; throws `rate_limited`. */
  ensureDocument = async (context: Context<Env>, docId: DocId): Promise<void> =>
    this.#options.ensureDocument(docId, this.addressOf(context), await this.personOf(context));

  /**
   * Who asks, if they prove it: a proof that is not believed is none. Throws `token_invalid` where
   * what should prove it, as programs and earlier versions do it, is no key.
   */
  personOf = (context: Context<Env>): Promise<string | null> => {
    const { raw } = context.req;
    const known = this.#persons.get(raw);
    if (known !== undefined) return known;
    const person = this.#findPerson(context);
    this.#persons.set(raw, person);
    return person;
  };

  async #findPerson(context: Context<Env>): Promise<string | null> {
    const { proofs, config } = this.#options;
    const key = context.req.header(PERSON_HEADER);
    if (key !== undefined) {
      const parsed = Secret.safeParse(key);
      if (!parsed.success) throw new CatalogueError('token_invalid');
      return proofs.shown(parsed.data, this.addressOf(context));
    }
    const read = readProofHeader(context.req.header(PROOF_HEADER) ?? '');
    const address = this.addressOf(context);
    if (read === null || !(await proofs.spend(read.challenge, address))) return null;
    return proofs.personOf(read.proof, {
      purpose: 'request',
      hosts: hostsOf(config, incomingOf(context).headers),
      document: context.req.param('docId') ?? '',
      challenge: read.challenge,
    });
  }

  addressOf(context: Context<Env>): string {
    return addressOfRequest(this.#options.config, incomingOf(context));
  }

  /** The JSON that came with the request. Throws `request_invalid` if it has another form. */
  async json<T>(context: Context<Env>, shape: Shape<T>): Promise<T> {
    const sender = this.addressOf(context);
    const body = await this.#options.bodies.read(context.req.raw, MAX_BODY_BYTES, sender);
    try {
      return parse(shape, JSON.parse(Buffer.from(body).toString()));
    } catch (cause) {
      throw new CatalogueError('request_invalid', { cause });
    }
  }
}

/** The document that is asked for, and the secret that comes with the request. */
export function bearerOf(context: Context<Env>): { docId: DocId; secret: Secret } {
  const { document, secret } = namedBy(context);
  if (!isBody(document)) throw new CatalogueError('document_unknown');
  return { docId: document.docId, secret };
}

/** The same, where it may be the discussion or a draft of one that is asked for. */
export function namedBy(context: Context<Env>): { document: NamedDocument; secret: Secret } {
  const header = context.req.header('Authorization');
  if (header === undefined) throw new CatalogueError('token_missing');
  const document = parseDocumentName(context.req.param('docId') ?? '');
  if (document === null) throw new CatalogueError('document_unknown');
  const secret = Secret.safeParse(/^Bearer +(\S+)$/i.exec(header)?.[1]);
  if (!secret.success) throw new CatalogueError('token_invalid');
  return { document, secret: secret.data };
}

export function parse<T>(shape: Shape<T>, value: unknown): T {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new CatalogueError('request_invalid');
  return parsed.data;
}

/** A role in an answer, as whoever calls knows it. */
export function saidRole<R extends Role>(context: Context<Env>, role: R): R | 'commenter' {
  const [name, value] = ALL_ROLES.split('=') as [string, string];
  return context.req.query(name) === value ? role : earlierRole(role);
}

export function incomingOf(context: Context<Env>): IncomingMessage {
  return context.env.incoming as IncomingMessage;
}
