/**
 * The history of a document: its sessions beside it, and the document as it was in the place of its
 * text.
 *
 * Invariant: nothing is asked of anybody before the panel is opened, and with it all of it ends.
 */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { may } from '../../../../shared/access/roles.ts';
import { followPeople, readPeople } from '../../../../shared/document/read-people.ts';
import type { Change, Range } from '../../../../shared/document/review/changes.ts';
import { invert } from '../../../../shared/document/review/invert.ts';
import { knowsAllOf } from '../../../../shared/document/review/known.ts';
import { restoreBlocks } from '../../../../shared/document/review/restore-blocks.ts';
import { restoreText } from '../../../../shared/document/review/restore-text.ts';
import { readTitle } from '../../../../shared/document/text.ts';
import { removeVersion, renameVersion } from '../../../../shared/document/versions.ts';
import { readEntry } from '../../../../shared/library/library.ts';
import {
  type Chosen,
  DocumentHistory,
  type HistorySnapshot,
  NOTHING,
} from '../../../history/document-history.ts';
import { HistoryPanel, type VersionActions } from '../../../history/HistoryPanel.tsx';
import { PastDocument } from '../../../history/PastDocument.tsx';
import { tLazy } from '../../../i18n/lazy.ts';
import { thisPerson } from '../../../presence/this-person.ts';
import { announce } from '../../../ui/announce.ts';
import { openCopy } from '../document-actions.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';

/** One for both places, as long as the panel is open, whatever else changes on the page. */
const histories = new WeakMap<Y.Doc, DocumentHistory>();

function historyOf(page: DocumentOnScreen): DocumentHistory | null {
  const known = histories.get(page.doc);
  if (known) return known;
  const entry = readEntry(page.library, page.docId);
  if (!entry) return null;
  const made = new DocumentHistory(page.docId, entry.secret, page.doc);
  histories.set(page.doc, made);
  return made;
}

export const history: FeatureParts = {
  Panel: (props) => <WithHistory {...props} Part={Sessions} />,
  Notice: (props) => (props.isOpen ? <WithHistory {...props} Part={Past} /> : null),
};

interface PartProps extends FeatureProps {
  history: DocumentHistory;
  snapshot: HistorySnapshot;
}

function WithHistory({
  Part,
  ...props
}: FeatureProps & { Part: (props: PartProps) => ReactNode }): ReactNode {
  const found = historyOf(props.page);
  const snapshot = useSyncExternalStore(
    found?.subscribe ?? (() => () => undefined),
    found?.get ?? (() => NOTHING),
  );
  return found ? <Part {...props} history={found} snapshot={snapshot} /> : null;
}

function Sessions({ history, page, onOpen }: PartProps): ReactNode {
  const { doc } = page;
  useEffect(() => {
    const stop = history.follow();
    return () => {
      stop();
      history.close();
      histories.delete(doc);
    };
  }, [history, doc]);
  const people = usePeople(page);
  return (
    <HistoryPanel
      history={history}
      people={people}
      versionActions={mayWrite(page) ? versionActions(page, history) : null}
      onClose={() => {
        onOpen(false);
        page.menus.view.focus();
      }}
    />
  );
}

function Past({ history, snapshot, page }: PartProps): ReactNode {
  const people = usePeople(page);
  const { chosen } = snapshot;
  if (!chosen) return null;
  const writes = mayWrite(page);
  const back = () => {
    void history.choose(null);
    // The text cannot have the focus before it shows again.
    requestAnimationFrame(() => page.menus.view.focus());
  };
  // Done in a copy that is shown, it is suggested, or a part of the draft.
  const change = (work: (shown: Y.Doc, origin: unknown) => void, said: string) => {
    const { binding, view } = page.menus;
    const title = () => readTitle(binding.body.doc);
    const before = [title(), view.state.doc] as const;
    // One may have lost the right to write while the version was being read.
    if (view.editable) binding.changeBeside(view, work);
    back();
    const isSame = view.state.doc.eq(before[1]) && title() === before[0];
    announce(isSame ? tLazy().looking.nothing : said);
  };
  const take = (changes: readonly Change[], said: string) =>
    change((shown, origin) => invert(shown, changes, origin), said);
  const restoreOf = (then: Y.Doc, work: (shown: Y.Doc, origin: unknown) => void) => {
    if (knowsAllOf(page.doc, then)) change(work, tLazy().looking.restored);
    else announce(tLazy().looking.behind);
  };
  const restoreThese = (then: Y.Doc, ids: readonly string[]) =>
    restoreOf(then, (shown, origin) => {
      restoreBlocks(shown, then, ids, origin);
    });
  const restorePart = (then: Y.Doc, part: Range) =>
    restoreOf(then, (shown, origin) => restoreText(shown, then, part, origin));
  /** What it takes is asked for first, and may be more than this device has. */
  const takeSoon = async (asked: Promise<readonly Change[] | null>, said: string) => {
    try {
      const changes = await asked;
      if (changes) take(changes, said);
      else announce(tLazy().looking.behind);
    } catch (error) {
      console.error('What is to be taken back cannot be made out.', error);
      announce(tLazy().looking.broken);
    }
  };
  const restore = () => takeSoon(history.changesSince(chosen), tLazy().looking.restored);
  const takeBackOf = (person: string) =>
    takeSoon(history.changesBy(person, chosen), tLazy().looking.tookBack);
  return (
    <PastDocument
      history={history}
      sessions={snapshot.sessions ?? []}
      chosen={chosen}
      people={people}
      onBack={back}
      onCopy={(then) => openCopy(page.library, then, page.attachments)}
      onName={writes && chosen.name === null ? (name) => nameIt(history, name, chosen) : null}
      onRestore={writes ? () => void restore() : null}
      onRestoreBlocks={writes ? restoreThese : null}
      onRestoreText={writes ? restorePart : null}
      onTakeBackOf={writes && chosen.name === null ? (id) => void takeBackOf(id) : null}
      onTakeBack={writes ? (changes) => take(changes, tLazy().looking.tookBack) : null}
    />
  );
}

function mayWrite({ role, menus }: DocumentOnScreen): boolean {
  return role !== null && may(role, 'writeBody') && menus.view.editable;
}

function versionActions({ doc }: DocumentOnScreen, history: DocumentHistory): VersionActions {
  return {
    nameNow: (name) => nameIt(history, name, null),
    rename: ({ id }, name) => renameVersion(doc, id, name),
    remove: ({ id }) => {
      removeVersion(doc, id);
      announce(tLazy().looking.nameRemoved);
    },
  };
}

function nameIt(history: DocumentHistory, name: string, chosen: Chosen | null): void {
  history.name(name, chosen, thisPerson().id).then(
    () => announce(tLazy().looking.named(name.trim())),
    (error) => {
      console.error('The version cannot be named.', error);
      announce(tLazy().looking.broken);
    },
  );
}

/** Those who wrote, by their ids. */
function usePeople({ doc }: DocumentOnScreen) {
  const [people, setPeople] = useState(() => readPeople(doc));
  useEffect(() => followPeople(doc, () => setPeople(readPeople(doc))), [doc]);
  return people;
}
