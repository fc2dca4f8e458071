/** Says that a new version waits, and lets it in when the person agrees. */
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { tLate } from '../words/late.ts';
import styles from './UpdateNotice.module.css';
import { useAppUpdate } from './use-app-update.ts';

export function UpdateNotice(): ReactNode {
  const { updateWaiting, isUpdating, applyUpdate } = useAppUpdate();
  const [later, setLater] = useState(false);
  if (!updateWaiting || later) return null;
  return (
    <div className={styles.place}>
      <Notice
        title={tLate().update.ready}
        actions={
          <>
            <Button variant="plain" busy={isUpdating} onClick={() => setLater(true)}>
              {tLate().update.later}
            </Button>
            <Button busy={isUpdating} onClick={applyUpdate}>
              {isUpdating ? tLate().update.updating : tLate().update.update}
            </Button>
          </>
        }
      >
        {tLate().update.hint}
      </Notice>
    </div>
  );
}
