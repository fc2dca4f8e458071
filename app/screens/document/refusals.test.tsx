// @vitest-environment jsdom
/** What each refusal of the catalogue puts on the screen, without the text here and with it. */
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, test } from 'vitest';
import type { DocId, Secret } from '../../../shared/access/ids.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { ERRORS, type ErrorCode } from '../../../shared/protocol/errors.ts';
import { untilHolds } from '../../../shared/testing/until-holds.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { StorageError } from '../../replica/local-store.ts';
import { DocumentNotices, type NoticeActions } from './DocumentNotices.tsx';
import { stopsWriting } from './stops-writing.ts';
import { ThrowAway } from './ThrowAway.tsx';
import type { PageStatus } from './use-document.ts';
import { WaitingScreen } from './WaitingScreen.tsx';

type Control = 'copy' | 'download' | 'link' | 'password' | 'retry' | 'throw away' | 'update';

/** For each code that a client can be sent away with: the heading, and what can be done. */
const SCREENS: Partial<
  Record<ErrorCode, { without: [string, ...Control[]]; beside: [string, ...Control[]] }>
> = {
  token_missing: {
    without: ['This link does not open the document', 'link'],
    beside: ['This link does not open the document', 'copy', 'download', 'link'],
  },
  token_invalid: {
    without: ['This link does not open the document', 'link'],
    beside: ['This link does not open the document', 'copy', 'download', 'link'],
  },
  link_revoked: {
    without: ['This link was revoked', 'link'],
    beside: ['Read-only', 'copy', 'download', 'link', 'throw away'],
  },
  link_expired: {
    without: ['This link has expired', 'link'],
    beside: ['Read-only', 'copy', 'download', 'link', 'throw away'],
  },
  role_too_low: {
    without: ['Read-only', 'link'],
    beside: ['Read-only', 'copy', 'download', 'link', 'throw away'],
  },
  password_required: {
    without: ['A password is needed', 'link', 'password'],
    beside: ['A password is needed', 'copy', 'link', 'password'],
  },
  password_wrong: {
    without: ['A password is needed', 'link', 'password'],
    beside: ['A password is needed', 'copy', 'link', 'password'],
  },
  document_deleted: {
    without: ['This document was deleted', 'link'],
    beside: ['Read-only', 'copy', 'download', 'link', 'throw away'],
  },
  document_unknown: {
    without: ['Not on the server', 'link', 'retry'],
    beside: ['Not on the server', 'download', 'link', 'retry'],
  },
  not_found: {
    without: ['The server does not answer this', 'link', 'retry'],
    beside: ['The server does not answer this', 'download', 'link', 'retry'],
  },
  request_invalid: {
    without: ['The server does not answer this', 'link', 'retry'],
    beside: ['The server does not answer this', 'download', 'link', 'retry'],
  },
  app_outdated: {
    without: ['A newer version is needed', 'link', 'update'],
    beside: ['A newer version is needed', 'download', 'update'],
  },
  payload_too_large: {
    without: ['Kept on this device only', 'link', 'retry'],
    beside: ['Kept on this device only', 'download', 'retry'],
  },
  document_full: {
    without: ['Kept on this device only', 'link', 'retry'],
    beside: ['Kept on this device only', 'download', 'retry'],
  },
  update_invalid: {
    without: ['A change was not accepted', 'link', 'retry'],
    beside: ['A change was not accepted', 'copy', 'download', 'retry'],
  },
  document_damaged: {
    without: ['Kept on this device only', 'link', 'retry'],
    beside: ['Kept on this device only', 'download', 'retry'],
  },
};

/** How each looks on the screen. */
const CONTROLS: Record<Control, RegExp> = {
  copy: />Save a copy of my own</,
  download: />Download as Markdown</,
  link: />Another link<|>Use another link</,
  password: /type="password"/,
  retry: />Try again</,
  'throw away': />Remove…</,
  update: />Update now</,
};

const CODES = Object.keys(ERRORS) as ErrorCode[];

test('every final end of a connection has its screen, and what passes by itself has none', () => {
  const final = CODES.filter((code) => {
    const { close, next } = ERRORS[code];
    return close !== null && next !== 'retry';
  });
  expect(Object.keys(SCREENS).sort()).toEqual(final.sort());
});

describe.each(Object.entries(SCREENS) as [ErrorCode, NonNullable<(typeof SCREENS)[ErrorCode]>][])(
  '%s',
  (code, { without, beside }) => {
    const words = ERRORS[code].message;

    it('says in place of a text that is not here what happened, and what now', async () => {
      const drawn = await draw(
        <WaitingScreen
          status={refusedWith(code)}
          isOwner={false}
          onStart={nothing}
          onRetry={nothing}
          onVisit={nothing}
          onUnlock={async () => null}
        />,
      );
      expect(drawn).toContain(words);
      expect(seenIn(drawn, /<h1[^>]*>([^<]*)</)).toEqual(without);
    });

    it('says above a text that is here what happened, and what now', async () => {
      const drawn = await draw(
        <DocumentNotices
          status={refusedWith(code)}
          refusal={code}
          role={ENTRY.role}
          entry={ENTRY}
          refusedFile={null}
          actions={ACTIONS}
        />,
      );
      expect(drawn).toContain(words);
      expect(seenIn(drawn, /<p(?: [^>]*)?>([^<]*)</)).toEqual(beside);
      // Whoever may go on writing is not told that they had better copy the text.
      if (!stopsWriting(code)) expect(beside).not.toContain('copy');
    });
  },
);

test('what another tab holds on to is not thrown away, which is said in words', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const isBlocked = () => Promise.reject(new StorageError('blocked'));
  await act(async () => root.render(<ThrowAway onlyUnsent onConfirm={isBlocked} />));
  for (const label of [tLazy().throwAway.throwAwayDots, tLazy().throwAway.throwAway]) {
    const found = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
    await act(() => untilHolds(() => expect(found()).toBeDefined()));
    await act(async () => found()!.click());
  }
  await untilHolds(() =>
    expect(document.body.textContent).toContain(tLazy().deviceProblems.blocked),
  );
  await act(async () => root.unmount());
});

async function draw(element: ReactNode): Promise<string> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(() => root.render(element));
  const drawn = place.innerHTML;
  await act(() => root.unmount());
  return drawn;
}

function seenIn(drawn: string, title: RegExp): string[] {
  const controls = (Object.keys(CONTROLS) as Control[]).filter((name) =>
    CONTROLS[name].test(drawn),
  );
  return [title.exec(drawn)?.[1] ?? '', ...controls];
}

function refusedWith(refusal: ErrorCode): PageStatus {
  return {
    device: 'saved',
    deviceProblem: null,
    server: 'refused',
    refusal,
    role: null,
    hidesHistory: false,
    maySuggest: false,
    isPolling: false,
    unsent: 1,
  };
}

const nothing = () => {};
const ACTIONS: NoticeActions = {
  copy: nothing,
  download: nothing,
  retry: nothing,
  restore: nothing,
  trash: nothing,
  erase: async () => {},
  visit: nothing,
  unlock: async () => null,
  dismissFile: nothing,
};
const ENTRY: LibraryEntry = {
  docId: '4rVnKp2QbWcXyZ7tMgHs' as DocId,
  secret: 'x'.repeat(43) as Secret,
  role: 'editor',
  title: 'Minutes',
  added: 1,
  lastOpened: 1,
  pinned: false,
  folder: null,
  template: false,
  blank: false,
  icon: '',
  edited: null,
  refused: false,
  trashedAt: null,
};
