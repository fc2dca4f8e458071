/**
 * What is said about a document: marked in its text, and shown beside it.
 *
 * Invariant: one discussion for all its places, as long as the text is there.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { readTitle } from '../../../../shared/document/text.ts';
import { DiscussionPanel } from '../../../discussion/DiscussionPanel.tsx';
import { Talk } from '../../../discussion/talk.ts';
import type { EditorCommand } from '../../../editor/commands/command.ts';
import { waitBehind } from '../../../editor/input/held-keys.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { thisPerson } from '../../../presence/this-person.ts';
import { announce } from '../../../ui/announce.ts';
import { useTitleCount } from '../../../ui/title-count.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';
import { PerPage } from './held.ts';

const perPage = new PerPage(
  ({ menus }) => menus,
  ({ docId, library, replica: body, menus }, secret, now) => {
    const role = () => now().role;
    return new Talk({ docId, library, secret, body, menus, person: thisPerson, role });
  },
);

export function talkOf(page: DocumentOnScreen): Talk | null {
  return perPage.of(page);
}

export const discussion: FeatureParts = {
  Panel: Panel,
  Foot: Opener,
  commands: (page) => commandsOf(() => talkOf(page)),
  follow: (page) => {
    talkOf(page);
    return () => undefined;
  },
};

function Panel({ page, byKey, onOpen }: FeatureProps): ReactNode {
  const talk = talkOf(page);
  if (!talk) return null;
  return (
    <DiscussionPanel
      talk={talk}
      byKey={byKey}
      onExport={(format, options) => void exportWithNotes(page, talk, format, options)}
      onClose={() => {
        onOpen(false);
        page.menus.view.focus();
      }}
    />
  );
}

async function exportWithNotes(
  { doc }: DocumentOnScreen,
  talk: Talk,
  format: 'markdown' | 'html',
  options: { withResolved: boolean },
): Promise<void> {
  try {
    const files = await import('../../../transfer/markdown-file.ts');
    const download = format === 'html' ? files.downloadHtml : files.downloadMarkdown;
    await download(readTitle(doc), await talk.withNotes(options));
  } catch (error) {
    console.error('The document could not be exported.', error);
    announce(tLazy().documentMenu.notExported);
  }
}

/** Draws nothing: lets the discussion open its panel, says in the tab what is new, and ends it. */
function Opener({ page, onOpen }: FeatureProps): ReactNode {
  const talk = talkOf(page);
  useEffect(() => {
    if (talk) talk.onWanted = () => onOpen(true);
  });
  const unread = useSyncExternalStore(
    talk?.subscribe ?? (() => () => undefined),
    () => talk?.get().unread.size ?? 0,
  );
  useTitleCount(unread);
  useEffect(() => {
    const look = () => talk?.readActive();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [talk]);
  perPage.useUntilGone(page);
  return null;
}

/** When a field has the focus, and this text has it no more. */
function whenInField(text: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ target }: FocusEvent) => {
      const isField = (target as HTMLElement).isContentEditable && !text.contains(target as Node);
      if (!isField) return;
      removeEventListener('focusin', look);
      resolve();
    };
    addEventListener('focusin', look);
  });
}

function commandsOf(talk: () => Talk | null): EditorCommand[] {
  return [
    {
      id: 'comment',
      group: 'Document',
      icon: 'comment',
      keys: ['Mod-Alt-m'],
      everywhere: 'outside-fields',
      forReaders: true,
      applies: () => talk()?.mayWrite ?? false,
      run: (_state, dispatch, view) => {
        const at = talk();
        if (!dispatch || !at?.mayWrite) return true;
        // What is typed right behind it is for the comment.
        if (view?.hasFocus()) waitBehind(view, whenInField(view.dom));
        at.compose();
        return true;
      },
    },
    ...([1, -1] as const).map(
      (by): EditorCommand => ({
        id: by === 1 ? 'next-comment' : 'previous-comment',
        group: 'Document',
        icon: 'comment',
        keys: [by === 1 ? 'Mod-Alt-n' : 'Mod-Alt-p'],
        everywhere: 'always',
        forReaders: true,
        run: (_state, dispatch) => {
          if (dispatch) talk()?.step(by);
          return true;
        },
      }),
    ),
  ];
}
