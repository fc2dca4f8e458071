// @vitest-environment jsdom
/** The settings of the recovery file: what is pressed is done, and what came of it is said. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecoverySettings, type SavedRecovery } from './RecoverySettings.tsx';

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  place = document.createElement('div');
  root = createRoot(place);
});

afterEach(() => act(() => root.unmount()));

async function show(saved: SavedRecovery): Promise<File[]> {
  const taken: File[] = [];
  const take = async (file: File) => {
    taken.push(file);
    return `${file.name} was taken in`;
  };
  await act(() => root.render(<RecoverySettings save={async () => saved} take={take} />));
  return taken;
}

const said = () => place.querySelector('[role="status"]')?.textContent;

test('a file that was saved says how much is in it, and of what it has the keys alone', async () => {
  await show({ documents: 2, missing: ['Theirs', ''] });
  expect(said()).toBe('');
  await act(async () => place.querySelector('button')?.click());
  expect(said()).toBe(
    '2 documents are in the file. Not on this device yet, so the file has only the keys: Theirs, Untitled.',
  );
});

test('a file that was chosen is taken in, and may be chosen again', async () => {
  const taken = await show({ documents: 0, missing: [] });
  const input = place.querySelector('input')!;
  for (let times = 1; times <= 2; times++) {
    Object.defineProperty(input, 'files', {
      value: [new File(['x'], 'a.zip')],
      configurable: true,
    });
    await act(async () => {
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(taken).toHaveLength(times);
  }
  expect(said()).toBe('a.zip was taken in');
});
