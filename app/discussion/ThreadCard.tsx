/**
 * A thread beside the text: what it is about, what was said, and where one answers.
 *
 * Invariant: only the thread one is at has a field to answer in; what stands in it is kept as it is
 * typed.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Message, Thread } from '../../shared/discussion/discussion.ts';
import {
  isBlank,
  isTooMuch,
  MAX_MESSAGE_LENGTH,
  plainMessage,
} from '../../shared/discussion/message-text.ts';
import type { Inline } from '../../shared/document/schema.ts';
import { clip } from '../../shared/document/text.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { MessageField } from '../editor/message/MessageField.tsx';
import { tLazy } from '../i18n/lazy.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { SelectField } from '../ui/Field.tsx';
import { CheckIcon, MoreIcon, RestoreIcon } from '../ui/icons.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { formatMoment, formatWhen } from '../ui/time.ts';
import styles from './discussion.module.css';
import { NEW_THREAD } from './drafts.ts';
import { MessageText } from './MessageText.tsx';
import { nameOf } from './names.ts';
import { useOwnEdit } from './own-edit.ts';
import type { PlacedThread, Talk, TalkSnapshot } from './talk.ts';

/** What is offered to react with. */
const REACTIONS = ['👍', '❤️', '🎉', '😄', '👀', '✅'];

