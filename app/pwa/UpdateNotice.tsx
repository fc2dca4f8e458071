/** Says that a new version waits, and lets it in when the person agrees. */
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useAppUpdate } from './app-update.ts';
import styles from './UpdateNotice.module.css';

export function UpdateNotice(): ReactNode {
  const { waiting, apply } = useAppUpdate();
  const [later, setLater] = useState(false);
  if (!waiting || later) return null;
  return (
    <div className={styles.place}>
      <Notice
        title="A new version is ready"
        actions={
          <>
            <Button variant="plain" onClick={() => setLater(true)}>
              Later
            </Button>
            <Button onClick={apply}>Update</Button>
          </>
        }
      >
        Updating reloads the app in all its tabs. What you wrote stays.
      </Notice>
    </div>
  );
}
