/** Bookmarks in lines that somebody else takes away meanwhile. */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { readBlocks } from '../../../../shared/document/body.ts';
import { textOf } from '../../../../shared/document/plain-text.ts';
import { copyOf, documentOf, mergeAll } from '../../../../shared/document/testing/sketch.ts';
import { joinBackward } from '../../commands/commands.ts';
import { Headless } from '../../testing/headless.ts';
import { putBookmark, turnIntoBookmark } from './bookmarks.ts';

const PAGE = 'https://example.org/page';

const read = (doc: Y.Doc) =>
  readBlocks(doc).map((block) => (block.href ? `◈ ${block.href} ${textOf(block)}` : textOf(block)));

/** What both read once A has made a bookmark of the second line, and B has done something there. */
function merged(
  ids: readonly [number, number],
  [line, before]: readonly [string, (text: string) => string],
  act: (ben: Headless) => void,
): string[] {
  const original = documentOf(['Alpha', before(line), 'Charlie']);
  const [ana, ben] = ids.map((id) => new Headless(copyOf(original, id))) as [Headless, Headless];
  ana.select(1, line.length);
  const start = ana.state.doc.child(0).nodeSize + 1;
  ana.dispatch(
    line === ''
      ? putBookmark(ana.state, PAGE)
      : turnIntoBookmark(ana.state.tr, { from: start, to: start + line.length, href: PAGE }),
  );
  expect(read(ana.doc)).toEqual(['Alpha', `◈ ${PAGE} `, 'Charlie']);
  expect(ana.state.selection.$head.parent.type.name).toBe('bookmark');
  act(ben);
  mergeAll([ana.doc, ben.doc]);
  for (const editor of [ana, ben]) expect(editor.isTrue()).toBe(true);
  expect(read(ben.doc)).toEqual(read(ana.doc));
  return read(ana.doc);
}

const LINES: readonly (readonly [string, (text: string) => string])[] = [
  ['', () => ''],
  [PAGE, (text) => text],
];

describe.each([[[10, 20]], [[20, 10]]] as const)('with the ids %o', (ids) => {
  test.each(LINES)('it stays where somebody joins the line to the one above (%s)', (...line) => {
    expect(merged(ids, line, (ben) => ben.select(1, 0).run(joinBackward))).toContain(`◈ ${PAGE} `);
  });

  test('it stays where somebody takes the empty line away', () => {
    const act = (ben: Headless) => ben.select(2, 0).run(joinBackward);
    expect(merged(ids, LINES[0]!, act)).toEqual(['Alpha', `◈ ${PAGE} `, 'Charlie']);
  });

  test('what somebody writes in the empty line is a line', () => {
    const act = (ben: Headless) => ben.select(1, 0).type('Bravo');
    expect(merged(ids, LINES[0]!, act)).toEqual(['Alpha', `◈ ${PAGE} `, 'Bravo', 'Charlie']);
  });
});
