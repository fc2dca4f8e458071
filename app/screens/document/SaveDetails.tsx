/** Where a document is kept now, in words, behind the save state. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CloudIcon, DeviceIcon } from '../../ui/icons.ts';
import styles from './document.module.css';
import type { saveWords } from './save-words.ts';

export function SaveDetails({
  words,
  onRetry,
}: {
  words: ReturnType<typeof saveWords>;
  onRetry: () => void;
}): ReactNode {
  return (
    <>
      <dl className={styles.stateDetails}>
        <dt>
          <DeviceIcon aria-hidden="true" /> On this device
        </dt>
        <dd>{words.device}</dd>
        <dt>
          <CloudIcon aria-hidden="true" /> On the server
        </dt>
        <dd>{words.server}</dd>
      </dl>
      {words.canRetry ? <Button onClick={onRetry}>Try again now</Button> : null}
    </>
  );
}
