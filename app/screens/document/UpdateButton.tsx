/** Brings the newest version of the app: the one that waits, or whatever a reload finds. */
import type { ReactNode } from 'react';
import { useAppUpdate } from '../../pwa/use-app-update.ts';
import { Button } from '../../ui/Button.tsx';
import { tLate } from '../../words/late.ts';

export function UpdateButton(): ReactNode {
  const { updateWaiting, applyUpdate } = useAppUpdate();
  const update = () => {
    if (updateWaiting) void applyUpdate();
    else location.reload();
  };
  return <Button onClick={update}>{tLate().notices.updateNow}</Button>;
}
