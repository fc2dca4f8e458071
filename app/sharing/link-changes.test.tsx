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
  ...{
    expiresAt: null,
    hasPassword: false,
    hidesHistory: false,
    suggests: true,
    secret: createSecret(),
  },
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

function draw(differs: Partial<LinkRow>, field = 'History'): HTMLSelectElement {
  const onChange = async (wishes: LinkWishes) => {
    wanted.push(wishes);
    return null;
  };
  act(() => root.render(<LinkChanges row={{ ...ROW, ...differs }} onChange={onChange} />));
  const label = [...document.querySelectorAll('label')].find((each) => each.textContent === field);
  return document.getElementById(label?.htmlFor ?? '') as HTMLSelectElement;
}

async function choose(select: HTMLSelectElement, value: string): Promise<void> {
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

it('is whether the history is left out, as it is now and as it is chosen', async () => {
  const shown = draw({ hidesHistory: false });
  expect(shown.selectedOptions[0]?.textContent).toBe('Shows the history');
  await choose(shown, 'hidden');
  const hidden = draw({ hidesHistory: true });
  expect(hidden.selectedOptions[0]?.textContent).toBe('Without the history');
  await choose(hidden, 'shown');
  expect(wanted).toEqual([{ hidesHistory: true }, { hidesHistory: false }]);
});

it('is whether those who may comment may suggest, and is asked of no other link', async () => {
  const may = draw({ role: 'commenter' }, 'Suggestions');
  expect(may.selectedOptions[0]?.textContent).toBe('May suggest, too');
  await choose(may, 'no');
  const mayNot = draw({ role: 'commenter', suggests: false }, 'Suggestions');
  expect(mayNot.selectedOptions[0]?.textContent).toBe('May not suggest');
  await choose(mayNot, 'yes');
  expect(wanted).toEqual([{ suggests: false }, { suggests: true }]);
  expect(draw({ role: 'editor' }, 'Suggestions')).toBeNull();
});
