/** Names of documents: read back as they were made, and told apart by the compiler. */
import { expect, it } from 'vitest';
import { documentPath } from './addresses.ts';
import {
  type DocumentName,
  discussionOf,
  draftOf,
  namesAmong,
  namesOf,
  parseDocumentName,
} from './document-name.ts';
import { createSecret, DocId, DraftId, docIdOf } from './ids.ts';

const docId = docIdOf(createSecret());

it('reads back what a name was made from', () => {
  const body = { name: docId, docId, isDiscussion: false, isDraft: false };
  expect(parseDocumentName(docId)).toEqual(body);
  const name = discussionOf(docId);
  expect(parseDocumentName(name)).toEqual({ ...body, name, isDiscussion: true });
  const draft = draftOf(docId, DraftId.parse('0123456789aB'));
  expect(parseDocumentName(draft)).toEqual({ ...body, name: draft, isDraft: true });
  expect(namesOf(docId)).toEqual([docId, `${docId}.discussion`]);
  const stored = [draft, docId, 'library', `${docIdOf(createSecret())}.discussion`, `${docId}.x`];
  expect(namesAmong(docId, stored)).toEqual([docId, name, draft]);
});

it.each([
  '',
  '.discussion',
  'short.discussion',
  `${docId}.discussion.discussion`,
  `${docId}.Discussion`,
  `${docId}.draft`,
  `${docId}.draft-`,
  `${docId}.draft-0123456789a`,
  `${docId}.draft-0123456789abc`,
  `${docId}.draft-0123456789a.`,
  `${docId}.draft-0123456789ab\n`,
  `${docId}.draft-0123456789ab.discussion`,
  '.draft-0123456789ab',
  `${docId}\n`,
  ` ${docId}`,
])('is no name: %j', (name) => {
  expect(parseDocumentName(name)).toBeNull();
});

it('is no id of a document where it names a discussion', () => {
  expect(DocId.safeParse(discussionOf(docId)).success).toBe(false);
});

it('is told apart by the compiler', () => {
  const text: string = discussionOf(docId);
  const refused = [
    // @ts-expect-error A text that nobody checked names nothing.
    (): DocumentName => text,
    // @ts-expect-error The discussion is not the body.
    (): DocId => discussionOf(docId),
    // @ts-expect-error A draft is not the body.
    (): DocId => draftOf(docId, DraftId.parse('0123456789aB')),
    // @ts-expect-error There is no page of a discussion alone.
    () => documentPath(discussionOf(docId)),
    // @ts-expect-error A discussion has no discussion.
    () => discussionOf(discussionOf(docId)),
  ];
  expect(refused).toHaveLength(5);
});
