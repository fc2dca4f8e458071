// @vitest-environment jsdom
/** Features of a document: one that brings all there is comes in by its row alone. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../../../shared/access/ids.ts';
import type { EditorCommand } from '../../../editor/commands/command.ts';
import { KEYS_AROUND, namedCommands } from '../../../editor/commands/lazy-commands.ts';
import type { Menus } from '../../../editor/menus/menus.ts';
import type { Replica } from '../../../replica/open-replica.ts';
import { Lazy } from '../../../ui/lazy.tsx';
import { Feet, Notices, Panels } from './FeatureSlots.tsx';
import {
  type DocumentFeature,
  type DocumentOnScreen,
  FEATURES,
  type FeatureParts,
  type OpenFeatures,
} from './features.ts';
import { useOpenFeatures } from './use-open-features.ts';

const command: EditorCommand = { id: 'remark', group: 'Document', icon: 'more', run: () => true };
const others: EditorCommand = { ...command, id: 'bold' };
let follows = 0;

const parts: FeatureParts = {
  Panel: ({ byKey, onOpen }) => (
    <aside>
      remarks {byKey ? 'by key' : 'by hand'}
      <button type="button" onClick={() => onOpen(false)} />
    </aside>
  ),
  Notice: () => <p>somebody waits for you</p>,
  Foot: ({ page, isOpen }) => (
    <footer>
      {page.role} {isOpen ? 'open' : 'closed'}
    </footer>
  ),
  commands: () => [command],
  follow: () => {
    follows += 1;
    return () => {
      follows -= 1;
    };
  },
};

const past: FeatureParts = { Panel: () => <aside>what it said</aside> };
const length: FeatureParts = { Foot: ({ isOpen }) => <i>{isOpen ? 'long' : ''}</i> };

function feature(id: string, brings: FeatureParts, isPanel = false): DocumentFeature {
  return { id, name: () => id, icon: 'more', isPanel, parts: new Lazy(async () => brings) };
}

let root: Root;
let host: HTMLElement;
let open: OpenFeatures;
let page: DocumentOnScreen;

function Screen({ features }: { features: readonly DocumentFeature[] }): ReactNode {
  open = useOpenFeatures();
  const props = { features, page, open };
  return (
    <>
      <Notices {...props} />
      <Feet {...props} />
      <Panels {...props} />
    </>
  );
}

async function show(features: readonly DocumentFeature[]): Promise<void> {
  await act(async () => {
    root.render(<Screen features={features} />);
    await namedCommands.load();
  });
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  host = document.createElement('div');
  root = createRoot(host);
  // Of what is around the text, features here touch the commands only.
  const menus = { commands: [others], around: [] } as unknown as Menus;
  const docId = docIdOf(createSecret());
  const doc = new Y.Doc();
  page = {
    docId,
    doc,
    written: doc,
    onWriteIn: () => undefined,
    maySuggest: true,
    library: new Y.Doc(),
    // None of them asks for it.
    replica: {} as Replica,
    attachments: null,
    role: 'editor',
    menus,
  };
});

afterEach(async () => {
  await act(async () => root.unmount());
  expect(follows).toBe(0);
  expect(page.menus.commands).toEqual([others]);
});

it('a feature is drawn where it stands, and its commands are the editor’s', async () => {
  const remarks = feature('remarks', parts, true);
  await show([remarks]);
  expect(host.textContent).toBe('somebody waits for youeditor closed');
  expect(page.menus.commands).toEqual([others, command]);
  expect(follows).toBe(1);
  await act(async () => open.set(remarks, true, true));
  expect(host.querySelector('aside')?.textContent).toBe('remarks by key');
  expect(host.querySelector('footer')?.textContent).toBe('editor open');
  await act(async () => host.querySelector('button')!.click());
  expect(host.querySelector('aside')).toBeNull();
  expect(follows).toBe(1);
});

it('of those with a panel one is open at a time, and a foot goes on beside it', async () => {
  const remarks = feature('remarks', parts, true);
  const history = feature('history', past, true);
  const counts = feature('counts', length);
  await show([remarks, history, counts]);
  await act(async () => open.set(counts, true));
  await act(async () => open.set(remarks, true));
  await act(async () => open.set(history, true));
  expect([...host.querySelectorAll('aside')].map((each) => each.textContent)).toEqual([
    'what it said',
  ]);
  expect(host.querySelector('i')?.textContent).toBe('long');
});

it('the keys that wait for the features are those of their commands', async () => {
  await Promise.all(FEATURES.map(({ parts }) => parts.load()));
  const commands = FEATURES.flatMap(({ parts }) => parts.get()?.commands?.(page) ?? []);
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(keys.sort()).toEqual(KEYS_AROUND.split(' ').sort());
});

it('of those there are no key waits for any that are not', async () => {
  const soon = feature('history', past, true);
  let arrive = (_: FeatureParts) => {};
  const coming = new Promise<FeatureParts>((resolve) => {
    arrive = resolve;
  });
  const late = { ...feature('remarks', parts), parts: new Lazy(() => coming) };
  let told = 0;
  page.menus.around?.push(() => told++);
  await show([soon, late]);
  expect(told).toBe(0);
  await act(async () => arrive(parts));
  expect(told).toBe(1);
  expect(page.menus.around).toBeNull();
});
