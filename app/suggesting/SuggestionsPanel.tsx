/**
 * What is suggested, as cards beside the text: who, what and when, its answers, and what becomes of it.
 *
 * Invariant: only rows near the view are drawn; and nobody is offered what they may not do.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Change } from '../../shared/document/review/changes.ts';
import type { Inline } from '../../shared/document/schema.ts';
import { nameOf } from '../discussion/names.ts';
import { DraftField, MessageItem } from '../discussion/ThreadCard.tsx';
import type { Talk, TalkSnapshot } from '../discussion/talk.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/Field.tsx';
import { MoreIcon } from '../ui/icons.ts';
import { LongList } from '../ui/LongList.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { formatMoment, formatWhen } from '../ui/time.ts';
import type { ShownSuggestion } from './listed.ts';
import styles from './suggesting.module.css';
import { type Suggesting, type SuggestingSnapshot, VIEWS } from './suggesting.ts';

const FILTERS = ['open', 'decided'] as const;
type Filter = (typeof FILTERS)[number];
/** Changes that a card tells of, and letters of each. */
const MOST_TOLD = 8;
const MOST_QUOTED = 160;

export function SuggestionsPanel({
  suggesting,
  talk,
  byKey,
  onSuggest,
  selected,
  onSelected,
  onShow,
  onClose,
}: {
  suggesting: Suggesting;
  /** Has the answers. */
  talk: Talk | null;
  byKey: boolean;
  /** Begins to suggest; null where one may not. */
  onSuggest: (() => void) | null;
  /** Whether what is selected in the text is touched by a suggestion, which is asked often. */
  selected: () => boolean;
  onSelected: (decision: 'accept' | 'reject') => void;
  /** Shows one of them in the text. */
  onShow: (shown: ShownSuggestion) => void;
  onClose: () => void;
}): ReactNode {
  const snapshot = useSyncExternalStore(suggesting.subscribe, suggesting.get);
  const isSelected = useSyncExternalStore(onSelectionChange, selected);
  const unread = useSyncExternalStore(talk?.subscribe ?? never, () => talk?.get().unread);
  const [filter, setFilter] = useState<Filter>('open');
  const panel = useRef<HTMLDivElement>(null);
  const texts = tLazy().proposing;
  const { suggestions, active } = snapshot;
  const open = suggestions.filter(({ state }) => state === 'open');
  const shown = suggestions.filter(
    ({ state, suggestion }) =>
      (state === 'open') === (filter === 'open') || suggestion.id === active,
  );
  useEffect(() => {
    suggesting.open();
    if (byKey && suggesting.get().active === null)
      panel.current?.querySelector<HTMLElement>('select, button')?.focus();
  }, [suggesting, byKey]);
  const all = open.map(({ suggestion }) => suggestion.id);
  return (
    <SidePanel
      label={t().suggestions}
      onClose={() => {
        suggesting.goTo(null);
        onClose();
      }}
    >
      <div ref={panel} className={styles.panel}>
        <div className={styles.tools}>
          <SelectField
            label={texts.which}
            labelHidden
            options={FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
            value={filter}
            onChange={setFilter}
          />
          <SelectField
            label={texts.view}
            labelHidden
            options={VIEWS.map((value) => ({ value, label: texts.views[value] }))}
            value={snapshot.view}
            onChange={(view) => suggesting.look(view)}
          />
          {onSuggest && snapshot.fork === null ? (
            <Button onClick={onSuggest}>{t().suggesting}</Button>
          ) : null}
          {unread && unread.size > 0 ? (
            <Button onClick={() => talk?.readAll()}>
              {tLazy().discussion.readAll(unread.size)}
            </Button>
          ) : null}
          {suggesting.mayDecide && isSelected ? (
            <>
              <Button onClick={() => onSelected('accept')}>{texts.acceptSelected}</Button>
              <Button onClick={() => onSelected('reject')}>{texts.rejectSelected}</Button>
            </>
          ) : null}
          {suggesting.mayDecide && open.length > 1 ? (
            <>
              <Button onClick={() => suggesting.accept(all)}>{texts.acceptAll}</Button>
              <Button onClick={() => suggesting.reject(all)}>{texts.rejectAll}</Button>
            </>
          ) : null}
        </div>
        {shown.length === 0 ? (
          <p className={styles.quiet}>{filter === 'open' ? texts.empty : texts.noneDecided}</p>
        ) : null}
        <LongList
          label={t().suggestions}
          className={styles.list}
          items={shown}
          keyOf={keyOf}
          row={(each, place) => (
            <li {...place}>
              <SuggestionCard
                suggesting={suggesting}
                snapshot={snapshot}
                talk={talk}
                unread={unread}
                shown={each}
                maySuggest={onSuggest !== null}
                onShow={() => onShow(each)}
              />
            </li>
          )}
        />
      </div>
    </SidePanel>
  );
}

const never = () => () => undefined;

function onSelectionChange(listener: () => void): () => void {
  // The editor hears of it by the same event, perhaps behind this.
  const soon = () => setTimeout(listener);
  document.addEventListener('selectionchange', soon);
  return () => document.removeEventListener('selectionchange', soon);
}

function keyOf({ suggestion }: ShownSuggestion): string {
  return suggestion.id;
}

function SuggestionCard({
  suggesting,
  snapshot,
  talk,
  unread,
  shown,
  maySuggest,
  onShow,
}: {
  suggesting: Suggesting;
  snapshot: SuggestingSnapshot;
  talk: Talk | null;
  unread: TalkSnapshot['unread'] | undefined;
  shown: ShownSuggestion;
  maySuggest: boolean;
  onShow: () => void;
}): ReactNode {
  const { suggestion, state, changes, thread, isStranded, isFresh } = shown;
  const { id, author, at } = suggestion;
  const { people, active } = snapshot;
  const texts = tLazy().proposing;
  const name = nameOf(people, author);
  const isActive = active === id;
  const isOpen = state === 'open';
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isActive) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    talk?.goToSuggestion(id);
    return () => talk?.goToSuggestion(null);
  }, [isActive, talk, id]);
  const show = () => {
    suggesting.goTo(id);
    onShow();
  };
  /** From card to card by the arrows, where the focus is on one and not in it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== card.current) return;
    if (event.key === 'Enter') show();
    else if (event.key === 'ArrowDown') focusCard(card.current, 1);
    else if (event.key === 'ArrowUp') focusCard(card.current, -1);
    else return;
    event.preventDefault();
  };
  const ofAuthor = snapshot.suggestions
    .filter((each) => each.state === 'open' && each.suggestion.author === author)
    .map((each) => each.suggestion.id);
  const items: MenuItem[] = [
    ...(suggesting.mayDecide && isOpen && ofAuthor.length > 1
      ? [
          { label: texts.acceptAllOf(name), onSelect: () => suggesting.accept(ofAuthor) },
          { label: texts.rejectAllOf(name), onSelect: () => suggesting.reject(ofAuthor) },
        ]
      : []),
    ...(maySuggest && isFresh && snapshot.writing !== id
      ? [{ label: texts.writeWithin, onSelect: () => void suggesting.beginWithin(id) }]
      : []),
    ...(author === suggesting.me && isOpen
      ? [
          {
            label: texts.withdraw,
            danger: true,
            separated: true,
            onSelect: () => void suggesting.withdraw(id),
          },
        ]
      : []),
  ];
  return (
    <article
      ref={card}
      tabIndex={-1}
      data-active={isActive || undefined}
      aria-label={texts.card(name)}
      className={styles.card}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (!isActive) show();
      }}
    >
      <div className={styles.head}>
        <Avatar name={name} color={`--person-${people.get(author)?.color ?? 'brown'}`} />
        <span className={styles.name}>{name}</span>
        <time
          className={styles.quiet}
          dateTime={new Date(at).toISOString()}
          title={formatMoment(at)}
        >
          {formatWhen(at, Date.now())}
        </time>
        {items.length > 0 ? (
          <span className={styles.menu}>
            <Menu label={texts.more(name)} icon={<MoreIcon aria-hidden="true" />} items={items} />
          </span>
        ) : null}
      </div>
      {isStranded ? (
        <p className={styles.quiet}>{texts.isStranded}</p>
      ) : isOpen ? (
        <Told changes={changes.map(({ change }) => change)} />
      ) : (
        <p className={styles.quiet}>{state === 'accepted' ? texts.isAccepted : texts.isRejected}</p>
      )}
      {thread.messages.length > 0 && talk ? (
        <ol className={styles.messages}>
          {thread.messages.map((message) => (
            <li key={message.id}>
              <MessageItem
                talk={talk}
                people={people}
                thread={thread}
                message={message}
                isFirst={false}
                isNew={unread?.has(message.id) ?? false}
              />
            </li>
          ))}
        </ol>
      ) : null}
      <div className={styles.actions}>
        {suggesting.mayDecide && isOpen ? (
          <>
            <Button
              onClick={(event) => {
                event.stopPropagation();
                suggesting.accept([id]);
              }}
            >
              {texts.accept}
            </Button>
            <Button
              onClick={(event) => {
                event.stopPropagation();
                suggesting.reject([id]);
              }}
            >
              {texts.reject}
            </Button>
          </>
        ) : null}
        {suggesting.mayDecide && state === 'rejected' ? (
          <Button onClick={() => suggesting.reopen([id])}>{texts.reopen}</Button>
        ) : null}
      </div>
      {isActive && talk?.mayWrite ? (
        <DraftField
          talk={talk}
          snapshot={{ ...talk.get(), people, asked: 0 }}
          of={id}
          label={tLazy().discussion.reply}
          onLeave={() => card.current?.focus()}
        />
      ) : null}
    </article>
  );
}

function focusCard(card: HTMLElement | null, by: 1 | -1): void {
  const all = [...(card?.closest('aside')?.querySelectorAll<HTMLElement>('article') ?? [])];
  all[all.indexOf(card!) + by]?.focus();
}

/** What it changes, line by line. */
function Told({ changes }: { changes: readonly Change[] }): ReactNode {
  const texts = tLazy().proposing;
  if (changes.length === 0) return <p className={styles.quiet}>{texts.changesNothing}</p>;
  const left = changes.length - MOST_TOLD;
  return (
    <ul className={styles.changes}>
      {changes.slice(0, MOST_TOLD).map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the text
        <li key={index}>
          <span className={styles.quiet}>{tLazy().looking.kinds[change.kind]}</span>
          <Quoted change={change} />
        </li>
      ))}
      {left > 0 ? <li className={styles.quiet}>{`${tLazy().looking.changes(left)} …`}</li> : null}
    </ul>
  );
}

function Quoted({ change }: { change: Change }): ReactNode {
  const [gone, come] = wordsOf(change);
  return (
    <>
      {gone === '' ? null : <del dir="auto">{gone}</del>}
      {come === '' ? null : <ins dir="auto">{come}</ins>}
    </>
  );
}

function wordsOf(change: Change): [gone: string, come: string] {
  if (change.kind === 'title') return [change.was, change.is];
  const join = (parts: readonly { content: readonly Inline[] }[]) =>
    short(parts.map(({ content }) => textOf(content)).join(' '));
  const blocks = change.kind === 'added' || change.kind === 'removed' ? change.blocks : [];
  const whole = blocks.map(({ is }) => is);
  const gone = join(change.gone) || (change.kind === 'removed' ? join(whole) : '');
  const come = join(change.come) || (change.kind === 'added' ? join(whole) : '');
  return [gone, come];
}

function textOf(content: readonly Inline[]): string {
  return content.map((run) => ('text' in run ? run.text : '')).join('');
}

function short(text: string): string {
  const letters = [...text.trim()];
  return letters.length > MOST_QUOTED
    ? `${letters.slice(0, MOST_QUOTED).join('')}…`
    : letters.join('');
}
