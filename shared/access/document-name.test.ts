/** Names of documents: read back as they were made, and told apart by the compiler. */
import { expect, it } from 'vitest';
import { documentPath } from './addresses.ts';
import { type DocumentName, discussionOf, namesOf, parseDocumentName } from './document-name.ts';
import { createSecret, DocId, docIdOf } from './ids.ts';

const docId = docIdOf(createSecret());

it('reads back what a name was made from', () => {
  expect(parseDocumentName(docId)).toEqual({ name: docId, docId, isDiscussion: false });
  const name = discussionOf(docId);
  expect(parseDocumentName(name)).toEqual({ name, docId, isDiscussion: true });
  expect(namesOf(docId)).toEqual([docId, `${docId}.discussion`]);
});

it.each([
  '',
  '.discussion',
  'short.discussion',
  `${docId}.discussion.discussion`,
  `${docId}.Discussion`,
  `${docId}.draft`,
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
    // @ts-expect-error There is no page of a discussion alone.
    () => documentPath(discussionOf(docId)),
    // @ts-expect-error A discussion has no discussion.
    () => discussionOf(discussionOf(docId)),
  ];
  expect(refused).toHaveLength(4);
});
