/**
 * What a link is, to be changed: what it allows, how it is called, how long it works, its password.
 *
 * Invariant: what is chosen holds at once or a sentence says that it does not; what is typed holds
 * when it is sent. A password is never shown, since nobody but who typed it knows it.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_LINK_LABEL_LENGTH, MAX_PASSWORD_LENGTH } from '../../shared/protocol/limits.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatDay } from '../ui/time.ts';
import {
  historyOptions,
  LIFETIME_MS,
  type Lifetime,
  lifetimeOptions,
  roleOptions,
  suggestingOptions,
} from './link-choices.ts';
import styles from './ShareDialog.module.css';
import type { LinkRow, LinkWishes } from './use-links.ts';

type Change = (wanted: LinkWishes, done: string) => Promise<boolean>;

export function LinkChanges({
  row,
  onChange,
}: {
  row: LinkRow;
  /** A sentence when the link is what it was. */
  onChange: (wanted: LinkWishes) => Promise<string | null>;
}): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const texts = tLazy().sharing;
  const change: Change = async (wanted, done) => {
    const trouble = await onChange(wanted);
    setProblem(trouble);
    if (!trouble) announce(done);
    return !trouble;
  };
  return (
    <div className={styles.changes}>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <SelectField
        label={texts.allowsNow}
        hint={texts.allows[row.role]}
        options={roleOptions()}
        value={row.role}
        onChange={(role) => void change({ role }, texts.allows[role])}
      />
      {row.role === 'commenter' ? (
        <SelectField
          label={texts.suggesting}
          options={suggestingOptions()}
          value={row.suggests ? 'yes' : 'no'}
          onChange={(value) => {
            const suggests = value === 'yes';
            void change({ suggests }, suggests ? texts.suggests : texts.suggestsNot);
          }}
        />
      ) : null}
      <SelectField
        label={texts.history}
        options={historyOptions()}
        value={row.hidesHistory ? 'hidden' : 'shown'}
        onChange={(view) => {
          const hidesHistory = view === 'hidden';
          const done = texts.did[hidesHistory ? 'history-hidden' : 'history-shown'];
          void change({ hidesHistory }, done);
        }}
      />
      <EndField row={row} change={change} />
      <LabelForm row={row} change={change} />
      <PasswordForm row={row} change={change} />
    </div>
  );
}

function EndField({ row, change }: { row: LinkRow; change: Change }): ReactNode {
  const texts = tLazy().sharing;
  const { expiresAt } = row;
  // As it is now, which is no choice that was made today.
  const end = expiresAt === null ? null : formatDay(expiresAt, Date.now());
  const now = end === null ? [] : [{ value: 'now' as const, label: texts.worksUntil(end) }];
  return (
    <SelectField<Lifetime | 'now'>
      label={texts.works}
      options={[...now, ...lifetimeOptions()]}
      value={end === null ? 'never' : 'now'}
      onChange={(lifetime) => {
        if (lifetime !== 'now') void change({ worksFor: LIFETIME_MS[lifetime] }, texts.endChanged);
      }}
    />
  );
}

function LabelForm({ row, change }: { row: LinkRow; change: Change }): ReactNode {
  const texts = tLazy().sharing;
  const [label, setLabel] = useState(row.label ?? '');
  const trimmed = label.trim();
  const save = (event: FormEvent) => {
    event.preventDefault();
    void change({ label: trimmed === '' ? null : trimmed }, texts.labelChanged);
  };
  return (
    <form className={styles.row} onSubmit={save}>
      <TextField
        label={texts.label}
        className={styles.grow}
        maxLength={MAX_LINK_LABEL_LENGTH}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Button type="submit" disabled={trimmed === (row.label ?? '')}>
        {texts.saveLabel}
      </Button>
    </form>
  );
}

function PasswordForm({ row, change }: { row: LinkRow; change: Change }): ReactNode {
  const texts = tLazy().sharing;
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const set = async (wanted: string | null, done: string) => {
    setBusy(true);
    if (await change({ password: wanted }, done)) setPassword('');
    setBusy(false);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void set(password, texts.passwordChanged);
  };
  return (
    <form className={styles.form} onSubmit={save}>
      {row.secret ? (
        <div className={styles.row}>
          <TextField
            label={row.hasPassword ? texts.otherPassword : texts.password}
            type="password"
            autoComplete="new-password"
            className={styles.grow}
            maxLength={MAX_PASSWORD_LENGTH}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" busy={busy} disabled={password === ''}>
            {texts.setPassword}
          </Button>
        </div>
      ) : null}
      {row.secret ? <p className={styles.quiet}>{texts.passwordAsks}</p> : null}
      {row.hasPassword ? (
        <Button
          variant="plain"
          className={styles.alone}
          disabled={busy}
          onClick={() => void set(null, texts.did['password-removed'])}
        >
          {texts.removePassword}
        </Button>
      ) : null}
    </form>
  );
}
