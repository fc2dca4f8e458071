// @vitest-environment jsdom
/** The line that one writes in, where the keyboard comes. */
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test, vi } from 'vitest';
import { schema } from '../schema.ts';

/** What is seen of the page, which this environment has not. */
class Seen extends EventTarget {
  height = innerHeight;
  offsetTop = 0;
  scale = 1;

  becomes(height: number, scale = 1): void {
    this.height = height;
    this.scale = scale;
    this.dispatchEvent(new Event('resize'));
  }
}

test('what is written in comes above a keyboard, and stays where only a bar comes or one pinches', async () => {
  const seen = new Seen();
  vi.stubGlobal('visualViewport', seen);
  vi.stubGlobal('matchMedia', () => new EventTarget());
  const { followKeyboard } = await import('./phone.ts');
  let scrolled = 0;
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({ schema }),
    attributes: { tabindex: '0' },
    handleScrollToSelection: () => {
      scrolled++;
      return true;
    },
  });
  const stop = followKeyboard(view);
  const whole = seen.height;
  seen.becomes(whole * 0.5);
  expect(scrolled).toBe(0);
  seen.becomes(whole);
  view.dom.focus();
  seen.becomes(whole * 0.92);
  expect(scrolled).toBe(0);
  seen.becomes(whole * 0.5);
  expect(scrolled).toBe(1);
  expect(document.documentElement.style.getPropertyValue('--keyboard')).toBe(`${whole / 2}px`);
  seen.becomes(whole * 0.25, 2);
  seen.becomes(whole);
  expect(scrolled).toBe(1);
  stop();
  seen.becomes(whole * 0.5);
  expect(scrolled).toBe(1);
  view.destroy();
});
