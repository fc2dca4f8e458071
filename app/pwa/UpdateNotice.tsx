/** Says that a new version waits, and lets it in when the person agrees. */
import { type ReactNode, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './UpdateNotice.module.css';
import { useAppUpdate } from './use-app-update.ts';

export function UpdateNotice(): ReactNode {
  const { updateWaiting, isUpdating, applyUpdate } = useAppUpdate();
  const [later, setLater] = useState(false);
  if (!updateWaiting || later) return null;
  return (
    <div className={styles.place}>
      <Notice
        title={tLazy().update.ready}
        actions={
          <>
            <Button variant="plain" busy={isUpdating} onClick={() => setLater(true)}>
              {tLazy().update.later}
            </Button>
            <Button busy={isUpdating} onClick={applyUpdate}>
              {isUpdating ? tLazy().update.updating : tLazy().update.update}
            </Button>
          </>
        }
      >
        {tLazy().update.hint}
      </Notice>
    </div>
  );
}
