// @vitest-environment jsdom
/** What is pasted before all is there that pasting takes: it comes, whatever happens meanwhile. */
import { afterEach, expect, test, vi } from 'vitest';
import { sketch } from '../../../shared/document/testing/sketch.ts';
import { untilHolds } from '../../../shared/testing/until-holds.ts';
import { Page } from '../testing/pasting.ts';
import { clipboardPart, lazyClipboard } from './lazy-clipboard.ts';

const COPIED = { 'text/plain': 'one\ntwo', 'text/html': '<p>one</p><p>two</p>' };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A page to which the clipboard's part is still on its way. */
function early(...lines: string[]): Page {
  vi.spyOn(clipboardPart, 'get').mockReturnValue(null);
  vi.spyOn(clipboardPart, 'load').mockReturnValue(new Promise(() => undefined));
  return new Page(lines, [lazyClipboard()]);
}

test('what was pasted is in the document when the page goes before it could be read', () => {
  const page = early('before behind').select('before').paste(COPIED);
  expect(page.sketch).toEqual(['before behind']);
  dispatchEvent(new Event('pagehide'));
  expect(page.sketch).toEqual(['beforeone', 'two behind']);
});

test('what was pasted is in the document when another one takes its place in the page', () => {
  const page = early('before behind').select('before').paste(COPIED);
  page.view.destroy();
  expect(sketch(page.doc)).toEqual(['beforeone', 'two behind']);
});

test('what is pasted while the network hangs comes as text, once, where it was meant to', async () => {
  vi.useFakeTimers();
  const page = early('before behind', 'below').select('before').paste(COPIED).select('below');
  page.view.dispatch(page.view.state.tr.insertText('!'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.sketch).toEqual(['beforeone', 'two behind', 'below!']);
  dispatchEvent(new Event('pagehide'));
  expect(page.sketch).toEqual(['beforeone', 'two behind', 'below!']);
});

test('what is pasted while the part cannot be had comes as text', async () => {
  const page = early('before behind').select('before');
  vi.spyOn(clipboardPart, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  page.paste(COPIED);
  await untilHolds(() => expect(page.sketch).toEqual(['beforeone', 'two behind']));
});

const HTML = {
  'text/html':
    '<style>p { color: red }</style><h2>one <b>🎉 bold</b></h2><ul><li>two<ul><li>deep</li></ul></li></ul>' +
    '<table><tr><td>cell</td><td><p>next</p></td></tr></table><a href="javascript:alert(1)">three</a><br>four' +
    '<img src="data:image/png;base64,AAAA" alt="five"><pre>a\n  b</pre><script>alert(2)</script>',
};
const OF_HTML = ['one 🎉 bold', 'two', 'deep', 'cell', 'next', 'three', 'four', 'a', '  b'];

test.each(['the page goes', 'another one takes its place'])(
  'of what says nothing but HTML the text is in the document when %s',
  (how) => {
    const page = early('before behind').select('before').paste(HTML);
    expect(page.sketch).toEqual(['before behind']);
    if (how === 'the page goes') dispatchEvent(new Event('pagehide'));
    else page.view.destroy();
    const [first, ...rest] = OF_HTML;
    const last = rest.pop();
    expect(sketch(page.doc)).toEqual([`before${first}`, ...rest, `${last} behind`]);
  },
);

test('HTML comes as what it is when all is there in time, and its text where it cannot be', async () => {
  const there = new Page(['before', ''], [lazyClipboard()]);
  await clipboardPart.load();
  there.caret(9).paste({ 'text/html': '<h2>head</h2><p>in <b>bold</b></p>' });
  expect(there.sketch).toEqual(['before', '## head', 'in *bold*']);
  const page = early('before behind').select('before');
  vi.spyOn(clipboardPart, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  page.paste({ 'text/html': '<p>one</p><p>two</p>' });
  await untilHolds(() => expect(page.sketch).toEqual(['beforeone', 'two behind']));
});

test('what is Markdown is there when the page goes before that could be read, and once', async () => {
  const page = new Page(['before', ''], [lazyClipboard()]);
  await clipboardPart.load();
  page.caret(9).paste({ 'text/plain': '# head\n\n- entry' });
  expect(page.sketch).toEqual(['before', '']);
  dispatchEvent(new Event('pagehide'));
  const there = ['before', '# head', '- entry'];
  expect(page.sketch).toEqual(there);
  await import('../../../shared/formats/markdown.ts');
  await Promise.resolve();
  expect(page.sketch).toEqual(there);
});

test('Markdown comes where it was pasted, wherever one has gone meanwhile', async () => {
  const page = new Page(['', 'below'], [lazyClipboard()]);
  await clipboardPart.load();
  page.caret(1).paste({ 'text/plain': '# head\n\n- entry' }).select('below');
  page.view.dispatch(page.view.state.tr.insertText('!'));
  await import('../../../shared/formats/markdown.ts');
  await untilHolds(() => expect(page.sketch).toEqual(['# head', '- entry', 'below!']));
});
