/** The search over stored documents, with a browser's storage and real documents. */
import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { createDocument } from '../../shared/document/create.ts';
import type { BlockContent, InlineObject } from '../../shared/document/schema.ts';
import { writeTitle } from '../../shared/document/text.ts';
import { watchHandles } from '../replica/testing/lost-handle.ts';
import { IndexStore, SETTLED_MS } from './index-store.ts';
import { LibrarySearch } from './library-search.ts';

let all: Set<string>;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  all = new Set();
});

const opened: LibrarySearch[] = [];
afterEach(() => {
  for (const search of opened.splice(0)) search.close();
});

async function store(docId: string, title: string, ...lines: string[]): Promise<Y.Doc> {
  const doc = new Y.Doc();
  await change(docId, doc, () =>
    createDocument(doc, {
      title,
      blocks: lines.map((text) => ({ type: 'paragraph', content: [{ text }] })),
    }),
  );
  all.add(docId);
  return doc;
}

/** Stores what is changed in a document, and tells nobody. */
async function change(docId: string, doc: Y.Doc, write: () => void): Promise<void> {
  const stored = new IndexeddbPersistence(`driftless:${docId}`, doc);
  await stored.whenSynced;
  write();
  await stored.destroy();
}

async function openSearch(): Promise<LibrarySearch> {
  const search = await LibrarySearch.open();
  opened.push(search);
  await search.keepOnly(all);
  await search.whenIdle();
  return search;
}

async function found(search: LibrarySearch, query: string): Promise<string[]> {
  return (await search.find(query)).results.map(({ docId }) => docId).sort();
}

/** Everything that is kept, as text. */
async function kept(): Promise<string> {
  const db = new IndexStore();
  const [facts, index] = await Promise.all([db.facts(), db.index()]);
  const texts = await Promise.all([...facts.keys()].map((docId) => db.text(docId)));
  db.close();
  return JSON.stringify([texts, index?.index]);
}

test('a document that was open lately is read again, though the mark of its change went with its page', async () => {
  const doc = await store('a', 'Places', 'at the harbour');
  (await openSearch()).close();
  await change('a', doc, () => writeTitle(doc, 'Lighthouses'));
  const search = await openSearch();
  expect(await found(search, 'lighthouses')).toEqual([]);
  await search.keepOnly(all, ['a']);
  await search.whenIdle();
  expect(await found(search, 'lighthouses')).toEqual(['a']);
});

test('documents are found by all words of title and text, in any order, with a piece of it', async () => {
  await store('a', 'Trip to Ágnes', 'First line', 'The café by the harbour opens late');
  await store('b', 'Harbour', 'No coffee');
  await store('c', 'Other', '東京の港で会う');
  const search = await openSearch();
  expect(await found(search, 'harb')).toEqual(['a', 'b']);
  expect(await found(search, 'HARB cafe agnes')).toEqual(['a']);
  expect(await found(search, 'harbour tokyo')).toEqual([]);
  expect(await found(search, '港')).toEqual(['c']);
  const { results } = await search.find('late cafe');
  const { text, marks } = results[0]!.excerpt!;
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['café', 'late']);
});

test('nearly so is found only where nothing is written just so', async () => {
  await store('a', '', 'The lighthouse');
  await store('b', '', 'The lighthose');
  const search = await openSearch();
  expect(await found(search, 'lighthouse')).toEqual(['a']);
  expect(await found(search, 'lighthousse')).not.toEqual([]);
});

test('what was read before is not read anew, and what changed since is', async () => {
  const doc = await store('a', 'Alpha', 'first words');
  await store('b', 'Beta', 'second words');
  const first = await openSearch();
  await first.keep();
  first.close();
  await change('a', doc, () => writeTitle(doc, 'Gamma'));
  const again = await openSearch();
  // Nobody said that it has changed.
  expect(await found(again, 'alpha')).toEqual(['a']);
  again.close();
  const marks = new IndexStore();
  await marks.markChanged(['a']);
  marks.close();
  const marked = await openSearch();
  expect(await found(marked, 'alpha')).toEqual([]);
  expect(await found(marked, 'gamma words')).toEqual(['a']);
  expect(await found(marked, 'words')).toEqual(['a', 'b']);
});

test('what was stored behind a mark that was read already is found, though nobody marks it again', async () => {
  const doc = await store('a', 'Alpha', 'first words');
  const marks = new IndexStore();
  await marks.markChanged(['a']);
  // Read while the last of it is on its way into the storage, by a page that then ends.
  const first = await openSearch();
  first.close();
  await change('a', doc, () => writeTitle(doc, 'Gamma'));
  const again = await openSearch();
  expect(await found(again, 'gamma')).toEqual(['a']);
  expect(await marks.changed()).toEqual(['a']);
  marks.close();
});

