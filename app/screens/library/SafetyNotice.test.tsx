// @vitest-environment jsdom
/** What is told once of the only copy: to whom, and to whom no more. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSecret, randomId } from '../../../shared/access/ids.ts';
import type { Library, LibraryLink } from '../../library/library-store.ts';
import { SafetyNotice } from './SafetyNotice.tsx';

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
});

/** The notice of a library, by the names of what can be done about it; empty where there is none. */
async function shown(
  link: LibraryLink | null,
  store: Partial<Library['store']> = {},
): Promise<{ root: Root; controls: HTMLElement[] }> {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(() => root.render(<SafetyNotice library={{ link, store } as Library} />));
  return { root, controls: [...place.querySelectorAll<HTMLElement>('a, button')] };
}

test('a file that cannot be made is told, and does not count as saved', async () => {
  const told = vi.spyOn(console, 'error');
  const isTold = new Promise<void>((resolve) => told.mockImplementation(() => resolve()));
  const { root, controls } = await shown(null, {
    get whenReady() {
      return Promise.reject(new Error('no disk'));
    },
  });
  await act(() => controls[1]?.click());
  // However long the part that makes it takes to load.
  await isTold;
  expect(localStorage.getItem('driftless.safety')).toBeNull();
  await act(() => root.unmount());
  told.mockRestore();
});

test('it is told until one has heard it, and never where another device has all of it', async () => {
  const linked = await shown({ secret: createSecret(), device: randomId(12) });
  expect(linked.controls).toEqual([]);
  const alone = await shown(null);
  expect(alone.controls.map(({ textContent }) => textContent)).toEqual([
    'Link a device',
    'Save recovery file',
    'Don’t ask again',
  ]);
  expect(alone.controls[0]?.getAttribute('href')).toBe('/settings');
  await act(() => alone.controls[2]?.click());
  expect(localStorage.getItem('driftless.safety')).toBe('heard');
  expect((await shown(null)).controls).toEqual([]);
  for (const { root } of [linked, alone]) await act(() => root.unmount());
});
