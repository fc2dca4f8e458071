/** Brings the newest version of the app: the one that waits, or whatever a reload finds. */
import type { ReactNode } from 'react';
import { useAppUpdate } from '../../pwa/use-app-update.ts';
import { Button } from '../../ui/Button.tsx';
import { tLate } from '../../words/late.ts';

export function UpdateButton(): ReactNode {
  const { updateWaiting, isUpdating, applyUpdate } = useAppUpdate();
  const update = () => {
    if (updateWaiting) applyUpdate();
    else location.reload();
  };
  return (
    <Button busy={isUpdating} onClick={update}>
      {isUpdating ? tLate().update.updating : tLate().notices.updateNow}
    </Button>
  );
}
