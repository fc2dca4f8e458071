/** What a copy of a document begins with, and what it does not take along. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import { ModelDriver } from '../../../shared/document/testing/model-driver.ts';
import { copyOf, documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { readTitle } from '../../../shared/document/text.ts';
import { addDraft, addDraftOf, readDrafts } from '../../../shared/suggesting/drafts.ts';
import { copiedContent } from './copied-content.ts';
import { keepInitialContent, writeInitialContent } from './new-document.ts';

test('it has all of the text, and none of the drafts, whose words it does not have', () => {
  const source = copyOf(documentOf(['Alpha one', 'שלום 👩‍👩‍👧']), 10);
  addDraft(source, { name: 'Plan', at: 5, by: null });
  const { undoSteps } = new ModelDriver(source).type('Alpha', 'one', ' later').history;
  addDraftOf(source, { name: 'Later', at: 6, by: null }, undoSteps, {});
  new ModelDriver(source).type('Alpha', 'one', '!');
  const before = Y.encodeStateAsUpdate(source);
  const docId = docIdOf(createSecret());
  keepInitialContent(docId, copiedContent(source, 'Title'));
  const copy = new Y.Doc();
  expect(writeInitialContent(docId, copy)).toBe(true);
  expect(sketch(copy)).toEqual(sketch(source));
  expect(readTitle(copy)).toBe('Title (copy)');
  expect(readDrafts(copy)).toEqual([]);
  expect(readDrafts(source)).toHaveLength(2);
  expect(Y.encodeStateAsUpdate(source)).toEqual(before);
});
