/**
 * Links of a document over HTTP, for its owner: made, listed, changed, revoked; and what was done to
 * the document's access by whom, also when the document is deleted. Whoever has a link that asks for a
 * password is told how to make the secret of both.
 *
 * Invariant: no answer holds a secret.
 */
import { Hono } from 'hono';
import { type DocId, docIdOf, LinkId } from '../../shared/access/ids.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import {
  type AccessEvents,
  ChangeLink,
  type Link,
  type LinkList,
  type LinkPassword,
  PutLink,
} from '../../shared/protocol/http.ts';
import { type Links, PasswordRequired } from '../access/links.ts';
import type { Storage } from '../storage/storage.ts';
import { bearerOf, type Env, parse, type Requests, saidRole } from './requests.ts';

export interface LinkRoutesOptions {
  requests: Requests;
  links: Links;
  storage: Storage;
  /** Links somebody is connected with right now. */
  linksInUse: (docId: DocId) => ReadonlySet<string>;
}

/** The routes below `/api/docs/:docId`. */
export function linkRoutes({ requests, links, storage, linksInUse }: LinkRoutesOptions): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get('/links', async (context) => {
    const { docId } = await requests.identify(context, 'manageLinks');
    if ((await storage.findDocument(docId)) === null) throw new CatalogueError('document_unknown');
    const inUse = linksInUse(docId);
    const now = Date.now();
    const list: LinkList = {
      links: (await links.list(docId)).map((link) => ({
        ...link,
        role: saidRole(context, link.role),
        ...(inUse.has(link.id) ? { lastUsedAt: now } : {}),
      })),
      now: Date.now(),
    };
    return context.json(list);
  });

  routes.put('/links/:linkId', async (context) => {
    const by = await requests.identify(context, 'manageLinks');
    const { docId } = by;
    requests.countChange(context, docId);
    const linkId = parse(LinkId, context.req.param('linkId'));
    const wanted = await requests.json(context, PutLink);
    await requests.ensureDocument(context, docId);
    const link: Link = await links.put(docId, linkId, wanted, by);
    return context.json(link);
  });

  routes.patch('/links/:linkId', async (context) => {
    const by = await requests.identify(context, 'manageLinks');
    requests.countChange(context, by.docId);
    const linkId = parse(LinkId, context.req.param('linkId'));
    const wanted = await requests.json(context, ChangeLink);
    const link: Link = await links.change(by.docId, linkId, wanted, by);
    return context.json(link);
  });

  routes.delete('/links/:linkId', async (context) => {
    const by = await requests.identify(context, 'manageLinks');
    requests.countChange(context, by.docId);
    const linkId = parse(LinkId, context.req.param('linkId'));
    const link: Link = await links.revoke(by.docId, linkId, by);
    return context.json(link);
  });

  routes.get('/password', async (context) => {
    const answer: LinkPassword = { kdf: null };
    try {
      await requests.identify(context, 'read');
    } catch (error) {
      if (!(error instanceof PasswordRequired)) throw error;
      answer.kdf = error.kdf;
    }
    return context.json(answer);
  });

  routes.get('/events', async (context) => {
    const { docId, secret } = bearerOf(context);
    // Also of one that is deleted, of which nothing else is told.
    if (docIdOf(secret) !== docId) await requests.identify(context, 'manageLinks');
    const events = (await links.events(docId)).map(({ role, ...event }) => ({
      ...event,
      role: role && saidRole(context, role),
    }));
    const answer: AccessEvents = { events, now: Date.now() };
    return context.json(answer);
  });
  return routes;
}
