/**
 * What has to be said above the text: a device that does not save, a server that refused, a role
 * that does not allow writing, a document that lies in the trash. Each with what can be done.
 */
import { type ReactNode, useState } from 'react';
import type { Role } from '../../../shared/access/roles.ts';
import { may } from '../../../shared/access/roles.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import type { ErrorCode } from '../../../shared/protocol/errors.ts';
import { useAppUpdate } from '../../pwa/use-app-update.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import styles from './document.module.css';
import { PasswordForm, type Unlock } from './PasswordForm.tsx';
import { PasteLink } from './PasteLink.tsx';
import { type AdviceAction, adviceFor } from './refusal-advice.ts';
import type { PageStatus } from './use-document.ts';

export interface NoticeActions {
  copy: () => void;
  download: () => void;
  retry: () => void;
  restore: () => void;
  visit: (docId: string, secret: string) => void;
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
  const readsOnly = role !== null && !may(role, 'writeBody');
  return (
    <>
      {refusedFile ? (
        <div className={styles.stuckNotice}>
          <Notice
            tone="danger"
            title={tLate().notices.notAdded}
            actions={<Button onClick={actions.dismissFile}>{tLate().common.close}</Button>}
          >
            {refusedFile}
          </Notice>
        </div>
      ) : null}
      <div className={styles.notices}>
        {status.device === 'failed' ? (
          <Notice
            tone="danger"
            title={tLate().notices.notSavedHere}
            actions={
              <>
                <Button onClick={actions.download}>{tLate().notices.downloadMarkdown}</Button>
                <Button onClick={actions.retry}>{tLate().common.tryAgain}</Button>
              </>
            }
          >
            {status.deviceProblem
              ? tLate().deviceProblems[status.deviceProblem.reason]
              : tLate().notices.keepsNothing}{' '}
            {tLate().notices.keepOpen}
          </Notice>
        ) : null}
        {refused ? (
          <Notice
            tone={refused.tone}
            title={refused.title}
            actions={refused.actions.map((action) => (
              <AdviceButton key={action} action={action} actions={actions} />
            ))}
          >
            {refused.words}
          </Notice>
        ) : null}
        {!refused && readsOnly ? (
          <Notice actions={<Button onClick={actions.copy}>{t().saveCopy}</Button>}>
            {role === 'commenter' ? tLate().notices.mayComment : tLate().notices.mayRead}
          </Notice>
        ) : null}
        {entry.trashedAt !== null ? (
          <Notice actions={<Button onClick={actions.restore}>{tLate().common.restore}</Button>}>
            {tLate().notices.inTrash}
          </Notice>
        ) : null}
      </div>
    </>
  );
}

function AdviceButton({
  action,
  actions,
}: {
  action: AdviceAction;
  actions: NoticeActions;
}): ReactNode {
  const [pasting, setPasting] = useState(false);
  const { updateWaiting, applyUpdate } = useAppUpdate();
  switch (action) {
    case 'password':
      return <PasswordForm onUnlock={actions.unlock} />;
    case 'copy':
      return <Button onClick={actions.copy}>{t().saveCopy}</Button>;
    case 'download':
      return <Button onClick={actions.download}>{tLate().notices.downloadMarkdown}</Button>;
    case 'retry':
      return <Button onClick={actions.retry}>{tLate().common.tryAgain}</Button>;
    case 'reload':
      return (
        <Button
          onClick={() => {
            if (updateWaiting) void applyUpdate();
            else location.reload();
          }}
        >
          {tLate().notices.updateNow}
        </Button>
      );
    case 'paste-link':
      return pasting ? (
        <PasteLink onVisit={actions.visit} />
      ) : (
        <Button onClick={() => setPasting(true)}>{tLate().notices.useAnotherLink}</Button>
      );
  }
}
