/**
 * The drafts of a document, beside the text: those that are open first, then what was merged and
 * discarded; and a new one.
 *
 * Invariant: whatever became of a draft, it can be read; nobody is offered what they may not do.
 */
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { DraftId } from '../../shared/access/ids.ts';
import { MAX_DRAFT_NAME, type NamedDraft } from '../../shared/suggesting/drafts.ts';
import { nameOf } from '../discussion/names.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { MoreIcon } from '../ui/icons.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { NameDialog, type Naming } from '../ui/NameDialog.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { formatMoment, formatWhen } from '../ui/time.ts';
import type { Drafts, DraftsSnapshot } from './drafts.ts';
import styles from './suggesting.module.css';

export function DraftsPanel({
  drafts,
  byKey,
  onLink,
  onClose,
}: {
  drafts: Drafts;
  byKey: boolean;
  /** Puts the address of one on the clipboard. */
  onLink: (id: DraftId) => void;
  onClose: () => void;
}): ReactNode {
  const snapshot = useSyncExternalStore(drafts.subscribe, drafts.get);
  const panel = useRef<HTMLDivElement>(null);
  const [naming, setNaming] = useState<Naming | null>(null);
  const texts = tLazy().drafting;
  useEffect(() => {
    if (byKey) panel.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [byKey]);
  useEffect(() => {
    drafts.lookWhatGoesOn().catch((error: unknown) => {
      console.error('What goes on in merged drafts is not known.', error);
    });
  }, [drafts]);
  const isOpen = ({ id, state }: NamedDraft) => state === 'open' || snapshot.goesOn.has(id);
  const sorted = [
    ...snapshot.drafts.filter(isOpen),
    ...snapshot.drafts.filter((each) => !isOpen(each)),
  ];
  return (
    <SidePanel label={t().drafts} onClose={onClose}>
      <div ref={panel} className={styles.panel}>
        {drafts.mayWrite ? (
          <NewDraft drafts={drafts} isInDocument={snapshot.shown === null} />
        ) : (
          <p className={styles.quiet}>{texts.isForWriters}</p>
        )}
        {sorted.length === 0 ? <p className={styles.quiet}>{texts.empty}</p> : null}
        <ul aria-label={t().drafts} className={styles.list}>
          {sorted.map((draft) => (
            <li key={draft.id}>
              <DraftCard
                drafts={drafts}
                snapshot={snapshot}
                draft={draft}
                onLink={() => onLink(draft.id)}
                onRename={() =>
                  setNaming({
                    title: tLazy().library.rename,
                    name: draft.name,
                    onSave: (name) => drafts.rename(draft.id, name),
                  })
                }
              />
            </li>
          ))}
        </ul>
      </div>
      <NameDialog
        naming={naming}
        label={texts.name}
        maxLength={MAX_DRAFT_NAME}
        onClose={() => setNaming(null)}
      />
    </SidePanel>
  );
}

function NewDraft({
  drafts,
  isInDocument,
}: {
  drafts: Drafts;
  /** What one just did is there. */
  isInDocument: boolean;
}): ReactNode {
  const [name, setName] = useState('');
  const texts = tLazy().drafting;
  const named = () => {
    setName('');
    return name.trim() || formatMoment(Date.now());
  };
  const make = (event: FormEvent) => {
    event.preventDefault();
    void drafts.make(named());
  };
  return (
    <form className={styles.tools} onSubmit={make}>
      <TextField
        label={texts.name}
        value={name}
        maxLength={MAX_DRAFT_NAME}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit">{texts.make}</Button>
      {isInDocument ? (
        <Button onClick={() => void drafts.moveInto(named())}>{texts.moveInto}</Button>
      ) : null}
    </form>
  );
}

function DraftCard({
  drafts,
  snapshot,
  draft,
  onLink,
  onRename,
}: {
  drafts: Drafts;
  snapshot: DraftsSnapshot;
  draft: NamedDraft;
  onLink: () => void;
  onRename: () => void;
}): ReactNode {
  const { id, name, at, by, state } = draft;
  const texts = tLazy().drafting;
  const isShown = snapshot.shown?.id === id;
  const items: MenuItem[] = [
    { label: texts.copyLink, onSelect: onLink },
    ...(drafts.mayWrite ? [{ label: tLazy().library.rename, onSelect: onRename }] : []),
    ...(drafts.mayWrite && state === 'open'
      ? [
          {
            label: texts.discard,
            danger: true,
            separated: true,
            onSelect: () => drafts.discard(id),
          },
        ]
      : []),
  ];
  return (
    <article
      aria-label={texts.card(name)}
      data-active={isShown || undefined}
      className={styles.card}
    >
      <div className={styles.head}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.menu}>
          <Menu label={texts.more(name)} icon={<MoreIcon aria-hidden="true" />} items={items} />
        </span>
      </div>
      <p className={styles.quiet}>
        <span>{by === null ? null : `${nameOf(snapshot.people, by)} · `}</span>
        <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
          {formatWhen(at, Date.now())}
        </time>
        <span>{` · ${texts.states[state]}`}</span>
      </p>
      {snapshot.goesOn.has(id) ? <p>{texts.goesOn}</p> : null}
      <div className={styles.actions}>
        {isShown ? (
          <Button onClick={() => drafts.leave()}>{texts.leave}</Button>
        ) : (
          <Button onClick={() => void drafts.open(id)}>{texts.open}</Button>
        )}
        {drafts.mayWrite && state === 'rejected' ? (
          <Button onClick={() => drafts.takeUp(id)}>{texts.takeUp}</Button>
        ) : null}
        {snapshot.merged.has(id) ? (
          <Button onClick={() => void drafts.takeBack(id)}>{texts.takeBack}</Button>
        ) : null}
      </div>
    </article>
  );
}
