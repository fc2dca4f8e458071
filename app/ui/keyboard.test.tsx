// @vitest-environment jsdom
/** Keys of an input method, which Safari tells of once it has ended what was being put together. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Title } from '../editor/title/Title.tsx';
import { OptionSearch } from './OptionSearch.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;

async function show(what: ReactNode): Promise<HTMLElement> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(what));
  return document.querySelector<HTMLElement>('input, textarea')!;
}

afterEach(() => act(async () => root.unmount()));

/** Whether somebody took it. */
const press = (field: HTMLElement, key: string, init: KeyboardEventInit) =>
  !field.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );

const OF_INPUT_METHODS = [
  { isComposing: true },
  { keyCode: 229 },
  { isComposing: true, keyCode: 13 },
];

test('what is put together in the title is taken by Enter, and one is still in the title', async () => {
  const field = await show(<Title doc={new Y.Doc()} editable around={null} />);
  for (const init of OF_INPUT_METHODS) expect(press(field, 'Enter', init)).toBe(false);
  expect(press(field, 'Enter', { keyCode: 13 })).toBe(true);
});

test('nothing is chosen, or left, by what an input method does in a search', async () => {
  const done: string[] = [];
  const field = await show(
    <OptionSearch
      id="list"
      label="Search"
      hint=""
      listLabel="Found"
      text="会議"
      options={['a', 'b'].map((id) => ({ id, label: id }))}
      count=""
      onText={() => undefined}
      onChoose={(index) => done.push(`chosen ${index}`)}
      onLeave={() => done.push('left')}
    />,
  );
  for (const init of OF_INPUT_METHODS)
    for (const key of ['Enter', 'ArrowDown', 'Escape']) expect(press(field, key, init)).toBe(false);
  expect(done).toEqual([]);
  await act(async () => press(field, 'Enter', { keyCode: 13 }));
  expect(done).toEqual(['chosen 0']);
});
