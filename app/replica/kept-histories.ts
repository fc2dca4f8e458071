/**
 * Histories as the server told them when this device last asked, to be looked at without a network.
 *
 * Invariant: the pages of one answer are kept together or not at all; what is told anew takes the
 * place of all that was kept, so nothing is kept that the server has since forgotten.
 */
import { int, looseObject } from '../../shared/shape.ts';
import { Database } from './database.ts';

const FACTS = 'facts';
const PAGES = 'pages';

const Facts = looseObject({
  /** When the server told the last of it, ms since 1970 by this device's clock. */
  at: int(0),
});

/** The body of one of the server's answers, and after which row it begins. */
export interface KeptPage {
  after: number;
  bytes: Uint8Array;
}

export interface KeptHistory {
  at: number;
  /** In their order. */
  pages: KeptPage[];
}

const database = new Database('driftless-history', (db) => {
  db.createObjectStore(FACTS);
  db.createObjectStore(PAGES);
});

/** Null where there is none. @throws Error if nothing can be read */
export async function readHistory(docId: string): Promise<KeptHistory | null> {
  const facts = Facts.safeParse(await database.read(FACTS, (store) => store.get(docId)));
  const found = await database.read<unknown[]>(PAGES, (store) => store.getAll(pagesOf(docId, 0)));
  return facts.success ? { at: facts.data.at, pages: found.filter(isPage) } : null;
}

/**
 * @param after which row the pages begin; 0 where all is told anew
 * @throws Error if nothing can be kept
 */
export async function keepHistory(
  docId: string,
  after: number,
  { at, pages }: KeptHistory,
): Promise<void> {
  await database.write([FACTS, PAGES], (store) => {
    store(FACTS).put({ at }, docId);
    store(PAGES).delete(pagesOf(docId, after));
    for (const page of pages) store(PAGES).put(page, [docId, page.after]);
  });
}

/** @throws Error if it cannot be removed */
export async function forgetHistory(docId: string): Promise<void> {
  await database.write([FACTS, PAGES], (store) => {
    store(FACTS).delete(docId);
    store(PAGES).delete(pagesOf(docId, 0));
  });
}

function pagesOf(docId: string, after: number): IDBKeyRange {
  return IDBKeyRange.bound([docId, after], [docId, Number.MAX_SAFE_INTEGER]);
}

function isPage(value: unknown): value is KeptPage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'after' in value &&
    typeof value.after === 'number' &&
    'bytes' in value &&
    value.bytes instanceof Uint8Array
  );
}
