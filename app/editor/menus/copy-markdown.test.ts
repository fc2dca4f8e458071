/** What "Copy as Markdown" puts on the clipboard. */
import { expect, test } from 'vitest';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { Headless } from '../testing/headless.ts';
import { markdownOf } from './copy-markdown.ts';

test('blocks are Markdown with their nesting and formatting', () => {
  const { state } = new Headless(
    documentOf(['## Part', 'some *bold*', '- one', '  - inner', '[x] done', '⊞# a ¦ b ⁄ c ¦ d']),
  );
  expect(markdownOf(state.doc.content)).toBe(
    [
      '## Part',
      'some **bold**',
      '- one\n  - inner\n- [x] done',
      '| a | b |\n| - | - |\n| c | d |',
    ].join('\n\n'),
  );
});

test('what is nested stands at the margin where it is copied alone', () => {
  const { state } = new Headless(documentOf(['- one', '  - inner', '    - deep']));
  expect(markdownOf(state.doc.content.cut(state.doc.child(0).nodeSize))).toBe('- inner\n  - deep');
});
