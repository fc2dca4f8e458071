/**
 * What has to be said above the text: a device that does not save, a server that refused, a role
 * that does not allow writing, a document that lies in the trash. Each with what can be done.
 */

import { type ReactNode, useState } from 'react';
import type { Role } from '../../../shared/access/roles.ts';
import { may } from '../../../shared/access/roles.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import type { ErrorCode } from '../../../shared/protocol/errors.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './document.module.css';
import { PasswordForm, type Unlock } from './PasswordForm.tsx';
import { type OnVisit, PasteLink } from './PasteLink.tsx';
import { type AdviceAction, adviceFor } from './refusal-advice.ts';
import { ThrowAway } from './ThrowAway.tsx';
import { UpdateButton } from './UpdateButton.tsx';
import type { PageStatus } from './use-document.ts';

export interface NoticeActions {
  copy: () => void;
  download: () => void;
  retry: () => void;
  restore: () => void;
  trash: () => void;
  /** Removes what this device has of the text. Rejects where it does not let go of it. */
  erase: () => Promise<void>;
  visit: OnVisit;
  unlock: Unlock;
  dismissFile: () => void;
}

export function DocumentNotices({
  status,
  refusal,
  role,
  entry,
  refusedFile,
  actions,
}: {
  status: PageStatus;
  refusal: ErrorCode | null;
  role: Role | null;
  entry: LibraryEntry;
  /** Why a picture or file was not taken in. */
  refusedFile: string | null;
  actions: NoticeActions;
}): ReactNode {
  const refused = refusal ? adviceFor(refusal) : null;
  // Where the others' text goes on coming, there may be nothing to throw away.
  const onlyUnsent = refusal === 'role_too_low';
  const isOfUse = (action: AdviceAction) =>
    action !== 'throw-away' || !onlyUnsent || status.unsent > 0;
  const dismissFile = () => {
    actions.dismissFile();
    // Whoever added it goes on in the text.
    document.querySelector<HTMLElement>('.body[role="textbox"]')?.focus({ preventScroll: true });
  };
  const readsOnly = role !== null && !may(role, 'writeBody');
  return (
    <>
      {refusedFile ? (
        <div className={styles.stuckNotice}>
          <Notice
            tone="danger"
            title={tLazy().notices.notAdded}
            actions={<Button onClick={dismissFile}>{tLazy().common.close}</Button>}
          >
            {refusedFile}
          </Notice>
        </div>
      ) : null}
      <div className={styles.notices}>
        {status.device === 'failed' ? (
          <Notice
            tone="danger"
            title={tLazy().notices.notSavedHere}
            actions={
              <>
                <Button onClick={actions.download}>{tLazy().notices.downloadMarkdown}</Button>
                <Button onClick={actions.retry}>{tLazy().common.tryAgain}</Button>
              </>
            }
          >
            {status.deviceProblem
              ? tLazy().deviceProblems[status.deviceProblem.reason]
              : tLazy().notices.keepsNothing}{' '}
            {tLazy().notices.keepOpen}
          </Notice>
        ) : null}
        {refused ? (
          <Notice
            tone={refused.tone}
            title={refused.title}
            actions={refused.actions
              .filter(isOfUse)
              .map((action) => (
                <AdviceButton
                  key={action}
                  action={action}
                  actions={actions}
                  onlyUnsent={onlyUnsent}
                />
              ))}
          >
            <span>
              {status.unsent > 0
                ? `${refused.words} ${tLazy().notices.unsent(status.unsent)}`
                : refused.words}
            </span>
          </Notice>
        ) : null}
        {!refused && readsOnly ? (
          <Notice actions={<Button onClick={actions.copy}>{tLazy().documentMenu.saveCopy}</Button>}>
            {wordsFor(role)}
          </Notice>
        ) : null}
        {entry.trashedAt !== null ? (
          <Notice actions={<Button onClick={actions.restore}>{tLazy().common.restore}</Button>}>
            {tLazy().notices.inTrash}
          </Notice>
        ) : null}
      </div>
    </>
  );
}

/** What one may do who may not write. */
function wordsFor(role: Role | null): string {
  const { mayRead, mayComment, maySuggest } = tLazy().notices;
  if (role && may(role, 'suggest')) return maySuggest;
  return role && may(role, 'writeDiscussion') ? mayComment : mayRead;
}

function AdviceButton({
  action,
  actions,
  onlyUnsent,
}: {
  action: AdviceAction;
  actions: NoticeActions;
  /** What others have comes back when one throws away what is here. */
  onlyUnsent: boolean;
}): ReactNode {
  const [pasting, setPasting] = useState(false);
  switch (action) {
    case 'password':
      return <PasswordForm onUnlock={actions.unlock} />;
    case 'copy':
      return <Button onClick={actions.copy}>{tLazy().documentMenu.saveCopy}</Button>;
    case 'download':
      return <Button onClick={actions.download}>{tLazy().notices.downloadMarkdown}</Button>;
    case 'throw-away':
      return (
        <ThrowAway
          onlyUnsent={onlyUnsent}
          onConfirm={onlyUnsent ? () => startAnew(actions.erase) : async () => actions.trash()}
        />
      );
    case 'retry':
      return <Button onClick={actions.retry}>{tLazy().common.tryAgain}</Button>;
    case 'reload':
      return <UpdateButton />;
    case 'paste-link':
      return pasting ? (
        <PasteLink onVisit={actions.visit} />
      ) : (
        <Button onClick={() => setPasting(true)}>{tLazy().notices.useAnotherLink}</Button>
      );
  }
}

/** What the others have comes back from the server. */
async function startAnew(erase: () => Promise<void>): Promise<void> {
  await erase();
  location.reload();
}
