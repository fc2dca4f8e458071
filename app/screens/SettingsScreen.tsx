/** Settings: who one is for others, how it looks and writes, one's devices, and what is kept here. */
import { type ReactNode, useCallback } from 'react';
import { DevicesSettings } from '../library/DevicesSettings.tsx';
import { useLibrary } from '../library/library-store.ts';
import { UNTITLED } from '../library/untitled.ts';
import { changeThisPerson, useThisPerson } from '../presence/this-person.ts';
import { documentSizes } from '../search/search.ts';
import { AboutSettings } from '../settings/AboutSettings.tsx';
import { AppearanceSettings } from '../settings/AppearanceSettings.tsx';
import { CheckupSettings } from '../settings/CheckupSettings.tsx';
import { ProfileSettings } from '../settings/ProfileSettings.tsx';
import { StorageSettings } from '../settings/StorageSettings.tsx';
import { WritingSettings } from '../settings/WritingSettings.tsx';
import { Page } from './Page.tsx';
import styles from './SettingsScreen.module.css';

export function SettingsScreen(): ReactNode {
  const person = useThisPerson();
  const { store } = useLibrary();
  const readDocuments = useCallback(async () => {
    await store.whenReady;
    const titles = new Map(store.entries().map(({ docId, title }) => [docId, title.trim()]));
    const sizes = await documentSizes([...titles.keys()]);
    return [...sizes].map(([docId, bytes]) => ({ title: titles.get(docId) || UNTITLED, bytes }));
  }, [store]);
  return (
    <Page title="Settings">
      <h1 className={styles.title}>Settings</h1>
      <div>
        <ProfileSettings person={person} onChange={changeThisPerson} />
        <AppearanceSettings />
        <WritingSettings />
        <DevicesSettings />
        <StorageSettings readDocuments={readDocuments} />
        <CheckupSettings />
        <AboutSettings />
      </div>
    </Page>
  );
}
