/**
 * The dialog "Share": links for others, made, copied and withdrawn by the owner. Everyone else sees
 * what their own link allows and can pass it on.
 */
import { type FormEvent, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import { formatLink } from '../../shared/access/addresses.ts';
import {
  createSecret,
  type DocId,
  hashSecret,
  lockSecret,
  randomId,
  type Secret,
} from '../../shared/access/ids.ts';
import { ROLE_WORDS } from '../../shared/access/role-words.ts';
import { LinkRole, type Role } from '../../shared/access/roles.ts';
import { keepMadeLink } from '../../shared/library/made-links.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { MAX_LINK_LABEL_LENGTH, MAX_PASSWORD_LENGTH } from '../../shared/protocol/limits.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { CopyIcon } from '../ui/icons.ts';
import { Notice } from '../ui/Notice.tsx';
import { formatDay, formatWhen } from '../ui/time.ts';
import type { LinkQueue } from './link-queue.ts';
import styles from './ShareDialog.module.css';
import type { ServerApi } from './server-api.ts';
import { type LinkRow, type Links, useLinks } from './use-links.ts';

interface ShareProps {
  docId: DocId;
  secret: Secret;
  role: Role | null;
  library: Y.Doc;
  api: ServerApi;
  queue: LinkQueue;
}

export function ShareDialog({
  open,
  onClose,
  ...share
}: ShareProps & { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title="Share">
      {share.role === 'owner' ? <OwnerShare {...share} /> : <GuestShare {...share} />}
    </Dialog>
  );
}

const ROLE_OPTIONS = [...LinkRole.options].reverse().map((role) => ({
  value: role,
  label: ROLE_WORDS[role],
}));

/** How long a link works, in days; null is until it is revoked. */
const LIFETIME_DAYS = { never: null, day: 1, week: 7, month: 30 } as const;
type Lifetime = keyof typeof LIFETIME_DAYS;
const LIFETIME_OPTIONS: readonly { value: Lifetime; label: string }[] = [
  { value: 'never', label: 'Until revoked' },
  { value: 'day', label: 'For a day' },
  { value: 'week', label: 'For a week' },
  { value: 'month', label: 'For 30 days' },
];
const DAY_MS = 24 * 60 * 60 * 1000;

function OwnerShare({ docId, secret, library, api, queue }: ShareProps): ReactNode {
  const links = useLinks({ docId, ownerSecret: secret, library, api, queue });
  const [role, setRole] = useState<LinkRole>('editor');
  const [label, setLabel] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [password, setPassword] = useState('');
  const [making, setMaking] = useState(false);
  const [madeId, setMadeId] = useState<string | null>(null);
  const made = links.rows.find((row) => row.id === madeId);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    const id = randomId(12);
    const trimmed = label.trim();
    const linkSecret = createSecret();
    const createdAt = Date.now();
    const days = LIFETIME_DAYS[lifetime];
    setMaking(true);
    setMadeId(null);
    const locked = password === '' ? null : await lockSecret(linkSecret, password);
    keepMadeLink(library, {
      docId,
      id,
      secret: linkSecret,
      role,
      label: trimmed === '' ? null : trimmed,
      createdAt,
      expiresAt: days === null ? null : createdAt + days * DAY_MS,
      passwordHash: locked && hashSecret(locked),
    });
    // Shown only once the server knows it, or cannot be reached: a copied link should work.
    await queue.send();
    await links.reload();
    setMaking(false);
    setMadeId(id);
    setLabel('');
    setPassword('');
  };

  return (
    <>
      <form className={styles.form} onSubmit={(event) => void create(event)}>
        <SelectField label="Role" options={ROLE_OPTIONS} value={role} onChange={setRole} />
        <TextField
          label="Label (optional)"
          placeholder="For whom?"
          maxLength={MAX_LINK_LABEL_LENGTH}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <SelectField
          label="Works"
          options={LIFETIME_OPTIONS}
          value={lifetime}
          onChange={setLifetime}
        />
        <TextField
          label="Password (optional)"
          type="password"
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="filled" busy={making}>
          {making ? 'Creating…' : 'Create link'}
        </Button>
      </form>
      {made?.secret ? <MadeLinkField docId={docId} row={made} secret={made.secret} /> : null}
      {made && made.state !== 'active' ? null : <ServerWords server={links.server} />}
      <LinkList docId={docId} links={links} />
    </>
  );
}

