/** The links of a document for its owner, each with what can be done with it, and who came by them. */

import { type ReactNode, useState } from 'react';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatDay, formatWhen } from '../ui/time.ts';
import { LinkCode } from './LinkAddress.tsx';
import { LinkChanges } from './LinkChanges.tsx';
import { linkToShown } from './link-to-shown.ts';
import styles from './ShareDialog.module.css';
import type { LinkRow, Links, LinkWishes } from './use-links.ts';

export function LinkList({
  docId,
  links,
  onMade,
}: {
  docId: DocId;
  links: Links;
  /** Another link has taken the place of one. */
  onMade: (id: string) => void;
}): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<LinkRow | null>(null);
  const [asks, setAsks] = useState(false);
  const replace = async (row: LinkRow) => {
    const done = await links.replace(row);
    setProblem('problem' in done ? done.problem : null);
    if (!('id' in done)) return;
    onMade(done.id);
    announce(tLazy().sharing.replaced);
  };
  return (
    <>
      {links.rows.length === 0 ? (
        <NoLinks links={links} />
      ) : (
        <div>
          <h3 className={styles.heading}>{tLazy().sharing.links}</h3>
          {problem ? <Notice tone="danger">{problem}</Notice> : null}
          <ul aria-label={tLazy().sharing.links}>
            {links.rows.map((row) => (
              <LinkItem
                key={row.id}
                docId={docId}
                row={row}
                onChange={(wanted) => links.change(row, wanted)}
                onReplace={() => void replace(row)}
                onRevoke={() => {
                  setRevoking(row);
                  setAsks(true);
                }}
              />
            ))}
          </ul>
        </div>
      )}
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={tLazy().sharing.revokeAsk}
        small
        asks
      >
        {revoking ? (
          <ConfirmRevoke
            row={revoking}
            revoke={() => links.revoke(revoking)}
            onDone={() => setAsks(false)}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function NoLinks({ links }: { links: Links }): ReactNode {
  if (links.server !== 'answered') return null;
  const { noLinks, noLinksNow } = tLazy().sharing;
  return <p className={styles.quiet}>{links.visitors.length > 0 ? noLinksNow : noLinks}</p>;
}

/** A link that is revoked is gone for good, and so are those who write with it. */
function ConfirmRevoke({
  row,
  revoke,
  onDone,
}: {
  row: LinkRow;
  revoke: () => Promise<string | null>;
  onDone: () => void;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    const trouble = await revoke();
    setBusy(false);
    setProblem(trouble);
    if (trouble) return;
    onDone();
    announce(tLazy().sharing.revoked);
  };
  return (
    <>
      <p className={styles.linkName}>{nameOf(row)}</p>
      <p>{tLazy().sharing.revokeHint}</p>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <DialogActions>
        <Button variant="plain" onClick={onDone}>
          {tLazy().sharing.keepLink}
        </Button>
        <Button danger busy={busy} onClick={() => void confirm()}>
          {tLazy().sharing.revoke}
        </Button>
      </DialogActions>
    </>
  );
}

function nameOf({ role, label }: LinkRow): string {
  return label ? `${tLazy().roles[role]} · ${label}` : tLazy().roles[role];
}

function LinkItem({
  docId,
  row,
  onChange,
  onReplace,
  onRevoke,
}: {
  docId: DocId;
  row: LinkRow;
  /** A sentence when the link is what it was. */
  onChange: (wanted: LinkWishes) => Promise<string | null>;
  onReplace: () => void;
  onRevoke: () => void;
}): ReactNode {
  const [showsCode, setShowsCode] = useState(false);
  const [changes, setChanges] = useState(false);
  const address = row.secret && addressOf(docId, row, row.secret);
  const copy = async (text: string) => {
    const copied = await copyText(text);
    announce(copied ? tLazy().sharing.linkCopied : tLazy().sharing.copyNotAllowed);
  };
  return (
    <li className={styles.link}>
      <p className={styles.linkName}>{nameOf(row)}</p>
      <p className={styles.quiet}>{historyOf(row)}</p>
      <div className={styles.buttons}>
        {address ? (
          <>
            <Button variant="plain" onClick={() => void copy(address)}>
              {tLazy().common.copy}
            </Button>
            <Button
              variant="plain"
              aria-expanded={showsCode}
              onClick={() => setShowsCode((shown) => !shown)}
            >
              {tLazy().sharing.qrCode}
            </Button>
          </>
        ) : null}
        <Button
          variant="plain"
          aria-expanded={changes}
          onClick={() => setChanges((shown) => !shown)}
        >
          {tLazy().sharing.change}
        </Button>
        {row.hasPassword || row.state === 'expired' ? null : (
          <Button variant="plain" onClick={onReplace}>
            {tLazy().sharing.replace}
          </Button>
        )}
        <Button variant="plain" danger onClick={onRevoke}>
          {tLazy().sharing.revoke}
        </Button>
      </div>
      {changes ? <LinkChanges row={row} onChange={onChange} /> : null}
      {address && showsCode ? <LinkCode address={address} /> : null}
    </li>
  );
}

/** Null where the link opens nothing any more. */
function addressOf(docId: DocId, { state }: LinkRow, secret: Secret): string | null {
  return state === 'expired' ? null : linkToShown(docId, secret);
}

function historyOf(row: LinkRow): string {
  const now = Date.now();
  const texts = tLazy().sharing;
  const created = [
    texts.created(formatWhen(row.createdAt, now)),
    ...(row.hasPassword ? [texts.withPassword] : []),
    ...(row.hidesHistory ? [texts.historyHidden] : []),
    ...(row.role === 'commenter' && !row.suggests ? [texts.suggestsNot] : []),
    ...(row.expiresAt !== null && row.expiresAt > now
      ? [texts.until(formatDay(row.expiresAt, now))]
      : []),
  ].join(' · ');
  if (typeof row.state === 'object') return texts.refused(tLazy().error(row.state.refused));
  switch (row.state) {
    case 'waiting':
      return `${created} · ${texts.waits}`;
    case 'expired':
      return `${created} · ${texts.expired}`;
    case 'active':
    case 'unknown':
      return row.lastUsedAt === null
        ? `${created} · ${texts.notUsed}`
        : `${created} · ${texts.lastUsed(formatWhen(row.lastUsedAt, now))}`;
  }
}

/** With which link somebody was here, and when; the server knows no more. */
export function VisitorList({ visitors }: Pick<Links, 'visitors'>): ReactNode {
  if (visitors.length === 0) return null;
  const now = Date.now();
  return (
    <details className={styles.more}>
      <summary>{tLazy().sharing.visitors}</summary>
      <ul aria-label={tLazy().sharing.visitors}>
        {visitors.map(({ id, role, label, lastSeen, mayReturn }) => (
          <li key={id} className={styles.visitor}>
            <span>{label ?? tLazy().sharing.somebody(tLazy().roles[role])}</span>
            <span className={styles.quiet}>
              {mayReturn
                ? formatWhen(lastSeen, now)
                : `${formatWhen(lastSeen, now)} · ${tLazy().sharing.mayNotReturn}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
