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
import type { LinkRole, Role } from '../../shared/access/roles.ts';
import { keepMadeLink } from '../../shared/library/made-links.ts';
import { MAX_LINK_LABEL_LENGTH, MAX_PASSWORD_LENGTH } from '../../shared/protocol/limits.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import { LinkAddress } from './LinkAddress.tsx';
import { LinkList, roleOptions, VisitorList } from './LinkList.tsx';
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
  /** The document was deleted for everyone, which the words say. */
  onDeleted: (words: string) => void;
}

export function ShareDialog({
  open,
  onClose,
  ...share
}: ShareProps & { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title={t().share}>
      {share.role === 'owner' ? <OwnerShare {...share} /> : <GuestShare {...share} />}
    </Dialog>
  );
}

/** How long a link works, in days; null is until it is revoked. */
const LIFETIME_DAYS = { never: null, day: 1, week: 7, month: 30 } as const;
type Lifetime = keyof typeof LIFETIME_DAYS;
const LIFETIMES: readonly Lifetime[] = ['never', 'day', 'week', 'month'];
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
          label={tLate().sharing.role}
          hint={tLate().sharing.allows[role]}
          options={roleOptions()}
          value={role}
          onChange={setRole}
        />
        <TextField
          label={tLate().sharing.label}
          placeholder={tLate().sharing.forWhom}
          maxLength={MAX_LINK_LABEL_LENGTH}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <SelectField
          label={tLate().sharing.works}
          options={LIFETIMES.map((value) => ({ value, label: tLate().sharing[value] }))}
          value={lifetime}
          onChange={setLifetime}
        />
        <TextField
          label={tLate().sharing.password}
          type="password"
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="filled" busy={making}>
          {making ? tLate().sharing.creating : tLate().sharing.create}
        </Button>
      </form>
      {made?.secret ? <MadeLinkField docId={docId} row={made} secret={made.secret} /> : null}
      {made && made.state !== 'active' ? null : <ServerWords server={links.server} />}
      <LinkList docId={docId} links={links} onMade={setMadeId} />
      <VisitorList visitors={links.visitors} />
      <OwnerActions
        docId={docId}
        secret={secret}
        title={title}
        api={api}
        onDeleted={() => onDeleted(tLate().sharing.deletedForAll(title))}
      />
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
          ? [
              ...(row.hasPassword ? [tLate().sharing.passwordToo] : []),
              tLate().sharing.allows[row.role],
            ].join(' ')
          : tLate().sharing.keptHere}
      </p>
    </div>
  );
}

function ServerWords({ server }: { server: Links['server'] }): ReactNode {
  if (server === 'unreachable') {
    return <Notice>{tLate().sharing.unreachable}</Notice>;
  }
  if (typeof server === 'object') {
    return <Notice tone="warning">{tLate().error(server.refused)}</Notice>;
  }
  return null;
}

function GuestShare({ docId, secret, role }: ShareProps): ReactNode {
  return (
    <>
      <p>
        {role === null
          ? tLate().sharing.notKnown
          : tLate().sharing.cameWith(tLate().sharing.allows[role])}{' '}
        {tLate().sharing.byOwner}
      </p>
      <LinkAddress address={formatLink(location.origin, docId, secret)} />
    </>
  );
}
