/** Settings: who one is for others, how it looks and writes, one's devices, and what is kept here. */
import { type ReactNode, useCallback } from 'react';
import { t } from '../i18n/i18n.ts';
import { DevicesSettings } from '../library/DevicesSettings.tsx';
import { useLibrary } from '../library/library-store.ts';
import { changeThisPerson, thisOwnPerson } from '../presence/change-person.ts';
import { useThisPerson } from '../presence/this-person.ts';
import { documentSizes } from '../search/search.ts';
import { AboutSettings } from '../settings/AboutSettings.tsx';
import { AppearanceSettings } from '../settings/AppearanceSettings.tsx';
import { CheckupSettings } from '../settings/CheckupSettings.tsx';
import { ExportSettings } from '../settings/ExportSettings.tsx';
import { LanguageSettings } from '../settings/LanguageSettings.tsx';
import { NoticesSettings } from '../settings/NoticesSettings.tsx';
import { ProfileSettings } from '../settings/ProfileSettings.tsx';
import { RecoverySettings } from '../settings/RecoverySettings.tsx';
import { StorageSettings } from '../settings/StorageSettings.tsx';
import { WritingSettings } from '../settings/WritingSettings.tsx';
import { ImportError } from '../transfer/markdown-file.ts';
import { later } from '../ui/lazy.tsx';
import { Page } from './Page.tsx';
import styles from './SettingsScreen.module.css';

// There while there surely is a network: it is wanted without one, too.
later(() => import('./export-library.ts'));
later(() => import('./recovery.ts'));
later(() => import('./restore-library.ts'));

export function SettingsScreen(): ReactNode {
  const person = useThisPerson();
  const { store } = useLibrary();
  const readDocuments = useCallback(async () => {
    await store.whenReady;
    const titles = new Map<string, string>(
      store.entries().map(({ docId, title }) => [docId, title.trim()]),
    );
    const sizes = await documentSizes([...titles.keys()]);
    return [...sizes].map(([docId, bytes]) => ({
      title: titles.get(docId) || t().untitled,
      bytes,
    }));
  }, [store]);
  const exportAll = useCallback(
    async () => (await import('./export-library.ts')).exportLibrary(store),
    [store],
  );
  const saveRecovery = useCallback(
    async () => (await import('./recovery.ts')).saveRecovery(store),
    [store],
  );
  const takeRecovery = useCallback(
    async (file: File) => {
      const { restoreArchive, restoredWords } = await import('./restore-library.ts');
      try {
        await store.whenReady;
        const restored = await restoreArchive(store.doc, file, null);
        const words = restoredWords(restored);
        const { problems } = restored;
        return problems.length > 0 ? `${words}. ${problems.join(' ')}` : words;
      } catch (error) {
        if (error instanceof ImportError) return error.message;
        throw error;
      }
    },
    [store],
  );
  return (
    <Page title={t().settings}>
      <h1 className={styles.title}>{t().settings}</h1>
      <div>
        <ProfileSettings person={person} onChange={changeThisPerson} />
        <LanguageSettings />
        <AppearanceSettings />
        <WritingSettings />
        <DevicesSettings person={thisOwnPerson} />
        <NoticesSettings />
        <StorageSettings readDocuments={readDocuments} />
        <RecoverySettings save={saveRecovery} take={takeRecovery} />
        <ExportSettings exportAll={exportAll} />
        <CheckupSettings />
        <AboutSettings />
      </div>
    </Page>
  );
}
