// @vitest-environment jsdom
/** What the panel says of a history that is not whole, or not here. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { DocumentHistory, type HistorySnapshot, NOTHING } from './document-history.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import type { Session } from './history-log.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const AT = Date.UTC(2026, 4, 5, 12);
const SESSION: Session = {
  ...{ from: 0, to: 3, since: AT, at: AT, people: ['ana'], damaged: 0, isTold: true },
};

function panelOf(snapshot: Partial<HistorySnapshot>): string {
  const secret = createSecret();
  const history = new DocumentHistory(docIdOf(secret), secret, new Y.Doc());
  const shown = { ...NOTHING, sessions: [SESSION], ...snapshot };
  history.get = () => shown;
  const host = document.createElement('div');
  const root = createRoot(host);
  act(() =>
    root.render(
      <HistoryPanel
        history={history}
        people={new Map([['ana', { id: 'ana', name: 'Ana', color: 'teal' }]])}
        versionActions={null}
        onClose={() => undefined}
      />,
    ),
  );
  const text = host.textContent ?? '';
  act(() => root.unmount());
  return text;
}

test('of a row that is damaged there is a sentence, beside all that can be read', () => {
  expect(panelOf({})).not.toContain('cannot be read');
  const text = panelOf({ sessions: [{ ...SESSION, damaged: 2 }] });
  expect(text).toContain('2 pieces of it cannot be read any more.');
  expect(text).toContain('Ana');
});

test('what is missing without the server is said, and what the device has is told from what it was told', () => {
  const told = panelOf({
    problem: 'unreachable',
    toldAt: AT,
    sessions: [{ ...SESSION, from: 3, to: 4, isTold: false }, SESSION],
  });
  expect(told).toContain('This is the history as this device last had it');
  expect(told).toContain('On this device until');
  const never = panelOf({ problem: 'unreachable', sessions: [], beginsAt: AT });
  expect(never).toContain('has never opened this history before');
  expect(never).toContain('is on the server only');
});

test('a device without room says that it keeps none', () => {
  expect(panelOf({})).not.toContain('no room');
  expect(panelOf({ isWithoutRoom: true })).toContain('This device has no room for the history');
});
