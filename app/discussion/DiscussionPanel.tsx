/**
 * What is said about a document: its threads beside the lines they are about or, where there is no
 * room for that or one looks for something, as a list; on a phone as a sheet.
 *
 * Invariant: only threads near the view are drawn beside their lines, and as a list only rows near
 * the view; so neither costs more with more of them.
 */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { plainMessage } from '../../shared/discussion/message-text.ts';
import { foldCase } from '../../shared/text/fold-case.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { SearchField, SelectField } from '../ui/Field.tsx';
import { LongList } from '../ui/LongList.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { Beside } from './Beside.tsx';
import styles from './discussion.module.css';
import { NEW_THREAD } from './drafts.ts';
import { nameOf } from './names.ts';
import { DraftField, ThreadCard } from './ThreadCard.tsx';
import { concerns, type PlacedThread, type Talk, type TalkSnapshot } from './talk.ts';

const FILTERS = ['open', 'mine', 'resolved', 'all'] as const;
type Filter = (typeof FILTERS)[number];

/**
 * Where there is room for a panel beside the text (see SidePanel.module.css), and in it for a card below
 * its tools: in a lower window, as on a phone on its side or at 200 %, one has to scroll to all of it.
 */
const ROOMY = '(min-width: 40.01rem) and (min-height: 36rem)';

export function DiscussionPanel({
  talk,
  byKey,
  onExport,
  onClose,
}: {
  talk: Talk;
  byKey: boolean;
  /** Has the document written to a file, with what is said about it; the resolved only where asked. */
  onExport: (format: 'markdown' | 'html', options: { withResolved: boolean }) => void;
  onClose: () => void;
}): ReactNode {
  const snapshot = useSyncExternalStore(talk.subscribe, talk.get);
  const [filter, setFilter] = useState<Filter>('open');
  const [query, setQuery] = useState('');
  const isRoomy = useMedia(ROOMY);
  const panel = useRef<HTMLDivElement>(null);
  const texts = tLazy().discussion;
  const { threads, active, target } = snapshot;
  const shown = threads.filter(
    (placed) => isShown(placed, filter, talk.me, active) && isFound(placed, query, snapshot),
  );
  const withResolved = filter === 'all' || filter === 'resolved';
  const isBeside = isRoomy && filter === 'open' && query === '';
  useEffect(() => {
    talk.open();
    talk.takeUpDraft();
  }, [talk]);
  useEffect(() => {
    if (byKey && talk.get().active === null)
      panel.current?.querySelector<HTMLElement>('select, button')?.focus();
  }, [byKey, talk]);
  const close = () => {
    talk.leave();
    onClose();
  };
  const composer =
    active === NEW_THREAD && target ? (
      <section
        data-card={NEW_THREAD}
        data-active
        aria-label={texts.comment}
        className={styles.card}
      >
        {target.quote ? (
          <blockquote className={styles.quote} dir="auto">
            {target.quote}
          </blockquote>
        ) : null}
        <DraftField
          talk={talk}
          snapshot={snapshot}
          of={NEW_THREAD}
          label={texts.comment}
          onLeave={() => talk.backToText()}
        />
      </section>
    ) : null;
  return (
    <SidePanel label={t().comments} onClose={close} isStill={isBeside}>
      <div ref={panel} className={styles.panel}>
        <div className={styles.tools}>
          <SelectField
            label={texts.which}
            labelHidden
            options={FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
            value={filter}
            onChange={setFilter}
          />
          <SearchField
            label={texts.search}
            value={query}
            onChange={({ target: field }) => setQuery(field.value)}
          />
          {snapshot.unread.size > 0 ? (
            <Button onClick={() => talk.readAll()}>{texts.readAll(snapshot.unread.size)}</Button>
          ) : null}
          {talk.mayWrite ? (
            <Button onClick={() => talk.compose({ anchor: { kind: 'document' }, quote: '' })}>
              {texts.aboutDocument}
            </Button>
          ) : null}
          {threads.some(({ thread }) => withResolved || !thread.isResolved) ? (
            <>
              <Button variant="plain" onClick={() => onExport('markdown', { withResolved })}>
                {texts.exportWithComments}
              </Button>
              <Button variant="plain" onClick={() => onExport('html', { withResolved })}>
                {texts.exportHtmlWithComments}
              </Button>
            </>
          ) : null}
        </div>
        <div role="status">
          <VisuallyHidden>{texts.count(shown.length)}</VisuallyHidden>
        </div>
        {shown.length === 0 && !composer ? (
          <p className={styles.quiet}>{threads.length === 0 ? texts.empty : texts.noneLikeThis}</p>
        ) : null}
        {isBeside ? (
          <Beside talk={talk} snapshot={snapshot} threads={shown} composer={composer} />
        ) : (
          <>
            {composer}
            <LongList
              label={t().comments}
              className={styles.list}
              items={shown}
              keyOf={keyOf}
              row={(placed, place) => (
                <li {...place}>
                  <ThreadCard talk={talk} snapshot={snapshot} placed={placed} />
                </li>
              )}
            />
          </>
        )}
      </div>
    </SidePanel>
  );
}

function keyOf({ thread }: PlacedThread): string {
  return thread.id;
}

function isShown(
  { thread }: PlacedThread,
  filter: Filter,
  me: string,
  active: TalkSnapshot['active'],
): boolean {
  if (thread.id === active) return true;
  if (filter === 'open') return !thread.isResolved;
  if (filter === 'resolved') return thread.isResolved;
  return filter === 'all' || concerns(thread, me);
}

function isFound({ thread }: PlacedThread, query: string, { people }: TalkSnapshot): boolean {
  const wanted = foldCase(query.trim());
  if (wanted === '') return true;
  const said = thread.messages.flatMap(({ author, text }) => [
    nameOf(people, author),
    plainMessage(text),
  ]);
  return [thread.quote, ...said].some((part) => foldCase(part).includes(wanted));
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
