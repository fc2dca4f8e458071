/**
 * Beside news of something that can be taken back: the button that does, and Ctrl or ⌘ Z outside of
 * texts and fields; of something that may be done: the button, and Ctrl or ⌘ Alt Enter, wherever one
 * is, since one wrote just now. News go with the screen they were for.
 */
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { tLazy } from '../i18n/lazy.ts';
import styles from './Announcer.module.css';
import { announce, news, subscribe } from './announce.ts';
import { ariaShortcut, isMod, isModAlt, shortcutText } from './keys.ts';
import { useAddress } from './navigation.tsx';
import { keepOffering, offeredWith, takeBack, type Undoable } from './undoable.ts';

/** Does what is offered, as `isModAlt` has it and as it is said. */
const ACT_KEY = 'enter';
const ACT_SHORTCUT = 'Mod-Alt-Enter';
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
    const isAsked = (event: KeyboardEvent) => {
      if (offer.label !== undefined) return isModAlt(event, ACT_KEY);
      const target = event.target instanceof Element ? event.target : null;
      return !event.defaultPrevented && isMod(event, 'z') && !target?.closest(IN_TEXT);
    };
    const listen = (event: KeyboardEvent) => {
      if (!isAsked(event)) return;
      event.preventDefault();
      event.stopPropagation();
      takeBack(offer);
    };
    // What is offered comes before what the key does to the text.
    const options = { capture: offer.label !== undefined };
    addEventListener('keydown', listen, options);
    return () => removeEventListener('keydown', listen, options);
  }, [offer]);
  const stay = () => keepOffering(offer);
  return (
    <button
      type="button"
      className={styles.undo}
      {...(offer.label === undefined ? {} : { 'aria-keyshortcuts': ariaShortcut(ACT_SHORTCUT) })}
      onPointerMove={stay}
      onFocus={stay}
      onClick={() => takeBack(offer)}
    >
      {offer.label === undefined
        ? tLazy().commands.undo
        : `${offer.label} (${shortcutText(ACT_SHORTCUT)})`}
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
