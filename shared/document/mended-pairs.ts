/**
 * Emoji and the like that one copy of a document shows and another one shows as two U+FFFD, though
 * both have heard of the same: builds of long ago cut them, each device for itself (`pairs.ts`).
 *
 * Invariant: what anybody still has whole is whole for everybody afterwards, and stands once, also
 * where several mend it apart: it is written again, as undo does with what was deleted. Whoever sees
 * two copies deletes one: in the body the history of undo, in the title `tidyTitle`.
 */
import * as Y from 'yjs';
import { bodyText } from './body.ts';
import { isInPair } from './pairs.ts';
import { endOf, Restored, type Span } from './restored.ts';
import { ROOT } from './schema.ts';

const CUT = '\ufffd\ufffd';
const PAIR = /[\u{10000}-\u{10ffff}]/u;

/** Writes again what is whole in one of two copies only. False where there is nothing of that. */
export function mendPairs(doc: Y.Doc, other: Y.Doc, origin: unknown): boolean {
  const mended: { text: Y.Text; span: Span; pair: string }[] = [];
  for (const text of [bodyText(doc), doc.getText(ROOT.title)])
    for (let item = text._start; item !== null; item = item.right) {
      if (item.deleted || !(item.content instanceof Y.ContentString)) continue;
      const { client, clock } = item.id;
      for (let at = 0; at < item.length; at++) {
        const [here, there] = [doc, other].map((copy) => twoUnitsAt(copy, client, clock + at));
        const pair = here === CUT ? there : here;
        if (!here || !there || here === there || !pair || !isInPair(pair, 1)) continue;
        if (here !== CUT && there !== CUT) continue;
        mended.push({ text, span: { client, clock: clock + at, length: 2 }, pair });
        at++;
      }
    }
  if (mended.length === 0) return false;
  doc.transact((transaction) => {
    new Restored(doc).announce(mended.map(({ span }) => span));
    for (const { text, span, pair } of mended) {
      writeOver(transaction, text, span, pair);
      if (text._searchMarker) text._searchMarker.length = 0;
    }
  }, origin);
  return true;
}

/** Takes back what several wrote again apart in a title, but for the copy of it that counts. */
export function tidyTitle(doc: Y.Doc, origin: unknown): void {
  const title = doc.getText(ROOT.title);
  // Nothing else is ever written again there.
  const outdated = PAIR.test(title.toString()) ? outdatedIn(doc, title) : [];
  if (outdated.length === 0) return;
  // All of them at once: no character is left in halves.
  doc.transact((transaction) => {
    for (const { client, clock, length } of outdated) {
      const first = Y.getItemCleanStart(transaction, Y.createID(client, clock));
      const last = Y.getItemCleanEnd(
        transaction,
        doc.store,
        Y.createID(client, clock + length - 1),
      );
      for (const item of new Set([first, last])) item.delete(transaction);
    }
    if (title._searchMarker) title._searchMarker.length = 0;
  }, origin);
}

/** Does so whenever a title has changed, until what is returned is called. */
export function keepTitleTidy(doc: Y.Doc, mayWrite: () => boolean, origin: unknown): () => void {
  const title: unknown = doc.getText(ROOT.title);
  const hear = (_: Y.Doc, transactions: readonly Y.Transaction[]) => {
    const isChanged = transactions.some(({ changed }) =>
      (changed as ReadonlyMap<unknown, unknown>).has(title),
    );
    if (isChanged && mayWrite()) tidyTitle(doc, origin);
  };
  doc.on('afterAllTransactions', hear);
  return () => doc.off('afterAllTransactions', hear);
}

/** What stands in a text beside the copy of it that counts. */
function outdatedIn(doc: Y.Doc, text: Y.Text): Span[] {
  const restored = new Restored(doc, text);
  const isHere = (span: Span) => endOf(span) <= Y.getState(doc.store, span.client);
  return restored
    .all()
    .flatMap((original) => restored.outdated(original, isHere))
    .filter(isHere)
    .filter(({ client, clock }) => {
      const item = Y.getItem(doc.store, Y.createID(client, clock));
      return item instanceof Y.Item && (item.parent as unknown) === text && !item.deleted;
    });
}

/** What a copy reads as at two ids that follow each other; null where that is no text, or gone. */
function twoUnitsAt({ store }: Y.Doc, client: number, clock: number): string | null {
  let units = '';
  for (let at = clock; at < clock + 2; at++) {
    if (at >= Y.getState(store, client)) return null;
    const item = Y.getItem(store, Y.createID(client, at));
    if (!(item instanceof Y.Item) || item.deleted || !(item.content instanceof Y.ContentString))
      return null;
    units += item.content.str.charAt(at - item.id.clock);
  }
  return units;
}

function writeOver(
  transaction: Y.Transaction,
  text: Y.Text,
  { client, clock }: Span,
  pair: string,
): void {
  const { doc } = transaction;
  const first = Y.getItemCleanStart(transaction, Y.createID(client, clock));
  const id = Y.createID(doc.clientID, Y.getState(doc.store, doc.clientID));
  const { left } = first;
  const content = new Y.ContentString(pair);
  new Y.Item(id, left, left?.lastId ?? null, first, first.id, text, null, content).integrate(
    transaction,
    0,
  );
  const last = Y.getItemCleanEnd(transaction, doc.store, Y.createID(client, clock + 1));
  first.delete(transaction);
  last.delete(transaction);
}
