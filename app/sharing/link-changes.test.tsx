// @vitest-environment jsdom
/** What is chosen of a link, as it is told to whoever has it changed. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSecret } from '../../shared/access/ids.ts';
import { LinkChanges } from './LinkChanges.tsx';
import type { LinkRow, LinkWishes } from './use-links.ts';

const ROW: LinkRow = {
  ...{ id: 'AAAAAAAAAAAA', role: 'editor', label: null, createdAt: 1, lastUsedAt: null },
  ...{ expiresAt: null, hasPassword: false, hidesHistory: false, secret: createSecret() },
  state: 'active',
};

let root: Root;
let wanted: LinkWishes[];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.body.firstElementChild!);
  wanted = [];
});
afterEach(() => act(() => root.unmount()));

function draw(hidesHistory: boolean): HTMLSelectElement {
  const onChange = async (wishes: LinkWishes) => {
    wanted.push(wishes);
    return null;
  };
  act(() => root.render(<LinkChanges row={{ ...ROW, hidesHistory }} onChange={onChange} />));
  const label = [...document.querySelectorAll('label')].find(
    (each) => each.textContent === 'History',
  );
  return document.getElementById(label?.htmlFor ?? '') as HTMLSelectElement;
}

async function choose(select: HTMLSelectElement, value: string): Promise<void> {
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

it('is whether the history is left out, as it is now and as it is chosen', async () => {
  const shown = draw(false);
  expect(shown.selectedOptions[0]?.textContent).toBe('Shows the history');
  await choose(shown, 'hidden');
  const hidden = draw(true);
  expect(hidden.selectedOptions[0]?.textContent).toBe('Without the history');
  await choose(hidden, 'shown');
  expect(wanted).toEqual([{ hidesHistory: true }, { hidesHistory: false }]);
});
