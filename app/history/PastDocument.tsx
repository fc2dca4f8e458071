/**
 * The document as it was at the end of a session, in the place of its text, with what changed in that
 * session: drawn in it, and as a list that leads there.
 *
 * Invariant: nothing of the document changes by looking; what one does here is an edit of the document
 * as it is now.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import * as Y from 'yjs';
import type { Change, Range } from '../../shared/document/review/changes.ts';
import type { Inline } from '../../shared/document/schema.ts';
import { readTitle } from '../../shared/document/text.ts';
import { MAX_VERSION_NAME } from '../../shared/document/versions.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { PastView } from '../editor/past/past-view.ts';
import { isUndoKey } from '../editor/past/undo-key.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/announce.ts';
import { Button } from '../ui/Button.tsx';
import { NameDialog, type Naming } from '../ui/NameDialog.tsx';
import { PanelEntry } from '../ui/PanelEntry.tsx';
import { formatMoment } from '../ui/time.ts';
import type { Chosen, DocumentHistory } from './document-history.ts';
import styles from './history.module.css';
import type { AuthoredChange, Session } from './history-log.ts';
import { namesOf } from './names.ts';
import { Player } from './Player.tsx';

/** As narrow as a phone: see the panel beside the page. */
const NARROW = '(max-width: 40rem)';
/** Of the list of changes, at once. */
const AT_A_TIME = 100;
/** Of a text that is quoted in the list, in characters. */
const MOST_QUOTED = 60;

interface PastDocumentProps {
  history: DocumentHistory;
  sessions: readonly Session[];
  chosen: Chosen;
  people: ReadonlyMap<string, Person>;
  /** Null where one may not write. */
  onTakeBack: ((changes: readonly Change[]) => void) | null;
  /** The same of what one of those did who wrote in it, by their id. */
  onTakeBackOf: ((person: string) => void) | null;
  onRestore: (() => void) | null;
  /** Blocks of the document as it was, by their ids. */
  onRestoreBlocks: ((then: Y.Doc, ids: readonly string[]) => void) | null;
  /** A part of a text of the document as it was. */
  onRestoreText: ((then: Y.Doc, part: Range) => void) | null;
  onCopy: (then: Y.Doc) => void;
  /** Null where one may not write, and of what has a name. */
  onName: ((name: string) => void) | null;
  onBack: () => void;
}

