/**
 * What others changed while one was away: a line above the text, and the way through it with each
 * change marked where it stands.
 *
 * Invariant: nothing of it begins before one can write; what one takes back is an edit like any other,
 * and one step to undo.
 */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { may } from '../../../../shared/access/roles.ts';
import { followPeople, readPeople } from '../../../../shared/document/read-people.ts';
import { invert } from '../../../../shared/document/review/invert.ts';
import { entriesChanged, readEntry } from '../../../../shared/library/library.ts';
import { readSeenUpTo, recordSeen } from '../../../../shared/library/seen.ts';
import type { Person } from '../../../../shared/protocol/presence.ts';
import { whenIdle } from '../../../../shared/when-idle.ts';
import { drawLiveChanges, revealChange } from '../../../editor/past/live-changes.ts';
import { NewsLine, NewsWalk, sentenceOf } from '../../../history/NewsLine.tsx';
import { WhileAway, type WhileAwaySnapshot } from '../../../history/while-away.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { thisPerson } from '../../../presence/this-person.ts';
import { announce } from '../../../ui/announce.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';

/** Marks go to where their text has gone when others have rested so long, ms. */
const RESTS_MS = 400;

/** One for the text, its commands and what stands above it, whatever else changes on the page. */
const known = new WeakMap<Y.Doc, WhileAway>();

function whileAwayOf(page: DocumentOnScreen): WhileAway | null {
  const { docId, doc, library } = page;
  const before = known.get(doc);
  if (before) return before;
  const entry = readEntry(library, docId);
  if (!entry) return null;
  const made = new WhileAway({
    docId,
    secret: entry.secret,
    doc,
    me: () => thisPerson().id,
    shared: {
      read: () => readSeenUpTo(library, docId),
      write: (seen) => recordSeen(library, docId, seen),
      subscribe: (listener) =>
        entriesChanged(library, (changed) => {
          if (changed === docId) listener();
        }),
    },
  });
  known.set(doc, made);
  return made;
}

export const away: FeatureParts = {
  Notice: (props) => {
    const whileAway = whileAwayOf(props.page);
    return whileAway ? <Away {...props} whileAway={whileAway} /> : null;
  },
  follow: (page) => whileAwayOf(page)?.start() ?? (() => undefined),
  commands: (page) => [
    {
      id: 'next-change',
      group: 'Document',
      icon: 'down',
      keys: ['F8'],
      everywhere: 'always',
      forReaders: true,
      run: (_state, dispatch) => !dispatch || go(page, 1),
    },
    {
      id: 'previous-change',
      group: 'Document',
      icon: 'up',
      keys: ['Shift-F8'],
      everywhere: 'always',
      forReaders: true,
      run: (_state, dispatch) => !dispatch || go(page, -1),
    },
  ],
};

function go(page: DocumentOnScreen, by: 1 | -1): true {
  if (!whileAwayOf(page)?.go(by)) announce(tLazy().away.nothing);
  return true;
}

function Away({
  page,
  isOpen,
  onOpen,
  whileAway,
}: FeatureProps & { whileAway: WhileAway }): ReactNode {
  const snapshot = useSyncExternalStore(whileAway.subscribe, whileAway.get);
  const people = usePeople(page.doc);
  const { news, isWalking } = snapshot;
  useEffect(() => {
    if (!isOpen) return;
    onOpen(false);
    go(page, 1);
  }, [isOpen, onOpen, page]);
  useMarks(page, snapshot, people);
  if (news.length === 0) return null;
  const { view, binding } = page.menus;
  const seen = () => {
    whileAway.allSeen();
    announce(tLazy().away.seen);
    view.focus();
  };
  const finish = (which?: readonly number[]) => {
    whileAway.finish(which);
    if (whileAway.get().news.length > 0) return;
    announce(tLazy().away.seen);
    view.focus();
  };
  if (!isWalking)
    return (
      <NewsLine
        snapshot={snapshot}
        people={people}
        onLook={() => whileAway.go(1)}
        onAllSeen={seen}
      />
    );
  const mayWrite = page.role !== null && may(page.role, 'writeBody') && view.editable;
  const takeBack = (which: readonly number[] = [snapshot.at]) => {
    const changes = which.map((index) => news[index]!.change);
    const before = view.state.doc;
    // One may have lost the right to write meanwhile.
    if (view.editable)
      binding.changeBeside(view, (shown, origin) => invert(shown, changes, origin));
    const { nothing, tookBack } = tLazy().looking;
    finish(which);
    const isSame = view.state.doc.eq(before) && changes.every(({ kind }) => kind !== 'title');
    announce(isSame ? nothing : tookBack);
  };
  return (
    <NewsWalk
      snapshot={snapshot}
      people={people}
      onGo={(by) => whileAway.go(by)}
      onKeep={() => finish()}
      onTakeBack={mayWrite ? takeBack : null}
      onAllSeen={seen}
      onClose={() => {
        whileAway.rest();
        view.focus();
      }}
    />
  );
}

/** Draws what is still to be looked at where it stands now, as long as one goes through it. */
function useMarks(
  { menus, doc }: DocumentOnScreen,
  { news, done, at, isWalking }: WhileAwaySnapshot,
  people: ReadonlyMap<string, Person>,
): void {
  useEffect(() => {
    if (!isWalking) return;
    const { view, binding } = menus;
    let isOver = false;
    const draw = () => {
      // What waited for a quiet moment may come when others are drawn already. An input method begins
      // again where what is drawn around its text changes.
      if (isOver || view.isDestroyed || view.composing) return;
      drawLiveChanges(
        view,
        binding,
        news.flatMap((each, index) =>
          done.has(index)
            ? []
            : {
                change: each.change,
                says: sentenceOf(each, people),
                color: people.get(each.people[0] ?? '')?.color ?? null,
                isCurrent: index === at,
              },
        ),
      );
    };
    draw();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => whenIdle(draw), RESTS_MS);
    };
    doc.on('update', soon);
    return () => {
      isOver = true;
      clearTimeout(timer);
      doc.off('update', soon);
      if (!view.isDestroyed) drawLiveChanges(view, binding, []);
    };
  }, [menus, doc, news, done, at, isWalking, people]);
  useEffect(() => {
    const current = news[at];
    if (isWalking && current) revealChange(menus.view, menus.binding, current.change);
  }, [menus, news, at, isWalking]);
}

/** Those who wrote, by their ids. */
function usePeople(doc: Y.Doc): ReadonlyMap<string, Person> {
  const [people, setPeople] = useState(() => readPeople(doc));
  useEffect(() => followPeople(doc, () => setPeople(readPeople(doc))), [doc]);
  return people;
}
