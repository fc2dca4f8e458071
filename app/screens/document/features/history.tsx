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
import type { Change } from '../../../../shared/document/review/changes.ts';
import { invert } from '../../../../shared/document/review/invert.ts';
import { readEntry } from '../../../../shared/library/library.ts';
import { DocumentHistory, type HistorySnapshot } from '../../../history/document-history.ts';
import { HistoryPanel } from '../../../history/HistoryPanel.tsx';
import { PastDocument } from '../../../history/PastDocument.tsx';
import { tLazy } from '../../../i18n/lazy.ts';
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

const NOTHING: HistorySnapshot = {
  sessions: null,
  beginsAt: null,
  isAsking: false,
  problem: null,
  chosen: null,
};

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
  const mayWrite = page.role !== null && may(page.role, 'writeBody') && page.menus.view.editable;
  const back = () => {
    void history.choose(null);
    // The text cannot have the focus before it shows again.
    requestAnimationFrame(() => page.menus.view.focus());
  };
  const take = (changes: readonly Change[], said: string) => {
    const { binding, view } = page.menus;
    const before = view.state.doc;
    // One may have lost the right to write while the version was being read.
    if (view.editable) binding.changeBeside(view, (origin) => invert(page.doc, changes, origin));
    back();
    announce(view.state.doc.eq(before) ? tLazy().looking.nothing : said);
  };
  const restore = async () => {
    try {
      const changes = await history.changesSince(chosen.session);
      if (changes) take(changes, tLazy().looking.restored);
      else announce(tLazy().looking.behind);
    } catch (error) {
      console.error('The version cannot be restored.', error);
      announce(tLazy().looking.broken);
    }
  };
  return (
    <PastDocument
      chosen={chosen}
      people={people}
      onBack={back}
      onCopy={(then) => openCopy(page.library, then, page.attachments)}
      onRestore={mayWrite ? () => void restore() : null}
      onTakeBack={mayWrite ? (changes) => take(changes, tLazy().looking.tookBack) : null}
    />
  );
}

/** Those who wrote, by their ids. */
function usePeople({ doc }: DocumentOnScreen) {
  const [people, setPeople] = useState(() => readPeople(doc));
  useEffect(() => followPeople(doc, () => setPeople(readPeople(doc))), [doc]);
  return people;
}
