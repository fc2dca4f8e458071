/** The app's updates in React; see register.ts for what they guarantee. */
import { useSyncExternalStore } from 'react';
import { type AppUpdateStatus, applyUpdate, appUpdate } from './register.ts';

/** Whether the app works offline and whether a new build waits, kept current; and how to take it. */
export function useAppUpdate(): AppUpdateStatus & { applyUpdate: () => void } {
  const status = useSyncExternalStore(appUpdate.subscribe, appUpdate.get, appUpdate.get);
  return { ...status, applyUpdate };
}
