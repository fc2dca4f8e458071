/** What is moved in the library, and brought back. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { moveToFolder } from '../../shared/library/arrange.ts';
import { createFolder, FolderTree } from '../../shared/library/folders.ts';
import { addEntry, readEntry } from '../../shared/library/library.ts';
import { tLazy } from '../i18n/lazy.ts';
import { offeredWith, takeBack } from '../ui/undoable.ts';
import { move } from './dragged.ts';

test('several documents and a folder go where they are put, and each back to where it was', () => {
  const library = new Y.Doc();
  const [work, home] = ['Work', 'Home'].map((name) =>
    createFolder(library, { name, parent: null, now: 1 }),
  );
  const [top, within] = [createSecret(), createSecret()].map((secret) => {
    const docId = docIdOf(secret);
    addEntry(library, { docId, secret, now: 1 });
    return docId;
  });
  moveToFolder(library, within!, home!);
  const places = () => [top!, within!].map((docId) => readEntry(library, docId)?.folder);
  const undo = (title: string) => takeBack(offeredWith(tLazy().folders.moved(title, 'Work'))!);

  move(library, { docIds: [top!, within!], title: 'Both' }, work!);
  expect(places()).toEqual([work, work]);
  undo('Both');
  expect(places()).toEqual([null, home]);

  move(library, { folder: home!, title: 'Home' }, work!);
  expect(new FolderTree(library).parentOf(home!)).toBe(work);
  move(library, { folder: work!, title: 'Work' }, home!);
  expect(new FolderTree(library).parentOf(work!)).toBeNull();
  undo('Home');
  expect(new FolderTree(library).parentOf(home!)).toBeNull();
});
