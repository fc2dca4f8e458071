/**
 * A new document's first content.
 *
 * Invariant: it is written once, by whoever makes the document; nobody ever fills a document
 * because it looks empty, since its content may merely not have arrived yet.
 */
import type * as Y from 'yjs';
import { Body } from './body.ts';
import { currentTime } from './ids-and-clock.ts';
import { insertBlocks } from './operations/blocks.ts';
import { type BlockContent, ROOT, SCHEMA_VERSION } from './schema.ts';
import { writeTitle } from './text.ts';

export function createDocument(
  doc: Y.Doc,
  init: { title?: string; blocks?: readonly BlockContent[] } = {},
): void {
  doc.transact(() => {
    const meta = doc.getMap(ROOT.meta);
    meta.set('schema', SCHEMA_VERSION);
    meta.set('createdAt', currentTime());
    if (init.title) writeTitle(doc, init.title);
    const blocks = init.blocks?.length ? init.blocks : [{ type: 'paragraph', content: [] }];
    insertBlocks(new Body(doc), null, blocks);
  });
}
