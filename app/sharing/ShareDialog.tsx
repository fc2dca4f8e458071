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
import { ROLE_ALLOWS } from '../../shared/access/role-words.ts';
import type { LinkRole, Role } from '../../shared/access/roles.ts';
import { keepMadeLink } from '../../shared/library/made-links.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { MAX_LINK_LABEL_LENGTH, MAX_PASSWORD_LENGTH } from '../../shared/protocol/limits.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { LinkAddress } from './LinkAddress.tsx';
import { LinkList, ROLE_OPTIONS, VisitorList } from './LinkList.tsx';
import type { LinkQueue } from './link-queue.ts';
import { OwnerActions } from './OwnerActions.tsx';
import styles from './ShareDialog.module.css';
import type { ServerApi } from './server-api.ts';
import { type LinkRow, type Links, useLinks } from './use-links.ts';

interface ShareProps {
  docId: DocId;
  secret: Secret;
  role: Role | null;
  title: string;
  library: Y.Doc;
  api: ServerApi;
  queue: LinkQueue;
  /** The document was deleted for everyone. */
  onDeleted: () => void;
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

function OwnerShare({
  docId,
  secret,
  title,
  library,
  api,
  queue,
  onDeleted,
}: ShareProps): ReactNode {
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
    await links.send();
    setMaking(false);
    setMadeId(id);
    setLabel('');
    setPassword('');
  };

  return (
    <>
      <form className={styles.form} onSubmit={(event) => void create(event)}>
        <SelectField
          label="Role"
          hint={ROLE_ALLOWS[role]}
          options={ROLE_OPTIONS}
          value={role}
          onChange={setRole}
        />
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
      <LinkList docId={docId} links={links} onMade={setMadeId} />
      <VisitorList visitors={links.visitors} />
      <OwnerActions docId={docId} secret={secret} title={title} api={api} onDeleted={onDeleted} />
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
      <LinkAddress address={formatLink(location.origin, docId, secret)} />
      <p className={styles.quiet}>
        {row.state === 'active'
          ? `${row.hasPassword ? 'Opens only with the password. ' : ''}${ROLE_ALLOWS[row.role]}`
          : 'The server cannot be reached now. This link opens once this device has been online.'}
      </p>
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

function GuestShare({ docId, secret, role }: ShareProps): ReactNode {
  return (
    <>
      <p>
        {role === null
          ? 'What this link allows is not known yet: the server has not been asked.'
          : `The link you came with: ${ROLE_ALLOWS[role]}`}{' '}
        Links of other kinds are made by the owner.
      </p>
      <LinkAddress address={formatLink(location.origin, docId, secret)} />
    </>
  );
}
