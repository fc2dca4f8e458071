/**
 * When a document was written and by whom, beside its text: one chooses a session to see the document
 * as it was then.
 *
 * Invariant: a name stands only where the server was shown proof of who sent what was written.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Person } from '../../shared/protocol/presence.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { PanelEntry } from '../ui/PanelEntry.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { formatMoment } from '../ui/time.ts';
import type { DocumentHistory, HistorySnapshot } from './document-history.ts';
import styles from './history.module.css';
import { namesOf } from './names.ts';

interface HistoryPanelProps {
  history: DocumentHistory;
  /** Those who wrote in the document, by their ids. */
  people: ReadonlyMap<string, Person>;
  onClose: () => void;
}

export function HistoryPanel({ history, people, onClose }: HistoryPanelProps): ReactNode {
  const { sessions, beginsAt, isAsking, problem, chosen } = useSyncExternalStore(
    history.subscribe,
    history.get,
  );
  const texts = tLazy().looking;
  return (
    <SidePanel label={t().history} onClose={onClose}>
      <div aria-live="polite">
        {problem ? (
          <p className={styles.quiet}>
            {wordsOf(problem)}{' '}
            <Button onClick={() => void history.ask()}>{tLazy().whereItIs.retryNow}</Button>
          </p>
        ) : sessions === null ? (
          <p className={styles.quiet}>{texts.asking}</p>
        ) : sessions.length === 0 && beginsAt === null && !isAsking ? (
          <p className={styles.quiet}>{texts.empty}</p>
        ) : null}
      </div>
      <ol aria-label={texts.sessions} className={styles.sessions}>
        {sessions?.map((session) => (
          <li key={session.from}>
            <PanelEntry
              aria-current={chosen?.session.from === session.from}
              onClick={() => void history.choose(session)}
            >
              <time dateTime={new Date(session.at).toISOString()}>{formatMoment(session.at)}</time>
              <span className={styles.quiet}>{namesOf(session.people, people).join(', ')}</span>
              {session.damaged > 0 ? (
                <span className={styles.quiet}>{texts.damaged(session.damaged)}</span>
              ) : null}
            </PanelEntry>
          </li>
        ))}
      </ol>
      {beginsAt === null ? null : (
        <p className={styles.quiet}>{texts.begins(formatMoment(beginsAt))}</p>
      )}
    </SidePanel>
  );
}

function wordsOf(problem: NonNullable<HistorySnapshot['problem']>): string {
  if (problem === 'unreachable') return t().tryOnline;
  return problem === 'broken' ? tLazy().looking.broken : tLazy().error(problem);
}
