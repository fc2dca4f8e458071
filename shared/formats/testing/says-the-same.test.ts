/** The judge of Markdown that the other tests go by: it sees what differs, and only that. */
import { describe, expect, test } from 'vitest';
import { findDifference } from './says-the-same.ts';

describe('Two Markdown texts say the same', () => {
  test.each([
    ['other markers', '* a\n+ b\n\n***\n\n__c__ _d_', '- a\n\n* b\n\n---\n\n**c** *d*'],
    ['loose and tight lists', '- a\n- b', '- a\n\n- b'],
    ['references and direct addresses', '[a][r]\n\n[r]: /u "t"', '[a](/u "t")'],
    ['soft breaks and spaces', 'a\nb', 'a b'],
    ['kinds of line break', 'a\\\nb  \nc', 'a<br>b\\\nc'],
    ['needless escapes', 'a\\-b &amp; c', 'a-b & c'],
    ['formats nested the other way round', '***a***', '_**a**_'],
    ['indented and fenced code', '    code', '```\ncode\n```'],
    ['both forms of headings', 'a\n===', '# a'],
  ])('with %s', (_, a, b) => {
    expect(findDifference(a, b)).toBeNull();
  });

  test.each([
    ['text', 'a b', 'a  b'],
    ['a mark', 'a **b**', 'a *b*'],
    ['a link address', '[a](/u)', '[a](/v)'],
    ['a link title', '[a](/u "t")', '[a](/u)'],
    ['an image', '![a](b)', '![a](c)'],
    ['a heading level', '# a', '## a'],
    ['a start number', '1. a', '2. a'],
    ['a check', '- [ ] a', '- [x] a'],
    ['depth', '- a\n  - b', '- a\n- b'],
    ['one list or two', '- a\n- b', '- a\n\n* b'],
    ['one quote or two', '> a\n>\n> b', '> a\n\n> b'],
    ['code', '```js\na\n```', '```ts\na\n```'],
    ['a cell', '| a |\n| - |\n| 1 |', '| a |\n| - |\n| 2 |'],
    ['HTML', '<b>a</b>', '<i>a</i>'],
    ['a footnote', 'a[^1]\n\n[^1]: b', 'a[^1]\n\n[^1]: c'],
    ['an unused definition', 'a\n\n[r]: /u', 'a'],
    ['a missing block', 'a\n\nb', 'a'],
    ['order', 'a\n\nb', 'b\n\na'],
  ])('only with the same in %s', (_, a, b) => {
    expect(findDifference(a, b)).not.toBeNull();
    expect(findDifference(b, a)).not.toBeNull();
  });
});