export function PastDocument(props: PastDocumentProps): ReactNode {
  const { history, sessions, chosen, people, onTakeBack, onRestore } = props;
  const { onTakeBackOf, onRestoreBlocks, onRestoreText, onCopy, onName, onBack } = props;
  const { look } = chosen;
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<PastView | null>(null);
  const whole = useRef<HTMLElement>(null);
  const top = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(AT_A_TIME);
  const [naming, setNaming] = useState<Naming | null>(null);
  const [blocks, setBlocks] = useState<readonly string[]>([]);
  const [part, setPart] = useState<Range | null>(null);
  const [at, setAt] = useState(chosen.moment.rows);
  /** What is chosen is on its way: nothing is done with one moment while another is seen. */
  const isOnTheWay = at !== chosen.moment.rows;
  const then = useMemo(() => {
    const made = new Y.Doc();
    Y.applyUpdate(made, look.state);
    return made;
  }, [look]);
  /** While it is played, another moment is shown. */
  const [title, setTitle] = useState('');
  const texts = tLazy().looking;
  const moment = formatMoment(chosen.at);

  // Whoever comes back finds the page where it was left.
  useEffect(() => {
    const left = scrollY;
    return () => {
      requestAnimationFrame(() => scrollTo({ top: left, behavior: 'instant' }));
    };
  }, []);

  // Undo would change a text that is out of sight.
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.closest('input, textarea');
      if (isInField || !isUndoKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', hold, { capture: true });
    return () => removeEventListener('keydown', hold, { capture: true });
  }, []);

  useEffect(() => {
    const view = new PastView(host.current!, {
      onChoose: (ids, last, selected) => {
        setBlocks(ids);
        setPart(selected);
        // What is selected is told as such.
        if (ids.length > 0 && !selected) announce(last || tLazy().looking.emptyBlock);
      },
    });
    drawn.current = view;
    return () => {
      drawn.current = null;
      view.end();
    };
  }, []);

  // Another moment was chosen, here or in the list.
  useEffect(() => setAt(chosen.moment.rows), [chosen]);

  useEffect(() => {
    if (isOnTheWay) return;
    drawn.current?.load(
      then,
      look.changes.map((each) => ({
        change: each.change,
        says: sentenceOf(each, people),
        color: people.get(each.people[0] ?? '')?.color ?? null,
      })),
      `${tLazy().looking.past}, ${moment}`,
    );
    setTitle(readTitle(then));
    setShown(AT_A_TIME);
  }, [then, look, people, moment, isOnTheWay]);

  // Whoever moves the slider stays where they are in the text.
  const { entry } = chosen;
  useEffect(() => {
    if (entry === '') return;
    top.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
    // On a phone the list in which it was chosen has made way for it.
    if (matchMedia(NARROW).matches) whole.current?.focus({ preventScroll: true });
  }, [entry]);

  return (
    <section
      ref={whole}
      tabIndex={-1}
      aria-label={`${texts.past}, ${moment}`}
      aria-busy={isOnTheWay}
      className={styles.past}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack();
      }}
    >
      <header ref={top} className={styles.head}>
        <p className={styles.when}>
          {chosen.name === null ? null : (
            <span>
              <bdi className={styles.name}>{chosen.name}</bdi>
              {' · '}
            </span>
          )}
          <time dateTime={new Date(chosen.at).toISOString()}>{moment}</time>
          {' · '}
          <bdi>{namesOf(chosen.people, people).join(', ')}</bdi>
          <span>{` · ${texts.changes(look.changes.length)}`}</span>
        </p>
        <div className={styles.actions}>
          <Button onClick={onBack}>{texts.back}</Button>
          {onRestore ? (
            <Button disabled={isOnTheWay} onClick={onRestore}>
              {texts.restore}
            </Button>
          ) : null}
          <Button disabled={isOnTheWay} onClick={() => onCopy(then)}>
            {texts.copy}
          </Button>
          {onName ? (
            <Button
              disabled={isOnTheWay}
              onClick={() => setNaming({ title: texts.nameThis, name: '', onSave: onName })}
            >
              {texts.nameThis}
            </Button>
          ) : null}
          {onTakeBack && look.changes.length > 0 ? (
            <Button
              disabled={isOnTheWay}
              onClick={() =>
                onTakeBack([...look.changes.map(({ change }) => change), ...look.unseen])
              }
            >
              {texts.takeBack}
            </Button>
          ) : null}
          {onTakeBackOf && chosen.people.length > 1
            ? chosen.people.map((id) =>
                id === null ? null : (
                  <Button key={id} disabled={isOnTheWay} onClick={() => onTakeBackOf(id)}>
                    {texts.takeBackOf(namesOf([id], people).join())}
                  </Button>
                ),
              )
            : null}
        </div>
        {onRestoreBlocks ? <p className={styles.quiet}>{texts.howToChoose}</p> : null}
        <details>
          <summary>{texts.list}</summary>
          <ol aria-label={texts.list} className={styles.changes}>
            {look.changes.slice(0, shown).map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order
              <li key={index}>
                <PanelEntry onClick={() => drawn.current?.show(index)}>
                  <span>{sentenceOf(each, people)}</span>
                  <span className={styles.quiet}>{quoteOf(each.change)}</span>
                </PanelEntry>
              </li>
            ))}
          </ol>
          {look.changes.length > shown ? (
            <Button onClick={() => setShown(shown + AT_A_TIME)}>{tLazy().sharing.logOlder}</Button>
          ) : null}
        </details>
      </header>
      <div className={styles.bar}>
        <Player
          history={history}
          chosen={chosen}
          sessions={sessions}
          people={people}
          view={() => drawn.current}
          at={at}
          onCome={setAt}
          onShown={(other) => setTitle(readTitle(other))}
        />
        {blocks.length > 0 ? (
          <div className={styles.actions}>
            {onRestoreBlocks ? (
              <Button disabled={isOnTheWay} onClick={() => onRestoreBlocks(then, blocks)}>
                {texts.restoreBlocks(blocks.length)}
              </Button>
            ) : null}
            {onRestoreText && part ? (
              <Button disabled={isOnTheWay} onClick={() => onRestoreText(then, part)}>
                {texts.restoreText}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <h1 dir="auto" className={styles.title}>
        {title.trim() || t().untitled}
      </h1>
      <div ref={host} />
      <NameDialog
        naming={naming}
        label={tLazy().looking.versionName}
        maxLength={MAX_VERSION_NAME}
        onClose={() => setNaming(null)}
      />
    </section>
  );
}

function sentenceOf({ change, people: ids }: AuthoredChange, people: ReadonlyMap<string, Person>) {
  return [tLazy().looking.kinds[change.kind], ...namesOf(ids, people)].join(' · ');
}

/** The text a change is about, as far as it fits. */
export function quoteOf(change: Change): string {
  if (change.kind === 'title') return change.is;
  const passages = [...change.come, ...change.gone].map(({ content }) => wordsOf(content));
  if (passages.length === 0 && (change.kind === 'added' || change.kind === 'removed'))
    for (const { is } of change.blocks) passages.push(wordsOf(is.content));
  const characters = [...passages.filter((text) => text.trim() !== '').join(' · ')];
  return characters.length > MOST_QUOTED
    ? `${characters.slice(0, MOST_QUOTED).join('')}…`
    : characters.join('');
}

function wordsOf(content: readonly Inline[]): string {
  return content.map((run) => ('text' in run ? run.text : '')).join('');
}
