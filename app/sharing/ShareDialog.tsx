/**
 * The dialog "Share": links for others, made and copied at one press, and revoked by the owner.
 * Everyone else sees what their own link allows and can pass it on.
 */

import { type FormEvent, type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import {
  createSecret,
  type DocId,
  hashSecret,
  randomId,
  type Secret,
} from '../../shared/access/ids.ts';
import { lockSecret, PASSWORD_KDF } from '../../shared/access/passwords.ts';
import type { LinkRole, Role } from '../../shared/access/roles.ts';
import { keepMadeLink } from '../../shared/library/made-links.ts';
import { MAX_LINK_LABEL_LENGTH, MAX_PASSWORD_LENGTH } from '../../shared/protocol/limits.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { CopyIcon } from '../ui/icons.ts';
import { Notice } from '../ui/Notice.tsx';
import { LinkAddress } from './LinkAddress.tsx';
import { LinkList, VisitorList } from './LinkList.tsx';
import {
  historyOptions,
  LIFETIME_MS,
  type Lifetime,
  lifetimeOptions,
  roleOptions,
  suggestingOptions,
} from './link-choices.ts';
import type { LinkQueue } from './link-queue.ts';
import { draftShown, linkToShown } from './link-to-shown.ts';
import { OwnerActions } from './OwnerActions.tsx';
import styles from './ShareDialog.module.css';
import type { ServerApi } from './server-api.ts';
import { type LinkRow, type Links, useLinks } from './use-links.ts';

interface ShareProps {
  docId: DocId;
  secret: Secret;
  role: Role | null;
  title: string;
  doc: Y.Doc;
  library: Y.Doc;
  api: ServerApi;
  queue: LinkQueue;
  /** There is a link by which others may come. */
  onShared: () => void;
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
      {draftShown() === null ? null : <p>{tLazy().sharing.opensDraft}</p>}
      {share.role === 'owner' ? <OwnerShare {...share} /> : <GuestShare {...share} />}
    </Dialog>
  );
}

function OwnerShare({
  docId,
  secret,
  title,
  doc,
  library,
  api,
  queue,
  onShared,
  onDeleted,
}: ShareProps): ReactNode {
  const links = useLinks({ docId, ownerSecret: secret, library, api, queue });
  const [role, setRole] = useState<LinkRole>('editor');
  const [label, setLabel] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [password, setPassword] = useState('');
  const [view, setView] = useState<'shown' | 'hidden'>('shown');
  const [suggesting, setSuggesting] = useState<'yes' | 'no'>('yes');
  const [making, setMaking] = useState(false);
  const [madeId, setMadeId] = useState<string | null>(null);
  const made = links.rows.find((row) => row.id === madeId);

  /** A link that is what is asked for already, or null. */
  const same = (): LinkRow | null => {
    if (label.trim() !== '' || lifetime !== 'never' || password !== '') return null;
    const hidesHistory = view === 'hidden';
    const suggests = role !== 'commenter' || suggesting === 'yes';
    const isSame = (row: LinkRow) =>
      row.role === role &&
      row.secret !== null &&
      row.label === null &&
      row.expiresAt === null &&
      !row.hasPassword &&
      row.hidesHistory === hidesHistory &&
      row.suggests === suggests &&
      (row.state === 'active' || row.state === 'waiting');
    return links.rows.find(isSame) ?? null;
  };

  const copy = async (event: FormEvent) => {
    event.preventDefault();
    const known = same();
    const linkSecret = known?.secret ?? createSecret();
    // At once: browsers let a page write to the clipboard at a press, and not a moment later.
    const copying = copyText(linkToShown(docId, linkSecret));
    if (known) setMadeId(known.id);
    else await make(linkSecret);
    announce((await copying) ? tLazy().sharing.linkCopied : tLazy().sharing.notCopied);
  };

  const make = async (linkSecret: Secret) => {
    const id = randomId(12);
    const trimmed = label.trim();
    const createdAt = Date.now();
    const worksFor = LIFETIME_MS[lifetime];
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
      expiresAt: worksFor && createdAt + worksFor,
      passwordHash: locked && hashSecret(locked),
      passwordKdf: locked && PASSWORD_KDF,
      hidesHistory: view === 'hidden',
      suggests: role !== 'commenter' || suggesting === 'yes',
    });
    // Shown only once the server knows it, or cannot be reached: a copied link should work.
    await links.send();
    setMaking(false);
    setMadeId(id);
    onShared();
    setLabel('');
    setPassword('');
  };

  return (
    <>
      <form className={styles.form} onSubmit={(event) => void copy(event)}>
        <div className={styles.first}>
          <SelectField
            label={tLazy().sharing.anyone}
            kind={tLazy().sharing.role}
            options={roleOptions()}
            value={role}
            onChange={setRole}
          />
          <Button type="submit" variant="filled" busy={making}>
            <CopyIcon aria-hidden="true" />
            {tLazy().sharing.copyLink}
          </Button>
        </div>
        <p className={styles.quiet}>{tLazy().sharing.allows[role]}</p>
        <details className={styles.more}>
          <summary>{tLazy().library.more}</summary>
          <div className={styles.options}>
            <TextField
              label={tLazy().sharing.label}
              placeholder={tLazy().sharing.forWhom}
              maxLength={MAX_LINK_LABEL_LENGTH}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
            <SelectField
              label={tLazy().sharing.works}
              options={lifetimeOptions()}
              value={lifetime}
              onChange={setLifetime}
            />
            {role === 'commenter' ? (
              <SelectField
                label={tLazy().sharing.suggesting}
                options={suggestingOptions()}
                value={suggesting}
                onChange={setSuggesting}
              />
            ) : null}
            <SelectField
              label={tLazy().sharing.history}
              options={historyOptions()}
              value={view}
              onChange={setView}
            />
            <TextField
              label={tLazy().sharing.password}
              type="password"
              autoComplete="new-password"
              maxLength={MAX_PASSWORD_LENGTH}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </div>
        </details>
      </form>
      {made?.secret ? <MadeLinkField docId={docId} row={made} secret={made.secret} /> : null}
      {made && made.state !== 'active' ? null : <ServerWords server={links.server} />}
      <LinkList docId={docId} links={links} onMade={setMadeId} />
      <VisitorList visitors={links.visitors} />
      <OwnerActions
        docId={docId}
        secret={secret}
        doc={doc}
        title={title}
        library={library}
        api={api}
        onDeleted={() => onDeleted(tLazy().sharing.deletedForAll(title))}
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
      <LinkAddress address={linkToShown(docId, secret)} isCopied />
      <p className={styles.quiet}>
        {row.state === 'active'
          ? [
              ...(row.hasPassword ? [tLazy().sharing.passwordToo] : []),
              tLazy().sharing.allows[row.role],
            ].join(' ')
          : tLazy().sharing.keptHere}
      </p>
    </div>
  );
}

function ServerWords({ server }: { server: Links['server'] }): ReactNode {
  if (server === 'unreachable') {
    return <Notice>{tLazy().sharing.unreachable}</Notice>;
  }
  if (typeof server === 'object') {
    return <Notice tone="warning">{tLazy().error(server.refused)}</Notice>;
  }
  return null;
}

function GuestShare({ docId, secret, role }: ShareProps): ReactNode {
  return (
    <>
      <p>
        <span>
          {role === null
            ? tLazy().sharing.notKnown
            : tLazy().sharing.cameWith(tLazy().sharing.allows[role])}
        </span>{' '}
        {tLazy().sharing.byOwner}
      </p>
      <LinkAddress address={linkToShown(docId, secret)} />
    </>
  );
}
