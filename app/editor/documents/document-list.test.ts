/** `[[` in the text: documents to link to. */
import { expect, test } from 'vitest';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { caretLists, choose, openList } from '../menus/caret-list.ts';
import { Headless } from '../testing/headless.ts';
import { documentList } from './document-list.ts';
import type { OtherDocument, OtherDocuments } from './other-documents.ts';

const all: OtherDocument[] = ['Harbour', 'Kitchen plan', ''].map((title) => ({
  docId: docIdOf(createSecret()),
  title,
}));
const documents: OtherDocuments = {
  search: (text) => all.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())),
  titleOf: () => null,
  open: () => undefined,
  subscribe: () => () => undefined,
};
const begin = (line = '') => {
  const desk = new Headless(documentOf([line]), {}, [caretLists([documentList(documents)])]);
  // There is no page to have the focus in.
  Object.assign(desk, { focus: () => undefined });
  return desk.select(0, line.length);
};
const labels = (desk: Headless) => openList(desk.state)?.items.map(({ label }) => label) ?? [];

test('two brackets find documents by title, and the one that is chosen stands in their place', () => {
  const desk = begin('see ');
  expect(labels(desk.keys('['))).toEqual([]);
  expect(labels(desk.keys('['))).toEqual(['Harbour', 'Kitchen plan', 'Untitled']);
  expect(labels(desk.keys('kitchen p'))).toEqual(['Kitchen plan']);
  choose(desk.view, openList(desk.state)!.items[0]!);
  expect(sketch(desk.doc)).toEqual(['see {document}']);
  expect(desk.state.doc.child(0).child(1).attrs.embed).toEqual({
    object: 'document',
    document: all[1]!.docId,
    title: 'Kitchen plan',
  });
  desk.binding.undoStep(desk.view);
  expect(desk.state.doc.textContent).toBe('see [[kitchen p');
});

test('brackets that mean something else are text', () => {
  expect(labels(begin().keys('[x'))).toEqual([]);
  expect(labels(begin().keys('[[[ar'))).toEqual([]);
  expect(labels(begin().keys('[[ har'))).toEqual([]);
  expect(labels(begin().keys('[[har]'))).toEqual([]);
  const code = begin().keys('a');
  expect(labels(code.keys(' [ [har'))).toEqual([]);
});
