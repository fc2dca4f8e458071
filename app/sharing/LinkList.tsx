/** The links of a document for its owner, each with what can be done with it, and who came by them. */
import { type ReactNode, useState } from 'react';
import { formatLink } from '../../shared/access/addresses.ts';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { ROLE_ALLOWS, ROLE_WORDS } from '../../shared/access/role-words.ts';
import { LinkRole } from '../../shared/access/roles.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { SelectField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatDay, formatWhen } from '../ui/time.ts';
import { LinkCode } from './LinkAddress.tsx';
import styles from './ShareDialog.module.css';
import type { LinkRow, Links } from './use-links.ts';

/** The most a link can allow comes first. */
export const ROLE_OPTIONS = [...LinkRole.options].reverse().map((role) => ({
  value: role,
  label: ROLE_WORDS[role],
}));

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
  if (links.rows.length === 0) {
    if (links.server !== 'answered') return null;
    return <p className={styles.quiet}>No links yet. Only you can open this document.</p>;
  }
  const revoke = async (row: LinkRow) => setProblem(await links.revoke(row));
  const replace = async (row: LinkRow) => {
    const done = await links.replace(row);
    setProblem('problem' in done ? done.problem : null);
    if (!('id' in done)) return;
    onMade(done.id);
    announce('The old link opens nothing any more. Send the new one.');
  };
  const changeRole = async (row: LinkRow, role: LinkRole) => {
    const trouble = await links.changeRole(row, role);
    setProblem(trouble);
    if (!trouble) announce(ROLE_ALLOWS[role]);
  };
  return (
    <div>
      <h3 className={styles.heading}>Links</h3>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <ul aria-label="Links">
        {links.rows.map((row) => (
          <LinkItem
            key={row.id}
            docId={docId}
            row={row}
            onRole={(role) => void changeRole(row, role)}
            onReplace={() => void replace(row)}
            onRevoke={() => void revoke(row)}
          />
        ))}
      </ul>
    </div>
  );
}

function LinkItem({
  docId,
  row,
  onRole,
  onReplace,
  onRevoke,
}: {
  docId: DocId;
  row: LinkRow;
  onRole: (role: LinkRole) => void;
  onReplace: () => void;
  onRevoke: () => void;
}): ReactNode {
  const [showsCode, setShowsCode] = useState(false);
  const [changes, setChanges] = useState(false);
  const address = row.secret && addressOf(docId, row, row.secret);
  const copy = async (text: string) => {
    const copied = await copyText(text);
    announce(copied ? 'Link copied' : 'The browser did not allow copying');
  };
  return (
    <li className={styles.link}>
      <p className={styles.linkName}>
        {ROLE_WORDS[row.role]}
        {row.label ? ` · ${row.label}` : ''}
      </p>
      <p className={styles.quiet}>{historyOf(row)}</p>
      <div className={styles.buttons}>
        {address ? (
          <>
            <Button variant="plain" onClick={() => void copy(address)}>
              Copy
            </Button>
            <Button
              variant="plain"
              aria-expanded={showsCode}
              onClick={() => setShowsCode((shown) => !shown)}
            >
              QR code
            </Button>
          </>
        ) : null}
        {row.state === 'expired' ? null : (
          <Button
            variant="plain"
            aria-expanded={changes}
            onClick={() => setChanges((shown) => !shown)}
          >
            Change role
          </Button>
        )}
        {row.hasPassword || row.state === 'expired' ? null : (
          <Button variant="plain" onClick={onReplace}>
            Replace
          </Button>
        )}
        <Button variant="plain" danger onClick={onRevoke}>
          Revoke
        </Button>
      </div>
      {changes ? (
        <SelectField
          label="What this link allows from now on"
          hint={ROLE_ALLOWS[row.role]}
          options={ROLE_OPTIONS}
          value={row.role}
          onChange={onRole}
        />
      ) : null}
      {address && showsCode ? <LinkCode address={address} /> : null}
    </li>
  );
}

/** Null where the link opens nothing any more. */
function addressOf(docId: DocId, { state }: LinkRow, secret: Secret): string | null {
  return state === 'expired' ? null : formatLink(location.origin, docId, secret);
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
      return `${created} · opens once this device has been online`;
    case 'expired':
      return `${created} · expired`;
    case 'active':
    case 'unknown':
      return row.lastUsedAt === null
        ? `${created} · not used yet`
        : `${created} · last used ${formatWhen(row.lastUsedAt, now)}`;
  }
}

/** With which link somebody was here, and when; the server knows no more. */
export function VisitorList({ visitors }: Pick<Links, 'visitors'>): ReactNode {
  if (visitors.length === 0) return null;
  const now = Date.now();
  return (
    <details className={styles.more}>
      <summary>Who has been here</summary>
      <ul aria-label="Who has been here">
        {visitors.map(({ id, role, label, lastSeen, mayReturn }) => (
          <li key={id} className={styles.visitor}>
            <span>{label ?? `Somebody with a link: ${ROLE_WORDS[role].toLowerCase()}`}</span>
            <span className={styles.quiet}>
              {formatWhen(lastSeen, now)}
              {mayReturn ? '' : ' · their link is withdrawn or has expired'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
