/**
 * What becomes of the documents if this device is lost: told once, below the first of them, with what
 * can be done about it.
 *
 * Invariant: it stands beside no text that is written, and whoever did something about it, or does
 * not want to hear of it, does not see it again.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import type { Library } from '../../library/library-store.ts';
import { wordsOf } from '../../settings/RecoverySettings.tsx';
import { isKeptForGood, keepForGood } from '../../settings/storage.ts';
import { announce } from '../../ui/announce.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Link } from '../../ui/navigation.tsx';
import { StoredValue, useStoredValue } from '../../ui/stored-value.ts';
import { SETTINGS_PATH } from '../routes.ts';

const heard = new StoredValue<boolean>(
  'driftless.safety',
  (text) => text === 'heard',
  () => 'heard',
);

export function SafetyNotice({ library }: { library: Library }): ReactNode {
  const isHeard = useStoredValue(heard);
  const [mayAsk, setMayAsk] = useState(false);
  useEffect(() => {
    let current = true;
    isKeptForGood().then(
      (kept) => current && setMayAsk(kept === false),
      (error: unknown) => console.error('The browser did not say what it keeps.', error),
    );
    return () => {
      current = false;
    };
  }, []);
  if (isHeard || library.link !== null) return null;
  const texts = tLazy().safety;
  const save = async () => {
    try {
      const { saveRecovery } = await import('../recovery.ts');
      const saved = await saveRecovery(library.store);
      announce(wordsOf(saved));
      if (saved.documents > 0) heard.set(true);
    } catch (error) {
      console.error('The recovery file failed.', error);
      announce(tLazy().recovery.failed);
    }
  };
  const keep = async () => {
    // A browser that cannot be asked does not keep it either.
    const kept = await keepForGood().catch(() => false);
    announce(kept ? texts.kept : texts.notKept);
    if (kept) heard.set(true);
  };
  return (
    <Notice
      title={texts.title}
      actions={
        <>
          <Link href={SETTINGS_PATH} className={buttonClass('quiet')}>
            {texts.link}
          </Link>
          <Button onClick={() => void save()}>{tLazy().recovery.save}</Button>
          {mayAsk ? <Button onClick={() => void keep()}>{texts.keep}</Button> : null}
          <Button variant="plain" onClick={() => heard.set(true)}>
            {texts.dismiss}
          </Button>
        </>
      }
    >
      {texts.words}
    </Notice>
  );
}
