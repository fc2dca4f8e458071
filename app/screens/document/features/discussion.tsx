/**
 * What is said about a document: marked in its text, and shown beside it.
 *
 * Invariant: one discussion for all its places, as long as the text is there.
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { readTitle } from '../../../../shared/document/text.ts';
import { readEntry } from '../../../../shared/library/library.ts';
import { DiscussionPanel } from '../../../discussion/DiscussionPanel.tsx';
import { Talk } from '../../../discussion/talk.ts';
import type { EditorCommand } from '../../../editor/commands/command.ts';
import type { Menus } from '../../../editor/menus/menus.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { thisPerson } from '../../../presence/this-person.ts';
import { announce } from '../../../ui/announce.ts';
import { useTitleCount } from '../../../ui/title-count.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';

/** What a talk asks of the page, which is another object where something of it differs. */
interface Held {
  talk: Talk;
  page: DocumentOnScreen;
  /** How many parts of the screen show it. */
  shown: number;
}

const talks = new WeakMap<Menus, Held>();

export function talkOf(page: DocumentOnScreen): Talk | null {
  const known = talks.get(page.menus);
  if (known) {
    known.page = page;
    return known.talk;
  }
  const entry = readEntry(page.library, page.docId);
  if (!entry) return null;
  const talk = new Talk({
    docId: page.docId,
    library: page.library,
    secret: entry.secret,
    body: page.replica,
    menus: page.menus,
    person: thisPerson,
    role: () => held.page.role,
  });
  const held: Held = { talk, page, shown: 0 };
  talks.set(page.menus, held);
  talk.start();
  return talk;
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
      onExport={(format) => void exportWithNotes(page, talk, format)}
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
): Promise<void> {
  try {
    const files = await import('../../../transfer/markdown-file.ts');
    const download = format === 'html' ? files.downloadHtml : files.downloadMarkdown;
    await download(readTitle(doc), await talk.withNotes());
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
  const { menus } = page;
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
  useEffect(() => {
    const held = talks.get(menus);
    if (!held) return;
    held.shown++;
    return () => {
      held.shown--;
      // What shows it may be mounted once more in the same turn.
      setTimeout(() => {
        if (held.shown > 0) return;
        held.talk.end();
        if (talks.get(menus) === held) talks.delete(menus);
      });
    };
  }, [menus]);
  return null;
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
      run: (_state, dispatch) => {
        if (dispatch) talk()?.compose();
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
