/**
 * Our own app as a subject: built for production, with its real server.
 *
 * Invariant: the other person is a program that knows a link and the y-websocket protocol; the app
 * has no door for being measured.
 */

import { startServer } from '../../app/e2e/support/server.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { documentPath } from '../../shared/access/addresses.ts';
import { createSecret, docIdOf, randomId } from '../../shared/access/ids.ts';
import { formatLink } from '../../shared/access/link-addresses.ts';
import { Body, readBlocks } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { insertBlocks } from '../../shared/document/operations/blocks.ts';
import { insert } from '../../shared/document/operations/text.ts';
import { textOf } from '../../shared/document/plain-text.ts';
import { anchorAt, anchorToJson } from '../../shared/document/position.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import type { Presence } from '../../shared/protocol/presence.ts';
import type { Subject } from './subject.ts';
import { joinAsWriter, type Shape } from './writer.ts';

const PERSON: Presence['person'] = { id: randomId(16), name: 'Ben', color: 'orange' };

const shape: Shape = {
  create: (doc, texts) => createDocument(doc, { blocks: texts.map(paragraph) }),
  insertAfter: (doc, index, texts) => {
    const body = new Body(doc);
    insertBlocks(body, blockAt(body, index), texts.map(paragraph));
  },
  type: (doc, index, text) => {
    const body = new Body(doc);
    const id = blockAt(body, index);
    insert(body, id, body.lengthOf(id), text);
  },
  presence: (doc, index, offset) => {
    const body = new Body(doc);
    const here = anchorAt(body, { id: blockAt(body, index), offset });
    if (!here) throw new Error(`There is no place in paragraph ${index}.`);
    const place = anchorToJson(here);
    return { person: PERSON, cursor: { anchor: place, head: place } };
  },
  lines: (doc) => readBlocks(doc).map(textOf),
};

function paragraph(text: string): BlockContent {
  return { type: 'paragraph', content: text ? [{ text }] : [] };
}

function blockAt(body: Body, index: number): string {
  const block = body.shown[index];
  if (!block) throw new Error(`There is no paragraph ${index}.`);
  return block.id;
}

export async function startOurs(): Promise<Subject> {
  const server = await startServer();
  return {
    title: 'Driftless',
    versions: [`driftless ${packageJson.version}`],
    body: '[role="textbox"][aria-label="Document body"]',
    caret: '.caret',
    async share(paragraphs) {
      const secret = createSecret();
      const docId = docIdOf(secret);
      const room = {
        server: `${server.origin.replace('http', 'ws')}/sync`,
        name: docId,
        protocols: ['y-websocket', `token.${secret}`],
      };
      const writer = await joinAsWriter(shape, room, paragraphs);
      return {
        invitation: formatLink(server.origin, docId, secret),
        address: server.origin + documentPath(docId),
        writer,
      };
    },
    settle: (page) =>
      page
        .locator('[aria-label="Save state"][data-server="synced"][data-device="saved"]')
        .waitFor(),
    dispose: () => server.dispose(),
  };
}
