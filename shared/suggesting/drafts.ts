/**
 * The drafts of a document, as it lists them: flat registers in the Y.Map `drafts`, `id:name`, `id:at`
 * and `id:by`, which are wherever the document is. What is written in a draft is in a document of its
 * own (`draft.ts`), what became of it among what was decided (`decisions.ts`).
 *
 * Invariant: a draft that was made stays listed, whatever became of it, so nothing that was written in
 * one is ever out of reach; also where several made them apart, and they are more than one would make.
 */
import type * as Y from 'yjs';
import { DraftId } from '../access/ids.ts';
import { freshId } from '../document/ids-and-clock.ts';
import { withoutHalves } from '../document/pairs.ts';
import { ROOT } from '../document/schema.ts';
import { clip } from '../document/text.ts';
import type { Step } from '../document/undo-history.ts';
import { MAX_DRAFTS } from '../protocol/limits.ts';
import { time } from '../shape.ts';
import { decidedOf, type SuggestionState } from './decisions.ts';
import { knownOfDraft, moveIntoDraft } from './draft.ts';
import { asOne, reject, reopen } from './review.ts';

/** Of a name, in UTF-16 units. */
export const MAX_DRAFT_NAME = 120;

export interface NamedDraft {
  readonly id: DraftId;
  readonly name: string;
  /** When it was made, in milliseconds since 1970, by its maker's clock. */
  readonly at: number;
  /** Id of whoever made it, which nobody proved; null where they did not say. */
  readonly by: string | null;
  /** `accepted` is merged, `rejected` discarded; somebody may have written on since. */
  readonly state: SuggestionState;
}

/** Those that were made, the newest first. */
export function readDrafts(doc: Y.Doc): NamedDraft[] {
  const map = draftsMap(doc);
  const drafts: NamedDraft[] = [];
  for (const key of map.keys()) {
    if (!key.endsWith(':name')) continue;
    const draft = readDraft(doc, key.slice(0, -':name'.length));
    if (draft) drafts.push(draft);
  }
  return drafts.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

/** Null where there is none of this id, or nothing that can be read. */
export function readDraft(doc: Y.Doc, id: string): NamedDraft | null {
  const map = draftsMap(doc);
  const [name, at, by] = ['name', 'at', 'by'].map((field) => map.get(`${id}:${field}`));
  const known = DraftId.safeParse(id);
  const made = time.safeParse(at);
  if (!known.success || typeof name !== 'string' || !made.success) return null;
  const told = nameIn(name);
  if (told === '') return null;
  return {
    id: known.data,
    name: told,
    at: made.data,
    by: typeof by === 'string' ? by : null,
    state: decidedOf(doc, knownOfDraft(doc, id)).state,
  };
}

export function mayAddDraft(doc: Y.Doc): boolean {
  return readDrafts(doc).length < MAX_DRAFTS;
}

type NewDraft = Pick<NamedDraft, 'name' | 'at' | 'by'>;

/** @returns its id; null where there is nothing in the name, or one draft more than there may be */
export function addDraft(doc: Y.Doc, draft: NewDraft, origin?: unknown): DraftId | null {
  if (!canBe(doc, draft)) return null;
  const id = newId();
  doc.transact(() => list(doc, id, draft), origin);
  return id;
}

/**
 * Adds one that has what somebody just did in the document, which is without it from then on: see
 * `moveIntoDraft`. It is one change, so nobody ever has a document without it and no draft of it.
 *
 * @param steps what was done, the oldest first
 * @returns as `addDraft`; null, too, where nothing is left of what was done
 */
export function addDraftOf(
  doc: Y.Doc,
  draft: NewDraft,
  steps: readonly Step[],
  origin: object,
): DraftId | null {
  if (!canBe(doc, draft)) return null;
  const id = newId();
  const isAny = asOne(doc, origin, (there) => {
    if (!moveIntoDraft(there, id, steps, origin)) return false;
    list(there, id, draft);
    return true;
  });
  return isAny ? id : null;
}

function newId(): DraftId {
  return freshId(12) as DraftId;
}

function canBe(doc: Y.Doc, { name }: NewDraft): boolean {
  return nameIn(name) !== '' && mayAddDraft(doc);
}

function list(doc: Y.Doc, id: DraftId, { name, at, by }: NewDraft): void {
  const map = draftsMap(doc);
  map.set(`${id}:name`, nameIn(name));
  map.set(`${id}:at`, at);
  if (by !== null) map.set(`${id}:by`, by);
}

export function renameDraft(doc: Y.Doc, id: DraftId, name: string, origin?: unknown): void {
  const told = nameIn(name);
  const map = draftsMap(doc);
  if (told === '' || map.get(`${id}:name`) === told || !map.has(`${id}:at`)) return;
  doc.transact(() => map.set(`${id}:name`, told), origin);
}

/** Nothing of it comes into the document: it stays to be read, and can be taken up again. */
export function discardDraft(doc: Y.Doc, id: DraftId, origin: object): void {
  reject(doc, [knownOfDraft(doc, id)], origin);
}

export function takeUpDraft(doc: Y.Doc, id: DraftId, origin: object): void {
  reopen(doc, [knownOfDraft(doc, id)], origin);
}

/** @returns how to stop */
export function followDrafts(doc: Y.Doc, onChange: () => void): () => void {
  const maps = [draftsMap(doc), doc.getMap<unknown>(ROOT.suggestions)];
  for (const map of maps) map.observe(onChange);
  return () => {
    for (const map of maps) map.unobserve(onChange);
  };
}

function draftsMap(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(ROOT.drafts);
}

/** As it is shown: in one line, and no longer than it may be. */
function nameIn(name: string): string {
  return clip(withoutHalves(name).replace(/\s+/g, ' ').trim(), MAX_DRAFT_NAME);
}