test('a mark goes when it has settled, and what was stored meanwhile is found by then', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const doc = await store('a', 'Alpha', 'first words');
    const marks = new IndexStore();
    await marks.markChanged(['a']);
    (await openSearch()).close();
    await change('a', doc, () => writeTitle(doc, 'Gamma'));
    vi.setSystemTime(Date.now() + SETTLED_MS);
    const again = await openSearch();
    expect(await found(again, 'gamma')).toEqual(['a']);
    expect(await marks.changed()).toEqual([]);
    marks.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a document that could not be read for a moment is found without another start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    await store('a', 'Alpha', 'first words');
    const open = indexedDB.open.bind(indexedDB);
    let isBroken = true;
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (isBroken && name === 'driftless:a') throw new DOMException('Internal', 'UnknownError');
      return open(name, version);
    });
    const search = await openSearch();
    expect(await found(search, 'alpha')).toEqual([]);
    isBroken = false;
    vi.advanceTimersByTime(SETTLED_MS);
    await search.whenIdle();
    expect(await found(search, 'alpha')).toEqual(['a']);
    expect(said).toHaveBeenCalledOnce();
  } finally {
    said.mockRestore();
    vi.useRealTimers();
  }
});

test('a document that is marked before the first of it is stored is found without another mark', async () => {
  const marks = new IndexStore();
  await marks.markChanged(['a']);
  (await openSearch()).close();
  expect(await marks.changed()).toEqual(['a']);
  await store('a', 'Alpha', 'first words');
  expect(await found(await openSearch(), 'alpha')).toEqual(['a']);
  marks.close();
});

test('an index is not taken for the newer words of a document that was forgotten and read again', async () => {
  const doc = await store('a', 'Alpha', 'first words');
  const first = await openSearch();
  await first.keep();
  first.close();
  await change('a', doc, () => writeTitle(doc, 'Gamma'));
  // Forgotten by a page that ended before the index without it was kept, and read again by the next.
  const facts = new IndexStore();
  await facts.forget(['a']);
  const second = await openSearch();
  second.close();
  facts.close();
  expect(await found(await openSearch(), 'gamma')).toEqual(['a']);
});

test('what ends before the index is kept is found all the same', async () => {
  await store('a', 'Alpha', 'words');
  (await openSearch()).close();
  expect(await found(await openSearch(), 'alpha')).toEqual(['a']);
});

test('of a document that is gone nothing is kept', async () => {
  await store('a', 'Alpha', 'confidential');
  await store('b', 'Beta', 'words');
  const search = await openSearch();
  await search.keep();
  expect(await kept()).toContain('confidential');
  all.delete('a');
  await search.keepOnly(all);
  expect(await kept()).not.toContain('confidential');
  expect(await found(search, 'confidential')).toEqual([]);
  expect(await found(search, 'words')).toEqual(['b']);
});

test('a search whose database the browser closed goes on finding, reading and keeping', async () => {
  await store('a', 'Alpha', 'words');
  const handles = watchHandles();
  const search = await openSearch();
  forceCloseDatabase(handles.find(({ name }) => name === 'driftless-search') as never);
  expect(await found(search, 'words')).toEqual(['a']);
  await store('b', 'Beta', 'more words');
  search.changed(['b']);
  await search.keepOnly(all);
  await search.whenIdle();
  expect(await found(search, 'words')).toEqual(['a', 'b']);
  expect(await kept()).toContain('more words');
});

