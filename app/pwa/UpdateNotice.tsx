/** Says that a new version waits, and lets it in when the person agrees. */
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './UpdateNotice.module.css';
import { useAppUpdate } from './use-app-update.ts';

export function UpdateNotice(): ReactNode {
  const { updateWaiting, applyUpdate } = useAppUpdate();
  const [later, setLater] = useState(false);
  if (!updateWaiting || later) return null;
  return (
    <div className={styles.place}>
      <Notice
        title="A new version is ready"
        actions={
          <>
            <Button variant="plain" onClick={() => setLater(true)}>
              Later
            </Button>
            <Button onClick={() => void applyUpdate()}>Update</Button>
          </>
        }
      >
        Updating reloads the app in all its tabs. What you wrote stays.
      </Notice>
    </div>
  );
}
