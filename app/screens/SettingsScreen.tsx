/** Settings of this device: who one is for others, how it looks and writes, and what runs here. */
import type { ReactNode } from 'react';
import { changeThisPerson, useThisPerson } from '../presence/this-person.ts';
import { AboutSettings } from '../settings/AboutSettings.tsx';
import { AppearanceSettings } from '../settings/AppearanceSettings.tsx';
import { LanguageSettings } from '../settings/LanguageSettings.tsx';
import { ProfileSettings } from '../settings/ProfileSettings.tsx';
import { WritingSettings } from '../settings/WritingSettings.tsx';
import { t } from '../words/words.ts';
import { Page } from './Page.tsx';
import styles from './SettingsScreen.module.css';

export function SettingsScreen(): ReactNode {
  const person = useThisPerson();
  return (
    <Page title={t().settings}>
      <h1 className={styles.title}>{t().settings}</h1>
      <div>
        <ProfileSettings person={person} onChange={changeThisPerson} />
        <LanguageSettings />
        <AppearanceSettings />
        <WritingSettings />
        <AboutSettings />
      </div>
    </Page>
  );
}
