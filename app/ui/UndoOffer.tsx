/**
 * Beside news of something that can be taken back: the button that does, and Ctrl or ⌘ Z outside of
 * texts and fields. News go with the screen they were for.
 */
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { tLazy } from '../i18n/lazy.ts';
import styles from './Announcer.module.css';
import { announce, news, subscribe } from './announce.ts';
import { isMod } from './keys.ts';
import { useAddress } from './navigation.tsx';
import { keepOffering, offeredWith, takeBack, type Undoable } from './undoable.ts';

const IN_TEXT = 'input, textarea, select, [contenteditable="true"], .editor, [role="dialog"]';

export function UndoOffer(): ReactNode {
  useNewsOfScreen();
  // Of two that say the same the later one is offered.
  const offer = useSyncExternalStore(subscribe, () => offeredWith(news()));
  const region = offer && document.querySelector(`.${styles.region}`);
  return region ? createPortal(<TakeBack offer={offer} />, region) : null;
}

function TakeBack({ offer }: { offer: Undoable }): ReactNode {
  useEffect(() => {
    if (offer.label !== undefined) return;
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || !isMod(event, 'z') || target?.closest(IN_TEXT)) return;
      event.preventDefault();
      takeBack(offer);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [offer]);
  const stay = () => keepOffering(offer);
  return (
    <button
      type="button"
      className={styles.undo}
      onPointerMove={stay}
      onFocus={stay}
      onClick={() => takeBack(offer)}
    >
      {offer.label ?? tLazy().commands.undo}
    </button>
  );
}

/** What was told on one screen says nothing on the next. */
function useNewsOfScreen(): void {
  const address = useAddress();
  const toldAt = useRef(address);
  useEffect(
    () =>
      subscribe(() => {
        toldAt.current = location.pathname + location.search;
      }),
    [],
  );
  useEffect(() => {
    if (news() !== '' && toldAt.current !== address) announce('');
  }, [address]);
}
