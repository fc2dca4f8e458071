// @vitest-environment jsdom
/** Replicas in components: opened once, kept while mounted, closed at the end. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { act, type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalReplica, type Replica } from './open-replica.ts';
import { eventually, until } from './testing/until.ts';
import { useReplica } from './use-replica.ts';

let root: Root;
let place: HTMLElement;
let calls: { opened: Replica[]; closed: number };

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  globalThis.indexedDB = new IDBFactory();
  place = document.createElement('div');
  root = createRoot(place);
  calls = { opened: [], closed: 0 };
});

afterEach(async () => {
  await act(() => root.unmount());
  await eventually(() => calls.closed >= 1);
});

function open(name: string): Replica {
  const replica = openLocalReplica(name);
  // Of the test that opened it: a screen of the one before may close late.
  const ours = calls;
  ours.opened.push(replica);
  return {
    ...replica,
    close() {
      ours.closed++;
      return replica.close();
    },
  };
}

let shown: Replica | null = null;
function Screen({ name }: { name: string }): ReactNode {
  const { replica, status } = useReplica(() => open(name), [name]);
  shown = replica;
  return (
    <p>
      {replica.name} {status.device}
    </p>
  );
}

test('a component sees the state change, also in StrictMode, on one replica', async () => {
  await act(() =>
    root.render(
      <StrictMode>
        <Screen name="one" />
      </StrictMode>,
    ),
  );
  const { doc } = shown!;
  await act(() => until(shown!.status, ({ device }) => device === 'saved'));
  expect(place.textContent).toBe('one saved');
  expect(shown!.doc).toBe(doc);
  // Still open: what is written is kept.
  await act(async () => {
    doc.getMap('m').set('a', 1);
  });
  await act(() => until(shown!.status, ({ device }) => device === 'saved'));
  expect(calls.closed).toBe(0);
});

test('another name opens another replica and closes the one before', async () => {
  await act(() => root.render(<Screen name="one" />));
  const first = shown!;
  await act(() => root.render(<Screen name="two" />));
  expect(shown!.name).toBe('two');
  expect(shown!.doc).not.toBe(first.doc);
  await eventually(() => calls.closed === 1);
  expect(calls.opened.length).toBe(2);
});

test('leaving the screen closes the replica and keeps what was written', async () => {
  await act(() => root.render(<Screen name="one" />));
  await shown!.whenLoaded;
  await act(async () => {
    shown!.doc.getMap('m').set('a', 1);
  });
  await act(() => root.render(null));
  await eventually(() => calls.closed === 1);
  const again = open('one');
  await again.whenLoaded;
  expect(again.doc.getMap('m').get('a')).toBe(1);
  await again.close();
});
