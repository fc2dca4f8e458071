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
import { LinkRole, type Role } from '../../shared/access/roles.ts';
import { keepMadeLink } from '../../shared/library/made-links.ts';
import { MAX_LINK_LABEL_LENGTH, MAX_PASSWORD_LENGTH } from '../../shared/protocol/limits.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { CopyIcon } from '../ui/icons.ts';
import { Notice } from '../ui/Notice.tsx';
import { formatDay, formatWhen } from '../ui/time.ts';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
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
    <Dialog open={open} onClose={onClose} title={t().share}>
      {share.role === 'owner' ? <OwnerShare {...share} /> : <GuestShare {...share} />}
    </Dialog>
  );
}

const roleOptions = () =>
  [...LinkRole.options].reverse().map((role) => ({ value: role, label: tLate().roles[role] }));

/** How long a link works, in days; null is until it is revoked. */
const LIFETIME_DAYS = { never: null, day: 1, week: 7, month: 30 } as const;
type Lifetime = keyof typeof LIFETIME_DAYS;
const LIFETIMES: readonly Lifetime[] = ['never', 'day', 'week', 'month'];
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
        <SelectField
          label={tLate().sharing.role}
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
          ? [allowance(row.role), ...(row.hasPassword ? [tLate().sharing.passwordToo] : [])].join(
              ' ',
            )
          : tLate().sharing.keptHere}
      </p>
    </div>
  );
}

/** A link in a field that can be read, selected and copied. */
function AddressField({ address }: { address: string }): ReactNode {
  const copy = async () => {
    const copied = await copyText(address);
    announce(copied ? tLate().sharing.linkCopied : tLate().sharing.notCopied);
  };
  return (
    <div className={styles.row}>
      <TextField
        label={tLate().sharing.link}
        labelHidden
        readOnly
        className={styles.grow}
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>
        <CopyIcon aria-hidden="true" />
        {tLate().sharing.copyLink}
      </Button>
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

function LinkList({ docId, links }: { docId: DocId; links: Links }): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  if (links.rows.length === 0) {
    if (links.server !== 'answered') return null;
    return <p className={styles.quiet}>{tLate().sharing.noLinks}</p>;
  }
  const copy = async (secret: Secret) => {
    const copied = await copyText(formatLink(location.origin, docId, secret));
    announce(copied ? tLate().sharing.linkCopied : tLate().sharing.copyNotAllowed);
  };
  const revoke = async (row: LinkRow) => setProblem(await links.revoke(row));
  return (
    <div>
      <h3 className={styles.heading}>{tLate().sharing.links}</h3>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <ul aria-label={tLate().sharing.links}>
        {links.rows.map((row) => {
          const secret = row.secret;
          return (
            <li key={row.id} className={styles.link}>
              <div className={styles.linkWords}>
                <p className={styles.linkName}>
                  {tLate().roles[row.role]}
                  {row.label ? ` · ${row.label}` : ''}
                </p>
                <p className={styles.quiet}>{historyOf(row)}</p>
              </div>
              {secret !== null && row.state !== 'expired' ? (
                <Button variant="plain" onClick={() => void copy(secret)}>
                  {tLate().common.copy}
                </Button>
              ) : null}
              <Button variant="plain" danger onClick={() => void revoke(row)}>
                {tLate().sharing.revoke}
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
  const texts = tLate().sharing;
  const created = [
    texts.created(formatWhen(row.createdAt, now)),
    ...(row.hasPassword ? [texts.withPassword] : []),
    ...(row.expiresAt !== null && row.expiresAt > now
      ? [texts.until(formatDay(row.expiresAt, now))]
      : []),
  ].join(' · ');
  if (typeof row.state === 'object') return texts.refused(tLate().error(row.state.refused));
  switch (row.state) {
    case 'waiting':
      return `${created} · ${texts.waits}`;
    case 'expired':
      return `${created} · ${texts.expired}`;
    case 'active':
    case 'unknown':
      return row.lastUsedAt === null
        ? created
        : `${created} · ${texts.lastUsed(formatWhen(row.lastUsedAt, now))}`;
  }
}

/** Who has the link may do this: a link that was made here, or the one that somebody came with. */
function allowance(role: Role, who: 'allows' | 'cameWith' = 'allows'): string {
  switch (role) {
    case 'viewer':
      return tLate().sharing[`${who}Reading`];
    case 'commenter':
      return tLate().sharing[`${who}Commenting`];
    case 'editor':
    case 'owner':
      return tLate().sharing[`${who}Writing`];
  }
}

function GuestShare({ docId, secret, role }: ShareProps): ReactNode {
  return (
    <>
      <p>
        {role === null ? tLate().sharing.notKnown : allowance(role, 'cameWith')}{' '}
        {tLate().sharing.byOwner}
      </p>
      <AddressField address={formatLink(location.origin, docId, secret)} />
    </>
  );
}