export function ThreadCard({
  talk,
  snapshot,
  placed: { thread, place },
}: {
  talk: Talk;
  snapshot: TalkSnapshot;
  placed: PlacedThread;
}): ReactNode {
  const { people, active } = snapshot;
  const texts = tLazy().discussion;
  const isActive = active === thread.id;
  const card = useRef<HTMLElement>(null);
  const name = nameOf(people, thread.starter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it takes the focus again
  useEffect(() => {
    if (isActive && snapshot.asked > 0 && !talk.mayWrite) card.current?.focus();
  }, [isActive, snapshot.asked]);
  /** From card to card by the arrows, where the focus is on one and not in it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== card.current) return;
    if (event.key === 'Enter') talk.goTo(thread.id, { byKey: true });
    else if (event.key === 'ArrowDown') focusCard(card.current, 1);
    else if (event.key === 'ArrowUp') focusCard(card.current, -1);
    else return;
    event.preventDefault();
  };
  return (
    <article
      ref={card}
      tabIndex={-1}
      data-card={thread.id}
      data-active={isActive || undefined}
      aria-label={texts.thread(name, thread.quote)}
      className={styles.card}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (!isActive) talk.goTo(thread.id, { byKey: false });
      }}
    >
      {thread.quote ? (
        <blockquote className={styles.quote} dir="auto">
          {thread.quote}
        </blockquote>
      ) : place.at === null ? (
        <p className={styles.quiet}>{texts.aboutAll}</p>
      ) : null}
      {place.isGone ? (
        <p className={styles.quiet}>{place.isUnknown ? texts.notHere : texts.gone}</p>
      ) : null}
      <ol className={styles.messages}>
        {thread.messages.map((message, index) => (
          <li key={message.id}>
            <MessageItem
              talk={talk}
              people={people}
              thread={thread}
              message={message}
              isFirst={index === 0}
              isNew={snapshot.unread.has(message.id)}
            />
          </li>
        ))}
      </ol>
      {thread.resolvedBy ? (
        <p className={styles.quiet}>{texts.resolvedBy(nameOf(people, thread.resolvedBy.person))}</p>
      ) : null}
      {isActive && talk.mayWrite ? (
        <DraftField
          talk={talk}
          snapshot={snapshot}
          of={thread.id}
          label={texts.reply}
          onLeave={() => talk.backToText()}
        />
      ) : null}
    </article>
  );
}

function focusCard(card: HTMLElement | null, by: 1 | -1): void {
  const all = [...(card?.closest('aside')?.querySelectorAll<HTMLElement>('article') ?? [])];
  all[all.indexOf(card!) + by]?.focus();
}

/** The field of a thread's next message, or of a new thread. */
export function DraftField({
  talk,
  snapshot,
  of,
  label,
  onLeave,
}: {
  talk: Talk;
  snapshot: TalkSnapshot;
  of: string;
  label: string;
  onLeave: () => void;
}): ReactNode {
  const texts = tLazy().discussion;
  const draft = useSyncExternalStore(talk.drafts.subscribe, () => talk.drafts.read(of));
  const [handTo, setHandTo] = useState('');
  const send = () => {
    const person = snapshot.people.get(handTo);
    void talk.send(of, person ? { person: person.id, name: person.name } : null);
    setHandTo('');
  };
  return (
    <div className={styles.field}>
      <MessageField
        label={label}
        content={draft}
        people={[...snapshot.people.values()]}
        pictures={talk.menus.attachments}
        focusAsked={snapshot.asked}
        onChange={(text) => talk.drafts.write(of, text)}
        onSend={send}
        onLeave={onLeave}
      />
      <TooMuch text={draft} />
      {isBlank(draft) ? null : (
        <SelectField
          label={texts.handTo}
          options={[
            { value: '', label: texts.nobody },
            ...[...snapshot.people.values()].map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={handTo}
          onChange={setHandTo}
        />
      )}
      {of === NEW_THREAD || !isBlank(draft) ? (
        <div className={styles.actions}>
          <Button
            variant="filled"
            busy={isBlank(draft) || isTooMuch(draft) || snapshot.isSending}
            onClick={send}
          >
            {of === NEW_THREAD ? texts.comment : texts.reply}
          </Button>
          <Button
            variant="plain"
            onClick={() => {
              talk.drafts.write(of, []);
              onLeave();
            }}
          >
            {tLazy().discussion.cancel}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Why a text cannot be sent as it is. */
function TooMuch({ text }: { text: readonly Inline[] }): ReactNode {
  return isTooMuch(text) ? (
    <p role="alert" className={styles.quiet}>
      {tLazy().discussion.tooMuch(MAX_MESSAGE_LENGTH)}
    </p>
  ) : null;
}

export function MessageItem({
  talk,
  people,
  thread,
  message,
  isFirst,
  isNew,
}: {
  talk: Talk;
  people: ReadonlyMap<string, Person>;
  thread: Thread;
  message: Message;
  isFirst: boolean;
  isNew: boolean;
}): ReactNode {
  const texts = tLazy().discussion;
  const edit = useOwnEdit(talk, thread.id, message);
  const author = people.get(message.author);
  const name = nameOf(people, message.author);
  const isOwn = message.author === talk.me;
  const mayResolve = isFirst && talk.mayResolve(thread);
  const mayTick =
    talk.mayWrite && (isOwn || message.task?.for.person === talk.me || talk.moderates);
  const items: MenuItem[] = [
    ...REACTIONS.map((emoji) => ({
      id: emoji,
      label: texts.react(emoji),
      icon: <span aria-hidden="true">{emoji}</span>,
      onSelect: () => void talk.react(thread.id, message, emoji),
    })),
    ...(isOwn
      ? [
          { label: texts.edit, separated: true, onSelect: edit.begin },
          {
            label: texts.remove,
            danger: true,
            onSelect: () => {
              edit.leave();
              void talk.deleteMessage(thread.id, message.id);
            },
          },
        ]
      : []),
    ...(isFirst && talk.moderates
      ? [
          {
            label: texts.removeThread,
            danger: true,
            separated: !isOwn,
            onSelect: () => talk.removeThread(thread),
          },
        ]
      : []),
  ];
  return (
    <div className={styles.message}>
      <div className={styles.head}>
        <Avatar name={name} color={`--person-${author?.color ?? 'brown'}`} />
        <span className={styles.name}>{name}</span>
        <time
          className={styles.quiet}
          dateTime={new Date(message.at).toISOString()}
          title={formatMoment(message.at)}
        >
          {formatWhen(message.at, Date.now())}
        </time>
        {isNew ? <span className={styles.new}>{texts.isNew}</span> : null}
        <span className={styles.buttons}>
          {mayResolve ? (
            <IconButton
              label={thread.isResolved ? texts.reopen : texts.resolve}
              onClick={(event) => {
                event.stopPropagation();
                talk.resolve(thread, !thread.isResolved);
              }}
            >
              {thread.isResolved ? (
                <RestoreIcon aria-hidden="true" />
              ) : (
                <CheckIcon aria-hidden="true" />
              )}
            </IconButton>
          ) : null}
          {talk.mayWrite ? (
            <Menu
              label={texts.more(clip(plainMessage(message.text), 40))}
              icon={<MoreIcon aria-hidden="true" />}
              items={items}
            />
          ) : null}
        </span>
      </div>
      {isOwn && edit.text ? (
        <div className={styles.field}>
          <MessageField
            label={texts.edit}
            content={edit.text}
            people={[...people.values()]}
            pictures={talk.menus.attachments}
            focusAsked={edit.asked}
            onChange={edit.write}
            onSend={edit.save}
            onLeave={edit.leave}
          />
          <TooMuch text={edit.text} />
          <div className={styles.actions}>
            <Button
              variant="filled"
              busy={isBlank(edit.text) || isTooMuch(edit.text)}
              onClick={edit.save}
            >
              {tLazy().common.save}
            </Button>
            <Button variant="plain" onClick={edit.leave}>
              {tLazy().discussion.cancel}
            </Button>
          </div>
        </div>
      ) : (
        <MessageText text={message.text} people={people} pictures={talk.menus.attachments} />
      )}
      {message.task ? (
        <label className={styles.task}>
          <input
            type="checkbox"
            checked={message.task.isDone}
            disabled={!mayTick}
            onChange={({ target }) => void talk.setDone(thread.id, message.id, target.checked)}
          />
          <span className={styles.name}>
            {texts.forPerson(people.get(message.task.for.person)?.name ?? message.task.for.name)}
          </span>
          <span className={styles.quiet}>{message.task.isDone ? texts.done : texts.notDone}</span>
        </label>
      ) : null}
      {message.editedAt !== null ? <span className={styles.quiet}>{texts.edited}</span> : null}
      {message.reactions.length > 0 ? (
        <ul aria-label={texts.reactions} className={styles.reactions}>
          {message.reactions.map(({ emoji, people: by }) => (
            <li key={emoji}>
              <button
                type="button"
                className={styles.reaction}
                aria-pressed={by.includes(talk.me)}
                disabled={!talk.mayWrite}
                data-tooltip={by.map((id) => nameOf(people, id)).join(', ')}
                onClick={(event) => {
                  event.stopPropagation();
                  void talk.react(thread.id, message, emoji);
                }}
              >
                {emoji} {by.length}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
