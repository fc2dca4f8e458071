/** Suggestions for the benches: each by somebody else, in a paragraph of its own. */
import * as Y from 'yjs';
import { Body } from '../../shared/document/body.ts';
import { deleteText, format, insert } from '../../shared/document/operations/text.ts';
import { ROOT } from '../../shared/document/schema.ts';
import type { Sealed } from '../../shared/suggesting/sealed.ts';

/**
 * So many, evenly over the paragraphs behind the first `after`; one copy of the document does for all,
 * since none touches what another does.
 */
export function* suggestedApart(
  document: Y.Doc,
  count: number,
  idOf: (index: number) => string,
  after = 0,
): Generator<Sealed> {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document));
  const body = new Body(copy);
  let updates: Uint8Array[] = [];
  copy.on('update', (update: Uint8Array) => updates.push(update));
  const ids = body.shown.map(({ id }) => id);
  for (let index = 0; index < count; index++) {
    const id = idOf(index);
    const block = ids[after + Math.floor((index * (ids.length - after)) / count)]!;
    copy.clientID = 1_000_000 + index;
    updates = [];
    copy.transact(() => {
      copy.getMap(ROOT.suggestions).set(String(copy.clientID), id);
      insert(body, block, 10, ' something new');
      deleteText(body, block, 40, 12);
      if (index % 4 === 0) format(body, block, 30, 8, { bold: true });
    });
    yield { id, clients: [copy.clientID], update: Y.mergeUpdates(updates) };
  }
  copy.destroy();
}