test('words of every script are found, and signs that are part of them', async () => {
  await store('emoji', 'Party 🎉', 'Ask the 👩‍🔬, thumbs 👍🏽 and 🇩🇪');
  await store('german', 'Wegbeschreibung', 'Die Straße nach Łódź');
  await store('arabic', 'تحية', 'مـــرحبا بكم، السَّلَامُ');
  // As written by keyboards for Arabic and for Persian.
  await store('persian', 'گزارش', 'کتاب‌های علی در سال ۱۴۰۵', 'ٱلفصل ٤٢');
  await store('code', 'Languages', 'C++ and C# and i++');
  await store('letters', 'Letters', 'c cat cost');
  await store('japanese', '会議', '明日は東京で会う。ラーメンを食べる');
  await store('sound', 'サーバー2号機', 'プリンターAとﾊﾟｿｺﾝ、iPhoneケース〆切');
  await store('thai', 'ไทย', 'สวัสดีครับทุกคน กินน้ำ');
  await store('greek', 'Δρόμος', 'ο ΟΔΟΣ');
  await store('hindi', 'हिन्दी', 'नमस्ते दुनिया');
  await store('korean', '한국어', '\u110b\u1161\u11ab녕하세요');
  const search = await openSearch();
  for (const [query, ...ids] of [
    ['🎉', 'emoji'],
    ['👩‍🔬', 'emoji'],
    ['👍', 'emoji'],
    ['🇩🇪', 'emoji'],
    ['strasse', 'german'],
    ['STRASSE lodz', 'german'],
    ['مرحبا', 'arabic'],
    ['السلام', 'arabic'],
    ['كتابهاي', 'persian'],
    ['على', 'persian'],
    ['1405', 'persian'],
    ['٤٢', 'persian'],
    ['42', 'persian'],
    ['الفصل', 'persian'],
    ['c++', 'code'],
    ['C#', 'code'],
    ['東京', 'japanese'],
    ['ラーメン', 'japanese'],
    ['2号機', 'sound'],
    ['サーバー', 'sound'],
    ['プリンター A', 'sound'],
    ['パソコン', 'sound'],
    ['ケース', 'sound'],
    ['สวัสดี', 'thai'],
    ['กินน้ำ', 'thai'],
    ['οδος', 'greek'],
    ['δρομος', 'greek'],
    ['नमस्ते', 'hindi'],
    ['안녕', 'korean'],
  ] as const)
    expect(await found(search, query), query).toEqual(ids);
  expect(await found(search, 'c')).toContain('letters');
});

test('what is written without blanks is found by what stands together, and else by its characters', async () => {
  await store('meeting', '会議', '明日の会議は港で');
  await store('parliament', '議会', '議会は日本の東、京都から');
  await store('come', '', 'เขามาแล้ว');
  await store('name', '', 'นามของเขา');
  await store('tokyo', '', '東京は\n港');
  const search = await openSearch();
  for (const [query, ...ids] of [
    ['会議', 'meeting'],
    ['議会', 'parliament'],
    ['東京', 'tokyo'],
    ['มา', 'come'],
    ['นาม', 'name'],
    ['港 会議', 'meeting'],
    ['京', 'parliament', 'tokyo'],
    ['東京港', 'tokyo'],
  ] as const)
    expect(await found(search, query), query).toEqual(ids);
  for (const [query, marked] of [
    ['会議は', '会議は'],
    // And nothing of what stands right behind it, which is somewhere else, too.
    ['会', '会'],
    ['แ', 'แ'],
    ['議', '議'],
  ] as const) {
    const { text, marks } = (await search.find(query)).results[0]!.excerpt!;
    expect(marks.map(([from, to]) => text.slice(from, to)).join(''), query).toBe(marked);
  }
});

test('a piece of a text without blanks is of where it stands together, and marked as that', async () => {
  const excerptOf = async (search: LibrarySearch, query: string) => {
    const { text, marks } = (await search.find(query)).results[0]!.excerpt!;
    return [text, ...marks.map(([from, to]) => text.slice(from, to))];
  };
  await store('a', '', '東、京と北の京', '北から東京都へ', 'เขานาม', 'มาแล้ว');
  const search = await openSearch();
  expect(await excerptOf(search, '東京')).toEqual(['北から東京都へ', '東京']);
  expect(await excerptOf(search, '東京都')).toEqual(['北から東京都へ', '東京都']);
  expect(await excerptOf(search, '京')).toEqual(['東、京と北の京', '京', '京']);
  expect(await excerptOf(search, 'มา')).toEqual(['มาแล้ว', 'มา']);
  expect(await excerptOf(search, '東北')).toEqual(['東、京と北の京', '東', '北']);
});

test('what is in the trash takes no place of what is not', async () => {
  const trash = Array.from({ length: 70 }, (_, index) => `trash${index}`);
  for (const docId of trash) await store(docId, 'needle', 'needle needle needle');
  await store('kept', 'Other', 'hay and one needle, and more words than the others have');
  const search = await openSearch();
  const { results } = await search.find('needle', trash);
  expect(results.map(({ docId }) => docId)).toEqual(['kept']);
});

test('a piece of a text never begins or ends within a character', async () => {
  const text = `${'👩‍🔬'.repeat(30)} needle ${'👍🏽'.repeat(90)}`;
  for (let shift = 0; shift < 12; shift++)
    await store(`d${shift}`, 'T', `${'x'.repeat(shift)}${text}`);
  const search = await openSearch();
  const { results } = await search.find('needle');
  expect(results).toHaveLength(12);
  for (const { excerpt } of results) {
    expect(excerpt!.text.isWellFormed()).toBe(true);
    const cut = excerpt!.text.replaceAll('👩‍🔬', '').replaceAll('👍🏽', '');
    expect(cut).toMatch(/^(?:… )?x*\s?needle\s?(?: …)?$/);
    const [from, to] = excerpt!.marks[0]!;
    expect(excerpt!.text.slice(from, to)).toBe('needle');
  }
});

