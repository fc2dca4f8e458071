// @vitest-environment jsdom
/** What is pasted before all is there that pasting takes: it comes, whatever happens meanwhile. */
import { afterEach, expect, test, vi } from 'vitest';
import { sketch } from '../../../shared/document/testing/sketch.ts';
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
  await vi.waitFor(() => expect(page.sketch).toEqual(['beforeone', 'two behind']));
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
  await vi.waitFor(() => expect(page.sketch).toEqual(['# head', '- entry', 'below!']));
});
