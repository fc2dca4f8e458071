/** Links that this library made: counted, kept until the server has them, and gone once revoked. */
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf, randomId } from '../access/ids.ts';
import {
  countMadeLinks,
  dropMadeLink,
  dropMadeLinks,
  keepMadeLink,
  readClosed,
  readMadeLinks,
  recordClosing,
  recordLinkSent,
} from './made-links.ts';

const docId = docIdOf(createSecret());

function makeLink(library: Y.Doc, createdAt: number, ofDoc = docId) {
  const link = {
    docId: ofDoc,
    id: randomId(12),
    secret: createSecret(),
    role: 'editor' as const,
    label: 'Class 4b',
    createdAt,
    expiresAt: null,
    passwordHash: null,
  };
  keepMadeLink(library, link);
  return link;
}

describe('links made on this device', () => {
  it('are counted by document, without those that have expired', () => {
    const library = new Y.Doc();
    const other = docIdOf(createSecret());
    makeLink(library, 1);
    makeLink(library, 2);
    const { id } = makeLink(library, 3);
    makeLink(library, 4, other);
    keepMadeLink(library, { ...makeLink(library, 5, other), expiresAt: 50 });
    dropMadeLink(library, docId, id);
    expect([...countMadeLinks(library, 51)]).toEqual([
      [docId, 2],
      [other, 1],
    ]);
  });

  it('wait until the server has confirmed them', () => {
    const library = new Y.Doc();
    const made = makeLink(library, 1);
    const waiting = readMadeLinks(library, docId);
    expect(waiting).toEqual([{ ...made, sentAt: null }]);
    recordLinkSent(library, waiting[0]!, 9);
    expect(readMadeLinks(library, docId)).toEqual([{ ...made, sentAt: 9 }]);
  });

  it('are told apart by document, the oldest first', () => {
    const library = new Y.Doc();
    const later = makeLink(library, 2);
    const earlier = makeLink(library, 1);
    const elsewhere = makeLink(library, 3, docIdOf(createSecret()));
    expect(readMadeLinks(library, docId).map((link) => link.id)).toEqual([earlier.id, later.id]);
    expect(readMadeLinks(library)).toHaveLength(3);
    dropMadeLinks(library, docId);
    expect(readMadeLinks(library).map((link) => link.id)).toEqual([elsewhere.id]);
  });

  it('leave nothing behind when they are revoked while being sent', () => {
    const library = new Y.Doc();
    makeLink(library, 1);
    const [link] = readMadeLinks(library);
    dropMadeLink(library, docId, link!.id);
    recordLinkSent(library, link!, 5);
    expect(library.getMap('links').size).toBe(0);
  });

  it('keep an end that was put off after it was brought forward, and none that is no more', () => {
    const library = new Y.Doc();
    const { id } = makeLink(library, 1);
    const ends = () =>
      readClosed(library)
        .get(docId)
        ?.map(({ expiresAt }) => expiresAt);
    recordClosing(library, docId, { id, expiresAt: null }, { expiresAt: 50 });
    recordClosing(library, docId, { id, expiresAt: 50 }, { expiresAt: 90 });
    expect(ends()).toEqual([90]);
    recordClosing(library, docId, { id, expiresAt: 90 }, { expiresAt: null });
    expect(ends()).toBeUndefined();
    recordClosing(library, docId, { id, expiresAt: 50 }, { expiresAt: 90 });
    expect(ends()).toBeUndefined();
  });

  it('are all kept when two devices made one each', () => {
    const [a, b] = [new Y.Doc(), new Y.Doc()];
    makeLink(a, 1);
    makeLink(b, 2);
    Y.applyUpdate(a, Y.encodeStateAsUpdate(b));
    expect(readMadeLinks(a)).toHaveLength(2);
  });
});
