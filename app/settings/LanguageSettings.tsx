/** In which language the interface speaks: each is called what it calls itself. */
import { type ReactNode, useId, useState } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { LANGUAGES, type Language } from '../i18n/languages.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/announce.ts';
import { Segmented } from '../ui/Choice.tsx';
import { chooseLanguage } from './language.ts';
import styles from './settings.module.css';

const OPTIONS = (Object.keys(LANGUAGES) as Language[]).map((value) => ({
  value,
  label: LANGUAGES[value],
  lang: value,
}));

export function LanguageSettings(): ReactNode {
  const id = useId();
  const spoken = useLanguage();
  // What was chosen shows at once; its texts come as soon as they are there.
  const [asked, setAsked] = useState<Language | null>(null);
  const choose = (language: Language) => {
    setAsked(language);
    chooseLanguage(language)
      .catch(() => announce(tLazy().preferences.languageNotLoaded))
      .finally(() => setAsked((latest) => (latest === language ? null : latest)));
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLazy().preferences.language}
      </h2>
      <Segmented
        label={tLazy().preferences.interfaceLanguage}
        options={OPTIONS}
        value={asked ?? spoken}
        onChange={choose}
      />
    </section>
  );
}
