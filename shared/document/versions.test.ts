/** Moments with names: what is written of them, and what is read of what anybody wrote. */
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { ROOT } from './schema.ts';
import { copyOf, documentOf, mergeAll } from './testing/sketch.ts';
import {
  addVersion,
  followVersions,
  MAX_VERSION_NAME,
  momentOf,
  readMoment,
  readVersions,
  removeVersion,
  renameVersion,
} from './versions.ts';

function named(doc: Y.Doc, name: string, at = 5): string {
  return addVersion(doc, { name, at, by: 'ana', moment: momentOf(doc) })!;
}

describe('versions of a document', () => {
  it('are wherever the document is, in the order of their moments', () => {
    const doc = documentOf(['Alpha']);
    named(doc, '  For the\nprinter 🖨️ ', 20);
    named(doc, 'First', 10);
    expect(readVersions(copyOf(doc, 30))).toMatchObject([
      { name: 'First', at: 10, by: 'ana' },
      { name: 'For the printer 🖨️', at: 20 },
    ]);
  });

  it('say what there was, to the character', () => {
    const doc = documentOf(['Alpha', 'Bravo']);
    doc.getText(ROOT.body).delete(1, 2);
    const { exact, known } = readMoment(momentOf(doc))!;
    expect(Y.equalSnapshots(exact!, Y.snapshot(doc))).toBe(true);
    expect(known).toEqual(Y.decodeStateVector(Y.encodeStateVector(doc)));
  });

  it('say less of what would take much room', () => {
    const doc = new Y.Doc();
    /** Many devices, each with something that is deleted, or not. */
    const write = (count: number, isDeleted: boolean) =>
      doc.transact(() => {
        const map = doc.getMap(ROOT.fields);
        for (let index = 0; index < count; index++) {
          doc.clientID = 2 ** 31 - index * 2 - Number(isDeleted);
          const key = String(doc.clientID);
          map.set(key, 1);
          if (isDeleted) map.delete(key);
        }
      });
    write(3_000, true);
    expect(readMoment(momentOf(doc))).toMatchObject({ exact: null });
    expect(readMoment(momentOf(doc))!.known!.size).toBe(3_000);
    write(4_000, false);
    expect(readMoment(momentOf(doc))).toEqual({ exact: null, known: null });
  });

  it('are renamed and removed, and one that is removed stays so whoever renames it meanwhile', () => {
    const doc = documentOf(['Alpha']);
    const [one, other] = [named(doc, 'One'), named(doc, 'Other')];
    renameVersion(doc, one, 'Two');
    renameVersion(doc, one, ' \n ');
    expect(
      readVersions(doc)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Other', 'Two']);
    const ben = copyOf(doc, 30);
    removeVersion(doc, other);
    renameVersion(ben, other, 'Mine');
    for (let round = 0; round < 2; round++) mergeAll([doc, ben]);
    for (const each of [doc, ben])
      expect(readVersions(each).map(({ name }) => name)).toEqual(['Two']);
    renameVersion(doc, other, 'Again');
    expect(doc.getMap(ROOT.versions).get(`${other}:name`)).not.toBe('Again');
  });

  it('are told of when they change', () => {
    const doc = documentOf(['Alpha']);
    let heard = 0;
    const stop = followVersions(doc, () => heard++);
    const id = named(doc, 'One');
    removeVersion(doc, id);
    stop();
    named(doc, 'Two');
    expect(heard).toBe(2);
  });

  it('have a name, no longer than it may be and with no character cut', () => {
    const doc = documentOf(['Alpha']);
    expect(addVersion(doc, { name: ' \t', at: 1, by: null, moment: momentOf(doc) })).toBeNull();
    named(doc, `${'x'.repeat(MAX_VERSION_NAME - 1)}👩🏽‍🚀`);
    expect(readVersions(doc)[0]!.name).toBe('x'.repeat(MAX_VERSION_NAME - 1));
  });

  it('that make no sense are none', () => {
    const doc = documentOf(['Alpha']);
    const good = momentOf(doc);
    const map = doc.getMap(ROOT.versions);
    const values: [unknown, unknown, unknown][] = [
      ['a', 1, 'no bytes'],
      ['a', 1, Uint8Array.of()],
      ['a', 1, Uint8Array.of(9, 1)],
      ['a', 1, Uint8Array.of(0, 1)],
      ['a', 1, Uint8Array.of(2, 255, 255, 255, 255)],
      ['a', -1, good],
      ['a', 1.5, good],
      ['a', Number.NaN, good],
      ['a', Number.MAX_SAFE_INTEGER, good],
      [7, 1, good],
      ['', 1, good],
      ['a', 1, new Uint8Array(40_000)],
    ];
    values.forEach(([name, at, moment], index) => {
      map.set(`${index}:name`, name);
      map.set(`${index}:at`, at);
      map.set(`${index}:moment`, moment);
    });
    map.set('loose', 1);
    map.set(':moment', good);
    expect(readVersions(doc)).toEqual([]);
    named(doc, 'Good');
    expect(readVersions(doc)).toHaveLength(1);
  });
});