test('nor within a word of one that has blanks between them', async () => {
  const before = 'eins zwei drei vier fünf sechs sieben acht neun zehn';
  const behind = Array.from({ length: 60 }, (_, at) => `Donaudampfschiff${at}`).join(' ');
  for (let shift = 0; shift < 20; shift++)
    await store(`d${shift}`, 'T', `${'x'.repeat(shift)} ${before} needle ${behind}`);
  const search = await openSearch();
  const { results } = await search.find('needle');
  expect(results).toHaveLength(20);
  for (const { excerpt } of results)
    expect(excerpt!.text).toMatch(/needle(?: Donaudampfschiff\d+)+ …$/);
});

test('what stands in a text as something else is found by its words, and what a file is called', async () => {
  const doc = new Y.Doc();
  const line = (embed: InlineObject) => ({
    type: 'paragraph',
    content: [{ text: 'with ' }, { embed }, { text: ' there' }],
  });
  const blocks: BlockContent[] = [
    line({ object: 'mention', person: 'p', name: 'Ada Lovelace' }),
    line({ object: 'date', date: '2026-03-04' }),
    line({ object: 'document', document: docIdOf(createSecret()), title: 'Roadmap' }),
    line({ object: 'image', src: 'x', alt: 'lighthouse' }),
    line({ object: 'formula', source: 'E = mc^2' }),
    line({ object: 'footnote', label: 'unseen' }),
    line({ object: 'html', value: '<kbd>' }),
    { type: 'file', name: 'budget.pdf', src: 'y', content: [{ text: 'Costs' }] },
    { type: 'image', alt: 'harbour', src: 'z', content: [{ text: 'Caption' }] },
    { type: 'bookmark', href: 'https://example.org/', content: [{ text: 'Page' }] },
    {
      type: 'table',
      content: [],
      table: {
        columns: [{ id: 'c' }],
        rows: [
          { id: 'r', cells: [[{ embed: { object: 'mention', person: 'q', name: 'Grace' } }]] },
        ],
      },
    },
  ];
  await change('a', doc, () => createDocument(doc, { title: 'T', blocks }));
  all.add('a');
  const search = await openSearch();
  for (const query of [
    ...['lovelace', '@Ada', '2026-03-04', 'roadmap', 'lighthouse', 'mc', 'budget', 'costs'],
    ...['harbour', 'caption', 'example.org', 'page', 'grace'],
  ])
    expect(await found(search, query), query).toEqual(['a']);
  for (const query of ['unseen', 'kbd', 'mention'])
    expect(await found(search, query), query).toEqual([]);
  const { text, marks } = (await search.find('lovelace')).results[0]!.excerpt!;
  expect([text, marks.map(([from, to]) => text.slice(from, to))]).toEqual([
    'with @Ada Lovelace there',
    ['Lovelace'],
  ]);
  search.close();

  // What an earlier version read had none of it.
  const db = new IndexStore();
  const { rules: _rules, ...before } = (await db.facts()).get('a')!;
  await db.keepText('a', { title: 'T', blocks: [] }, { ...before, reading: 1 }, undefined);
  db.close();
  expect(await found(await openSearch(), 'lovelace')).toEqual(['a']);
});

test('what links to a document is known from what was read, and what an earlier version read is read anew', async () => {
  const to = docIdOf(createSecret());
  const doc = await store('a', 'Alpha', 'words');
  await change('a', doc, () =>
    createDocument(doc, {
      blocks: [
        {
          type: 'paragraph',
          content: [{ embed: { object: 'document', document: to, title: '' } }],
        },
      ],
    }),
  );
  await openSearch();
  const db = new IndexStore();
  expect((await db.facts()).get('a')?.links).toEqual([to]);
  const { links: _links, ...before } = (await db.facts()).get('a')!;
  const text = (await db.text('a'))!;
  await db.keepText('a', text, before, undefined);
  await openSearch();
  expect((await db.facts()).get('a')?.links).toEqual([to]);
  db.close();
});

test('the first words of a document are kept, and of one that an earlier version read, read anew', async () => {
  await store('a', 'Title', 'First line', 'and  the second', 'word '.repeat(60));
  (await openSearch()).close();
  const db = new IndexStore();
  const begins = async () => (await db.factsOf('a'))?.start;
  const start = await begins();
  expect(start).toMatch(/^First line and the second word word /);
  expect(start!.length).toBeLessThanOrEqual(160);
  const { start: _start, ...before } = (await db.factsOf('a'))!;
  await db.keepText('a', (await db.text('a'))!, before, undefined);
  expect(await begins()).toBeUndefined();
  await openSearch();
  expect(await begins()).toBe(start);
  db.close();
});
