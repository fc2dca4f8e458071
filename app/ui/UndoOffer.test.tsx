// @vitest-environment jsdom
/** News that can be taken back: by the button, by its key, once, and only where they were told. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from './Announcer.tsx';
import { announce } from './announce.ts';
import { navigate } from './navigation.tsx';
import { UndoOffer } from './UndoOffer.tsx';
import { announceOffer, announceUndoable } from './undoable.ts';

let root: Root;
const host = document.createElement('div');

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, scrollTo: () => undefined });
  document.body.append(host);
  root = createRoot(host);
  await act(async () =>
    root.render(
      <>
        <Announcer />
        <UndoOffer />
      </>,
    ),
  );
});

afterEach(async () => {
  await act(async () => {
    announce('');
    root.unmount();
  });
  host.remove();
});

const button = () => host.querySelector('button');
const tell = async (undo: () => void) => {
  await act(async () => announceUndoable('“Plan” is in the trash', undo));
};

test('the button takes it back, once, and the news go', async () => {
  const undo = vi.fn<() => void>();
  await tell(undo);
  expect(host.textContent).toContain('“Plan” is in the trash');
  const pressed = button()!;
  await act(async () => pressed.click());
  expect(undo).toHaveBeenCalledTimes(1);
  expect(button()).toBeNull();
  expect(host.textContent).toBe('');
});

test('of two that say the same the later one is taken back', async () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await tell(first);
  await tell(second);
  await act(async () => button()!.click());
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test('Ctrl Z takes it back, but not while one writes', async () => {
  const undo = vi.fn<() => void>();
  await tell(undo);
  const field = document.createElement('input');
  host.append(field);
  const press = (on: Element) =>
    act(async () => {
      const init = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
      on.dispatchEvent(new KeyboardEvent('keydown', init));
    });
  await press(field);
  expect(undo).not.toHaveBeenCalled();
  await press(document.body);
  expect(undo).toHaveBeenCalledTimes(1);
  field.remove();
});

test('other news take the offer away, and the next screen takes the news away', async () => {
  await tell(() => undefined);
  await act(async () => announce('Copied'));
  expect(button()).toBeNull();
  expect(host.textContent).toBe('Copied');
  await act(async () => navigate('/settings'));
  expect(host.textContent).toBe('');
  // What is told on arrival stays.
  await act(async () => {
    navigate('/');
    announceUndoable('“Plan” is in the trash', () => undefined);
  });
  expect(button()).not.toBeNull();
});

test('what is offered is done by a key, also while one writes, and says which', async () => {
  const bring = vi.fn<() => void>();
  const written = vi.fn<() => void>();
  await act(async () => announceOffer('Cut with two comments', 'Bring them', bring));
  expect(button()?.textContent).toBe('Bring them (Ctrl+Alt+↵)');
  expect(button()?.getAttribute('aria-keyshortcuts')).toBe('Control+Alt+Enter');
  const text = document.createElement('div');
  text.className = 'editor';
  text.addEventListener('keydown', written);
  host.append(text);
  const press = (more: KeyboardEventInit) =>
    act(async () => {
      const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
      text.dispatchEvent(new KeyboardEvent('keydown', { ...init, ...more }));
    });
  await press({ ctrlKey: true });
  expect(bring).not.toHaveBeenCalled();
  expect(written).toHaveBeenCalledTimes(1);
  await press({ ctrlKey: true, altKey: true });
  expect(bring).toHaveBeenCalledTimes(1);
  expect(written).toHaveBeenCalledTimes(1);
  expect(button()).toBeNull();
  await press({ ctrlKey: true, altKey: true });
  expect(bring).toHaveBeenCalledTimes(1);
  text.remove();
});