function MadeLinkField({
  docId,
  row,
  secret,
}: {
  docId: DocId;
  row: LinkRow;
  secret: Secret;
}): ReactNode {
  return (
    <div className={styles.made}>
      <AddressField address={formatLink(location.origin, docId, secret)} />
      <p className={styles.quiet}>
        {row.state === 'active'
          ? `Whoever has this link${row.hasPassword ? ' and the password' : ''} ${allowance(row.role)}.`
          : 'The server cannot be reached now. This link is kept here and works as soon as this device is online again.'}
      </p>
    </div>
  );
}

/** A link in a field that can be read, selected and copied. */
function AddressField({ address }: { address: string }): ReactNode {
  const copy = async () => {
    const copied = await copyText(address);
    announce(copied ? 'Link copied' : 'Not copied: select the link and copy it yourself');
  };
  return (
    <div className={styles.row}>
      <TextField
        label="Link"
        labelHidden
        readOnly
        className={styles.grow}
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>
        <CopyIcon aria-hidden="true" />
        Copy link
      </Button>
    </div>
  );
}

function ServerWords({ server }: { server: Links['server'] }): ReactNode {
  if (server === 'unreachable') {
    return (
      <Notice>
        The server cannot be reached. Links you create now are kept on this device and sent later.
        The list may not be complete.
      </Notice>
    );
  }
  if (typeof server === 'object') {
    return <Notice tone="warning">{ERRORS[server.refused].message}</Notice>;
  }
  return null;
}

function LinkList({ docId, links }: { docId: DocId; links: Links }): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  if (links.rows.length === 0) {
    if (links.server !== 'answered') return null;
    return <p className={styles.quiet}>No links yet. Only you can open this document.</p>;
  }
  const copy = async (secret: Secret) => {
    const copied = await copyText(formatLink(location.origin, docId, secret));
    announce(copied ? 'Link copied' : 'The browser did not allow copying');
  };
  const revoke = async (row: LinkRow) => setProblem(await links.revoke(row));
  return (
    <div>
      <h3 className={styles.heading}>Links</h3>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <ul aria-label="Links">
        {links.rows.map((row) => {
          const secret = row.secret;
          return (
            <li key={row.id} className={styles.link}>
              <div className={styles.linkWords}>
                <p className={styles.linkName}>
                  {ROLE_WORDS[row.role]}
                  {row.label ? ` · ${row.label}` : ''}
                </p>
                <p className={styles.quiet}>{historyOf(row)}</p>
              </div>
              {secret !== null && row.state !== 'expired' ? (
                <Button variant="plain" onClick={() => void copy(secret)}>
                  Copy
                </Button>
              ) : null}
              <Button variant="plain" danger onClick={() => void revoke(row)}>
                Revoke
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function historyOf(row: LinkRow): string {
  const now = Date.now();
  const created = [
    `Created ${formatWhen(row.createdAt, now)}`,
    ...(row.hasPassword ? ['with a password'] : []),
    ...(row.expiresAt !== null && row.expiresAt > now
      ? [`until ${formatDay(row.expiresAt, now)}`]
      : []),
  ].join(' · ');
  if (typeof row.state === 'object') return `Refused: ${ERRORS[row.state.refused].message}`;
  switch (row.state) {
    case 'waiting':
      return `${created} · waits for the server`;
    case 'expired':
      return `${created} · expired`;
    case 'active':
    case 'unknown':
      return row.lastUsedAt === null
        ? created
        : `${created} · last used ${formatWhen(row.lastUsedAt, now)}`;
  }
}

function allowance(role: Role): string {
  switch (role) {
    case 'viewer':
      return 'can read this document';
    case 'commenter':
      return 'can read and comment';
    case 'editor':
    case 'owner':
      return 'can read and write';
  }
}

function GuestShare({ docId, secret, role }: ShareProps): ReactNode {
  return (
    <>
      <p>
        {role === null
          ? 'What this link allows is not known yet: the server has not been asked.'
          : `Whoever has the link you came with ${allowance(role)}.`}{' '}
        Links of other kinds are made by the owner.
      </p>
      <AddressField address={formatLink(location.origin, docId, secret)} />
    </>
  );
}
