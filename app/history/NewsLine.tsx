/**
 * What others changed while one was away: a line above the text, and the way through it, change by
 * change.
 *
 * Invariant: it lies over the page, so that nothing of the text moves when it comes or goes.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Person } from '../../shared/protocol/presence.ts';
import { locale } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '../ui/icons.ts';
import { formatSince } from '../ui/time.ts';
import { listed, namesOf } from './names.ts';
import styles from './news.module.css';
import type { News } from './news.ts';
import { newsOfSamePerson } from './news-of-person.ts';
import { quoteOf } from './PastDocument.tsx';
import type { WhileAwaySnapshot } from './while-away.ts';

type People = ReadonlyMap<string, Person>;

interface LineProps {
  snapshot: WhileAwaySnapshot;
  people: People;
  onLook: () => void;
  onAllSeen: () => void;
}

export function NewsLine({ snapshot, people, onLook, onAllSeen }: LineProps): ReactNode {
  const { news, since } = snapshot;
  const texts = tLazy().away;
  const names = listed(namesOf(everybodyIn(news), people));
  return (
    <section aria-label={texts.title} className={styles.line}>
      <p role="status">{texts.changed(news.length, names, formatSince(since))}</p>
      <div className={styles.actions}>
        <Button onClick={onLook}>{texts.look}</Button>
        <Button onClick={onAllSeen}>{texts.allSeen}</Button>
      </div>
    </section>
  );
}

interface WalkProps {
  snapshot: WhileAwaySnapshot;
  people: People;
  onGo: (by: 1 | -1) => void;
  onKeep: () => void;
  /** Null where one may not write. */
  onTakeBack: ((which?: readonly number[]) => void) | null;
  onAllSeen: () => void;
  onClose: () => void;
}

export function NewsWalk(props: WalkProps): ReactNode {
  const { snapshot, people, onGo, onKeep, onTakeBack, onAllSeen, onClose } = props;
  const { news, at } = snapshot;
  const { change, meets } = news[at]!;
  const texts = tLazy().away;
  const keep = useRef<HTMLButtonElement>(null);
  const told = useId();
  // Whoever comes to it by keys goes on by keys.
  useEffect(() => keep.current?.focus({ preventScroll: true }), []);
  const theirs = newsOfSamePerson(snapshot);
  const met = meets && listed(namesOf(meets.people, people));
  const quote = quoteOf(change);
  const number = new Intl.NumberFormat(locale());
  return (
    <section
      aria-label={texts.title}
      className={styles.walk}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <p className={styles.quiet}>
          {texts.place(number.format(at + 1), number.format(news.length))}
        </p>
        <IconButton label={texts.previous} onClick={() => onGo(-1)}>
          <ArrowUpIcon aria-hidden="true" />
        </IconButton>
        <IconButton label={texts.next} onClick={() => onGo(1)}>
          <ArrowDownIcon aria-hidden="true" />
        </IconButton>
        <IconButton label={tLazy().common.closePanel(texts.title)} onClick={onClose}>
          <CloseIcon aria-hidden="true" />
        </IconButton>
      </div>
      <div role="status" id={told} className={styles.told}>
        <p>{sentenceOf(news[at]!, people)}</p>
        {quote === '' ? null : (
          <p dir="auto" className={styles.quote}>
            {quote}
          </p>
        )}
        {meets && met ? (
          <p className={styles.meets}>
            {meets.how === 'both typed' ? texts.bothTyped(met) : texts.oneSentence(met)}
          </p>
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button ref={keep} aria-describedby={told} onClick={onKeep}>
          {texts.keep}
        </Button>
        {onTakeBack ? <Button onClick={() => onTakeBack()}>{texts.takeBack}</Button> : null}
        {onTakeBack && theirs ? (
          <Button onClick={() => onTakeBack(theirs.which)}>
            {tLazy().looking.takeBackOf(namesOf([theirs.person], people).join())}
          </Button>
        ) : null}
        <Button onClick={onAllSeen}>{texts.allSeen}</Button>
      </div>
    </section>
  );
}

/** What happened, and by whom. */
export function sentenceOf({ change, people: ids }: News, people: People): string {
  return [tLazy().looking.kinds[change.kind], ...namesOf(ids, people)].join(' · ');
}

function everybodyIn(news: readonly News[]): (string | null)[] {
  return news.flatMap(({ people }) => (people.length > 0 ? people : [null]));
}
