// @vitest-environment jsdom
/** What is given to the browser as a download can be read for as long as it may ask first. */
import { afterEach, expect, test, vi } from 'vitest';
import { downloadFile } from './markdown-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a file that goes out is there while a browser asks whether it may, and not for ever', () => {
  vi.useFakeTimers();
  const living = new Set<string>();
  URL.createObjectURL = () => {
    living.add('blob:notes');
    return 'blob:notes';
  };
  URL.revokeObjectURL = (url) => {
    living.delete(url);
  };
  const asked: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    asked.push([this.href, this.download]);
  });
  downloadFile('Notes.md', new Blob(['# Notes']));
  expect(asked).toEqual([['blob:notes', 'Notes.md']]);
  vi.advanceTimersByTime(30_000);
  expect([...living]).toEqual(['blob:notes']);
  vi.runAllTimers();
  expect([...living]).toEqual([]);
});
