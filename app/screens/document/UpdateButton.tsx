/** Brings the newest version of the app: the one that waits, or whatever a reload finds. */
import type { ReactNode } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { useAppUpdate } from '../../pwa/use-app-update.ts';
import { Button } from '../../ui/Button.tsx';

export function UpdateButton(): ReactNode {
  const { updateWaiting, isUpdating, applyUpdate } = useAppUpdate();
  const update = () => {
    if (updateWaiting) applyUpdate();
    else location.reload();
  };
  return (
    <Button busy={isUpdating} onClick={update}>
      {isUpdating ? tLazy().update.updating : tLazy().notices.updateNow}
    </Button>
  );
}
