/**
 * When a document was written and by whom, beside its text, and what of it has a name: one chooses a
 * session or a version to see the document as it was then.
 *
 * Invariant: a name stands only where the server was shown proof of who sent what was written.
 */
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { MAX_VERSION_NAME } from '../../shared/document/versions.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/Choice.tsx';
import { MoreIcon } from '../ui/icons.ts';
import { Menu } from '../ui/Menu.tsx';
import { NameDialog, type Naming } from '../ui/NameDialog.tsx';
import { PanelEntry } from '../ui/PanelEntry.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { formatMoment } from '../ui/time.ts';
import {
  type DocumentHistory,
  entryOf,
  type HistorySnapshot,
  type PlacedVersion,
} from './document-history.ts';
import styles from './history.module.css';
import type { Session } from './history-log.ts';
import { namesOf } from './names.ts';

/** What somebody does to versions who may write. */
export interface VersionActions {
  nameNow: (name: string) => void;
  rename: (version: PlacedVersion, name: string) => void;
  remove: (version: PlacedVersion) => void;
}

interface HistoryPanelProps {
  history: DocumentHistory;
  /** Those who wrote in the document, by their ids. */
  people: ReadonlyMap<string, Person>;
  /** Null where one may not write. */
  versionActions: VersionActions | null;
  onClose: () => void;
}

export function HistoryPanel(props: HistoryPanelProps): ReactNode {
  const { history, people, versionActions, onClose } = props;
  const snapshot = useSyncExternalStore(history.subscribe, history.get);
  const { sessions, versions, beginsAt, isAsking, problem, toldAt, chosen } = snapshot;
  const [shows, setShows] = useState<'all' | 'named'>('all');
  const [naming, setNaming] = useState<Naming | null>(null);
  const texts = tLazy().looking;
  const entries = shows === 'named' ? versions : inOrder(sessions ?? [], versions);
  const isCurrent = (entry: Session | PlacedVersion) => chosen?.entry === entryOf(entry);
  return (
    <SidePanel label={t().history} isAside={chosen !== null} onClose={onClose}>
      <div className={styles.tools}>
        {versionActions ? (
          <Button
            onClick={() =>
              setNaming({ title: texts.nameNow, name: '', onSave: versionActions.nameNow })
            }
          >
            {texts.nameNow}
          </Button>
        ) : null}
        {versions.length > 0 ? (
          <Segmented
            label={texts.show}
            labelHidden
            options={[
              { value: 'all', label: texts.showAll },
              { value: 'named', label: texts.showNamed },
            ]}
            value={shows}
            onChange={setShows}
          />
        ) : null}
      </div>
      <div aria-live="polite">
        {problem ? (
          <p className={styles.quiet}>
            <span>{wordsOf(problem, toldAt)}</span>{' '}
            <Button onClick={() => void history.ask()}>{tLazy().whereItIs.retryNow}</Button>
          </p>
        ) : shows === 'named' && versions.length === 0 ? (
          <p className={styles.quiet}>{texts.noneNamed}</p>
        ) : sessions === null ? (
          <p className={styles.quiet}>{texts.asking}</p>
        ) : sessions.length === 0 && beginsAt === null && !isAsking ? (
          <p className={styles.quiet}>{texts.empty}</p>
        ) : null}
        {snapshot.isWithoutRoom ? <p className={styles.quiet}>{texts.noRoom}</p> : null}
      </div>
      <ol aria-label={texts.sessions} className={styles.sessions}>
        {entries.map((entry) =>
          'id' in entry ? (
            <li key={entry.id} className={styles.version}>
              <PanelEntry
                aria-current={isCurrent(entry)}
                disabled={entry.rows === null}
                onClick={() => void history.choose(entry)}
              >
                <span className={styles.name}>{entry.name}</span>
                <span className={styles.quiet}>
                  <time dateTime={new Date(entry.at).toISOString()}>{formatMoment(entry.at)}</time>
                  <span>
                    {entry.by !== null && people.has(entry.by)
                      ? ` · ${namesOf([entry.by], people).join()}`
                      : null}
                  </span>
                </span>
                {entry.rows === null ? <span className={styles.quiet}>{texts.notHere}</span> : null}
              </PanelEntry>
              {versionActions ? (
                <Menu
                  label={texts.moreOf(entry.name)}
                  icon={<MoreIcon aria-hidden="true" />}
                  items={[
                    {
                      label: tLazy().library.rename,
                      onSelect: () =>
                        setNaming({
                          title: tLazy().library.rename,
                          name: entry.name,
                          onSave: (name) => versionActions.rename(entry, name),
                        }),
                    },
                    { label: texts.removeName, onSelect: () => versionActions.remove(entry) },
                  ]}
                />
              ) : null}
            </li>
          ) : (
            <li key={entry.from}>
              <PanelEntry
                aria-current={isCurrent(entry)}
                onClick={() => void history.choose(entry)}
              >
                {entry.isTold ? (
                  <time dateTime={new Date(entry.at).toISOString()}>{formatMoment(entry.at)}</time>
                ) : (
                  <span>{texts.until(formatMoment(entry.at))}</span>
                )}
                <span className={styles.quiet}>{namesOf(entry.people, people).join(', ')}</span>
                {entry.damaged > 0 ? (
                  <span className={styles.quiet}>{texts.damaged(entry.damaged)}</span>
                ) : null}
              </PanelEntry>
            </li>
          ),
        )}
      </ol>
      {beginsAt === null ? null : (
        <p className={styles.quiet}>
          {problem === 'unreachable' && toldAt === null
            ? texts.beginsHere(formatMoment(beginsAt))
            : texts.begins(formatMoment(beginsAt))}
        </p>
      )}
      <NameDialog
        naming={naming}
        label={tLazy().looking.versionName}
        maxLength={MAX_VERSION_NAME}
        onClose={() => setNaming(null)}
      />
    </SidePanel>
  );
}

/** Newest first, a version above the session at whose end it was. */
function inOrder(
  sessions: readonly Session[],
  versions: readonly PlacedVersion[],
): (Session | PlacedVersion)[] {
  const rowsOf = (entry: Session | PlacedVersion) => ('id' in entry ? entry.rows : entry.to);
  return [...versions, ...sessions].sort(
    // What is not known here yet comes last.
    (a, b) => (rowsOf(b) ?? -1) - (rowsOf(a) ?? -1),
  );
}

function wordsOf(problem: NonNullable<HistorySnapshot['problem']>, toldAt: number | null): string {
  if (problem === 'unreachable')
    return toldAt === null
      ? tLazy().looking.neverTold
      : tLazy().looking.toldUntil(formatMoment(toldAt));
  return problem === 'broken' ? tLazy().looking.broken : tLazy().error(problem);
}
